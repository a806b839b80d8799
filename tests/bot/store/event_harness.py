"""An event on a real store, with tables that end when the test says so."""

import re

import pytest

from bot.events.boards.deal_boards import list_previous_matches
from bot.events.pairing.ports import EventFormat
from bot.events.ports import BoardScore, WithoutResult
from bot.events.refusals import EventRefused
from bot.events.service import EventService
from bot.events.settings import EventSettings, NoShowPolicy
from bot.ids import ChannelId, GuildId, UserId
from bot.league.leagues.access import Caller
from engine.model.notation import format_rules
from engine.model.rules import Rules

HOME, PLACE = GuildId(7), ChannelId(9)
MANAGER = Caller(UserId(1), admin=True, language="zh-TW")
STRANGER = Caller(UserId(2))
SQLITE_ALONE = pytest.mark.parametrize("make_url_up_to_date", ["sqlite"], indirect=True)
"""A mark for tests that run on SQLite only. Other tests must save the same things on PostgreSQL."""


class FakeTables:
    """Stand-ins for tables, each opened once for a match. The id of the match decides the result in `finish`."""

    def __init__(self):
        self.opened, self.outcomes = [], {}
        self.seated, self.ended = {}, []

    async def open(self, event, match):
        assert match.id not in self.opened
        self.opened.append(match.id)
        self.seated[match.id] = tuple(seat.user for seat in match.seats)
        self.outcomes[match.id] = WithoutResult.RUNNING

    async def end(self, match):
        self.ended.append(match)
        self.outcomes[match] = WithoutResult.NO_RESULT

    async def find_outcome(self, match):
        return self.outcomes.get(match)

    def finish(self):
        """End all tables in play. The id of a match decides who wins."""
        for match, outcome in self.outcomes.items():
            if outcome is WithoutResult.RUNNING:
                self.outcomes[match] = (float(match * 7 % 5), float(match * 3 % 4))


class FakeBoards:
    """Stand-ins for tables that play boards. A table opens a board once, after its earlier boards have ended."""

    def __init__(self):
        self.opened, self.outcomes, self.secrets, self.unsealed = [], {}, {}, []

    async def open(self, event, this, match, before):
        assert match.id not in self.opened
        assert not any(self.outcomes.get(one) is WithoutResult.RUNNING for one in before)
        self.opened.append(match.id)
        board = this.find_board(match.board)
        self.secrets[match.id] = (match.board, board.secret, board.level, board.declarer, this.cut)
        self.outcomes[match.id] = WithoutResult.RUNNING

    async def find_outcome(self, match):
        return self.outcomes.get(match)

    async def unseal(self, match):
        assert self.outcomes.get(match) is not WithoutResult.RUNNING
        self.unsealed.append(match)

    def finish(self, levels=None, only=None):
        """End all tables in play, or only those of the matches in `only`. By default match ids decide the levels."""
        for match, outcome in self.outcomes.items():
            if outcome is WithoutResult.RUNNING and (only is None or match in only):
                won = levels or (float(match * 7 % 4), 0.0)
                self.outcomes[match] = BoardScore(won, float(match * 5 % 80))


class AllTables:
    """Fake tables for all matches, with boards or without."""

    def __init__(self, tables, boards):
        self.tables, self.boards = tables, boards

    async def open(self, event, match):
        if not match.board:
            return await self.tables.open(event, match)
        before = [one.id for one in list_previous_matches(event.round, match)]
        return await self.boards.open(event, event.round, match, before)

    async def end(self, match):
        await self.tables.end(match)

    async def unseal(self, match):
        await self.boards.unseal(match)

    async def find_outcome(self, match):
        return await (self.boards if match in self.boards.outcomes else self.tables).find_outcome(match)


class Evening:
    """One event: service, tables and a clock that tests move."""

    def __init__(self, store, home=HOME):
        self.store, self.tables, self.boards, self.time = store, FakeTables(), FakeBoards(), 1000.0
        self.home, self.drawn = home, 0
        self.restart()

    def restart(self):
        """Build the service again, as after the end of the program."""
        tables = AllTables(self.tables, self.boards)
        self.service = EventService(self.store, tables, *(lambda: self.time,) * 2, self.draw_bytes)

    def draw_bytes(self, size):
        """Return new bytes for each secret, but always the same for a seed. Seeds have at most four bytes."""
        self.drawn += size > 4
        return bytes(range(self.drawn, self.drawn + size)) if size > 4 else bytes(range(size))

    async def create(self, **changes):
        self.id = (await self.service.create(MANAGER, self.home, PLACE, event_settings(**changes))).id
        return await self.load()

    async def load(self):
        return await self.service.get_event(self.home, self.id)

    async def enter(self, teams):
        """Enter and check in these teams, given as tuples of users."""
        event = await self.service.open_entries(MANAGER, await self.load())
        for team in teams:
            await self.service.enter(event, tuple(map(UserId, team)))
            await self.service.check_in(event, UserId(team[0]))

    async def start(self):
        await self.service.start(MANAGER, await self.load())
        return await self.advance()

    async def advance(self):
        return await self.service.director.advance(self.id)

    async def come(self, *missing):
        """Let all but the users in `missing` come to their tables; return the event."""
        event = await self.load()
        for match in event.round.matches:
            for user in match.missing:
                if user not in missing:
                    await self.service.come(event, event.round.number, user, f"share {match.number}")
        return await self.advance()

    async def play_boards(self):
        """Play all boards of the round at all tables."""
        event = await self.come()
        for _ in event.round.boards:
            self.boards.finish()
            event = await self.advance()
        return event

    async def play_round(self):
        await self.come()
        self.tables.finish()
        return await self.advance()


def event_settings(**changes):
    values = {
        "name": "Friday",
        "format": EventFormat.SWISS,
        "preset": "standard",
        "rules": format_rules(Rules()),
        "players": 4,
        "rounds": None,
        "deals": 4,
        "minutes": None,
        "no_show": NoShowPolicy.FORFEIT,
        "grace": 300.0,
        "automatic": True,
        "late_entry": True,
    }
    return EventSettings(**(values | changes))


def pairs(count):
    return [(100 + 2 * n, 101 + 2 * n) for n in range(count)]


def people(count):
    return [(200 + n,) for n in range(count)]


def is_refused(reason, **facts):
    """Expect a refusal for this reason. If facts are given, the refusal must have exactly these, in this order."""
    known = ", ".join(f"{name} {fact}" for name, fact in facts.items())
    return pytest.raises(EventRefused, match=rf"^{reason.value}" + (rf": {re.escape(known)}$" if facts else "(:|$)"))


def fours(count):
    return [(100 + n * 4, 101 + n * 4, 102 + n * 4, 103 + n * 4) for n in range(count)]


async def begin_boards(evening, style=EventFormat.DUPLICATE, entrants=None, **changes):
    """Start an event whose tables all play the same boards, and return it. By default, a round has three boards."""
    await evening.create(format=style, **({"deals": 3, "rounds": 2} | changes))
    await evening.enter(entrants or pairs(4))
    return await evening.start()
