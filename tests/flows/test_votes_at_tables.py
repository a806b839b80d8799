"""Players vote at a table, the host chooses computer players in the lobby, and messages say what comes next."""

from contextlib import suppress
from dataclasses import replace

import pytest
from bot_harness import QUICK, connected
from play_by_panel import SHORT_DEAL, open_more, play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.ids import TableId, UserId
from bot.loopback.errors import ClientError
from bot.play.values.table_info import Computer, Proposal, ProposalKind, TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.guild_settings import EndPermission
from bot.ui.table.vote_view import CastVote, decode_proposal, encode_proposal
from engine.model.seats import Seat

CLOSE = str(CastVote(TableId(1), encode_proposal(Proposal(ProposalKind.CLOSE))))


def open_votes_id(screen):
    return next(i for i in screen.buttons if i.startswith("council:"))


async def press_vote(player, custom_id=CLOSE):
    """Vote for a proposal by its button on the table message."""
    while True:
        board = await until(player, player.board, lambda s: custom_id in s.buttons)
        with suppress(ClientError):  # the table message changed since it was read
            return await player.click(board, custom_id)


async def start_with_four(people):
    """Start a match of four people, hosted by the first of them; return the table message."""
    await sit_down(people[0], people[1:])
    return await until(people[0], people[0].board, lambda s: s.has(ControlVerb.SHOW_HAND))


async def test_majority_ends_table_without_host(running, people):
    _, bob, cat, dan = people
    await start_with_four(people)
    told = await bob.slash("tractor end")
    assert "1" in told.text
    assert "3" in told.text
    again = await bob.slash("tractor end")
    assert again.text == told.text, "one vote each"
    table = await running.registry.get_table(TableId(1))
    await press_vote(cat)
    assert table.facts.status is TableStatus.PLAYING
    assert "Done" in (await press_vote(dan)).text
    assert table.facts.status is TableStatus.OVER
    await until(cat, cat.board, lambda s: s.has(ControlVerb.REMATCH) and CLOSE not in s.buttons)
    assert "Done" not in (await bob.slash("tractor end")).text, "too late"


@pytest.mark.long
async def test_users_without_seat_cannot_vote(running, loopback, people):
    board = await start_with_four(people)
    eve = LoopbackPlayer(loopback.person("eve"))
    assert "no seat" in (await eve.click(board, open_votes_id(board))).text
    await people[1].slash("tractor end")
    assert "no seat" in (await press_vote(eve)).text
    assert (await running.registry.get_table(TableId(1))).facts.status is TableStatus.PLAYING


@pytest.mark.long
async def test_vote_gives_absent_players_seat_to_computer(running, people):
    ann, bob, cat, dan = people
    board = await start_with_four(people)
    table = await running.registry.get_table(TableId(1))
    seat = table.seat_of(UserId(dan.id))
    await dan.slash("away")
    code = encode_proposal(Proposal(ProposalKind.COMPUTER, seat))
    for player in (bob, cat):
        shown = await player.click(board, open_votes_id(board))
        (list_,) = [i for i in shown.selects if i.startswith("vote:")]
        assert code in [o["value"] for o in shown.selects[list_]["options"]]
        shown = await player.select(shown, list_, [code])
    assert isinstance(table.occupants[seat], Computer)
    assert "Done" in shown.text
    assert table.seat_of(UserId(ann.id)) is not None


@pytest.mark.long
async def test_votes_survive_restart(tmp_path, loopback, people):
    async with connected(tmp_path, loopback):
        await start_with_four(people)
        await people[1].slash("tractor end")
        await until(people[2], people[2].board, lambda s: CLOSE in s.buttons)
    async with connected(tmp_path, loopback) as running:
        await press_vote(people[2])
        await press_vote(people[3])
        assert (await running.registry.get_table(TableId(1))).facts.status is TableStatus.OVER


@pytest.mark.long
async def test_no_vote_where_only_managers_end_tables(running, people):
    board = await start_with_four(people)
    guild = running.client.guilds[0].id
    guilds = running.outbox._services.guild_settings
    await guilds.save_settings(guild, replace(await guilds.load_settings(guild), may_end=EndPermission.MANAGERS))
    assert "manage" in (await people[1].slash("tractor end")).text
    shown = await people[1].click(board, open_votes_id(board))
    (list_,) = [i for i in shown.selects if i.startswith("vote:")]
    shown = await people[1].select(shown, list_, [encode_proposal(Proposal(ProposalKind.CLOSE))])
    assert "manage" in shown.text
    assert not (await running.registry.get_table(TableId(1))).facts.proposals


@pytest.mark.long
async def test_panel_shows_who_declared(tmp_path, loopback, people):
    slowly = replace(QUICK, batches=6, batch_interval=3.0)  # the drawing goes on for a while after a declaration
    async with connected(tmp_path, loopback, timing=slowly) as running:
        await start_with_four(people)
        table = await running.registry.get_table(TableId(1))

        async def declared():
            for player in people:
                panel = await player.panel()
                for id_ in panel.ids(ControlVerb.DECLARE) if panel is not None else ():
                    with suppress(ClientError):  # the panel changed since it was read
                        await player.click(panel, id_)
                    if table.spectator_view().declarations:  # an empty list means that the press came too late
                        return player
            return None

        who = await until(people[0], declared, bool)
        other = people[1] if who is people[0] else people[0]
        await until(other, other.panel, lambda s: f"Declared by {who.name.title()}" in s.text)


