"""Parses typed answers to a question into actions, and suggests answers while users type."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.languages import LANGUAGES
from bot.text.messages import shorten
from bot.ui.typed.parse_cards import normalize_card_text, parse_typed_calls, parse_typed_cards
from engine.deal import legal_actions
from engine.model import actions
from engine.model.cards import Card, count_faces, format_cards, holds, without
from engine.model.errors import IllegalAction, Reason
from engine.model.view import Ask, View

MAX_OFFERS: Final = 25
MAX_PLAYS_SEARCHED: Final = 200
MAX_OFFER_LENGTH: Final = 100
"""Discord's limit for the label and the value of a suggestion."""

_ANSWERS: Final[Mapping[str, actions.Action]] = {
    "pass": actions.Pass(),
    "claim": actions.ClaimRedeal(),
    "take": actions.PickUp(take=True),
    "leave": actions.PickUp(take=False),
    "undo": actions.TakeBack(),
    "end": actions.EndDeal(),
}
"""The answers that users may type in place of cards, by the word that is suggested for each answer."""
_ACTION_BY_WORD: Final = {"-": actions.Pass()} | {
    word: _ANSWERS[answer]
    for language in LANGUAGES
    for answer, words in language.typed.answers.items()
    for word in words
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion with its label and the text that it puts into the field."""

    name: str
    value: str


HintProvider = Callable[[], Awaitable[actions.Action | None]]


def parse_action(view: View, text: str) -> actions.Action:
    """Return the action that `text` means as an answer to the view's question.

    Raises TableRefused: it is neither an answer word nor cards. Raises IllegalAction: the question takes no cards.
    """
    word = _ACTION_BY_WORD.get(" ".join(text.lower().split()))
    if word is not None:
        return word
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            return actions.Declare(parse_typed_cards(text, view.trump))
        case Ask.BURY:
            return actions.Bury(view.card_order.sort_for_display(parse_typed_cards(text, view.trump)))
        case Ask.CALL:
            return actions.CallFriends(parse_typed_calls(text, view.trump))
        case Ask.LEAD | Ask.FOLLOW:
            return actions.Play(view.card_order.sort_for_display(parse_typed_cards(text, view.trump)))
        case Ask.CLAIM | Ask.PICK_UP:
            _ = parse_typed_cards(text, view.trump)  # refuses text that is not cards
            raise IllegalAction(Reason.WRONG_PHASE, phase=view.phase)
        case Ask.NOTHING:
            raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=view.to_act)


def find_refusal(view: View, action: actions.Action) -> IllegalAction | None:
    """Return why an action is illegal, as far as the seat can know; None if it is legal."""
    try:
        legal_actions.check_action(view, action)
    except IllegalAction as refused:
        return refused
    return None


async def list_offers(view: View, typed: str, texts: Texts, adviser: HintProvider) -> list[Offer]:
    """Return up to 25 suggestions that fit the typed text. `adviser` is asked for a suggested bury."""
    found: list[Offer] = []
    if view.ask is Ask.CALL:
        found += _offer_friend_calls(view, typed, texts)
    else:
        wanted, begun = _split_unfinished_word(view, typed)
        found += _offer_typed_cards(view, wanted, texts)
        if view.ask is Ask.BURY:
            found += _offer_bury(view, wanted, texts, await adviser())
        having = (cards for cards in _list_candidates(view) if holds(cards, wanted))
        fitting = (cards for cards in having if _continues_with(cards, wanted, begun, view, texts))
        found += [_make_card_offer(view, cards, texts) for cards in islice(fitting, MAX_OFFERS)]
    found += _offer_words(view, typed, texts)
    return list({offer.value: offer for offer in reversed(found)}.values())[::-1][:MAX_OFFERS]


def _split_unfinished_word(view: View, typed: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards typed so far, and the last word if it is unfinished."""
    done, _, last = typed.rpartition(" ")
    for text, begun in ((typed, ""), (done, last)):
        try:
            return parse_typed_cards(text, view.trump), begun
        except TableRefused:
            continue
    return (), typed.strip()


def _continues_with(cards: tuple[Card, ...], wanted: tuple[Card, ...], begun: str, view: View, texts: Texts) -> bool:
    """Return whether one of `cards` that is not in `wanted` has a name that begins with the unfinished word `begun`."""
    if not begun:
        return True
    start, beginning = normalize_card_text(begun, view.trump), begun.casefold()
    for card in without(cards, wanted):
        name, letters = texts.format_cards((card,)).casefold(), str(card)
        if any(word.startswith(beginning) for word in (name, *name.split())):
            return True
        if start and start in {letters[: len(start)], letters[1:]}:  # a card of this suit, or of this rank in any suit
            return True
    return False


def _list_candidates(view: View) -> Iterator[tuple[Card, ...]]:
    if view.ask in {Ask.DECLARE, Ask.STEAL}:
        yield from legal_actions.legal_declarations(view)
    if view.ask is Ask.LEAD:
        yield from legal_actions.suggest_leads(view, MAX_OFFERS)
    if view.ask in {Ask.LEAD, Ask.FOLLOW}:
        yield from legal_actions.legal_plays(view, MAX_PLAYS_SEARCHED)


def _offer_typed_cards(view: View, wanted: tuple[Card, ...], texts: Texts) -> list[Offer]:
    by_cards = view.ask in {Ask.DECLARE, Ask.STEAL, Ask.BURY, Ask.LEAD, Ask.FOLLOW}
    if not wanted or not by_cards or not holds(view.hand, wanted):
        return []
    return [_make_card_offer(view, wanted, texts)]


def _offer_bury(view: View, picked: tuple[Card, ...], texts: Texts, advised: actions.Action | None) -> list[Offer]:
    """Offer a complete bury with the typed cards. The rest are advised cards or, if that is illegal, low in points."""
    if not isinstance(advised, actions.Bury) or not holds(view.hand, picked) or len(picked) >= view.kitty_size:
        return []
    left = without(view.hand, picked)
    more = [card for card, n in (Counter(advised.cards) - Counter(picked)).items() for _ in range(n)]
    more = [*more, *without(left, more)] if holds(left, more) else list(left)
    wanted = view.kitty_size - len(picked)
    plans = ((*picked, *rest[:wanted]) for rest in (more, sorted(left, key=lambda card: card.points)))
    legal = (cards for cards in plans if find_refusal(view, actions.Bury(cards)) is None)
    return [_make_card_offer(view, cards, texts) for cards in islice(legal, 1)]


def _offer_friend_calls(view: View, typed: str, texts: Texts) -> list[Offer]:
    try:
        before = parse_typed_calls(typed, view.trump)
    except TableRefused:
        before = ()
    options = legal_actions.legal_friend_calls(view)
    before = tuple(call for call in before if call in options)[: legal_actions.friends_to_call(view)]
    if len(before) == legal_actions.friends_to_call(view):
        return [_make_call_offer(before, texts)]
    best = sorted(options, key=lambda call: (-(call.card.rank or 0), call.card, call.copy))
    return [_make_call_offer((*before, call), texts) for call in best if call not in before][:MAX_OFFERS]


def _offer_words(view: View, typed: str, texts: Texts) -> list[Offer]:
    found: list[tuple[str, str]] = []
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            found.append((texts.format_pass(view), "pass"))
        case Ask.CLAIM:
            may_not = find_refusal(view, actions.ClaimRedeal())
            found += [] if may_not else [(texts.say("panel.claim"), "claim")]
            found.append((texts.format_pass(view), "pass"))
        case Ask.PICK_UP:
            found += [(texts.say("panel.take_points"), "take"), (texts.say("panel.leave_points"), "leave")]
        case _:
            pass
    found += [(texts.format_take_back(view), "undo")] if view.can_take_back else []
    found += [(texts.say("panel.end_deal"), "end")] if view.can_end_deal else []
    begun = typed.strip().lower()
    fitting = [(name, word) for name, word in found if word.startswith(begun) or name.lower().startswith(begun)]
    return [Offer(name[:MAX_OFFER_LENGTH], word) for name, word in fitting]


def _make_card_offer(view: View, cards: Sequence[Card], texts: Texts) -> Offer:
    ordered = view.card_order.sort_for_display(cards)
    name = shorten(texts.format_cards(ordered, view.card_order), MAX_OFFER_LENGTH)
    return Offer(name, _format_offer_value(ordered))


def _make_call_offer(calls: tuple[actions.FriendCall, ...], texts: Texts) -> Offer:
    name = shorten(texts.format_list(texts.format_friend_call(call) for call in calls), MAX_OFFER_LENGTH)
    return Offer(name, " ".join(f"{call.card}#{call.copy}" for call in calls))


def _format_offer_value(cards: tuple[Card, ...]) -> str:
    plain, counted = format_cards(cards), (f"{card}x{n}" for card, n in count_faces(cards).items())
    return plain if len(plain) <= MAX_OFFER_LENGTH else " ".join(counted)[:MAX_OFFER_LENGTH]
