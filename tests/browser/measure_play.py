"""Counts taps and measures panels in whole deals: `python tests/browser/measure_play.py --size desktop --deals 3`.

A simulated person plays on a page of phone size, or of the size `--size`. They press the green button of the panel. If
there is none, they pick cards from the panel's lists. Every fourth turn they pick their own cards, if there is a list.
In deals 1, 3, 5 and so on they make the declaration that the panel offers. In the other deals they pass.

Now and then they press every button that only shows something. After that, and at each question, the picture of their
hand must be in sight. At the end, the start of the program is timed. SCREENSHOTS=folder keeps the tallest panels.
"""

import argparse
import asyncio
import json
import logging
import os
import re
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), *(str(ROOT / "tests" / folder) for folder in ("browser", "flows", "wire", ""))]

import structlog
from bot_harness import connected
from browser_windows import SHOTS, Windows
from launch_browser import launched
from page_player import ACTS, PagePlayer
from playwright.async_api import Error, expect

from bot.ids import UserId
from bot.play.clock.timing import Timing
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.services import UiConfig
from engine.model.view import Ask, PhaseName
from tests.table_control_ids import parse_table_control_id
from tests.wire.driven_loopback import DrivenLoopback, Remote

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
LIMITS = {"phone": 700, "desktop": 640}
"""The greatest height of a panel in pixels. Higher panels do not fit above the input line."""
MOST_CARDS = 39
"""The most cards in a hand for which LIMITS apply."""
START_PATIENCE = 90.0
"""The seconds to wait for the bot to connect. Each control may also take so long."""
COMMAND = "/tractor new computers:3"
QUICK = Timing(batch_interval=0.02, computer_pause=0.005, computer_declare_pause=0.005, turn=900.0, bury=900.0)
"""Cards are drawn quickly, but in batches of the usual size, so that as many questions are asked as in a real deal."""
CONFIG = UiConfig(edit_pause=0.02, sync_commands=True, use_emoji=True, emoji_pause=0.0, use_threads=True)
PLAYS = (Ask.LEAD, Ask.FOLLOW)
LOOKS = {
    ControlVerb.SHOW_HINT,
    ControlVerb.LAST_TRICK,
    ControlVerb.STILL_OUT,
    ControlVerb.TAKE_BACK,
    ControlVerb.COACH,
}
OWN_EVERY = 4
"""In each turn whose number is a multiple of this, the person picks their own cards."""
PATIENCE = 300.0
"""Seconds that one deal may take; an idle machine needs about ten."""
EMOJI = 60
"""Measuring begins once this number of emoji is uploaded, because panels show cards as emoji."""

TOGGLES = (ControlVerb.SHOW_HINT, ControlVerb.STILL_OUT, ControlVerb.LAST_TRICK)
ON_TABLE = (ControlVerb.RULES, ControlVerb.HELP)
SCROLLS = 40
IN_SIGHT = """() => {
  const image = [...document.querySelectorAll(".message.ephemeral .shot img")].at(-1);
  if (!image) return false;
  const r = image.getBoundingClientRect();
  const at = y => document.elementFromPoint(r.left + r.width / 2, y);
  return [r.top + 3, r.bottom - 3].every(y => at(y) === image);
}"""
"""JavaScript that returns whether the newest private picture is in sight from top to bottom."""

PANEL = """panel => ({
  height: Math.ceil(panel.getBoundingClientRect().height),
  words: (panel.querySelector(".body") || panel).innerText.split(/\\s+/).length,
  title: panel.querySelector("h3")?.innerText || "",
  controls: [...panel.querySelectorAll("button.button, button.select")].map(c => ({
    id: c.dataset.id || "", label: c.innerText.trim(), select: c.classList.contains("select"),
    green: c.classList.contains("s3"), enabled: !c.disabled && !c.classList.contains("busy"),
    row: [...panel.querySelectorAll(".row")].indexOf(c.closest(".row")),
  })),
})"""


@dataclass
class Turn:
    """How the person answered one question."""

    ask: Ask
    taps: int = 0
    own: bool = False


