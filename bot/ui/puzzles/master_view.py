"""Shows trick by trick how the computer player Master played a deal of the day, and compares the user's plays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.puzzles.daily_deals import DailyDeal, DailyPlay, find_comparison
from bot.puzzles.days import to_date
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.values.game_pictures import ResultPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import find_solo_names
from bot.ui.puzzles.control_ids import DailyControl, ShowDailyBoard, ShowMaster
from bot.ui.puzzles.panel_parts import format_trick
from bot.ui.replay.view import step_buttons
from engine.deal.game import spectator_view, view_for
from engine.deal.phases.states import Playing
from engine.model.actions import Action, Bury, Play
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import View
from engine.puzzles.solo_deal import SOLO_SEAT, SoloPosition, SoloScore


@dataclass(frozen=True, slots=True)
class MasterMoment:
    """A moment of Master's deal, after `step` tricks."""

    deal: DailyDeal
    own: DailyPlay
    """The user's own play of the same deal."""
    moments: Sequence[SoloPosition]
    """The moment before the first trick, and one moment after each trick."""
    step: int

    @property
    def position(self) -> SoloPosition:
        """The moment that is shown."""
        return self.moments[self.step]


def compare_with_master(score: SoloScore, master: SoloScore | None, texts: Texts) -> str:
    """Return a text that says whether a user did better than Master. `master` is None until Master has played."""
    if master is None:
        return texts.say("daily.master_plays")
    facts = {"score": format_score(score, texts), "master": format_score(master, texts)}
    return texts.say(f"daily.{find_comparison(score, master)}", **facts)


def format_score(score: SoloScore, texts: Texts) -> str:
    """Return a score as text: the levels gained and the points of the declarers' opponents."""
    levels = f"+{score.levels}" if score.levels > 0 else f"−{-score.levels}" if score.levels < 0 else "±0"
    return texts.say("daily.score", count=abs(score.levels), levels=levels, points=abs(score.points))


async def master_view(services: Services, moment: MasterMoment, texts: Texts) -> Message:
    """Return a moment of Master's deal, with its picture and the buttons to step."""
    view = spectator_view(moment.position.phase)
    others = await find_solo_names(services, moment.position.view, moment.own.user, texts)
    names = tuple(texts.say("daily.master_name") if at == SOLO_SEAT else name or "" for at, name in enumerate(others))
    lines = "\n".join(filter(None, _list_lines(moment, view, tuple(map(escape_name, names)), texts)))
    blocks = await _hands_blocks(services, moment, view, names, texts)
    return Message((Text(lines), *blocks, *_list_rows(moment, texts)))


def _list_lines(moment: MasterMoment, view: View, names: tuple[str, ...], texts: Texts) -> Iterator[str]:
    assert moment.deal.master is not None
    date = texts.format_long_date(to_date(moment.deal.day))
    yield f"### {texts.say('daily.master_heading', date=date)}"
    tricks = moment.position.view.tricks
    if tricks:
        yield format_trick(view, len(tricks), tricks[-1], names, texts)
        yield texts.format_failed_throw(replace(view, trick=tricks[-1]), names)
    else:
        yield texts.format_score_line(view, names)
        phase = moment.position.phase
        if isinstance(phase, Playing) and phase.kitty:
            cards = texts.format_cards(phase.kitty, view.card_order)
            yield texts.say("daily.buried", name=names[phase.burier], cards=cards)
    if moment.position.score is not None:
        yield texts.say("daily.master", score=format_score(moment.deal.master, texts))
    yield from list_comparison_lines(moment, view, texts)


def list_comparison_lines(moment: MasterMoment, view: View, texts: Texts) -> Iterator[str]:
    """Yield a line that compares the user's cards so far with Master's. The user must have finished the deal."""
    mine, masters = moment.own.actions, moment.deal.master_actions
    buried = sum(isinstance(action, Bury) for action in masters)
    now = buried + moment.step - 1  # the index of Master's last action at this moment
    if not 0 <= now < len(mine) or moment.own.score is None:
        return
    other = _find_first_difference(mine, masters)
    if other is None or other > now:
        yield texts.say("daily.same_so_far")
    elif other == now:
        key = "daily.other_buried" if other < buried else "daily.other_here"
        yield texts.say(key, cards=texts.format_cards(_cards_of(mine[now]), view.card_order))
    elif other < buried:
        yield texts.say("daily.other_kitty")
    else:
        yield texts.say("daily.other_before", number=other - buried + 1)


def _find_first_difference(mine: Sequence[Action], masters: Sequence[Action]) -> int | None:
    pairs = enumerate(zip(mine, masters, strict=False))
    return next((at for at, (one, other) in pairs if sorted(_cards_of(one)) != sorted(_cards_of(other))), None)


def _cards_of(action: Action) -> tuple[Card, ...]:
    assert isinstance(action, Play | Bury)
    return action.cards


async def _hands_blocks(
    services: Services, moment: MasterMoment, view: View, names: tuple[str, ...], texts: Texts
) -> tuple[Block, ...]:
    prefers = await services.people.get_preferences(moment.own.user)
    hands = tuple(view_for(moment.position.phase, Seat(seat)).hand for seat in range(view.rules.players))
    if prefers.text_hand:
        shown = (texts.format_cards(hand, view.card_order) for hand in hands)
        held = zip(map(escape_name, names), shown, strict=True)
        lines = [texts.say("puzzle.play", name=name, cards=cards) for name, cards in held]
        return (Text("\n".join(lines)),) if any(hands) else ()
    four_colour, labels = not prefers.two_colour, picture_labels(texts)
    if moment.position.score is not None:
        alt = texts.format_table_alt_text(view, names, is_last=True)
        picture: ResultPicture | ReplayPicture = ResultPicture(view, names, labels, four_colour, is_last=True)
    else:
        alt = texts.format_replay_alt_text(view, names, hands)
        picture = ReplayPicture(view, names, hands, labels, four_colour=four_colour)
    return await picture_blocks(services, picture, alt, "master.png")


def _list_rows(moment: MasterMoment, texts: Texts) -> tuple[Block, ...]:
    day, last = moment.deal.day, len(moment.moments) - 1
    buttons = tuple(step_buttons(moment.step, last, partial(ShowMaster, day), texts))
    if moment.own.score is None:
        back = labelled_button(ShowDailyBoard(day), texts, "daily.board")
    else:
        back = labelled_button(DailyControl(day, 0, ControlVerb.SHOW_HAND.value), texts, "daily.own")
    return (*button_rows(buttons), *button_rows((back,)))
