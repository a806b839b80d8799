"""In which leagues a table's deals count, in words. That follows from the rules alone, whoever opened the table."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bot.league import ids as league_ids
from bot.league.ids import GuildId
from bot.league.leagues import LeagueFacts
from bot.play.occupants import TableId
from bot.play.ports import TableFacts
from bot.text.describe.people import plain
from bot.ui.kit import Kit
from engine.notation import rules_text

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


async def counted_by(kit: Kit, facts: TableFacts) -> Sequence[LeagueFacts]:
    """Return the leagues in which deals at a table count as things stand: by its rules, and with a season."""
    return await kit.league.leagues_counting(GuildId(facts.guild), rules_text(facts.rules))


async def counting_lines(kit: Kit, facts: TableFacts, texts: "Texts") -> tuple[str, ...]:
    """Return in which leagues deals at a table count, as a line; nothing where they count in none."""
    found = await counted_by(kit, facts)
    return (texts.say("counting.here", names=_names(found, texts)),) if found else ()


async def counted_lines(kit: Kit, table: TableId, texts: "Texts") -> tuple[str, ...]:
    """Return in which leagues the deal counts that has just ended, and whose ladder it was the top of, a line each."""
    leagues, climbed = await kit.league.last_at(league_ids.TableId(table))
    counted = texts.listed(f"**{plain(name)}**" for name in leagues)
    lines = [texts.say("counting.counted", names=counted)] if leagues else []
    return (*lines, *(texts.say("counting.climbed", name=plain(name)) for name in climbed))


async def opened_for(kit: Kit, facts: TableFacts, league: LeagueFacts, texts: "Texts") -> str:
    """Return what a table is worth that was opened for a league: without a season its deals count for nothing."""
    if any(one.id == league.id for one in await counted_by(kit, facts)):
        return texts.say("counting.here", names=_names([league], texts))
    return texts.say("counting.no_season", name=plain(league.name))


def lost_words(before: Iterable[LeagueFacts], now: Sequence[LeagueFacts], texts: "Texts") -> str:
    """Return in which leagues deals count no more after the rules were changed; nothing where they still do."""
    lost = [one for one in before if one not in now]
    return texts.say("counting.no_more", names=_names(lost, texts)) if lost else ""


def _names(leagues: Iterable[LeagueFacts], texts: "Texts") -> str:
    return texts.listed(f"**{plain(league.name)}**" for league in leagues)