@dataclass
class Measures:
    """Measures of some deals. `heights` has (pixels, title) of the highest panel for each kind of question."""

    size: str = "phone"
    words: dict = field(default_factory=lambda: defaultdict(int))
    looks: int = 0
    """The number of times that the test checked whether the hand is in sight."""
    gone: list = field(default_factory=list)
    """The controls after whose press the hand was not in sight."""
    turns: dict = field(default_factory=dict)
    buttons: dict = field(default_factory=lambda: defaultdict(lambda: (0, "")))
    heights: dict = field(default_factory=lambda: defaultdict(lambda: (0, "")))
    passes: list = field(default_factory=list)

    def taps(self, ask, *, own=False):
        return [turn.taps for turn in self.turns.values() if turn.ask is ask and turn.own is own]

    def tallest(self, *asks):
        return max((self.heights[ask] for ask in asks), default=(0, ""))

    def most_buttons(self):
        return max(self.buttons.values(), default=(0, ""))

    def goals(self):
        """Return (name, measured value, limit, whether the goal is met) for each goal."""
        follows, leads, passes = self.taps(Ask.FOLLOW), self.taps(Ask.LEAD), max(self.passes, default=0)
        plays, burying = self.tallest(*PLAYS)[0], self.tallest(Ask.BURY)[0]
        return [
            ("taps per follow, median", statistics.median(follows or [0]), 1, statistics.median(follows or [0]) == 1),
            ("taps per lead, most", max(leads, default=0), 2, 0 < max(leads, default=0) <= 2),
            ("buttons besides the fixed row, most", self.most_buttons()[0], 5, self.most_buttons()[0] <= 5),
            ("tallest panel for plays, px", plays, LIMITS[self.size], 0 < plays <= LIMITS[self.size]),
            ("tallest panel for burying, px", burying, LIMITS[self.size], 0 < burying <= LIMITS[self.size]),
            ("Pass presses per deal, most", passes, 2, passes <= 2),
            ("the hand left the screen, times", len(self.gone), 0, self.looks > 0 and not self.gone),
        ]

    def table(self):
        lines = [
            f"{name:40} {value!s:>8}   goal {goal:>4}  {'' if met else 'MISSED'}"
            for name, value, goal, met in self.goals()
        ]
        lines += [
            f"{'taps per follow: median, mean, most':40} {_spread(self.taps(Ask.FOLLOW))}",
            f"{'taps per lead: median, mean, most':40} {_spread(self.taps(Ask.LEAD))}",
            f"{'taps per follow of one’s own':40} {_spread(self.taps(Ask.FOLLOW, own=True))}",
            f"{'taps per lead of one’s own':40} {_spread(self.taps(Ask.LEAD, own=True))}",
            f"{'taps to bury':40} {_spread(self.taps(Ask.BURY))}",
            f"{'Pass presses by deal':40} {self.passes}",
            f"{'looks at the hand':40} {self.looks}   not in sight after {self.gone}",
            f"{'most words of a panel':40} {dict(self.words)}",
        ]
        lines += [
            f"{'tallest panel, ' + ask.name.lower():40} {px:>5} px   {title}"
            for ask, (px, title) in self.heights.items()
        ]
        lines += [
            f"{'most buttons, ' + ask.name.lower():40} {count:>5}      {labels}"
            for ask, (count, labels) in self.buttons.items()
        ]
        return "\n".join(lines)


def _spread(taps):
    if not taps:
        return "none"
    return f"{statistics.median(taps):g}, {statistics.mean(taps):.2f}, {max(taps)}  ({len(taps)})"


