"""What a person may type in answer to what he is asked, and what he means by it."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.play.refusals import Refused
from bot.ui.typed import plain_letters, typed_calls, typed_cards
from engine.actions import (
    Action,
    Bury,
    CallFriends,
    ClaimRedeal,
    Declare,
    EndDeal,
    FriendCall,
    Pass,
    PickUp,
    Play,
    TakeBack,
)
from engine.cards import Card, cards_text, counts, holds, without
from engine.errors import IllegalAction, Reason
from engine.options import call_options, calls_wanted, check, declarations, lead_suggestions, legal_plays
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

OFFERED: Final = 25
SEARCHED: Final = 200
LONGEST: Final = 100
"""Characters that Discord takes in a name and in a value of what is offered."""

_WORDS: Final[dict[str, Action]] = {
    **dict.fromkeys(("pass", "no", "-", "过", "過", "不叫", "不亮", "不要", "不反", "不炒"), Pass()),
    **dict.fromkeys(("claim", "redeal", "重发", "重發", "要求重发", "要求重發"), ClaimRedeal()),
    **dict.fromkeys(("take", "pick up", "捡", "撿", "拿", "捡分", "撿分"), PickUp(take=True)),
    **dict.fromkeys(("leave", "留", "不捡", "不撿", "不拿", "留下"), PickUp(take=False)),
    **dict.fromkeys(("undo", "take back", "收回", "悔牌"), TakeBack()),
    **dict.fromkeys(("end", "end deal", "结束", "結束"), EndDeal()),
}
"""What is typed in place of cards; the first of each is what is offered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be typed now: what it is called, and what is then in the field."""

    name: str
    value: str


Adviser = Callable[[], Awaitable[Action | None]]


def typed_action(view: View, text: str) -> Action:
    """Return what a person means who types `text` in answer to what he is asked.

    Raises:
        Refused: it holds no cards.
        IllegalAction: nothing is asked that this could answer.
    """
    word = _WORDS.get(" ".join(text.lower().split()))
    if word is not None:
        return word
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            return Declare(typed_cards(text, view.trump))
        case Ask.BURY:
            return Bury(typed_cards(text, view.trump))
        case Ask.CALL:
            return CallFriends(typed_calls(text, view.trump))
        case Ask.LEAD | Ask.FOLLOW:
            assert view.trump is not None
            return Play(view.trump.sorted(typed_cards(text, view.trump)))
        case Ask.CLAIM | Ask.PICK_UP:
            _ = typed_cards(text, view.trump)  # what is no card is refused as that
            raise IllegalAction(Reason.WRONG_PHASE, phase=view.phase)
        case Ask.NOTHING:
            raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=view.to_act)


def may(view: View, action: Action) -> bool:
    """Tell whether the rules would take an action, as far as the seat can know."""
    try:
        check(view, action)
    except IllegalAction:
        return False
    return True


async def offers(view: View, typed: str, texts: "Texts", adviser: Adviser) -> list[Offer]:
    """Return up to 25 things that may be typed now and hold what is typed already; `adviser` knows a good bury."""
    found: list[Offer] = []
    if view.ask is Ask.CALL:
        found += _calls(view, typed, texts)
    else:
        wanted, begun = _begun(view, typed)
        found += _own(view, wanted, texts)
        if view.ask is Ask.BURY:
            found += _bury(view, wanted, texts, await adviser())
        fitting = (c for c in _candidates(view) if holds(c, wanted) and _goes_on(c, wanted, begun, view, texts))
        found += [_offer(cards, texts) for cards in islice(fitting, OFFERED)]
    found += _words(view, typed, texts)
    return list({offer.value: offer for offer in reversed(found)}.values())[::-1][:OFFERED]


def _begun(view: View, typed: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards that are typed so far, and the last word where it is not finished."""
    done, _, last = typed.rpartition(" ")
    for text, begun in ((typed, ""), (done, last)):
        try:
            return typed_cards(text, view.trump), begun
        except Refused:
            continue
    return (), typed.strip()


