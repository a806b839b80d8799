"""Who answers the controls of leagues. Each reads the league anew: what a control says may long have changed."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.league.deals import Ruling, Verdict
from bot.league.ids import ResultId, UserId
from bot.league.leagues import LeagueFacts
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.play.refusals import Refused
from bot.ui.answers import Answer, AskFor, Tell, Update, tell
from bot.ui.body import Body, Text
from bot.ui.league import deeds, files, people, screens
from bot.ui.league.finding import caller_of, guild_of, league_of, number_of, require_manager
from bot.ui.league.heralding import post, words_for_all
from bot.ui.league.picking import PICK, picked
from bot.ui.league.results import corrected, ruling_form
from bot.ui.league.retyping import AGAIN, FORMS, offer_again
from bot.ui.league.setup import edit_form, filled_in
from bot.ui.routes import Call

Screen = Callable[[Call, LeagueFacts], Awaitable[Answer]]
TEXT: Final = "t"


async def league_room(call: Call) -> Answer:
    """Show another screen of a league, or do what was pressed."""
    what = call.argument(0)
    if what == "cancel":
        return Update(Body((Text(call.texts.say("leagues.as_it_was")),)))
    if what in _PEOPLE:
        return await _PEOPLE[what](call)
    screen = _SCREENS.get(what)
    if screen is None:
        return tell(call.texts.say("ui.old_control"))
    league = await league_of(call.kit, call.asker, call.argument(1))
    try:
        return await screen(call, league)
    except (LeagueRefused, Refused) as refused:
        return offer_again(call, refused)


async def _picked(call: Call) -> Answer:
    return await picked(call, await league_of(call.kit, call.asker, call.values[0] if call.values else ""))


async def _again(call: Call) -> Answer:
    """Open a form that was refused, as it was filled in."""
    opening = FORMS.get(call.argument(1), "")
    opened = await league_room(replace(call, arguments=(opening, *call.arguments[2:]), typed={}))
    if not isinstance(opened, AskFor):
        return opened
    return AskFor(call.kit.refills.filled(call.asker.user, call.arguments[1:], opened.form))


async def _card(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.card(call.kit, call.asker, league))


async def _table(call: Call, league: LeagueFacts) -> Answer:
    number, as_text = number_of(call.argument(2)) or None, call.argument(3) == TEXT
    page = call.argument(4) or 1
    return Update(await screens.standings(call.kit, call.asker, league, number, page, as_text=as_text))


async def _show(call: Call, league: LeagueFacts) -> Answer:
    """Post the standings for all where the person is, if the bot may write there."""
    client, texts = call.asker.interaction.client, call.texts
    guild, channel = call.asker.place
    as_text = call.argument(3) == TEXT
    for_all = words_for_all(call.kit, client, guild)
    number, page = number_of(call.argument(2)) or None, call.argument(4)
    body = await screens.standings(call.kit, call.asker, league, number, page, as_text=as_text, texts=for_all)
    sent = await post(call.kit, client, channel, body)
    return tell(texts.say("leagues.shown" if sent else "leagues.not_shown"))


async def _past(call: Call, league: LeagueFacts) -> Answer:
    number = number_of(call.values[0]) if call.values else 0
    return Update(await screens.standings(call.kit, call.asker, league, number or None, 1))


async def _report(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.report(call.kit, call.asker, league, call.argument(2) or 1))


async def _history(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.history(call.kit, call.asker, league))


async def _audit(call: Call, league: LeagueFacts) -> Answer:
    return Update(await screens.audit(call.kit, call.asker, league, call.argument(2) or 1))


async def _join(call: Call, league: LeagueFacts) -> Answer:
    return tell(await deeds.join(call.kit, call.asker, league, None))


async def _leave(call: Call, league: LeagueFacts) -> Answer:
    return Update(Body((Text(await deeds.leave(call.kit, call.asker, league, number_of(call.argument(2)))),)))


async def _edit(call: Call, league: LeagueFacts) -> Answer:
    await require_manager(call.kit, call.asker, league)
    if not call.typed:
        return AskFor(edit_form(league, call.texts))
    draft = filled_in(league.draft, call.typed, call.texts)
    return Tell(await deeds.edit(call.kit, call.asker, league, draft))


async def _open(call: Call, league: LeagueFacts) -> Answer:
    return Update(await deeds.open_season(call.kit, call.asker, league, number_of(call.argument(2))))


async def _close(call: Call, league: LeagueFacts) -> Answer:
    return Update(await deeds.close_season(call.kit, call.asker, league, number_of(call.argument(2))))


async def _archive(call: Call, league: LeagueFacts) -> Answer:
    return Update(await deeds.archive(call.kit, call.asker, league))


async def _result(call: Call, league: LeagueFacts) -> Answer:
    number = number_of(call.values[0]) if call.values else 0
    await require_manager(call.kit, call.asker, league)
    return Update(await screens.result(call.kit, call.asker, league, ResultId(number)))


async def _ask(call: Call, league: LeagueFacts) -> Answer:
    """Open the form for a ruling, if the person may rule."""
    await require_manager(call.kit, call.asker, league)
    found = await call.kit.league.result(guild_of(call.asker), ResultId(number_of(call.argument(2))))
    await call.kit.league.require_ruler(caller_of(call.asker), found.deal.id)
    counted = await call.kit.league.counted_in(found.deal.id)
    return AskFor(ruling_form(league, found.deal, _verdict(call), call.texts, counted))


async def _rule(call: Call, league: LeagueFacts) -> Answer:
    """Rule as a manager wrote; who may is checked again, for the form may have lain open for long."""
    verdict, result = _verdict(call), ResultId(number_of(call.argument(2)))
    await require_manager(call.kit, call.asker, league)
    ruling = Ruling(verdict)
    if verdict is Verdict.CORRECT:
        ruling = Ruling(verdict, *corrected(call.typed, call.texts))
    notice = await deeds.rule(call.kit, call.asker, result, ruling, call.typed.get("reason", ""))
    return Update(await screens.result(call.kit, call.asker, league, result, notice))


async def _import(call: Call, league: LeagueFacts) -> Answer:
    return Update(await files.brought_in(call.kit, call.asker, league))


def _verdict(call: Call) -> Verdict:
    verdict = call.argument(3)
    if verdict not in set(Verdict):
        raise LeagueRefused(LeagueWhy.NO_RESULT)
    return Verdict(verdict)


async def _profile(call: Call) -> Answer:
    preset = call.values[0] if call.values else None
    who = people.Called(UserId(number_of(call.argument(1))))
    return Update(await people.profile(call.kit, call.asker, preset, who))


async def _rival(call: Call) -> Answer:
    preset = call.values[0] if call.values else None
    left, right = (people.Called(UserId(number_of(call.argument(n)))) for n in (1, 2))
    return Update(await people.versus(call.kit, call.asker, preset, left, right))


async def _board(call: Call) -> Answer:
    preset, page, search = call.argument(1), call.argument(2), call.argument(3)
    return Update(await people.leaderboard(call.kit, call.asker, preset, page, search))


async def _boards(call: Call) -> Answer:
    preset = call.values[0] if call.values else None
    return Update(await people.leaderboard(call.kit, call.asker, preset, 1, call.argument(1)))


_PEOPLE: Final[Mapping[str, Callable[[Call], Awaitable[Answer]]]] = {
    "profile": _profile,
    "rival": _rival,
    PICK: _picked,
    AGAIN: _again,
    "board": _board,
    "boards": _boards,
}
_SCREENS: Final[Mapping[str, Screen]] = {
    "card": _card,
    "table": _table,
    "show": _show,
    "past": _past,
    "report": _report,
    "history": _history,
    "audit": _audit,
    "join": _join,
    "leave": _leave,
    "edit": _edit,
    "open": _open,
    "close": _close,
    "archive": _archive,
    "result": _result,
    "ask": _ask,
    "rule": _rule,
    "import": _import,
}
"""What stands second in an id. Old ids live long, so a word is never given a second meaning."""
