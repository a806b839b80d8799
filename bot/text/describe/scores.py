"""How a deal stands: level, trumps, declarer, points, levels; and how it ended."""

from collections.abc import Iterable, Iterator, Sequence

from bot.text.describe.cards import format_cards, format_suit
from bot.text.describe.rules import format_level
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.deal.scoring import max_multiplier, points_to_win
from engine.model.events import DealResult
from engine.model.rules import KittyWithoutTrump, Level, Teams
from engine.model.seats import Seat
from engine.model.view import PhaseName, View


def format_score_line(messages: Messages, view: View, names: NamesBySeat | None = None) -> str:
    """Return level, trumps, declarer, points and all levels in one line, as far as the view may know them."""
    return " · ".join(list_score_parts(messages, view, names))


def format_declarers_line(messages: Messages, view: View, names: NamesBySeat | None = None) -> str:
    """Return the part of the score line that a picture of a hand does not show: the declarer and known friends."""
    return " · ".join(_list_declarers_parts(messages, view, names))


def list_score_parts(messages: Messages, view: View, names: NamesBySeat | None) -> list[str]:
    """Return the parts of the score line, most important first."""
    return [
        format_trump(messages, view),
        *_list_declarers_parts(messages, view, names),
        *_list_points_parts(messages, view, names),
        *_format_levels(messages, view, names),
    ]


def _list_declarers_parts(messages: Messages, view: View, names: NamesBySeat | None) -> Iterator[str]:
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
    played = view.deal_level
    if played is None:
        return messages.say(f"score.plain.{kind}", **facts)
    return messages.say(f"score.trump.{kind}", level=format_level(messages, played), **facts)


def _list_points_parts(messages: Messages, view: View, names: NamesBySeat | None) -> Iterator[str]:
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
    """Yield the opponents' points and how many they need, where known."""
    if view.opponents_points is not None:
        yield messages.say("score.opponents", points=view.opponents_points, target=points_to_win(view.rules))


def _format_levels(messages: Messages, view: View, names: NamesBySeat | None) -> Iterator[str]:
    if view.rules.teams is Teams.HIDDEN_TEN or len(set(view.levels)) == 1:
        return
    for which in sorted(set(view.levels), reverse=True):
        seats = [seat for seat, theirs in enumerate(view.levels) if theirs == which]
        who, level = format_seat_names(messages, names, seats), format_level(messages, which)
        yield messages.say("score.levels", names=who, level=level)


def format_result(messages: Messages, view: View, names: NamesBySeat | None = None, *, is_last: bool = False) -> str:
    """Return how the view's deal ended, a sentence a line: who won, the points and the kitty, levels, what follows.

    `is_last`: no deal follows.
    """
    return "\n".join(list_result_lines(messages, view, names, is_last=is_last))


def list_result_lines(
    messages: Messages, view: View, names: NamesBySeat | None, *, kitty: str = "", is_last: bool = False
) -> list[str]:
    """Return the lines of a result; `kitty`: the buried cards in words, if not as they were buried.

    Raises:
        ValueError: the view has no result.
    """
    ended = _require_result(view)
    side = format_team(messages, view, ended.winning_seats, names)
    key = "result.held" if ended.declarers_hold else "result.taken"
    return [
        messages.say(key, names=side, points=ended.opponents_points, needed=points_to_win(view.rules)),
        *_list_sources(messages, view, ended, kitty),
        *_list_extra_levels(messages, ended, names),
        *_list_level_changes(messages, view, names),
        *_list_consequences(messages, ended, names, is_last=is_last),
    ]


def format_my_result(messages: Messages, view: View, names: NamesBySeat | None = None, *, is_last: bool = False) -> str:
    """Return how the view's deal ended for its seat: the first line says what it means for its player.

    `is_last`: no deal follows.

    Raises:
        ValueError: the view has no result, or no seat.
    """
    ended = _require_result(view)
    if view.seat is None:
        raise ValueError("a spectator has no result of their own")
    lines = [_format_my_outcome(messages, view, ended, view.seat)]
    if view.rules.teams is not Teams.FIXED:
        mine = view.seat in ended.winning_seats
        seats = [Seat(s) for s in range(view.rules.players) if (s in ended.winning_seats) is mine]
        lines.append(messages.say("result.your_side", names=format_team(messages, view, seats, names)))
    lines += _list_sources(messages, view, ended, "")
    lines += _list_extra_levels(messages, ended, names)
    if view.rules.teams is Teams.FRIENDS:
        lines += _list_level_changes(messages, view, names)
    elif view.rules.teams is Teams.FIXED and _was_rise_cut(ended):
        lines.append(messages.say("result.rise_cut", rise=ended.rise))
    return "\n".join((*lines, *_list_consequences(messages, ended, names, view.seat, is_last=is_last)))


def format_team(messages: Messages, view: View, seats: Sequence[Seat], names: NamesBySeat | None = None) -> str:
    """Return the names of one side of a finished deal with the colour that it has in the pictures."""
    ended = _require_result(view)
    listed = format_seat_names(messages, names, seats)
    if not seats:
        return listed
    fixed = view.rules.teams is Teams.FIXED
    orange = seats[0] % 2 == 1 if fixed else seats[0] not in ended.declarers
    return messages.say("side.orange" if orange else "side.blue", names=listed)


def _require_result(view: View) -> DealResult:
    if view.result is None:
        raise ValueError("no deal has ended in this view")
    return view.result