class MeasuredPlayer(PagePlayer):
    """Does what the panel suggests, and counts taps. It asks the table, `table()`, only for the open question."""

    def __init__(self, page, say, table, user, measures):
        super().__init__(page, say)
        self.table, self.user, self.measures = table, user, measures
        self.deal, self.turns, self.before, self.wanted, self.ticked = 0, 0, None, 1, None

    async def play_deal(self, plays=None):
        """Act until the deal is over, or until the person has made `plays` plays in all deals together."""
        self.measures.passes.append(0)
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest:
            view, task = self.question()
            if view.phase is PhaseName.FINISHED or self.turns == plays:
                self.deal += 1
                return
            seen = await self.see_panel()
            if view.ask is Ask.NOTHING or seen is None or seen == self.before or task not in self.tasks(seen):
                await asyncio.sleep(0.03)
            else:
                self.wanted = len(view.trick.plays[0].cards) if view.ask is Ask.FOLLOW else 1
                await self.act_on(view.ask, task, seen)
        raise AssertionError(f"the deal did not end; pressed: {self.log[-20:]}")

    def question(self):
        table = self.table()
        seat = table.seat_of(self.user)
        return table.view(seat), table.task(seat)

    async def see_panel(self):
        """Return the content of the panel. Return None if there is no panel yet."""
        try:
            return await self.panel.evaluate(PANEL, timeout=2000)
        except Error:
            return None

    def tasks(self, seen):
        return {known.task for c in seen["controls"] if (known := parse_table_control_id(c["id"]))}

    async def look_at_hand(self, pressed):
        """Check that the whole picture of the hand is in sight. If not, add the pressed control to `gone`."""
        self.measures.looks += 1
        for _ in range(SCROLLS):  # the page scrolls to a new picture after loading it
            if await self.page.evaluate(IN_SIGHT):
                return
            await asyncio.sleep(0.05)
        self.measures.gone.append(pressed)
        if SHOTS:
            await self.page.screenshot(path=f"{SHOTS}/gone-{len(self.measures.gone)}.png")

    async def press_everything(self):
        """Open and close all that the panel and the table's message can show."""
        for verb in (*TOGGLES, *TOGGLES):
            await self.press_verb(self.panel, verb)
        for verb in ON_TABLE:
            await self.press_verb(self.page.locator(".message:not(.ephemeral)"), verb)
            # the control on the table's message has changed the panel, and this press changes it back
            for toggle in TOGGLES[:1]:
                await self.press_verb(self.panel_with_hand(), toggle, pressed=verb)

    def panel_with_hand(self):
        return self.page.locator(f'.message.ephemeral:has([data-id*=":{TOGGLES[0]}:"])').last

    async def press_verb(self, place, verb, pressed=None):
        button = place.locator(f'.button:not(:disabled)[data-id*=":{verb}:"]').last
        if not await button.count():
            return
        with suppress(Error):  # the panel may change meanwhile
            await button.click(timeout=3000)
            await self.settled()
        if verb not in ON_TABLE:
            await self.look_at_hand(str(pressed or verb))

    async def act_on(self, ask, task, seen):
        """Measure the panel, then do what it suggests."""
        await self.note(ask, seen)
        await self.look_at_hand(self.log[-1] if self.log else "")
        if (self.deal, task) not in self.measures.turns:
            self.turns += ask in PLAYS
            if self.turns % OWN_EVERY == 1 and ask is Ask.FOLLOW:
                await self.press_everything()
            own = ask in PLAYS and self.turns % OWN_EVERY == 0 and any(c["select"] for c in seen["controls"])
            self.measures.turns[self.deal, task] = Turn(ask, own=own)
        turn = self.measures.turns[self.deal, task]
        control = self.choose(ask, turn, answers(seen))
        if control is None:
            await asyncio.sleep(0.03)
            return
        try:
            turn.taps += await (self.pick_cards() if control["select"] else self.press_control(control))
        except Error as gone:  # the panel changed during the press
            self.log.append(f"({type(gone).__name__})")
            return
        self.before = seen

    def choose(self, ask, turn, controls):
        """Return the control to use next; None if the person must wait."""
        by_verb = {verb_of(c): c for c in reversed(controls) if not c["select"]}
        green = next((c for c in controls if c["green"] and not c["select"]), None)
        lists = next((c for c in controls if c["select"]), None)
        if ask in {Ask.DECLARE, Ask.STEAL}:
            wanted = by_verb.get(ControlVerb.DECLARE) if self.deal % 2 == 0 else None
            return wanted or by_verb.get(ControlVerb.PASS)
        if turn.own and not turn.taps:
            return lists
        play = next((c for c in controls if verb_of(c) in ACTS), None)
        return green or play or by_verb.get(ControlVerb.SUGGEST_BURY) or lists or by_verb.get(ControlVerb.PASS)

    async def press_control(self, control):
        self.log.append(control["label"])
        self.measures.passes[-1] += verb_of(control) is ControlVerb.PASS
        await self.panel.locator(f"[data-id={json.dumps(control['id'])}]").click(timeout=3000)
        await self.settled()
        return 1

    async def pick_cards(self):
        """Pick cards from the first list in which nothing is picked yet. Return the number of taps that this takes."""
        self.ticked = None
        await self.pick()
        return 2 if self.ticked is None else 2 + self.ticked

    async def tick(self, options):
        """Tick as many cards as the play needs, at most as many as the list allows, and confirm."""
        most = int(re.findall(r"\d+", await self.page.locator(".pop .foot span").inner_text())[-1])
        self.ticked = min(self.wanted, most, await options.count())
        for n in range(self.ticked):
            await options.nth(n).click()
        await self.page.locator(".pop .foot .button").click()

    async def note(self, ask, seen):
        self.measures.words[ask.name] = max(self.measures.words[ask.name], seen["words"])
        found = [c for c in answers(seen, disabled=True) if not c["select"]]
        labels = ", ".join(c["label"] for c in found)
        self.measures.buttons[ask] = max(self.measures.buttons[ask], (len(found), labels))
        if seen["height"] > self.measures.heights[ask][0]:
            self.measures.heights[ask] = (seen["height"], seen["title"])
            if not SHOTS:
                return
            with suppress(Error):  # the panel may change while it is photographed
                await self.panel.screenshot(path=f"{SHOTS}/tallest-{ask.name.lower()}.png")


