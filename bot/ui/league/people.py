"""`/profile`, `/leaderboard` and `/versus`: what the deals of a server say of its people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.league.ids import GuildId, UserId
from bot.league.looks import Pool
from bot.ui.asker import Asker
from bot.ui.body import Body, Text
from bot.ui.kit import Kit
from bot.ui.league.figures import nothing_body, profile_body
from bot.ui.league.finding import guild_of
from bot.ui.league.ranking import board_body, never_met_body, searched, versus_body
from bot.ui.league.showing import LINES, names_of, page_of

USUAL: Final = "club"


@dataclass(frozen=True, slots=True)
class Called:
    """A person who was named in a command, and what he is called there; `name` empty: as known."""

    user: UserId
    name: str = ""


async def profile(kit: Kit, asker: Asker, preset: str | None, who: Called) -> Body:
    """Return a person's figures by one preset; without one by that he has played most by."""
    guild, pools = await _pools(kit, asker)
    own = dict(await kit.league.presets_of(guild, who.user))
    chosen = preset or next(iter(own), None) or _chosen(pools, None)
    found = await kit.league.profile(guild, who.user, chosen)
    if found is None:
        names = await _names(kit, asker, (who,))
        return nothing_body(names[who.user], chosen, pools, asker.texts, who.user, own)
    partner = [] if found.partner is None else [found.partner[0]]
    names = await _names(kit, asker, (who, *map(Called, partner)))
    return await profile_body(kit, found, pools, names, asker.texts, own)


async def leaderboard(kit: Kit, asker: Asker, preset: str | None, page: int | str, search: str) -> Body:
    """Return a page of everybody by rating; with `search` of those whose name has it."""
    guild, pools = await _pools(kit, asker)
    chosen, wanted = _chosen(pools, preset), page_of(page, 10**6)
    sought = searched(search)
    board = await kit.league.leaderboard(guild, chosen, (wanted - 1) * LINES, LINES, sought)
    if board is None:
        return Body((Text(asker.texts.say("leagues.board_none")),))
    if not board.lines and board.total:  # a page that is no longer there
        return await leaderboard(kit, asker, chosen, page_of(wanted, board.total), sought)
    names = await names_of(kit, [line.user for line in board.lines], asker.texts)
    return await board_body(kit, board, pools, wanted, sought, names, asker.texts)


async def versus(kit: Kit, asker: Asker, preset: str | None, left: Called, right: Called) -> Body:
    """Return two people against each other by one preset; without one by that they have met most by."""
    if left.user == right.user:
        return Body((Text(asker.texts.say("leagues.versus_self")),))
    guild, pools = await _pools(kit, asker)
    names = await _names(kit, asker, (left, right))
    met = dict(await kit.league.presets_met(guild, left.user, right.user))
    chosen = preset or next(iter(met), None) or _chosen(pools, None)
    both = await kit.league.head_to_head(guild, left.user, right.user, chosen) if chosen in met else None
    if both is None:
        return never_met_body((left.user, right.user), chosen, met, names, asker.texts)
    return await versus_body(kit, both, names, asker.texts, met)


async def _names(kit: Kit, asker: Asker, people: tuple[Called, ...]) -> dict[UserId, str]:
    """Return what people are called: as whoever asked sees them, else as known."""
    known = await names_of(kit, [one.user for one in people], asker.texts)
    return known | {one.user: one.name for one in people if one.name}


async def _pools(kit: Kit, asker: Asker) -> tuple[GuildId, Sequence[Pool]]:
    guild = guild_of(asker)
    return guild, await kit.league.pools(guild)


def _chosen(pools: Sequence[Pool], preset: str | None) -> str:
    """Return the rules that are meant: those asked for, else those most played in the server, else the usual ones."""
    return preset or (pools[0].preset if pools else USUAL)