@pytest.mark.long
async def test_result_shows_next_deal_and_missing_players(running, people):
    await sit_down(people[0], people[1:], preset="forty-points")
    await play_deal(people)
    ann, bob = people[:2]
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert "<t:" in board.text
    assert "/verify" in board.text
    await ann.click(board, board.ids(ControlVerb.NEXT_DEAL)[0])
    board = await until(bob, bob.board, lambda s: "Waiting for" in s.text)
    assert "Bob" in board.text.split("Waiting for")[1]
    shown = await bob.click(board, open_votes_id(board))
    (list_,) = [i for i in shown.selects if i.startswith("vote:")]
    now = encode_proposal(Proposal(ProposalKind.NEXT_DEAL))
    await bob.select(shown, list_, [now])
    table = await running.registry.get_table(TableId(1))
    await press_vote(ann, str(CastVote(TableId(1), encode_proposal(Proposal(ProposalKind.NEXT_DEAL)))))
    assert table.spectator_view().deal_number == 2


async def test_shuffle_fingerprint_is_public_before_the_cut(running, people):
    ann = people[0]
    await ann.slash("tractor new", computers=3)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    fixed = (await running.registry.get_table(TableId(1))).snapshot().commitment
    assert fixed[:16] in lobby.text
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert fixed[:16] in board.text
    assert "/verify" in board.text


@pytest.mark.long
async def test_idle_lobby_shows_closing_time(tmp_path, loopback, people):
    timing = replace(QUICK, lobby_timeout=600.0, lobby_warning=599.9)
    async with connected(tmp_path, loopback, timing=timing):
        ann = people[0]
        await ann.slash("tractor new", computers=3)
        lobby = await until(ann, ann.board, lambda s: "<t:" in s.text)
        assert lobby.has(ControlVerb.START)


async def test_computers_are_added_and_changed_by_level(running, people):
    ann, bob = people[:2]
    panel = await ann.slash("tractor new")
    await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    table = await running.registry.get_table(TableId(1))
    panel = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["+ casual"])
    assert table.occupants[1].level == "casual"
    panel = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["+ skilled"])
    panel = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["1 expert"])
    assert [getattr(one, "level", None) for one in table.occupants] == [None, "expert", "skilled", None]
    lobby = await until(ann, ann.board, lambda s: "skilled" in s.alts[0])
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[-1])
    theirs = await until(bob, bob.panel, lambda s: s.has(ControlVerb.CHOOSE_COMPUTER))
    assert not any(
        o["value"].startswith("+") for o in theirs.selects[theirs.ids(ControlVerb.CHOOSE_COMPUTER)[0]]["options"]
    )
    await bob.select(theirs, theirs.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["2 casual"])
    assert table.occupants[2].level == "casual"


async def test_master_and_oracle_are_chosen_in_the_lobby(running, people):
    """Only the host can seat an oracle; the table message then says that it sees all cards and nothing counts."""
    ann, bob = people[:2]
    panel = await ann.slash("tractor new", computers=2)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    table = await running.registry.get_table(TableId(1))
    panel = await ann.select(panel, panel.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["1 master"])
    assert table.occupants[1].level == "master"
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[-1])
    theirs = await until(bob, bob.panel, lambda s: s.has(ControlVerb.CHOOSE_COMPUTER))
    select = theirs.ids(ControlVerb.CHOOSE_COMPUTER)[0]
    assert not any(option["value"].endswith("oracle") for option in theirs.selects[select]["options"])
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.CHOOSE_COMPUTER))
    await ann.select(panel, panel.ids(ControlVerb.CHOOSE_COMPUTER)[0], ["2 oracle"])
    assert table.facts.has_oracle
    shown = await until(ann, ann.board, lambda s: "count in no league" in s.text)
    assert "sees all cards" in shown.alts[0]
    assert "master" in shown.alts[0]


@pytest.mark.long
async def test_full_computer_lobby_offers_levels_in_turn(running, people):
    """A select has 25 options, too few for all levels of eleven computers. Each choice changes the levels on offer."""
    ann = people[0]
    await ann.slash("tractor new", preset="looking-for-friends", players=12, computers=11)
    panel = await open_more(ann)
    table = await running.registry.get_table(TableId(1))
    met = set()
    for _ in range(5):
        select = panel.ids(ControlVerb.CHOOSE_COMPUTER)[0]
        options = [option["value"] for option in panel.selects[select]["options"]]
        assert len(options) <= 25
        assert {value.split()[0] for value in options} == {str(seat) for seat in range(1, 12)}
        wanted = next(value for value in options if value.startswith("11 ") and value.split()[1] not in met)
        panel = await ann.select(panel, select, [wanted])
        met.add(table.occupants[11].level)
    assert met == {"casual", "skilled", "expert", "master", "oracle"}


@pytest.mark.long
async def test_invented_ids_are_refused(running, people, monkeypatch):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    made = ["vote:1:", "vote:1:close", "vote:1:close.x.", "vote:x:close..", "vote:99:close..", "council:99", "council"]
    for custom_id in made:
        monkeypatch.setattr("bot.ui.table.vote_view.OpenVotes.__str__", lambda _, made=custom_id: made)
        await ann.slash("table")
        board = await until(ann, ann.board, lambda s, made=custom_id: made in s.buttons)
        assert "Done" not in (await ann.click(board, custom_id)).text
    assert (await running.registry.get_table(TableId(1))).facts.status is TableStatus.PLAYING


@pytest.mark.parametrize(
    "matter", [Proposal(ProposalKind.CLOSE), Proposal(ProposalKind.NEWCOMER, Seat(3), UserId(2**63))]
)
def test_proposal_ids_are_parsed_back(matter):
    assert decode_proposal(encode_proposal(matter)) == matter
    assert len(str(CastVote(TableId(10**9), encode_proposal(matter)))) <= 100
