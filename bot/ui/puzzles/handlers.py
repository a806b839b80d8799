"""Handles puzzles and the deal of the day. Shared posts name no cards or scores, because readers may still play."""

from collections.abc import Mapping
from typing import Final

from bot.play.computers.search_workers import SearchFailedError
from bot.puzzles.daily_deals import DailyDeal, DailyPlay, find_comparison
from bot.puzzles.days import Day, to_date
from bot.puzzles.puzzle_model import Puzzle
from bot.ui.core.formatting import format_users
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import ControlHandler, EditMessage, Response, Share, notice_message, show_page
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards, parse_number
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.hand.follow_view import without_required_cards
from bot.ui.hand.picking import PICKING
from bot.ui.puzzles import control_ids, pages
from bot.ui.puzzles.daily_view import daily_draft_place
from bot.ui.puzzles.panel_parts import load_question, pick, take_press
from bot.ui.puzzles.puzzle_view import draft_place, puzzle_view, result_view, tricks_view
from engine.model.actions import Action, Bury, Play
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.view import Ask, View

PuzzlePress = ControlPress[control_ids.PuzzleControl]
DailyPress = ControlPress[control_ids.DailyControl]


async def _handle_puzzle(press: PuzzlePress) -> Response:
    """Handle a control of a puzzle; one with a forged id changes nothing."""
    puzzle = await press.ctx.services.puzzles.find_puzzle(press.ctx.guild, press.id.day)
    if puzzle is None or (press.id.practice and press.ctx.services.puzzles.may_count(puzzle.day)):
        return notice_message(press.texts.say("puzzle.not_kept"))
    if not press.id.practice and await press.ctx.services.puzzles.store.find_answer(
        press.ctx.guild, puzzle.day, press.ctx.user
    ):
        # the user has given the answer that counts, so these controls are obsolete
        return EditMessage(await pages.show_puzzle(press.ctx, puzzle))
    if press.id.verb == control_ids.SHOW_TRICKS:
        shown = await tricks_view(press.ctx.services, puzzle, press.ctx.user, press.texts, practice=press.id.practice)
        return EditMessage(shown)
    played = await take_press(press, puzzle.view, draft_place(puzzle))
    if isinstance(played, str):
        return EditMessage(await _show(press, puzzle, played))
    return await _answer(press, puzzle, played)


async def _show(press: PuzzlePress, puzzle: Puzzle, notice: str = "") -> Message:
    ctx = press.ctx
    return await puzzle_view(ctx.services, puzzle, ctx.user, ctx.texts, practice=press.id.practice, notice=notice)


async def _answer(press: PuzzlePress, puzzle: Puzzle, cards: tuple[Card, ...]) -> Response:
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    try:
        judgement = await puzzles.judge(puzzle, cards)
    except SearchFailedError:
        return EditMessage(await _show(press, puzzle, press.texts.say("puzzle.busy")))
    ctx.services.puzzle_drafts.put(ctx.user, draft_place(puzzle), ())
    if not press.id.practice and puzzles.may_count(puzzle.day):
        return EditMessage(await pages.show_answer(ctx, puzzle, await puzzles.answer(puzzle, ctx.user, judgement)))
    notice = press.texts.say("puzzle.practised" if press.id.practice else "puzzle.too_late")
    return EditMessage(await result_view(ctx.services, puzzle, ctx.user, judgement, ctx.texts, (), notice))


async def _handle_practice(press: ControlPress[control_ids.ChoosePractice]) -> Response:
    """Show an earlier puzzle for practice, without its solution. Refuse this while answers to it still count."""
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    day = Day(parse_number(press.chosen))
    puzzle = None if puzzles.may_count(day) else await puzzles.find_puzzle(ctx.guild, day)
    if puzzle is None:
        return notice_message(press.texts.say("puzzle.not_kept"))
    return EditMessage(await puzzle_view(ctx.services, puzzle, ctx.user, ctx.texts, practice=True))


async def _handle_daily(press: DailyPress) -> Response:
    daily = press.ctx.services.daily_deals
    deal = await daily.find_deal(press.ctx.guild, press.id.day)
    if deal is None:
        return notice_message(press.texts.say("daily.not_kept"))
    play, position = await daily.load_play(deal, press.ctx.user)
    notice = ""
    if play.task == press.id.task and play.score is None and daily.may_play(deal.day):
        notice = await _answer_daily(press, deal, play, position.view)
    return EditMessage(await pages.show_daily(press.ctx, deal, notice))


