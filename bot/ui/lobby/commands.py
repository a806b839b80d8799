"""`/tractor`: open, end and list tables."""

from typing import Final

import discord
from discord.app_commands import Range

from bot.play.table_rules import table_changes
from bot.ui.core.interactions.command_builder import Command, CommandBuilder, offer_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, ShowPanel, TableMessages, notice_message
from bot.ui.core.rule_sets import offer_rules
from bot.ui.core.tables.find_table import get_open_table
from bot.ui.league.lookup import get_league_by_name, offer_leagues
from bot.ui.league.players_wanted import post_players_wanted
from bot.ui.lobby.handlers import DEFAULT_COMPUTER_LEVEL
from bot.ui.lobby.open_table import format_new_table, open_computer_match, open_table, parse_rules_options
from bot.ui.lobby.table_list_view import format_table_list
from bot.ui.settings.view import with_language_offer
from bot.ui.table.handlers import request_table_end
from engine.model.validators.pack import MAX_PLAYERS, MIN_PLAYERS
from engine.players import ALL_LEVELS

MAX_COMPUTERS: Final = MAX_PLAYERS - 1
MAX_TURN_SECONDS: Final = 3600
"""Seconds; 0 is no limit."""


def build_commands(builder: CommandBuilder, messages: TableMessages) -> tuple[Command, ...]:
    """Return `/tractor`."""
    group = builder.group("tractor")

    @builder.command(
        "tractor_new",
        *("preset", "players", "computers", "level", "turn", "changes", "watch"),
        league="table_league",
        group=group,
    )
    @offer_choices(level=[builder.wording.choice(f"computer.level.{name}", name) for name in ALL_LEVELS])
    async def new(
        interaction: discord.Interaction,
        *,
        preset: str | None = None,
        players: Range[int, MIN_PLAYERS, MAX_PLAYERS] | None = None,
        computers: Range[int, 0, MAX_COMPUTERS] = 0,
        level: str = DEFAULT_COMPUTER_LEVEL,
        turn: Range[int, 0, MAX_TURN_SECONDS] | None = None,
        changes: str = "",
        league: str | None = None,
        watch: bool = False,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = None if league is None else await get_league_by_name(ctx, league)
            rules = await parse_rules_options(ctx, preset, players, changes, found)
            if watch:
                match = await open_computer_match(ctx, rules, level)
                await messages.refresh(match)
                shown = ShowPanel(match, ctx.texts.say("watch.opened"), as_spectator=True)
                return await with_language_offer(ctx, shown)
            table = await open_table(ctx, rules, computers, level, turn, found.id if found else None)
            if turn == 0:  # a table without time limits has none between deals either
                await table.lobby.change(table_changes.set_next_deal, ctx.user, 0)
            notice = await format_new_table(ctx, table)
            await messages.refresh(table)
            return await with_language_offer(ctx, ShowPanel(table, notice))

        await builder.run(interaction, handler)

    offer_rules(builder, new)
    offer_leagues(builder, new)
    builder.plain_table_command("tractor_end", get_open_table, request_table_end, group)
    builder.plain_command("tractor_looking", post_players_wanted, group)
    builder.plain_command("tractor_list", _list_tables, group)
    return (group,)


async def _list_tables(ctx: Context) -> Response:
    return notice_message(await format_table_list(ctx))
