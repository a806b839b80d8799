"""The panel of a team. It shows the members, what the user can do, and what those who lead the team can change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ids import UserId
from bot.league.teams.team_checks import MAX_TEAM_SIZE
from bot.league.teams.teams import MAX_NAME_LENGTH, MIN_TEAM_SIZE, Founding, Team
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.long_list import ListPlace, join_lines, list_blocks
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Picker, PickerKind, Text, button_rows
from bot.ui.league.control_ids import EventList, LeagueList
from bot.ui.teams.control_ids import GiveUpFounding, TeamAction, TeamControl


@dataclass(frozen=True, slots=True)
class Leader:
    """What the user may do with a team. Managers of leagues have `may_move`, to move members between teams."""

    can_lead: bool = False
    is_in: bool = False
    may_move: bool = False


def team_view(
    team: Team, lines: Sequence[str], leader: Leader, ways: Sequence[Button], texts: Texts, notice: str = ""
) -> Message:
    """Return a team's panel, which begins with `lines`. The buttons `ways` lead to its leagues and its next event."""
    buttons = [_button(team, TeamAction.MANAGE, texts, ButtonStyle.SUCCESS)] if leader.can_lead else []
    buttons += [_button(team, TeamAction.LEAVE, texts)] if leader.is_in else []
    lists = (
        labelled_button(LeagueList(), texts, "teams.button.leagues"),
        labelled_button(EventList(), texts, "teams.button.events"),
        labelled_button(TeamControl(TeamAction.LIST), texts, "teams.button.list"),
    )
    rows = (*button_rows((*buttons, *ways)), *button_rows(lists))
    return Message((join_lines(filter(None, (notice, *lines))), *rows))


def _button(team: Team, action: TeamAction, texts: Texts, style: ButtonStyle = ButtonStyle.SECONDARY) -> Button:
    return labelled_button(TeamControl(action, team.id), texts, f"teams.button.{action}", style)


def team_manage_view(
    team: Team, names: Mapping[UserId, str], leader: Leader, texts: Texts, notice: str = ""
) -> Message:
    """Return what those who lead a team can change; `names` are those of members, substitutes and invited people."""
    mark = ".".join(map(str, (len(team.members), len(team.substitutes), len(names))))
    blocks: list[Block] = [
        Picker(TeamControl(action, team.id, mark=mark), texts.say(f"teams.pick.{action}"), PickerKind.USER)
        for action in (TeamAction.INVITE, TeamAction.SUBSTITUTE)
    ]
    members = {user: names[user] for user in team.members}
    chosen = [(TeamAction.REPLACE, members), (TeamAction.REMOVE, names)]
    chosen += [(TeamAction.CAPTAIN, {user: name for user, name in members.items() if user != team.captain})]
    chosen += [(TeamAction.MOVE, members)] if leader.may_move else []
    for action, people in chosen:
        control = TeamControl(action, team.id, mark=mark)
        blocks += name_select(control, texts, f"teams.pick.{action}", people)
    buttons = (
        _button(team, TeamAction.RENAME, texts),
        _button(team, TeamAction.DISBAND, texts, ButtonStyle.DANGER),
        back_button(team, TeamAction.SHOW, texts),
    )
    heading = texts.say("teams.manage", name=escape_name(team.name))
    words = "\n".join(filter(None, (notice, f"## {heading}", texts.say("teams.manage_about"))))
    return Message((Text(words), *blocks, *button_rows(buttons)))


def back_button(team: Team, action: TeamAction, texts: Texts) -> Button:
    """Return the button back to a page of a team's panel."""
    return labelled_button(TeamControl(action, team.id, mark="back"), texts, "events.button.back")


def replace_view(team: Team, member: UserId, name: str, texts: Texts) -> Message:
    """Return a picker of the user who takes a member's place, with a text on what this changes."""
    picker = Picker(TeamControl(TeamAction.REPLACE, team.id, member), texts.say("teams.pick.invite"), PickerKind.USER)
    words = texts.say("teams.effect.replace", who=escape_name(name))
    return Message((Text(words), picker, *button_rows((back_button(team, TeamAction.MANAGE, texts),))))


