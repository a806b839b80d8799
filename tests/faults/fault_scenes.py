"""What four or eight people in three languages do together while Discord fails.

They know only what their screens show. They repeat each step until the game has saved its effect.
"""

import asyncio
import random
from contextlib import suppress

from discord_faults import GUESTS, LANGUAGES
from event_flows import find_button, find_screen, manage
from kill_session import Acknowledged
from league_steps import edit_league, manage_league, show_league
from play_by_panel import act

from bot.events.model import EntrantStatus, EventStatus
from bot.ids import EventId, LeagueId
from bot.loopback.errors import ClientError
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.deal.phases.states import Finished

DEAL = {"preset": "forty-points", "changes": "low_cut=J start_level=J"}
PATIENCE = 180.0
"""Seconds from the end of the trouble until the scene must go on."""
CHECKS_AFTER = (0, 4)
"""The screens are checked after these numbers of actions since the trouble began. Everybody waits meanwhile."""
LOOK_AGAIN = 0.03
"""The probability that a person without anything to do asks for their hand again."""
THREADS = {10, 11, 12}
"""Discord's types of channels that are threads."""
LOOK_FOR = 4.0
"""Seconds that a person waits for a change before they try again."""


class Guest(Acknowledged):
    """A person whose plays are recorded. They play at `table`, and change the channel if theirs is deleted."""

    find_place = None

    @property
    def channel(self):
        return "tractor" if self.find_place is None else self.find_place()

    @channel.setter
    def channel(self, _):
        pass

    def owns(self, custom_id):
        return self.table is None or super().owns(custom_id)

    async def pause(self, seconds=0.1):
        await asyncio.sleep(seconds)

    async def slash(self, command, **values):
        try:
            return await super().slash(command, **values)
        except AssertionError as error:
            raise ClientError(str(error)) from error


