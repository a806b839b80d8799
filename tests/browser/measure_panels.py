"""Measures the height of panels: `python tests/browser/measure_panels.py standard hidden-ten:8 --locale zh-TW`.

The program plays no deal on the page. It takes positions of a random deal, and shows their panels on a page of phone
size. With `--size desktop`, the page has desktop size.

Each panel is shown in several states: unchanged, with a hint, with the last trick open, with an illegal choice of
cards, and after a refusal. A state is left out if the position does not allow it. At the end, the panel of the deal's
result is shown, unchanged and with every note that it can have.

The greatest height for each question and state is printed. SCREENSHOTS=folder keeps pictures.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), *(str(ROOT / "tests" / folder) for folder in ("browser", "flows", "wire", ""))]

import structlog
from bot_harness import PATIENCE, connected
from browser_windows import SHOTS, Windows
from launch_browser import launched
from measure_play import CONFIG, EMOJI, LIMITS, MOST_CARDS, PANEL, QUICK, SIZES
from playwright.async_api import Error

from bot.ids import UserId
from bot.play.table_rules.game_state import create_game_state
from bot.play.tables.table import Table
from bot.play.values.stored_table import Deadline, DeadlineKind
from bot.play.values.table_info import Person, Phrase, TableStatus
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.explain_refusal import explain_in_panel_button, format_refusal
from bot.ui.core.interactions.responses import ShowPanel
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.message import button_rows
from bot.ui.dispatch import send_response
from bot.ui.hand.advice import format_hint, list_hinted_cards, recommend_and_compare
from bot.ui.hand.view import hand_view
from bot.ui.typed.parse_answers import find_refusal
from engine.deal.game import apply, view_for
from engine.model.actions import Play
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.seats import Seat
from engine.model.view import Ask
from tests.bot.ui.panel_positions import choice, phases
from tests.wire.driven_loopback import DrivenLoopback

NAMES = ("Alexandra", "Konstantin", "Wei Ling", "Bartholomew", "Mei", "Chun-Hsiang", "José Luis", "Marie-Claire",
         "小龙女", "Ferdinand", "Ahmed", "Stefania")  # fmt: skip
STATES = ("plain", "hint", "last", "refused", "picked")
RESULTS = ("plain", "crowded")
"""The two states in which a result is measured. A crowded result has every note that it can have."""
SETTLED = """() => {
  const panel = [...document.querySelectorAll(".message.ephemeral")].at(-1);
  const complete = [...panel.querySelectorAll("img")].every(i => i.complete && i.naturalHeight);
  const before = window.measured;
  window.measured = complete && !document.querySelector(".busy") ? panel.outerHTML : Math.random();
  return before === window.measured;
}"""
"""JavaScript that returns whether all pictures of the panel have loaded and the panel has stopped changing."""


@dataclass(frozen=True)
class Measured:
    """The measures of one panel. `height` is in pixels. `hand` is the number of cards."""

    size: str
    rules: str
    ask: Ask
    state: str
    hand: int
    height: int
    buttons: int
    words: int
    title: str

    @property
    def is_too_high(self):
        """Whether the panel is higher than the limit. Hands of more than MOST_CARDS cards have no limit."""
        return self.hand <= MOST_CARDS and self.height > LIMITS[self.size]


@dataclass(frozen=True)
class Position:
    """A moment of a deal in which a seat is asked something."""

    phase: object
    view: object

    @property
    def hand(self):
        return len(self.view.hand)


class ShownTable:
    """A fake table that always has the given snapshot."""

    def __init__(self, snapshot):
        self.facts, self._snapshot = snapshot.facts, snapshot

    def snapshot(self):
        return self._snapshot


class PanelPage:
    """A page that shows any panel that a test gives it."""

    def __init__(self, running, page, ann, locale, size):
        self.ann, self.size, user = ann, size, UserId(int(ann.id))
        self.services, self.page, self.user = running.client._services, page, user
        self.texts, self.table = Catalogue.load().texts_for(locale), next(iter(running.registry.list_live()))
        self.message, self.seat = None, Seat(0)

    async def show(self, message):
        self.message = message
        answer = await self.ann.slash("tractor", "hand")
        panel = self.page.locator(f'.message.ephemeral[data-id="{answer.message.id}"]')
        await panel.wait_for()
        await self.page.wait_for_function(SETTLED, polling=40)
        return panel

    def snapshot_of(self, position):
        seats = [Person(UserId(n)) for n in range(1, position.view.rules.players + 1)]
        seats[position.view.seat] = Person(self.user)
        self.services.people._names.update({UserId(n): name for n, name in enumerate(NAMES, 1)})
        real, rules = self.table.snapshot(), position.view.rules
        facts = replace(real.facts, rules=rules, seats=tuple(seats), status=TableStatus.PLAYING, is_friendly=True)
        game = replace(create_game_state(facts), phase=position.phase, phase_name=position.view.phase)
        return replace(real, facts=facts, game_state=game)

    async def panel_of(self, position, state):
        """Return the panel of a position in one of STATES. Return None if the position does not allow the state."""
        seen, view = self.snapshot_of(position), position.view
        if state == "crowded":
            soon = Deadline(DeadlineKind.NEXT_DEAL, self.services.clock.now() + 60)
            seen = replace(seen, deadlines=(soon,), phrases=tuple(zip(map(Seat, range(4)), Phrase, strict=False)))
        draft, notice, why, hinted, opened = (), None, (), (), None
        match state:
            case "hint":
                action, compared = await recommend_and_compare(self.services, view)
                notice, hinted = format_hint(view, action, self.texts, compared), list_hinted_cards(action)
                opened = ControlVerb.SHOW_HINT
            case "last":
                if not (view.tricks and view.trick.plays):
                    return None
                opened = ControlVerb.LAST_TRICK
            case "refused":
                refused = self.refusal(position)
                if refused is None:
                    return None
                notice = format_refusal(refused, self.texts, NAMES)
                why = button_rows(
                    explain_in_panel_button(seen.id, view.seat, seen.task(view.seat), refused, self.texts)
                )
            case "picked":
                draft = self.illegal_pick(position)
                if not draft:
                    return None
        self.services.picked_cards.put(seen.id, view.seat, seen.task(view.seat), tuple(map(str, draft)))
        panel = ShowPanel(ShownTable(seen), notice, explain_rows=why, hinted=hinted, opened=opened)
        return await hand_view(self.services, panel, self.user, self.texts)

    def illegal_pick(self, position):
        view = position.view
        if view.ask is Ask.BURY:
            return view.hand[: view.kitty_size]
        if view.ask is Ask.LEAD:
            return view.hand[:3]
        return view.hand[-len(view.trick.plays[0].cards) :] if view.ask is Ask.FOLLOW else ()

    def refusal(self, position):
        view = position.view
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            return None
        return find_refusal(view, Play(self.illegal_pick(position)))


def choose_positions(rules, count, seed):
    """Yield the positions with the most cards for each kind of question, and some others at random."""
    rng, by_ask = random.Random(seed), {}
    for phase, seat in phases(rules, rng):
        view = view_for(phase, seat)
        by_ask.setdefault(view.ask, []).append(Position(phase, view))
    for found in by_ask.values():
        found.sort(key=lambda p: -p.hand)
        yield from [*found[: count - count // 2], *rng.sample(found, min(len(found), count // 2))]


def choose_results(rules, seed):
    """Yield (position, state) for the result of a deal, as a player who has lost sees it."""
    phase, seat = list(phases(rules, random.Random(seed)))[-1]
    ended = apply(phase, seat, choice(view_for(phase, seat), random.Random(seed))).phase
    for state in RESULTS:
        shown = ended if state == "plain" else replace(ended, result=crowd(ended.result))
        lost = next(Seat(s) for s in range(rules.players) if s not in shown.result.winning_seats)
        yield Position(shown, view_for(shown, lost)), state


def crowd(result):
    """Return the result with every note that it can have, such as levels, laps, falls and penalty points."""
    seats = tuple(map(Seat, range(len(result.levels_after))))
    return replace(
        result,
        declarers_hold=False,
        rise=3,
        opponents_points=max(result.opponents_points, 295),
        kitty_points=max(result.kitty_points, 35),
        multiplier=4,
        penalty_points=20,
        levels_before=(Level.ACE,) * len(seats),
        levels_after=(Level.FOUR,) * len(seats),
        laps_before=(1,) * len(seats),
        laps_after=(2,) * len(seats),
        hooked=result.declarers[::2],
        hook_levels=(Level.TWO,) * len(result.declarers[::2]),
        thrown_back=result.declarers[1::2],
        captured_levels=1,
    )


@asynccontextmanager
async def panel_page(browser, folder, locale="en-US", size="phone"):
    """Open a page that shows a panel."""
    loopback = await DrivenLoopback.start(limits=False)
    windows = Windows(browser, loopback)
    # the bot defers no answer, so a press is answered by the finished panel
    patient = replace(CONFIG, defer_after=PATIENCE)
    try:
        async with connected(folder, loopback, seed=1, timing=QUICK, ui_config=patient) as running:
            await loopback.remote.bot_online()
            while len(loopback.world.emojis) < EMOJI:  # noqa: ASYNC110 - uploads have no event
                await asyncio.sleep(0.1)
            page = await windows.open("ann", *SIZES[size])
            async with _open_panel(running, loopback, page, locale, size) as shown:
                yield shown
            await windows.close()
    finally:
        await loopback.stop()


@asynccontextmanager
async def _open_panel(running, loopback, page, locale, size):
    ann = loopback.person("ann", locale)
    await ann.slash("tractor", "tractor new")
    real = send_response.panel_view

    shown = PanelPage(running, page, ann, locale, size)

    async def panel_view(*given, **more):
        return shown.message or await real(*given, **more)

    with patch.object(send_response, "panel_view", panel_view), patch.object(Table, "seat_of", lambda *_: shown.seat):
        yield shown


async def measure(shown, name, rules, *, count, states=STATES, seed=0):
    """Yield the measured panels of one deal."""
    asked = ((position, state) for position in choose_positions(rules, count, seed) for state in states)
    for position, state in (*asked, *choose_results(rules, seed)):
        if message := await shown.panel_of(position, state):
            panel = await shown.show(message)
            shown.seat = position.view.seat
            seen = await panel.evaluate(PANEL)
            counts = len(seen["controls"]), seen["words"]
            found = Measured(
                shown.size, name, position.view.ask, state, position.hand, seen["height"], *counts, seen["title"]
            )
            if SHOTS:
                file = f"{shown.size}-{found.height:04}-{found.ask.name.lower()}-{state}-{name}-{shown.texts.tag}.png"
                with suppress(Error):  # the page may replace the panel meanwhile
                    await panel.screenshot(path=f"{SHOTS}/{file}")
            yield found


def rules_of(text):
    """Return the rules of a text `preset` or `preset:players`."""
    name, _, players = text.partition(":")
    return preset(name, int(players)) if players else preset(name)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--locale", default="en-US")
    parser.add_argument("--size", choices=SIZES, default="phone")
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    async with launched() as browser:
        with tempfile.TemporaryDirectory() as folder:
            async with panel_page(browser, folder, options.locale, options.size) as shown:
                for name in options.rules:
                    highest = {}
                    async for one in measure(shown, name, rules_of(name), count=options.count, seed=options.seed):
                        key = one.ask, one.state
                        highest[key] = max(highest.get(key, one), one, key=lambda m: m.height)
                    for one in highest.values():
                        mark = "TOO HIGH" if one.is_too_high else ""
                        print(
                            f"{name:24} {one.ask.name:8} {one.state:8} {one.height:5} {mark:9} {one.hand:2} cards, "
                            f"{one.buttons:2} controls, {one.words:3} words  {one.title[:50]}",
                            flush=True,
                        )


if __name__ == "__main__":
    asyncio.run(main())
