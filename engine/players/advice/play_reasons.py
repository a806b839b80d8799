"""Finds reasons for a play that are true, and describes what a bury does. It uses only the seat's view."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Final

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.trick import BOMB_SIZE, beats
from engine.deal.legal_actions import as_lead, forced_play, lead_of, legal_plays
from engine.model.cards import Card, points_of
from engine.model.errors import IllegalAction
from engine.model.options import Bombs
from engine.model.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.model.view import Ask, View
from engine.players.policies.beliefs import Beliefs, infer_beliefs
from engine.players.policies.trick_odds import is_unbeatable

_MAX_PLAYS: Final = 600
"""The most legal plays for which the reason `LEAST` is given. Each of them has to be checked."""


class PlayReason(StrEnum):
    """Why a play may be good. A reason is given only if it is true."""

    FORCED = "forced"  # this is the only legal play
    LAST = "last"  # the lead takes all cards that are left in the hand
    SURE = "sure"  # nobody can beat this lead
    TOP = "top"  # no higher card of the suit is still out
    TOP_SHAPE = "top_shape"  # no higher unit of this shape is still out
    SHAPE = "shape"  # only a higher unit of this shape, or trumps in this shape, can beat the lead
    INVITES = "invites"  # a partner has none of the led suit, so the lead invites a ruff
    DRAWS = "draws"  # the lead draws trumps, which opponents must follow with if they have some
    EMPTIES = "empties"  # the hand will have none of a side suit that others still hold, but trumps to ruff it
    NO_POINTS = "no_points"  # the lead has no points
    TAKES = "takes"  # the play wins the trick, because nobody plays after it
    AHEAD = "ahead"  # the play wins the trick so far
    RUFFS = "ruffs"  # the play wins the trick so far, because it trumps a side suit
    FEEDS = "feeds"  # the play adds points to a trick that the seat's own side wins so far
    PARTNER = "partner"  # a partner wins the trick so far
    SPARES = "spares"  # the play adds no points to a trick that the other side wins so far
    WITHHOLDS = "withholds"  # the play adds no points while the seat cannot know which side wins so far
    LEAST = "least"  # no legal play can beat the play of the other side, and none adds fewer points


class Position:
    """A view and a play, with facts about them that decide which reasons are true."""

    def __init__(self, view: View, cards: tuple[Card, ...]) -> None:
        assert view.trump is not None
        self.view, self.cards, self.trump = view, cards, view.trump
        self.points = points_of(cards)

    @cached_property
    def beliefs(self) -> Beliefs:
        """What the seat can infer."""
        return infer_beliefs(self.view)

    @cached_property
    def lead(self) -> Lead | None:
        """The lead that the cards form. It is None if they form none, for rainbows, and if bombs might beat it."""
        try:
            found = as_lead(self.view, self.cards)
        except IllegalAction:
            return None
        bombs = self.view.rules.bombs is not Bombs.OFF and found.size >= BOMB_SIZE
        return None if found.is_rainbow or bombs else found

    @cached_property
    def is_top(self) -> bool:
        """Whether no unseen cards of the suit beat any unit of the lead."""
        return self.lead is not None and all(
            is_unbeatable(self.beliefs, self.lead.index, unit.top, unit.kind) for unit in self.lead.units
        )

    @cached_property
    def takes(self) -> bool:
        """Whether this follow beats the play that wins the trick so far."""
        return beats(lead_of(self.view), self.winning_cards, self.cards, self.trump, self.view.rules)

    @cached_property
    def winning_cards(self) -> tuple[Card, ...]:
        """The play that wins the trick so far."""
        trick = self.view.trick
        return next(play.cards for play in trick.plays if play.seat == trick.winner)

    @property
    def is_last(self) -> bool:
        """Whether nobody plays to the trick after this seat."""
        return len(self.view.trick.plays) == self.view.rules.players - 1

    @property
    def own_side_wins(self) -> bool | None:
        """Whether the seat's own side wins the trick so far; None if the seat cannot know."""
        view = self.view
        if view.seat is None or view.trick.winner is None:
            return None
        mine, theirs = view.sides[view.seat], view.sides[view.trick.winner]
        return None if mine is None or theirs is None else mine == theirs

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats that are not known to be on the seat's own side."""
        sides, me = self.view.sides, self.view.seat
        mine = None if me is None else sides[me]
        return tuple(seat for seat in self.beliefs.others if mine is None or sides[seat] != mine)

    def is_suit_of(self, index: int) -> bool:
        """Whether all cards are of this effective suit."""
        return all(self.trump.order.suit_of[card] == index for card in self.cards)


Check = Callable[[Position], bool]


def _is_sure(at: Position) -> bool:
    if at.lead is None or not at.is_top:
        return False
    return at.lead.index == TRUMP_INDEX or not at.beliefs.unseen_count[TRUMP_INDEX]


