"""The captions of pictures in one language; the caller fills them from its catalogue."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """Captions, English by default; placeholders in braces are filled with `str.format`.

    Keep them short: most stand in a pill about 15 Latin letters wide, and longer ones are truncated.
    """

    trump: str = "Trump"
    no_trump: str = "No trump"
    level: str = "Level"
    points: str = "pts"
    trick: str = "Trick {n}"
    deal: str = "Deal {n}"
    # what the seat whose hand is shown has to do
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
    # what the table is doing
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
    # lobby
    lobby: str = "Waiting for players"
    empty_seat: str = "Empty seat"
    seat: str = "Seat {n}"
    """In place of a name in letters that no font has."""
    # result
    declarers_hold: str = "Declarers hold"
    opponents_take_over: str = "Opponents take over"
    opponents_win: str = "Opponents win"
    match_won: str = "Match won!"
    in_tricks: str = "Tricks"
    penalties: str = "Penalties"
    total: str = "Total"
    rise: str = "Levels +{n}"
    no_rise: str = "No level"
    hooked: str = "Sent back"
    thrown_back: str = "Fallen back"
    next_declarer: str = "Next declarer"
    winners: str = "Winners"
