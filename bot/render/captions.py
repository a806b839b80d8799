"""Pieces that several pictures share: the trump pill, the score, seats' colours, what a phase is called."""

from bot.render import colours as c
from bot.render.colours import Colour
from bot.render.labels import Labels
from bot.render.scene import Badge, Face, Part
from engine.cards import Suit
from engine.rules import Level, Teams
from engine.seats import Seat
from engine.view import PhaseName, View


def suit_light(suit: Suit, *, four_colour: bool) -> Colour:
    """Return the colour of a suit sign on a dark ground."""
    return (c.LIGHT_FOUR if four_colour else c.LIGHT_TWO)[suit]


def deal_level(view: View) -> Level | None:
    """Return the level of the deal: the declarer's; None while it is open or where there are no levels."""
    if view.rules.teams is Teams.HIDDEN_TEN:
        return None
    if view.declarer is not None:
        return view.levels[view.declarer]
    return view.levels[0] if len(set(view.levels)) == 1 else None


def trump_parts(view: View, labels: Labels, size: int, *, four_colour: bool, ink: Colour) -> tuple[Part, ...]:
    """Return `Trump ♠ 2`, `No trump 2`, or what there is of it: the level alone while trumps are open."""
    text = trump_rank(view)
    figure = () if text is None else (Part(text, round(size * 1.12), ink, Face.FIGURE),)
    suit = view.trump.suit if view.trump is not None else None
    if suit is not None:
        sign = Part(suit, round(size * 1.12), suit_light(suit, four_colour=four_colour))
        return (Part(labels.trump, size, ink), sign, *figure)
    if trumps_made(view):
        return (Part(labels.no_trump, size, ink), *figure)
    return (Part(labels.level, size, ink), *figure) if figure else (Part(labels.undeclared, size, ink),)


def trump_rank(view: View) -> str | None:
    """Return the trump rank as text: that of the order of cards, for the levels may have moved on; `NT` for none."""
    if view.trump is not None and view.trump.rank is not None:
        return view.trump.rank.text
    level = deal_level(view)
    return None if level is None else level.text


def trumps_made(view: View) -> bool:
    """Tell whether trumps stand, be it for the moment: by a declaration, or because the deal has gone on."""
    return bool(view.declarations) or view.phase not in {PhaseName.READY, PhaseName.DECLARING}


def team_of(view: View, seat: Seat) -> int | None:
    """Return 0 or 1 for the colour of a seat: its team, or where sides are made anew its side; None if unknown."""
    if view.rules.teams is Teams.FIXED:
        return seat % 2
    side = view.sides[seat]
    return None if side is None else 0 if side else 1


def opponents_team(view: View) -> int:
    """Return the colour of the opponents: that of the points gathered against the declarer."""
    if view.rules.teams is Teams.FIXED and view.declarer is not None:
        return 1 - view.declarer % 2
    return 1


def badge(seat: Seat, team: int | None, x: int, y: int, size: int) -> Badge:
    """Return a seat's badge: its number from 1; colour and outline say its side."""
    ground = c.NO_TEAM if team is None else c.TEAMS[team]
    return Badge(x, y, size, str(seat + 1), ground, square=team == 1)


def phase_title(view: View, labels: Labels) -> str:
    """Return what the table is doing."""
    titles = {
        PhaseName.READY: labels.ready if view.redeal is None else labels.redeal,
        PhaseName.DECLARING: labels.dealing.format(n=view.to_draw) if view.to_draw else labels.declaring,
        PhaseName.CLAIMING: labels.claiming,
        PhaseName.BURYING: labels.burying,
        PhaseName.STEALING: labels.stealing,
        PhaseName.CALLING: labels.calling,
        PhaseName.PLAYING: labels.trick.format(n=trick_number(view)),
        PhaseName.PICKING_UP: labels.picking_up,
        PhaseName.FINISHED: labels.finished,
    }
    return titles[view.phase]


def trick_number(view: View) -> int:
    """Return the number of the trick in progress, from 1."""
    return len(view.tricks) + 1
