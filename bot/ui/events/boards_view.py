"""Shows the results of a board, which is a deal that several tables play. They include trumps, kitties and scores."""

from dataclasses import dataclass, replace
from typing import Final

from bot.events.boards.board_standings import find_net_levels, score_board, score_two_tables
from bot.events.boards.deal_boards import get_board, list_revealed
from bot.events.matches import EventBoard, EventMatch, EventRound, Verdict
from bot.events.model import Event
from bot.events.pairing.ports import EventFormat
from bot.events.settings import BoardScoring
from bot.ids import EventMatchId
from bot.play.finished_deals.history import FinishedDeal
from bot.render.events.traveller_scene import TravellerLine, TravellerPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import name_select
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.events.control_ids import EventAction, EventControl
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import Names
from bot.ui.replay.handlers import load_history
from engine.model.actions import Bury

CAPTIONS: Final = ("trump", "kitty", "points", "levels", "score")


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board as it was played at one table. `names` has the players' escaped names by seat."""

    deal: FinishedDeal
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A table's line in the results of a board, with the scores of both sides as text."""

    match: EventMatch
    played: PlayedBoard | None  # None if it cannot be shown how the board was played
    scores: tuple[str, str]
    best: int | None  # the index of the side that scored more; None for a tie


async def board_view(services: Services, event: Event, number: int | None, texts: Texts) -> Message:
    """Return a board's results; None stands for the newest revealed board. Raises EventRefused as `get_board` does."""
    revealed = [board.number for _, board in list_revealed(event)]
    this, board = get_board(event, revealed[-1] if number is None else number)
    names = await get_entrant_names(services, event.competitors, texts)
    lines = await _load_lines(services, event, this, board, texts)
    title = f"## {escape_name(event.settings.name)} · {texts.say('events.board_title', board=board.number)}"
    blocks: list[Block] = [Text(f"{title}\n-# {_format_about(board, texts)}")]
    blocks.append(await picture_block(services, _picture(event, board, lines, names, texts), texts, "board.png"))
    blocks.append(join_lines([_text_line(one, names, texts) for one in lines]))
    facts = {"commitment": f"`{board.commitment}`", "secret": f"`{board.secret.hex()}`"}
    proof = texts.say("events.board_proof", **facts, cut=f"`{this.cut}`" if this.cut else "—")
    blocks.append(Text(f"-# {proof}"))
    return Message((*blocks, *_other_boards(event, revealed, texts)))


def _other_boards(event: Event, revealed: list[int], texts: Texts) -> tuple[Block, ...]:
    if len(revealed) < 2:  # noqa: PLR2004 - the board shown is the only one
        return ()
    newest = {one: texts.say("events.board_title", board=one) for one in revealed[-MAX_OPTIONS:]}
    return name_select(EventControl(EventAction.BOARD, event.id), texts, "events.which_board", newest)


async def _load_lines(
    services: Services, event: Event, this: EventRound, board: EventBoard, texts: Texts
) -> list[BoardLine]:
    found, is_team_match = [], event.settings.format is EventFormat.TEAM_MATCH
    for table in score_board(event, this, board):
        scores = _score_team(this, table.match) if is_team_match else table.scores
        first, second = (_format_score(event, score, texts) for score in scores)
        best = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        played = await _find_played(services, table.match.id, texts)
        found.append(BoardLine(table.match, played, (first, second), best))
    return found


def _score_team(this: EventRound, match: EventMatch) -> tuple[float, float]:
    """Return both sides' scores on a board, counted like IMPs in bridge. Unplayed and hidden boards score 0."""
    other_table = match.table + 1 if match.table % 2 else match.table - 1
    other = next(one for one in this.matches if one.board == match.board and one.table == other_table)
    units = float(score_two_tables(this, match, other) or 0)
    return units, -units


def _format_score(event: Event, score: float, texts: Texts) -> str:
    if event.settings.board_scoring is BoardScoring.MATCH_POINTS:
        return texts.say("events.percent", share=texts.format_number(round(100 * score, 1)))
    return _format_signed(round(score, 1), texts)


