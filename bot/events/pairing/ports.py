"""Defines the values of pairings and standings, and the port of everything that pairs a round."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, NewType, Protocol

from bot.setting_fields import Setting

EntrantNumber = NewType("EntrantNumber", int)
"""An entrant's place in the seeding, from 0. It stays during an event, and late entrants get the next numbers."""


class EventFormat(StrEnum):
    """How an event pairs its rounds."""

    ROUND_ROBIN = "round_robin"  # every pair or team meets every other one
    SWISS = "swiss"  # entrants with equal scores meet
    INDIVIDUAL = "individual"  # single people, with other partners in every round
    KNOCKOUT = "knockout"  # the winners go on
    DUPLICATE = "duplicate"  # pairs enter, and all tables play the same boards
    DUPLICATE_SINGLE = "duplicate_single"  # like INDIVIDUAL, and all tables play the same boards
    TEAM_MATCH = "team_match"  # two teams meet at two tables, and play the same boards on opposite sides

    @property
    def last_late_round(self) -> float:
        """Return the last round that late entrants may join; 0 if nobody may enter after the start."""
        match self:
            case EventFormat.SWISS | EventFormat.INDIVIDUAL | EventFormat.DUPLICATE | EventFormat.DUPLICATE_SINGLE:
                return math.inf
            case EventFormat.ROUND_ROBIN:
                return 1  # someone who enters later would miss too many games
            case EventFormat.KNOCKOUT | EventFormat.TEAM_MATCH:
                return 0

    @property
    def is_individual(self) -> bool:
        """Return whether single people enter, and partners change."""
        return self in {EventFormat.INDIVIDUAL, EventFormat.DUPLICATE_SINGLE}

    @property
    def has_boards(self) -> bool:
        """Return whether all tables of a round play the same deals."""
        return self in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE, EventFormat.TEAM_MATCH}


class BracketPart(StrEnum):
    """The part of a knockout to which a table belongs. In other formats, all tables are in the main part."""

    MAIN = "main"
    THIRD = "third"  # the match for third place
    CONSOLATION = "consolation"  # the second bracket, for those who lost in the first stage


class Seeding(StrEnum):
    """How entrants are ordered before they get places in a bracket or a first round."""

    LOT = "lot"
    ENTRY = "entry"  # who entered first is the best seed
    RATING = "rating"
    STANDINGS = "standings"  # by the standings of an earlier event


@dataclass(frozen=True, slots=True)
class BracketSettings:
    """The settings of a knockout."""

    best_of: Annotated[int, Setting(among=(3, 5, 7), group="pairing")] = 1
    """The most games of a match. It ends as soon as one side has won more than half of this number."""
    third_place: Annotated[bool, Setting(group="pairing")] = True
    consolation: Annotated[bool, Setting(group="pairing")] = False


PLAIN_BRACKET: Final = BracketSettings()


@dataclass(frozen=True, slots=True)
class Encounter:
    """One table of a round. Each side has one pair or team, or two people who are partners."""

    sides: tuple[tuple[EntrantNumber, ...], ...]
    part: BracketPart = BracketPart.MAIN

    @property
    def entrants(self) -> tuple[EntrantNumber, ...]:
        """Return everyone at the table, one side after the other."""
        return tuple(entrant for side in self.sides for entrant in side)

    def partnerships(self) -> Iterator[tuple[EntrantNumber, EntrantNumber]]:
        """Yield each pair of entrants who are on the same side."""
        for side in self.sides:
            yield from ((a, b) for place, a in enumerate(side) for b in side[place + 1 :])

    def oppositions(self) -> Iterator[tuple[EntrantNumber, EntrantNumber]]:
        """Yield each pair of entrants who are on different sides."""
        for place, side in enumerate(self.sides):
            yield from ((a, b) for a in side for other in self.sides[place + 1 :] for b in other)


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The tables of a round, and the entrants who sit out."""

    encounters: tuple[Encounter, ...]
    byes: tuple[EntrantNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class EncounterResult:
    """The result of a table. `scores` may be in any unit, and a higher score is better."""

    encounter: Encounter
    scores: tuple[float, ...]
    """One score for each side. It is empty if a side forfeited, so that the table was not played."""
    forfeited: frozenset[EntrantNumber] = frozenset()
    """The entrants who did not turn up. If there are scores, substitutes played for them."""

    @property
    def is_played(self) -> bool:
        """Return whether the table was played."""
        return bool(self.scores)

    def list_walkovers(self) -> tuple[EntrantNumber, ...]:
        """Return the entrants who won without a game because another side did not turn up."""
        if self.is_played:
            return ()
        return tuple(entrant for side in self.encounter.sides if self.forfeited.isdisjoint(side) for entrant in side)


PlayedRound = tuple[RoundPairing, tuple[EncounterResult, ...]]
"""A round, and the results of its tables in any order. A table with no result or a void one gives no points."""

History = Sequence[PlayedRound]
"""The rounds so far, in order."""


@dataclass(frozen=True, slots=True)
class EntrantState:
    """What a pairing must know about an entrant."""

    number: EntrantNumber
    rating: float | None = None
    present: bool = True
    """Whether the entrant can play in the round. An absent entrant gets no bye either."""
    withdrawn: bool = False

    @property
    def is_playing(self) -> bool:
        """Return whether the round must find a place for this entrant."""
        return self.present and not self.withdrawn


class Pairer(Protocol):
    """Pairs rounds. The same arguments give the same round."""

    def pair_round(self, entrants: Sequence[EntrantState], history: History, number: int, seed: int) -> RoundPairing:
        """Return round `number`, from 1, for the entrants who are present."""


def list_playing(entrants: Sequence[EntrantState]) -> list[EntrantNumber]:
    """Return who plays in the round, in the order of their numbers."""
    return sorted(entrant.number for entrant in entrants if entrant.is_playing)
