"""Controls to call friends. The user chooses a suit, then a card of it, then which copy of the card counts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards, encode_cards
from bot.ui.core.messages.discord_limits import MAX_LABEL_LENGTH, MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Select, SelectOption, Text, button_rows
from bot.ui.hand.question import SeatQuestion
from bot.ui.typed.parse_answers import find_refusal
from engine.deal.legal_actions import friends_to_call, legal_friend_calls
from engine.model.actions import CallFriends, FriendCall
from engine.model.cards import Card, Suit, parse_card
from engine.model.options import FriendCallStyle

_SUIT_MARK: Final = "@"
"""Begins the text of a draft that names the chosen suit. The other texts of the draft are calls."""
_JOKERS: Final = "J"
_SUIT_CODES: Final = f"SHCD{_JOKERS}"
_SEPARATOR: Final = "."


@dataclass(frozen=True, slots=True)
class CallDraft:
    """The calls picked so far, and the suit whose cards are listed. The suit is empty until one is chosen."""

    calls: tuple[FriendCall, ...]
    suit: str = ""

    def to_picked(self) -> tuple[str, ...]:
        """Return the draft as texts, which `parse_call_draft` can read."""
        mark = (f"{_SUIT_MARK}{self.suit}",) if self.suit else ()
        return (*(f"{call.card}#{call.copy}" for call in self.calls), *mark)


def parse_call_draft(picked: Iterable[str]) -> CallDraft:
    """Read what `CallDraft.to_picked` wrote. Raises ValueError: a text is not a call."""
    texts = tuple(picked)
    suits = [text.removeprefix(_SUIT_MARK) for text in texts if text.startswith(_SUIT_MARK)]
    parts = [text.partition("#") for text in texts if not text.startswith(_SUIT_MARK)]
    calls = tuple(FriendCall(parse_card(card), int(copy or "1")) for card, _, copy in parts)
    return CallDraft(calls, suits[-1] if suits else "")


def encode_calls(calls: Iterable[FriendCall]) -> str:
    """Return calls as the argument of a control, which `decode_calls` can read."""
    return _SEPARATOR.join(f"{encode_cards((call.card,))}{call.copy}" for call in calls)


def decode_calls(argument: str) -> tuple[FriendCall, ...]:
    """Read what `encode_calls` wrote. Raises ValueError or IndexError for any other argument."""
    parts = argument.split(_SEPARATOR) if argument else ()
    return tuple(FriendCall(decode_cards(part[:1])[0], int(part[1:])) for part in parts)


def add_call(question: SeatQuestion, draft: CallDraft, card: Card) -> CallDraft:
    """Return the draft with a call of `card`. If no copy of the card is left to call, return the same draft."""
    left = [c.copy for c in legal_friend_calls(question.view) if c.card == card and c not in draft.calls]
    if not left:
        return draft
    mine = question.view.hand.count(card)
    # If possible, call a copy that the user's own cards cannot reach, so that somebody else becomes the friend.
    copy = next((copy for copy in left if copy > mine), left[0])
    calls = (*draft.calls, FriendCall(card, copy))
    return replace(draft, calls=calls[-friends_to_call(question.view) :])  # if there are too many, the first is dropped


def list_suit(question: SeatQuestion, draft: CallDraft, suit: str) -> CallDraft:
    """Return the draft with another suit listed, or unchanged if none of its cards may be called."""
    return replace(draft, suit=suit) if suit in map(_suit_code, legal_friend_calls(question.view)) else draft


def change_copy(question: SeatQuestion, draft: CallDraft, copy: int) -> CallDraft:
    """Return the draft with another copy of the card called last. If that is not legal, return the same draft."""
    if not draft.calls:
        return draft
    changed = FriendCall(draft.calls[-1].card, copy)
    if changed not in legal_friend_calls(question.view) or changed in draft.calls:
        return draft
    return replace(draft, calls=(*draft.calls[:-1], changed))


def call_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls of a declarer who calls friends."""
    draft = parse_call_draft(question.draft.picked)
    advice = question.recommended.calls if isinstance(question.recommended, CallFriends) else ()
    suit = draft.suit or _suit_code(*(draft.calls[-1:] or advice[:1] or legal_friend_calls(question.view)[:1]))
    selects = (_suit_select(question, suit), _card_select(question, suit), *_copy_select(question, draft))
    shown = draft.calls or advice
    lines = tuple(_explain(question, draft, shown))
    text = (Text("\n".join(lines)),) if lines else ()
    return (*text, *button_rows(_call_buttons(question, draft, shown, advice)), *selects)


