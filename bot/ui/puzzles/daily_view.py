"""Shows the deal of the day to its user. Cards and controls are as at a table. The result follows at the end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.ids import UserId
from bot.puzzles.daily_deals import DailyBoard, DailyDeal, DailyLine, DailyPlay
from bot.puzzles.days import to_date
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.drafts import Place
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.long_list import join_lines, page_buttons
from bot.ui.core.messages.message import Button, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import SeatNames, find_solo_names
from bot.ui.hand.result_panel import result_blocks
from bot.ui.puzzles import panel_parts
from bot.ui.puzzles.control_ids import DailyControl, OpenDaily, ShareDaily, ShowDailyBoard, ShowMaster
from bot.ui.puzzles.master_view import compare_with_master, format_score
from engine.deal.game import spectator_view
from engine.model.view import View
from engine.puzzles.solo_deal import SoloPosition


@dataclass(frozen=True, slots=True)
class Finish:
    """The outcome of a finished deal."""

    rank: int
    total: int
    days: int
    """The number of days in a row on which the user has finished the deal of the day."""
    next_at: float | None
    """When the next deal comes, in seconds since the epoch; None if the finished deal is not today's."""


def daily_draft_place(play: DailyPlay) -> Place:
    """Return the key under which the user's picked cards for the current question are stored."""
    return ("daily", play.guild, play.day, play.task)


async def daily_view(
    services: Services, deal: DailyDeal, play: DailyPlay, position: SoloPosition, texts: Texts, notice: str = ""
) -> Message:
    """Return an unfinished deal, as its user sees it."""
    view = position.view
    asked = await panel_parts.load_question(services, view, play.user, daily_draft_place(play), texts)
    lines = _list_heading_lines(deal, play, view, asked.names, texts, as_text=asked.prefers.text_hand)
    to_id = partial(DailyControl, play.day, play.task)
    return await panel_parts.question_view(services, asked, "\n".join(lines), notice, to_id)


async def daily_result_view(
    services: Services, deal: DailyDeal, play: DailyPlay, position: SoloPosition, texts: Texts, finish: Finish
) -> Message:
    """Return a deal's result for its user, compared with the computer player Master and with the server's users."""
    assert play.score is not None
    is_same = position.score == play.score  # another version of the program may have computed the saved score
    prefers = await services.people.get_preferences(play.user)
    names = await find_solo_names(services, position.view, play.user, texts)
    lines = [
        f"### {_format_heading(deal, texts)}",
        *([texts.format_my_points(position.view)] if is_same else []),
        compare_with_master(play.score, deal.master, texts),
        texts.say("daily.rank", rank=finish.rank, count=finish.total),
        texts.say("puzzle.days_in_row", count=finish.days),
        f"-# {texts.say('daily.board_about')}",
    ]
    shared = labelled_button(ShareDaily(deal.day), texts, "share.button")
    buttons = (_board_button(deal, texts), *_master_buttons(deal, texts), shared)
    if finish.next_at is None:
        buttons += (_today_button(texts),)
    else:
        lines.append(f"-# {texts.say('daily.next', when=f'<t:{round(finish.next_at)}:R>')}")
    view = spectator_view(position.phase)
    picture = await result_blocks(services, view, names, prefers, texts, is_last=True) if is_same else ()
    return Message((Text("\n".join(lines)), *picture, *button_rows(buttons)))


def daily_over_view(deal: DailyDeal, texts: Texts) -> Message:
    """Return a message which says that a deal can no longer be played, with buttons to other pages."""
    buttons = (_board_button(deal, texts), *_master_buttons(deal, texts), _today_button(texts))
    return Message((Text(texts.say("daily.over")), *button_rows(buttons)))


def _board_button(deal: DailyDeal, texts: Texts) -> Button:
    return labelled_button(ShowDailyBoard(deal.day), texts, "daily.board")


def _master_buttons(deal: DailyDeal, texts: Texts) -> tuple[Button, ...]:
    return (labelled_button(ShowMaster(deal.day), texts, "daily.how_master"),) if deal.master_actions else ()


def _today_button(texts: Texts) -> Button:
    return labelled_button(OpenDaily(), texts, "daily.today")


def daily_board_view(
    deal: DailyDeal, board: DailyBoard, page: int, names: dict[UserId, str], texts: Texts, *, has_result: bool
) -> Message:
    """Return a page of a day's leaderboard. Its button leads to the user's result or, without one, to other pages."""
    heading = f"### {texts.say('daily.board_heading', date=texts.format_long_date(to_date(deal.day)))}"
    master = [] if deal.master is None else [texts.say("daily.master", score=format_score(deal.master, texts))]
    lines = [_format_line(one, names, texts) for one in board.lines]
    turn = page_buttons(page, board.total, texts, lambda to, mark: ShowDailyBoard(deal.day, to, mark))
    about = Text(f"-# {texts.say('daily.board_about')}")
    own = labelled_button(DailyControl(deal.day, 0, ControlVerb.SHOW_HAND.value), texts, "daily.own")
    back = button_rows((own,) if has_result else (*_master_buttons(deal, texts), _today_button(texts)))
    return Message((join_lines((heading, *master, *lines)), about, *turn, *back))


def _format_line(line: DailyLine, names: dict[UserId, str], texts: Texts) -> str:
    name = escape_name(names[line.user])
    return texts.say("daily.board_line", rank=line.rank, name=name, score=format_score(line.score, texts))


def _format_heading(deal: DailyDeal, texts: Texts) -> str:
    return texts.say("daily.heading", date=texts.format_long_date(to_date(deal.day)))


def _list_heading_lines(
    deal: DailyDeal, play: DailyPlay, view: View, names: SeatNames, texts: Texts, *, as_text: bool
) -> Iterator[str]:
    escaped = escape_names(names)
    yield f"### {_format_heading(deal, texts)}"
    if not play.actions:
        yield f"-# {texts.say('daily.about')}"
    yield texts.format_prompt(view)
    facts = panel_parts.list_facts(view, escaped, texts, as_text=as_text)
    yield panel_parts.format_small_print(texts.format_preset(deal.preset), *facts)
    if as_text:  # the hand as text already lists the tricks
        return
    if view.tricks:
        last = view.tricks[-1]
        failed = texts.format_failed_throw(replace(view, trick=last), escaped)
        trick = panel_parts.format_trick(view, len(view.tricks), last, escaped, texts)
        yield panel_parts.format_small_print(trick, failed)
    yield from filter(None, (texts.format_failed_throw(view, escaped),))
