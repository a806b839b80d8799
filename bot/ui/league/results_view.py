"""The newest results of a league, one result in full, and the form for a manager's ruling."""

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.ids import ResultId, UserId
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.deals import (
    MAX_REASON_LENGTH,
    MAX_RISE,
    BookedDeal,
    BookedSeat,
    RulingKind,
    list_users,
    split_winners_and_losers,
)
from bot.league.results.read_models import LeagueResult, ResultPage
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_names, format_timestamp
from bot.ui.core.interactions.setting_panel import parse_whole_number
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Select, button_rows
from bot.ui.league.control_ids import LeagueAction, LeagueControl, RuleOnResult, ShowStandings

RESULTS_PER_PAGE: Final = 10
MAX_POINTS: Final = 5000
DECLARERS, OPPONENTS = "declarers", "opponents"
PlayerNames = Mapping[UserId, str]
TeamNames = Mapping[ResultId, Mapping[int, str]]
"""The names of teams for which results count. The keys are the result, and one seat on the team's side."""
NO_TEAMS: Final[TeamNames] = MappingProxyType({})
CountingSeason = tuple[LeagueInfo, Season] | None
"""The league and season in which a result counts, or None if it counts in none."""


def results_view(
    league: LeagueInfo,
    page: int,
    found: ResultPage,
    names: PlayerNames,
    texts: Texts,
    teams: TeamNames = NO_TEAMS,
    *,
    manager: bool,
) -> Message:
    """Return a page of results, newest first, with a select for a `manager`."""
    lines = [f"## {texts.say('leagues.report_heading', league=escape_name(league.name))}"]
    lines += [format_result(one, names, texts, teams.get(one.deal.id, {})) for one in found.results]
    if not found.results:
        lines.append(texts.say("leagues.report_none"))
    choice = (_ruling_select(league, page, found, names, texts, teams),) if manager and found.results else ()
    to_page = partial(LeagueControl, LeagueAction.REPORT, league.id)
    turn = page_buttons(page, found.total, texts, to_page, RESULTS_PER_PAGE)
    ways = {"audit": LeagueControl(LeagueAction.AUDIT, league.id), "table": ShowStandings(league.id)}
    links = button_rows(tuple(Button(id_, texts.say(f"leagues.button.{way}")) for way, id_ in ways.items()))
    return Message((join_lines(lines), *choice, *turn, *links))


def list_players(found: Iterable[LeagueResult]) -> tuple[UserId, ...]:
    """Return all users who sat in these deals."""
    return tuple(user for one in found for user in list_users(one.deal.seats))


def format_result(one: LeagueResult, names: PlayerNames, texts: Texts, teams: Mapping[int, str]) -> str:
    """Return a result in one line, struck through if void. `teams` names a side's team by one of the side's seats."""
    deal = one.deal
    won, lost = (format_names(_side_names(side, names, texts, teams), texts) for side in split_winners_and_losers(deal))
    line = texts.say("leagues.result", id=deal.id, at=format_timestamp(deal.at), won=won, lost=lost)
    line = f"{line} · {texts.say('leagues.result_points', points=deal.points, rise=deal.rise)}"
    if not _is_ruled(one):
        return line
    key = "leagues.result_void" if deal.void else "leagues.result_corrected"
    return texts.say(key, line=line, reason=escape_name(one.reason))


def result_view(
    league: LeagueInfo,
    one: LeagueResult,
    names: PlayerNames,
    texts: Texts,
    notice: str = "",
    counting: CountingSeason = None,
) -> Message:
    """Return a result in full, with buttons for the rulings that a manager may make."""
    deal, name = one.deal, escape_name(league.name)
    key = "leagues.result_imported" if deal.table is None else "leagues.result_table"
    lines = [f"## {texts.say('leagues.result_heading', id=deal.id, league=name)}"]
    lines.append(texts.say(key, table=deal.table or 0, at=format_timestamp(deal.at)))
    lines += [f"- {_format_seat(seat, names, texts)}" for seat in deal.seats]
    figures = texts.say("leagues.result_points", points=deal.points, rise=deal.rise)
    lines.append(f"- {format_label(figures, MAX_OPTION_LENGTH)}")
    if deal.match_over:
        won = format_names([_player_name(seat, names, texts) for seat in deal.seats if seat.match_won], texts)
        lines.append(f"- {texts.say('rulings.match_won', names=won)}")
    if _is_ruled(one):
        key = "leagues.result_voided" if deal.void else "leagues.result_ruled"
        lines.append(texts.say(key, reason=escape_name(one.reason)))
    if counting is not None and counting[1].closed_at is not None:
        facts = {"number": counting[1].number, "league": escape_name(counting[0].name)}
        lines.append(f"-# {texts.say('rulings.season_over', **facts)}")
    return Message((join_lines(filter(None, (notice, *lines))), *button_rows(_ruling_buttons(league, one, texts))))


