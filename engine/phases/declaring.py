"""Cards are drawn and trumps are made (docs/rules.md, 4)."""

from dataclasses import dataclass, replace

from engine.bidding import check_declaration, no_declaration
from engine.cards import Card, Rank, Suit
from engine.errors import IllegalAction, Reason
from engine.events import (
    Declaration,
    Declared,
    Declined,
    Drawn,
    Event,
    KittyTurned,
    MadeBy,
    Passed,
    Redealt,
    TakenBack,
    TrumpsMade,
)
from engine.match import Match
from engine.phases.claiming import begin as claim_or_bury
from engine.phases.dealt import Dealt, Hands
from engine.phases.ready import Ready
from engine.phases.step import Step
from engine.rules import DealStyle, DeclareLadder, FirstDeclarer, Level, Rules
from engine.seats import Seat
from engine.trump import Trump


@dataclass(frozen=True, slots=True)
class Declaring:
    """Hands grow by draws; any seat may declare with cards it holds; passes close the window once all are drawn."""

    match: Match
    order: tuple[Card, ...]
    drawn: int
    first: Seat
    hands: Hands
    declarations: tuple[Declaration, ...]
    passed: tuple[bool, ...]

    @classmethod
    def begin(cls, match: Match, order: tuple[Card, ...], first: Seat) -> "Declaring":
        """Return the phase with all cards still on the table."""
        players = match.rules.players
        return cls(match, order, 0, first, ((),) * players, (), (False,) * players)

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    @property
    def to_draw(self) -> int:
        """Cards still to be drawn, the kitty not counted."""
        return self.rules.hand_size * self.rules.players - self.drawn

    @property
    def maker(self) -> Seat | None:
        """Whose declaration stands."""
        return self.declarations[-1].seat if self.declarations else None

    def level(self, seat: Seat) -> Level:
        """Return the level that a declaration by `seat` would play."""
        return self.match.levels[self.match.declarer if self.match.declarer is not None else seat]

    def rank(self, seat: Seat) -> Rank | None:
        """Return the trump rank that a declaration by `seat` would make; None at NT, and where levels do not count."""
        return self.level(seat).rank if self.match.levels_count else None

    @property
    def fixed_level(self) -> bool:
        """Tell whether this deal is at NT, where nothing is declared, whoever will be declarer."""
        declarer = self.match.declarer
        level = min(self.match.levels) if declarer is None else self.match.levels[declarer]
        return self.match.levels_count and level is Level.NT

    @property
    def is_open(self) -> bool:
        """Tell whether declarations are taken: while cards are drawn, or, of a deal at once, when all are there."""
        return not self.fixed_level and (self.rules.deal is DealStyle.DRAWN or not self.to_draw)

    def has_passed(self, seat: Seat) -> bool:
        """Tell whether `seat` is not waited for: it has passed, or its own declaration stands."""
        return self.passed[seat] or seat == self.maker


def draw(phase: Declaring, count: int) -> Step:
    """Give the next `count` cards to the seats in turn.

    Raises:
        IllegalAction: WRONG_COUNT: fewer than one, or more than are left to draw.
    """
    if not 1 <= count <= phase.to_draw:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=phase.to_draw, given=count)
    players = phase.rules.players
    hands = [list(hand) for hand in phase.hands]
    for at in range(phase.drawn, phase.drawn + count):
        hands[(phase.first + at) % players].append(phase.order[at])
    after = replace(phase, drawn=phase.drawn + count, hands=tuple(map(tuple, hands)), passed=(False,) * players)
    return _closed(after, (Drawn(count, after.to_draw),))


def declare(phase: Declaring, seat: Seat, cards: tuple[Card, ...]) -> Step:
    """Expose `cards`.

    Raises:
        IllegalAction: as `bidding.check_declaration`; ALREADY_PASSED; NOT_ALLOWED at level NT, or while a deal that
            comes at once is not there yet.
    """
    _check_open(phase)
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    declaration = check_declaration(phase.declarations, seat, cards, phase.hands[seat], phase.rank(seat), phase.rules)
    after = replace(phase, declarations=(*phase.declarations, declaration), passed=(False,) * phase.rules.players)
    return _closed(after, (Declared(declaration),))


