"""Controls that few deals offer, each in a deal made for it: pressed, pressed twice, by the wrong person, after a restart."""

from contextlib import suppress

import pytest
from dealing import CLAIMED, SETTLED, TRIPLES, Made, dealt, hands_with, leading
from hosting import connected
from playing import bury, sit_down, until

from bot.loopback.interactions.client import ClientError
from bot.play.occupants import TableId
from bot.ui.ids import Verb, parse, read_cards
from engine.cards import Suit, parse_cards
from engine.presets import preset
from engine.view import PhaseName


async def table_of(running):
    return await running.registry.table(TableId(1))


def list_of(panel, cards):
    """The list that has these cards, and their values in it."""
    values = [f"{card}#{cards[:n].count(card) + 1}" for n, card in enumerate(cards)]
    listed = {i: {o["value"] for o in panel.selects[i]["options"]} for i in panel.ids(Verb.PICK)}
    return next(i for i, there in listed.items() if set(values) <= there), values


async def picked(ann, panel, text):
    """Pick cards of one list."""
    list_, values = list_of(panel, list(map(str, parse_cards(text))))
    return await ann.select(panel, list_, values)


async def first_lead(ann, running):
    """The first play of the deal, once it is made."""
    table = await table_of(running)

    async def look():
        view = table.watch()
        return next(iter([*(t.plays[0] for t in view.tricks[:1]), *view.trick.plays[:1]]), None)

    return await until(ann, look, bool)


@pytest.mark.parametrize(("way", "sizes"), [pytest.param("0", [1, 4], marks=pytest.mark.long), ("1", [2, 3])])
async def test_what_a_lead_counts_as_is_chosen_from_a_list(tmp_path, loopback, people, way, sizes):
    """Two jacks and three queens: a tractor and a queen, or a pair and a triple. The list works after a restart, once."""
    ann = people[0]
    with dealt(*TRIPLES.hands):
        async with connected(tmp_path, loopback):
            await sit_down(ann, preset="club", computers=3, changes=TRIPLES.changes)
            panel = await leading(ann, "S10 S10", TRIPLES.kitty)
            assert not panel.has(Verb.GROUP)
            panel = await picked(ann, panel, "HJ HJ HQ HQ HQ")
            (list_,) = panel.ids(Verb.GROUP)
            assert len(panel.selects[list_]["options"]) == 2
        async with connected(tmp_path, loopback) as running:
            await ann.select(panel, list_, [way])
            lead = await first_lead(ann, running)
            assert sorted(lead.cards) == sorted(parse_cards("HJ HJ HQ HQ HQ"))
            assert sorted(map(len, lead.units)) == sizes
            with pytest.raises(ClientError):  # the list is gone with the task
                await ann.select(await ann.panel(), list_, [way])
            assert (await first_lead(ann, running)) == lead


async def test_one_more_of_a_card_that_is_picked_has_a_button(tmp_path, loopback, people):
    """An ace and a queen are picked: each has more in the hand. Two more queens, and no button offers a fourth."""
    ann = people[0]
    with dealt(*TRIPLES.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, preset="club", computers=3, changes=TRIPLES.changes)
            panel = await picked(ann, await leading(ann, "S10 S10", TRIPLES.kitty), "HA HQ")
            for _ in range(2):
                more = {parse(i).cards: i for i in panel.ids(Verb.MORE)}
                assert set(more) == {parse_cards("HA"), parse_cards("HQ")}
                panel = await ann.click(panel, more[parse_cards("HQ")])
            assert {parse(i).cards for i in panel.ids(Verb.MORE)} == {parse_cards("HA")}
            (play,) = [i for i in panel.ids(Verb.PLAY) if len(parse(i).cards) == 4]
            await ann.click(panel, play)
            assert sorted((await first_lead(ann, running)).cards) == sorted(parse_cards("HA HQ HQ HQ"))


