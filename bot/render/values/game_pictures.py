"""The contents and captions of the game's pictures. They are hashable values, so that pictures can be cached."""

from dataclasses import dataclass, field

from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import View


@dataclass(frozen=True, slots=True)
class Labels:
    """Captions, some with placeholders for `str.format`. Most are cut off after about 15 Latin letters."""

    trump: str = "Trump"
    no_trump: str = "No trump"
    level: str = "Level"
    points: str = "pts"
    trick: str = "Trick {n}"
    deal: str = "Deal {n}"
    # Captions for the task of the seat whose hand is shown.
    lead: str = "Your lead"
    follow: str = "Follow"
    declare: str = "Declare?"
    claim: str = "New deal?"
    bury: str = "Bury"
    steal: str = "Overbid?"
    call: str = "Call friends"
    pick_up: str = "Pick up?"
    to_act: str = "to act"
    no_cards: str = "No cards in hand"
    # Captions for what happens at the table.
    ready: str = "Next deal"
    declaring: str = "Declaring"
    dealing: str = "Dealing: {n} left"
    claiming: str = "New deal?"
    burying: str = "Burying"
    stealing: str = "Kitty theft"
    calling: str = "Calling friends"
    picking_up: str = "Points to pick up"
    finished: str = "Deal over"
    redeal: str = "Dealt again"
    undeclared: str = "Nothing declared"
    passed: str = "Pass"
    passed_call: str = "Pass"
    passed_claim: str = "Keeps"
    kitty: str = "Kitty"
    last_trick: str = "Last trick"
    throw_failed: str = "Throw failed"
    copy: str = "#{n}"
    left_lying: str = "Left lying"
    # captions of a lobby
    lobby: str = "Waiting for players"
    empty_seat: str = "Empty seat"
    seat: str = "Seat {n}"
    """The caption in place of a name whose letters no font has."""
    # captions of a deal's result
    declarers_hold: str = "Declarers hold"
    opponents_take_over: str = "Opponents take over"
    opponents_win: str = "Opponents win"
    match_won: str = "Match won!"
    shut_out: str = "Shut-out!"
    in_tricks: str = "Tricks"
    penalties: str = "Penalties"
    total: str = "Total"
    rise: str = "Levels +{n}"
    no_rise: str = "No level"
    hooked: str = "Sent back"
    thrown_back: str = "Fallen back"
    next_declarer: str = "Next declarer"
    winners: str = "Winners"


SeatNames = tuple[str | None, ...]
"""The name for each seat; None for an empty seat."""


@dataclass(frozen=True, slots=True)
class HandPicture:
    """The cards of `view.seat`, numbered from 1 in the order of `hand_scene.reading_order`."""

    view: View
    playable: frozenset[Card] | None = None
    """The cards that may be played now. They are lit and raised, the others dimmed. If None, all look alike."""
    picked: tuple[Card, ...] = ()
    """The picked or required cards, copies included. If the hand has more copies, its first ones are raised."""
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    show_numbers: bool = True
    """Whether cards that can be picked show their number in reading order. Cards that are cut short never do."""
    names: SeatNames = ()
    """The names for the strip with the trick; without names, it shows only the seats' numbers."""
    hinted: tuple[Card, ...] = ()
    """The cards of a hint, copies included. Those that are not picked are raised and have a ring."""
    show_last_trick: bool = False
    """Whether the strip shows the last complete trick even while the next is played, not only between tricks."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table as everyone may see it, in any phase; a hand in the view is not shown."""

    view: View
    names: SeatNames
    labels: Labels = field(default_factory=Labels)
    viewer: Seat | None = None
    """The seat shown at the bottom, nearest to the viewer; None for the first seat."""
    four_colour: bool = True
    show_last_trick: bool = False
    """Whether the last complete trick is shown between tricks, instead of an empty table."""


@dataclass(frozen=True, slots=True)
class LobbyPicture:
    """A table before its first deal. `teams` has the colour of each seat, 0 or 1, or is empty."""

    names: SeatNames
    computers: frozenset[Seat] = frozenset()
    title: str = ""
    """The heading, such as the preset's name."""
    lines: tuple[str, ...] = ()
    """Short facts, such as the number of packs; the first three are shown."""
    teams: tuple[int, ...] = ()
    labels: Labels = field(default_factory=Labels)
    clockwise: bool = False
    host: Seat | None = None


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """A finished deal. `view.result` must be set. Its `winners` also say whether the match is won."""

    view: View
    names: SeatNames
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    is_last: bool = False
    """Whether no deal follows, so that no next declarer is shown."""
    caption: str = ""
    """A line about the deal, for a picture that is shown apart from its table's message."""
