"""`/rules`, `/help` and `/tutorial`: what there is to be learnt."""

import discord
from discord import app_commands

from bot.text.describe.book import CHAPTERS, chapter_key
from bot.ui.answers import Answer, Desk, Tell
from bot.ui.asker import Asker
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.learning import rules_here, topic_body
from bot.ui.tutoring import first_page
from engine.presets import PRESETS


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands to learn by."""
    return _rules(kit, desk, wording), _help(kit, desk, wording), _tutorial(kit, desk, wording)


def _rules(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(preset=wording("option.preset.description"), chapter=wording("option.chapter.description"))
    @app_commands.rename(preset=wording("option.preset.name"), chapter=wording("option.chapter.name"))
    @app_commands.choices(
        preset=[wording.choice(f"preset.{name}", name) for name in PRESETS],
        chapter=[wording.choice(chapter_key(key), key) for key in CHAPTERS],
    )
    async def rules(interaction: discord.Interaction, preset: str | None = None, chapter: str = "") -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await rules_here(kit, asker, preset, chapter))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(rules, "rules", wording)


def _help(kit: Kit, desk: Desk, wording: Wording) -> Command:
    async def help_(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await topic_body(asker, ""))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(help_, "help", wording)


def _tutorial(kit: Kit, desk: Desk, wording: Wording) -> Command:
    async def tutorial(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await first_page(kit, asker))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(tutorial, "tutorial", wording)
