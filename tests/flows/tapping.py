"""An evening of people who press and type at random: `python tapping.py PRESET SEED STEPS [WANTED]`
plays one again.

Everything follows from the seed: who the people are, what they do, and what is dealt. Before each step the bot has
come to rest, so that the same seed sees the same screens as nearly as a program with several tasks can.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
import traceback
from collections import deque
from contextlib import nullcontext, suppress
from pathlib import Path
from unittest.mock import patch

import hosting
from dealing import ALIKE, CLAIMED, DOUBTFUL, dealt
from screens import Screen
from shared import Blank
from tally import ALLOWED, Tally, complaints, kind_of
from tapping_people import Tapper, unusual_leads
from typing_at_random import PAPERS, Commands, some_text

from bot.loopback import Loopback
from bot.play.ports import Status
from bot.play.refusals import Refused
from bot.play.timing import Timing
from bot.ui.ids import Verb, parse
from bot.ui.ports import Manners
from engine.presets import preset
from engine.view import Ask, PhaseName

FAST = Timing(waves=2, wave=0.01, think=0.001, declare_pause=0.001)
BRISK = Manners(pause=0.005, sync=True, calls=True)
LOCALES = ("en-US", "zh-CN", "zh-TW")
NAMES = ("ann", "bob", "mei", "hua")
VARIANTS = (
    {},
    {"play_takeback": "yes", "early_end": "yes"},
    {"declare_takeback": "yes", "redeal_claim": "no_trump_or_no_points"},
)
MADE = {Verb.GROUP.value: DOUBTFUL, Verb.END_DEAL.value: ALIKE, Verb.CLAIM.value: CLAIMED}
"""Evenings at which deals are made for a control that the cards allow seldom; they have its name, not a preset's."""
DRAWN = {("hidden-ten", 2), ("looking-for-friends", 2)}
"""Evenings in which every picture is really drawn, which takes as long as all the rest."""
FIRST = (Verb.SURE, Verb.CALL, Verb.BURY, Verb.TAKE, Verb.PLAY, Verb.PICK_NOW, Verb.SUGGEST, Verb.PICK_CALL, Verb.HERE)
"""What somebody who wants to go on looks for on his panel, in this order."""


LEADING_TO = {
    "go": {"/leave"},
    "away": {"/leave"},
    "nosit": {"/watch"},
    "sitin": {"/watch"},
    "room film": {"/replay"},
    "room stop": {"/tractor end"},
    "room conf": {"/config"},
    "room set": {"/settings"},
    "room priv": {"/privacy delete"},
    "room lg": {"/league create"},
    "room team": {"/team create", "/team disband"},
    "more": {"pick"},
    "group": {"pick"},
    "back": {"pick"},
    "clear": {"pick"},
}
"""What shows a control, where one is wanted."""


class SharedTime:
    """The bot's clock is Discord's, so that both can be moved at once."""

    def __init__(self, clock):
        self._clock = clock

    def now(self):
        return self._clock.time()

    async def sleep_until(self, at):
        await self._clock.sleep_until(at)


