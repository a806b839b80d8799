"""Puts into words what a deal does to the levels: who rises, falls, fails, or begins the next lap."""

from collections.abc import Iterable, Iterator, Sequence

from bot.text.describe.rules import format_level, format_level_in_lap
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.model.events import DealResult
from engine.model.options import Level, Teams
from engine.model.seats import Seat
from engine.model.view import View


def list_extra_levels(messages: Messages, ended: DealResult, names: NamesBySeat) -> Iterator[str]:
    """Yield sentences on levels that were won for other reasons than points."""
    if ended.captured_levels:
        yield messages.say("result.captured", n=ended.captured_levels)
    if ended.declarer_bonus:
        name = format_seat_name(messages, names, ended.declarer)
        yield messages.say("result.declarer_bonus", name=name, n=ended.declarer_bonus)


def list_level_changes(messages: Messages, view: View, names: NamesBySeat) -> Iterator[str]:
    """Yield the levels before and after the deal, winners first. If all levels stay the same and equal, yield none."""
    ended = require_result(view)
    if len({*ended.levels_before, *ended.levels_after}) == 1 and not ended.lap_winners:
        return
    for seats in _group_equal_seats(ended):
        standings = get_standings(ended, seats[0])
        before, after = (format_level_in_lap(messages, level, lap) for lap, level in standings)
        who = format_team(messages, view, seats, names)
        if before == after:
            yield messages.say("result.level_same", names=who, level=after)
        else:
            yield messages.say("result.level_change", names=who, before=before, after=after)
    if was_rise_cut(ended):
        yield messages.say("result.rise_cut", rise=ended.rise)


def _group_equal_seats(ended: DealResult) -> Iterable[list[Seat]]:
    groups: dict[tuple[object, ...], list[Seat]] = {}
    won = set(ended.winning_seats)
    for seat in sorted(map(Seat, range(len(ended.levels_after))), key=lambda seat: seat not in won):
        groups.setdefault((seat in won, *get_standings(ended, seat)), []).append(seat)
    return groups.values()


def was_rise_cut(ended: DealResult) -> bool:
    """Return whether a seat rose by less than it won, because a level may not be skipped.

    Seats that are sent back or begin a new lap do not count.
    """
    return not ended.winners and any(
        ended.levels_after[seat] - ended.levels_before[seat] < ended.rise_of(seat)
        for seat in ended.winning_seats
        if seat not in ended.hooked and seat not in ended.lap_winners
    )


def list_falls(messages: Messages, view: View, ended: DealResult, names: NamesBySeat) -> Iterator[str]:
    """Yield who falls back and why, how often sides have failed, and who begins the next lap."""
    for level in sorted(set(ended.hook_levels)):
        seats = [seat for seat, back in zip(ended.hooked, ended.hook_levels, strict=True) if back is level]
        hooked, to = format_seat_names(messages, names, seats), format_level(messages, level)
        yield messages.say("result.hooked", count=len(seats), names=hooked, level=to)
    if ended.thrown_back:
        yield messages.say("result.thrown_back", names=format_seat_names(messages, names, ended.thrown_back))
    if not ended.winners:
        yield from list_failures(messages, view, names, "result.failures")
    if ended.failed_back:
        final, start = (format_level(messages, one) for one in (view.rules.final_level, view.rules.start_level))
        failed = format_seat_names(messages, names, ended.failed_back)
        yield messages.say("result.failed_back", names=failed, level=final, start=start)
    for lap in sorted({ended.lap_after(seat) for seat in ended.lap_winners}):
        seats = [seat for seat in ended.lap_winners if ended.lap_after(seat) == lap]
        who = format_seat_names(messages, names, seats)
        yield messages.say("result.next_lap", count=len(seats), names=who, lap=lap)


def list_failures(messages: Messages, view: View, names: NamesBySeat, key: str) -> Iterator[str]:
    """Yield which sides or players have lost as declarers at the final level, and how often."""
    level = format_level(messages, view.rules.final_level)
    for count in sorted({*view.ace_failures} - {0}, reverse=True):
        seats = [seat for seat, theirs in enumerate(view.ace_failures) if theirs == count]
        who = format_seat_names(messages, names, seats)
        yield messages.say(key, names=who, level=level, n=count, most=view.rules.ace_failures)


def format_level_move(messages: Messages, ended: DealResult, seat: int, who: str) -> str:
    """Return a sentence on whether a seat's level goes up, goes back or stays. `who` is `you` or `they`."""
    before, after = get_standings(ended, seat)
    move = "up" if after > before else "back" if after < before else "stay"
    lap, level = after
    return messages.say(f"result.{who}_{move}", level=format_level_in_lap(messages, level, lap))


def get_standings(ended: DealResult, seat: int) -> tuple[tuple[int, Level], tuple[int, Level]]:
    """Return the lap and level of a seat before and after the deal."""
    before = ended.lap_before(Seat(seat)), ended.levels_before[seat]
    return before, (ended.lap_after(Seat(seat)), ended.levels_after[seat])


def format_team(messages: Messages, view: View, seats: Sequence[Seat], names: NamesBySeat = None) -> str:
    """Return the names of one side of a finished deal, with its colour in the pictures."""
    ended = require_result(view)
    listed = format_seat_names(messages, names, seats)
    if not seats:
        return listed
    fixed = view.rules.teams is Teams.FIXED
    orange = seats[0] % 2 == 1 if fixed else seats[0] not in ended.declarers
    return messages.say("side.orange" if orange else "side.blue", names=listed)


def require_result(view: View) -> DealResult:
    """Return the result of the view's deal. Raises ValueError if it has none."""
    if view.result is None:
        raise ValueError("no deal has ended in this view")
    return view.result
