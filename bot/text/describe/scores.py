"""How a deal stands: level, trumps, declarer, points, levels; and how it ended."""

from collections.abc import Iterable, Iterator

from bot.text.describe import cards as say
from bot.text.describe.people import Names, all_of, name
from bot.text.describe.rules import level
from bot.text.words import Words
from engine.events import DealResult
from engine.rules import Level, Teams
from engine.scoring import turnover
from engine.seats import Seat
from engine.view import PhaseName, View

_BETWEEN = " · "


def score_line(words: Words, view: View, names: Names | None) -> str:
    """Return level, trumps, declarer, points and levels in one line, as far as the view may know them."""
    return _BETWEEN.join(score_parts(words, view, names))


def score_parts(words: Words, view: View, names: Names | None) -> list[str]:
    """Return the parts of the score line, most important first."""
    parts = [trump(words, view)]
    if view.declarer is not None:
        parts.append(words.say("score.declarer", name=name(words, names, view.declarer)))
    friends = [friend.joined for friend in view.friends if friend.joined is not None]
    if friends:
        parts.append(words.say("score.friends", names=all_of(words, names, dict.fromkeys(friends))))
    return [*parts, *_points(words, view, names), *_levels(words, view, names)]


def trump(words: Words, view: View) -> str:
    """Return the level of the deal and its trumps, or that they are not made yet."""
    suit = view.trump.suit if view.trump is not None else None
    made = bool(view.declarations) or view.phase not in {PhaseName.READY, PhaseName.DECLARING}
    kind = "open" if not made else "none" if suit is None else "suit"
    facts = {} if suit is None else {"suit": say.suit(words, suit)}
    played = _deal_level(view)
    if played is None:
        return words.say(f"score.plain.{kind}", **facts)
    return words.say(f"score.trump.{kind}", level=level(words, played), **facts)


def _deal_level(view: View) -> Level | None:
    """Return the level of the deal: the declarer's; None while it is open or where there are no levels."""
    if view.rules.teams is Teams.HIDDEN_TEN:
        return None
    if view.result is not None and view.phase is PhaseName.FINISHED:
        return view.result.levels_before[view.result.declarer]
    if view.declarer is not None:
        return view.levels[view.declarer]
    return view.levels[0] if len(set(view.levels)) == 1 else None


def _points(words: Words, view: View, names: Names | None) -> Iterator[str]:
    if view.opponents_points is not None:
        yield from so_far(words, view)
    else:
        yield words.say("score.target", target=turnover(view.rules))
        for seat, points in enumerate(view.points):
            if points:
                yield words.say("score.points_of", name=name(words, names, seat), points=points)
    if view.points_left:
        yield words.say("score.left_lying", points=view.points_left)


def so_far(words: Words, view: View) -> Iterator[str]:
    """Yield the opponents' points and how many they need, if that is known."""
    if view.opponents_points is not None:
        yield words.say("score.opponents", points=view.opponents_points, target=turnover(view.rules))


def _levels(words: Words, view: View, names: Names | None) -> Iterator[str]:
    if view.rules.teams is Teams.HIDDEN_TEN or len(set(view.levels)) == 1:
        return
    for which in sorted(set(view.levels), reverse=True):
        seats = [seat for seat, theirs in enumerate(view.levels) if theirs == which]
        yield words.say("score.levels", names=all_of(words, names, seats), level=level(words, which))


def result(words: Words, ended: DealResult, names: Names | None) -> str:
    """Return how a deal ended, a sentence a line: who won, the points and the kitty, levels, what follows."""
    return "\n".join(result_lines(words, ended, names))


def result_lines(words: Words, ended: DealResult, names: Names | None, *, kitty: str = "") -> list[str]:
    """Return the lines of a result; `kitty`: the buried cards in words, if not as they were buried."""
    kind = "hold" if ended.declarers_hold else "lose"
    lines = [
        words.say(f"result.{kind}", points=ended.opponents_points),
        *_made_up(words, ended),
        *_kitty(words, ended, kitty),
        *_levels_after(words, ended, names),
    ]
    if ended.hooked:
        lines.append(words.say("result.hooked", count=len(ended.hooked), names=all_of(words, names, ended.hooked)))
    if ended.winners:
        lines.append(words.say("result.match", count=len(ended.winners), names=all_of(words, names, ended.winners)))
    elif ended.next_declarer is not None:
        lines.append(words.say("result.next", name=name(words, names, ended.next_declarer)))
    return lines


def _made_up(words: Words, ended: DealResult) -> Iterator[str]:
    """Say how the points came about, where they are more than those of the tricks."""
    parts = [words.say("result.in_tricks", points=ended.trick_points)]
    if ended.multiplier and ended.kitty_points:
        total = ended.kitty_points * ended.multiplier
        parts.append(words.say("result.kitty_won", points=ended.kitty_points, multiplier=ended.multiplier, total=total))
    if ended.penalty_points:
        parts.append(words.say("result.penalties", points=ended.penalty_points))
    if len(parts) > 1:
        yield words.say("result.points", parts=words.listed(parts))


def _kitty(words: Words, ended: DealResult, shown: str) -> Iterator[str]:
    if ended.kitty:
        safe = ended.multiplier == 0 and ended.kitty_points > 0
        yield words.say("result.kitty_safe" if safe else "result.kitty", cards=shown or say.cards(words, ended.kitty))


def _levels_after(words: Words, ended: DealResult, names: Names | None) -> Iterator[str]:
    if len({*ended.levels_before, *ended.levels_after}) == 1:
        return
    for seats in _alike(ended):
        before, after = ended.levels_before[seats[0]], ended.levels_after[seats[0]]
        who = all_of(words, names, seats)
        if before == after:
            yield words.say("result.level_same", names=who, level=level(words, after))
        else:
            yield words.say("result.level_change", names=who, before=level(words, before), after=level(words, after))
    if _stopped(ended):
        yield words.say("result.rise_cut", rise=ended.rise)


def _alike(ended: DealResult) -> Iterable[list[Seat]]:
    """Group the seats that were on one side and have the same levels, the winners first."""
    groups: dict[tuple[bool, Level, Level], list[Seat]] = {}
    won = set(ended.winning_seats)
    for seat in sorted(map(Seat, range(len(ended.levels_after))), key=lambda seat: seat not in won):
        levels = ended.levels_before[seat], ended.levels_after[seat]
        groups.setdefault((seat in won, *levels), []).append(seat)
    return groups.values()


def _stopped(ended: DealResult) -> bool:
    """Tell whether a level on the way stopped the rise of a winner who was not sent back besides."""
    return not ended.winners and any(
        ended.levels_after[seat] - ended.levels_before[seat] < ended.rise
        for seat in ended.winning_seats
        if seat not in ended.hooked
    )
