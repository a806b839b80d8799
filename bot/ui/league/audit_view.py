"""The audit log of a league, which everybody may read."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from bot.ids import UserId
from bot.league.audit_log import AuditAction, AuditEntry
from bot.league.leagues.leagues import LeagueInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Button, Message, button_rows
from bot.ui.league.control_ids import LeagueAction, LeagueControl

_PARTS: Final = {
    "preset": "rules",
    **dict.fromkeys(("deal", "level", "match", "places"), "points"),
    **dict.fromkeys(("order", "min_deals"), "standings"),
}
"""The log names these settings by their group. The key of the group's text ends with the value."""
AUDIT_LINES_PER_PAGE: Final = 12


def audit_view(
    league: LeagueInfo, page: int, entries: Sequence[AuditEntry], total: int, names: Mapping[UserId, str], texts: Texts
) -> Message:
    """Return a page of the audit log, newest first."""
    lines = [f"## {texts.say('leagues.audit_heading', league=escape_name(league.name))}"]
    lines += [_format_entry(entry, names, texts) for entry in entries] or [texts.say("leagues.audit_none")]
    back = Button(LeagueControl(LeagueAction.REPORT, league.id), texts.say("leagues.button.results"))
    to_page = partial(LeagueControl, LeagueAction.AUDIT, league.id)
    turn = page_buttons(page, total, texts, to_page, AUDIT_LINES_PER_PAGE)
    return Message((join_lines(lines), *turn, *button_rows((back,))))


def list_users(entries: Sequence[AuditEntry]) -> tuple[UserId, ...]:
    """Return all users whom the entries mention."""
    found = [entry.stamp.by for entry in entries] + [_find_user(entry) for entry in entries]
    return tuple(user for user in found if user is not None)


def _format_entry(entry: AuditEntry, names: Mapping[UserId, str], texts: Texts) -> str:
    by, what = entry.stamp.by, describe_act(entry, names, texts)
    what = texts.say("leagues.audit_undo", what=what) if entry.stamp.undoes else what
    who = texts.say("leagues.by_itself") if by is None else escape_name(names[by])
    return texts.say("leagues.audit_line", at=format_timestamp(entry.stamp.at), who=who, what=what)


def describe_act(entry: AuditEntry, names: Mapping[UserId, str], texts: Texts) -> str:
    """Return what somebody did. `names` has the names of the users whom the entry mentions."""
    user = _find_user(entry)
    facts = {name: value for name, value in entry.facts.items() if isinstance(value, int | str)}
    for label in {"name", "old"} & set(facts):
        facts[label] = escape_name(str(facts[label]))
    if "role" in facts:
        facts["role"] = f"<@&{facts['role']}>"
    name = texts.say("lobby.someone") if user is None else escape_name(names[user])
    text = texts.say(
        f"leagues.deed.{_find_wording(entry)}",
        **{"name": "", "old": "", "role": "", "number": 0, "result": 0, "results": 0} | facts | {"user": name},
    )
    text = texts.say("managing.deed_about", what=text, about=about) if (about := _find_change(entry, texts)) else text
    reason = entry.facts.get("reason")
    return text if not reason else texts.say("leagues.audit_why", what=text, reason=escape_name(str(reason)))


def _find_wording(entry: AuditEntry) -> str:
    if entry.action not in {AuditAction.JOINED, AuditAction.LEFT}:
        return entry.action.value
    if "name" in entry.facts:
        return f"{entry.action}_team"
    user = _find_user(entry)
    return entry.action.value if user in {None, entry.stamp.by} else f"{entry.action}_other"


def _find_change(entry: AuditEntry, texts: Texts) -> str:
    if entry.action is AuditAction.EDITED:
        parts = dict.fromkeys(_PARTS.get(name, name) for name in str(entry.facts.get("options", "")).split())
        return texts.format_list(texts.say(f"managing.part.{part}") for part in parts)
    if entry.action is AuditAction.CORRECTED and {"points", "rise", "declarers_hold"} <= set(entry.facts):
        winner = "declarers" if entry.facts["declarers_hold"] else "opponents"
        figures = texts.say("leagues.result_points", points=entry.facts["points"], rise=entry.facts["rise"])
        return texts.say("managing.counts_as", winner=texts.say(f"managing.won.{winner}"), figures=figures)
    return ""


def _find_user(entry: AuditEntry) -> UserId | None:
    user = entry.facts.get("user")
    return UserId(int(user)) if user is not None else None
