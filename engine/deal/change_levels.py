"""Changes levels after a deal by falls, rises and laps, and finds the next declarer (docs/rules.md, 8)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.model.match import Match
from engine.model.options import Level, NextDeclarer, Win
from engine.model.rules import Rules
from engine.model.seats import Seat, next_seat, seats_from


@dataclass(frozen=True, slots=True)
class LevelOutcome:
    """The result of a deal, as far as it decides the levels."""

    level: Level
    declarer: Seat
    declarers: Collection[Seat]
    hold: bool
    rise: int
    """How many levels each winner has earned, without the declarer's bonus."""
    declarer_bonus: int
    """How many levels the declarer rises in addition, if the declarers hold."""
    hooked: Mapping[Seat, Level]
    """The seats that the hook sends back, each with its new level."""
    heavy_loss: bool


@dataclass(frozen=True, slots=True)
class LevelChanges:
    """The match with its new levels, and the seats that fell by a heavy loss or by failures at the final level."""

    match: Match
    thrown_back: tuple[Seat, ...] = ()
    failed_back: tuple[Seat, ...] = ()


def change_levels(match: Match, deal: LevelOutcome) -> LevelChanges:
    """Return the level changes after a deal. They come in this order: hook, heavy loss, failure, the winners' rise."""
    rules = match.rules
    if not rules.has_levels:
        return LevelChanges(match)
    levels = [deal.hooked.get(Seat(s), level) for s, level in enumerate(match.levels)]
    before, thrown = tuple(levels), tuple(sorted(deal.declarers)) if deal.heavy_loss else ()
    for seat in thrown:
        levels[seat] = max(rules.start_level, Level(max(Level.TWO, levels[seat] - rules.heavy_loss_levels)))
    thrown = tuple(seat for seat in thrown if levels[seat] < before[seat])
    failed = tuple(_list_failing_seats(match, deal))
    failures = [count + (s in failed) for s, count in enumerate(match.ace_failures)]
    failed_back = tuple(seat for seat in failed if failures[seat] == rules.ace_failures)
    for seat in failed_back:
        levels[seat] = min(levels[seat], rules.start_level)
    risen = _raise_winners(replace(match, levels=tuple(levels)), deal)
    counts = (n if level is rules.final_level else 0 for n, level in zip(failures, risen.levels, strict=False))
    return LevelChanges(replace(risen, ace_failures=tuple(counts)), thrown, failed_back)


def _list_failing_seats(match: Match, deal: LevelOutcome) -> Iterable[Seat]:
    """Yield the declarers who failed at the final level. Without lasting partners, only the declarer can fail."""
    if deal.hold or not match.ace_failures or deal.level is not match.rules.final_level:
        return
    side = deal.declarers if match.rules.partner_step else (deal.declarer,)
    yield from (seat for seat in sorted(side) if match.levels[seat] is deal.level)


def _raise_winners(match: Match, deal: LevelOutcome) -> Match:
    """Return the match after the winners' rise. A winner that has completed its last lap has won the match."""
    rules, levels, laps = match.rules, list(match.levels), list(match.laps)
    won: list[Seat] = []
    for seat in (Seat(s) for s in range(rules.players) if (s in deal.declarers) == deal.hold):
        by = deal.rise + (deal.declarer_bonus if seat == deal.declarer else 0)
        held_on_it = deal.hold and levels[seat] == deal.level
        risen = raise_level(levels[seat], by, rules, held_on_it=held_on_it)
        levels[seat] = risen.level
        if risen.won and laps and laps[seat] < rules.laps:
            laps[seat], levels[seat] = laps[seat] + 1, rules.start_level
        elif risen.won:
            won.append(seat)
    return replace(match, levels=tuple(levels), laps=tuple(laps), winners=tuple(won))


def climb_between(before: tuple[Level, int], after: tuple[Level, int], rules: Rules) -> int:
    """Return how many levels a side has climbed from one level and lap to another. After a fall, this is negative."""
    low, final = rules.start_level, rules.final_level
    passes_by_reaching = rules.win is Win.REACH_ACE and low < final
    lap = final - low + (not passes_by_reaching)
    return (after[1] - before[1]) * lap + after[0] - before[0]


@dataclass(frozen=True, slots=True)
class LevelRise:
    """The new level of a winner, at most the final one. `won` says whether the winner has won the match or the lap."""

    level: Level
    won: bool


def raise_level(level: Level, by: int, rules: Rules, *, held_on_it: bool) -> LevelRise:
    """Return the level of a winner at `level` who has earned `by` levels.

    A rise stops at compulsory levels, at levels to defend and at the final level; the rest of it is lost.
    `held_on_it` says that this winner was on the declarers' side and the deal was played at this level. Only then does
    a winner rise from a level to defend.
    """
    final = rules.final_level
    if level >= final and rules.win is not Win.PASS_ACE:
        return LevelRise(final, held_on_it if rules.win is Win.HOLD_ACE_AS_DECLARERS else by > 0)
    if level in rules.must_defend_levels and not held_on_it:
        return LevelRise(level, False)
    wanted = level + by
    stops = [stop for stop in rules.compulsory_levels | rules.must_defend_levels if level < stop < wanted]
    reached = min([wanted, *stops])
    match rules.win:
        case Win.PASS_ACE:
            return LevelRise(Level(min(reached, final)), reached > final)
        case Win.REACH_ACE:
            return LevelRise(Level(min(reached, final)), reached >= final)
        case Win.HOLD_ACE_AS_DECLARERS:
            return LevelRise(Level(min(reached, final)), False)


def next_declarer(
    declarer: Seat, declarers: Collection[Seat], last_trick: Seat, rules: Rules, *, hold: bool
) -> Seat | None:
    """Return the next declarer, or None if players bid for every deal. `last_trick` is the winner of the last trick."""
    if rules.next_declarer is NextDeclarer.BID:
        return None
    order = seats_from(next_seat(declarer, rules.players), rules.players)
    winning = [seat for seat in order if (seat in declarers) == hold]
    match rules.next_declarer:
        case NextDeclarer.PARTNER_OR_RIGHT:
            return winning[0] if hold else order[0]
        case NextDeclarer.SAME_OR_LAST_TRICK:
            heir = last_trick if last_trick in winning else winning[0]
            return declarer if hold else heir
        case NextDeclarer.SAME_OR_NEXT_SEAT:
            return declarer if hold else order[0]
        case NextDeclarer.NEXT_ON_WINNING_SIDE:
            return winning[0]
        case NextDeclarer.NEXT_SEAT:
            return order[0]
