"""Makes leagues, teams, matches and deals for tests."""

import asyncio
from dataclasses import replace

from sqlalchemy import select
from store_factories import ANN, BEN, CAT, DAN, GUILD, RULES, booking, facts, play, result

from bot.ids import GuildId, UserId
from bot.league.leagues.access import Caller
from bot.league.leagues.league_settings import LeagueSettings, PointScheme, RankedBy
from bot.league.teams.teams import TeamRole
from bot.play.values.table_info import Person, TableStatus
from bot.store.leagues.league_rows import AUDIT_COLUMNS, to_audit_entry
from bot.store.schema.league_models import (
    CountedDealRow,
    OverruledRulingRow,
    RatingChangeRow,
    RatingPoolRow,
    RatingRow,
    RulingRow,
    ScoreRow,
)
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamLevelRow
from engine.model.notation import format_rules

HERE = GuildId(GUILD)
ADMIN = Caller(UserId(77), admin=True, language="zh-CN")
SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
BY_POINTS = PointScheme(min_deals=1)
LEAGUE_SETTINGS = LeagueSettings("Monday", "standard", format_rules(RULES), scheme=BY_POINTS, min_people=1)
TEAM_LEAGUE_SETTINGS = replace(LEAGUE_SETTINGS, name="Teams", ranked_by=RankedBy.TEAMS)
RESULT_MODELS = (
    CountedDealRow,
    TeamLevelRow,
    OverruledRulingRow,
    RatingPoolRow,
    RatingChangeRow,
    RatingRow,
    DealResultRow,
    RulingRow,
    ScoreRow,
    SeatResultRow,
    TeamResultRow,
)


async def create_team(league, guild, name, members, size=2):
    """Let the first of these people found a team with the others, who accept."""
    founder, *others = members
    made = await league.invitations.found_team(Caller(UserId(founder)), guild, name, others, size)
    for one in made.invitations:
        made = (await league.invitations.accept(Caller(one.user), one.id)).team
    return made


async def list_progress(league, team, guild=HERE):
    """Return a team's progress on each ladder that it has played on, most deals first."""
    found = await league.teams._store.list_progress(guild)
    return sorted((one for one in found if one.team == team), key=lambda one: -one.deals)


async def add_substitute(league, team, user, by=ADMIN, guild=HERE):
    """Invite a substitute, who accepts; return whether the invitation was new."""
    invitation, is_new = await league.invitations.invite(by, guild, team, UserId(user), TeamRole.SUBSTITUTE)
    await league.invitations.accept(Caller(UserId(user)), invitation.id)
    return is_new


async def load_rows(store, model):
    async with store.tables._connections.read() as connection:
        found = await connection.execute(select(*model.__table__.columns).order_by(*model.__table__.primary_key))
        return [row._asdict() for row in found]


async def load_results(store, *, but=("asked",)):
    """Return the rows of results, rulings and computed figures by table name, without the columns in `but`."""
    return {
        model.__tablename__: [{k: v for k, v in row.items() if k not in but} for row in await load_rows(store, model)]
        for model in RESULT_MODELS
    }


async def load_audit_log(store):
    """Return all entries of all audit logs, newest first."""
    async with store.tables._connections.read() as connection:
        rows = await connection.execute(select(*AUDIT_COLUMNS).order_by(AUDIT_COLUMNS[0].desc()))
        return [to_audit_entry(row) for row in rows]


NEWEST = -1
"""The default league of `begin_match`. It stands for the newest league with the rules of the table."""


async def find_newest_league(store, rules=RULES, guild=GUILD):
    alike = [
        one.id for one in await store.league.leagues.list_leagues(guild) if one.settings.rules == format_rules(rules)
    ]
    return alike[-1] if alike else None


async def begin_match(store, seats=SEATS, rules=RULES, guild=GUILD, preset="standard", league=NEWEST):
    """Begin a match as a table does, and return the table. By default it plays for the newest league with its rules."""
    league = await find_newest_league(store, rules, guild) if league == NEWEST else league
    common = {"rules": rules, "guild": guild, "preset": preset, "league": league}
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(seats, **common))
        levels = await tx.start_match(table, guild, rules, seats, league)
        playing = facts(seats, id=table, **common, status=TableStatus.PLAYING, start_levels=levels)
        await tx.save_table(playing)
        await tx.commit()
    return table


async def end_deal(store, table, revision, how=None, seats=SEATS, rules=RULES, at=1_700_000_500.0, guild=GUILD):
    """End a deal as a table does. One transaction saves the action and the result."""
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(revision))
        await tx.book_deal(replace(booking(table, revision, seats, how, rules, at), guild=guild))
        await tx.commit()


def declarers_win(rise=1, points=35, declarer=0, winners=(), levels=(2, 2)):
    """Return a result in which the declarers win and rise."""
    mine = declarer % 2
    after = tuple(level + rise * (side == mine) for side, level in enumerate(levels))
    return replace(result((mine, mine + 2), True, levels * 2, after * 2, winners, points, declarer), rise=rise)


def opponents_win(rise=1, points=120, declarer=0, winners=(), levels=(2, 2)):
    """Return a result in which the opponents win and rise."""
    mine = declarer % 2
    after = tuple(level + rise * (side != mine) for side, level in enumerate(levels))
    return replace(result((mine, mine + 2), False, levels * 2, after * 2, winners, points, declarer), rise=rise)


async def create_running_league(league, settings=LEAGUE_SETTINGS, *people):
    """Create a league with an open season, and enter people."""
    made = await league.admin.create_league(ADMIN, HERE, settings)
    for user in people:
        await league.admin.join(Caller(UserId(user)), HERE, made.id)
    season = await league.admin.open_season(ADMIN, HERE, made.id)
    return made, season


async def wait_until_recomputed(league):
    """Wait until every recomputation begun so far has ended."""
    while running := league.rulings._running:
        await asyncio.wait(running)
