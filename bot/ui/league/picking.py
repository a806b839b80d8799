"""Which league: where a server has several and none was named, they are offered to be chosen from."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.league.leagues import LeagueFacts
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.ui.answers import Answer, AskFor, Deed, Tell, Update, tell
from bot.ui.asker import Asker
from bot.ui.body import Body, Option, Select, Text
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.league import deeds, files, screens
from bot.ui.league.finding import guild_of, number_of, require_manager
from bot.ui.league.seasons import asked_body
from bot.ui.league.setup import edit_form
from bot.ui.league.showing import ROOM
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut
from bot.ui.panels.legal import refusal_words
from bot.ui.routes import Call

PICK: Final = "pick"
Way = Callable[[Call, LeagueFacts], Awaitable[Answer]]


def or_pick(kit: Kit, deed: Deed, way: str, *more: object) -> Deed:
    """Return a deed that offers the leagues of the server where it would refuse because none was named.

    `way` and `more` say what is done with the league that is chosen then, as in `WAYS`.
    """

    async def done(asker: Asker) -> Answer:
        try:
            return await deed(asker)
        except LeagueRefused as refused:
            if refused.why is not LeagueWhy.WHICH_LEAGUE:
                raise
            return Tell(await _offer(kit, asker, refused, way, *more))

    return done


async def picked(call: Call, league: LeagueFacts) -> Answer:
    """Do what was asked for with the league that was chosen."""
    way = WAYS.get(call.argument(1))
    return tell(call.texts.say("ui.old_control")) if way is None else await way(call, league)


async def _offer(kit: Kit, asker: Asker, refused: LeagueRefused, *way: object) -> Body:
    found = await kit.league.leagues(guild_of(asker))
    options = tuple(Option(str(league.id), league.name[:OPTION_TEXT]) for league in found[:OPTIONS])
    prompt = cut(asker.texts.say("option.league.description"), PROMPT)
    return Body((Text(refusal_words(refused, asker.texts)), Select(control(ROOM, PICK, *way), prompt, options)))


async def _table(call: Call, league: LeagueFacts) -> Answer:
    number, page = number_of(call.argument(2)) or None, call.argument(3) or 1
    return Update(await screens.standings(call.kit, call.asker, league, number, page))


async def _report(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.report(call.kit, call.asker, league, 1))


async def _history(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.history(call.kit, call.asker, league))


async def _join(call: Call, league: LeagueFacts) -> Answer:
    return Update(Body((Text(await deeds.join(call.kit, call.asker, league, None)),)))


async def _leave(call: Call, league: LeagueFacts) -> Answer:
    return Update(await deeds.ask_leave(call.kit, call.asker, league, None))


async def _edit(call: Call, league: LeagueFacts) -> Answer:
    await require_manager(call.kit, call.asker, league)
    return AskFor(edit_form(league, call.texts))


async def _season(call: Call, league: LeagueFacts) -> Answer:
    await require_manager(call.kit, call.asker, league)
    return Update(await deeds.ask_season(call.kit, call.asker, league, opening=call.argument(2) == "open"))


async def _archive(call: Call, league: LeagueFacts) -> Answer:
    await require_manager(call.kit, call.asker, league)
    return Update(asked_body(league, "archive", 0, call.texts))


async def _export(call: Call, league: LeagueFacts) -> Answer:
    season = await screens.season_numbered(call.kit, league, number_of(call.argument(2)) or None)
    return Update(await files.exported(call.kit, call.asker, league, season))


WAYS: Final[Mapping[str, Way]] = {
    "table": _table,
    "report": _report,
    "history": _history,
    "join": _join,
    "leave": _leave,
    "edit": _edit,
    "season": _season,
    "archive": _archive,
    "export": _export,
}
"""What stands third in an id. Old ids live long, so a word is never given a second meaning."""
