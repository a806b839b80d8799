"""The league's side of a unit of work: which teams begin a match, and what a deal changes for them.

The rules are `bot.league.ladder`'s; here they meet the rows, inside the transaction of the action that ended the deal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.deals import role_of
from bot.league.ids import GuildId, ResultId, TeamId, UserId
from bot.league.ids import TableId as LeagueTable
from bot.league.ladder import (
    Ladder,
    LineUp,
    Outcome,
    Place,
    Progress,
    Squad,
    beginning,
    entered,
    fielded,
    ladder_of,
    line_ups,
    outcome,
    starting_levels,
)
from bot.play.occupants import Occupant, Person, TableId, parse_who
from bot.play.ports import DealBooking
from bot.store.counting import count_deal, setting_of
from bot.store.facts import facts_of
from bot.store.models import (
    ActionRow,
    LevelRow,
    MemberRow,
    ResultRow,
    SeatResultRow,
    SubstituteRow,
    TableRow,
    TeamResultRow,
    TeamRow,
)
from bot.store.people import know_guild, know_people, member_key
from bot.store.rows import occupant_values
from bot.store.upsert import put
from engine.notation import rules_text
from engine.rules import Level, Rules, Teams
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team that is about to begin a match, and on which side."""

    side: int
    progress: Progress


def people_in(seats: Iterable[Occupant]) -> tuple[UserId | None, ...]:
    """Return the seats as the league sees them: a person's id, or None for a computer player."""
    return tuple(UserId(o.user) if isinstance(o, Person) else None for o in seats)


async def find_entrants(
    connection: AsyncConnection, guild: int, rules: Rules, seats: Sequence[Occupant]
) -> tuple[tuple[Entrant, ...], tuple[Level, ...] | None]:
    """Return the teams that sit on the sides of a table, and the level of each seat (None: no team plays)."""
    ladder = ladder_of(rules)
    if ladder is None:
        return (), None
    found = []
    for sitting in line_ups(rules, people_in(seats)):
        team = await _team(connection, guild, sitting)
        if team is not None:
            found.append(Entrant(sitting.side, await _progress(connection, team, ladder)))
    if len({entrant.progress.team for entrant in found}) < len(found):
        found = []  # members and substitutes of one team against each other: a team does not play itself
    return tuple(found), starting_levels(rules, {entrant.side: entrant.progress for entrant in found})


async def begin_match(connection: AsyncConnection, table: TableId, entrants: Sequence[Entrant]) -> None:
    """Keep that these teams climb at `table` from now on."""
    for entrant in entrants:
        place = Place(LeagueTable(table), entrant.side)
        await put(connection, LevelRow, progress_values(entered(entrant.progress, place)))


async def book_deal(connection: AsyncConnection, booking: DealBooking) -> None:
    """Keep the result of a deal, for the table, each seat and each team that climbs there.

    Raises:
        IntegrityError: this (table, revision) has been booked, or its action is not in the record.
    """
    await know_guild(connection, booking.guild)
    await know_people(connection, [o.user for o in booking.seats if isinstance(o, Person)])
    guild, rules = GuildId(booking.guild), rules_text(booking.rules)
    preset = (await connection.execute(select(TableRow.preset).where(TableRow.id == booking.table))).scalar_one()
    setting = await setting_of(connection, guild, preset, rules)
    values = _result_values(booking) | {"pool_id": setting.pool, "decay": setting.decay}
    adding = insert(ResultRow).values(**values).returning(ResultRow.id)
    result = (await connection.execute(adding)).scalar_one()
    await connection.execute(insert(SeatResultRow), _seat_values(result, booking))
    teams = await _climb(connection, result, booking)
    begun = await _begun(connection, booking) if setting.asks_who_began else None
    await count_deal(connection, (await facts_of(connection, [result]))[ResultId(result)], setting, teams, begun)


