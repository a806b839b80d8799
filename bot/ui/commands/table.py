"""`/tractor`, `/hand` and `/table`."""

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.play.table import Table
from bot.ui.answers import Answer, Desk, ShowHand, tell
from bot.ui.asker import Asker
from bot.ui.commands.wording import Wording
from bot.ui.finding import require_permissions, table_here
from bot.ui.kit import Kit
from bot.ui.outbox import Outbox
from bot.ui.presses import seat_at
from engine.players import PLAYERS
from engine.presets import PRESETS

Command = app_commands.Command[Any, ..., Any] | app_commands.Group
MOST_COMPUTERS: Final = 11
DEFAULT_PRESET: Final = "club"
DEFAULT_LEVEL: Final = "club"


def commands(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about a table."""
    return (
        _tractor(kit, desk, outbox, wording),
        _hand(kit, desk, wording),
        _table(kit, desk, outbox, wording),
    )


def asker_of(kit: Kit, interaction: discord.Interaction) -> Asker:
    """Return who typed a command."""
    return Asker(interaction, kit.catalogue.texts(str(interaction.locale)))


def _tractor(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> app_commands.Group:
    group = app_commands.Group(
        name=wording("command.tractor.name"), description=wording("command.tractor.description"), guild_only=True
    )

    @group.command(name=wording("command.new.name"), description=wording("command.new.description"))
    @app_commands.describe(
        preset=wording("option.preset.description"),
        computers=wording("option.computers.description"),
        level=wording("option.level.description"),
    )
    @app_commands.rename(
        preset=wording("option.preset.name"),
        computers=wording("option.computers.name"),
        level=wording("option.level.name"),
    )
    @app_commands.choices(
        preset=[wording.choice(f"preset.{name}", name) for name in PRESETS][:25],
        level=[wording.choice(f"computer.level.{name}", name) for name in PLAYERS],
    )
    async def new(
        interaction: discord.Interaction,
        preset: str = DEFAULT_PRESET,
        computers: Range[int, 0, MOST_COMPUTERS] = 0,
        level: str = DEFAULT_LEVEL,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            guild, channel = asker.place
            require_permissions(interaction)
            table = await kit.registry.open(guild, channel, asker.user, preset, {}, computers, level)
            await outbox.refresh(table)
            return ShowHand(table)

        await desk.serve(asker_of(kit, interaction), deed)

    @group.command(name=wording("command.end.name"), description=wording("command.end.description"))
    async def end(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            await table.close(asker.user)
            return tell(asker.texts.say("ui.ended"))

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    return group


def _hand(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(view=wording("option.view.description"))
    @app_commands.rename(view=wording("option.view.name"))
    @app_commands.choices(view=[wording.choice(f"hand.{name}", name) for name in ("picture", "text")])
    async def hand(interaction: discord.Interaction, view: str = "") -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            seat_at(table, asker.user)
            return ShowHand(table, as_text=view == "text" if view else None)

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    return single(hand, "hand", wording)


def _table(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> Command:
    async def table(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker, found: Table) -> Answer:
            require_permissions(interaction)
            outbox.board(found).repost()
            return tell(asker.texts.say("ui.reposted"))

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    return single(table, "table", wording)


def single(callback: Any, key: str, wording: Wording) -> Command:
    """Return a command without subcommands that is worded under `key`."""
    command: Command = app_commands.Command(
        name=wording(f"command.{key}.name"), description=wording(f"command.{key}.description"), callback=callback
    )
    command.guild_only = True
    return command
