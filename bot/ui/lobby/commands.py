"""`/tractor`: open, end and list tables."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.play.table_rules.match_length import MAX_DEALS, MAX_MINUTES, MIN_MINUTES
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import Command, CommandTexts, as_choices, describe_options
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher, TableMessages
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.rules.autocomplete_rules import offered_changes, offered_rule_sets
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import get_current_table
from bot.ui.league.autocomplete import autocomplete_leagues
from bot.ui.league.counting_leagues import counting_league_lines
from bot.ui.league.lookup import get_league_by_name
from bot.ui.league.players_wanted import post_players_wanted
from bot.ui.lobby.handlers import DEFAULT_COMPUTER_LEVEL
from bot.ui.lobby.list_view import format_table_list
from bot.ui.lobby.open_table import (
    explain_missing_pictures,
    explain_missing_thread,
    open_computer_match,
    open_table,
    parse_rules_options,
)
from bot.ui.table.end_handlers import request_table_end as ask_end
from engine.model.validators.pack import MAX_PLAYERS, MIN_PLAYERS
from engine.players import ALL_LEVELS

MAX_COMPUTERS: Final = MAX_PLAYERS - 1
MAX_TURN_SECONDS: Final = 3600
"""Seconds; 0 is no limit."""


def build_commands(
    services: Services, dispatcher: Dispatcher, messages: TableMessages, wording: CommandTexts
) -> tuple[Command, ...]:
    """Return `/tractor`."""
    return (_tractor_group(services, dispatcher, messages, wording),)


def _tractor_group(
    services: Services, dispatcher: Dispatcher, messages: TableMessages, wording: CommandTexts
) -> app_commands.Group:
    group = app_commands.Group(name=wording("command.tractor.name"), description=wording("command.tractor.description"))

    @group.command(name=wording("command.tractor_new.name"), description=wording("command.tractor_new.description"))
    @describe_options(
        wording,
        *("preset", "players", "computers", "level", "turn", "deals", "minutes", "changes", "watch"),
        next_deal="next",
    )
    @app_commands.describe(league=wording("option.table_league.description"))
    @app_commands.rename(league=wording("option.league.name"))
    @app_commands.choices(
        level=[wording.choice(f"computer.level.{name}", name) for name in ALL_LEVELS],
    )
    async def new(
        interaction: discord.Interaction,
        *,
        preset: str | None = None,
        players: Range[int, MIN_PLAYERS, MAX_PLAYERS] | None = None,
        computers: Range[int, 0, MAX_COMPUTERS] = 0,
        level: str = DEFAULT_COMPUTER_LEVEL,
        turn: Range[int, 0, MAX_TURN_SECONDS] | None = None,
        next_deal: Range[int, 0, MAX_TURN_SECONDS] | None = None,
        deals: Range[int, 1, MAX_DEALS] | None = None,
        minutes: Range[int, MIN_MINUTES, MAX_MINUTES] | None = None,
        changes: str = "",
        league: str | None = None,
        watch: bool = False,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = None if league is None else await get_league_by_name(ctx, league)
            rules = await parse_rules_options(ctx, preset, players, changes, found)
            if watch:
                match = await open_computer_match(ctx, interaction, rules, level, (deals, minutes))
                await messages.refresh(match)
                return ShowPanel(match, ctx.texts.say("watch.opened"), as_spectator=True)
            table = await open_table(ctx, interaction, rules, computers, level, turn, found.id if found else None)
            if next_deal is not None or turn == 0:  # a table without time limits has none between deals either
                await table.lobby.set_next_deal(ctx.user, next_deal or 0)
            if deals is not None or minutes is not None:
                await table.lobby.set_match_length(ctx.user, deals, minutes)
            notice = await _format_notice(ctx, table)
            await messages.refresh(table)
            return ShowPanel(table, notice)

        await dispatcher.run(context_of(services, interaction), handler)

    _add_autocomplete(new, services)

    @group.command(name=wording("command.tractor_end.name"), description=wording("command.tractor_end.description"))
    async def end(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context, table: Table) -> Response:
            return await ask_end(ctx, table)

        await dispatcher.run_at_table(context_of(services, interaction), get_current_table, handler)

    _add_looking(group, services, dispatcher, wording)

    @group.command(name=wording("command.tractor_list.name"), description=wording("command.tractor_list.description"))
    async def list_(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context) -> Response:
            return notice_message(await format_table_list(ctx))

        await dispatcher.run(context_of(services, interaction), handler)

    return group


def _add_looking(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(
        name=wording("command.tractor_looking.name"), description=wording("command.tractor_looking.description")
    )
    async def looking(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), post_players_wanted)


async def _format_notice(ctx: Context, table: Table) -> str:
    """Return the notice above a new lobby: missing permissions, and what counts in the league."""
    notices = [await explain_missing_pictures(ctx, table), await explain_missing_thread(ctx)]
    if table.facts.league is not None:
        notices += await counting_league_lines(ctx.services, table.facts, ctx.texts)
    return "\n".join(filter(None, notices))


def _add_autocomplete(new: Any, services: Services) -> None:
    async def changes(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_changes(context_of(services, interaction), typed)

    async def rule_sets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_rule_sets(context_of(services, interaction), typed)

    async def leagues(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await autocomplete_leagues(context_of(services, interaction), typed))

    new.autocomplete("preset")(rule_sets)
    new.autocomplete("changes")(changes)
    new.autocomplete("league")(leagues)
