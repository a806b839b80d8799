"""The trick in progress of a play-out by rules, and the seats that still play to it."""

from dataclasses import dataclass

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.hands import THROW, ManyTrick
from engine.players.rule_playout.outlook import SuitOutlook
from engine.players.rule_playout.table import OpenTable
from engine.players.rule_playout.value_cards import Behind, estimate_feed


@dataclass(frozen=True, slots=True)
class Shape:
    """What a lead asks for."""

    width: int
    """1 for a single card, 2 for pairs and so on, or `THROW`."""
    length: int
    """Number of tuples that touch."""
    cards: int
    pairs: int
    """Number of pairs in a throw."""

    @classmethod
    def of(cls, trick: ManyTrick) -> "Shape":
        """Return the shape of a trick's lead."""
        return cls(trick.width, trick.length, trick.cards, trick.pairs)

    @property
    def has_pairs(self) -> bool:
        """Whether it asks for pairs."""
        return self.width > 1 or self.pairs > 0


def list_behind(table: OpenTable, me: int, number: int, led: SuitOutlook, shape: Shape) -> Behind:
    """Return what the next seats may do about a lead of the suit."""
    if not number:
        return []
    suit, paired, found = led.suit, shape.has_pairs, []
    feeds, allies = estimate_feed(led, shape.cards), table.allies[me]
    for other in table.start.behind[me][:number]:
        base = EFFECTIVE_SUIT_COUNT * other
        void, trumps = table.void[base + suit], base + TRUMP_INDEX
        follows = 0.0 if void or (paired and table.no_pair[base + suit]) else 1.0
        no_ruff = suit == TRUMP_INDEX or table.void[trumps] or (paired and table.no_pair[trumps])
        ruffs = 0.0 if no_ruff else 1.0 if void else led.blank
        found.append((allies[other], follows, ruffs, feeds[0] if void else feeds[1]))
    return found


def estimate_over(outlook: SuitOutlook, shape: Shape, above: int) -> float:
    """Return the chance that a seat holds what the lead asks for among these kinds."""
    if shape.width == THROW:
        enough = min(1.0, outlook.share * outlook.number / shape.cards) ** 2 if shape.cards > 2 * shape.pairs else 1.0
        return enough * outlook.chance_of_one(-1) * (outlook.chance_of_tuple(-1, 2) if shape.pairs else 1.0)
    chance = outlook.chance_of_tuple(above, shape.width)
    return chance if shape.length == 1 else chance**shape.length / 2