async def _begun(connection: AsyncConnection, booking: DealBooking) -> dict[UserId, int] | None:
    """Return who sat where when the deal was dealt, as the record has it; None where it does not say."""
    here = ActionRow.table_id == booking.table, ActionRow.revision < booking.revision
    last = select(func.max(ActionRow.revision)).where(*here, ActionRow.text.like("table deal %"))
    dealt = (await connection.execute(last)).scalar()
    if dealt is None:
        return None
    sits = select(ActionRow.text).where(*here, ActionRow.text.like("table sit %"), ActionRow.revision < dealt)
    sits, sat = sits.order_by(ActionRow.revision), dict[int, Occupant]()
    for text in (await connection.execute(sits)).scalars():
        _, _, seat, who = text.split(" ", 3)
        sat[int(seat)] = parse_who(who)
    return {UserId(one.user): seat for seat, one in sat.items() if isinstance(one, Person)}


async def _climb(connection: AsyncConnection, result: int, booking: DealBooking) -> dict[TeamId, int]:
    """Keep what a deal changes for each team that climbs at its table; return these teams, each with a seat of it."""
    teams, people = dict[TeamId, int](), people_in(booking.seats)
    for progress, members in await _climbing(connection, booking.table):
        changed = outcome(progress, members, people, booking.result)
        if changed is not None:
            await put(connection, LevelRow, progress_values(changed.progress))
            await connection.execute(insert(TeamResultRow), _team_values(result, changed))
            teams[progress.team] = progress.place.side if progress.place else 0
    return teams


async def _team(connection: AsyncConnection, guild: int, sitting: LineUp) -> TeamId | None:
    query = select(TeamRow.id).where(
        TeamRow.guild_id == guild,
        TeamRow.size == sitting.size,
        TeamRow.member_key == member_key(sitting.members),
        TeamRow.disbanded_at.is_(None),
    )
    id_ = (await connection.execute(query)).scalar()
    return fielded(sitting, await _squads(connection, guild, sitting)) if id_ is None else TeamId(id_)


async def _squads(connection: AsyncConnection, guild: int, sitting: LineUp) -> list[Squad]:
    """Return the teams for which somebody of these may sit in."""
    query = (
        select(TeamRow.id, TeamRow.member_key)
        .where(TeamRow.guild_id == guild, TeamRow.size == sitting.size, TeamRow.disbanded_at.is_(None))
        .where(TeamRow.id.in_(select(SubstituteRow.team_id).where(SubstituteRow.user_id.in_(sitting.members))))
    )
    teams = (await connection.execute(query)).all()
    substitutes = await substitutes_of(connection, [row.id for row in teams])
    return [
        Squad(
            TeamId(row.id),
            frozenset(UserId(int(word)) for word in row.member_key.split()),
            frozenset(substitutes.get(TeamId(row.id), ())),
        )
        for row in teams
    ]


async def substitutes_of(connection: AsyncConnection, teams: Sequence[int]) -> dict[TeamId, tuple[UserId, ...]]:
    """Return who may sit in for members of these teams, ids ascending."""
    found: dict[TeamId, tuple[UserId, ...]] = {}
    if not teams:
        return found
    query = select(SubstituteRow.team_id, SubstituteRow.user_id).where(SubstituteRow.team_id.in_(teams))
    for row in await connection.execute(query.order_by(SubstituteRow.team_id, SubstituteRow.user_id)):
        team = TeamId(row.team_id)
        found[team] = (*found.get(team, ()), UserId(row.user_id))
    return found


async def _progress(connection: AsyncConnection, team: TeamId, ladder: Ladder) -> Progress:
    query = (
        select(*PROGRESS)
        .where(LevelRow.team_id == team, LevelRow.start_level == ladder.start, LevelRow.final_level == ladder.final)
        .with_for_update()
    )
    row = (await connection.execute(query)).one_or_none()
    return beginning(team, ladder) if row is None else progress_of(row)


