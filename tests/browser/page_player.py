"""Plays Tractor on the page. It reads the panel, presses its buttons and picks cards from its lists."""

import asyncio
import re

from playwright.async_api import Error, expect
from playwright.async_api import TimeoutError as TooLate

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.table_control_ids import parse_table_control_id

STEPS = 500
ACTS = {
    ControlVerb.DECLARE,
    ControlVerb.CLAIM_REDEAL,
    ControlVerb.BURY,
    ControlVerb.PLAY,
    ControlVerb.TAKE_POINTS,
    ControlVerb.LEAVE_POINTS,
    ControlVerb.CALL_FRIENDS,
    ControlVerb.CONFIRM_PLAY,
}
"""The verbs of buttons that make a move in the game. Other buttons show, prepare or undo something."""


def verb_of(custom_id):
    """Return the verb of a button of the table. Return None for any other button."""
    found = parse_table_control_id(custom_id)
    return found and found.verb


class PagePlayer:
    """Plays on the page. `say` returns a text in the player's language, by which a button is found."""

    def __init__(self, page, say):
        self.page, self.say = page, say
        self.panel = page.locator(".message.ephemeral").last
        self.log = []

    async def buttons(self):
        """Return (verb, label) of each enabled button of the panel."""
        found = self.panel.locator(".button:not(:disabled):not(.busy)")
        shown = await found.evaluate_all("all => all.map(b => [b.dataset.id || '', b.innerText.trim()])")
        return [(verb_of(custom_id), label) for custom_id, label in shown]

    async def press(self, label):
        """Press a button by its label and wait for the panel's answer."""
        self.log.append(label)
        await self.panel.get_by_role("button", name=label, exact=True).first.click(timeout=3000)
        await self.settled()

    async def settled(self):
        """Wait until no control is busy."""
        await expect(self.page.locator(".busy")).to_have_count(0)

    async def play_a_deal(self, each=None):
        """Act until the next deal is offered. Return the pressed labels."""
        for step in range(STEPS):
            if each:
                await each(step, self)
            if await self.try_to_act():
                return self.log
        raise AssertionError(f"the deal did not end; pressed: {self.log[-20:]}")

    async def try_to_act(self):
        """Act once, even if the panel changes meanwhile. Return True when the deal is over."""
        try:
            return await self.act()
        except (Error, TooLate) as gone:
            self.log.append(f"({type(gone).__name__})")
            return False

    async def act(self):
        """Act once. Return True when the deal is over."""
        live = await self.buttons()
        by_verb = dict(reversed(live))
        offer = next((label for verb, label in live if verb in ACTS), None)
        if ControlVerb.NEXT_DEAL in by_verb:
            return True
        if offer is not None:
            await self.press(offer)
        elif ControlVerb.SUGGEST_BURY in by_verb:
            await self.press(by_verb[ControlVerb.SUGGEST_BURY])
        elif await self.panel.locator(".select:not(:disabled)").count():
            await self.pick()
        elif fallback := by_verb.get(ControlVerb.PICK_ONE_MORE) or by_verb.get(ControlVerb.PASS):
            await self.press(fallback)
        else:
            await asyncio.sleep(0.05)
        return False

    async def pick(self):
        """Pick as many cards as needed from the first list in which nothing is picked yet."""
        lists = self.panel.locator(".select:not(:disabled)")
        empty = lists.filter(has=self.page.locator(".placeholder"))
        await (empty if await empty.count() else lists).first.click(timeout=3000)
        box = self.page.get_by_role("listbox")
        await box.wait_for()
        options = box.get_by_role("option")
        if not await self.page.locator(".pop .foot").count():
            self.log.append("pick " + (await options.first.inner_text()).strip())
            await options.first.click()
        else:
            await self.tick(options)
        await self.settled()

    async def tick(self, options):
        """Tick as many options as the list asks for, then confirm."""
        words = await self.page.locator(".pop .foot span").inner_text()
        wanted = int(re.findall(r"\d+", words)[0]) or 1
        for n in range(min(wanted, await options.count())):
            await options.nth(n).click()
        self.log.append(f"tick {wanted}")
        await self.page.locator(".pop .foot .button").click()
