"""Puts the state of a deal (level, trumps, declarer, points) and its result into words."""

from collections.abc import Iterator

from bot.text.describe.cards import format_cards, format_suit
from bot.text.describe.level_changes import (
    format_level_move,
    format_team,
    get_standings,
    list_extra_levels,
    list_failures,
    list_falls,
    list_level_changes,
    require_result,
    was_rise_cut,
)
from bot.text.describe.rules import format_level_in_lap
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.deal.kitty_multiplier import max_multiplier
from engine.deal.scoring import points_to_climb, points_to_win
from engine.model.events import DealResult
from engine.model.options import KittyWithoutTrump, Level, NextDeclarer, Teams
from engine.model.seats import Seat
from engine.model.view import PhaseName, View


def format_score_line(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return the deal's level, trumps, declarer, points and all players' levels, in one line and as far as known."""
    return " · ".join(list_score_parts(messages, view, names))


def format_declarers_line(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return who is declarer; empty if unknown. Panels show the rest of the score line elsewhere."""
    return next(iter(_list_declarers_parts(messages, view, names)), "")


def list_score_parts(messages: Messages, view: View, names: NamesBySeat) -> list[str]:
    """Return the parts of the score line, most important first."""
    return [
        format_trump(messages, view),
        *_list_declarers_parts(messages, view, names),
        *_list_points_parts(messages, view, names),
        *_format_levels(messages, view, names),
    ]


def _list_declarers_parts(messages: Messages, view: View, names: NamesBySeat) -> Iterator[str]:
    if view.declarer is not None:
        yield messages.say("score.declarer", name=format_seat_name(messages, names, view.declarer))
    friends = [friend.joined for friend in view.friends if friend.joined is not None]
    if friends:
        yield messages.say("score.friends", names=format_seat_names(messages, names, dict.fromkeys(friends)))


def format_trump(messages: Messages, view: View) -> str:
    """Return the level and the trumps, or that there are none yet."""
    suit = view.trump.suit if view.trump is not None else None
    made = bool(view.declarations) or view.phase not in {PhaseName.READY, PhaseName.DECLARING}
    kind = "open" if not made else "none" if suit is None else "suit"
    facts = {} if suit is None else {"suit": format_suit(messages, suit)}
    played = _find_deal_level(view)
    if played is None:
        return messages.say(f"score.plain.{kind}", **facts)
    return messages.say(f"score.trump.{kind}", level=format_level_in_lap(messages, *played), **facts)


def _find_deal_level(view: View) -> tuple[Level, int] | None:
    """Return the level of the deal and its lap; None while the level is undecided and in games without levels."""
    level = view.deal_level
    if level is None:
        return None
    ended = view.result if view.phase is PhaseName.FINISHED else None
    levels = ended.levels_before if ended is not None else view.levels
    first = () if view.declarer is None else (view.declarer,)
    seat = next((Seat(s) for s in (*first, *range(len(levels))) if levels[s] is level), Seat(0))
    if ended is not None:
        return level, ended.lap_before(seat)
    return level, view.lap_of(seat) if first or len(set(view.laps)) <= 1 else 1


def _list_points_parts(messages: Messages, view: View, names: NamesBySeat) -> Iterator[str]:
    if view.opponents_points is not None:
        yield from list_points_so_far(messages, view)
    else:
        yield messages.say("score.target", target=points_to_win(view.rules))
        for seat, points in enumerate(view.points):
            if points:
                yield messages.say("score.points_of", name=format_seat_name(messages, names, seat), points=points)
    if view.points_left:
        yield messages.say("score.left_lying", points=view.points_left)


def list_points_so_far(messages: Messages, view: View) -> Iterator[str]:
    """Yield the opponents' points so far and how many they need, if their points are known."""
    if view.opponents_points is not None:
        yield messages.say("score.opponents", points=view.opponents_points, target=points_to_win(view.rules))


def _format_levels(messages: Messages, view: View, names: NamesBySeat) -> Iterator[str]:
    if view.rules.teams is Teams.HIDDEN_TEN:
        return
    standings = [(view.lap_of(seat), level) for seat, level in enumerate(view.levels)]
    for which in sorted(set(standings), reverse=True) if len(set(standings)) > 1 else ():
        lap, level = which
        who = format_seat_names(messages, names, [seat for seat, theirs in enumerate(standings) if theirs == which])
        yield messages.say("score.levels", names=who, level=format_level_in_lap(messages, level, lap))
    yield from list_failures(messages, view, names, "score.failures")


def list_result_lines(
    messages: Messages, view: View, names: NamesBySeat, *, kitty: str = "", is_last: bool = False
) -> list[str]:
    """Return the lines of a result. `kitty` may give the text for the kitty's cards. Raises ValueError: no result."""
    ended = require_result(view)
    return [
        _format_winners(messages, view, names),
        *_list_sources(messages, view, ended, kitty),
        *list_extra_levels(messages, ended, names),
        *list_level_changes(messages, view, names),
        *_list_consequences(messages, view, names, is_last=is_last),
    ]


def _format_winners(messages: Messages, view: View, names: NamesBySeat) -> str:
    ended = require_result(view)
    side = format_team(messages, view, ended.winning_seats, names)
    key = "result.held" if ended.declarers_hold else "result.taken"
    return messages.say(key, names=side, points=ended.opponents_points, needed=points_to_win(view.rules))


def format_outcome(messages: Messages, view: View, names: NamesBySeat = None, *, is_last: bool = False) -> str:
    """Return who won the deal and perhaps the match, as text beside a picture. Raises ValueError: no result."""
    news = _list_match_news(messages, view, names, is_last=is_last)
    return messages.join_sentences((_format_winners(messages, view, names), *news))


def format_my_result(messages: Messages, view: View, names: NamesBySeat = None, *, is_last: bool = False) -> str:
    """Return a deal's result for the player in the view's seat. Raises ValueError: no result, or no seat."""
    ended = require_result(view)
    if view.seat is None:
        raise ValueError("a spectator has no result of their own")
    lines = [_format_my_outcome(messages, view, names, view.seat, is_last=is_last)]
    if view.rules.teams is not Teams.FIXED:
        mine = view.seat in ended.winning_seats
        seats = [Seat(s) for s in range(view.rules.players) if (s in ended.winning_seats) is mine]
        lines.append(messages.say("result.your_side", names=format_team(messages, view, seats, names)))
    lines += _list_sources(messages, view, ended, "")
    lines += list_extra_levels(messages, ended, names)
    if view.rules.teams in {Teams.FRIENDS, Teams.THREE_PAIRS}:
        lines += list_level_changes(messages, view, names)
    elif view.rules.teams is Teams.FIXED and was_rise_cut(ended):
        lines.append(messages.say("result.rise_cut", rise=ended.rise))
    return "\n".join((*lines, *_list_consequences(messages, view, names, view.seat, is_last=is_last)))


def format_my_points(messages: Messages, view: View) -> str:
    """Return whether the player in the view's seat won, and the points. Raises ValueError: no result, or no seat."""
    if view.seat is None:
        raise ValueError("a spectator has no result of their own")
    ended = require_result(view)
    won, declared = view.seat in ended.winning_seats, view.seat in ended.declarers
    key = f"result.you_{'won' if won else 'lost'}.{'declarer' if declared else 'opponent'}"
    return messages.say(key, points=ended.opponents_points, needed=points_to_win(view.rules))


def _format_my_outcome(messages: Messages, view: View, names: NamesBySeat, seat: Seat, *, is_last: bool) -> str:
    ended = require_result(view)
    won = seat in ended.winning_seats
    said = [format_my_points(messages, view)]
    if seat in ended.winners:
        said.insert(0, messages.say("result.you_won_match"))
    elif not is_last and (climb := _find_climb(view, ended, seat)) is not None:
        said.append(messages.say("result.you_climb_from", points=climb))
    elif view.rules.teams is not Teams.HIDDEN_TEN:
        said.append(format_level_move(messages, ended, seat, "you"))
    others = next((s for s in range(view.rules.players) if (s in ended.winning_seats) is not won), None)
    if view.rules.teams is Teams.FIXED and others is not None and not ended.winners:
        moved = get_standings(ended, others)[0] != get_standings(ended, others)[1]
        said += [format_level_move(messages, ended, others, "they")] if moved else []
    return messages.join_sentences((*said, *_list_match_news(messages, view, names, seat, is_last=is_last)))


def _find_climb(view: View, ended: DealResult, seat: Seat) -> int | None:
    """Return the points that the seat's side needed to rise, if it won without rising; else None."""
    before, after = get_standings(ended, seat)
    gained = ended.rise if seat in ended.winning_seats else 1
    fixed = view.rules.teams is Teams.FIXED and ended.next_declarer is not None
    won = fixed and seat in ended.winning_seats and seat not in ended.declarers and before == after
    if not won or gained or (ended.next_declarer - seat) % 2:  # type: ignore[operator]  # it is known
        return None
    climb = points_to_climb(view.rules)
    return climb if climb is not None and climb > ended.opponents_points else None


def _list_consequences(
    messages: Messages, view: View, names: NamesBySeat, me: Seat | None = None, *, is_last: bool
) -> Iterator[str]:
    """Yield who is sent back, who won the match and who declares next. With `me`, leave out the match."""
    ended = require_result(view)
    yield from list_falls(messages, view, ended, names)
    if me is None:
        yield from _list_match_news(messages, view, names, is_last=is_last)
    if is_last or ended.winners or ended.next_declarer is None:
        return
    if ended.next_declarer == me:
        yield messages.say("result.you_next")
    else:
        yield messages.say("result.next", name=format_seat_name(messages, names, ended.next_declarer))


def _list_match_news(
    messages: Messages, view: View, names: NamesBySeat, me: Seat | None = None, *, is_last: bool
) -> Iterator[str]:
    """Yield who won the match, unless `me` did. If the match goes on and players bid next, yield a text on that."""
    winners = require_result(view).winners
    if winners and me not in winners:
        yield messages.say("result.match", count=len(winners), names=format_seat_names(messages, names, winners))
    elif not (is_last or winners) and view.rules.next_declarer is NextDeclarer.BID:
        yield messages.say("result.next_bid")


def _list_sources(messages: Messages, view: View, ended: DealResult, kitty: str) -> Iterator[str]:
    """Yield the sources of the points, if there are several, and the cards that were buried."""
    parts = [messages.say("result.in_tricks", points=ended.trick_points)]
    if ended.multiplier and ended.kitty_points:
        points, times = ended.kitty_points, ended.multiplier
        parts.append(messages.say("result.kitty_won", points=points, multiplier=times, total=points * times))
    if ended.penalty_points:
        parts.append(messages.say("result.penalties", points=ended.penalty_points))
    if len(parts) > 1:
        yield messages.say("result.points", parts=messages.format_list(parts))
    if ended.kitty:
        key = _find_kitty_message(view, ended) if ended.multiplier == 0 and ended.kitty_points > 0 else "result.kitty"
        yield messages.say(key, cards=kitty or format_cards(messages, ended.kitty, view.card_order))


def _find_kitty_message(view: View, ended: DealResult) -> str:
    if max_multiplier(view.rules.hand_size, view.rules) == 0:
        return "result.kitty_uncounted"
    if ended.last_trick in ended.declarers:
        return "result.kitty_safe"
    without = view.rules.kitty_without_trump is KittyWithoutTrump.NONE
    won = next((play.cards for play in view.tricks[-1].plays if play.seat == ended.last_trick), ())
    trumps = view.trump is not None and all(map(view.trump.is_trump, won))
    return "result.kitty_untrumped" if without and not trumps else "result.kitty"
