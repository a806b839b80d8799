"""What is asked of a seat, in one line, and who is waited for, said to all."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.text.describe import cards as say
from bot.text.describe.people import Names, all_of
from bot.text.words import Words
from engine.cards import BIG_JOKER, Suit
from engine.events import Declined
from engine.options import calls_wanted
from engine.rules import DeclareLadder, JokerDeclaration
from engine.view import Ask, PhaseName, View


def ask(words: Words, view: View) -> str:
    """Return what is asked of the view's seat just now, or what it waits for."""
    return _ASKS[view.ask](words, view)


def _nothing(words: Words, view: View) -> str:
    if view.phase is PhaseName.FINISHED and view.result is not None and view.result.winners:
        return words.say("wait.match_over")
    if view.phase is PhaseName.DECLARING and view.declarations and view.declarations[-1].seat == view.seat:
        return words.say("wait.declared")
    if view.phase is PhaseName.DECLARING and view.declining is Declined.CALL:
        return words.say("wait.calling_trumps")
    return words.say(f"wait.{view.phase}")


def _declare(words: Words, view: View) -> str:
    if view.declarations:
        return words.say(_standing(view), cards=say.cards(words, view.declarations[-1].cards))
    if view.rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return words.say("ask.declare_ten")
    if view.trump is None or view.trump.rank is None:
        return words.say("ask.declare")
    jokers = view.rules.joker_declaration is not JokerDeclaration.OFF and sum(view.rules.joker_counts) > 0
    return words.say("ask.declare_level" if jokers else "ask.declare_level_only", rank=view.trump.rank.text)


def _standing(view: View) -> str:
    """Return the key of what is asked of a seat while a declaration stands."""
    if view.declarations[-1].seat == view.seat:
        return "ask.own_stands"
    if view.declining is not Declined.CALL:
        return "ask.overrule"
    return "ask.final_ten" if BIG_JOKER in view.declarations[-1].cards else "ask.overrule_ten"


def _pick_up(words: Words, view: View) -> str:
    trick = view.trick if view.trick.plays or not view.tricks else view.tricks[-1]
    return words.say("ask.pick_up", points=trick.points)


def _steal(words: Words, view: View) -> str:
    if not view.declarations:
        return words.say("ask.steal_open")
    return words.say("ask.steal", cards=say.cards(words, view.declarations[-1].cards))


def _follow(words: Words, view: View) -> str:
    lead = view.trick.plays[0]
    wanted, suit = len(lead.cards), led_suit(view)
    if suit is None:
        return words.say("ask.follow_rainbow", shape=say.shape(words, lead.units or (lead.cards,)))
    assert view.trump is not None
    held = sum(view.trump.effective_suit(card) is suit for card in view.hand)
    named = say.suit(words, suit)
    if view.must_beat is not None and view.must_beat == view.seat:
        return words.say("ask.follow_must_beat", cards=say.cards(words, lead.cards))
    if held == 0:
        return words.say("ask.follow_void", suit=named, wanted=wanted)
    if held < wanted:
        return words.say("ask.follow_short", suit=named, held=held, wanted=wanted)
    if wanted == 1:
        return words.say("ask.follow_one", suit=named)
    return words.say("ask.follow", suit=named, shape=say.shape(words, lead.units or (lead.cards,)))


_ASKS: Final[Mapping[Ask, Callable[[Words, View], str]]] = {
    Ask.NOTHING: _nothing,
    Ask.DECLARE: _declare,
    Ask.CLAIM: lambda words, _: words.say("ask.claim"),
    Ask.BURY: lambda words, view: words.say("ask.bury", wanted=view.kitty_size),
    Ask.STEAL: _steal,
    Ask.CALL: lambda words, view: words.say("ask.call", wanted=calls_wanted(view)),
    Ask.LEAD: lambda words, _: words.say("ask.lead"),
    Ask.FOLLOW: _follow,
    Ask.PICK_UP: _pick_up,
}


def take_back(words: Words, view: View) -> str:
    """Return what taking back is called: a declaration, or a play."""
    return words.say("ask.take_back_trumps" if view.phase is PhaseName.DECLARING else "ask.take_back")


def led_suit(view: View) -> Suit | None:
    """Return the effective suit of the trick in progress; None before a lead, and for a rainbow."""
    if not view.trick.plays or view.trump is None:
        return None
    suits = {view.trump.effective_suit(card) for card in view.trick.plays[0].cards}
    return suits.pop() if len(suits) == 1 else None


def waiting(words: Words, view: View, names: Names | None) -> str:
    """Return who is waited for, as all may know it; nothing when nobody is."""
    if view.phase is PhaseName.DECLARING and view.to_draw:
        return words.say("waiting.dealing", left=view.to_draw)
    key = _WAITING.get(view.phase)
    if key is None or not view.to_act:
        return ""
    if view.phase is PhaseName.PLAYING:
        key = "waiting.follow" if view.trick.plays else "waiting.lead"
    return words.say(key, names=all_of(words, names, view.to_act))


_WAITING: Final = {
    PhaseName.DECLARING: "waiting.declare",
    PhaseName.CLAIMING: "waiting.claim",
    PhaseName.BURYING: "waiting.bury",
    PhaseName.STEALING: "waiting.steal",
    PhaseName.CALLING: "waiting.call",
    PhaseName.PLAYING: "waiting.lead",
    PhaseName.PICKING_UP: "waiting.pick_up",
}
