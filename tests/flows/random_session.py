"""Lets people press and type at random, and checks what the bot does.

`python random_session.py PRESET SEED STEPS` repeats a session. The seed decides the people's languages, who sits down,
what everybody does, and what is dealt. Before each step the session waits until the bot is idle. A seed therefore gives
the same screens again, unless concurrent tasks change their order.
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

import bot_harness
from random_commands import PAPERS, Commands, random_text
from random_player import RandomPlayer, unusual_leads
from screens import Screen
from shared_resources import BlankRenderer
from usage_stats import ALLOWED, UsageStats, find_text_faults, kind_of

from bot.play.clock.timing import Timing
from bot.play.refusals import TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.table_info import TableStatus
from bot.text.languages import LANGUAGES
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.services import UiConfig
from engine.model.options import Teams
from engine.model.presets import preset
from engine.model.view import Ask, PhaseName
from tests.bot.puzzles.puzzle_factories import known_searches
from tests.discord_contract import watch
from tests.table_control_ids import parse_table_control_id
from tests.wire.driven_loopback import DrivenLoopback

FAST = Timing(
    batches=2,
    batch_interval=0.01,
    open_hands=0.05,
    computer_pause=0.001,
    computer_declare_pause=0.001,
    pass_earliest=0.001,
    pass_latest=0.005,
)
BRISK = UiConfig(edit_pause=0.005, sync_commands=True, turn_pings=True)
LOCALES = tuple(language.discord_locales[0] for language in LANGUAGES)
NAMES = ("ann", "bob", "mei", "hua")
VARIANTS = (
    {},
    {"play_takeback": "yes", "early_end": "yes"},
    {"declare_takeback": "yes", "redeal_claim": "no_trump_or_no_points"},
)
DRAWN = {("looking-for-friends", 1)}
"""Sessions, as (preset, seed), that render real pictures. Such a session takes twice as long."""
FIRST = (
    ControlVerb.CONFIRM_PLAY,
    ControlVerb.CALL_FRIENDS,
    ControlVerb.BURY,
    ControlVerb.TAKE_POINTS,
    ControlVerb.PLAY,
    ControlVerb.SUGGEST_BURY,
    ControlVerb.PICK_FRIEND_CARD,
    ControlVerb.COME_BACK,
)
"""Verbs that a player who wants to advance looks for on the panel, in this order."""


class SharedClock:
    """A clock for the bot that shows Discord's time, so that a test can move the time of both at once."""

    def __init__(self, clock):
        self._clock = clock

    def now(self):
        return self._clock.time()

    def wall(self):
        return self._clock.time()

    async def sleep_until(self, at):
        await self._clock.sleep_until(at)


