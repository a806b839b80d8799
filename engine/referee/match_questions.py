"""Questions about a match: rises of level, the next declarer, and what a deal changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.deal import scoring
from engine.deal.change_levels import LevelOutcome, change_levels, next_declarer, raise_level
from engine.model.declaration_ladder import is_every_deal_first
from engine.model.match import Match, start_match
from engine.model.options import Hook, KittyWithoutTrump, Level, NextDeclarer, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.referee.decode import (
    InvalidQuestion,
    Question,
    check_distinct,
    quote,
    read_bool,
    read_level,
    read_list,
    read_number,
    read_object,
)
from engine.referee.question_kind import QuestionKinds
from engine.referee.score_questions import asks_capture, read_small_number, read_word

T = TypeVar("T")

_COMPASS: Final = "NWSE"
"""The compass points in anticlockwise order. Each player is followed by the player to their right."""
_DIRECTIONS: Final = {"anticlockwise": _COMPASS, "clockwise": _COMPASS[::-1]}
_TEAMS: Final = ("NS", "EW")
KINDS: Final = QuestionKinds()


@KINDS.add(
    "where a rise ends",
    {
        "level": "2 to A or NT",
        "levels_gained": "a number",
        "held_as_declarers?": "won as declarers at this level; no without it",
        "lap?": "from 1; needed with more than one lap",
    },
    {"level": "the new one", "lap": "the new one", "won_game": "true or false"},
    {"input": {"level": "K", "levels_gained": 2}},
)
def _answer_advance_team(question: Question) -> dict[str, Any]:
    start, by = question.get("level", read_level), question.get("levels_gained", read_small_number)
    held, rules = question.get("held_as_declarers", read_bool, False), question.rules
    lap = question.get_when("lap", lambda value: read_number(value, 1, rules.laps), 1, needed=rules.laps > 1)
    result = raise_level(start, by, rules, held_on_it=held)
    if result.won and lap < rules.laps:
        return {"level": rules.start_level.text, "lap": lap + 1, "won_game": False}
    return {"level": result.level.text, "lap": lap, "won_game": result.won}


@KINDS.add(
    "who starts the next deal",
    {
        "previous_starter": "a player",
        "declarers_won": "true or false",
        "order?": "players in play order; 0, 1, 2 … without it",
        "last_trick_winner?": "a player; needed where they may start",
        "declarers?": "players of that side; needed where teams are not fixed",
    },
    {"next_starter": "a player; null if the deal is bid for"},
    {"input": {"previous_starter": 0, "declarers_won": True}},
)
def _answer_next_declarer(question: Question) -> dict[str, Any]:
    rules = question.rules
    order = [read_number(one) for one in question.get("order", read_list, list(range(rules.players)))]
    if len(order) != rules.players or len(set(order)) != len(order):
        raise InvalidQuestion("bad_value", f"the order names {rules.players} players once each")

    def seat(value: object) -> Seat:
        number = read_number(value)
        if number not in order:
            raise InvalidQuestion("bad_value", f"no player {quote(value)} in the order")
        return Seat(order.index(number))

    declarer, held = question.get("previous_starter", seat), question.get("declarers_won", read_bool)
    side = _read_declarers(question, declarer, [seat(one) for one in question.get("declarers", read_list, ())])
    last = question.get_when("last_trick_winner", seat, declarer, needed=_asks_last_trick(rules, held=held))
    following = None if is_every_deal_first(rules) else next_declarer(declarer, side, last, rules, hold=held)
    return {"next_starter": None if following is None else order[following]}


def _asks_last_trick(rules: Rules, *, held: bool) -> bool:
    return rules.next_declarer is NextDeclarer.SAME_OR_LAST_TRICK and not held


def _read_declarers(question: Question, declarer: Seat, named: Sequence[Seat]) -> Sequence[Seat]:
    """Return the players that the question names as the declarers' side. If it names none, fixed partners are used."""
    step = question.rules.partner_step
    if not named and step is not None:
        return [Seat(at) for at in range(declarer % step, question.rules.players, step)]
    if not named:
        raise InvalidQuestion("missing_field", "the input lacks 'declarers': the players of that side")
    check_distinct(named, "a player is named once among the declarers")
    if declarer not in named or len(named) == question.rules.players:
        raise InvalidQuestion("bad_value", "the declarers are the previous starter and some others, not everyone")
    return named