class Evening:
    """One run of a scene, with a bot and people. At some moment the trouble begins."""

    def __init__(self, running, loopback, trouble, find_wrong):
        self.running, self.loopback, self.trouble = running, loopback, trouble
        self.find_wrong, self.wrong = find_wrong, []
        """`find_wrong` checks the screens up to twice after the trouble has begun. `wrong` collects what it returns."""
        self.plays, self.rng = set(), random.Random(7)
        self.people = []
        self.invite(LANGUAGES)
        self.guild = next(iter(loopback.world.guilds))
        self.everyone = loopback.world.roles[self.guild].permissions

    def invite(self, names):
        """Add people with these names and languages."""
        for name, tag in names.items():
            self.people.append(Guest(self.loopback.person(name, locale=tag), "tractor", self.plays))
            self.people[-1].find_place = self.find_place

    def arrange(self, what, **given):
        """Change the local Discord. `tests/wire/stage.py` lists the possible arrangements."""
        self.loopback.stage.do(what, given)

    def find_thread(self):
        """Return the newest thread in which people can write."""
        threads = [c for c in self.loopback.world.channels.values() if c.type in THREADS and not c.locked]
        return threads[-1] if threads else None

    def find_place(self):
        """Return the channel that people look at. They prefer a thread, then their usual channel, then another."""
        if (thread := self.find_thread()) is not None:
            return str(thread.id)
        return next(
            n for n in ("tractor", "general") if any(c.name == n for c in self.loopback.world.channels.values())
        )

    def now(self):
        return asyncio.get_running_loop().time()

    async def insist(self, what, attempt, done):
        """Repeat `attempt`, with pauses, until `done` returns True. Fail after PATIENCE seconds."""
        begun, is_done = self.now(), False
        while not is_done:
            assert self.now() < max(begun, self.trouble.ends) + PATIENCE, f"people cannot go on: {what}"
            with suppress(ClientError, LookupError, AssertionError, IndexError):
                await attempt()
            looked = self.now()
            while not (is_done := await done()) and self.now() < looked + LOOK_FOR:
                await self.people[0].pause(LOOK_FOR / 8)

    # ------------------------------------------------------------------ tables

    def find_tables(self, *statuses):
        known = self.running.registry.list_live()
        return [t for t in known if t.facts.status in (statuses or (TableStatus.LOBBY, TableStatus.PLAYING))]

    async def board_with(self, person, verb):
        """Return the newest public message with control `verb`. Without one, ask for the table and raise IndexError."""
        seen = [s for s in await person.screens() if not s.private and s.has(verb)]
        if not seen:
            await self.people[0].slash("table")
        return seen[-1]

    async def open_table(self, host, *others, **options):
        async def opened():
            return bool(self.find_tables())

        await self.insist("open a table", lambda: host.slash("tractor new", **options), opened)
        for other in others:
            await self.insist(
                "join", lambda p=other: self.press_board(p, ControlVerb.JOIN), lambda p=other: self.sits(p)
            )

        async def started():
            return bool(self.find_tables(TableStatus.PLAYING))

        await self.insist("start", lambda: self.press_board(host, ControlVerb.START), started)
        (table,) = self.find_tables()
        for person in (host, *others):
            person.table = table.id
        return table.id

    async def press_board(self, person, verb):
        board = await self.board_with(person, verb)
        await person.click(board, board.ids(verb)[0])

    async def sits(self, person):
        return any(table.seat_of(int(person.id)) is not None for table in self.find_tables())

    async def play_deal(self, people):
        """Let everyone act on their panels until the deal, or the match, is over."""
        table_id = people[0].table

        stuck_since, before, checks = self.now(), None, list(CHECKS_AFTER)
        at_trouble = None
        while not await self.is_over(table_id):
            table = await self.running.registry.get_table(table_id)
            if table.revision != before:
                stuck_since, before = self.now(), table.revision
            assert self.now() < max(stuck_since, self.trouble.ends) + PATIENCE, "the deal does not go on"
            if self.trouble.happened and at_trouble is None:
                at_trouble = table.revision
            if at_trouble is not None and checks and table.revision >= at_trouble + checks[0]:
                checks.pop(0)
                self.wrong += await self.find_wrong(self)
            for person in people:
                await self.take_step(person)
            await people[0].pause()

    async def sit_down(self, table):
        """Let the people with a seat at a table play its deal."""
        people = [person for person in self.people if table.seat_of(int(person.id)) is not None]
        for person in people:
            person.table = table.id
        await self.play_deal(people)

    async def is_over(self, table_id):
        table = await self.running.registry.get_table(table_id)
        if table.facts.status is not TableStatus.PLAYING:
            return True
        return isinstance(table.phase, Finished)

    async def take_step(self, person):
        with suppress(ClientError, AssertionError, LookupError, TimeoutError):
            panel = await person.panel()
            wanted = panel.verbs - {ControlVerb.NEXT_DEAL} if panel is not None else set()
            async with asyncio.timeout(LOOK_FOR):  # a person who waits longer than this tries again
                done = await act(person, panel, self.rng) if wanted else 0
            if panel is None or (not done and self.rng.random() < LOOK_AGAIN):
                await person.slash("hand")

    async def end_table(self, host):
        async def ended():
            return not self.find_tables()

        async def attempt():
            asked = await host.slash("tractor end")
            await host.click(asked, [i for i in asked.buttons if i.startswith("stop:") and i != "stop:keep"][0])  # noqa: RUF015 - StopIteration would end the coroutine

        await self.insist("end the table", attempt, ended)

    async def look_at(self, person, command, **values):
        """Type a command until it is answered; return the answer."""
        seen = []

        async def attempt():
            seen.append(await person.slash(command, **values))

        async def done():
            return bool(seen)

        await self.insist(command, attempt, done)
        return seen[-1]


async def play_table(evening):
    """Four people open a table, play a deal, look at its replay, and end the table."""
    ann, bob, *_ = evening.people
    await evening.open_table(*evening.people, **DEAL)
    await evening.play_deal(evening.people)
    await evening.look_at(bob, "replay")
    await evening.end_table(ann)


async def learn(evening):
    """One person turns the pages of the tutorial, and another reads the rules and the help."""
    _, bob, cat, _ = evening.people

    async def find_page():
        shown = [s for s in await bob.screens() if any(i.startswith("tutor:") for i in s.buttons)]
        return shown[-1] if shown else None

    await evening.look_at(bob, "tutorial")
    for number in range(1, 3):

        async def turn(number=number):
            page = await find_page() or await bob.slash("tutorial")  # the channel with the page may have been deleted
            at = int(next(iter(page.buttons)).split(":")[1])
            await bob.click(page, [i for i in page.buttons if i.endswith(f":goto:{min(at + 1, number)}")][0])  # noqa: RUF015 - as above

        async def turned(number=number):
            page = await find_page()
            return page is not None and any(i.startswith(f"tutor:{number}:") for i in page.buttons)

        await evening.insist("turn the page", turn, turned)
    await evening.look_at(cat, "rules")
    await evening.look_at(cat, "help")


