"""Loads the data of profiles, leaderboards and comparisons, and handles the controls that open these pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ids import GuildId, UserId
from bot.league.results.read_models import RatingPool
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import ControlHandler, show_page
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.long_list import LINES_PER_PAGE, MOST_ENTRIES, parse_page
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.rule_sets import DEFAULT_PRESET
from bot.ui.ratings.leaderboard_view import ChooseLeaderboard, clean_search, leaderboard_view
from bot.ui.ratings.profile_view import (
    ShowLeaderboard,
    ShowProfile,
    ShowVersus,
    empty_profile_view,
    never_met_view,
    profile_view,
    versus_view,
)


@dataclass(frozen=True, slots=True)
class NamedUser:
    """A user to show. `name` is their name in the server; if it is empty, their stored name is shown."""

    user: UserId
    name: str = ""


async def profile_page(ctx: Context, preset: str | None, who: NamedUser) -> Message:
    """Return a player's profile for one preset, by default their most played."""
    guild, pools = await _get_pools(ctx)
    own = dict(await ctx.services.league.history.list_presets_of(guild, who.user))
    chosen = preset or next(iter(own), None) or _choose_preset(pools, None)
    found = await ctx.services.league.ratings.find_profile(guild, who.user, chosen)
    if found is None:
        names = await _get_names(ctx, (who,))
        return empty_profile_view(names[who.user], chosen, pools, ctx.texts, who.user, own)
    partner = [] if found.partner is None else [found.partner[0]]
    names = await _get_names(ctx, (who, *map(NamedUser, partner)))
    return await profile_view(ctx.services, found, pools, names, ctx.texts, own)


async def leaderboard_page(ctx: Context, preset: str | None, page: int | str, search: str) -> Message:
    """Return a page of the leaderboard, with the players whose names contain `search`."""
    guild, pools = await _get_pools(ctx)
    chosen, wanted = _choose_preset(pools, preset), parse_page(page, MOST_ENTRIES)
    sought, first = clean_search(search), (wanted - 1) * LINES_PER_PAGE
    board = await ctx.services.league.ratings.find_leaderboard(guild, chosen, first, LINES_PER_PAGE, sought)
    if board is None:
        return Message((Text(ctx.texts.say("leagues.board_none")),))
    if not board.lines and board.total:  # this page no longer exists
        return await leaderboard_page(ctx, chosen, parse_page(wanted, board.total), sought)
    names = await get_player_names(ctx.services, [line.user for line in board.lines], ctx.texts)
    return await leaderboard_view(ctx.services, board, pools, wanted, sought, names, ctx.texts)


async def versus_page(ctx: Context, preset: str | None, left: NamedUser, right: NamedUser) -> Message:
    """Return a comparison of two players for one preset, by default for the preset under which they met most often."""
    if left.user == right.user:
        return Message((Text(ctx.texts.say("leagues.versus_self")),))
    guild, pools = await _get_pools(ctx)
    names = await _get_names(ctx, (left, right))
    met = dict(await ctx.services.league.history.list_shared_presets(guild, left.user, right.user))
    chosen = preset or next(iter(met), None) or _choose_preset(pools, None)
    find = ctx.services.league.ratings.find_head_to_head
    both = await find(guild, left.user, right.user, chosen) if chosen in met else None
    if both is None:
        return never_met_view((left.user, right.user), chosen, met, names, ctx.texts)
    return await versus_view(ctx.services, both, names, ctx.texts, met)


async def _get_names(ctx: Context, people: tuple[NamedUser, ...]) -> dict[UserId, str]:
    known = await get_player_names(ctx.services, [one.user for one in people], ctx.texts)
    return known | {one.user: one.name for one in people if one.name}


async def _get_pools(ctx: Context) -> tuple[GuildId, Sequence[RatingPool]]:
    guild = ctx.guild
    return guild, await ctx.services.league.standings.list_pools(guild)


def _choose_preset(pools: Sequence[RatingPool], preset: str | None) -> str:
    """Return the requested preset, by default the one with most rated players in the server."""
    return preset or (pools[0].preset if pools else DEFAULT_PRESET)


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    ShowProfile: show_page(lambda press: profile_page(press.ctx, press.chosen or None, NamedUser(press.id.user))),
    ShowVersus: show_page(
        lambda press: versus_page(press.ctx, press.chosen or None, NamedUser(press.id.left), NamedUser(press.id.right))
    ),
    ShowLeaderboard: show_page(
        lambda press: leaderboard_page(press.ctx, press.id.preset, press.id.page, press.id.search)
    ),
    ChooseLeaderboard: show_page(lambda press: leaderboard_page(press.ctx, press.chosen or None, 1, press.id.search)),
}
