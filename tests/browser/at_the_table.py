"""A person who plays Tractor at the page: reads the panel, presses what it offers, picks cards from lists."""

import asyncio
import re

from playwright.async_api import Error, expect
from playwright.async_api import TimeoutError as TooLate

from bot.ui.ids import Verb, parse

STEPS = 500
ACTS = {Verb.DECLARE, Verb.CLAIM, Verb.BURY, Verb.PLAY, Verb.TAKE, Verb.LEAVE_LYING, Verb.CALL, Verb.SURE}
"""What moves the game on; everything else on a panel is to look at, to prepare, or to take back."""


def verb_of(custom_id):
    """What a button does; None for one that is none of a table's."""
    found = parse(custom_id)
    return found and found.verb


class AtTheTable:
    """`say` gives the bot's words in the person's language, so that buttons are known by what stands on them."""

    def __init__(self, page, say):
        self.page, self.say = page, say
        self.panel = page.locator(".message.whisper").last
        self.log = []

    async def buttons(self):
        """The panel's live buttons: what each does, and what stands on it."""
        found = self.panel.locator(".button:not(:disabled):not(.busy)")
        shown = await found.evaluate_all("all => all.map(b => [b.dataset.id || '', b.innerText.trim()])")
        return [(verb_of(custom_id), label) for custom_id, label in shown]

    async def press(self, label):
        """Press a button by what stands on it, and wait for the panel to answer."""
        self.log.append(label)
        await self.panel.get_by_role("button", name=label, exact=True).first.click(timeout=3000)
        await self.settled()

    async def settled(self):
        """Nothing on the page is still on its way."""
        await expect(self.page.locator(".busy")).to_have_count(0)

    async def play_a_deal(self, each=None):
        """Act until the next deal is offered; return what was pressed."""
        for step in range(STEPS):
            if each:
                await each(step, self)
            if await self.try_to_act():
                return self.log
        raise AssertionError(f"the deal did not end; pressed: {self.log[-20:]}")

    async def try_to_act(self):
        """Do one thing; False when the panel changed under the finger, as it may for anyone."""
        try:
            return await self.act()
        except (Error, TooLate) as gone:
            self.log.append(f"({type(gone).__name__})")
            return False

    async def act(self):
        """Do one thing; True when the deal is over."""
        live = await self.buttons()
        by_verb = dict(reversed(live))
        offer = next((label for verb, label in live if verb in ACTS), None)
        if Verb.NEXT in by_verb:
            return True
        if offer is not None:
            await self.press(offer)
        elif Verb.SUGGEST in by_verb:
            await self.press(by_verb[Verb.SUGGEST])
        elif await self.panel.locator(".select:not(:disabled)").count():
            await self.pick()
        elif fallback := by_verb.get(Verb.MORE) or by_verb.get(Verb.PASS):
            await self.press(fallback)
        else:
            await asyncio.sleep(0.05)
        return False

    async def pick(self):
        """Choose cards from the first list in which none is chosen yet: as many as are asked for, or one."""
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
        """Tick as many as the list says, then take them."""
        words = await self.page.locator(".pop .foot span").inner_text()
        wanted = int(re.findall(r"\d+", words)[0]) or 1
        for n in range(min(wanted, await options.count())):
            await options.nth(n).click()
        self.log.append(f"tick {wanted}")
        await self.page.locator(".pop .foot .button").click()
