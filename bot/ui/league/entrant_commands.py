"""The parts of `/league` about entrants and roles: entries, enter, withdraw, move, roles."""

from typing import Any

import discord
from discord import app_commands

from bot.ids import RoleId
from bot.league.leagues import LeagueInfo
from bot.ui.core.interactions.command_builder import CommandTexts, describe_command, describe_options, offer_choices
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import Handler, NewMessage, Response, notice_message
from bot.ui.core.services import Services
from bot.ui.league import entrant_actions
from bot.ui.league.autocomplete import offer_all_teams, offer_leagues
from bot.ui.league.choose_league import or_choose_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.entrant_actions import EntrantAction, Named, RoleChange, find_named
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
        change = RoleChange(_get_id(manager), _get_id(no_manager), _get_id(champion), no_champion)

        async def handler(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return NewMessage(await entrant_actions.change_roles(ctx, found, change))

        choice = ChooseLeague("roles", step=change.mark)
        await dispatcher.run(context_of(services, interaction), or_choose_league(handler, choice))

    commands: tuple[Any, ...] = (entries, roles)
    for command in commands:
        offer_leagues(command, services)


def _get_id(role: discord.Role | None) -> RoleId | None:
    return None if role is None else RoleId(role.id)


def _on_entrant(
    action: EntrantAction, name: str, entrant: tuple[discord.Member | None, str | None], league: str | None
) -> Handler:
    """Return a handler that does something with the player or team that a manager names, in a league."""

    async def handler(ctx: Context) -> Response:
        if entrant[0] is not None and entrant[0].bot:
            return notice_message(ctx.texts.say("leagues.entrant_bot"))
        named = await find_named(ctx, *entrant)
        if named is None:
            return notice_message(ctx.texts.say("leagues.name_one"))

        async def act(ctx: Context) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            return await action(ctx, found, named)

        return await or_choose_league(act, ChooseLeague(name, step=named.mark))(ctx)

    return handler


def add_entrants(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    """Add `/league enter`, `withdraw` and `move`."""

    async def run(
        interaction: discord.Interaction,
        league: str | None,
        action: EntrantAction,
        name: str,
        entrant: tuple[discord.Member | None, str | None],
    ) -> None:
        await dispatcher.run(context_of(services, interaction), _on_entrant(action, name, entrant, league))

    @group.command(**describe_command(wording, "league_enter"))
    @describe_options(wording, "league", player="entrant_player", team="entrant_team")
    async def enter(
        interaction: discord.Interaction,
        player: discord.Member | None = None,
        team: str | None = None,
        league: str | None = None,
    ) -> None:
        await run(interaction, league, entrant_actions.enter, "enter", (player, team))

    @group.command(**describe_command(wording, "league_withdraw"))
    @describe_options(wording, "league", player="entrant_player", team="entrant_team")
    async def withdraw(
        interaction: discord.Interaction,
        player: discord.Member | None = None,
        team: str | None = None,
        league: str | None = None,
    ) -> None:
        await run(interaction, league, entrant_actions.withdraw, "withdraw", (player, team))

    @group.command(**describe_command(wording, "league_move"))
    @describe_options(wording, "league", "to_league", player="entrant_player", team="entrant_team")
    async def move(
        interaction: discord.Interaction,
        league: str,
        to_league: str,
        player: discord.Member | None = None,
        team: str | None = None,
    ) -> None:
        async def action(ctx: Context, found: LeagueInfo, named: Named) -> Response:
            target = await get_league_by_name(ctx, to_league)
            return await entrant_actions.move(ctx, found, target, named)

        await run(interaction, league, action, "move", (player, team))

    commands: tuple[Any, ...] = (enter, withdraw, move)
    for command in commands:
        offer_leagues(command, services)
        offer_all_teams(command, services)
    offer_leagues(move, services, option="to_league")