@pytest.mark.long
async def test_a_deal_whose_result_is_settled_is_ended_by_its_declarer(tmp_path, loopback, people):
    ann, bob = people[:2]
    with dealt(*SETTLED.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), preset="club", computers=2, changes=SETTLED.changes)
            table = await table_of(running)
            panel = await leading(ann, "SJ SJ", SETTLED.kitty, (bob,))
            assert not panel.has(Verb.END_DEAL)
            await picked(ann, panel, "HA HA HK HK")
            panel = await follows(ann, bob)
            (end,) = panel.ids(Verb.END_DEAL)
            assert not (await bob.panel()).has(Verb.END_DEAL)
            with pytest.raises(ClientError):
                await bob.click(panel, end)  # it is not his to press
            assert table.watch().phase is PhaseName.PLAYING
            await ann.click(panel, end)
            shown = await until(ann, ann.panel, lambda s: s.has(Verb.NEXT))
            assert not shown.has(Verb.END_DEAL)
            result = table.watch().result
            assert (result.declarers_hold, result.opponents_points, result.last_trick) == (True, 0, 0)
            with pytest.raises(ClientError):  # the button has gone
                await ann.click(shown, end)
            assert table.watch().deal_number == 1


async def follows(ann, bob):
    """Let Bob follow once, and return Ann's panel when she leads again."""
    await until(bob, bob.panel, lambda s: "no hearts" in s.text)
    await bob.slash("play", cards=(await bob.autocomplete("play", "cards", ""))[0])
    return await until(ann, ann.panel, lambda s: s.has(Verb.PICK))


@pytest.mark.long
async def test_a_new_deal_is_asked_for_by_who_has_the_right_to_it(tmp_path, loopback, people):
    """Only whose hand allows it has the button; it is pressed once, and all are dealt anew."""
    ann, bob = people[:2]
    with dealt(*CLAIMED.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), preset="online", computers=2, changes=CLAIMED.changes)
            table = await table_of(running)
            panel = await claiming(ann, bob, table)
            theirs = await until(bob, bob.panel, lambda s: s.has(Verb.PASS) and "new deal" in s.text)
            (claim,) = panel.ids(Verb.CLAIM)
            assert not theirs.has(Verb.CLAIM)
            assert "new deal" in panel.text
            pack = table.deals[-1].number
            await until(ann, lambda: claims(ann, table, pack), bool)
            shown = await until(ann, ann.panel, lambda s: s.has(Verb.PASS) and not s.has(Verb.CLAIM))
            assert table.deals[-1].number == pack + 1
            view = table.watch()
            assert (view.phase, view.deal_number, view.declarer) == (PhaseName.DECLARING, 1, None)
            with pytest.raises(ClientError):
                await ann.click(shown, claim)


async def claims(ann, table, pack):
    """Ask for a new deal; whether another pack is on the table."""
    panel = await ann.panel()
    if table.deals[-1].number == pack and panel.has(Verb.CLAIM):
        with suppress(ClientError):  # others keep their cards meanwhile
            await ann.click(panel, panel.ids(Verb.CLAIM)[0])
    return table.deals[-1].number != pack


async def claiming(ann, bob, table):
    """Let nobody but the computers declare, until all are asked whether they want a new deal."""

    async def look():
        for player in (ann, bob):
            panel = await player.panel()
            if table.watch().phase is PhaseName.DECLARING and panel.has(Verb.PASS):
                with suppress(ClientError):
                    await player.click(panel, panel.ids(Verb.PASS)[0])
        return await ann.panel()

    return await until(ann, look, lambda s: s.has(Verb.CLAIM))