def verb_of(control):
    known = parse_table_control_id(control["id"])
    return known and known.verb


def answers(seen, *, disabled=False):
    """Return the panel's controls, except those that only show or undo something."""
    return [c for c in seen["controls"] if verb_of(c) not in LOOKS and (disabled or c["enabled"])]


async def sit_down(page, say):
    """Open a table with computers, start it, and go to the channel or thread of the panel."""
    await page.fill("#composer-input", COMMAND)
    await page.keyboard.press("Escape")
    await page.press("#composer-input", "Enter")
    await page.get_by_role("button", name=say("lobby.start"), exact=True).last.click()
    panel = page.locator(".message.ephemeral:has(.shot img)")
    way = page.locator(".message.ephemeral a.button")
    await expect(panel.or_(way).first).to_be_visible()
    if not await panel.count():
        await way.last.click()
        await page.locator(f'.button[data-id*=":{ControlVerb.SHOW_HAND}:"]').last.click()
    await expect(panel.last).to_be_visible()


async def play_deals(browser, folder, deals, size="phone", plays=None):
    """Play `deals` deals with three computers, or stop after `plays` plays of the person. Return the measures."""
    loopback = await DrivenLoopback.start(limits=False)
    windows, measures = Windows(browser, loopback), Measures(size)
    try:
        async with connected(folder, loopback, seed=1, timing=QUICK, ui_config=CONFIG) as running:
            await loopback.remote.bot_online()
            while len(loopback.world.emojis) < EMOJI:  # noqa: ASYNC110 - uploads have no event
                await asyncio.sleep(0.1)
            page = await windows.open("ann", *SIZES[size])
            say = Catalogue.load().texts_for("en-US").say
            await sit_down(page, say)
            user = UserId(int(loopback.person("ann").id))
            player = MeasuredPlayer(page, say, lambda: next(iter(running.registry.list_live())), user, measures)
            await _play(player, deals, plays)
            await windows.close()
    finally:
        await loopback.stop()
    return measures


async def _play(player, deals, plays):
    for deal in range(1, deals + 1):
        await player.play_deal(plays)
        print(f"deal {deal} of {deals}", file=sys.stderr)
        if deal < deals:
            await _next_deal(player)


async def _next_deal(player):
    await player.page.locator(f'.button:not(:disabled)[data-id*=":{ControlVerb.NEXT_DEAL}:"]').last.click()
    await player.settled()
    while player.question()[0].phase is PhaseName.FINISHED:  # noqa: ASYNC110 - the deal has no event
        await asyncio.sleep(0.02)


@asynccontextmanager
async def _program(folder):
    """Run the program as `make run` does, in an empty folder."""
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | {"PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=folder,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


async def time_start(browser, folder):
    """Measure how many seconds after the start of the program the page is ready and a person has their first card."""
    seconds = {}
    say = Catalogue.load().texts_for("en-US").say
    began = time.monotonic()
    async with _program(folder) as process:
        line = (await process.stdout.readline()).decode()
        assert line, "the program did not start: run it alone to see why"
        url = re.search(r"http://127\.0\.0\.1:\d+", line).group()
        seconds["from make run to the page"] = time.monotonic() - began
        async with Remote(url) as remote:
            await remote.bot_online(START_PATIENCE)
        context = await browser.new_context(
            viewport=dict(zip(("width", "height"), SIZES["phone"], strict=True)), has_touch=True
        )
        page = await context.new_page()
        page.set_default_timeout(START_PATIENCE * 1000)
        await page.goto(url + "/?as=ann")
        await page.wait_for_selector("#composer-input")
        await expect(page.locator(".notice")).to_have_count(0)
        await sit_down(page, say)
        await expect(page.locator(".message.ephemeral .shot img").last).to_have_js_property("complete", value=True)
        seconds["from make run to the first card"] = time.monotonic() - began
        await context.close()
    return seconds


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--size", choices=SIZES, default="phone")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    async with launched() as browser:
        with tempfile.TemporaryDirectory() as folder:
            measures = await play_deals(browser, folder, options.deals, options.size)
        print(measures.table())
        with tempfile.TemporaryDirectory() as folder:
            seconds = await time_start(browser, folder)
    print(*(f"{what:40} {took:>5.1f} s" for what, took in seconds.items()), sep="\n")


if __name__ == "__main__":
    asyncio.run(main())