async def _climbing(connection: AsyncConnection, table: TableId) -> list[tuple[Progress, list[UserId]]]:
    """Return the teams whose place is this table, with their people and substitutes; a disbanded one climbs no more."""
    climbing = (
        select(*PROGRESS)
        .join(TeamRow, TeamRow.id == LevelRow.team_id)
        .where(LevelRow.table_id == table, TeamRow.disbanded_at.is_(None))
        .order_by(LevelRow.side)
        .with_for_update(of=LevelRow)
    )
    rows = (await connection.execute(climbing)).all()
    substitutes = await substitutes_of(connection, [row.team_id for row in rows])
    found = []
    for row in rows:
        query = select(MemberRow.user_id).where(MemberRow.team_id == row.team_id)
        members = [UserId(user) for user in (await connection.execute(query)).scalars()]
        found.append((progress_of(row), [*members, *substitutes.get(TeamId(row.team_id), ())]))
    return found


PROGRESS: tuple[ColumnElement[Any], ...] = tuple(
    c for c in LevelRow.__table__.columns if not c.name.startswith("base_")
)
"""The columns that `progress_of` reads."""


def progress_of(row: Any) -> Progress:
    """Return a team's progress."""
    place = None if row.table_id is None else Place(LeagueTable(row.table_id), row.side)
    ladder = Ladder(Level(row.start_level), Level(row.final_level))
    return Progress(TeamId(row.team_id), ladder, Level(row.level), row.climbs, row.deals, row.deals_won, place)


def progress_values(progress: Progress) -> dict[str, Any]:
    """Return the row of a team's progress."""
    return {
        "team_id": progress.team,
        "start_level": int(progress.ladder.start),
        "final_level": int(progress.ladder.final),
        "level": int(progress.level),
        "climbs": progress.climbs,
        "deals": progress.deals,
        "deals_won": progress.deals_won,
        "table_id": progress.place.table if progress.place else None,
        "side": progress.place.side if progress.place else None,
    }


def _result_values(booking: DealBooking) -> dict[str, Any]:
    result = booking.result
    return {
        "table_id": booking.table,
        "revision": booking.revision,
        "guild_id": booking.guild,
        "at": booking.at,
        "declarer": result.declarer,
        "declarers_hold": result.declarers_hold,
        "opponents_points": result.opponents_points,
        "trick_points": result.trick_points,
        "kitty_points": result.kitty_points,
        "multiplier": result.multiplier,
        "penalty_points": result.penalty_points,
        "rise": result.rise,
        "match_over": bool(result.winners),
    }


def _seat_values(result_id: int, booking: DealBooking) -> list[dict[str, Any]]:
    return [_seat_row(result_id, Seat(n), occupant, booking) for n, occupant in enumerate(booking.seats)]


def _seat_row(result_id: int, seat: Seat, occupant: Occupant, booking: DealBooking) -> dict[str, Any]:
    result, who = booking.result, occupant_values(occupant)
    del who["computer_number"]  # two computers of one level are one player to the league
    return {
        "result_id": result_id,
        "seat": seat,
        **who,
        "declaring": seat in result.declarers,
        "role": role_of(
            declarer=seat == result.declarer,
            declaring=seat in result.declarers,
            fixed=booking.rules.teams is Teams.FIXED,
        ).value,
        "won": seat in result.winning_seats,
        "match_won": seat in result.winners,
        "level_before": int(result.levels_before[seat]),
        "level_after": int(result.levels_after[seat]),
    }


def _team_values(result_id: int, changed: Outcome) -> dict[str, Any]:
    progress = changed.progress
    return {
        "result_id": result_id,
        "side": progress.place.side if progress.place else None,
        "team_id": progress.team,
        "start_level": int(progress.ladder.start),
        "final_level": int(progress.ladder.final),
        "level_before": int(changed.level_before),
        "level_after": int(changed.level_after),
        "won": changed.won,
        "climbed": changed.climbed,
    }