@pytest.mark.long
async def test_a_call_is_countered_and_the_holder_of_the_called_ten_alone_is_told_so(tmp_path, loopback, people):
    """Bob's big joker and ten of spades overrule Ann's call; she holds the other ten of spades, and is on his side."""
    ann, bob = people[:2]
    rules = preset("hidden-ten")
    with dealt(*hands_with(rules, "LJ H10 S10", "C5", "C6", "BJ S10")):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), preset="hidden-ten", computers=2)
            table = await table_of(running)
            called = await calls(ann, "LJ H10")
            assert "ten" in called.text
            panel = await until(bob, bob.panel, lambda s: "big joker and a ten" in s.text)
            assert panel.buttons[panel.ids(Verb.DECLARE)[0]].startswith("Call 10 of ")
            await calls(bob, "BJ S10")
            await until(ann, ann.panel, lambda s: "nobody can overrule it.\nCalled by Bob." in s.text)
            await until(bob, lambda: passes(ann, bob), lambda s: s.has(Verb.SUGGEST))
            await bury(bob, await bob.panel(), None)
            theirs = await until(bob, bob.panel, lambda s: s.has(Verb.PICK) and not s.has(Verb.SUGGEST))
            assert (table.watch().declarer, table.watch().trump.suit) == (table.seat_of(bob.id), Suit.SPADES)
            mine = await ann.panel() if "which was called" in (await ann.panel()).text else await ann.slash("hand")
            told = "You hold a 10 of spades, which was called: you are on the declarers' side."
            assert told in mine.text
            assert told in mine.alts[0]
            others = [theirs, await bob.slash("hand"), await ann.board()]
            assert not any("which was called" in text for s in others for text in (s.text, *s.alts))


async def passes(player, other):
    """Let a person pass if he is asked; return what the other sees."""
    panel = await player.panel()
    if panel.has(Verb.PASS):
        with suppress(ClientError):
            await player.click(panel, panel.ids(Verb.PASS)[0])
    return await other.panel()


async def calls(player, cards):
    """Declare these cards as soon as the player's panel offers them; return the panel that did."""
    wanted = sorted(parse_cards(cards))

    def offered(panel):
        return [i for i in panel.ids(Verb.DECLARE) if sorted(read_cards(parse(i).argument)) == wanted]

    async def look():
        panel = await player.panel()
        if panel is not None and offered(panel):
            with suppress(ClientError):
                await player.click(panel, offered(panel)[0])
                return panel
        return None

    return await until(player, look, bool)


BEATEN = Made(
    "pagat",
    "low_cut=J start_level=J kitty_size=4",
    (
        "SJ SJ HK HQ BJ BJ LJ LJ",
        "HA HA HQ CQ CQ CK CK DQ",
        "HK CA CA DA DA DK DK DQ",
        "HJ HJ CJ CJ DJ DJ SA SA",
        "SQ SQ SK SK",
    ),
)
"""A throw of the first's hearts fails at the second's aces."""


async def test_what_is_played_of_a_failed_throw_must_be_beaten(tmp_path, loopback, people):
    """The first who can is told so, is offered nothing else, and may not play the other queen."""
    ann, bob, *others = people
    with dealt(*BEATEN.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob, *others), preset=BEATEN.preset, changes=BEATEN.changes)
            table = await table_of(running)
            await leading(ann, "SJ SJ", BEATEN.kitty, (bob, *others))
            for _ in range(2):  # it is warned of first
                await ann.slash("play", cards="HK HQ")
            assert (await first_lead(ann, running)).cards == parse_cards("HQ")
            panel = await until(bob, bob.panel, lambda s: s.has(Verb.PLAY))
            assert "what is left of a throw, and so you must" in panel.text
            assert {parse(i).cards for i in panel.ids(Verb.PLAY)} == {parse_cards("HA")}
            before = table.revision
            refused = await bob.slash("play", cards="HQ")
            assert "You are the first who can beat" in refused.text
            assert table.revision == before
            await bob.click(panel, panel.ids(Verb.PLAY)[0])
            assert table.watch().trick.plays[1].cards == parse_cards("HA")
            free = await until(others[0], others[0].panel, lambda s: s.has(Verb.PLAY))
            assert "so you must" not in free.text
