"""The hook: certain level cards in the last trick send a side back to a lower level (docs/rules.md, 8)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.cards import Card
from engine.model.options import Hook, Level, SpecialHook
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

_PAIR: Final = 2


def can_hook(trump: Trump, rules: Rules) -> bool:
    """Return whether the last trick can send a side back in a deal with this trump rank."""
    return rules.hook is not Hook.OFF and trump.rank is not None and Level(trump.rank) in rules.hook_ranks


@dataclass(frozen=True, slots=True)
class Hooked:
    """The side that the last trick sends back. `special` says to which level; NO means the level of `hook_to`."""

    is_declarers: bool
    special: SpecialHook = SpecialHook.NO

    def level_of(self, seat: Seat, declarer: Seat, played: Level, rules: Rules) -> Level:
        """Return the new level of a seat that is sent back. The deal was played at level `played`."""
        alone = seat == declarer and rules.hook_declarer is not SpecialHook.NO
        return rules.hook_level(played, rules.hook_declarer if alone else self.special)


def find_hook(
    plays: Sequence[tuple[Seat, Sequence[Card]]], winner: Seat, declarers: Collection[Seat], trump: Trump, rules: Rules
) -> Hooked | None:
    """Return the side that the last trick sends back, or None. `Hook.CAPTURE` follows pagat, section The hook."""
    if not can_hook(trump, rules):
        return None
    won = next(cards for seat, cards in plays if seat == winner)
    winners = winner in declarers
    if rules.hook is Hook.SINGLE_JACK:
        special = _find_special_hook(won, trump, rules)
        return None if winners or special is None else Hooked(is_declarers=True, special=special)
    best = max(won, key=trump.order.strength.__getitem__)
    if best.rank is not trump.rank or best.suit is not trump.suit:
        return None
    theirs = (card for seat, cards in plays if (seat in declarers) != winners for card in cards)
    return Hooked(not winners) if any(card.rank is trump.rank for card in theirs) else None


def _find_special_hook(won: Sequence[Card], trump: Trump, rules: Rules) -> SpecialHook | None:
    """Return the level to which these cards send a side back, or None. NO means the level of the option `hook_to`."""
    if any(card.rank is not trump.rank for card in won):
        return None
    if len(won) == 1:
        return SpecialHook.NO if won[0].suit is trump.suit else rules.hook_off_suit
    is_pair = len(won) == _PAIR and won[0] == won[1] and rules.hook_pair is not SpecialHook.NO
    return rules.hook_pair if is_pair else None
