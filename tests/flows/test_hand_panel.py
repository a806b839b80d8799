"""A panel offers more than plays, such as hints, undo, lists of cards, settings and a link to its table."""

import random
from collections import Counter

import pytest
from fixed_deals import deal_hands, declare, fill_hands
from play_by_panel import SHORT_DEAL, act, patiently, sit_down, until

from bot.ids import UserId
from bot.render.values.game_pictures import HandPicture
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import encode_cards
from bot.ui.core.messages.message import Button, button_rows
from engine.deal.legal_actions import legal_plays
from engine.model.cards import Card, holds, parse_cards
from engine.model.presets import preset
from engine.model.view import Ask, PhaseName
from tests.table_control_ids import parse_table_control_id


def table_of(running):
    return next(iter(running.registry.list_live()))


async def play_until_asked(player, table, ask, rng=None, others=()):
    """Let everybody play until the player is asked for the action `ask`; return the panel that asks for it."""
    seat, rng = table.seat_of(player.id), rng or random.Random(5)
    for _ in patiently():
        for other in others:
            theirs = await other.panel()
            if theirs is not None and table.view(table.seat_of(other.id)).ask is not Ask.NOTHING:
                await act(other, theirs, rng)
        panel = await player.panel()
        if table.view(seat).ask is ask and panel is not None and asks_now(panel, WAYS[ask], table, seat):
            return panel
        if table.spectator_view().phase is PhaseName.FINISHED:
            ended = await until(player, player.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
            await player.click(ended, ended.ids(ControlVerb.NEXT_DEAL)[0])
        elif panel is None or not panel.verbs - {ControlVerb.NEXT_DEAL} or table.view(seat).ask is Ask.NOTHING:
            await player.pause()
        else:
            await act(player, panel, rng)
    raise AssertionError(f"never asked: {ask}")


def asks_now(panel, verb, table, seat):
    """Return whether a panel's controls of this verb belong to the seat's present task."""
    return any(parse_table_control_id(i).task == table.task(seat) for i in panel.ids(verb))


WAYS = {Ask.LEAD: ControlVerb.PICK, Ask.FOLLOW: ControlVerb.SHOW_HINT}


@pytest.fixture
async def ann(running, people):
    await sit_down(people[0], preset="forty-points", computers=3)  # in short deals she might never lead
    return people[0]


async def test_list_picks_and_green_button_plays(running, ann):
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    seat, before = table.seat_of(ann.id), table.view(table.seat_of(ann.id)).hand
    custom_id = panel.ids(ControlVerb.PICK)[-1]
    value = panel.selects[custom_id]["options"][0]["value"]
    picked = await ann.select(panel, custom_id, [value])
    assert table.view(seat).hand == before
    (play,) = picked.ids(ControlVerb.PLAY)
    assert list(map(str, parse_table_control_id(play).cards)) == [value.partition("#")[0]]
    await ann.click(picked, play)
    assert len(before) - len(table.view(seat).hand) == 1


async def play_from_list(ann, table):
    """Pick one card in a list and play it; return the panel after it."""
    panel = await play_until_asked(ann, table, Ask.LEAD)
    custom_id = panel.ids(ControlVerb.PICK)[-1]
    picked = await ann.select(panel, custom_id, [panel.selects[custom_id]["options"][0]["value"]])
    return await ann.click(picked, picked.ids(ControlVerb.PLAY)[0])


@pytest.mark.long
async def test_confirmation_is_offered_once(running, ann, monkeypatch):
    """After a user's first play from a select, the panel offers to confirm all plays. After the second it does not."""
    monkeypatch.setattr("play_by_panel.LISTS_USED", 0)
    table = table_of(running)
    await play_from_list(ann, table)
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.CONFIRM_ALWAYS))
    (always,) = panel.ids(ControlVerb.CONFIRM_ALWAYS)
    user = UserId(ann.id)
    saved = await running.database.store.settings.load_preferences(user)
    assert (saved["confirm_offered"], saved["confirm"]) == (True, False)
    await play_from_list(ann, table)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    assert not panel.ids(ControlVerb.CONFIRM_ALWAYS)
    told = await ann.click(await bend(ann, panel, always), always)
    assert "second press" in told.text
    assert (await running.database.store.settings.load_preferences(user))["confirm"]
    panel = await play_until_asked(ann, table, Ask.LEAD)
    held = await ann.click(panel, panel.ids(ControlVerb.PLAY)[0])
    assert held.ids(ControlVerb.CONFIRM_PLAY)