async def play_for_league(evening):
    """People found a league that posts results, play a deal for it, and see its result and standings."""
    ann, bob, *_ = evening.people
    store = evening.running.database.store.league.leagues

    async def founded():
        return bool(await store.list_leagues(guild_of(evening)))

    async def opened():
        return bool(await store.list_seasons(LeagueId(1)))

    async def joined():
        return bool(await store.list_entrants(LeagueId(1)))

    async def has_channel():
        return (await store.list_leagues(guild_of(evening)))[0].settings.results_channel is not None

    options = {"min-people": 1, "hints": True, "preset": "forty-points"}
    await evening.insist("found", lambda: ann.slash("new league", name="Spring", **options), founded)
    await evening.insist("open", lambda: manage_league(ann, "open"), opened)
    await evening.insist("join", lambda: show_league(ann, "join"), joined)
    await evening.insist("post", lambda: edit_league(ann, results_channel="general"), has_channel)
    await evening.open_table(ann, computers=3, league="Spring")
    await evening.play_deal([ann])
    await evening.end_table(ann)
    await evening.look_at(bob, "league")

    async def posted():
        trouble = evening.trouble.trouble
        return bool(list_results(evening) or trouble.is_final or trouble.arrange)  # the bot drops a refused post

    await evening.insist("the result is posted", lambda: asyncio.sleep(20), posted)


async def play_duplicate(evening):
    """Two tables of an event play the same deal; its cards stay hidden until both have ended."""
    evening.invite(GUESTS)
    await play_event(evening, "duplicate_single", tables=2)


async def play_event(evening, format_="individual", tables=1):
    """People play an event with one round, four at each table."""
    ann, *_ = evening.people
    store = evening.running.database.store.events

    async def find():
        return await store.find_event(EventId(1))

    async def is_there():
        return await find() is not None

    options = {"format": format_, "deals": 1, **DEAL}
    await evening.insist("create", lambda: ann.slash("new event", name="Friday", **options), is_there)

    async def opened():
        return (await find()).status is EventStatus.OPEN

    await evening.insist("open", lambda: manage(ann, "open"), opened)
    for person in evening.people:

        async def entered(person=person):
            return (await find()).find_entrant_of(int(person.id)) is not None

        async def checked(person=person):
            return (await find()).find_entrant_of(int(person.id)).status is EntrantStatus.PRESENT

        await evening.insist("enter", lambda p=person: press_event(p, "enter"), entered)
        await evening.insist("check in", lambda p=person: press_event(p, "check"), checked)

    async def has_round():
        return bool((await find()).rounds)

    await evening.insist("start", lambda: manage(ann, "start"), has_round)
    for person in evening.people:

        async def came(person=person):
            return all(int(person.id) not in match.missing for match in (await find()).rounds[0].matches)

        await evening.insist("come", lambda p=person: press_event(p, "here"), came)

    async def seated():
        return len(evening.find_tables(TableStatus.PLAYING)) == tables

    await evening.insist("be seated", lambda: asyncio.sleep(1), seated)
    await asyncio.gather(*(evening.sit_down(table) for table in evening.find_tables()))

    async def ended():
        return all(match.result is not None for match in (await find()).rounds[0].matches)

    await evening.insist("the round ends", lambda: asyncio.sleep(5), ended)
    await evening.look_at(ann, "event")


async def press_event(person, action):
    screen = await find_screen(person, action)
    if screen is None:
        raise LookupError(action)
    await person.click(screen, find_button(screen, action))


def guild_of(evening):
    return next(iter(evening.loopback.world.guilds))


def list_results(evening):
    """Return the results that were posted in #general."""
    world = evening.loopback.world
    general = next(c.id for c in world.channels.values() if c.name == "general")
    return [m for m in world.messages.values() if m.channel == general and m.author == world.bot.id]


SCENES = {
    "table": play_table,
    "deferred": play_table,
    "threads": play_table,
    "learn": learn,
    "league": play_for_league,
    "event": play_event,
    "duplicate": play_duplicate,
}
