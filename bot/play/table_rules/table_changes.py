"""Changes a table's seats, rules and pace. Each function returns changed facts or refuses; none of them saves."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.ids import LeagueId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.choose_seats import TeamGroup, find_seat_on_side, find_usual_seat, seat_team_mates
from bot.play.values.table_info import Computer, Occupant, Person, Speed, TableInfo, TableStatus
from engine.model.errors import InvalidRules
from engine.model.presets import preset_with
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.players.levels import ALL_LEVELS, ORACLE


def build_rules(preset: str, overrides: Mapping[str, str]) -> Rules:
    """Return the rules of a preset with changes; refuse rules that cannot be played."""
    try:
        return preset_with(preset, **overrides)
    except InvalidRules as bad:
        raise TableRefused(TableRefusal.INVALID_RULES, message=str(bad), options=bad.options) from bad


def require_seat(facts: TableInfo, user: UserId) -> Seat:
    """Return a user's seat; refuse a user who has none."""
    return TableRefused.require_found(facts.seat_of(user), TableRefusal.NOT_SEATED)


def require_host(facts: TableInfo, user: UserId) -> None:
    """Refuse everyone but the host."""
    if user != facts.host:
        raise TableRefused(TableRefusal.NOT_HOST, host=facts.host)


def join(
    facts: TableInfo,
    user: UserId,
    seat: Seat | None = None,
    teams: Collection[TeamGroup] = (),
    *,
    side: int | None = None,
) -> TableInfo:
    """Seat a user in `seat` or on `side`. A computer player there moves to an empty seat, or leaves if there is none.

    Without `seat` and `side`, `find_usual_seat` chooses the seat. Then the user and their team-mates in `teams` move to
    the same side.
    """
    if Person(user) in facts.seats:
        raise TableRefused(TableRefusal.ALREADY_SEATED)
    if seat is not None:
        _refuse_person(facts, seat)
        return _seat_newcomer(facts, user, seat)
    if side is not None:
        return _seat_newcomer(facts, user, find_seat_on_side(facts, side))
    seated = _seat_newcomer(facts, user, find_usual_seat(facts))
    return seat_team_mates(seated, [team for team in teams if user in team])


def _seat_newcomer(facts: TableInfo, user: UserId, seat: Seat) -> TableInfo:
    there, empty = facts.seats[seat], [Seat(n) for n, one in enumerate(facts.seats) if one is None]
    if there is not None and empty:
        facts = facts.with_occupant(empty[0], there)
    return facts.with_occupant(seat, Person(user))


def move(facts: TableInfo, user: UserId, seat: Seat) -> TableInfo:
    """Move a player to an empty seat, or swap with a computer player."""
    old, there = require_seat(facts, user), _refuse_person(facts, seat)
    return facts.with_occupant(old, there).with_occupant(seat, Person(user))


def _refuse_person(facts: TableInfo, seat: Seat) -> Computer | None:
    there = get_occupant(facts, seat)
    if isinstance(there, Person):
        raise TableRefused(TableRefusal.SEAT_TAKEN, seat=seat + 1)
    return there


def leave(facts: TableInfo, user: UserId) -> TableInfo:
    """Empty a player's seat. If they were host, another player becomes host; a table without people ends."""
    return pass_host_on(facts.with_occupant(require_seat(facts, user), None))


def kick(facts: TableInfo, user: UserId, seat: Seat) -> TableInfo:
    """Let the host empty somebody else's seat."""
    require_host(facts, user)
    there = TableRefused.require_found(get_occupant(facts, seat), TableRefusal.SEAT_EMPTY, seat=seat + 1)
    if there == Person(user):
        raise TableRefused(TableRefusal.NOT_YOURSELF)
    return facts.with_occupant(seat, None)


def transfer_host(facts: TableInfo, user: UserId, to: UserId) -> TableInfo:
    """Let the host make another player host."""
    require_host(facts, user)
    require_seat(facts, to)
    return replace(facts, host=to)


def shuffle_seats(facts: TableInfo, user: UserId, order: Sequence[int], teams: Collection[TeamGroup] = ()) -> TableInfo:
    """Let the host reorder the seats. Seat n gets the occupant of seat `order[n]`. Then seat team-mates on one side."""
    require_host(facts, user)
    shuffled = replace(facts, seats=tuple(facts.seats[n] for n in order), proposals=())
    return seat_team_mates(shuffled, teams)


def add_computer(facts: TableInfo, user: UserId, level: str, seat: Seat | None = None) -> TableInfo:
    """Let any player seat a computer player of `level` in `seat` or the first empty one."""
    require_seat(facts, user)
    _check_level_for(facts, user, level)
    return facts.with_occupant(find_empty_seat(facts, seat), create_computer(facts, level))


def set_level(facts: TableInfo, user: UserId, seat: Seat, level: str) -> TableInfo:
    """Let any player set the level of the computer player in `seat`."""
    require_seat(facts, user)
    _check_level_for(facts, user, level)
    there = get_occupant(facts, seat)
    if not isinstance(there, Computer):
        raise TableRefused(TableRefusal.NO_COMPUTER_THERE, seat=seat + 1)
    return facts.with_occupant(seat, replace(there, level=level))