async def bend(ann, panel, custom_id):
    """Open the panel with only this button, as a stand-in for an older panel that still has it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bot.ui.hand.view.question_controls", lambda _: button_rows((Button(custom_id, "?"),)))
        return await ann.slash("hand")


@pytest.mark.long
async def test_confirmation_setting_asks_before_play(running, ann):
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    await ann.click(await ann.slash("settings"), "set:confirm:1")
    hand = table.view(seat).hand
    play = panel.ids(ControlVerb.PLAY)[0]
    held = await ann.click(panel, play)
    assert table.view(seat).hand == hand
    (sure,) = held.ids(ControlVerb.CONFIRM_PLAY)
    assert Counter(parse_table_control_id(sure).cards) == Counter(parse_table_control_id(play).cards)
    cleared = await ann.click(held, held.ids(ControlVerb.CLEAR)[0])
    assert not cleared.ids(ControlVerb.CONFIRM_PLAY)
    again = await ann.click(cleared, play)
    await ann.click(again, again.ids(ControlVerb.CONFIRM_PLAY)[0])
    assert len(table.view(seat).hand) == len(hand) - len(parse_table_control_id(play).cards)


GREEN = 3
"""Discord's style of a green button."""


async def test_hint_rings_cards_and_plays_nothing(running, ann, monkeypatch):
    shown = []

    def noted(*given, **named):
        picture = HandPicture(*given, **named)
        shown.extend([picture] if picture.hinted else [])
        return picture

    monkeypatch.setattr("bot.ui.hand.hand_cards.HandPicture", noted)
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    hand = table.view(seat).hand
    hinted = await ann.click(panel, panel.ids(ControlVerb.SHOW_HINT)[0])
    lines = hinted.text.splitlines()
    told = next(at for at, line in enumerate(lines) if line.startswith("Hint: "))
    assert all(line.startswith("-# ") for line in lines[told + 1 :]), "below the hand, by the buttons"
    assert shown[-1].hinted
    assert holds(hand, shown[-1].hinted)
    green = next(p for p in hinted.parts if p.get("style") == GREEN)
    assert Counter(parse_table_control_id(green["custom_id"]).cards) == Counter(shown[-1].hinted), "ringed"
    assert hinted.id == panel.id
    assert table.view(seat).hand == hand


def list_declarations(panel):
    """Return the choices of a panel's list of declarations, if it has one."""
    return [one for id_ in panel.ids(ControlVerb.PICK_DECLARATION) for one in panel.selects[id_]["options"]]


async def test_one_of_many_declarations_is_picked_and_made(running, people):
    """Ann can make eight declarations. She picks one in a list, and the panel's only button for declaring makes it."""
    ann = people[0]
    with deal_hands(*fill_hands(preset("standard"), "S2 S2 H2 H2 C2 C2 D2 D2")):
        await sit_down(ann, computers=3)
    table = table_of(running)
    panel = await until(ann, ann.panel, lambda s: len(list_declarations(s)) == 8)  # all cards are drawn
    (list_,) = panel.ids(ControlVerb.PICK_DECLARATION)
    assert len(panel.ids(ControlVerb.DECLARE)) == 1
    option = next(o for o in panel.selects[list_]["options"] if o["value"] == encode_cards(parse_cards("C2")))
    picked = await ann.select(panel, list_, [option["value"]])
    assert not table.spectator_view().declarations
    (declare_it,) = picked.ids(ControlVerb.DECLARE)
    assert parse_table_control_id(declare_it).cards == parse_cards("C2")
    await ann.click(picked, declare_it)
    assert table.spectator_view().declarations[-1].cards == parse_cards("C2")


@pytest.mark.long
async def test_play_can_be_taken_back_until_the_next_play(running, people):
    """If the rules allow takebacks, the panel offers one until another player has played."""
    ann, *others = people[:4]
    await sit_down(ann, others, changes="play_takeback=yes")
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.LEAD, others=others)
    hand = table.view(table.seat_of(ann.id)).hand
    await ann.click(panel, panel.ids(ControlVerb.PLAY)[0])
    played = await until(ann, ann.panel, lambda s: s.has(ControlVerb.TAKE_BACK))
    await ann.click(played, played.ids(ControlVerb.TAKE_BACK)[0])
    assert sorted(table.view(table.seat_of(ann.id)).hand) == sorted(hand)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    await ann.click(panel, panel.ids(ControlVerb.PLAY)[0])
    await until(ann, ann.panel, lambda s: s.has(ControlVerb.TAKE_BACK))
    # other panels may still ask for a card to follow the play that was taken back, so wait until they are up to date
    await running.outbox.idle()
    (after,) = [p for p in others if table.view(table.seat_of(p.id)).ask is Ask.FOLLOW]
    await act(after, await until(after, after.panel, lambda s: s.has(ControlVerb.PLAY)), random.Random(1))
    await until(ann, ann.panel, lambda s: not s.has(ControlVerb.TAKE_BACK))


@pytest.mark.long
async def test_pick_is_undone_while_burying(running, people):
    ann = people[0]
    with deal_hands(*fill_hands(preset("standard"), "BJ BJ")):
        await sit_down(ann, computers=3)
    table = table_of(running)
    panel = await declare(ann, "BJ BJ")
    suggested = await ann.click(panel, panel.ids(ControlVerb.SUGGEST_BURY)[0])
    (bury,) = suggested.ids(ControlVerb.BURY)
    back = await ann.click(suggested, suggested.ids(ControlVerb.UNPICK_LAST)[0])
    assert not back.ids(ControlVerb.BURY)
    size = table.view(table.seat_of(ann.id)).kitty_size
    assert any(f"{size - 1} of {size}" in p.get("label", "") for p in back.parts)
    again = await ann.click(back, back.ids(ControlVerb.SUGGEST_BURY)[0])
    await ann.click(again, again.ids(ControlVerb.BURY)[0])
    assert parse_table_control_id(bury).verb is ControlVerb.BURY
    assert table.view(table.seat_of(ann.id)).ask is not Ask.BURY


