"""Describes pictures for people who cannot see them, with as much detail as Discord has room for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.text.describe.cards import format_cards, format_cards_aloud, format_spoken_cards, format_suit
from bot.text.describe.log_lines import format_won_trick
from bot.text.describe.seat_names import NamesBySeat, find_seat_name, format_seat_name, format_seat_names
from bot.text.messages import Messages, shorten
from engine.model.cards import Card, Suit
from engine.model.view import PhaseName, PlayView, TrickView, View

_BIDDING: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.STEALING}
MAX_ALT_TEXT: Final = 1024
"""The longest description of a picture that Discord accepts."""


@dataclass(frozen=True, slots=True)
class AltTextDetail:
    """How detailed a description is. Callers try several of these until the text is short enough."""

    spell_out: bool = True
    """Whether cards are named one by one, as people read them aloud, instead of in groups by suit."""
    max_name_length: int = 40
    extras: bool = True
    """Whether levels, numbers of cards and playable cards are included."""
    last_trick: bool = True
    """Whether the description of a hand begins with all plays of the last trick, or only with its winner."""
    trick: bool = True
    hand: bool = True
    """Whether the cards of hands are named, or only counted."""
    symbols: bool = False
    """Whether the hands in a replay are written with signs only, such as `♠AKK`."""


@dataclass(frozen=True, slots=True)
class AltTextWriter:
    """Describes one view in one language, in as much detail as `how` says."""

    messages: Messages
    view: View
    names: NamesBySeat
    how: AltTextDetail

    def to_sentence(self, text: str) -> str:
        """Return the text with the full stop of the language at its end."""
        return self.messages.say("alt.sentence", words=text)

    def join_parts(self, parts: Iterable[str]) -> str:
        """Return the parts of a sentence, joined as the language does."""
        return self.messages.say("list.parts").join(parts)

    def format_name(self, seat: int) -> str:
        """Return a seat's name, or its number."""
        return format_seat_name(self.messages, self.names, seat)

    def format_cards(self, cards: Sequence[Card]) -> str:
        """Return cards one by one or in groups, as `AltTextDetail.spell_out` says."""
        return (format_spoken_cards if self.how.spell_out else format_cards)(self.messages, cards)

    def format_sorted_cards(self, cards: Sequence[Card]) -> str:
        """Return cards in the order of the picture."""
        write = format_cards_aloud if self.how.spell_out else format_cards
        return write(self.messages, cards, self.view.card_order)

    def format_play(self, play: PlayView, *, led: bool) -> str:
        """Return the player and the cards of a play. If a throw failed, name also the cards of the attempt."""
        facts = {"name": self.format_name(play.seat), "cards": self.format_sorted_cards(play.cards)}
        if play.attempt:
            told = self.messages.say("alt.failed", attempt=self.format_sorted_cards(play.attempt), **facts)
            return self.add_reason(told, play)
        return self.messages.say("alt.led" if led else "alt.play", **facts)

    def add_reason(self, told: str, failed: PlayView) -> str:
        """Add to `told` why a throw failed. If the rules let ruffs stop throws, return `told` unchanged."""
        if self.view.rules.throw_void_trump_stops:
            return told
        suit = format_suit(self.messages, self.view.card_order.effective_suit(failed.cards[0]))
        return self.messages.say("alt.failed_why", what=told, suit=suit)

    def list_current_trick(self) -> Iterator[str]:
        """Yield the plays of the current trick, and the player who is winning it."""
        return self._list_plays(self.view.trick, "alt.trick_numbered", "alt.winning", len(self.view.tricks) + 1)

    def list_last_trick(self) -> Iterator[str]:
        """Yield the plays of the last complete trick, and the player who won it."""
        return self._list_plays(self.view.tricks[-1], "alt.last_trick", "alt.won", len(self.view.tricks))

    def list_trick_end(self) -> Iterator[str]:
        """Yield the winner of the last complete trick, if any. With the detail `last_trick`, add all its plays."""
        trick = self.view.tricks[-1] if self.view.tricks else None
        won = None if trick is None else next((one for one in trick.plays if one.seat == trick.winner), None)
        if trick is None or won is None:
            return
        if not self.how.last_trick:
            yield self.to_sentence(format_won_trick(self.messages, self.view, self.names))
        else:
            yield self.messages.say(
                "alt.trick_ended",
                name=self.format_name(won.seat),
                number=len(self.view.tricks),
                cards=self.format_sorted_cards(won.cards),
                points=self.messages.say("count.points", count=trick.points),
                plays=self.join_parts(self.format_play(play, led=not at) for at, play in enumerate(trick.plays)),
            )

    def _list_plays(self, trick: TrickView, key: str, winner_key: str, number: int) -> Iterator[str]:
        plays = self.join_parts(self.format_play(play, led=not at) for at, play in enumerate(trick.plays))
        yield self.messages.say(key, plays=plays, number=number)
        if trick.winner is not None:
            points = self.messages.say("count.points", count=trick.points)
            yield self.messages.say(winner_key, name=self.format_name(trick.winner), points=points)

    def list_declarations(self) -> Iterator[str]:
        """During bidding, yield the declarations and the passes. Without `extras`, yield only the last declaration."""
        view = self.view
        if view.phase not in _BIDDING:
            return
        made = view.declarations if self.how.extras else view.declarations[-1:]
        if made:
            shown = (
                self.messages.say("alt.declares", name=self.format_name(one.seat), cards=self.format_cards(one.cards))
                for one in made
            )
            yield self.messages.say("alt.declared", plays=self.join_parts(shown))
        maker = made[-1].seat if made and view.phase is PhaseName.DECLARING else None
        passed = [seat for seat, one in enumerate(view.passed) if one and seat != maker]
        if passed and self.how.extras:
            names = format_seat_names(self.messages, self.names, passed)
            yield self.messages.say(f"alt.passed.{view.declined_by_pass}", names=names)


