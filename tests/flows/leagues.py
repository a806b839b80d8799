"""What the tests of leagues share: a league of forty points, deals that count in it, and what its messages bring."""

from playing import play_deal, sit_down

SHORT = {"computers": 3}


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def league_of_forty(ann, **others):
    """Ann, who owns the server, begins a league by quick rules and joins it."""
    made = await ann.slash("league create", name="Spring", preset="forty-points", **others)
    assert made.private
    await ann.slash("league join")
    return made


async def played(ann):
    """Ann plays a deal for the league, against computer players."""
    await sit_down(ann, league="Spring", **SHORT)
    await play_deal([ann])


HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"


async def bring(player, text, **options):
    number = await player.person.upload("past.csv", text.encode())
    return await player.slash("league import", file=number, **options)


async def past_deal(ann, partner=None):
    """Ann, and a partner or the computer, win a deal that was played elsewhere."""
    beside = f"u:{partner.id}" if partner else "c:casual"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,{beside},c:novice"
    ready = await bring(ann, f"{HEADING}\n{line}\n")
    assert "imported" in (await ann.click(ready, ids(ready, "lg:import:")[0])).text


async def fill_in(player, screen, custom_id, values):
    """Open the form behind a button and send it."""
    opened = await player.person.click(str(screen.id), custom_id=custom_id)
    assert opened.modal
    sent = await player.person.submit(opened, values)
    return player._screen(sent.message)


async def files_of(loopback, answer):
    found = {}
    for part in answer.parts:
        if part["type"] == 13:
            found[part["name"]] = (await loopback.remote.picture(part["file"]["url"])).decode()
    return found


async def as_text(player, screen):
    return await player.click(screen, next(i for i in ids(screen, "lg:table:") if i.endswith(":l")))