class Evening:
    """Some people, one server, one bot."""

    def __init__(self, loopback, rules, seed, wanted):
        self.loopback, self.rng = loopback, random.Random(f"{rules} {seed}")
        self.rules, self.made, self.deals = rules, {}, nullcontext()
        if made := MADE.get(rules):
            self.rules, self.deals = made.preset, dealt(*made.hands)
            self.made = {"preset": made.preset, "changes": made.changes}
            wanted |= {rules}
        self.wanted = wanted.union(*(LEADING_TO[one] for one in wanted if one in LEADING_TO))
        self.tally, self.journal = Tally(), deque(maxlen=40)
        self.running, self.finished, self.checked, self.varied = None, set(), set(), set()
        self.variant = {} if self.made else VARIANTS[seed % len(VARIANTS)]
        locales = [LOCALES[(seed + n) % 3] for n in range(len(NAMES))]
        self.people = [Tapper(self, name, locale) for name, locale in zip(NAMES, locales, strict=True)]
        self.players = self.people[: self.rng.randint(2, min(4, preset(self.rules).players))]
        self.stranger = Tapper(self, "eve", self.rng.choice(LOCALES))
        self.watcher = Tapper(self, "fay", self.rng.choice(LOCALES))
        self.everybody = (*self.people, self.stranger, self.watcher)
        self.weights = [8 if p in self.players else 1 for p in self.everybody]

    # ------------------------------------------------------------------ what there is

    def tables(self):
        """The live tables, newest first."""
        return sorted(self.running.registry.live(), key=lambda t: t.id, reverse=True)

    def place(self, player):
        """Where somebody types: where the newest table is, mostly."""
        tables = self.tables()
        world = self.loopback.world
        if tables and self.rng.random() < 0.9 and (channel := world.channels.get(int(tables[0].facts.channel))):
            return str(channel.id)
        return self.rng.choice(("tractor", "general"))

    async def rest(self, seconds=5.0):
        """Wait until the bot has nothing more to do by itself; after so long go on anyway."""
        until, calm = time.monotonic() + seconds, 0
        while calm < 2 and time.monotonic() < until:
            await asyncio.sleep(0.001)
            calm = calm + 1 if self._at_rest() else 0

    def _at_rest(self):
        registry, outbox = self.running.registry, self.running.outbox
        couriers = [b.courier for b in outbox._boards.values()]
        couriers += [h.courier for holders in outbox._holders.values() for h in holders.values()]
        soon = self.loopback.world.clock.time() + 0.3
        return (
            not self.running.client._desk._working
            and all(c._task is None or c._task.done() for c in couriers)
            and all(task.done() for _, task in registry._autoplay._thinking.values())
            and not registry._alarm._ringing
            and not any(d.at <= soon for due in registry._alarm._due.values() for d in due)
        )

    # ------------------------------------------------------------------ steps

    async def step(self):
        """Let somebody do something, and look at what came of it."""
        await self.rest()
        person = self.rng.choices(self.everybody, self.weights)[0]
        doing = self.rng.choices((self.go_on, self.tap, self.type, self.wait), (65, 22, 12, 1))[0]
        await doing(person)
        await self.rest()
        self.count_deals()
        await self.tidy()
        self.look(person)

    async def tap(self, person):
        """Press anything, rather what has been pressed less."""
        screens = [s for s in await person.screens() if s.buttons or s.selects][-5:]
        found = [(s, i) for s in screens for i in (*s.buttons, *s.selects)]
        if found:
            await person.press(*self.rng.choices(found, [self._rarity(i) for _, i in found])[0])

    def _rarity(self, custom_id):
        kind = kind_of(custom_id)
        return (50 if kind in self.wanted else 1) / (1 + self.tally.controls[kind]) ** 2

    async def type(self, person):
        """Type any command of the bot's, with options that fit or do not."""
        commands = Commands(self.running.client, [p.name for p in self.everybody])
        name = commands.some(self.rng, self.tally.commands, self.wanted)
        values = commands.options(name, self.rng)
        for option in commands.files(name):
            values[option] = await person.person.upload("results.csv", self.rng.choice(PAPERS))
        if name == "tractor new":
            values |= self.made
        completed = commands.completed(name)
        if completed and self.rng.random() < 0.7:
            offered = await person.complete(name, completed, self.rng.choice(("", some_text(self.rng))))
            if offered:
                values |= {completed: self.rng.choice(offered)}
        answer = await person.type(name, **values)
        if answer is not None and answer.message is not None:
            await self._reach(person, person._screen(answer.message))

    async def _reach(self, person, screen):
        """Mostly press at once what a command has brought and is wanted: it scrolls away."""
        wanted = [i for i in (*screen.buttons, *screen.selects) if kind_of(i) in self.wanted]
        if wanted and self.rng.random() < 0.7:
            await person.press(screen, self.rng.choice(wanted))

    async def wait(self, _):
        """Let time pass: a moment, a turn, the life of a token, an hour."""
        self.loopback.world.clock.advance(self.rng.choice((6.0, 30.0, 130.0, 130.0, 300.0, 900.0, 3700.0)))

    async def go_on(self, _):
        """Do something sensible at the newest table, so that the game moves."""
        tables = self.tables()
        if not tables:
            await self.rng.choice(self.players).type("tractor new", **{"preset": self.rules} | self.made)
        elif tables[0].facts.status is Status.LOBBY:
            await self._fill(tables[0])
        else:
            await self._play(tables[0])

    async def _fill(self, table):
        seated = [p for p in self.everybody if table.seat_of(int(p.id)) is not None]
        host = next((p for p in seated if int(p.id) == table.facts.host), None)
        if host is None:
            await table.close(table.facts.host)
            return
        if self.rng.random() < 0.5:
            await self.tap(self.rng.choice(seated))
            return
        waiting = [p for p in self.players if p not in seated]
        free = None in table.occupants
        if not free:
            await self._vary(table)
        if free and waiting:
            await self._press_one(waiting[0], table, Verb.JOIN)
        else:
            await self._press_one(host, table, Verb.ADD if free else Verb.START)

    async def _vary(self, table):
        """Let some tables play by options that no preset has, as far as their rules go with them."""
        for name, value in self.variant.items() if table.id not in self.varied else ():
            changed = {one: getattr(table.facts.rules, one) for one in self.variant if one != name}
            with suppress(Refused):
                await table.set_rules(table.facts.host, table.facts.preset, {**changed, name: value})
        self.varied.add(table.id)
        await self.rest()

    async def _play(self, table):
        seated = [p for p in self.everybody if table.seat_of(int(p.id)) is not None]
        if table.watch().phase is PhaseName.FINISHED:
            await self._press_one(self.rng.choice(seated), table, Verb.NEXT)
            return
        asked = [p for p in seated if table.seat_of(int(p.id)) in table.watch().to_act]
        person = self.rng.choice(asked or seated)
        if table.seat_of(int(person.id)) in table.away:
            await person.type("back")
            return
        screen = await self._with(person, table, Verb.REFRESH)
        if screen is None:
            await person.type("hand")
            return
        await self._answer(person, screen)

    async def _answer(self, person, panel):
        if await self._pick_with_intent(person, panel):
            return
        everything = (*panel.buttons, *panel.selects)
        wanted = any(kind_of(i) in self.wanted for i in everything)
        if self.rng.random() < (0.6 if wanted else 0.15):  # what comes by seldom
            await person.press(panel, max(everything, key=self._rarity))
            return
        verb = next((v for v in FIRST if panel.has(v)), None)
        if verb is Verb.PICK_NOW and self.rng.random() < 0.5:
            verb = Verb.PICK
        if panel.has(Verb.DECLARE) and (verb is None or self.rng.random() < 0.3):
            verb = Verb.DECLARE
        elif panel.has(Verb.PASS) and verb is None:
            verb = Verb.PASS
        if verb is not None and verb is not Verb.PICK:
            await person.press(panel, self.rng.choice(panel.ids(verb)))
        elif panel.verbs:  # any of the plays that are offered to who types
            offered = await person.complete("play", "cards", "")
            if offered:
                await person.type("play", cards=self.rng.choice(offered[:5]))
        else:  # nobody could change it for a long time: it is old
            await person.press(panel, panel.ids(Verb.REFRESH)[0])

    async def _pick_with_intent(self, person, panel):
        """Now and then lead what chance alone would hardly pick: copies one by one, cards that count in two ways."""
        if self.rng.random() < 0.4:
            return False
        if verb := next((v for v in (Verb.GROUP, Verb.MORE) if panel.has(v)), None):
            await person.press(panel, self.rng.choice(panel.ids(verb)))
            return True
        table = self.tables()[0]
        view = table.view(table.seat_of(int(person.id)))
        chosen = unusual_leads(panel, view) if view.ask is Ask.LEAD else []
        if not chosen:
            return False
        custom_id, values = self.rng.choice(chosen)
        await person.choose(panel, custom_id, values)
        return True

    async def _press_one(self, person, table, verb):
        screen = await self._with(person, table, verb)
        if screen is None:  # it has scrolled away, or is not there for him
            await person.type("table")
        else:
            await person.press(screen, self._ids(screen, table, verb)[0])

    async def _with(self, person, table, verb):
        screens = [s for s in await person.screens() if self._ids(s, table, verb)]
        return screens[-1] if screens else None

    def _ids(self, screen: Screen, table, verb):
        return [i for i in screen.ids(verb) if parse(i).table == table.id]

    # ------------------------------------------------------------------ looking

    def count_deals(self):
        """Count every deal that has come to its end."""
        for table in self.running.registry._tables.values():
            if table.phase is not None and (view := table.watch()).result is not None:
                self.finished.add((table.id, view.deal_number))
        self.tally.deals = len(self.finished)

    async def tidy(self):
        """Keep to two tables, so that they come to an end."""
        for table in self.tables()[2:]:
            await table.close(table.facts.host)

    def look(self, person):
        """Complain of all words that the person has not seen before."""
        for seen, _ in person.seen(4):
            key = hash((person.locale, seen.text, str(seen.parts)))
            if key not in self.checked:
                self.checked.add(key)
                self.tally.faults += complaints(seen, self.locale_for(person))

    def locale_for(self, person):
        """The language of what only this person sees; unknown once he may have chosen another."""
        return person.locale if not self.tally.controls["room set"] else ""

    async def closing(self):
        """The game can go on: whoever is there plays one more deal to its end."""
        done = len(self.finished)
        for _ in range(600):
            await self.go_on(None)
            await self.rest()
            self.count_deals()
            if len(self.finished) > done:
                return
        table = self.tables()[0]
        now = (
            f"{table.facts.status} {table.watch().phase} {table.watch().to_act} {table.facts.seats} {table.facts.away}"
        )
        panels = {p.name: [(s.text, s.verbs) for s in await p.screens()][-2:] for p in self.players}
        self.tally.faults.append(f"no deal comes to an end any more: {now} paused {table.facts.paused}; {panels}")


