"""Players for tests. They see and do the same on both simulators of Discord, the loopback and simcord."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from bot.loopback.wire import CallbackType
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.table_control_ids import parse_table_control_id

SELECT, BUTTON, TEXT, GALLERY = 3, 2, 10, 12
PICKERS = {5, 6, 8}
"""Selects in which Discord lists people, roles or channels."""
CALM = 500
"""Number of pauses after which `wait_until_idle` gives up."""
LOOKING = {
    ControlVerb.LAST_TRICK,
    ControlVerb.STILL_OUT,
    ControlVerb.CLEAR,
    ControlVerb.SHOW_HAND,
    ControlVerb.RULES,
    ControlVerb.HELP,
    ControlVerb.SAY,
    ControlVerb.CONFIRM_ALWAYS,
}
OF_PANELS = {ControlVerb.LEAVE, ControlVerb.NEXT_DEAL, ControlVerb.REMATCH}
"""Controls that belong to no seat. A private message that has one of them is a panel."""
WAITS = {
    f"### {texts.say(key)}"
    for texts in Catalogue.load().list_texts()
    for key in texts._language.messages
    if key.startswith("wait.")
}
"""The headings of panels that ask nothing, in every language."""


def walk(components):
    for part in components or []:
        yield part
        yield from walk(part.get("components"))


@dataclass(frozen=True)
class Screen:
    """A message as one person sees it."""

    id: int
    parts: tuple
    private: bool

    @property
    def text(self):
        return "\n".join(p["content"] for p in self.parts if p["type"] == TEXT)

    @property
    def alts(self):
        return [item["description"] for p in self.parts if p["type"] == GALLERY for item in p["items"]]

    @property
    def links(self):
        return [p["url"] for p in self.parts if p["type"] == BUTTON and "url" in p]

    @property
    def buttons(self):
        live = [p for p in self.parts if p["type"] == BUTTON and "custom_id" in p and not p.get("disabled")]
        return {p["custom_id"]: p.get("label", "") for p in live}

    @property
    def selects(self):
        return {p["custom_id"]: p for p in self.parts if p["type"] == SELECT and not p.get("disabled")}

    @property
    def pickers(self):
        return {p["custom_id"]: p for p in self.parts if p["type"] in PICKERS and not p.get("disabled")}

    def ids(self, verb):
        """Return the custom ids of the enabled controls of this kind."""
        return [
            i for i in (*self.buttons, *self.selects) if (known := parse_table_control_id(i)) and known.verb is verb
        ]

    def has(self, verb):
        return bool(self.ids(verb))

    @property
    def tables(self):
        """The tables to which the message's controls belong."""
        return {known.table for i in (*self.buttons, *self.selects) if (known := parse_table_control_id(i))}

    @property
    def is_panel(self):
        """Whether this is a panel. A panel is private and either has a panel's control or says that it only waits.

        A panel's control belongs to a seat, is one of OF_PANELS, or leads back to an event.
        """
        known = [parse_table_control_id(i) for i in (*self.buttons, *self.selects)]
        has_control = any(k and (k.seat is not None or k.verb in OF_PANELS) for k in known)
        return self.private and (has_control or self.leads_to_event or self.waits)

    @property
    def waits(self):
        """Whether this private message is a panel that asks nothing, as its heading says."""
        return self.private and any(line in WAITS for line in self.text.splitlines())

    @property
    def leads_to_event(self):
        """Whether the message has a button "Back to …" in English, which leads back to the event after a match."""
        return any(part.get("label", "").startswith("Back to ") for part in self.parts)

    @property
    def verbs(self):
        """The person's possible actions, apart from looking."""
        found = {known.verb for i in (*self.buttons, *self.selects) if (known := parse_table_control_id(i))}
        return found - LOOKING


def _name_options(values):
    """Return the values by option name, with hyphens in place of Python's underscores."""
    return {name.replace("_", "-"): value for name, value in values.items()}


