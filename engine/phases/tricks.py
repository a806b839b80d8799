"""The phases in which tricks are played, as data (docs/rules.md, 5 to 10)."""

from dataclasses import dataclass
from typing import Final

from engine.actions import FriendCall
from engine.cards import Card
from engine.leads import Lead, gone_faces
from engine.phases.dealt import Dealt, Hands
from engine.phases.sides import holders
from engine.quick import quick
from engine.rules import Rules
from engine.seats import Seat
from engine.view import CalledFriend, TrickView

NO_TRICK: Final = TrickView((), None, 0)


@quick
@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks are led and followed. Tuples by seat have one entry for each seat."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat
    friends: tuple[CalledFriend, ...]
    declarers: frozenset[Seat]
    """The declarers' side in truth; with friends those who have joined so far."""
    shown: frozenset[Seat]
    """With hidden teams: who has played a called ten."""
    tricks: tuple[TrickView, ...]
    trick: TrickView
    lead: Lead | None
    """What was led to the trick in progress."""
    turn: Seat
    must_beat: Seat | None
    taken: tuple[int, ...]
    """Card points by seat; with pick-up only those picked up."""
    left: int
    """Card points that nobody picked up."""
    penalties: tuple[int, ...]
    """Card points that each seat owes the other side."""
    undo: "Playing | None" = None
    """The phase before the last play, where it may be taken back."""

    @classmethod
    def begin(
        cls, dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, calls: tuple[FriendCall, ...]
    ) -> "Playing":
        """Return the phase before the first lead, which is the declarer's."""
        nothing = (0,) * dealt.rules.players
        friends = tuple(CalledFriend(call, None) for call in calls)
        side = holders(dealt, hands)
        return cls(
            dealt, hands, kitty, burier, friends, side, frozenset(), (), NO_TRICK, None, dealt.declarer, None,
            nothing, 0, nothing,
        )  # fmt: skip

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.dealt.rules

    @property
    def gone(self) -> frozenset[Card]:
        """Faces that tractors skip in this trick."""
        if not self.rules.tractor_skips_played:
            return frozenset()
        return gone_faces((c for trick in self.tricks for play in trick.plays for c in play.cards), self.rules)


@dataclass(frozen=True, slots=True)
class PickingUp:
    """The winner of the last trick takes its points or leaves them (hidden ten)."""

    after: Playing
    """The play as it goes on."""
    winner: Seat
    points: int
    lead: Lead
    """What was led to that trick: the kitty's multiplier asks for it when it was the last one."""