def _format_my_outcome(messages: Messages, view: View, ended: DealResult, seat: Seat) -> str:
    won, declared = seat in ended.winning_seats, seat in ended.declarers
    key = f"result.you_{'won' if won else 'lost'}.{'declarer' if declared else 'opponent'}"
    said = [messages.say(key, points=ended.opponents_points, needed=points_to_win(view.rules))]
    if seat in ended.winners:
        said.insert(0, messages.say("result.you_won_match"))
    elif view.rules.teams is not Teams.HIDDEN_TEN:
        said.append(_format_level_move(messages, ended, seat, "you"))
    others = next((s for s in range(view.rules.players) if (s in ended.winning_seats) is not won), None)
    if view.rules.teams is Teams.FIXED and others is not None and not ended.winners:
        moved = ended.levels_before[others] != ended.levels_after[others]
        said += [_format_level_move(messages, ended, others, "they")] if moved else []
    return messages.join_sentences(said)


def _format_level_move(messages: Messages, ended: DealResult, seat: int, who: str) -> str:
    before, after = ended.levels_before[seat], ended.levels_after[seat]
    move = "up" if after > before else "back" if after < before else "stay"
    return messages.say(f"result.{who}_{move}", level=format_level(messages, after))


def _list_sources(messages: Messages, view: View, ended: DealResult, kitty: str) -> Iterator[str]:
    yield from _format_points_breakdown(messages, ended)
    yield from _format_kitty(messages, view, ended, kitty)


def _list_consequences(
    messages: Messages, ended: DealResult, names: NamesBySeat | None, me: Seat | None = None, *, is_last: bool
) -> Iterator[str]:
    """Yield who is sent back, who won the match, who declares next; not what `me` has read already."""
    if ended.hooked:
        level = format_level(messages, ended.hook_level)
        hooked = format_seat_names(messages, names, ended.hooked)
        yield messages.say("result.hooked", count=len(ended.hooked), names=hooked, level=level)
    if ended.winners and me not in ended.winners:
        yield messages.say(
            "result.match", count=len(ended.winners), names=format_seat_names(messages, names, ended.winners)
        )
    if is_last or ended.winners or ended.next_declarer is None:
        return
    if ended.next_declarer == me:
        yield messages.say("result.you_next")
    else:
        yield messages.say("result.next", name=format_seat_name(messages, names, ended.next_declarer))


def _format_points_breakdown(messages: Messages, ended: DealResult) -> Iterator[str]:
    parts = [messages.say("result.in_tricks", points=ended.trick_points)]
    if ended.multiplier and ended.kitty_points:
        points, times = ended.kitty_points, ended.multiplier
        parts.append(messages.say("result.kitty_won", points=points, multiplier=times, total=points * times))
    if ended.penalty_points:
        parts.append(messages.say("result.penalties", points=ended.penalty_points))
    if len(parts) > 1:
        yield messages.say("result.points", parts=messages.format_list(parts))


def _format_kitty(messages: Messages, view: View, ended: DealResult, shown: str) -> Iterator[str]:
    if ended.kitty:
        key = _find_kitty_message(view, ended) if ended.multiplier == 0 and ended.kitty_points > 0 else "result.kitty"
        yield messages.say(key, cards=shown or format_cards(messages, ended.kitty))


def _list_extra_levels(messages: Messages, ended: DealResult, names: NamesBySeat | None) -> Iterator[str]:
    """Yield which levels were won besides those for points."""
    if ended.captured_levels:
        yield messages.say("result.captured", n=ended.captured_levels)
    if ended.declarer_bonus:
        name = format_seat_name(messages, names, ended.declarer)
        yield messages.say("result.declarer_bonus", name=name, n=ended.declarer_bonus)


def _find_kitty_message(view: View, ended: DealResult) -> str:
    """Return the message that says why buried points do not count, if there is a reason to tell."""
    if max_multiplier(view.rules.hand_size, view.rules) == 0:
        return "result.kitty_uncounted"
    if ended.last_trick in ended.declarers:
        return "result.kitty_safe"
    without = view.rules.kitty_without_trump is KittyWithoutTrump.NONE
    won = next((play.cards for play in view.tricks[-1].plays if play.seat == ended.last_trick), ())
    trumps = view.trump is not None and all(map(view.trump.is_trump, won))
    return "result.kitty_untrumped" if without and not trumps else "result.kitty"


def _list_level_changes(messages: Messages, view: View, names: NamesBySeat | None) -> Iterator[str]:
    ended = _require_result(view)
    if len({*ended.levels_before, *ended.levels_after}) == 1:
        return
    for seats in _group_equal_seats(ended):
        before, after = (format_level(messages, of[seats[0]]) for of in (ended.levels_before, ended.levels_after))
        who = format_team(messages, view, seats, names)
        if before == after:
            yield messages.say("result.level_same", names=who, level=after)
        else:
            yield messages.say("result.level_change", names=who, before=before, after=after)
    if _was_rise_cut(ended):
        yield messages.say("result.rise_cut", rise=ended.rise)


def _group_equal_seats(ended: DealResult) -> Iterable[list[Seat]]:
    groups: dict[tuple[bool, Level, Level], list[Seat]] = {}
    won = set(ended.winning_seats)
    for seat in sorted(map(Seat, range(len(ended.levels_after))), key=lambda seat: seat not in won):
        levels = ended.levels_before[seat], ended.levels_after[seat]
        groups.setdefault((seat in won, *levels), []).append(seat)
    return groups.values()


def _was_rise_cut(ended: DealResult) -> bool:
    """Tell whether a compulsory level stopped a winner's rise; a winner who is sent back does not count."""
    return not ended.winners and any(
        ended.levels_after[seat] - ended.levels_before[seat] < ended.rise_of(seat)
        for seat in ended.winning_seats
        if seat not in ended.hooked
    )