@KINDS.add(
    "levels and next starter for four players named by the compass",
    {
        "levels": "of NS and EW",
        "starter": "N E S W",
        "opponent_points": "a number",
        "play_direction?": "anticlockwise or clockwise; that of the rules without it",
        "last_trick_winner?": "N E S W; needed where they may start, or rise more",
        "won_by_trumps?": "whether they won with trumps alone; needed where only those capture the kitty",
        "sent_back?": "the team that the hook sends back, with its new level; needed at a level of the hook",
        "laps?": "of NS and EW, from 1; needed with more than one lap",
        "ace_failures?": "of NS and EW; needed where they count",
    },
    {
        "levels": "of NS and EW",
        "laps": "of NS and EW, with more than one lap",
        "ace_failures": "of NS and EW, where they count",
        "won_game": "NS or EW, if the match is won",
        "next_starter": "N E S W",
    },
    {"input": {"levels": {"NS": "7", "EW": "10"}, "starter": "S", "opponent_points": 60}},
)
def _answer_round_result(question: Question) -> dict[str, Any]:
    rules = question.rules
    if rules.players != len(_COMPASS) or rules.teams is not Teams.FIXED:
        raise InvalidQuestion("bad_value", "the compass names four players in two fixed teams; these rules differ")
    levels = {team: read_level(value) for team, value in question.get("levels", read_object).items()}
    if set(levels) != set(_TEAMS):
        raise InvalidQuestion("bad_value", "levels are those of NS and EW")
    order = question.get("play_direction", lambda value: read_word(value, _DIRECTIONS), _DIRECTIONS[rules.direction])

    def seat(value: object) -> Seat:
        return Seat(read_word(value, {one: at for at, one in enumerate(order)}))

    declarer = question.get("starter", seat)
    points = question.get("opponent_points", read_number)
    result = scoring.score_deal(points, rules)
    held = result.declarers_hold
    asks_last = _asks_last_trick(rules, held=held) or asks_capture(rules, held=held)
    last = question.get_when("last_trick_winner", seat, declarer, needed=asks_last)
    side = _read_declarers(question, declarer, ())
    captured = not held and last not in side and _is_kitty_captured(question)
    by = scoring.add_capture_levels(result.levels, rules) if captured else result.levels
    match = _read_match(question, rules, order, levels)
    heavy = scoring.is_heavy_loss(points, rules)
    hooked = _read_hooked(question, match, match.levels[declarer], order)
    deal = LevelOutcome(match.levels[declarer], declarer, side, held, by, 0, hooked, heavy)
    changed = change_levels(match, deal).match
    following = next_declarer(declarer, side, last, rules, hold=held)
    return {
        "levels": _by_team(order, [level.text for level in changed.levels]),
        "laps": _by_team(order, changed.laps),
        "ace_failures": _by_team(order, changed.ace_failures),
        "won_game": next((team for team in _TEAMS for seat in changed.winners if order[seat] in team), None),
        "next_starter": None if following is None else order[following],
    }


def _is_kitty_captured(question: Question) -> bool:
    rules = question.rules
    asked = scoring.is_capture_worth_levels(rules) and rules.kitty_without_trump is KittyWithoutTrump.NONE
    return question.get_when("won_by_trumps", read_bool, True, needed=asked) or not asked


def _read_hooked(question: Question, match: Match, played: Level, order: str) -> dict[Seat, Level]:
    """Return the seats that the hook sends back, with their new levels. Seats that are already lower are left out."""
    works = match.rules.hook is not Hook.OFF and played in match.rules.hook_ranks
    nobody: Mapping[str, Any] = {}
    given = question.get_when("sent_back", read_object, nobody, needed=works)
    back = {read_word(team, dict(zip(_TEAMS, _TEAMS, strict=True))): read_level(at) for team, at in given.items()}
    levels = {Seat(at): level for at, where in enumerate(order) for team, level in back.items() if where in team}
    return {seat: level for seat, level in levels.items() if match.levels[seat] >= level}


def _read_match(question: Question, rules: Rules, order: str, levels: Mapping[str, Level]) -> Match:
    laps = question.get_when("laps", _read_team_numbers, dict.fromkeys(_TEAMS, 1), needed=rules.laps > 1)
    counted = rules.ace_failures is not None
    failures = question.get_when("ace_failures", _read_team_numbers, dict.fromkeys(_TEAMS, 0), needed=counted)
    if not all(1 <= lap <= rules.laps for lap in laps.values()):
        raise InvalidQuestion("bad_number", f"laps are 1 to {rules.laps}")
    teams = [next(team for team in _TEAMS if where in team) for where in order]
    match = start_match(rules, tuple(levels[team] for team in teams), None)
    return replace(
        match,
        laps=tuple(laps[team] for team in teams) if match.laps else (),
        ace_failures=tuple(failures[team] for team in teams) if match.ace_failures else (),
    )


def _read_team_numbers(value: object) -> dict[str, int]:
    given = read_object(value)
    if set(given) != set(_TEAMS):
        raise InvalidQuestion("bad_value", f"these are numbers of {' and '.join(_TEAMS)}, not {quote(sorted(given))}")
    return {team: read_number(number, 0, 9) for team, number in given.items()}


def _by_team(order: str, values: Sequence[T]) -> dict[str, T]:
    return {team: values[order.index(team[0])] for team in _TEAMS} if values else {}
