"""The parts of `/league` about entrants and roles: entries, enter, withdraw, move, roles."""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.ui.core.command_builder import CommandTexts, describe_command, describe_options, offer_choices
from bot.ui.core.context import Context, context_of
from bot.ui.core.dispatch_ports import Dispatcher
from bot.ui.core.responses import NewMessage, Response, notice_message
from bot.ui.core.services import Services
from bot.ui.league import entrant_actions
from bot.ui.league.autocomplete import offer_all_teams, offer_leagues
from bot.ui.league.choose_league import or_choose_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.entrant_actions import Named, RoleChange
from bot.ui.league.lookup import get_league_by_name, require_manager


def add_entries(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league entries` and `roles`."""

    @group.command(**describe_command(wording, "league_entries"))
    @describe_options(wording, "league", step="entries_state")
    @offer_choices(step=[wording.choice(f"leagues.entries.{one}", one) for one in ("open", "close")])
    async def entries(interaction: discord.Interaction, step: str, league: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            return notice_message(await entrant_actions.set_entries(ctx, found, is_open=step == "open"))

        choice = ChooseLeague("entries", step=step)
        await dispatcher.run(context_of(services, interaction), or_choose_league(handler, choice))

    @group.command(**describe_command(wording, "league_roles"))
    @describe_options(
        wording, "league", "champion", "no_champion", manager="manager_role", no_manager="no_manager_role"
    )
    async def roles(
        interaction: discord.Interaction,
        league: str | None = None,
        manager: discord.Role | None = None,
        no_manager: discord.Role | None = None,
        champion: discord.Role | None = None,
        no_champion: bool = False,  # noqa: FBT001, FBT002 - discord.py reads the options from here
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            change = RoleChange(manager, no_manager, champion, no_champion)
            return NewMessage(await entrant_actions.change_roles(ctx, found, change))

        await dispatcher.run(context_of(services, interaction), handler)

    commands: tuple[Any, ...] = (entries, roles)
    for command in commands:
        offer_leagues(command, services)


def add_entrants(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league enter`, `withdraw` and `move`."""

    async def run(interaction: discord.Interaction, league: str | None, action: Any, named: Named) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            response: Response = await action(ctx, found, named=named)
            return response

        await dispatcher.run(context_of(services, interaction), handler)

    @group.command(**describe_command(wording, "league_enter"))
    @describe_options(wording, "league", player="entrant_player", team="entrant_team")
    async def enter(
        interaction: discord.Interaction,
        player: discord.Member | None = None,
        team: str | None = None,
        league: str | None = None,
    ) -> None:
        await run(interaction, league, entrant_actions.enter, Named(player, team))

    @group.command(**describe_command(wording, "league_withdraw"))
    @describe_options(wording, "league", player="entrant_player", team="entrant_team")
    async def withdraw(
        interaction: discord.Interaction,
        player: discord.Member | None = None,
        team: str | None = None,
        league: str | None = None,
    ) -> None:
        await run(interaction, league, entrant_actions.withdraw, Named(player, team))

    @group.command(**describe_command(wording, "league_move"))
    @describe_options(wording, "league", "to_league", player="entrant_player", team="entrant_team")
    async def move(
        interaction: discord.Interaction,
        league: str,
        to_league: str,
        player: discord.Member | None = None,
        team: str | None = None,
    ) -> None:
        async def action(ctx: Context, found: Any, named: Named) -> Response:
            target = await get_league_by_name(ctx, to_league)
            return await entrant_actions.move(ctx, found, target, named)

        await run(interaction, league, partial(action), Named(player, team))

    commands: tuple[Any, ...] = (enter, withdraw, move)
    for command in commands:
        offer_leagues(command, services)
        offer_all_teams(command, services)
    offer_leagues(move, services, option="to_league")
