"""`/profile`, `/leaderboard` and `/versus`."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.ids import UserId
from bot.ui.answers import Answer, Desk, Tell
from bot.ui.asker import Asker
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.league import people
from bot.ui.league.people import Called
from bot.ui.league.ranking import LONGEST_SEARCH
from engine.presets import PRESETS

MOST_PAGES: Final = 10_000
Somebody = discord.Member | discord.User


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about how people play."""
    return _profile(kit, desk, wording), _leaderboard(kit, desk, wording), _versus(kit, desk, wording)


def _presets(wording: Wording) -> list[app_commands.Choice[str]]:
    return [wording.choice(f"preset.{name}", name) for name in PRESETS][:25]


def _profile(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(
        person=wording("option.person.description"), preset=wording("option.rated_preset.description")
    )
    @app_commands.rename(person=wording("option.person.name"), preset=wording("option.preset.name"))
    @app_commands.choices(preset=_presets(wording))
    async def profile(
        interaction: discord.Interaction, person: discord.Member | None = None, preset: str | None = None
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await people.profile(kit, asker, preset, _called(person, asker)))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(profile, "profile", wording)


def _leaderboard(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(
        preset=wording("option.rated_preset.description"),
        page=wording("option.page.description"),
        search=wording("option.search.description"),
    )
    @app_commands.rename(
        preset=wording("option.preset.name"), page=wording("option.page.name"), search=wording("option.search.name")
    )
    @app_commands.choices(preset=_presets(wording))
    async def leaderboard(
        interaction: discord.Interaction,
        preset: str | None = None,
        page: Range[int, 1, MOST_PAGES] = 1,
        search: Range[str, 0, LONGEST_SEARCH] = "",
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await people.leaderboard(kit, asker, preset, page, search))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(leaderboard, "leaderboard", wording)


def _versus(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(
        person=wording("option.rival.description"),
        other=wording("option.other.description"),
        preset=wording("option.rated_preset.description"),
    )
    @app_commands.rename(
        person=wording("option.person.name"), other=wording("option.other.name"), preset=wording("option.preset.name")
    )
    @app_commands.choices(preset=_presets(wording))
    async def versus(
        interaction: discord.Interaction,
        person: discord.Member,
        other: discord.Member | None = None,
        preset: str | None = None,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await people.versus(kit, asker, preset, _called(other, asker), _called(person, asker)))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(versus, "versus", wording)


def _called(person: Somebody | None, asker: Asker) -> Called:
    """Return who is meant and what he is called here; the asker without anybody."""
    who = asker.interaction.user if person is None else person
    return Called(UserId(who.id), who.display_name)