def ruling_form(
    league: LeagueInfo, deal: BookedDeal, verdict: RulingKind, texts: Texts, counting: CountingSeason = None
) -> Form:
    """Return the form in which a manager types the reason and, for a correction, the right result."""
    closed = counting is not None and counting[1].closed_at is not None and counting[1].number
    hint = texts.say("rulings.season_over_hint", number=closed) if closed else ""
    reason = FormField("reason", texts.say("leagues.form.reason"), hint, max_length=MAX_REASON_LENGTH, multiline=True)
    fields = (*_result_fields(deal, texts), reason) if verdict is RulingKind.CORRECT else (reason,)
    control = RuleOnResult(league.id, deal.id, verdict)
    return Form(str(control), texts.say(f"leagues.form.{verdict}", id=deal.id), fields)


def parse_correction(typed: Mapping[str, str], texts: Texts) -> tuple[bool, int, int]:
    """Return the winner (True: declarers), levels gained and opponents' points. Raises LeagueRefused: BAD_NUMBER."""
    rise = parse_whole_number(typed.get("rise", ""), texts.say("leagues.form.rise"), MAX_RISE)
    points = parse_whole_number(typed.get("points", ""), texts.say("leagues.form.points_made"), MAX_POINTS)
    return typed.get("winner") == DECLARERS, rise, points


def _result_fields(deal: BookedDeal, texts: Texts) -> tuple[FormField, ...]:
    winner = DECLARERS if deal.declarers_hold else OPPONENTS
    winners = tuple((one, texts.say(f"managing.won.{one}")) for one in (DECLARERS, OPPONENTS))
    return (
        FormField("winner", texts.say("leagues.form.winner"), default=winner, choices=winners),
        FormField("rise", texts.say("leagues.form.rise"), default=str(deal.rise), max_length=2),
        FormField("points", texts.say("leagues.form.points_made"), default=str(deal.points), max_length=4),
    )


def _ruling_select(
    league: LeagueInfo, page: int, found: ResultPage, names: PlayerNames, texts: Texts, teams: TeamNames
) -> Select:
    options = []
    for deal in (one.deal for one in found.results):
        named, sides = teams.get(deal.id, {}), split_winners_and_losers(deal)
        won, lost = (texts.format_list(_side_names(side, names, texts, named)) for side in sides)
        label = texts.say("leagues.result_option", id=deal.id, won=won, lost=lost)
        options.append(select_option(str(deal.id), label))
    return labelled_select(LeagueControl(LeagueAction.RESULT, league.id, page), texts, "leagues.result_pick", options)


def _side_names(
    seats: tuple[BookedSeat, ...], names: PlayerNames, texts: Texts, teams: Mapping[int, str]
) -> tuple[str, ...]:
    team = next((teams[seat.seat] for seat in seats if seat.seat in teams), None)
    return tuple(_player_name(seat, names, texts) for seat in seats) if team is None else (team,)


def _player_name(seat: BookedSeat, names: PlayerNames, texts: Texts) -> str:
    return texts.say("leagues.computer") if seat.user is None else names[seat.user]


def _format_seat(seat: BookedSeat, names: PlayerNames, texts: Texts) -> str:
    role = texts.say(f"leagues.role.{seat.role}")
    outcome = texts.say("leagues.outcome.won" if seat.won else "leagues.outcome.lost")
    name = escape_name(_player_name(seat, names, texts))
    return texts.say("leagues.result_seat", name=name, role=role, outcome=outcome)


def _is_ruled(one: LeagueResult) -> bool:
    return one.ruling is not None and one.ruling.kind is not RulingKind.RESTORE


def _ruling_buttons(league: LeagueInfo, one: LeagueResult, texts: Texts) -> tuple[Button, ...]:
    possible = {RulingKind.VOID: not one.deal.void, RulingKind.CORRECT: True, RulingKind.RESTORE: _is_ruled(one)}
    buttons = [
        Button(
            RuleOnResult(league.id, one.deal.id, verdict),
            texts.say(f"leagues.button.{verdict}"),
            ButtonStyle.DANGER if verdict is RulingKind.VOID else ButtonStyle.SECONDARY,
        )
        for verdict, may in possible.items()
        if may
    ]
    back = Button(LeagueControl(LeagueAction.REPORT, league.id), texts.say("leagues.button.results"))
    return (*buttons, back)
