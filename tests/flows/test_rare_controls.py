"""Rare controls are tested in deals made for them, where they are pressed once, twice, by others, and after a restart."""

from contextlib import suppress

import pytest
from bot_harness import connected
from fixed_deals import CLAIMED, SETTLED, TRIPLES, FixedDeal, deal_hands, declare_and_lead, fill_hands
from play_by_panel import bury, sit_down, until

from bot.ids import TableId
from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards
from engine.model.cards import Suit, parse_cards
from engine.model.presets import preset
from engine.model.view import PhaseName
from tests.table_control_ids import parse_table_control_id


async def table_of(running):
    return await running.registry.get_table(TableId(1))


def list_of(panel, cards):
    """Return the id of the select that has these cards, and their values in it."""
    values = [f"{card}#{cards[:n].count(card) + 1}" for n, card in enumerate(cards)]
    listed = {i: {o["value"] for o in panel.selects[i]["options"]} for i in panel.ids(ControlVerb.PICK)}
    return next(i for i, there in listed.items() if set(values) <= there), values


async def pick_cards(ann, panel, text):
    """Pick cards of one list."""
    list_, values = list_of(panel, list(map(str, parse_cards(text))))
    return await ann.select(panel, list_, values)


async def first_play(ann, running):
    """Wait until the first cards of the deal have been played, and return this play."""
    table = await table_of(running)

    async def look():
        view = table.spectator_view()
        return next(iter([*(t.plays[0] for t in view.tricks[:1]), *view.trick.plays[:1]]), None)

    return await until(ann, look, bool)


@pytest.mark.long
@pytest.mark.parametrize(("way", "sizes"), [("0", [1, 4]), ("1", [2, 3])])
async def test_ambiguous_lead_offers_its_groupings(tmp_path, loopback, people, way, sizes):
    """A lead of two jacks and three queens is a tractor and a queen, or a pair and a triple. Ann may choose once."""
    ann = people[0]
    with deal_hands(*TRIPLES.hands):
        async with connected(tmp_path, loopback):
            await sit_down(ann, preset="standard", computers=3, changes=TRIPLES.changes)
            panel = await declare_and_lead(ann, "S10 S10", TRIPLES.kitty)
            assert not panel.has(ControlVerb.CHOOSE_GROUPING)
            panel = await pick_cards(ann, panel, "HJ HJ HQ HQ HQ")
            (list_,) = panel.ids(ControlVerb.CHOOSE_GROUPING)
            assert len(panel.selects[list_]["options"]) == 2
        async with connected(tmp_path, loopback) as running:
            await ann.select(panel, list_, [way])
            lead = await first_play(ann, running)
            assert sorted(lead.cards) == sorted(parse_cards("HJ HJ HQ HQ HQ"))
            assert sorted(map(len, lead.units)) == sizes
            with pytest.raises(ClientError):  # this list belongs to a question that has been answered
                await ann.select(await ann.panel(), list_, [way])
            assert (await first_play(ann, running)) == lead


@pytest.mark.long
async def test_picked_card_offers_another_copy(tmp_path, loopback, people):
    """Ann picks an ace and one of three queens. Once she has picked all queens, the buttons offer only another ace."""
    ann = people[0]
    with deal_hands(*TRIPLES.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, preset="standard", computers=3, changes=TRIPLES.changes)
            panel = await pick_cards(ann, await declare_and_lead(ann, "S10 S10", TRIPLES.kitty), "HA HQ")
            for _ in range(2):
                more = {parse_table_control_id(i).cards: i for i in panel.ids(ControlVerb.PICK_ONE_MORE)}
                assert set(more) == {parse_cards("HA"), parse_cards("HQ")}
                panel = await ann.click(panel, more[parse_cards("HQ")])
            assert {parse_table_control_id(i).cards for i in panel.ids(ControlVerb.PICK_ONE_MORE)} == {
                parse_cards("HA")
            }
            (play,) = [i for i in panel.ids(ControlVerb.PLAY) if len(parse_table_control_id(i).cards) == 4]
            await ann.click(panel, play)
            assert sorted((await first_play(ann, running)).cards) == sorted(parse_cards("HA HQ HQ HQ"))