def ask_change_view(team: Team, action: TeamAction, user: UserId, name: str, texts: Texts) -> Message:
    """Return the question before a change to a team. `name` is that of `user`, or empty if `user` is the one asked."""
    words = texts.say(f"teams.ask_{action}", who=escape_name(name), team=escape_name(team.name))
    if action is TeamAction.LEAVE and user == team.captain and len(team.members) > 1:
        words = f"{words}\n{texts.say('teams.ask_leave_captain')}"
    style = ButtonStyle.SUCCESS if action is TeamAction.CAPTAIN else ButtonStyle.DANGER
    confirm = labelled_button(TeamControl(action, team.id, user), texts, f"teams.button.{action}", style)
    back = TeamAction.SHOW if action is TeamAction.LEAVE else TeamAction.MANAGE
    return Message((Text(words), *button_rows((confirm, back_button(team, back, texts)))))


def move_view(team: Team, member: UserId, name: str, others: Sequence[Team], at: ListPlace, texts: Texts) -> Message:
    """Return a question that asks into which team a member moves."""
    words = texts.say("teams.effect.move", who=escape_name(name), team=escape_name(team.name))
    blocks = list_blocks(
        [(str(one.id), one.name, "") for one in others],
        at,
        texts,
        "teams.pick.team",
        lambda shown: TeamControl(TeamAction.MOVE, team.id, member, str(shown)),
        lambda wanted, mark: TeamControl(TeamAction.MOVE, team.id, member, f"{wanted}.{mark}"),
    )
    return Message((Text(words), *blocks, *button_rows((back_button(team, TeamAction.MANAGE, texts),))))


def list_controls(teams: Sequence[Team], at: ListPlace, texts: Texts) -> tuple[Block, ...]:
    """Return the controls below a list of teams. They open a team, show invitations or create a team."""
    blocks = list_blocks(
        [(str(team.id), team.name, "") for team in teams],
        at,
        texts,
        "option.any_team.description",
        lambda shown: TeamControl(TeamAction.SHOW, mark=str(shown)),
        lambda wanted, mark: TeamControl(TeamAction.LIST, mark=f"{wanted}.{mark}"),
    )
    style = ButtonStyle.SECONDARY if teams else ButtonStyle.SUCCESS
    buttons = (
        labelled_button(TeamControl(TeamAction.NEW), texts, "teams.button.new", style),
        labelled_button(TeamControl(TeamAction.INVITATIONS), texts, "teams.button.invitations"),
    )
    return (*blocks, *button_rows(buttons))


def team_form(texts: Texts) -> Form:
    """Return the form of a new team."""
    sizes = tuple((str(size), texts.say("teams.size", count=size)) for size in range(MIN_TEAM_SIZE, MAX_TEAM_SIZE + 1))
    fields = (
        FormField("name", texts.say("leagues.form.name"), max_length=MAX_NAME_LENGTH),
        FormField("seats", texts.say("leagues.form.seats"), default=str(MIN_TEAM_SIZE), choices=sizes),
    )
    return Form(str(TeamControl(TeamAction.NEW)), texts.say("teams.button.new"), fields)


def rename_form(team: Team, texts: Texts) -> Form:
    """Return the form for another name of a team."""
    field = FormField("name", texts.say("leagues.form.name"), default=team.name, max_length=MAX_NAME_LENGTH)
    return Form(str(TeamControl(TeamAction.RENAME, team.id)), texts.say("teams.button.rename"), (field,))


def founding_view(founding: Founding, waiting: str, notice: str, texts: Texts) -> Message:
    """Return a message that tells a team's founder whose answers are missing; `waiting` has these names, escaped."""
    facts = {"team": escape_name(founding.name), "names": waiting, "until": format_timestamp(founding.expires_at)}
    words = "\n".join(filter(None, (texts.say("teams.founding", **facts), notice)))
    give_up = labelled_button(GiveUpFounding(founding.id), texts, "teams.button.give_up")
    return Message((Text(words), *button_rows((give_up,))))
