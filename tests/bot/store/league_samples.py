"""Leagues and deals to count in them."""

from dataclasses import replace

from sqlalchemy import select
from store_samples import ANN, BEN, CAT, DAN, GUILD, RULES, booking, facts, play, result

from bot.league.callers import Caller
from bot.league.ids import GuildId, UserId
from bot.league.leagues import By, Draft
from bot.play.occupants import Person
from bot.play.ports import Status
from bot.store.league_models import CountedRow, OverruledRow, PoolRow, RatingChangeRow, RatingRow, RulingRow, ScoreRow
from bot.store.models import LevelRow, ResultRow, SeatResultRow, TeamResultRow
from engine.notation import rules_text

HERE = GuildId(GUILD)
BOSS = Caller(UserId(77), admin=True)
SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
DRAFT = Draft("Monday", "club", rules_text(RULES))
TEAMS = replace(DRAFT, name="Teams", by=By.TEAMS)
KEPT = (
    CountedRow,
    LevelRow,
    OverruledRow,
    PoolRow,
    RatingChangeRow,
    RatingRow,
    ResultRow,
    RulingRow,
    ScoreRow,
    SeatResultRow,
    TeamResultRow,
)


async def rows(store, model):
    async with store._connections.read() as connection:
        found = await connection.execute(select(*model.__table__.columns).order_by(*model.__table__.primary_key))
        return [row._asdict() for row in found]


async def kept(store, *, but=("asked",)):
    """Return all that results led to, row by row."""
    return {
        model.__tablename__: [{k: v for k, v in row.items() if k not in but} for row in await rows(store, model)]
        for model in KEPT
    }


async def begin(store, seats=SEATS, rules=RULES, guild=GUILD, preset="club"):
    """Begin a match as a table does; return the table."""
    async with store.begin() as tx:
        table = await tx.add_table(facts(seats, rules=rules, guild=guild, preset=preset))
        levels = await tx.levels(guild, rules, seats)
        playing = facts(seats, id=table, rules=rules, guild=guild, preset=preset, status=Status.PLAYING, levels=levels)
        await tx.save_table(playing)
        await tx.commit()
    return table


async def end(store, table, revision, how=None, seats=SEATS, rules=RULES, at=1_700_000_500.0, guild=GUILD):
    """End a deal as a table does: the action and its result in one transaction."""
    async with store.begin() as tx:
        await tx.append(table, play(revision))
        await tx.book(replace(booking(table, revision, seats, how, rules, at), guild=guild))
        await tx.commit()


def held(rise=1, points=35, declarer=0, winners=(), levels=(2, 2)):
    """The declarers win and rise."""
    mine = declarer % 2
    after = tuple(level + rise * (side == mine) for side, level in enumerate(levels))
    return replace(result((mine, mine + 2), True, levels * 2, after * 2, winners, points, declarer), rise=rise)


def lost(rise=1, points=120, declarer=0, winners=(), levels=(2, 2)):
    """The opponents win and rise."""
    mine = declarer % 2
    after = tuple(level + rise * (side != mine) for side, level in enumerate(levels))
    return replace(result((mine, mine + 2), False, levels * 2, after * 2, winners, points, declarer), rise=rise)


async def opened(league, draft=DRAFT, *people):
    """Found a league with a season that runs, and let people in."""
    made = await league.create_league(BOSS, HERE, draft)
    for user in people:
        await league.join(Caller(UserId(user)), HERE, made.id)
    season = await league.open_season(BOSS, HERE, made.id)
    return made, season