def _goes_on(cards: tuple[Card, ...], wanted: tuple[Card, ...], begun: str, view: View, texts: "Texts") -> bool:
    """Tell whether one of the cards behind those that are wanted is called as somebody begins to type."""
    if not begun:
        return True
    start, beginning = plain_letters(begun, view.trump), begun.casefold()
    for card in without(cards, wanted):
        name, letters = texts.cards((card,)).casefold(), str(card)
        if any(word.startswith(beginning) for word in (name, *name.split())):
            return True
        if start and start in {letters[: len(start)], letters[1:]}:  # of this suit, or this rank of any
            return True
    return False


def _candidates(view: View) -> Iterator[tuple[Card, ...]]:
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            yield from declarations(view)
        case Ask.LEAD:
            yield from lead_suggestions(view, OFFERED)
            yield from legal_plays(view, SEARCHED)
        case Ask.FOLLOW:
            yield from legal_plays(view, SEARCHED)
        case _:
            return


def _own(view: View, wanted: tuple[Card, ...], texts: "Texts") -> list[Offer]:
    """Offer the very cards that are typed, where the hand holds them."""
    by_cards = view.ask in {Ask.DECLARE, Ask.STEAL, Ask.BURY, Ask.LEAD, Ask.FOLLOW}
    if not wanted or not by_cards or not holds(view.hand, wanted):
        return []
    return [_offer(wanted, texts)]


def _bury(view: View, picked: tuple[Card, ...], texts: "Texts", advised: Action | None) -> list[Offer]:
    """Offer a whole bury with what is typed in it; the rest is what a good player would bury."""
    if not isinstance(advised, Bury) or not holds(view.hand, picked) or len(picked) >= view.kitty_size:
        return []
    left = without(view.hand, picked)
    more = [card for card, n in (Counter(advised.cards) - Counter(picked)).items() for _ in range(n)]
    more = [*more, *without(left, more)] if holds(left, more) else list(left)
    return [_offer((*picked, *more[: view.kitty_size - len(picked)]), texts)]


def _calls(view: View, typed: str, texts: "Texts") -> list[Offer]:
    """Offer the calls that may be made, beside those that are typed already."""
    try:
        before = typed_calls(typed, view.trump)
    except Refused:
        before = ()
    options = call_options(view)
    before = tuple(call for call in before if call in options)[: calls_wanted(view)]
    if len(before) == calls_wanted(view):
        return [_call_offer(before, texts)]
    best = sorted(options, key=lambda call: (-(call.card.rank or 0), call.card, call.copy))
    return [_call_offer((*before, call), texts) for call in best if call not in before][:OFFERED]


def _words(view: View, typed: str, texts: "Texts") -> list[Offer]:
    found: list[tuple[str, str]] = []
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            found.append((texts.say(f"pass.{view.declining}"), "pass"))
        case Ask.CLAIM:
            found += [(texts.say("ui.claim"), "claim")] if may(view, ClaimRedeal()) else []
            found.append((texts.say(f"pass.{view.declining}"), "pass"))
        case Ask.PICK_UP:
            found += [(texts.say("ui.take_points"), "take"), (texts.say("ui.leave_points"), "leave")]
        case _:
            pass
    found += [(texts.take_back(view), "undo")] if view.can_take_back else []
    found += [(texts.say("ui.end_deal"), "end")] if view.can_end_deal else []
    begun = typed.strip().lower()
    fitting = [(name, word) for name, word in found if word.startswith(begun) or name.lower().startswith(begun)]
    return [Offer(name[:LONGEST], word) for name, word in fitting]


def _offer(cards: Sequence[Card], texts: "Texts") -> Offer:
    return Offer(_short(texts.cards(cards)), _value(tuple(cards)))


def _call_offer(calls: tuple[FriendCall, ...], texts: "Texts") -> Offer:
    name = texts.listed(texts.call(call) for call in calls)
    return Offer(_short(name), " ".join(f"{call.card}#{call.copy}" for call in calls))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _value(cards: tuple[Card, ...]) -> str:
    """Return cards as text that Discord takes as a value: copies counted where there are many."""
    plain = cards_text(cards)
    return plain if len(plain) <= LONGEST else " ".join(f"{card}x{n}" for card, n in counts(cards).items())[:LONGEST]