async def test_refusal_links_to_its_rule(running, ann, monkeypatch):
    """A card that a rule forbids is refused with a link to the rule. A card not held is refused without a link."""
    table = table_of(running)
    for _ in range(60):
        panel = await play_until_asked(ann, table, Ask.FOLLOW)
        view = table.view(table.seat_of(ann.id))
        legal = {card for cards in legal_plays(view) for card in cards}
        other = next((card for card in view.hand if card not in legal), None)
        size = len(view.trick.plays[0].cards)
        if other is not None and size == 1:
            break
        await act(ann, panel, random.Random(5))
    monkeypatch.setattr(
        "bot.ui.hand.view.question_controls",
        lambda asked: button_rows(
            tuple(asked.cards_button(ControlVerb.PLAY, (card,), "?") for card in (other, unheld(view)))
        ),
    )
    bent = await ann.slash("hand")
    missing = await ann.click(bent, bent.ids(ControlVerb.PLAY)[1])
    assert "Not in your hand" in missing.text
    assert not missing.has(ControlVerb.EXPLAIN)
    refused = await ann.click(missing, missing.ids(ControlVerb.PLAY)[0])
    assert "must play" in refused.text
    explained = await ann.click(refused, refused.ids(ControlVerb.EXPLAIN)[0])
    assert explained.id == refused.id, "in the panel itself"
    assert "Play as many cards as were led" in explained.text
    assert "must play" not in explained.text
    assert not explained.has(ControlVerb.EXPLAIN)
    read = next(i for i in explained.buttons if i.startswith("rules:t1:why"))
    chapter = await ann.click(explained, read)
    assert chapter.id != refused.id
    assert "table 1" in chapter.text
    assert read not in (await ann.slash("hand")).buttons


@pytest.mark.long
async def test_lead_pick_excludes_other_suits(running, people):
    """Once a card is picked for a lead, no other suit is offered until the pick is cleared."""
    ann = people[0]
    await sit_down(ann, computers=3)
    table = table_of(running)
    seat = table.seat_of(ann.id)
    panel = await play_until_asked(ann, table, Ask.LEAD)
    view = table.view(seat)
    suit_of = view.trump.effective_suit
    suits = list(dict.fromkeys(suit_of(card).value for card in view.trump.sort_for_display(view.hand)))
    assert len(suits) > 2, "this seed deals three suits or more"
    (which,) = panel.ids(ControlVerb.PICK_SUIT)
    shown = await ann.select(panel, which, [suits[-1]])
    (cards,) = shown.ids(ControlVerb.PICK)
    card = next(card for card in view.hand if suit_of(card).value == suits[-1])
    picked = await ann.select(shown, cards, [f"{card}#1"])
    assert not picked.has(ControlVerb.PICK_SUIT)
    assert len(picked.ids(ControlVerb.PICK)) == 1
    assert parse_table_control_id(picked.ids(ControlVerb.PLAY)[0]).cards == (card,)
    cleared = await ann.click(picked, picked.ids(ControlVerb.CLEAR)[0])
    assert cleared.has(ControlVerb.PICK_SUIT)
    assert table.view(seat).hand == view.hand


def unheld(view):
    return next(card for card in map(Card, range(54)) if card not in view.hand)


@pytest.mark.long
async def test_refusal_comes_first_if_cards_are_text(running, ann):
    await play_until_asked(ann, table_of(running), Ask.FOLLOW)
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    view = table_of(running).view(table_of(running).seat_of(ann.id))
    refused = await ann.slash("play", cards=" ".join([str(unheld(view))] * len(view.trick.plays[0].cards)))
    assert "Not in your hand" in refused.text.splitlines()[0]


@pytest.mark.long
async def test_settings_change_the_panel_at_once(running, ann):
    await until(ann, ann.panel, lambda s: bool(s.verbs) and bool(s.alts))
    await running.outbox.idle()
    panel = await ann.panel()
    await ann.click(await ann.slash("settings"), "set:text_hand:1")
    changed = await until(ann, ann.panel, lambda s: not s.alts)
    assert changed.id == panel.id
    shown = await ann.slash("settings")
    await ann.select(shown, "set:language", ["zh-CN"])
    await until(ann, ann.panel, lambda s: any("一" <= sign <= "龥" for sign in s.text))


@pytest.mark.long
async def test_panel_links_table_for_player_at_two_tables(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    panel = await until(ann, ann.panel, lambda s: bool(s.verbs))
    assert not panel.links
    await ann.slash("tractor new", computers=1)
    shown = await ann.slash("hand")
    assert len(shown.links) == 1
    assert "Go to table 1" in str(shown.parts)
