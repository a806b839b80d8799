"""What a lobby's deals count for: the host's select, and the question before a start that loses something."""

from collections.abc import Iterable
from typing import Final

from bot.ids import LeagueId
from bot.league.leagues.eligibility import is_rated
from bot.league.leagues.leagues import LeagueInfo
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from engine.model.options import Teams

OPEN: Final = "open"
FRIENDLY: Final = "friendly"
START_ANYWAY: Final = "anyway"


def purpose_select(table: Snapshot, leagues: Iterable[LeagueInfo], texts: Texts) -> tuple[Block, ...]:
    """Return the host's select of what deals count for; empty if there is no choice, or if nothing can count."""
    facts, fixed = table.facts, table.facts.rules.teams is Teams.FIXED
    rated, chosen = is_rated(facts.preset, facts.rules), format_purpose(facts)
    kind = ("rated_" if rated else "") + ("teams" if fixed else "open")
    if rated and facts.starts_friendly and not facts.is_friendly:
        kind = "rated_later"
    options = [_option(OPEN, texts.say(f"counting.purpose.{kind}"), chosen)]
    if fixed or rated:
        options.append(_option(FRIENDLY, texts.say("counting.purpose.friendly"), chosen))
    options += [
        _option(str(league.id), texts.say("counting.purpose.league", name=league.name), chosen) for league in leagues
    ]
    if len(options) == 1 or facts.has_oracle:
        return ()
    id_ = table_control_id(facts.id, ControlVerb.CHOOSE_PURPOSE, chosen)
    return (Select(id_, texts.say("counting.purpose"), tuple(options[:MAX_OPTIONS])),)


def format_purpose(facts: TableInfo) -> str:
    """Return the option of the select for what deals at a table count for now."""
    if facts.league is not None:
        return str(facts.league)
    return FRIENDLY if facts.is_friendly else OPEN


def parse_purpose(value: str) -> tuple[LeagueId | None, bool] | None:
    """Return the league of a choice, and whether it is friendly; None for any other text."""
    if value in {OPEN, FRIENDLY}:
        return None, value == FRIENDLY
    return (LeagueId(int(value)), False) if value.isdecimal() else None


def start_question_view(table: Snapshot, reasons: Iterable[str], texts: Texts) -> Message:
    """Return the question that lists what would not count, with the button that starts the match anyway."""
    start = Button(
        table_control_id(table.id, ControlVerb.START, START_ANYWAY),
        texts.say("counting.start_anyway"),
        ButtonStyle.DANGER,
    )
    lines = (texts.say("counting.start_question"), *(f"- {reason}" for reason in reasons))
    return Message((Text("\n".join(lines)), *button_rows((start,))))


def _option(value: str, label: str, chosen: str) -> SelectOption:
    return select_option(value, label, chosen=value == chosen)