def set_difficulty(facts: TableInfo, user: UserId, level: str) -> TableInfo:
    """Let any player set the level of all computer players."""
    for seat in [Seat(seat) for seat, one in enumerate(facts.seats) if isinstance(one, Computer)]:
        facts = set_level(facts, user, seat, level)
    return facts


def remove_computer(facts: TableInfo, user: UserId) -> TableInfo:
    """Let any player remove the last computer player."""
    require_seat(facts, user)
    if not (taken := [s for s, o in enumerate(facts.seats) if isinstance(o, Computer)]):
        raise TableRefused(TableRefusal.NO_COMPUTER)
    return facts.with_occupant(taken[-1], None)


def set_rules(facts: TableInfo, user: UserId, preset: str, overrides: Mapping[str, str]) -> TableInfo:
    """Let the host replace the rules. People keep their seats if possible. Computer players make room for them."""
    require_host(facts, user)
    rules = build_rules(preset, overrides)
    people = [o for o in facts.seats if isinstance(o, Person)]
    if len(people) > rules.players:
        raise TableRefused(TableRefusal.TOO_MANY_PEOPLE, seats=rules.players, people=len(people))
    seats: list[Occupant | None] = [*facts.seats[: rules.players], *[None] * (rules.players - len(facts.seats))]
    for person in people:
        if person not in seats:
            at = next((s for s, o in enumerate(seats) if o is None), None)
            seats[next(s for s, o in enumerate(seats) if isinstance(o, Computer)) if at is None else at] = person
    return replace(facts, preset=preset, rules=rules, seats=tuple(seats), proposals=())


def set_pace(facts: TableInfo, user: UserId, turn: float | None, bury: float | None) -> TableInfo:
    """Let the host set the seconds for a turn and for burying. 0 means no limit, and None means the usual time."""
    require_host(facts, user)
    return replace(facts, turn_seconds=turn, bury_seconds=bury)


def set_next_deal(facts: TableInfo, user: UserId, seconds: float | None) -> TableInfo:
    """Let the host set after how many seconds the next deal begins by itself; 0 means never, None the usual time."""
    require_host(facts, user)
    return replace(facts, next_deal_seconds=seconds)


def set_speed(facts: TableInfo, user: UserId, speed: Speed) -> TableInfo:
    """Let the host set how fast computer players act and cards are drawn."""
    require_host(facts, user)
    return replace(facts, speed=speed)


def set_purpose(
    facts: TableInfo, user: UserId, league: LeagueId | None, *, friendly: bool, teams: Collection[TeamGroup] = ()
) -> TableInfo:
    """Let the host set what deals count for: a league, the open ladder, or nothing. Team-mates then sit together."""
    require_host(facts, user)
    return seat_team_mates(replace(facts, league=league, is_friendly=friendly and league is None), teams)


def set_match_length(facts: TableInfo, user: UserId, deals: int | None, minutes: int | None) -> TableInfo:
    """Let the host set after how many deals or minutes the match ends; None means no such limit."""
    require_host(facts, user)
    return replace(facts, match_deals=deals, match_minutes=minutes)


def create_computer(facts: TableInfo, level: str) -> Computer:
    """Return a computer player with the lowest number that is not taken at the table."""
    numbers = {o.number for o in facts.seats if isinstance(o, Computer)}
    return Computer(level, next(n for n in range(1, len(facts.seats) + 2) if n not in numbers))


def find_empty_seat(facts: TableInfo, wanted: Seat | None) -> Seat:
    """Return `wanted` or, if that is None, the first empty seat. Refuse if the seat is taken or none is empty."""
    if wanted is not None:
        if get_occupant(facts, wanted) is not None:
            raise TableRefused(TableRefusal.SEAT_TAKEN, seat=wanted + 1)
        return wanted
    free = next((Seat(s) for s, o in enumerate(facts.seats) if o is None), None)
    return TableRefused.require_found(free, TableRefusal.TABLE_FULL)


def _check_level_for(facts: TableInfo, user: UserId, level: str) -> None:
    check_level(level)
    if level == ORACLE:
        require_host(facts, user)


def check_level(level: str) -> None:
    """Refuse an unknown level of computer players."""
    if level not in ALL_LEVELS:
        raise TableRefused(TableRefusal.UNKNOWN_LEVEL)


def get_occupant(facts: TableInfo, seat: Seat) -> Occupant | None:
    """Return the occupant of a seat, or None if it is empty. Refuse a seat that does not exist."""
    if not 0 <= seat < len(facts.seats):
        raise TableRefused(TableRefusal.UNKNOWN_SEAT, seat=seat + 1, seats=len(facts.seats))
    return facts.seats[seat]


def end_table(facts: TableInfo) -> TableInfo:
    """Return the table's facts after its end, without proposals."""
    status = TableStatus.CLOSED if facts.status is TableStatus.LOBBY else TableStatus.OVER
    return replace(facts, status=status, proposals=(), ready=())


def pass_host_on(facts: TableInfo) -> TableInfo:
    """Return the table's facts with a host who has a seat. If no person has a seat, the table ends."""
    if not (people := [o.user for o in facts.seats if isinstance(o, Person)]):
        return end_table(facts)
    return facts if facts.host in people else replace(facts, host=people[0])