@pytest.mark.long
async def test_declarer_ends_a_settled_deal(tmp_path, loopback, people):
    ann, bob = people[:2]
    with deal_hands(*SETTLED.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), preset="standard", computers=2, changes=SETTLED.changes)
            table = await table_of(running)
            panel = await declare_and_lead(ann, "SJ SJ", SETTLED.kitty, (bob,))
            assert not panel.has(ControlVerb.END_DEAL)
            picked = await pick_cards(ann, panel, "HA HA HK HK")
            await ann.click(picked, picked.ids(ControlVerb.PLAY)[0])
            panel = await follow_once(ann, bob)
            (end,) = panel.ids(ControlVerb.END_DEAL)
            assert not (await bob.panel()).has(ControlVerb.END_DEAL)
            with pytest.raises(ClientError):
                await bob.click(panel, end)  # the button belongs to another player
            assert table.spectator_view().phase is PhaseName.PLAYING
            await ann.click(panel, end)
            shown = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
            assert not shown.has(ControlVerb.END_DEAL)
            result = table.spectator_view().result
            assert (result.declarers_hold, result.opponents_points, result.last_trick) == (True, 0, 0)
            with pytest.raises(ClientError):  # the button has gone
                await ann.click(shown, end)
            assert table.spectator_view().deal_number == 1


async def follow_once(ann, bob):
    """Let Bob follow once, and return Ann's panel when she leads again."""
    await until(bob, bob.panel, lambda s: "no hearts" in s.text)
    await bob.slash("play", cards=(await bob.autocomplete("play", "cards", ""))[0])
    return await until(ann, ann.panel, lambda s: s.has(ControlVerb.PICK))


@pytest.mark.long
async def test_redeal_is_claimed_by_entitled_hand(tmp_path, loopback, people):
    """A player has the button for a new deal only if their hand permits it. One press deals all cards again."""
    ann, bob = people[:2]
    with deal_hands(*CLAIMED.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), preset="online", computers=2, changes=CLAIMED.changes)
            table = await table_of(running)
            panel = await play_until_claims(ann, bob, table)
            theirs = await until(bob, bob.panel, lambda s: "new deal" in s.text)
            (claim,) = panel.ids(ControlVerb.CLAIM_REDEAL)
            assert not theirs.verbs & {ControlVerb.CLAIM_REDEAL, ControlVerb.PASS}
            assert "new deal" in panel.text
            pack = table.deals[-1].number
            await until(ann, lambda: claim_redeal(ann, table, pack), bool)
            shown = await until(ann, ann.panel, lambda s: bool(s.alts) and not s.has(ControlVerb.CLAIM_REDEAL))
            assert table.deals[-1].number == pack + 1
            view = table.spectator_view()
            assert (view.phase, view.deal_number, view.declarer) == (PhaseName.DECLARING, 1, None)
            with pytest.raises(ClientError):
                await ann.click(shown, claim)


async def claim_redeal(ann, table, pack):
    """Claim a redeal; return whether the cards have been dealt again."""
    panel = await ann.panel()
    if table.deals[-1].number == pack and panel.has(ControlVerb.CLAIM_REDEAL):
        with suppress(ClientError):  # the panel may change in between
            await ann.click(panel, panel.ids(ControlVerb.CLAIM_REDEAL)[0])
    return table.deals[-1].number != pack


async def play_until_claims(ann, bob, table):
    """Let Ann and Bob pass until Ann can claim a new deal; return Ann's panel."""

    async def look():
        for player in (ann, bob):
            panel = await player.panel()
            if table.spectator_view().phase is PhaseName.DECLARING and panel.has(ControlVerb.PASS):
                with suppress(ClientError):
                    await player.click(panel, panel.ids(ControlVerb.PASS)[0])
        return await ann.panel()

    return await until(ann, look, lambda s: s.has(ControlVerb.CLAIM_REDEAL))


