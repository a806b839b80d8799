"""What people at a table decide together, and what a lobby and a result say about what comes next."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hosting import QUICK, connected
from playing import play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.loopback.interactions.client import ClientError
from bot.play.motions import Matter, MatterKind
from bot.play.occupants import Computer, TableId, UserId
from bot.play.ports import Status
from bot.ui.guilds import MayEnd
from bot.ui.ids import Verb
from bot.ui.panels.council import matter_code, read_matter, vote_id
from engine.seats import Seat

CLOSE = vote_id(TableId(1), Matter(MatterKind.CLOSE))


def opener(screen):
    return next(i for i in screen.buttons if i.startswith("council:"))


async def votes(player, custom_id=CLOSE):
    """Be for something by its button on the board."""
    while True:
        board = await until(player, player.board, lambda s: custom_id in s.buttons)
        with suppress(ClientError):  # the board changed under the finger
            return await player.click(board, custom_id)


async def four(people):
    """Four people in a match, the first its host."""
    await sit_down(people[0], people[1:])
    return await until(people[0], people[0].board, lambda s: s.has(Verb.HAND))


async def test_a_majority_ends_a_table_without_its_host(running, people):
    _, bob, cat, dan = people
    await four(people)
    told = await bob.slash("tractor end")
    assert "1" in told.text
    assert "3" in told.text
    again = await bob.slash("tractor end")
    assert again.text == told.text, "one vote each"
    table = await running.registry.table(TableId(1))
    await votes(cat)
    assert table.facts.status is Status.PLAYING
    assert "Done" in (await votes(dan)).text
    assert table.facts.status is Status.OVER
    await until(cat, cat.board, lambda s: s.has(Verb.REMATCH) and CLOSE not in s.buttons)
    assert "Done" not in (await bob.slash("tractor end")).text, "too late"


async def test_who_has_no_seat_has_no_vote(running, loopback, people):
    board = await four(people)
    eve = LoopbackPlayer(loopback.person("eve"))
    assert "no seat" in (await eve.click(board, opener(board))).text
    await people[1].slash("tractor end")
    assert "no seat" in (await votes(eve)).text
    assert (await running.registry.table(TableId(1))).facts.status is Status.PLAYING


async def test_the_seat_of_somebody_away_is_given_on_from_the_list(running, people):
    ann, bob, cat, dan = people
    board = await four(people)
    table = await running.registry.table(TableId(1))
    seat = table.seat_of(UserId(dan.id))
    await dan.slash("away")
    code = matter_code(Matter(MatterKind.COMPUTER, seat))
    for player in (bob, cat):
        shown = await player.click(board, opener(board))
        (list_,) = [i for i in shown.selects if i.startswith("vote:")]
        assert code in [o["value"] for o in shown.selects[list_]["options"]]
        shown = await player.select(shown, list_, [code])
    assert isinstance(table.occupants[seat], Computer)
    assert "Done" in shown.text
    assert table.seat_of(UserId(ann.id)) is not None


@pytest.mark.long
async def test_votes_stand_after_a_restart(tmp_path, loopback, people):
    async with connected(tmp_path, loopback):
        await four(people)
        await people[1].slash("tractor end")
        await until(people[2], people[2].board, lambda s: CLOSE in s.buttons)
    async with connected(tmp_path, loopback) as running:
        await votes(people[2])
        await votes(people[3])
        assert (await running.registry.table(TableId(1))).facts.status is Status.OVER


@pytest.mark.long
async def test_where_only_managers_end_tables_nobody_votes_for_it(running, people):
    board = await four(people)
    guild = running.client.guilds[0].id
    guilds = running.outbox._kit.guilds
    await guilds.choose(guild, replace(await guilds.settings(guild), may_end=MayEnd.MANAGERS))
    assert "manage" in (await people[1].slash("tractor end")).text
    shown = await people[1].click(board, opener(board))
    (list_,) = [i for i in shown.selects if i.startswith("vote:")]
    shown = await people[1].select(shown, list_, [matter_code(Matter(MatterKind.CLOSE))])
    assert "manage" in shown.text
    assert not (await running.registry.table(TableId(1))).facts.motions


@pytest.mark.long
async def test_a_declaration_is_shown_with_who_made_it(running, people):
    await four(people)
    table = await running.registry.table(TableId(1))

    async def declared():
        for player in people:
            panel = await player.panel()
            for id_ in panel.ids(Verb.DECLARE) if panel is not None else ():
                with suppress(ClientError):  # the panel changed under the finger
                    await player.click(panel, id_)
                if table.watch().declarations:  # else more cards came meanwhile, and what was pressed is old
                    return player
        return None

    who = await until(people[0], declared, bool)
    other = people[1] if who is people[0] else people[0]
    await until(other, other.panel, lambda s: f"Declared by {who.name.title()}" in s.text)


@pytest.mark.long
async def test_the_next_deal_says_when_it_comes_and_whom_it_waits_for(running, people):
    await sit_down(people[0], people[1:], preset="forty-points")
    await play_deal(people)
    ann, bob = people[:2]
    board = await until(ann, ann.board, lambda s: s.has(Verb.NEXT))
    assert "<t:" in board.text
    assert "/verify" in board.text
    await ann.click(board, board.ids(Verb.NEXT)[0])
    board = await until(bob, bob.board, lambda s: "waited for" in s.text)
    assert "Bob" in board.text.split("waited for")[1]
    shown = await bob.click(board, opener(board))
    (list_,) = [i for i in shown.selects if i.startswith("vote:")]
    now = matter_code(Matter(MatterKind.NEXT_DEAL))
    await bob.select(shown, list_, [now])
    table = await running.registry.table(TableId(1))
    await votes(ann, vote_id(TableId(1), Matter(MatterKind.NEXT_DEAL)))
    assert table.watch().deal_number == 2


async def test_the_shuffle_is_fixed_for_all_to_see_before_it_is_cut(running, people):
    ann = people[0]
    await ann.slash("tractor new", computers=3)
    lobby = await until(ann, ann.board, lambda s: s.has(Verb.START))
    fixed = (await running.registry.table(TableId(1))).snapshot().fingerprint
    assert fixed[:32] in lobby.text
    await ann.click(lobby, lobby.ids(Verb.START)[0])
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    assert fixed[:32] in board.text
    assert "/verify" in board.text


async def test_an_idle_lobby_says_when_it_closes(tmp_path, loopback, people):
    timing = replace(QUICK, lobby=600.0, lobby_warning=599.9)
    async with connected(tmp_path, loopback, timing=timing):
        ann = people[0]
        await ann.slash("tractor new", computers=3)
        lobby = await until(ann, ann.board, lambda s: "<t:" in s.text)
        assert lobby.has(Verb.START)


async def test_computers_are_added_and_changed_by_how_well_they_play(running, people):
    ann, bob = people[:2]
    panel = await ann.slash("tractor new")
    await until(ann, ann.board, lambda s: s.has(Verb.JOIN))
    table = await running.registry.table(TableId(1))
    panel = await ann.select(panel, panel.ids(Verb.LEVEL)[0], ["+ novice"])
    assert table.occupants[1].level == "novice"
    panel = await ann.select(panel, panel.ids(Verb.LEVEL)[0], ["+ casual"])
    panel = await ann.select(panel, panel.ids(Verb.LEVEL)[0], ["1 club"])
    assert [getattr(one, "level", None) for one in table.occupants] == [None, "club", "casual", None]
    await until(ann, ann.board, lambda s: "casual" in s.text)
    lobby = await ann.board()
    await bob.click(lobby, lobby.ids(Verb.JOIN)[0])
    theirs = await until(bob, bob.panel, lambda s: s.has(Verb.LEVEL))
    assert not any(o["value"].startswith("+") for o in theirs.selects[theirs.ids(Verb.LEVEL)[0]]["options"])
    await bob.select(theirs, theirs.ids(Verb.LEVEL)[0], ["2 novice"])
    assert table.occupants[2].level == "novice"


async def test_ids_that_were_never_made(running, people, monkeypatch):
    ann = people[0]
    await sit_down(ann, computers=3)
    made = ["vote:1:", "vote:1:close", "vote:1:close.x.", "vote:x:close..", "vote:99:close..", "council:99", "council"]
    for custom_id in made:
        monkeypatch.setattr("bot.ui.panels.council.control", lambda *_, made=custom_id: made)
        await ann.slash("table")
        board = await until(ann, ann.board, lambda s, made=custom_id: made in s.buttons)
        assert "Done" not in (await ann.click(board, custom_id)).text
    assert (await running.registry.table(TableId(1))).facts.status is Status.PLAYING


@pytest.mark.parametrize("matter", [Matter(MatterKind.CLOSE), Matter(MatterKind.NEWCOMER, Seat(3), UserId(2**63))])
def test_matters_are_read_back(matter):
    assert read_matter(matter_code(matter)) == matter
    assert len(vote_id(TableId(10**9), matter)) <= 100
