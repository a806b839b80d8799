"""The parts of `/league` about entrants and roles: entries, enter, withdraw, move, roles."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.ids import RoleId
from bot.ui.core.interactions.command_builder import CommandBuilder, offer_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Handler, Response, notice_message
from bot.ui.league import entrant_actions
from bot.ui.league.autocomplete import offer_all_teams, offer_leagues
from bot.ui.league.choose_league import on_league
from bot.ui.league.control_ids import ChooseLeague
from bot.ui.league.entrant_actions import Named, RoleChange, find_named
from bot.ui.league.lookup import get_league_by_name, require_manager


def add_entries(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league entries` and `roles`."""

    @builder.command("league_entries", "league", step="entries_state", group=group)
    @offer_choices(step=[builder.wording.choice(f"leagues.entries.{one}", one) for one in ("open", "close")])
    async def entries(interaction: discord.Interaction, step: str, league: str | None = None) -> None:
        await builder.run(interaction, on_league(league, ChooseLeague("entries", step=step)))

    @builder.command(
        *("league_roles", "league", "champion", "no_champion"),
        manager="manager_role",
        no_manager="no_manager_role",
        group=group,
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
        await builder.run(interaction, on_league(league, ChooseLeague("roles", step=change.mark)))

    offer_leagues(builder, entries, roles)


def _get_id(role: discord.Role | None) -> RoleId | None:
    return None if role is None else RoleId(role.id)


def _on_entrant(
    act: Callable[[Context, Named], Awaitable[Response]], player: discord.Member | None, team: str | None
) -> Handler:
    """Return a handler that does something with the player or team that a manager names."""

    async def handler(ctx: Context) -> Response:
        if player is not None and player.bot:
            return notice_message(ctx.texts.say("leagues.entrant_bot"))
        named = await find_named(ctx, player, team)
        return notice_message(ctx.texts.say("leagues.name_one")) if named is None else await act(ctx, named)

    return handler


def add_entrants(group: app_commands.Group, builder: CommandBuilder) -> None:
    """Add `/league enter`, `withdraw` and `move`."""

    def add(name: str) -> None:
        @builder.command(f"league_{name}", "league", player="entrant_player", team="entrant_team", group=group)
        async def command(
            interaction: discord.Interaction,
            player: discord.Member | None = None,
            team: str | None = None,
            league: str | None = None,
        ) -> None:
            async def act(ctx: Context, named: Named) -> Response:
                return await on_league(league, ChooseLeague(name, step=named.mark))(ctx)

            await builder.run(interaction, _on_entrant(act, player, team))

        offer_leagues(builder, command)
        offer_all_teams(builder, command)

    add("enter")
    add("withdraw")

    @builder.command("league_move", "league", "to_league", player="entrant_player", team="entrant_team", group=group)
    async def move(
        interaction: discord.Interaction,
        league: str,
        to_league: str,
        player: discord.Member | None = None,
        team: str | None = None,
    ) -> None:
        async def act(ctx: Context, named: Named) -> Response:
            found = await get_league_by_name(ctx, league)
            await require_manager(ctx, found)
            target = await get_league_by_name(ctx, to_league)
            return await entrant_actions.move(ctx, found, target, named)

        await builder.run(interaction, _on_entrant(act, player, team))

    for option in ("league", "to_league"):
        offer_leagues(builder, move, option=option)
    offer_all_teams(builder, move)