class RandomSession:
    """Some people, one server, one bot."""

    def __init__(self, loopback, rules, seed):
        self.loopback, self.rng = loopback, random.Random(f"{rules} {seed}")
        self.rules, self.length = rules, (None, None)
        self.stats, self.journal = UsageStats(), deque(maxlen=40)
        self.running, self.finished, self.checked, self.varied = None, set(), set(), set()
        self.variant = VARIANTS[seed % len(VARIANTS)]
        if preset(self.rules).teams is Teams.HIDDEN_TEN:
            self.length = (1, None)  # a match without levels ends only because of its length
        locales = [LOCALES[(seed + n) % len(LOCALES)] for n in range(len(NAMES))]
        self.people = [RandomPlayer(self, name, locale) for name, locale in zip(NAMES, locales, strict=True)]
        self.players = self.people[: self.rng.randint(2, min(4, preset(self.rules).players))]
        self.stranger = RandomPlayer(self, "eve", self.rng.choice(LOCALES))
        self.watcher = RandomPlayer(self, "fay", self.rng.choice(LOCALES))
        self.everybody = (*self.people, self.stranger, self.watcher)
        self.weights = [8 if p in self.players else 1 for p in self.everybody]

    # ------------------------------------------------------------------ state

    def tables(self):
        """Return the live tables, newest first."""
        return sorted(self.running.registry.list_live(), key=lambda t: t.id, reverse=True)

    def channel_for(self, player):
        """Return the channel in which somebody types: usually that of the newest table."""
        tables = self.tables()
        world = self.loopback.world
        if tables and self.rng.random() < 0.9 and (channel := world.channels.get(int(tables[0].facts.channel))):
            return str(channel.id)
        return self.rng.choice(("tractor", "general"))

    async def wait_until_idle(self, seconds=5.0):
        """Wait until the bot has nothing left to do, or until the time is up."""
        until, calm = time.monotonic() + seconds, 0
        while calm < 2 and time.monotonic() < until:
            await asyncio.sleep(0.001)
            calm = calm + 1 if self._is_idle() else 0

    def _is_idle(self):
        registry, outbox = self.running.registry, self.running.outbox
        couriers = [b.debouncer for b in outbox._table_messages.values()]
        couriers += [h.debouncer for holders in outbox._hand_messages.values() for h in holders.values()]
        soon = self.loopback.world.clock.time() + 0.3
        return (
            not self.running.client._dispatcher._pending
            and all(c._task is None or c._task.done() for c in couriers)
            and all(task.done() for _, task in registry._autoplay._running.values())
            and not registry._scheduler._running
            and not any(d.at <= soon for due in registry._scheduler._deadlines.values() for d in due)
        )

    # ------------------------------------------------------------------ steps

    async def step(self):
        """Let somebody do something, and check the result."""
        await self.wait_until_idle()
        person = self.rng.choices(self.everybody, self.weights)[0]
        doing = self.rng.choices((self.advance_game, self.press_any, self.type_any, self.pass_time), (65, 22, 12, 1))[0]
        await doing(person)
        await self.wait_until_idle()
        self.count_deals()
        await self.close_old_tables()
        self.check_texts(person)

    async def press_any(self, person):
        """Press anything, preferring rarely pressed controls."""
        screens = [s for s in await person.screens() if s.buttons or s.selects][-5:]
        found = [(s, i) for s in screens for i in (*s.buttons, *s.selects)]
        if found:
            await person.press(*self.rng.choices(found, [self._rarity(i) for _, i in found])[0])

    def _rarity(self, custom_id):
        kind = kind_of(custom_id)
        return 1 / (1 + self.stats.controls[kind]) ** 2

    async def type_any(self, person):
        """Type any command of the bot, with valid or invalid options."""
        commands = Commands(self.running.client, [p.name for p in self.everybody])
        name = commands.pick(self.rng, self.stats.commands)
        values = commands.random_options(name, self.rng)
        for option in commands.file_options(name):
            values[option] = await person.person.upload("results.csv", self.rng.choice(PAPERS))
        completed = commands.completed_option(name)
        if completed and self.rng.random() < 0.7:
            offered = await person.complete(name, completed, self.rng.choice(("", random_text(self.rng))))
            if offered:
                values |= {completed: self.rng.choice(offered)}
        await person.type(name, **values)

    async def pass_time(self, _):
        """Move the clock forward by a random time, from six seconds to an hour."""
        self.loopback.world.clock.advance(self.rng.choice((6.0, 30.0, 130.0, 130.0, 300.0, 900.0, 3700.0)))

    async def advance_game(self, _):
        """Do something sensible at the newest table, so that the game moves."""
        tables = self.tables()
        if not tables:
            await self.rng.choice(self.players).type("tractor new", preset=self.rules)
        elif tables[0].facts.status is TableStatus.LOBBY:
            await self._fill(tables[0])
        else:
            await self._play(tables[0])

    async def _fill(self, table):
        seated = [p for p in self.everybody if table.seat_of(int(p.id)) is not None]
        host = next((p for p in seated if int(p.id) == table.facts.host), None)
        if host is None:
            await table.voting.close(table.facts.host)
            return
        if self.rng.random() < 0.5:
            await self.press_any(self.rng.choice(seated))
            return
        waiting = [p for p in self.players if p not in seated]
        free = None in table.occupants
        if self.length != (table.facts.match_deals, table.facts.match_minutes):
            await table.lobby.change(table_changes.set_match_length, table.facts.host, *self.length)
        if not free:
            await self._change_rules(table)
        if free and waiting:
            await self._press_one(waiting[0], table, ControlVerb.JOIN)
        else:
            await self._press_one(host, table, ControlVerb.ADD_COMPUTER if free else ControlVerb.START)

    async def _change_rules(self, table):
        """Set the options of `variant` at a table, but only once. Options that the table refuses stay unchanged."""
        for name, value in self.variant.items() if table.id not in self.varied else ():
            changed = {one: getattr(table.facts.rules, one) for one in self.variant if one != name}
            with suppress(TableRefused):
                await table.lobby.change(
                    table_changes.set_rules, table.facts.host, table.facts.preset, {**changed, name: value}
                )
        self.varied.add(table.id)
        await self.wait_until_idle()

    async def _play(self, table):
        seated = [p for p in self.everybody if table.seat_of(int(p.id)) is not None]
        # if only computers played, anybody may start the next deal
        if table.spectator_view().phase is PhaseName.FINISHED:
            await self._press_one(self.rng.choice(seated or self.people), table, ControlVerb.NEXT_DEAL)
            return
        if not seated:
            await self.wait_until_idle()
            return
        asked = [p for p in seated if table.seat_of(int(p.id)) in table.spectator_view().to_act]
        person = self.rng.choice(asked or seated)
        if table.seat_of(int(person.id)) in table.facts.away:
            await person.type("back")
            return
        screen = await self._find_panel(person, table)
        if screen is None and self.rng.random() < 0.7:
            await person.type("hand")
        elif screen is None:  # `/hand` may show another table, which waits for the person more urgently
            await self._press_one(person, table, ControlVerb.SHOW_HAND)
        else:
            await self._answer(person, screen)

    async def _answer(self, person, panel):
        if await self._pick_with_intent(person, panel):
            return
        everything = (*panel.buttons, *panel.selects)
        if self.rng.random() < 0.15:  # press the rarest control
            await person.press(panel, max(everything, key=self._rarity))
            return
        verb = next((v for v in FIRST if panel.has(v)), None)
        if verb is ControlVerb.PLAY and panel.has(ControlVerb.PICK) and self.rng.random() < 0.3:
            await person.press(panel, self.rng.choice(panel.ids(ControlVerb.PICK)))
            return
        if panel.has(ControlVerb.DECLARE) and (verb is None or self.rng.random() < 0.3):
            verb = ControlVerb.DECLARE
        elif panel.has(ControlVerb.PASS) and verb is None:
            verb = ControlVerb.PASS
        if verb is not None:
            await person.press(panel, self.rng.choice(panel.ids(verb)))
        elif panel.verbs:  # type any play that autocomplete suggests
            offered = await person.complete("play", "cards", "") or self._some_burial(person)
            if offered:
                await person.type("play", cards=self.rng.choice(offered[:5]))
        else:  # the panel is too old to be edited, so ask for a new one
            await person.type("hand")

    def _some_burial(self, person):
        """Return [random cards to bury], or [] if the person need not bury. Rated tables suggest no cards."""
        table = self.tables()[0]
        view = table.view(table.seat_of(int(person.id)))
        return [" ".join(map(str, self.rng.sample(view.hand, view.kitty_size)))] if view.ask is Ask.BURY else []

    async def _pick_with_intent(self, person, panel):
        """Sometimes pick cards for a lead that chance hardly ever makes; return whether any were picked."""
        if self.rng.random() < 0.4:
            return False
        if verb := next((v for v in (ControlVerb.CHOOSE_GROUPING, ControlVerb.PICK_ONE_MORE) if panel.has(v)), None):
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
        screen = await self._find_screen(person, table, verb)
        if screen is None:  # the message is too old or hidden from this person
            await person.type("table")
        else:
            await person.press(screen, self._ids(screen, table, verb)[0])

    async def _find_panel(self, person, table):
        ids = ((s, (*s.buttons, *s.selects)) for s in await person.screens() if s.is_panel)
        known = ((s, parse_table_control_id(i)) for s, found in ids for i in found)
        return next((s for s, k in reversed(list(known)) if k is not None and k.table == table.id), None)

    async def _find_screen(self, person, table, verb):
        screens = [s for s in await person.screens() if self._ids(s, table, verb)]
        return screens[-1] if screens else None

    def _ids(self, screen: Screen, table, verb):
        return [i for i in screen.ids(verb) if parse_table_control_id(i).table == table.id]

    # ------------------------------------------------------------------ checks

    def count_deals(self):
        """Count every deal that has come to its end."""
        for table in self.running.registry.loader.tables.values():
            if table.phase is not None and (view := table.spectator_view()).result is not None:
                self.finished.add((table.id, view.deal_number))
        self.stats.deals = len(self.finished)

    async def close_old_tables(self):
        """End all tables but the two newest, so that people play these to their end."""
        for table in self.tables()[2:]:
            await table.voting.close(table.facts.host)

    def check_texts(self, person):
        """Report faulty texts that the person has not seen before."""
        for seen, _ in person.seen(4):
            key = hash((person.locale, seen.text, str(seen.parts)))
            if key not in self.checked:
                self.checked.add(key)
                self.stats.faults += find_text_faults(seen, self.locale_for(person))

    def locale_for(self, person):
        """Return the locale of a person's private messages, or "" once somebody may have chosen another language."""
        return person.locale if not self.stats.controls["room set"] else ""

    async def finish_a_deal(self):
        """Play one more deal to its end, to check that the game can still go on. Add a fault if it cannot."""
        done = len(self.finished)
        for _ in range(600):
            await self.advance_game(None)
            await self.wait_until_idle()
            self.count_deals()
            if len(self.finished) > done:
                return
        table = self.tables()[0]
        now = f"{table.facts.status} {table.spectator_view().phase} {table.spectator_view().to_act} {table.facts.seats} {table.facts.away}"
        panels = {p.name: [(s.text, s.verbs) for s in await p.screens()][-2:] for p in self.players}
        self.stats.faults.append(f"no deal comes to an end any more: {now} paused {table.facts.paused}; {panels}")


