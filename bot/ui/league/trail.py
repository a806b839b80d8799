"""What was done in a league, by whom and why, for everybody to read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bot.league.callers import Deed, TrailLine
from bot.league.ids import UserId
from bot.league.leagues import LeagueFacts
from bot.text.describe.people import plain
from bot.ui.body import Body, Button, in_rows
from bot.ui.controls import control
from bot.ui.league.showing import ROOM, moment, pages, paragraph
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

PARTS: Final = {
    "name": "name",
    "preset": "rules",
    "rules": "rules",
    "ranks": "ranks",
    "days": "days",
    "reset": "levels",
    **dict.fromkeys(("per_deal", "per_level", "per_match"), "points"),
    "channel_id": "news",
    "decay": "decay",
}
"""What managers decide, as the trail calls it, and the words for it."""
TRAIL: Final = 12
"""Lines on one page."""


def trail_body(
    league: LeagueFacts, page: int, lines: Sequence[TrailLine], total: int, names: Mapping[UserId, str], texts: "Texts"
) -> Body:
    """Return a page of what was done, newest first."""
    told = [f"## {texts.say('leagues.audit_heading', league=plain(league.name))}"]
    told += [_line(line, names, texts) for line in lines] or [texts.say("leagues.audit_none")]
    back = Button(control(ROOM, "report", league.id), cut(texts.say("leagues.button.results")))
    turn = pages(page, total, texts, "audit", league.id, lines=TRAIL)
    return Body((paragraph(told), *turn, *in_rows((back,))))


def users_of(lines: Sequence[TrailLine]) -> tuple[UserId, ...]:
    """Return everybody whom the lines speak of."""
    found = [line.act.by for line in lines] + [_user(line) for line in lines]
    return tuple(user for user in found if user is not None)


def _line(line: TrailLine, names: Mapping[UserId, str], texts: "Texts") -> str:
    by = line.act.by
    who = texts.say("leagues.by_itself") if by is None else plain(names[by])
    return texts.say("leagues.audit_line", at=moment(line.act.at), who=who, what=_what(line, names, texts))


def _what(line: TrailLine, names: Mapping[UserId, str], texts: "Texts") -> str:
    user = _user(line)
    facts = {name: value for name, value in line.facts.items() if isinstance(value, int | str)}
    called = texts.say("ui.someone") if user is None else plain(names[user])
    what = texts.say(
        f"leagues.deed.{line.deed}", **{"name": "", "number": 0, "result": 0, "results": 0} | facts | {"user": called}
    )
    what = texts.say("managing.deed_about", what=what, about=about) if (about := _about(line, texts)) else what
    reason = line.facts.get("reason")
    return what if not reason else texts.say("leagues.audit_why", what=what, reason=plain(str(reason)))


def _about(line: TrailLine, texts: "Texts") -> str:
    """Return what a deed changed: the parts of a league, or how a result counts now."""
    if line.deed is Deed.EDITED:
        parts = dict.fromkeys(PARTS[name] for name in str(line.facts.get("options", "")).split() if name in PARTS)
        return texts.listed(texts.say(f"managing.part.{part}") for part in parts)
    if line.deed is Deed.CORRECTED and {"points", "rise", "declarers_hold"} <= set(line.facts):
        winner = "declarers" if line.facts["declarers_hold"] else "opponents"
        figures = texts.say("leagues.result_points", points=line.facts["points"], rise=line.facts["rise"])
        return texts.say("managing.counts_as", winner=texts.say(f"managing.won.{winner}"), figures=figures)
    return ""


def _user(line: TrailLine) -> UserId | None:
    user = line.facts.get("user")
    return UserId(int(user)) if user is not None else None
