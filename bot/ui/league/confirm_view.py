"""Questions before irreversible actions on a league."""

from bot.league.leagues.league_settings import RankedBy
from bot.league.leagues.leagues import LeagueInfo
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.league.control_ids import CancelAction, LeagueAction, LeagueControl


def confirm_action_view(league: LeagueInfo, step: LeagueAction, number: int, texts: Texts) -> Message:
    """Return what opening or closing season `number`, or archiving the league, means, with a button to confirm."""
    facts = {"league": escape_name(league.name), "number": number}
    words = texts.say(f"leagues.ask_{step}", **facts)
    if step is LeagueAction.OPEN and league.settings.ranked_by is RankedBy.TEAMS:
        words = f"{words}\n- {texts.say(f'leagues.level_reset.{league.settings.level_reset}.about')}"
    tone = ButtonStyle.SUCCESS if step is LeagueAction.OPEN else ButtonStyle.DANGER
    confirm = Button(LeagueControl(step, league.id, number), texts.say(f"leagues.button.{step}"), tone)
    return Message((Text(words), *button_rows((confirm, cancel_button(texts)))))


def confirm_leave_view(league: LeagueInfo, team: int, who: str, texts: Texts) -> Message:
    """Return what leaving means for a user, or for the team with this id (0: none), with a button to confirm."""
    words = texts.say("leagues.ask_leave", who=escape_name(who), league=escape_name(league.name))
    confirm = Button(
        LeagueControl(LeagueAction.LEAVE, league.id, team),
        texts.say("leagues.button.leave"),
        ButtonStyle.DANGER,
    )
    return Message((Text(words), *button_rows((confirm, cancel_button(texts)))))


def cancel_button(texts: Texts) -> Button:
    """Return the button that cancels the action."""
    return Button(CancelAction(), texts.say("leagues.button.cancel"))
