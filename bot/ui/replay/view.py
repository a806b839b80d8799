"""Shows a finished deal step by step, with one hand or all hands, its result, and the proof of its shuffle."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from bot.ids import TableId, UserId
from bot.play.finished_deals.history import FinishedDeal, ReplayFrame, Seats, TableHistory
from bot.play.values.table_info import Person
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.painting.encode_gif import AnimationTooLarge
from bot.render.values.game_pictures import HandPicture, ResultPicture, TablePicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.review_control import review_button, share_button
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH, MAX_OPTIONS, format_label
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Picture, Select, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from engine.model.cards import format_cards
from engine.model.seats import Seat
from engine.model.view import PhaseName

MAX_PROOF_CARDS: Final = 12
"""How many cards of the shuffled pack the proof of a shuffle shows."""
MAX_EVENTS: Final = 2
_DEAL: Final = "deal "
"""The first part of the value of an option that opens another deal. The deal's number follows it."""


class ReplayAction(StrEnum):
    """What a control of a replay does."""

    OPEN = "open"
    DEAL = "deal"  # this and TRICK, GIF, PROOF, RECORD and REVIEW are choices in the menu
    MENU = "menu"
    REVIEW = "review"
    HANDS = "hands"  # opens or closes all hands
    GIF = "gif"
    PROOF = "proof"
    RECORD = "record"
    FIRST = "first"
    BACK = "back"
    ONWARD = "onward"
    TRICK = "trick"
    LAST = "last"


class ReplayControl(ControlId, route="film"):
    """Shows a moment of a deal, or the deal in another form."""

    table: TableId
    deal: int | None
    step: int
    action: ReplayAction
    all_hands: bool = False


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """All moments of a deal at a table, and the index of the one that is shown."""

    history: TableHistory
    deal: FinishedDeal
    moments: tuple[ReplayFrame, ...]
    index: int
    may_review: bool = False
    """Whether the reader played in this deal, and so may review it."""
    reader: UserId | None = None
    all_hands: bool = False
    """Whether the other hands are shown to a reader who had a seat."""

    @property
    def own_seat(self) -> Seat | None:
        """The reader's seat at this moment. None if they have no seat, or if the rules keep the hands hidden."""
        seats = (Seat(n) for n, one in enumerate(self.moment.seats) if one == Person(self.reader or UserId(0)))
        return None if self.deal.kitty_hidden else next(seats, None)

    @property
    def moment(self) -> ReplayFrame:
        """The moment that is shown."""
        return self.moments[self.index]

    @property
    def is_last(self) -> bool:
        """Whether no deal follows this one."""
        return self.history.is_last(self.deal)


async def replay_view(services: Services, scene: ReplayPosition, texts: Texts) -> Message:
    """Return a moment with its picture and the controls."""
    names = await _find_names(services, scene.moment.seats, texts)
    words = Text("\n".join(_format_lines(scene, tuple(map(escape_name, names)), texts)))
    picture = await _draw(services, scene, names, texts)
    return Message((words, *picture, *_controls(scene, texts), _menu(scene, texts)))


async def deal_result_view(
    services: Services, past: TableHistory, deal: FinishedDeal, texts: Texts, *, may_review: bool
) -> Message:
    """Return a deal's result with buttons to replay it, and for its players to review and share it."""
    result, table, number = deal.final_view.result, past.facts.id, deal.number
    buttons = [
        Button(ReplayControl(table, number, 0, ReplayAction.OPEN), texts.say("film.replay"), ButtonStyle.PRIMARY),
        Button(ReplayControl(table, number, 0, ReplayAction.GIF), texts.say("film.moving")),
        Button(ReplayControl(table, number, 0, ReplayAction.PROOF), texts.say("film.proof")),
    ]
    if may_review:
        buttons.append(review_button(table, deal.deal_number, texts))
    if may_review and result is not None and result.is_memorable:
        buttons.append(share_button(table, deal.deal_number, texts))
    return Message((*await result_blocks(services, past, deal, texts), *button_rows(tuple(buttons))))


