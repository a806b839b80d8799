"""The leaderboard of a server for one preset: its players by rating."""

from collections.abc import Sequence
from typing import Final

from bot.league.results.read_models import Leaderboard, LeaderboardEntry, RatingPool
from bot.render.values.league_pictures import StandingsLine, StandingsPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.custom_id_codec import SEPARATOR, ControlId
from bot.ui.core.messages.long_list import count_pages, join_lines, page_buttons
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import league_picture_labels, picture_block
from bot.ui.core.services import Services
from bot.ui.ratings.profile_view import NO_DEALS, PlayerNames, ShowLeaderboard, preset_select

MAX_SEARCH_LENGTH: Final = 30


class ChooseLeaderboard(ControlId, route="lg:boards"):
    """A select of presets for the leaderboard."""

    search: str


def clean_search(text: str) -> str:
    """Return the typed search in a form that fits into a control's id."""
    return " ".join(text.replace(SEPARATOR, " ").split())[:MAX_SEARCH_LENGTH]


async def leaderboard_view(
    services: Services,
    board: Leaderboard,
    pools: Sequence[RatingPool],
    page: int,
    search: str,
    names: PlayerNames,
    texts: Texts,
) -> Message:
    """Return a page of the leaderboard as a picture and as text, with controls for other pages and presets."""
    blocks: list[Block] = [Text(texts.say("leagues.board_nobody" if search else "leagues.board_none"))]
    if board.lines:
        picture = _build_picture(board, page, search, names, texts)
        lines = join_lines(_format_entry(line, names, texts) for line in board.lines)
        blocks = [await picture_block(services, picture, texts, "leaderboard.png"), lines]
    turn = page_buttons(page, board.total, texts, lambda to, mark: ShowLeaderboard(board.pool.preset, to, search, mark))
    note = (Text(f"-# {texts.say('leagues.being_worked_out')}"),) if board.pool.stale else ()
    presets = [one.preset for one in pools]
    others = preset_select(ChooseLeaderboard(search), presets, board.pool.preset, NO_DEALS, texts)
    return Message((*blocks, *note, *turn, *others))


def _build_picture(board: Leaderboard, page: int, search: str, names: PlayerNames, texts: Texts) -> StandingsPicture:
    title = texts.say("leagues.board_title", preset=texts.format_preset(board.pool.preset))
    subtitle = texts.say("leagues.page", page=page, pages=count_pages(board.total))
    if search:
        subtitle = texts.say("leagues.board_found", search=search, total=board.total)
    rows = (StandingsLine(one.rank or 0, names[one.user], 0, 0, rating=one.rating.displayed) for one in board.lines)
    return StandingsPicture(title, subtitle, tuple(rows), league_picture_labels(texts))


def _format_entry(line: LeaderboardEntry, names: PlayerNames, texts: Texts) -> str:
    facts = {"name": escape_name(names[line.user]), "rating": line.rating.displayed, "deals": line.rating.deals}
    if line.rank is None:
        return texts.say("leagues.board_provisional", **facts)
    return texts.say("leagues.board_line", rank=line.rank, **facts)
