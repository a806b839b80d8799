"""The managers' part of a league's panel, for season, entrants and managers. It asks before final changes."""

from collections.abc import Mapping, Sequence

from bot.ids import EntrantId, RoleId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import Entrant, League, LeagueInfo
from bot.league.teams.teams import Team
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.long_list import Choice, ListPlace, join_lines, list_blocks
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Picker, PickerKind, Text, button_rows
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.overview_view import season_line


def _button(
    league: LeagueInfo,
    action: LeagueAction,
    texts: Texts,
    style: ButtonStyle = ButtonStyle.SECONDARY,
    number: int = 0,
    *,
    label: str = "",
) -> Button:
    return labelled_button(LeagueControl(action, league.id, number), texts, f"leagues.button.{label or action}", style)


def league_manage_view(
    league: League, texts: Texts, notice: str = "", undo: tuple[str, AuditStamp] | None = None
) -> Message:
    """Return the managers' first page. `undo` describes the change that can be undone, and says when it was made."""
    runs = league.running_season is not None
    step = LeagueAction.ASK_CLOSE if runs else LeagueAction.ASK_OPEN
    is_open = league.entries_closed_at is None
    lines = [
        notice,
        f"## {texts.say('leagues.manage', name=escape_name(league.name))}",
        season_line(league.season, texts),
        "" if is_open else texts.say("leagues.entries_are_closed"),
        texts.say("leagues.step.runs" if runs else "leagues.step.open"),
    ]
    steps: list[Button] = []
    if undo is not None:
        lines.append(texts.say("events.may_undo", what=undo[0], when=f"<t:{int(undo[1].at)}:R>"))
        control = LeagueControl(LeagueAction.UNDO, league.id, undo[1].milliseconds)
        steps.append(labelled_button(control, texts, "events.button.undo"))
    first = _button(league, step, texts, ButtonStyle.SECONDARY if runs else ButtonStyle.SUCCESS)
    if league.season is None:  # the first season needs no question, because nothing has been played
        first = _button(league, LeagueAction.OPEN, texts, ButtonStyle.SUCCESS, 1)
    change = "close_entries" if is_open else "open_entries"
    entries = _button(league, LeagueAction.ENTRIES, texts, number=int(not is_open), label=change)
    pages = (LeagueAction.PEOPLE, LeagueAction.SETTINGS, LeagueAction.STAFF, LeagueAction.FILES, LeagueAction.AUDIT)
    end = _button(league, LeagueAction.ASK_ARCHIVE, texts, ButtonStyle.DANGER)
    others = (*(_button(league, action, texts) for action in pages), back_button(league, texts, LeagueAction.CARD), end)
    rows = (*button_rows((first, *steps, entries)), *button_rows(others, 3))
    return Message((join_lines(filter(None, lines)), *rows))


def back_button(
    league: LeagueInfo, texts: Texts, action: LeagueAction = LeagueAction.MANAGE, number: int = 0
) -> Button:
    """Return the button back to a page of a league's panel."""
    return labelled_button(LeagueControl(action, league.id, number, "back"), texts, "events.button.back")


def entrants_view(
    league: LeagueInfo,
    names: Mapping[EntrantId, str],
    at: ListPlace,
    teams: Sequence[Team],
    texts: Texts,
    notice: str = "",
) -> Message:
    """Return a select of the entrants. A picker of people or a select of `teams` enters others."""
    joined = texts.say("leagues.entrants" if names else "leagues.no_entrants", count=len(names))
    lines = [notice, f"## {texts.say('leagues.button.people')}", joined]
    mark = str(len(names))

    def blocks_of(choices: Sequence[Choice], key: str, action: LeagueAction) -> tuple[Block, ...]:
        return list_blocks(
            choices,
            at,
            texts,
            key,
            lambda shown: LeagueControl(action, league.id, 0, f"{shown}.{mark}"),
            lambda wanted, to: LeagueControl(LeagueAction.PEOPLE, league.id, wanted, f"{action}.{to}"),
        )

    entrants = [(str(id_), one, "") for id_, one in sorted(names.items(), key=lambda one: one[1].casefold())]
    blocks = [*blocks_of(entrants, "leagues.which_entrant", LeagueAction.ENTRANT)]
    if league.settings.ranked_by is RankedBy.TEAMS:
        others = [(str(one.id), one.name, "") for one in teams]
        blocks += blocks_of(others, "leagues.which_team", LeagueAction.ENTER_TEAM)
    else:
        enter = LeagueControl(LeagueAction.ENTER, league.id, 0, mark)
        blocks.append(Picker(enter, texts.say("leagues.which_person"), PickerKind.USER))
    return Message((join_lines(filter(None, lines)), *blocks, *button_rows((back_button(league, texts),))))