async def result_blocks(
    services: Services, past: TableHistory, deal: FinishedDeal, texts: Texts, *, is_alone: bool = False
) -> tuple[Block, ...]:
    """Return a deal's result in words and as a picture. With `is_alone`, the picture names rules, table and deal."""
    names, view, is_last = await _find_names(services, deal.seats_at_end, texts), deal.final_view, past.is_last(deal)
    heading = texts.say("film.heading", table=past.facts.id, deal=deal.deal_number)
    caption = f"{texts.format_preset(past.facts.preset)} · {heading}" if is_alone else ""
    picture = ResultPicture(view, names, picture_labels(texts), is_last=is_last, caption=caption)
    alt = format_label(texts.format_table_alt_text(view, names, is_last=is_last), MAX_ALT_TEXT_LENGTH)
    shown = await picture_blocks(services, picture, alt, "result.png", table=past.facts.id)
    result = texts.format_outcome(view, tuple(map(escape_name, names)), is_last=is_last)
    return (Text(f"### {heading}\n{result}"), *shown)


async def animation_view(services: Services, scene: ReplayPosition, texts: Texts) -> Message:
    """Return a deal as an animation with a frame for each trick, or a text that says that it is too large."""
    frames = [one for one in scene.moments if _ends_trick(one)]
    names, labels = await _find_names(services, scene.deal.seats_at_end, texts), picture_labels(texts)
    then = [await _find_names(services, one.seats, texts) for one in frames]
    seen = zip(frames, then, strict=True)
    pictures = [TablePicture(one.view, who, labels, show_last_trick=True) for one, who in seen]
    heading = texts.say("film.heading", table=scene.history.facts.id, deal=scene.deal.deal_number)
    try:
        drawn = await services.renderer.render_animation(pictures)
    except AnimationTooLarge:
        return Message((Text(texts.say("film.too_large")),))
    alt = texts.format_animation_alt_text(scene.deal.final_view, names, is_last=scene.is_last)
    return Message((Text(f"### {heading}"), Picture(drawn.gif, alt, "deal.gif")))


def _ends_trick(one: ReplayFrame) -> bool:
    """Return whether a trick has just been won, or the deal has ended."""
    between = one.view.phase in {PhaseName.PLAYING, PhaseName.FINISHED} and not one.view.trick.plays
    return one.view.phase is PhaseName.FINISHED or (between and bool(one.tricks))


async def _find_names(services: Services, seats: Seats, texts: Texts) -> tuple[str, ...]:
    return tuple(name or "" for name in await services.people.find_names(seats, texts))


def _format_lines(scene: ReplayPosition, names: tuple[str, ...], texts: Texts) -> list[str]:
    moment, view = scene.moment, scene.moment.view
    heading = texts.say("film.heading", table=scene.history.facts.id, deal=scene.deal.deal_number)
    is_own = scene.own_seat is not None and not scene.all_hands
    key = "film.step_veiled" if scene.deal.kitty_hidden else "film.step_own" if is_own else "film.step"
    step = texts.say(key, step=scene.index + 1, steps=len(scene.moments))
    lines = [f"### {heading}", f"-# {step}"]
    if view.result is not None and view.phase is PhaseName.FINISHED:
        return [*lines, texts.format_outcome(view, names, is_last=scene.is_last)]
    events = [line for event in moment.events if (line := texts.format_event(event, names))]
    return [*lines, *(f"- {line}" for line in events[-MAX_EVENTS:])]


async def _draw(services: Services, scene: ReplayPosition, names: tuple[str, ...], texts: Texts) -> tuple[Block, ...]:
    moment, is_last = scene.moment, scene.is_last
    picture: ResultPicture | TablePicture | ReplayPicture | HandPicture
    if moment.view.phase is PhaseName.FINISHED:
        alt = texts.format_table_alt_text(moment.view, names, is_last=is_last)
        picture = ResultPicture(moment.view, names, picture_labels(texts), is_last=is_last)
    elif scene.deal.kitty_hidden:
        alt = texts.format_table_alt_text(moment.view, names)
        picture = TablePicture(moment.view, names, picture_labels(texts), show_last_trick=True)
    elif scene.own_seat is not None and not scene.all_hands:
        own = replace(moment.view, seat=scene.own_seat, hand=moment.hands[scene.own_seat])
        alt = texts.format_hand_alt_text(own, names)
        picture = HandPicture(own, labels=picture_labels(texts), show_numbers=False, names=names)
    else:
        alt = texts.format_replay_alt_text(moment.view, names, moment.hands)
        picture = ReplayPicture(moment.view, names, moment.hands, picture_labels(texts))
    table, deal = scene.history.facts.id, scene.deal.number
    return await picture_blocks(services, picture, alt, "replay.png", table=table, deal=deal)