def _format_signed(number: float, texts: Texts) -> str:
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{texts.format_number(abs(number))}"


async def _find_played(services: Services, match: EventMatchId, texts: Texts) -> PlayedBoard | None:
    id_ = await services.registry.find_event_table(match)
    table = None if id_ is None else await services.registry.find_readable(id_)
    if table is None or table.facts.is_sealed:
        return None
    past = await load_history(services, table)
    if not past.deals:
        return None
    deal = past.deals[-1]
    return PlayedBoard(deal, escape_names(await services.people.find_names(deal.seats_at_end, texts)))


def _format_about(board: EventBoard, texts: Texts) -> str:
    return texts.say("events.board_about", level=board.level.text, seat=board.declarer + 1)


def _text_line(line: BoardLine, names: Names, texts: Texts) -> str:
    first, second = (texts.format_list(escape_name(names[one]) for one in side) for side in line.match.sides)
    facts = {"table": line.match.table, "first": first, "second": second, "scores": " : ".join(line.scores)}
    note = _format_note(line, texts)
    if note or line.played is None:
        return texts.say("events.board_line_unplayed", state=note, **facts)
    played, result = line.played, line.played.deal.final_view.result
    assert result is not None
    return texts.say(
        "events.board_line",
        trump=_format_declaration(played, texts),
        kitty=texts.say("events.buried", name=_find_burier(played), points=result.kitty_points),
        points=result.opponents_points,
        levels=_format_signed(find_net_levels(line.match) or 0.0, texts),
        **facts,
    )


def _format_note(line: BoardLine, texts: Texts) -> str:
    """Return a note that replaces the figures of a board, as after a forfeit. It is empty if the figures are shown."""
    result = line.match.result
    if result is None or result.verdict is Verdict.FORFEITED:
        return texts.say("events.not_played" if result is None else "events.forfeited")
    if result.verdict is Verdict.REPORTED or line.played is None:
        return texts.say("events.reported_levels", levels=_format_signed(find_net_levels(line.match) or 0.0, texts))
    return ""


def _format_declaration(played: PlayedBoard, texts: Texts) -> str:
    view = played.deal.final_view
    suit = view.trump.suit if view.trump is not None else None
    trump = texts.say("events.no_trump") if suit is None else texts.format_suit(suit)
    if not view.declarations:
        return f"{trump} ({texts.say('events.undeclared')})"
    last = view.declarations[-1]
    cards = texts.format_cards(last.cards)
    return f"{trump} ({texts.say('events.declared', name=played.names[last.seat], cards=cards)})"


def _find_burier(played: PlayedBoard) -> str:
    seats = [move.seat for move in played.deal.moves if isinstance(move.action, Bury)]
    return played.names[seats[-1]] if seats else "—"


def _picture(event: Event, board: EventBoard, lines: list[BoardLine], names: Names, texts: Texts) -> TravellerPicture:
    trump, kitty, points, levels, score = (texts.say(f"events.caption.{caption}") for caption in CAPTIONS)
    return TravellerPicture(
        f"{event.settings.name} · {texts.say('events.board_title', board=board.number)}",
        _format_about(board, texts),
        (trump, kitty, points, levels, score),
        tuple(_picture_line(one, names, texts) for one in lines),
        texts.say("picture.more", n="{n}"),
    )


def _picture_line(line: BoardLine, names: Names, texts: Texts) -> TravellerLine:
    first, second = (texts.format_list(names[one] for one in side) for side in line.match.sides)
    note = _format_note(line, texts)
    shown = TravellerLine(line.match.table, (first, second), line.scores, best=line.best, note=note)
    if note or line.played is None or line.played.deal.final_view.result is None:
        return shown
    view, result = line.played.deal.final_view, line.played.deal.final_view.result
    suit = view.trump.suit if view.trump is not None else None
    return replace(
        shown,
        trump=texts.say("events.no_trump") if suit is None else suit,
        kitty=str(result.kitty_points),
        points=str(result.opponents_points),
        levels=_format_signed(find_net_levels(line.match) or 0.0, texts),
    )
