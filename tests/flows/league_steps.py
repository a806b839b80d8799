"""Steps shared by league tests: a forty-points league, deals that count in it, and its messages."""

from play_by_panel import play_deal, sit_down

SHORT = {"computers": 3}


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def create_league(ann, **others):
    """Let Ann, who owns the server, create and join a league with quick rules."""
    made = await ann.slash(
        "league create",
        name="Spring",
        preset="forty-points",
        **{"min_people": 1, "min_deals": 1, "hints": True, **others},
    )
    assert made.private
    await ann.slash("league join")
    return made


async def play_league_deal(ann):
    """Let Ann play a deal for the league, against computer players."""
    await sit_down(ann, league="Spring", **SHORT)
    await play_deal([ann])


HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"


async def import_file(player, text, **options):
    number = await player.person.upload("past.csv", text.encode())
    return await player.slash("league import", file=number, **options)


async def import_won_deal(ann, partner=None):
    """Import a deal that Ann and a partner or the computer won elsewhere."""
    beside = f"u:{partner.id}" if partner else "c:skilled"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,{beside},c:casual"
    ready = await import_file(ann, f"{HEADING}\n{line}\n")
    assert "imported" in (await ann.click(ready, ids(ready, "lg:import:")[0])).text


async def submit_form(player, screen, custom_id, values):
    """Open the form behind a button and submit it."""
    opened = await player.person.click(str(screen.id), custom_id=custom_id)
    assert opened.modal
    sent = await player.person.submit(opened, values)
    return await player._final_answer(sent)


async def download_files(loopback, answer):
    found = {}
    for part in answer.parts:
        if part["type"] == 13:
            found[part["name"]] = (await loopback.remote.picture(part["file"]["url"])).decode()
    return found


async def as_text(player, screen):
    return await player.click(screen, next(i for i in ids(screen, "lg:table:") if i.endswith(":l")))