def format_within_limit(
    messages: Messages,
    view: View,
    names: NamesBySeat,
    details: Sequence[AltTextDetail],
    list_sentences: Callable[[AltTextWriter], Iterator[str]],
) -> str:
    """Return the sentences in the first of `details` that makes them short enough. If none does, cut the text off."""
    text = ""
    for how in details:
        short = {seat: shorten(find_seat_name(names, seat), how.max_name_length) for seat in range(view.rules.players)}
        writer = AltTextWriter(messages, view, short if names else None, how)
        text = messages.join_sentences(list_sentences(writer))
        if len(text) <= MAX_ALT_TEXT:
            return text
    return shorten(text, MAX_ALT_TEXT)


def group_hand(view: View, hand: Sequence[Card]) -> dict[Suit, list[Card]]:
    """Return a hand's cards by suit, with trumps as one suit, in the order of pictures."""
    shown = view.card_order.sort_for_display(hand)
    return {suit: list(held) for suit, held in groupby(shown, view.card_order.effective_suit)}


def format_trick_end(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return the plays and the winner of the last complete trick, as people read them aloud; empty before the first."""
    return messages.join_sentences(AltTextWriter(messages, view, names, AltTextDetail()).list_trick_end())


def format_failed_throw(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return a sentence about the failed throw of the current trick; empty if none failed."""
    writer = AltTextWriter(messages, view, names, AltTextDetail(spell_out=False))
    failed = next((play for play in view.trick.plays if play.attempt), None)
    if failed is None or failed.attempt is None:
        return ""
    if failed.seat != view.seat:
        return writer.to_sentence(writer.format_play(failed, led=True))
    attempt, cards = (writer.format_sorted_cards(some) for some in (failed.attempt, failed.cards))
    return writer.to_sentence(writer.add_reason(messages.say("alt.you_failed", attempt=attempt, cards=cards), failed))