def find_board(screens):
    """Return the newest public message with buttons, apart from a league's card, or None."""
    found = (s for s in reversed(screens) if not s.private and s.buttons)
    return next((s for s in found if not any(i.startswith("lg:card:") for i in s.buttons)), None)


class LoopbackPlayer:
    """A person who uses the local Discord, the loopback."""

    def __init__(self, person, channel="tractor"):
        self.person, self.channel, self.name = person, channel, person.name
        self.id = person.id

    def busy(self):
        """Whether the bot is still answering something. The harness replaces this if the bot runs in this process."""
        return False

    def _screen(self, seen):
        return Screen(int(seen.id), tuple(seen.parts), seen.ephemeral)

    async def slash(self, command, **values):
        answer = await self.person.slash(self.channel, command, **_name_options(values))
        assert answer.answered, f"/{command} was not answered"
        return self._screen(answer.message)

    async def autocomplete(self, command, option, typed, **beside):
        answer = await self.person.autocomplete(self.channel, command, option, typed, **beside)
        return [c["value"] for c in answer.choices]

    async def click(self, screen, custom_id):
        answer = await self.person.click(str(screen.id), custom_id=custom_id)
        assert answer.answered, f"a press was not answered: {custom_id}"
        return await self._final_answer(answer)

    async def select(self, screen, custom_id, values):
        answer = await self.person.select(str(screen.id), custom_id, values)
        assert answer.answered, f"a choice was not answered: {custom_id}"
        return await self._final_answer(answer)

    async def submit(self, opened, values):
        """Send the form that an answer has opened."""
        return await self._final_answer(await self.person.submit(opened, values))

    async def _final_answer(self, answer):
        """Return the message of an answer, or None. After a deferred update, first wait until the bot is idle."""
        if not answer.has_message:
            return None
        seen = answer.message
        if answer.kind is CallbackType.DEFERRED_UPDATE:
            await self.wait_until_idle()
            with suppress(LookupError):  # the message may have been deleted
                seen = await self.person.message(seen)
        return self._screen(seen)

    async def wait_until_idle(self):
        for _ in range(CALM):
            if not self.busy():
                return
            await self.pause()

    async def screens(self):
        return [self._screen(m) for m in await self.person.messages(self.channel)]

    async def panel(self):
        """Return the newest panel, or None."""
        return next((s for s in reversed(await self.screens()) if s.is_panel), None)

    async def board(self):
        return find_board(await self.screens())

    async def pause(self):
        await asyncio.sleep(0.02)


class SimPlayer:
    """A person at simcord."""

    def __init__(self, env, actor, channel):
        self.env, self.actor, self.place, self.name = env, actor, channel, actor.name
        self.id = actor.id

    def _screen(self, message):
        raw = self.env.backend.get_message(self.place.id, message.id)
        return Screen(raw.id, tuple(walk(raw.components)), bool(raw.flags & 64))

    def _answered(self, result):
        assert result.acknowledged
        said = [*([result.response] if result.response else []), *result.followups]
        return self._screen(said[-1]) if said else None

    async def slash(self, command, **values):
        return self._answered(await self.actor.slash(self.place, command, **_name_options(values)))

    async def autocomplete(self, command, option, typed):
        return [c["value"] for c in await self.actor.autocomplete(self.place, command, option, typed)]

    async def click(self, screen, custom_id):
        return self._answered(await self.actor.click(self._handle(screen), custom_id=custom_id))

    async def select(self, screen, custom_id, values):
        return self._answered(await self.actor.select(self._handle(screen), values, custom_id=custom_id))

    def _handle(self, screen):
        return next(m for m in self.place.history(viewer=self.actor) if m.id == screen.id)

    async def screens(self):
        return [self._screen(m) for m in self.place.history(viewer=self.actor)]

    async def panel(self):
        return next((s for s in reversed(await self.screens()) if s.is_panel), None)

    async def board(self):
        return find_board(await self.screens())

    async def pause(self):
        await asyncio.sleep(0.02)
        await self.env.settle()
