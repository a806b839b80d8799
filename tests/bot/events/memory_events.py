"""A store of events in memory, for tests that need no database."""

from dataclasses import replace

from bot.events.model import ENDED
from bot.ids import UNSAVED, EventId, EventMatchId


class MemoryEvents:
    """Keeps events in memory. Like a database, it gives new events and matches an ID, and counts changes."""

    def __init__(self):
        self.events, self.ratings, self.limits, self.matches = {}, {}, [], 0

    async def add_event(self, new, limit):
        self.limits.append(limit)
        id_ = EventId(len(self.events) + 1)
        self.events[id_] = replace(new, id=id_)
        return self.events[id_]

    async def find_event(self, id_):
        return self.events.get(id_)

    async def list_events(self, guild):
        return [one for one in reversed(self.events.values()) if one.guild == guild]

    async def list_due(self):
        return [id_ for id_, one in self.events.items() if one.status not in ENDED or self._has_sealed_boards(one)]

    async def update_and_book(self, id_, change):
        old = self.events.get(id_)
        new = None if old is None else change(old)
        if new is not old:
            rounds = tuple(replace(one, matches=tuple(map(self._number, one.matches))) for one in new.rounds)
            self.events[id_] = replace(new, rounds=rounds, revision=old.revision + 1)
        return self.events.get(id_)

    async def load_rank_values(self, guild, preset, users):
        return {user: value for user, value in self.ratings.items() if user in users}

    async def save_shown(self, id_, message, revision):
        self.events[id_] = replace(self.events[id_], message=message, shown_revision=revision)

    def _has_sealed_boards(self, event):
        return any(not board.is_revealed for one in event.rounds for board in one.boards)

    def _number(self, match):
        if match.id != UNSAVED:
            return match
        self.matches += 1
        return replace(match, id=EventMatchId(self.matches))
