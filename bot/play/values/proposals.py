"""Values for what the players of a table vote on, and for the state of the votes."""

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import UserId
from engine.model.seats import Seat


class ProposalKind(StrEnum):
    """What can be proposed."""

    CLOSE = "close"  # the table ends
    COMPUTER = "computer"  # a computer player takes an absent player's seat for good; seat
    NEWCOMER = "newcomer"  # a user takes over a computer's or absent player's seat; seat, newcomer
    RESUME = "resume"  # a paused match goes on
    NEXT_DEAL = "next_deal"  # the next deal begins although not everybody has asked for it
    VOID = "void"  # the deal being played counts for nobody; decided when it ends
    OFFER = "offer"  # the only voter offers it to the newcomer, who alone accepts; seat, newcomer


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to vote on. `seat` and `newcomer` belong to the kinds that name them."""

    kind: ProposalKind
    seat: Seat | None = None
    newcomer: UserId | None = None


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal and the seats that voted for it. It lapses when the next deal begins."""

    proposal: Proposal
    voters: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes on a proposal: `voters` among those `present` are for it, and `needed` votes carry it."""

    proposal: Proposal
    voters: frozenset[Seat]
    present: int
    needed: int

    @property
    def carried(self) -> bool:
        """Whether there are enough votes."""
        return len(self.voters) >= self.needed
