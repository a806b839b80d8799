"""Steps by which tests make puzzles with a known answer, set the time of day, and answer as users do."""

import asyncio
from collections import Counter

from bot.ids import GuildId
from bot.puzzles.days import DAY_SECONDS, Day
from bot.puzzles.service import PuzzleService
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards, encode_cards, parse_id
from bot.ui.core.messages.message import Button, Buttons
from bot.ui.puzzles import panel_parts
from bot.ui.puzzles.control_ids import PuzzleControl

DAY = Day(20_000)
NOON = DAY * DAY_SECONDS + DAY_SECONDS / 2


class Wall:
    """A clock for puzzles, which shows the time that the test has set in `now`."""

    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


def with_wall(wall):
    return lambda store, searches, maker, _: PuzzleService(store, searches, maker, wall)


def play_id(cards, day=DAY, practice=False, verb=ControlVerb.PLAY):
    return str(PuzzleControl(day, practice, verb.value, encode_cards(cards)))


def play_buttons(screen):
    return [one for one in screen.buttons if f":{ControlVerb.PLAY}:" in one]


def find_unknown_lead(shown, searches):
    """Return the button of a lead that the puzzle has not compared yet. The bot must search to judge it."""
    known = {tuple(sorted(one.cards)) for one in searches.found.plays}
    return next(one for one in play_buttons(shown) if tuple(sorted(decode_cards(parse_id(one).argument))) not in known)


def find_guild(loopback):
    return GuildId(next(iter(loopback.world.guilds)))


async def open_puzzle(player):
    """Use the command, wait until the puzzle is ready, and return its message."""
    await player.slash("puzzle")
    async with asyncio.timeout(120):
        while True:
            for screen in reversed(await player.screens()):
                if screen.private and ("Find the best lead" in screen.text or "Best: " in screen.text):
                    return screen
            await asyncio.sleep(0.02)


async def press_forged(monkeypatch, player, forged):
    """Open the puzzle with a forged control in place of its last row, and press that control."""
    row, build = Buttons((Button(forged, "forged"),)), panel_parts.question_view
    with monkeypatch.context() as patched:
        patched.setattr(panel_parts, "question_view", lambda *given: build(*given[:-1], (row,)))
        shown = await open_puzzle(player)
    return await player.click(shown, forged)


async def answer(player, searches, *, right=True):
    """Open the puzzle and answer it through its controls; return the message that tells the solution."""
    shown = await open_puzzle(player)
    cards = searches.found.plays[0 if right else 1].cards
    return await play_cards(player, shown, cards)


async def play_cards(player, shown, cards, practice=False, day=DAY):
    """Play cards with their button; pick them from a list first if there is no such button."""
    button = play_id(cards, day, practice)
    if button not in shown.buttons:
        shown = await pick_from_list(player, shown, cards)
    return await player.click(shown, button)


async def pick_from_list(player, shown, cards):
    """Pick cards from the list that has them."""
    copies = Counter()
    values = [f"{card}#{copies.update([card]) or copies[card]}" for card in cards]
    for custom_id, select in shown.selects.items():
        if set(values) <= {one["value"] for one in select["options"]}:
            return await player.select(shown, custom_id, values)
    raise AssertionError(f"no list has {values}: {shown.selects}")


async def wait_for(player, words):
    """Wait until a private message has these words; return it."""
    async with asyncio.timeout(120):
        while True:
            for screen in await player.screens():
                if screen.private and words in screen.text:
                    return screen
            await asyncio.sleep(0.02)