def entrant_view(
    league: LeagueInfo, entrant: Entrant, name: str, others: Sequence[LeagueInfo], texts: Texts
) -> Message:
    """Return the page of an entrant. It says what changes if the entrant withdraws or moves to another league."""
    facts = {"who": escape_name(name), "league": escape_name(league.name)}
    lines = [f"## {facts['who']}", texts.say("leagues.effect.drop", **facts)]
    blocks: list[Block] = []
    if others:
        lines.append(texts.say("leagues.effect.move", **facts))
        move = LeagueControl(LeagueAction.MOVE, league.id, entrant.id)
        blocks += name_select(move, texts, "leagues.which_league", {one.id: one.name for one in others})
    withdraw = _button(league, LeagueAction.WITHDRAW, texts, ButtonStyle.DANGER, entrant.id)
    back = back_button(league, texts, LeagueAction.PEOPLE, 1)
    return Message((join_lines(lines), *blocks, *button_rows((withdraw, back))))


def staff_view(
    league: LeagueInfo, users: Mapping[UserId, str], roles: Mapping[RoleId, str], texts: Texts, notice: str = ""
) -> Message:
    """Return the people and roles that manage a league, with pickers that add and selects that remove managers."""
    lines = [notice, f"## {texts.say('leagues.button.staff')}"]
    lines += [f"- {escape_name(name)}" for name in users.values()]
    lines += [f"- <@&{role}>" for role in roles]
    lines.append(texts.say("leagues.managed"))
    mark = f"{len(users)}.{len(roles)}"
    actions = (LeagueAction.HIRE, LeagueAction.HIRE_ROLE, LeagueAction.FIRE, LeagueAction.FIRE_ROLE)
    hire, hire_role, fire, fire_role = (LeagueControl(one, league.id, 0, mark) for one in actions)
    blocks: list[Block] = [
        Picker(hire, texts.say("leagues.which_hire"), PickerKind.USER),
        Picker(hire_role, texts.say("leagues.which_role"), PickerKind.ROLE),
        *name_select(fire, texts, "leagues.which_fire", users),
        *name_select(fire_role, texts, "leagues.which_norole", roles),
    ]
    return Message((join_lines(filter(None, lines)), *blocks, *button_rows((back_button(league, texts),))))


def confirm_action_view(league: LeagueInfo, step: LeagueAction, number: int, texts: Texts) -> Message:
    """Return a question that asks whether to open or close season `number`, or to archive the league."""
    facts = {"league": escape_name(league.name), "number": number}
    words = texts.say(f"leagues.ask_{step}", **facts)
    if step is LeagueAction.OPEN and league.settings.ranked_by is RankedBy.TEAMS:
        words = f"{words}\n- {texts.say(f'leagues.level_reset.{league.settings.level_reset}.about')}"
    tone = ButtonStyle.SUCCESS if step is LeagueAction.OPEN else ButtonStyle.DANGER
    confirm = _button(league, step, texts, tone, number)
    return Message((Text(words), *button_rows((confirm, back_button(league, texts)))))


def confirm_leave_view(league: LeagueInfo, team: int, who: str, texts: Texts) -> Message:
    """Return a question that explains what leaving means. `team` is the id of the leaving team, or 0 for the user."""
    words = texts.say("leagues.ask_leave", who=escape_name(who), league=escape_name(league.name))
    confirm = _button(league, LeagueAction.LEAVE, texts, ButtonStyle.DANGER, team)
    return Message((Text(words), *button_rows((confirm, back_button(league, texts, LeagueAction.CARD)))))