async def _answer_daily(press: DailyPress, deal: DailyDeal, play: DailyPlay, view: View) -> str:
    """Pick cards, or save the user's action. Return why the action is refused, or an empty text if it is not."""
    services, user, place = press.ctx.services, press.ctx.user, daily_draft_place(play)
    asked = await load_question(services, view, user, place, press.texts)
    if press.id.verb in PICKING:
        pick(press, asked.question, place)
        return ""
    action = _read_action(press, view)
    if isinstance(action, Play) and asked.prefers.confirm and press.id.verb == ControlVerb.PLAY:
        picked = without_required_cards(asked.question, action.cards)
        services.puzzle_drafts.put(user, place, tuple(map(str, picked)))
        return ""
    if action is not None:
        try:
            await services.daily_deals.act(deal, user, press.id.task, action)
        except IllegalAction as refused:
            return press.texts.format_refusal(refused)
    return ""


def _read_action(press: DailyPress, view: View) -> Action | None:
    try:
        cards = decode_cards(press.id.argument)
    except ValueError:
        return None
    if press.id.verb in {ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY} and view.ask in {Ask.LEAD, Ask.FOLLOW}:
        return Play(cards)
    return Bury(cards) if press.id.verb == ControlVerb.BURY and view.ask is Ask.BURY else None


async def _share_puzzle(press: ControlPress[control_ids.SharePuzzle]) -> Response:
    ctx, puzzles = press.ctx, press.ctx.services.puzzles
    puzzle = await puzzles.find_puzzle(ctx.guild, press.id.day)
    if puzzle is None:
        return notice_message(press.texts.say("puzzle.not_kept"))
    answer = await puzzles.store.find_answer(ctx.guild, puzzle.day, ctx.user)
    if answer is None:
        return EditMessage(await pages.show_puzzle(ctx, puzzle))
    outcome = "puzzle_right" if answer.judgement.is_right else "puzzle_wrong"
    streaks = await puzzles.find_streaks(ctx.guild, ctx.user)
    return await _share(ctx, outcome, press.id.day, streaks.days, control_ids.OpenPuzzle())


async def _share_daily(press: ControlPress[control_ids.ShareDaily]) -> Response:
    ctx, daily = press.ctx, press.ctx.services.daily_deals
    deal = await daily.find_deal(ctx.guild, press.id.day)
    if deal is None:
        return notice_message(press.texts.say("daily.not_kept"))
    play = await daily.find_play(deal, ctx.user)
    if play.score is None:
        return EditMessage(await pages.show_daily(ctx, deal))
    outcome = "daily" if deal.master is None else f"daily_{find_comparison(play.score, deal.master)}"
    return await _share(ctx, outcome, deal.day, await daily.count_days(ctx.guild, ctx.user), control_ids.OpenDaily())


async def _share(
    ctx: Context, outcome: str, day: Day, days: int, opens: control_ids.OpenPuzzle | control_ids.OpenDaily
) -> Share:
    guild, channel = ctx.location
    texts = get_public_texts(ctx.services, ctx.interaction.client, guild, ctx.texts.tag)
    name = await format_users(ctx.services, [ctx.user], texts)
    kind = "puzzle" if isinstance(opens, control_ids.OpenPuzzle) else "daily"
    heading = texts.say(f"{kind}.heading", date=texts.format_long_date(to_date(day)))
    streak = [texts.say("puzzle.board_streak", count=days)] if days > 1 else []
    line = " · ".join((f"**{heading}**", texts.say(f"share.{outcome}", name=name), *streak))
    button = labelled_button(opens, texts, f"{kind}.today")
    return Share(Message((Text(line), *button_rows((button,)))), channel, f"{kind} {day} {ctx.user}")


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    control_ids.PuzzleControl: _handle_puzzle,
    control_ids.OpenPuzzle: lambda press: pages.open_today(press.ctx),
    control_ids.ChoosePractice: _handle_practice,
    control_ids.ShowPuzzleBoard: show_page(lambda press: pages.board_page(press.ctx, press.id.period, press.id.page)),
    control_ids.DailyControl: _handle_daily,
    control_ids.OpenDaily: lambda press: pages.open_daily(press.ctx),
    control_ids.ShowDailyBoard: show_page(lambda press: pages.daily_board_page(press.ctx, press.id.day, press.id.page)),
    control_ids.ShowMaster: lambda press: pages.show_master(press.ctx, press.id.day, press.id.step),
    control_ids.SharePuzzle: _share_puzzle,
    control_ids.ShareDaily: _share_daily,
}
