"""The newest results of a league, one of them in full, and what its managers may rule on it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.league.deals import HIGHEST_RISE, LONGEST_REASON, DealFact, SeatFact, Verdict, people, winners_and_losers
from bot.league.ids import ResultId, UserId
from bot.league.leagues import LeagueFacts, Season
from bot.league.looks import Result, Results
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Tone, in_rows
from bot.ui.controls import control
from bot.ui.forms import Field, Form
from bot.ui.league.setup import whole
from bot.ui.league.showing import ROOM, in_words, moment, pages, paragraph
from bot.ui.limits import OPTION_TEXT, PROMPT
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

LISTED: Final = 10
"""Results on one page."""
MOST_POINTS: Final = 5000
DECLARERS: Final = "d"
OPPONENTS: Final = "o"
Names = Mapping[UserId, str]
Teams = Mapping[ResultId, Mapping[int, str]]
"""What the teams are called for which results count, by a seat of their side."""
NONE: Final[Teams] = MappingProxyType({})
Counted = Sequence[tuple[LeagueFacts, Season]]
"""Where a result counts."""


def report_body(
    league: LeagueFacts,
    page: int,
    found: Results,
    names: Names,
    texts: "Texts",
    teams: Teams = NONE,
    *,
    manager: bool,
) -> Body:
    """Return a page of results, newest first; for a manager with a list to rule from. `teams`: for whom they count."""
    lines = [f"## {texts.say('leagues.report_heading', league=plain(league.name))}"]
    lines += [result_line(one, names, texts, teams.get(one.deal.id, {})) for one in found.results]
    if not found.results:
        lines.append(texts.say("leagues.report_none"))
    turn = pages(page, found.total, texts, "report", league.id, lines=LISTED)
    return Body(
        (paragraph(lines), *_choice(league, page, found, names, texts, teams, manager), *turn, *_ways(league, texts))
    )


def people_of(found: Iterable[Result]) -> tuple[UserId, ...]:
    """Return everybody who sat in these deals."""
    return tuple(user for one in found for user in people(one.deal.seats))


def result_line(one: Result, names: Names, texts: "Texts", teams: Mapping[int, str]) -> str:
    """Return a result in one line, struck through where it counts for nothing. `teams`: by a seat of their side."""
    deal = one.deal
    won, lost = (in_words(_sided(side, names, texts, teams), texts) for side in winners_and_losers(deal))
    line = texts.say("leagues.result", id=deal.id, at=moment(deal.at), won=won, lost=lost)
    line = f"{line} · {texts.say('leagues.result_points', points=deal.points, rise=deal.rise)}"
    if not _is_ruled(one):
        return line
    key = "leagues.result_void" if deal.void else "leagues.result_corrected"
    return texts.say(key, line=line, reason=plain(one.reason))


def result_body(
    league: LeagueFacts, one: Result, names: Names, texts: "Texts", notice: str = "", counted: Counted = ()
) -> Body:
    """Return a result in full, with what a manager may do about it. `counted`: where it counts."""
    deal, name = one.deal, plain(league.name)
    lines = [f"## {texts.say('leagues.result_heading', id=deal.id, league=name)}", _where(deal, texts)]
    lines += [f"- {_seat(seat, names, texts)}" for seat in deal.seats]
    lines.append(f"- {cut(texts.say('leagues.result_points', points=deal.points, rise=deal.rise), OPTION_TEXT)}")
    if deal.match_over:
        won = in_words([_who(seat, names, texts) for seat in deal.seats if seat.match_won], texts)
        lines.append(f"- {texts.say('rulings.match_won', names=won)}")
    if _is_ruled(one):
        key = "leagues.result_voided" if deal.void else "leagues.result_ruled"
        lines.append(texts.say(key, reason=plain(one.reason)))
    lines += reach(counted, texts)
    return Body((paragraph(filter(None, (notice, *lines))), *in_rows(_verdicts(league, one, texts))))


def reach(counted: Counted, texts: "Texts") -> list[str]:
    """Return what a ruling about a result changes beyond the league that it is looked at in, and what was final."""
    told = []
    if len(counted) > 1:
        names = in_words([league.name for league, _ in counted], texts)
        told.append(texts.say("rulings.counts_in", names=names))
    for league, season in counted:
        if season.closed_at is not None:
            told.append(texts.say("rulings.season_over", number=season.number, league=plain(league.name)))
    return [f"-# {line}" for line in told]


def ruling_form(league: LeagueFacts, deal: DealFact, verdict: Verdict, texts: "Texts", counted: Counted = ()) -> Form:
    """Return the form in which a manager gives his reason, and what is right where he corrects."""
    over = [season.number for _, season in counted if season.closed_at is not None]
    hint = texts.say("rulings.season_over_hint", number=over[0]) if over else ""
    reason = Field("reason", texts.say("leagues.form.reason"), hint, longest=LONGEST_REASON, long=True)
    fields = (*_figures(deal, texts), reason) if verdict is Verdict.CORRECT else (reason,)
    return Form(
        control(ROOM, "rule", league.id, deal.id, verdict), texts.say(f"leagues.form.{verdict}", id=deal.id), fields
    )


def corrected(typed: Mapping[str, str], texts: "Texts") -> tuple[bool, int, int]:
    """Return what a manager wrote: whether the declarers hold, levels risen, the opponents' points.

    Raises:
        LeagueRefused: it cannot be read.
    """
    winner = typed.get("winner", "").strip().casefold()
    if winner[:1] not in {DECLARERS, OPPONENTS}:
        raise LeagueRefused(LeagueWhy.BAD_WINNER, given=winner[:20])
    rise = whole(typed.get("rise", ""), texts.say("leagues.form.rise"), 0, HIGHEST_RISE)
    points = whole(typed.get("points", ""), texts.say("leagues.form.points_made"), 0, MOST_POINTS)
    return winner[0] == DECLARERS, rise, points


def _figures(deal: DealFact, texts: "Texts") -> tuple[Field, ...]:
    winner = DECLARERS if deal.declarers_hold else OPPONENTS
    hint = texts.say("leagues.form.winner_hint")
    return (
        Field("winner", texts.say("leagues.form.winner"), hint, winner, longest=20),
        Field("rise", texts.say("leagues.form.rise"), given=str(deal.rise), longest=2),
        Field("points", texts.say("leagues.form.points_made"), given=str(deal.points), longest=4),
    )


def _choice(
    league: LeagueFacts,
    page: int,
    found: Results,
    names: Names,
    texts: "Texts",
    teams: Teams,
    manager: bool,  # noqa: FBT001 - passed on
) -> tuple[Block, ...]:
    if not manager or not found.results:
        return ()
    options = tuple(
        Option(str(one.deal.id), _option(one.deal, names, texts, teams.get(one.deal.id, {}))) for one in found.results
    )
    prompt = cut(texts.say("leagues.result_pick"), PROMPT)
    return (Select(control(ROOM, "result", league.id, page), prompt, options),)


def _option(deal: DealFact, names: Names, texts: "Texts", teams: Mapping[int, str]) -> str:
    won, lost = (texts.listed(_sided(side, names, texts, teams)) for side in winners_and_losers(deal))
    return cut(texts.say("leagues.result_option", id=deal.id, won=won, lost=lost), OPTION_TEXT)


def _sided(seats: tuple[SeatFact, ...], names: Names, texts: "Texts", teams: Mapping[int, str]) -> tuple[str, ...]:
    """Return what a side is called: by its team where the deal counts for one, else by its people."""
    team = next((teams[seat.seat] for seat in seats if seat.seat in teams), None)
    return _called(seats, names, texts) if team is None else (team,)


def _called(seats: tuple[SeatFact, ...], names: Names, texts: "Texts") -> tuple[str, ...]:
    return tuple(_who(seat, names, texts) for seat in seats)


def _who(seat: SeatFact, names: Names, texts: "Texts") -> str:
    return texts.say("leagues.computer") if seat.user is None else names[seat.user]


def _seat(seat: SeatFact, names: Names, texts: "Texts") -> str:
    role = texts.say(f"leagues.role.{seat.role}")
    outcome = texts.say("leagues.outcome.won" if seat.won else "leagues.outcome.lost")
    name = plain(_who(seat, names, texts))
    return texts.say("leagues.result_seat", name=name, role=role, outcome=outcome)


def _where(deal: DealFact, texts: "Texts") -> str:
    if deal.table is None:
        return texts.say("leagues.result_imported", at=moment(deal.at))
    return texts.say("leagues.result_table", table=deal.table, at=moment(deal.at))


def _is_ruled(one: Result) -> bool:
    """Tell whether a result counts otherwise than it was booked."""
    return one.ruling is not None and one.ruling.verdict is not Verdict.RESTORE


def _verdicts(league: LeagueFacts, one: Result, texts: "Texts") -> tuple[Button, ...]:
    possible = {Verdict.VOID: not one.deal.void, Verdict.CORRECT: True, Verdict.RESTORE: _is_ruled(one)}
    buttons = [
        Button(
            control(ROOM, "ask", league.id, one.deal.id, verdict),
            cut(texts.say(f"leagues.button.{verdict}")),
            Tone.GRAVE if verdict is Verdict.VOID else Tone.QUIET,
        )
        for verdict, may in possible.items()
        if may
    ]
    back = Button(control(ROOM, "report", league.id), cut(texts.say("leagues.button.results")))
    return (*buttons, back)


def _ways(league: LeagueFacts, texts: "Texts") -> tuple[Block, ...]:
    ways = ("audit", "table")
    return in_rows(
        tuple(Button(control(ROOM, way, league.id), cut(texts.say(f"leagues.button.{way}"))) for way in ways)
    )
