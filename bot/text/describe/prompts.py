"""Puts into words what a player is asked, for whom a table waits, and which cards a player has not seen yet."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.text.describe.cards import format_button_cards, format_cards, format_shape, format_spoken_cards, format_suit
from bot.text.describe.seat_names import NamesBySeat, format_seat_names
from bot.text.messages import Messages
from engine.deal.burying import find_most_points
from engine.deal.legal_actions import friends_to_call
from engine.deal.seen_cards import count_still_out
from engine.model.cards import BIG_JOKER, Card, Rank, Suit
from engine.model.events import Declined
from engine.model.options import DeclareLadder, JokerDeclaration, SuitJoker
from engine.model.rules import Rules
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, View

_WAITING: Final = {
    PhaseName.DECLARING: "waiting.declare",
    PhaseName.CLAIMING: "waiting.claim",
    PhaseName.BURYING: "waiting.bury",
    PhaseName.STEALING: "waiting.steal",
    PhaseName.CALLING: "waiting.call",
    PhaseName.PICKING_UP: "waiting.pick_up",
}


def format_prompt(messages: Messages, view: View) -> str:
    """Return what the player in the view's seat is asked, or what they wait for."""
    return _ASKS[view.ask](messages, view)


def _format_no_ask(messages: Messages, view: View) -> str:
    if view.phase is PhaseName.FINISHED and view.result is not None and view.result.winners:
        return messages.say("wait.match_over")
    if view.phase is PhaseName.DECLARING and view.declarations and view.declarations[-1].seat == view.seat:
        return messages.say("wait.declared")
    if view.phase is PhaseName.DECLARING:
        return messages.say(_find_declaring_key(view))
    return messages.say(f"wait.{view.phase}")


def _find_declaring_key(view: View) -> str:
    if view.to_draw:
        return "wait.drawing"
    if view.seat is not None and not view.passed[view.seat]:
        return "wait.nothing_to_declare"
    return "wait.calling_trumps" if view.declined_by_pass is Declined.CALL else "wait.declaring"


def _format_declare_prompt(messages: Messages, view: View) -> str:
    stands = view.declarations[-1] if view.declarations else None
    if view.seat is not None and view.passed[view.seat] and (stands is None or stands.seat != view.seat):
        return messages.say("ask.passed")
    if view.to_draw and (stands is None or stands.seat != view.seat):
        return _format_drawing_prompt(messages, view)
    if view.declarations:
        return _format_overrule_prompt(messages, view)
    if view.rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return messages.say("ask.declare_ten")
    if view.trump is None or view.trump.rank is None:
        return messages.say("ask.declare")
    return _format_level_prompt(messages, view.trump.rank, view.rules)


def _format_level_prompt(messages: Messages, rank: Rank, rules: Rules) -> str:
    wanted, ending = rules.declare_min_count, _find_joker_ending(rules)
    if rules.suit_joker is not SuitJoker.NO:
        alone = "_only" if ending == "_only" else ""
        return messages.say(f"ask.declare_joker{alone}", rank=rank.text, count=wanted)
    key = ("ask.declare_level" if wanted == 1 else "ask.declare_levels") + ending
    return messages.say(key, rank=rank.text, wanted=wanted)


def _find_joker_ending(rules: Rules) -> str:
    """Return the ending of a message key. It depends on which jokers may declare besides level cards."""
    little, big = rules.joker_counts
    if rules.joker_declaration is JokerDeclaration.OFF or not (big or (little and rules.little_jokers_declare)):
        return "_only"
    return "" if rules.little_jokers_declare else "_big"


def _format_drawing_prompt(messages: Messages, view: View) -> str:
    if view.declarations:
        return messages.say("ask.drawing_overrule", cards=format_cards(messages, view.declarations[-1].cards))
    return messages.say("ask.drawing_ten" if view.declined_by_pass is Declined.CALL else "ask.drawing")


def _format_overrule_prompt(messages: Messages, view: View) -> str:
    key, own = _find_overrule_key(view), _find_own_rank(view)
    cards = format_cards(messages, view.declarations[-1].cards)
    if key == "ask.overrule" and own is not None:
        return messages.say("ask.overrule_own", cards=cards, rank=own.text)
    return messages.say(key, cards=cards)


def _find_own_rank(view: View) -> Rank | None:
    """Return the rank with which the view's seat declares; None if all seats declare with the same rank."""
    if view.declarer is not None or view.seat is None or len(set(view.levels)) == 1:
        return None
    return view.levels[view.seat].rank


def _find_overrule_key(view: View) -> str:
    if view.declarations[-1].seat == view.seat:
        return "ask.own_stands"
    if view.declined_by_pass is not Declined.CALL:
        return "ask.overrule"
    return "ask.final_ten" if BIG_JOKER in view.declarations[-1].cards else "ask.overrule_ten"


def _format_pick_up_prompt(messages: Messages, view: View) -> str:
    trick = view.trick if view.trick.plays or not view.tricks else view.tricks[-1]
    return messages.say("ask.pick_up", points=trick.points)