async def evening(folder, rules, seed, steps, *, wanted=frozenset(), to_the_end=True):
    """Tap about for so many interactions, with a restart of the bot in the middle, and return what was counted.

    `wanted` kinds of controls and commands are used rather than others, where there are any.
    """
    hosting.FAULTS.clear()
    loopback = await Loopback.start(limits=False)
    shown = Evening(loopback, rules, seed, wanted)
    begun = time.monotonic()
    try:
        with (
            nullcontext() if (rules, seed) in DRAWN else patch("bot.app.Pictures", Blank),
            shown.deals,
        ):
            await _both_halves(shown, folder, seed, steps, to_the_end)
        shown.tally.faults += await bad_requests(loopback)
    except Exception:  # noqa: BLE001 - whatever it is, it is told with the seed
        shown.tally.faults.append(traceback.format_exc())
    finally:
        await loopback.stop()
    shown.tally.faults += [f"logged: {line}" for line in hosting.FAULTS]
    shown.tally.faults += [f"not Discord's: {violation}" for violation in loopback.violations]
    shown.tally.seconds = time.monotonic() - begun
    if shown.tally.faults:
        shown.tally.faults.append(
            f"replay: tapping.py {rules} {seed} {steps} '{','.join(sorted(wanted))}'; last:\n"
            + "\n".join(shown.journal)
        )
    hosting.FAULTS.clear()
    return shown.tally


async def _both_halves(shown, folder, seed, steps, to_the_end):
    options = {"clock": SharedTime(shown.loopback.world.clock), "timing": FAST, "manners": BRISK}
    for half in (1, 2):
        seeded = hosting.connected(folder, shown.loopback, seed=2 * seed + half, **options)
        async with seeded as shown.running:
            while shown.tally.steps < steps * half // 2:
                await shown.step()
            if half == 2 and to_the_end:
                await shown.closing()


async def bad_requests(loopback):
    """What Discord refused, other than what it may."""
    requests = await loopback.remote.requests()
    return [
        f"refused: {r['status']} {r['method']} {r['path'].partition('?')[0][:60]} {str(r.get('answer'))[:300]}"
        for r in requests
        if r["status"] >= 400 and r["status"] not in ALLOWED
    ]


def main(rules, seed, steps, wanted=""):
    with tempfile.TemporaryDirectory() as folder:
        kinds = frozenset(filter(None, wanted.split(",")))
        tally = asyncio.run(evening(Path(folder), rules, int(seed), int(steps), wanted=kinds))
    print(json.dumps(tally.plain()))


if __name__ == "__main__":
    main(*sys.argv[1:])
