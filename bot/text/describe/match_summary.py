"""Describes a match in words: its length, the deals that each player has won, and its outcome."""

from collections.abc import Sequence
from typing import Final

from bot.play.table_rules.limited_matches import Contender, count_ties, list_leaders, rank_contenders
from bot.text.describe.rules import format_level, format_level_in_lap
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.seats import Seat

_WON_WITH_LEVELS: Final = ("match.won", "match.won_by_points", "match.won_by_deals")
"""The message keys for a match won by levels, won by points after a tie, or won by deals after a second tie."""
_WON_WITHOUT_LEVELS: Final = ("match.won", "match.won_by_points_ten")


def format_match_length(messages: Messages, rules: Rules, deals: int | None, minutes: int | None) -> str:
    """Return how long a match lasts: to the final level, or the numbers of deals or minutes that limit it."""
    parts = {
        name: messages.say(f"length.{name}", count=count)
        for name, count in (("deals", deals), ("minutes", minutes))
        if count is not None
    }
    if len(parts) > 1:
        return messages.say("length.both", **parts)
    if parts:
        return next(iter(parts.values()))
    if rules.teams is Teams.HIDDEN_TEN:
        return messages.say("length.open")
    level = format_level(messages, rules.final_level)
    if rules.laps > 1:
        return messages.say("length.laps", level=level, laps=rules.laps)
    return messages.say("length.level", level=level)


def format_side(messages: Messages, rules: Rules, seats: Sequence[Seat], names: NamesBySeat = None) -> str:
    """Return the names of a side; for fixed teams, also the side's colour in the pictures."""
    listed = format_seat_names(messages, names, seats)
    if rules.teams is not Teams.FIXED or not seats:
        return listed
    return messages.say("side.orange" if seats[0] % 2 else "side.blue", names=listed)


def format_match_end(messages: Messages, rules: Rules, results: Sequence[DealResult], names: NamesBySeat = None) -> str:
    """Return the final standings of a match that ended before the final level; empty without a finished deal."""
    contenders = rank_contenders(rules, results)
    if not contenders:
        return ""
    lines = (_format_contender(messages, rules, one, results, names) for one in contenders)
    return "\n".join((f"**{format_match_outcome(messages, rules, results, names)}**", *lines))


def format_match_outcome(
    messages: Messages, rules: Rules, results: Sequence[DealResult], names: NamesBySeat = None
) -> str:
    """Return one line that names the winners of a match; empty without a finished deal."""
    if not results:
        return ""
    if won := results[-1].winners:
        winner = messages.say("match.won", names=format_side(messages, rules, won, names))
    else:
        winner = _format_winners(messages, rules, rank_contenders(rules, results), names)
    return messages.join_sentences((messages.say("match.over", deals=len(results)), winner))


def format_tally(messages: Messages, rules: Rules, results: Sequence[DealResult], names: NamesBySeat) -> str:
    """Return how many deals each player has won; empty before the first result, and in games with levels."""
    contenders = rank_contenders(rules, results)
    if not contenders or contenders[0].has_levels:
        return ""
    parts = (
        messages.say("match.tally_part", names=format_seat_name(messages, names, one.seats[0]), won=one.deals_won)
        for one in contenders
    )
    return messages.say("match.tally", parts=" · ".join(parts))


def _format_winners(messages: Messages, rules: Rules, contenders: Sequence[Contender], names: NamesBySeat) -> str:
    leaders = list_leaders(contenders)
    if len(leaders) == len(contenders):
        return messages.say("match.draw")
    if len(leaders) > 1:
        seats = [seat for one in leaders for seat in one.seats]
        return messages.say("match.shared", names=format_seat_names(messages, names, seats))
    key = (_WON_WITH_LEVELS if leaders[0].has_levels else _WON_WITHOUT_LEVELS)[count_ties(contenders)]
    return messages.say(key, names=format_side(messages, rules, leaders[0].seats, names))


def _format_contender(
    messages: Messages, rules: Rules, one: Contender, results: Sequence[DealResult], names: NamesBySeat
) -> str:
    facts = {"names": format_side(messages, rules, one.seats, names), "points": _format_signed(one.points)}
    if not one.has_levels:
        return messages.say("match.deals_won", won=one.deals_won, total=len(results), **facts)
    seat = one.seats[0]
    level = format_level_in_lap(messages, results[-1].levels_after[seat], results[-1].lap_after(seat))
    return messages.say("match.levels", level=level, change=_format_signed(one.levels_gained), **facts)


def _format_signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212") if number else "±0"