def _is_top_single(at: Position) -> bool:
    lead = at.lead
    if lead is None or not at.is_top or lead.size > 1:
        return False
    return lead.index == TRUMP_INDEX or not any(_may_ruff(at, seat, lead) for seat in at.rivals)


def _may_ruff(at: Position, seat: int, lead: Lead) -> bool:
    void = at.beliefs.void[seat]
    return bool(void[lead.index] and not void[TRUMP_INDEX] and at.view.hand_sizes[seat])


def _invites_ruff(at: Position) -> bool:
    if at.lead is None or at.lead.index == TRUMP_INDEX or at.lead.size > 1:
        return False
    partners = set(at.beliefs.others).difference(at.rivals)
    return at.beliefs.unseen_count[TRUMP_INDEX] > 0 and any(_may_ruff(at, seat, at.lead) for seat in partners)


def _draws_trumps(at: Position) -> bool:
    may_have = any(not at.beliefs.void[seat][TRUMP_INDEX] and at.view.hand_sizes[seat] for seat in at.rivals)
    return at.is_suit_of(TRUMP_INDEX) and at.beliefs.unseen_count[TRUMP_INDEX] > 0 and may_have


def _empties_suit(at: Position) -> bool:
    if at.lead is None or at.lead.index == TRUMP_INDEX:
        return False
    held, trumps = (sum(at.beliefs.by_suit[index].values()) for index in (at.lead.index, TRUMP_INDEX))
    return held == at.lead.size and trumps > 0 and at.beliefs.unseen_count[at.lead.index] > 0


def _ruffs(at: Position) -> bool:
    lead = lead_of(at.view)
    return at.takes and lead.index not in {TRUMP_INDEX, -1} and at.is_suit_of(TRUMP_INDEX)


def _gives_least(at: Position) -> bool:
    if at.own_side_wins is not False or at.takes:
        return False
    plays = list(islice(legal_plays(at.view, _MAX_PLAYS + 1), _MAX_PLAYS + 1))
    if len(plays) > _MAX_PLAYS:
        return False
    lead, best = lead_of(at.view), at.winning_cards
    return all(
        points_of(cards) >= at.points and not beats(lead, best, cards, at.trump, at.view.rules) for cards in plays
    )


LEAD_REASONS: Final[Mapping[PlayReason, Check]] = MappingProxyType(
    {
        PlayReason.LAST: lambda at: len(at.cards) == len(at.view.hand),
        PlayReason.SURE: _is_sure,
        PlayReason.TOP: _is_top_single,
        PlayReason.TOP_SHAPE: lambda at: at.is_top,
        PlayReason.SHAPE: lambda at: at.lead is not None and at.lead.size > 1 and not at.lead.is_throw,
        PlayReason.INVITES: _invites_ruff,
        PlayReason.EMPTIES: _empties_suit,
        PlayReason.DRAWS: _draws_trumps,
        PlayReason.NO_POINTS: lambda at: at.points == 0,
    }
)
"""The reasons for a lead, each with its check. The reasons that say most come first."""
FOLLOW_REASONS: Final[Mapping[PlayReason, Check]] = MappingProxyType(
    {
        PlayReason.FORCED: lambda at: forced_play(at.view) is not None,
        PlayReason.TAKES: lambda at: at.takes and at.is_last,
        PlayReason.RUFFS: _ruffs,
        PlayReason.AHEAD: lambda at: at.takes,
        PlayReason.FEEDS: lambda at: at.own_side_wins is True and at.points > 0,
        PlayReason.PARTNER: lambda at: at.own_side_wins is True,
        PlayReason.SPARES: lambda at: at.own_side_wins is False and at.points == 0,
        PlayReason.WITHHOLDS: lambda at: at.own_side_wins is None and at.points == 0,
        PlayReason.LEAST: _gives_least,
    }
)
"""The reasons for a follow, each with its check. The reasons that say most come first."""


def find_reason(view: View, cards: tuple[Card, ...]) -> PlayReason | None:
    """Return the first reason that is true for a play, or None if none is. The reasons that say most come first."""
    position = Position(view, cards)
    reasons = LEAD_REASONS if view.ask is Ask.LEAD else FOLLOW_REASONS
    return next((reason for reason, holds in reasons.items() if holds(position)), None)


@dataclass(frozen=True, slots=True)
class BuryFacts:
    """What a bury does."""

    trumps: int
    emptied: tuple[int, ...]
    """The side suits, as indices, of which every card is buried."""
    points: int


def describe_bury(view: View, cards: tuple[Card, ...]) -> BuryFacts:
    """Return what burying these cards of the hand does."""
    assert view.trump is not None
    suit_of = view.trump.order.suit_of
    buried = [suit_of[card] for card in cards]
    held = [suit_of[card] for card in view.hand]
    suits = [index for index in range(len(EFFECTIVE_SUITS)) if index != TRUMP_INDEX and index in buried]
    emptied = tuple(index for index in suits if buried.count(index) == held.count(index))
    return BuryFacts(buried.count(TRUMP_INDEX), emptied, points_of(cards))