@pytest.mark.long
async def test_hidden_ten_holder_alone_learns_side(tmp_path, loopback, people):
    """Bob overrules Ann and calls the ten of spades. Only Ann, who holds the other, learns that they are partners."""
    ann, bob = people[:2]
    rules = preset("hidden-ten")
    with deal_hands(*fill_hands(rules, "LJ H10 S10", "C5", "C6", "BJ S10")):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob,), friendly=True, preset="hidden-ten", computers=2)
            table = await table_of(running)
            called = await declare_when_offered(ann, "LJ H10", table)
            assert "ten" in called.text
            panel = await until(
                bob, bob.panel, lambda s: "big joker and a ten" in s.text and s.has(ControlVerb.DECLARE)
            )
            assert panel.buttons[panel.ids(ControlVerb.DECLARE)[0]].startswith("Call ")
            await declare_when_offered(bob, "BJ S10", table)
            await until(bob, bob.panel, lambda s: s.has(ControlVerb.SUGGEST_BURY))  # nobody else can overrule
            await bury(bob, await bob.panel(), None)
            theirs = await until(
                bob, bob.panel, lambda s: s.has(ControlVerb.PICK) and not s.has(ControlVerb.SUGGEST_BURY)
            )
            assert (table.spectator_view().declarer, table.spectator_view().trump.suit) == (
                table.seat_of(bob.id),
                Suit.SPADES,
            )
            mine = await ann.panel() if "called 10 of spades" in (await ann.panel()).text else await ann.slash("hand")
            told = "You have the called 10 of spades: you are on the declarers' side."
            assert told in mine.text
            assert told in mine.alts[0]
            others = [theirs, await bob.slash("hand"), await ann.board()]
            assert not any("called 10 of spades" in text for s in others for text in (s.text, *s.alts))


async def declare_when_offered(player, cards, table):
    """Declare these cards as soon as the player's panel offers them; return that panel."""
    wanted = sorted(parse_cards(cards))

    def offered(panel):
        return [
            i
            for i in panel.ids(ControlVerb.DECLARE)
            if sorted(decode_cards(parse_table_control_id(i).argument)) == wanted
        ]

    async def look():
        panel = await player.panel()
        if panel is not None and offered(panel):
            with suppress(ClientError):
                await player.click(panel, offered(panel)[0])
                made = table.spectator_view().declarations
                # None means that more cards came before the press, so read the panel again
                return panel if made and sorted(made[-1].cards) == wanted else None
        return None

    return await until(player, look, bool)


BEATEN = FixedDeal(
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
"""A throw of the first hand's hearts fails against the second hand's aces."""


@pytest.mark.long
async def test_failed_throw_must_be_beaten(tmp_path, loopback, people):
    """After a failed throw, the first player who can beat the remaining card must do so. Bob may play only an ace."""
    ann, bob, *others = people
    with deal_hands(*BEATEN.hands):
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, (bob, *others), preset=BEATEN.preset, changes=BEATEN.changes)
            table = await table_of(running)
            await declare_and_lead(ann, "SJ SJ", BEATEN.kitty, (bob, *others))
            for _ in range(2):  # the first attempt gets only a warning
                await ann.slash("play", cards="HK HQ")
            assert (await first_play(ann, running)).cards == parse_cards("HQ")
            panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.PLAY))
            assert "all that is left of the throw, so you must" in panel.text
            assert {parse_table_control_id(i).cards for i in panel.ids(ControlVerb.PLAY)} == {parse_cards("HA")}
            before = table.revision
            refused = await bob.slash("play", cards="HQ")
            assert "the first player who can beat" in refused.text
            assert table.revision == before
            await bob.click(panel, panel.ids(ControlVerb.PLAY)[0])
            assert table.spectator_view().trick.plays[1].cards == parse_cards("HA")
            free = await until(others[0], others[0].panel, lambda s: s.has(ControlVerb.PLAY))
            assert "so you must" not in free.text