async def run_session(folder, rules, seed, steps, *, to_the_end=True):
    """Run a random session of `steps` interactions, with a restart in the middle, and return its statistics."""
    bot_harness.FAULTS.clear()
    loopback = await DrivenLoopback.start(limits=False)
    violations = watch(loopback)
    session = RandomSession(loopback, rules, seed)
    begun = time.monotonic()
    try:
        with (
            nullcontext() if (rules, seed) in DRAWN else patch("bot.create_bot.PictureRenderer", BlankRenderer),
            known_searches(),
        ):
            await _both_halves(session, folder, seed, steps, to_the_end)
        session.stats.faults += await list_bad_requests(loopback)
    except Exception:  # noqa: BLE001 - any error is reported with the seed
        session.stats.faults.append(traceback.format_exc())
    finally:
        await loopback.stop()
    session.stats.faults += [f"logged: {line}" for line in bot_harness.FAULTS]
    session.stats.faults += [f"not Discord's: {violation}" for violation in violations]
    session.stats.seconds = time.monotonic() - begun
    if session.stats.faults:
        session.stats.faults.append(
            f"replay: random_session.py {rules} {seed} {steps}; last:\n" + "\n".join(session.journal)
        )
    bot_harness.FAULTS.clear()
    return session.stats


async def _both_halves(session, folder, seed, steps, to_the_end):
    options = {"clock": SharedClock(session.loopback.world.clock), "timing": FAST, "ui_config": BRISK}
    for half in (1, 2):
        seeded = bot_harness.connected(folder, session.loopback, seed=2 * seed + half, **options)
        async with seeded as session.running:
            while session.stats.steps < steps * half // 2:
                await session.step()
            if half == 2 and to_the_end:
                await session.finish_a_deal()


async def list_bad_requests(loopback):
    """Return the requests that Discord refused. ALLOWED statuses and second answers to an interaction do not count."""
    requests = await loopback.remote.requests()
    answered = {r["path"] for r in requests if r["status"] < 300 and "/callback" in r["path"]}
    return [
        f"refused: {r['status']} {r['method']} {r['path'].partition('?')[0][:60]} {str(r.get('answer'))[:300]}"
        for r in requests
        if r["status"] >= 400 and r["status"] not in ALLOWED and not (r["status"] == 400 and r["path"] in answered)
    ]


def main(rules, seed, steps):
    with tempfile.TemporaryDirectory() as folder:
        stats = asyncio.run(run_session(Path(folder), rules, int(seed), int(steps)))
    print(json.dumps(stats.to_dict()))


if __name__ == "__main__":
    main(*sys.argv[1:])