def _format_steal_prompt(messages: Messages, view: View) -> str:
    key = "ask.steal_declare" if view.rules.theft_moves_declarer else "ask.steal"
    if not view.declarations:
        return messages.say(f"{key}_open")
    return messages.say(key, cards=format_cards(messages, view.declarations[-1].cards))


def _format_follow_prompt(messages: Messages, view: View) -> str:
    lead = view.trick.plays[0]
    wanted, suit = len(lead.cards), get_led_suit(view)
    if suit is None:
        return messages.say("ask.follow_rainbow", shape=format_shape(messages, lead.units or (lead.cards,)))
    assert view.trump is not None
    held = sum(view.trump.effective_suit(card) is suit for card in view.hand)
    named = format_suit(messages, suit)
    if view.must_beat is not None and view.must_beat == view.seat:
        return messages.say("ask.follow_must_beat", cards=format_cards(messages, lead.cards, view.trump))
    if held == 0:
        return messages.say("ask.follow_void", suit=named, wanted=wanted)
    if held < wanted:
        return messages.say("ask.follow_short", suit=named, held=held, wanted=wanted)
    if wanted == 1:
        return messages.say("ask.follow_one", suit=named)
    return messages.say("ask.follow", suit=named, shape=format_shape(messages, lead.units or (lead.cards,)))


def _format_bury_prompt(messages: Messages, view: View) -> str:
    most = find_most_points(view.hand, view.kitty_size, view.rules)
    if most is None:
        return messages.say("ask.bury", wanted=view.kitty_size)
    return messages.say("ask.bury_capped", wanted=view.kitty_size, points=messages.say("count.points", count=most))


_ASKS: Final[Mapping[Ask, Callable[[Messages, View], str]]] = {
    Ask.NOTHING: _format_no_ask,
    Ask.DECLARE: _format_declare_prompt,
    Ask.CLAIM: lambda messages, _: messages.say("ask.claim"),
    Ask.BURY: _format_bury_prompt,
    Ask.STEAL: _format_steal_prompt,
    Ask.CALL: lambda messages, view: messages.say("ask.call", wanted=friends_to_call(view)),
    Ask.LEAD: lambda messages, _: messages.say("ask.lead"),
    Ask.FOLLOW: _format_follow_prompt,
    Ask.PICK_UP: _format_pick_up_prompt,
}


def format_pass(messages: Messages, view: View) -> str:
    """Return the label of the button for passing. In some languages, it depends on what the player declines."""
    if view.declined_by_pass is Declined.DECLARE and view.declarations:
        return messages.say("pass.own" if view.declarations[-1].seat == view.seat else "pass.overrule")
    return messages.say(f"pass.{view.declined_by_pass}")


def format_take_back(messages: Messages, view: View) -> str:
    """Return the label of the button that takes back a declaration or a play."""
    return messages.say("ask.take_back_trumps" if view.phase is PhaseName.DECLARING else "ask.take_back")


def get_led_suit(view: View) -> Suit | None:
    """Return the led suit, which is `TRUMP` for trumps; None before a lead, or if the lead has several suits."""
    if not view.trick.plays or view.trump is None:
        return None
    suits = {view.trump.effective_suit(card) for card in view.trick.plays[0].cards}
    return suits.pop() if len(suits) == 1 else None


def format_waiting(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return whom the table waits for, or how many cards are left to draw; empty if it waits for neither."""
    if view.phase is PhaseName.DECLARING and view.to_draw:
        return messages.say("waiting.dealing", left=view.to_draw)
    if view.phase in {PhaseName.READY, PhaseName.FINISHED} or not view.to_act:
        return ""
    key = _WAITING.get(view.phase, "waiting.follow" if view.trick.plays else "waiting.lead")
    return messages.say(key, names=format_seat_names(messages, names, view.to_act))


def format_still_out(messages: Messages, view: View, names: NamesBySeat = None, *, is_spoken: bool = False) -> str:
    """Return small lines on the cards that this seat has not seen yet. `is_spoken` uses words instead of signs."""
    out, order = count_still_out(view), view.card_order
    trumps = messages.say("turn.out_trumps", count=out.trumps)
    jokers = messages.say("turn.out_jokers", cards=format_cards(messages, out.jokers, order)) if out.jokers else ""
    high = " · ".join((_speak if is_spoken else format_button_cards)(messages, cards, order) for cards in out.high)
    voids = (
        messages.say("turn.out_void", suit=format_suit(messages, suit), names=format_seat_names(messages, names, seats))
        for suit, seats in out.voids
    )
    lines = (f"{trumps}{jokers}", high or messages.say("turn.out_no_high"), " · ".join(voids))
    return "\n".join(f"-# {line}" for line in lines if line)


def _speak(messages: Messages, cards: Sequence[Card], order: Trump) -> str:
    """Return a suit's name and the given cards of this suit in words."""
    suit = format_suit(messages, order.effective_suit(cards[0]))
    return messages.say("turn.out_high", suit=suit, cards=format_spoken_cards(messages, cards, bare=True))