def _controls(scene: ReplayPosition, texts: Texts) -> tuple[Block, ...]:
    buttons = list(step_buttons(scene.index, len(scene.moments) - 1, partial(_make_id, scene), texts))
    if scene.own_seat is not None:
        key = "film.own_hand" if scene.all_hands else "film.all_hands"
        toggled = replace(_make_id(scene, scene.index, "hands"), all_hands=not scene.all_hands)
        buttons.append(Button(toggled, texts.say(key)))
    return button_rows(tuple(buttons))


def step_buttons(at: int, last: int, to_id: Callable[[int, str], ControlId], texts: Texts) -> Iterator[Button]:
    """Yield the buttons that lead to other moments. `to_id` makes an id from a moment's index and the button's name."""
    for way, to in (("first", 0), ("back", at - 1), ("onward", at + 1), ("last", last)):
        there = 0 <= to <= last and to != at
        tone = ButtonStyle.PRIMARY if way == "onward" else ButtonStyle.SECONDARY
        yield Button(to_id(to if there else at, way), texts.say(f"film.{way}"), tone, disabled=not there)


def find_next_trick(moments: tuple[ReplayFrame, ...], at: int) -> int:
    """Return the index of the moment at which the next trick is won, or of the last moment."""
    return next((n for n, one in enumerate(moments) if n > at and _ends_trick(one)), len(moments) - 1)


def _make_id(scene: ReplayPosition, at: int, way: str) -> ReplayControl:
    return ReplayControl(scene.history.facts.id, scene.deal.number, at, ReplayAction(way), all_hands=scene.all_hands)


def _menu(scene: ReplayPosition, texts: Texts) -> Select:
    actions = ("trick", "gif", "proof", "record", *(("review",) if scene.may_review else ()))
    keys = {"gif": "film.moving", "review": "review.button"}
    looks = [select_option(action, texts.say(keys.get(action, f"film.{action}"))) for action in actions]
    others = [one for one in scene.history.deals if one is not scene.deal][len(looks) - MAX_OPTIONS :]
    options = (*looks, *(select_option(f"{_DEAL}{one.number}", _format_deal(one, texts)) for one in others))
    return Select(_make_id(scene, scene.index, "menu"), texts.say("film.menu"), options)


def parse_menu_choice(chosen: str) -> tuple[ReplayAction, int | None] | None:
    """Return the action chosen in the menu, and the number of a deal or None. Return None if the text is no choice."""
    if chosen.startswith(_DEAL):
        return ReplayAction.DEAL, parse_number(chosen.removeprefix(_DEAL))
    return (ReplayAction(chosen), None) if chosen in set(ReplayAction) else None


def _format_deal(deal: FinishedDeal, texts: Texts) -> str:
    result = deal.final_view.result
    assert result is not None
    return texts.say("film.deal", deal=deal.deal_number, points=result.opponents_points)


def shuffle_proof_view(past: TableHistory, deal: FinishedDeal, promised: str | None, texts: Texts) -> Message:
    """Return the proof of a shuffle. `promised` is the current or next deal's fingerprint, None after the match."""
    assert deal.proof is not None
    pack = deal.moves[0].action.order  # type: ignore[union-attr]  # a deal begins with its pack
    facts = {
        "fingerprint": deal.proof.commitment,
        "secret": deal.proof.secret.hex(),
        "cut": escape_name(deal.proof.cut) or "—",
        "cards": format_cards(pack[:MAX_PROOF_CARDS]),
    }
    lines = [
        f"### {texts.say('proof.heading', table=past.facts.id, deal=deal.deal_number)}",
        *((texts.say("proof.explained"),) if deal.is_fair else ()),
        texts.say("proof.holds" if deal.is_fair else "proof.broken"),
        texts.say("proof.facts", **facts),
    ]
    if promised is not None:
        lines.append(texts.say("proof.next", fingerprint=promised))
    lines.append(f"-# {texts.say('proof.how', table=past.facts.id)}")
    record = Button(ReplayControl(past.facts.id, deal.number, 0, ReplayAction.RECORD), texts.say("film.record"))
    return Message((Text("\n".join(lines)), *button_rows((record,))))
