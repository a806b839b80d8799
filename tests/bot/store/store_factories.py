"""Minimal tables, deals and results for the store's tests."""

import pytest

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.values.stored_table import Deadline, DeadlineKind, DealBooking, DealSecret, RecordEntry
from bot.play.values.table_info import Computer, Person, TableInfo, TableStatus
from engine.model.actions import Deal, Draw, Play, Sit
from engine.model.cards import parse_cards
from engine.model.events import DealResult
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat

GUILD, CHANNEL = GuildId(10**18 + 7), ChannelId(10**18 + 9)
ANN, BEN, CAT, DAN = (UserId(10**18 + n) for n in (11, 12, 13, 14))
BOT = Computer("expert", 1)
RULES = Rules()


ON_BOTH = pytest.mark.parametrize("make_url_up_to_date", ["sqlite", "postgresql"], indirect=True)
"""A mark for tests that run on both databases even in the everyday suite. In the long suite nearly all tests do."""
HOST_ALONE = (Person(ANN), None, None, None)


def facts(seats=HOST_ALONE, **changes):
    known = {
        "id": TableId(0),
        "guild": GUILD,
        "channel": CHANNEL,
        "host": ANN,
        "preset": "standard",
        "rules": RULES,
        "seats": tuple(seats),
        "status": TableStatus.LOBBY,
        "opened_at": 1_700_000_000.125,
    }
    return TableInfo(**{**known, **changes})


def seat_four(*users):
    """Return four seats: the people in order, then computer players."""
    people = [Person(u) for u in users]
    return tuple(people + [Computer("expert", n) for n in range(1, 5 - len(people))])


def play(revision, text="S5", seat=0, at=1_700_000_001.5):
    return RecordEntry(revision, Seat(seat), Play(parse_cards(text)), at)


def sit(revision, seat, user):
    return RecordEntry(revision, TABLE, Sit(seat, f"u:{user}"), 1_700_000_001.0)


def deal(revision):
    return RecordEntry(revision, TABLE, Deal(parse_cards("S5 H10 BJ"), 2), 1_700_000_001.0)


def draw(revision):
    return RecordEntry(revision, TABLE, Draw(3), 1_700_000_001.0)


def secret(number=1, cut=None):
    return DealSecret(number, bytes([number]) * 32, f"{number:064x}", cut)


TURN_DEADLINE = Deadline(DeadlineKind.TURN, 1_700_000_100.25, Seat(3), 17)
DRAW_DEADLINE = Deadline(DeadlineKind.DRAW, 1_700_000_099.0)


def result(declarers=(0, 2), hold=True, before=(2, 2, 2, 2), after=(3, 2, 3, 2), winners=(), points=35, declarer=0):
    return DealResult(
        declarer=Seat(declarer),
        declarers=tuple(map(Seat, declarers)),
        opponents_points=points,
        trick_points=points,
        kitty=parse_cards("S3 S4"),
        kitty_points=0,
        multiplier=2,
        penalty_points=0,
        last_trick=Seat(0),
        declarers_hold=hold,
        rise=1,
        levels_before=tuple(map(Level, before)),
        levels_after=tuple(map(Level, after)),
        hooked=(),
        next_declarer=None if winners else Seat(0),
        winners=tuple(map(Seat, winners)),
    )


def booking(table, revision, seats, how=None, rules=RULES, at=1_700_000_500.0):
    return DealBooking(table, GUILD, revision, rules, tuple(seats), how or result(), at)


async def add_table(store, known=None):
    """Save a table and return its id."""
    async with store.tables.begin() as tx:
        id_ = await tx.add_table(known or facts())
        await tx.commit()
    return id_


async def write_deferred(tx):
    """Make a transaction send its deferred writes to the database now."""
    await tx.start_match(TableId(1), 1, RULES, ())


async def commit_one(store, step):
    """Run one step in a transaction and commit it."""
    async with store.tables.begin() as tx:
        await step(tx)
        await tx.commit()


async def append_entries(store, table, *entries):
    async with store.tables.begin() as tx:
        for entry in entries:
            await tx.append_entry(table, entry)
        await tx.commit()
