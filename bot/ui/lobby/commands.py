"""Defines `/tractor`, which opens, ends and lists tables."""

from collections.abc import Iterator
from typing import Final

import discord
from discord.app_commands import Range, choices

from bot.play.table_rules import table_changes
from bot.play.tables.table import Table
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, ShowPanel, TableMessages, notice_message
from bot.ui.core.rule_sets import offer_rules
from bot.ui.core.tables.find_table import get_open_table
from bot.ui.league.lookup import get_league_by_name, offer_leagues
from bot.ui.league.players_wanted import post_players_wanted
from bot.ui.lobby.handlers import DEFAULT_COMPUTER_LEVEL
from bot.ui.lobby.open_table import format_new_table, open_computer_match, open_table, parse_rules_options
from bot.ui.settings.view import with_language_offer
from bot.ui.table.handlers import request_table_end
from engine.model.validators.pack import MAX_PLAYERS, MIN_PLAYERS
from engine.players.levels import ALL_LEVELS

MAX_COMPUTERS: Final = MAX_PLAYERS - 1
MAX_TURN_SECONDS: Final = 3600
"""The longest time for a turn, in seconds; the option also accepts 0, which means no limit."""
MAX_LISTED: Final = 20


def build_commands(builder: CommandBuilder, messages: TableMessages) -> tuple[Command, ...]:
    """Return `/tractor`."""
    group = builder.group("tractor")

    @builder.command(
        "tractor_new",
        *("preset", "players", "computers", "level", "turn", "changes", "watch"),
        league="table_league",
        group=group,
    )
    @choices(level=[builder.wording.choice(f"computer.level.{name}", name) for name in ALL_LEVELS])
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
            if turn == 0:  # without a limit for turns, there is none between deals either
                await table.lobby.change(table_changes.set_next_deal, ctx.user, 0)
            notice = await format_new_table(ctx, table)
            await messages.refresh(table)
            return await with_language_offer(ctx, ShowPanel(table, notice))

        await builder.run(interaction, handler)

    offer_rules(builder, new)
    offer_leagues(builder, new)
    builder.plain_table_command("tractor_end", get_open_table, request_table_end, group)
    builder.plain_command("tractor_looking", post_players_wanted, group)
    builder.plain_command("tractor_list", list_tables, group)
    return (group,)


async def list_tables(ctx: Context) -> Response:
    """List the live tables of a server, one line each."""
    guild, _ = ctx.location
    tables = [table for table in ctx.services.registry.list_live() if table.facts.guild == guild]
    if not tables:
        return notice_message(ctx.texts.say("seats.list_none"))
    lines = [f"## {ctx.texts.say('seats.list_heading')}"]
    for table in tables[:MAX_LISTED]:
        channel = f"<#{await ctx.services.threads.get_channel(table.facts)}>"
        facts = {"preset": ctx.texts.format_preset(table.facts.preset), "who": format_players(table, ctx.texts)}
        state = format_state(table, ctx.texts)
        lines.append(ctx.texts.say("seats.list_line", table=table.id, channel=channel, state=state, **facts))
    return notice_message("\n".join(lines))


def format_players(table: Table, texts: Texts) -> str:
    """Return how many people and computers have seats."""
    computers = sum(isinstance(o, Computer) for o in table.occupants)
    people = sum(isinstance(o, Person) for o in table.occupants)
    people_text = [texts.say("listing.people", count=people)] if people or not computers else []
    return texts.format_list([*people_text, *([texts.say("listing.computers", count=computers)] if computers else [])])


def format_state(table: Table, texts: Texts) -> str:
    """Return a text about a table. It says how many seats are empty or, in a match, its state and its limits."""
    if table.facts.status is TableStatus.PLAYING:
        state = texts.say("listing.paused" if table.facts.paused else "listing.playing")
        friendly = [texts.say("listing.friendly")] if table.facts.is_friendly else []
        return " · ".join((state, *friendly, *_list_limits(table, texts)))
    free = table.occupants.count(None)
    return texts.say("listing.free", count=free) if free else texts.say("listing.full")


def _list_limits(table: Table, texts: Texts) -> Iterator[str]:
    facts = table.facts
    if facts.match_deals is not None:
        deal = max(table.spectator_view().deal_number, 1)
        yield texts.say("length.deal_of", deal=deal, deals=facts.match_deals)
    if facts.match_ends_at is not None:
        yield texts.say("length.until", when=f"<t:{round(table.snapshot().to_wall(facts.match_ends_at))}:t>")
