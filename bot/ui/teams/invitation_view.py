"""Invitations into teams: the question to the invited user, and what becomes of it."""

from bot.league.teams import Founding, Invitation, TeamRole
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.teams.control_ids import AnswerInvitation, GiveUpFounding


def invitation_view(invitation: Invitation, server: str, by: str, replaced: str, texts: Texts) -> Message:
    """Return the question whether a user accepts; the names `by` and `replaced` are escaped."""
    facts = {"who": f"<@{invitation.user}>", "by": by, "team": escape_name(invitation.team_name), "replaced": replaced}
    words = texts.say(f"teams.ask_{_get_place(invitation)}", server=escape_name(server), **facts)
    until = texts.say("teams.answer_until", until=format_timestamp(invitation.expires_at))
    return Message((Text(f"{words}\n{until}"), *button_rows(answer_buttons(invitation, texts))))


def answer_buttons(invitation: Invitation, texts: Texts) -> tuple[Button, Button]:
    """Return the buttons that accept and decline."""
    accept = AnswerInvitation(invitation.id, accepts=True)
    decline = AnswerInvitation(invitation.id, accepts=False)
    return (
        labelled_button(accept, texts, "teams.button.accept", ButtonStyle.SUCCESS),
        labelled_button(decline, texts, "teams.button.decline", ButtonStyle.DANGER),
    )


def founding_view(founding: Founding, waiting: str, notice: str, texts: Texts) -> Message:
    """Return how far the founding of a team is, for its founder; `waiting`: escaped names."""
    facts = {"team": escape_name(founding.name), "names": waiting, "until": format_timestamp(founding.expires_at)}
    words = "\n".join(filter(None, (texts.say("teams.founding", **facts), notice)))
    give_up = labelled_button(GiveUpFounding(founding.id), texts, "teams.button.give_up")
    return Message((Text(words), *button_rows((give_up,))))


def _get_place(invitation: Invitation) -> str:
    if invitation.founding is not None:
        return "found"
    if invitation.replaces is not None:
        return "replace"
    return "member" if invitation.role is TeamRole.MEMBER else "substitute"