def _explain(question: SeatQuestion, draft: CallDraft, shown: tuple[FriendCall, ...]) -> Iterator[str]:
    rules = question.view.rules
    if not question.has_notice:
        yield question.say(f"call.{rules.friend_call}")
        if rules.friend_cards:
            yield question.texts.format_option_value("friend_cards", rules.friend_cards)
    is_told = question.has_notice and not draft.calls  # a hint already names these cards
    if shown and not is_told and not _find_naming_label(question, shown):
        key = "call.picked" if draft.calls else "call.suggested"
        calls = (_format_call(question, call, has_sign=True) for call in shown)
        yield question.say(key, cards=question.texts.format_list(calls))


def _find_naming_label(question: SeatQuestion, shown: tuple[FriendCall, ...]) -> str:
    names = question.texts.format_list(_format_call(question, call) for call in shown)
    label = question.say("call.button", cards=names)
    return label if len(shown) == friends_to_call(question.view) and len(label) <= MAX_LABEL_LENGTH else ""


def _call_buttons(
    question: SeatQuestion, draft: CallDraft, shown: tuple[FriendCall, ...], advice: tuple[FriendCall, ...]
) -> tuple[Button, ...]:
    wanted = friends_to_call(question.view)
    label = _find_naming_label(question, shown) or question.say("panel.call_count", picked=len(shown), wanted=wanted)
    ready = len(shown) == wanted and find_refusal(question.view, CallFriends(shown)) is None
    id_ = question.custom_id(ControlVerb.CALL_FRIENDS, encode_calls(shown) if ready else "")
    style = ButtonStyle.SUCCESS if advice and set(advice) == set(shown) else ButtonStyle.PRIMARY
    call = Button(id_, label, style, disabled=not ready)
    return (call, question.button(ControlVerb.CLEAR, question.say("panel.clear"))) if draft.calls else (call,)


def _suit_select(question: SeatQuestion, suit: str) -> Select:
    codes = dict.fromkeys(_suit_code(call) for call in legal_friend_calls(question.view))
    ordered = sorted(codes, key=_SUIT_CODES.index)
    options = (SelectOption(code, _format_suit(question, code), "", code == suit) for code in ordered)
    return question.select(ControlVerb.PICK_FRIEND_SUIT, question.say("call.suit_prompt"), options)


def _card_select(question: SeatQuestion, suit: str) -> Select:
    cards = sorted({call.card for call in legal_friend_calls(question.view) if _suit_code(call) == suit}, reverse=True)
    held = {card: question.view.hand.count(card) for card in cards}
    hints = {card: question.say("call.held", count=n) if n else "" for card, n in held.items()}
    names = {card: question.texts.format_card(card) for card in cards}
    options = (select_option(str(one), names[one], hints[one], emoji=question.emoji_name((one,))) for one in cards)
    return question.select(ControlVerb.PICK_FRIEND_CARD, question.say("call.card_prompt"), options)


def _copy_select(question: SeatQuestion, draft: CallDraft) -> tuple[Select, ...]:
    if not draft.calls:
        return ()
    last, others = draft.calls[-1], draft.calls[:-1]
    calls = [c for c in legal_friend_calls(question.view) if c.card == last.card and c not in others]
    if len(calls) < 2:  # noqa: PLR2004 - one is no choice
        return ()
    options = tuple(SelectOption(str(c.copy), _format_call(question, c), "", c == last) for c in calls)
    prompt = question.say("call.copy_prompt", card=question.texts.format_card(last.card))
    return (question.select(ControlVerb.PICK_FRIEND_COPY, prompt, options),)


def _suit_code(*calls: FriendCall) -> str:
    suit = calls[0].card.suit
    return _JOKERS if suit is None else suit.value


def _format_suit(question: SeatQuestion, code: str) -> str:
    name = question.say("cards.jokers") if code == _JOKERS else question.texts.format_suit(Suit(code))
    return format_label(name, MAX_OPTION_LENGTH)


def _format_call(question: SeatQuestion, call: FriendCall, *, has_sign: bool = False) -> str:
    card = question.format_cards((call.card,)) if has_sign else question.texts.format_card(call.card)
    is_any = question.view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER
    return card if is_any else question.texts.format_friend_call(call, card)