def _check_open(phase: Declaring) -> None:
    if phase.fixed_level:
        raise IllegalAction(Reason.NOT_ALLOWED, option="final_level")
    if not phase.is_open:
        raise IllegalAction(Reason.NOT_ALLOWED, option="deal")


def decline(phase: Declaring, seat: Seat) -> Step:
    """Pass for now.

    Raises:
        IllegalAction: ALREADY_PASSED, or as for declaring at all.
    """
    _check_open(phase)
    if phase.has_passed(seat):
        raise IllegalAction(Reason.ALREADY_PASSED)
    passed = (*phase.passed[:seat], True, *phase.passed[seat + 1 :])
    what = Declined.CALL if phase.rules.declare_ladder is DeclareLadder.JOKER_TEN else Declined.DECLARE
    return _closed(replace(phase, passed=passed), (Passed(seat, what),))


def take_back(phase: Declaring, seat: Seat) -> Step:
    """Take the standing declaration back.

    Raises:
        IllegalAction: NOT_ALLOWED or NOTHING_TO_TAKE_BACK.
    """
    if not phase.rules.declare_takeback:
        raise IllegalAction(Reason.NOT_ALLOWED, option="declare_takeback")
    if phase.maker != seat:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    after = replace(phase, declarations=phase.declarations[:-1], passed=(False,) * phase.rules.players)
    return Step(after, (TakenBack(seat),))


def close(phase: Declaring) -> Step:
    """Fix trumps: all who have not passed pass.

    Raises:
        IllegalAction: WRONG_PHASE while cards are still to be drawn.
    """
    if phase.to_draw:
        raise IllegalAction(Reason.WRONG_PHASE, phase="declaring")
    return _fix(phase, ())


def _closed(phase: Declaring, events: tuple[Event, ...]) -> Step:
    """Fix trumps if nobody is waited for any more."""
    if phase.to_draw:
        return Step(phase, events)
    if phase.fixed_level or all(phase.has_passed(Seat(seat)) for seat in range(phase.rules.players)):
        return _fix(phase, events)
    return Step(phase, events)


def _fix(phase: Declaring, events: tuple[Event, ...]) -> Step:
    known = phase.match.declarer if phase.match.declarer is not None else phase.first
    if phase.fixed_level:
        return _made(phase, events, known, None, MadeBy.LEVEL, ())
    if phase.declarations:
        return _made(phase, events, _declarer(phase), phase.declarations[-1].suit, MadeBy.DECLARATION, ())
    kitty = phase.order[phase.drawn :]
    turn = no_declaration(kitty, phase.rank(known), phase.rules, first_deal=phase.match.declarer is None)
    shown = (*events, KittyTurned(turn.turned)) if turn.turned else events
    if turn.redeal is not None:
        return Step(Ready(phase.match, turn.redeal), (*shown, Redealt(turn.redeal)))
    return _made(phase, shown, known, turn.suit, MadeBy.KITTY, turn.turned)


def _declarer(phase: Declaring) -> Seat:
    if phase.match.declarer is not None:
        return phase.match.declarer
    first = phase.rules.first_declarer is FirstDeclarer.FIRST
    return phase.declarations[0 if first else -1].seat


def _made(
    phase: Declaring,
    events: tuple[Event, ...],
    declarer: Seat,
    suit: Suit | None,
    made_by: MadeBy,
    turned: tuple[Card, ...],
) -> Step:
    level = phase.match.levels[declarer]
    if phase.match.levels_count and level is Level.NT:  # the kitty of a first deal may fall to a seat at NT
        suit = None
    trump = Trump.of(phase.rules, level.rank, suit)
    dealt = Dealt(phase.match, phase.first, declarer, level, trump, phase.declarations, turned)
    made = (*events, TrumpsMade(declarer, level, suit, made_by))
    return claim_or_bury(dealt, phase.hands, phase.order[phase.drawn :], made)
