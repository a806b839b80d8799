"""Every slash command and the panels that it leads to speak one language: the reader's."""

from contextlib import suppress

import pytest
from bot_harness import connected
from play_by_panel import sit_down, until
from random_commands import PAPERS, Commands
from screens import LoopbackPlayer
from usage_stats import find_text_faults, kind_of

from bot.loopback.errors import ClientError
from bot.text.catalogue import Catalogue
from bot.text.languages import LANGUAGES
from bot.text.messages import Messages
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.typed.parse_changes import parse_changes

LAST = ("leave", "tractor end", "privacy delete")
"""The commands that are tested last, because they end the tables or delete the data that other commands show."""
VALUES = {"user": "bob", "preset": "forty-points", "cards": "pass"}


@pytest.fixture
def spoken(monkeypatch):
    """Collect the languages in which the bot says anything."""
    tags, say = set(), Messages.say

    def record(texts, key, /, **facts):
        tags.add(texts.tag)
        return say(texts, key, **facts)

    monkeypatch.setattr(Messages, "say", record)
    return tags


def ends_table(custom_id):
    return custom_id.startswith("stop:") or kind_of(custom_id) == ControlVerb.LEAVE.value


class Walker:
    """Types every command, and presses each kind of control once where it first appears."""

    def __init__(self, player, locale):
        self.player, self.locale, self.pressed, self.faults = player, locale, set(), []

    async def type(self, commands, name):
        command = commands.known[name]
        values = {p.display_name: await self._value(p) for p in command.parameters if p.required}
        answer = await self.player.person.slash("tractor", name, **values)
        assert answer.answered, name
        if answer.has_message:
            await self.press_all(answer.message)

    async def _value(self, option):
        if option.type.name == "attachment":
            return await self.player.person.upload("results.csv", PAPERS[0])
        if option.choices:
            return option.choices[0].value
        if option.type.name in {"integer", "number"}:
            return option.min_value or 0
        return VALUES.get(option.type.name) or VALUES.get(option.display_name, "Dragons")

    async def press_all(self, seen):
        """Press all new kinds of controls on a message, and then on all answers to these presses."""
        waiting = [seen]
        while waiting:
            seen = waiting.pop()
            self.faults += find_text_faults(seen, self.locale)
            screen = self.player._screen(seen)
            for custom_id in (*screen.buttons, *screen.selects):
                if (kind := kind_of(custom_id)) in self.pressed or ends_table(custom_id):
                    continue
                self.pressed.add(kind)
                with suppress(ClientError):  # an earlier press has removed the control
                    answer = await self._press(screen, custom_id)
                    waiting += [answer.message] if answer.has_message else []

    async def _press(self, screen, custom_id):
        select = screen.selects.get(custom_id)
        if select is None:
            return await self.player.person.click(str(screen.id), custom_id=custom_id)
        options = {5: ["ann"], 8: ["tractor"]}.get(select["type"]) or [one["value"] for one in select["options"]]
        return await self.player.person.select(
            str(screen.id), custom_id, options[: max(1, select.get("min_values", 1))]
        )


@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=[] if one.tag == "zh-TW" else pytest.mark.long) for one in LANGUAGES],
    ids=lambda language: language.tag,
)
async def test_every_command_and_panel_speaks_the_readers_language(
    tmp_path, loopback, blank_pictures, searches, quick_master, spoken, language
):
    locale = language.discord_locales[0]
    ann = LoopbackPlayer(loopback.person("ann", locale=locale))
    async with connected(tmp_path, loopback) as running:
        parse_changes("", Catalogue.load().texts_for(locale))  # this first call reads the words of every language
        spoken.clear()  # forget these languages, and those in which the bot has registered its commands
        commands = Commands(running.client, ())
        walker = Walker(ann, locale)
        await sit_down(ann, computers=3, preset="forty-points")
        await until(ann, ann.panel, lambda panel: bool(panel.verbs - {ControlVerb.NEXT_DEAL}))
        for name in sorted(commands.known, key=lambda name: (name in LAST, name)):
            await walker.type(commands, name)
        for seen in await ann.person.messages("tractor"):
            await walker.press_all(seen)
        await running.outbox.idle()
    assert walker.faults == []
    assert spoken == {language.tag}
    assert len(walker.pressed) > 20
