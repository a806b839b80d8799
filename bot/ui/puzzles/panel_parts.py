"""Builds the parts of messages that the puzzle and the deal of the day share, such as the question and its controls."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from bot.ids import UserId
from bot.play.values.table_info import Occupant
from bot.puzzles.puzzle_model import Judgement
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import explain_play
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.table_controls import ControlVerb, TableControlId
from bot.ui.core.memory.drafts import PickedCards, Place
from bot.ui.core.memory.people import Preferences
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards, parse_id
from bot.ui.core.messages.message import Block, Button, Buttons, Message, Select, Text
from bot.ui.core.services import Services
from bot.ui.hand.advice import list_ends
from bot.ui.hand.footer_view import join_footer
from bot.ui.hand.hand_cards import SeatNames, find_solo_names, hand_blocks
from bot.ui.hand.picking import PICKING
from bot.ui.hand.question import NO_TABLE, SeatQuestion
from bot.ui.hand.view import question_controls
from engine.deal.legal_actions import check_action
from engine.model.actions import Play
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.options import Teams
from engine.model.trump import EFFECTIVE_SUITS
from engine.model.view import Ask, TrickView, View
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.policies.beliefs import infer_beliefs

_KEPT_VERBS: Final = frozenset(
    {ControlVerb.BURY, ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY, ControlVerb.CLEAR, ControlVerb.UNPICK_LAST}
    | {ControlVerb.PICK, ControlVerb.PICK_SUIT, ControlVerb.PICK_ONE_MORE}
)
"""The controls of a hand panel with which a user buries or plays cards."""
Control = TypeVar("Control", Button, Select)
ToId = Callable[[str, str], ControlId]
"""A function that returns the id of a control. It is given the control's verb and argument on a hand panel."""
Blocks = tuple[Block, ...]
Plays = tuple[tuple[Card, ...], ...]
Seats = Sequence[Occupant | None]


class Asked(NamedTuple):
    """A question to a user, in the form that a table uses, with the players' names and the user's preferences."""

    question: SeatQuestion
    names: SeatNames
    prefers: Preferences


async def load_question(
    services: Services, view: View, user: UserId, at: Place | None, texts: Texts, listed: Plays = (), seats: Seats = ()
) -> Asked:
    """Return a question for a user. `at` is the key of the cards they have picked; the `listed` plays have buttons."""
    assert view.seat is not None
    prefers = await services.people.get_preferences(user)
    named = services.people.find_names(seats, texts) if seats else find_solo_names(services, view, user, texts)
    draft = PickedCards(0) if at is None else services.puzzle_drafts.get(user, at)
    question = SeatQuestion(
        *(NO_TABLE, view.seat, view, draft, texts, services.refusals.is_classic_anywhere(Surface.PANEL)),
        four_colour=not prefers.two_colour,
        confirm=prefers.confirm,
        offers_help=False,  # users have to find a play themselves
        listed=listed,
    )
    return Asked(question, await named, prefers)


async def question_view(
    services: Services, asked: Asked, words: str, notice: str, to_id: ToId, footer: Blocks = (), *, headed: bool = True
) -> Message:
    """Return a question with its cards and controls. `to_id` makes the ids. `hand_blocks` explains `headed`."""
    cards = await hand_blocks(services, *asked, headed=headed)
    told = (Text(notice),) if notice else ()
    controls = tuple(convert_controls(question_controls(asked.question), to_id))
    return Message((Text(words), *cards, *told, *join_footer(controls, footer)))


def pick(press: ControlPress[Any], question: SeatQuestion, place: Place) -> None:
    """Change the picked cards, stored under `place`, after a press. Ignore a press that does not fit the hand."""
    try:
        picked = PICKING[ControlVerb(press.id.verb)](question, press.id.argument, press.values)
    except (ValueError, IndexError):  # the control is forged, or belongs to an earlier question
        picked = question.draft.picked
    press.ctx.services.puzzle_drafts.put(press.ctx.user, place, picked)


async def take_press(press: ControlPress[Any], view: View, place: Place) -> tuple[Card, ...] | str:
    """Return the cards that a press plays. If it plays none, return a notice, which may be empty."""
    services, user, verb = press.ctx.services, press.ctx.user, press.id.verb
    asked = await load_question(services, view, user, place, press.texts)
    if verb in PICKING:
        pick(press, asked.question, place)
    if verb not in {ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY}:
        return ""
    try:
        cards = decode_cards(press.id.argument)
        check_action(view, Play(cards))
    except IllegalAction as refused:
        return press.texts.format_refusal(refused)
    except ValueError:  # the control is forged
        return ""
    if asked.prefers.confirm and verb == ControlVerb.PLAY:
        services.puzzle_drafts.put(user, place, tuple(map(str, cards)))
        return ""
    return cards


def convert_controls(blocks: tuple[Block, ...], to_id: ToId) -> Iterator[Block]:
    """Yield the blocks of a hand panel with only the controls to bury and to play. `to_id` makes their ids."""
    for block in blocks:
        if isinstance(block, Buttons):
            found = (_convert(one, to_id) for one in block.buttons if isinstance(one, Button))
            if buttons := tuple(filter(None, found)):
                yield Buttons(buttons)
        elif not isinstance(block, Select):
            yield block
        elif (changed := _convert(block, to_id)) is not None:
            yield changed


def _convert(one: Control, to_id: ToId) -> Control | None:
    known = parse_id(one.custom_id)
    if not isinstance(known, TableControlId) or known.verb not in _KEPT_VERBS:
        return None
    return replace(one, id=to_id(known.verb.value, known.argument))


def format_small_print(*facts: str) -> str:
    """Return the facts in one line of small text, without empty ones."""
    return f"-# {' · '.join(filter(None, facts))}"


def format_order(view: View, names: tuple[str, ...], texts: Texts) -> str:
    """Return who has played before the user and who plays after; with fixed teams, partners are marked."""
    assert view.seat is not None
    side = view.sides[view.seat]
    with_user = side is not None and view.rules.teams is Teams.FIXED
    others = [
        texts.say("puzzle.partner", name=names[seat]) if with_user and view.sides[seat] == side else names[seat]
        for seat in ((view.seat + turn) % view.rules.players for turn in range(1, view.rules.players))
    ]
    later = len(others) - len(view.trick.plays)
    parts = (("puzzle.order_before", others[later:]), ("puzzle.order", others[:later]))
    return " · ".join(texts.say(key, names=texts.say("list.separator").join(who)) for key, who in parts if who)


def list_facts(view: View, names: tuple[str, ...], texts: Texts, *, as_text: bool = False) -> Iterator[str]:
    """Yield the declarers and the order of play. During play, also yield the buried cards. `as_text` adds the score."""
    yield (texts.format_score_line if as_text else texts.format_declarers_line)(view, names)
    yield format_order(view, names, texts)
    if view.kitty and view.ask in {Ask.LEAD, Ask.FOLLOW}:
        yield texts.say("puzzle.kitty", cards=texts.format_cards(view.kitty, view.card_order))


def format_voids(view: View, names: tuple[str, ...], texts: Texts) -> str:
    """Return a text that names, for each suit, the players who are known to lack it and still hold cards."""
    beliefs = infer_beliefs(view)
    by_suit = {
        suit: [names[seat] for seat in beliefs.others if view.hand_sizes[seat] and beliefs.void[seat][index]]
        for index, suit in enumerate(EFFECTIVE_SUITS)
    }
    found = (
        texts.say("puzzle.void", suit=texts.format_suit_signs((suit,)), names=texts.format_list(players))
        for suit, players in by_suit.items()
        if players
    )
    return " · ".join(found)


def format_trick(view: View, number: int, trick: TrickView, names: tuple[str, ...], texts: Texts) -> str:
    """Return a complete trick in one line, the winning play in bold."""
    plays = []
    for play in trick.plays:
        key, cards = "puzzle.winning_play" if play.seat == trick.winner else "puzzle.play", play.cards
        plays.append(texts.say(key, name=names[play.seat], cards=texts.format_cards(cards, view.card_order)))
    shown = texts.say("list.separator").join(plays)
    return texts.say("puzzle.trick", number=number, plays=shown, points=trick.points)


def list_verdict_lines(
    view: View, judgement: Judgement, compared: Sequence[ComparedPlay], texts: Texts
) -> Iterator[str]:
    """Yield lines that judge the user's play and explain the best one, which comes first in `compared`."""
    order, best = view.card_order, compared[0]
    tried, better = texts.format_cards(judgement.cards, order), texts.format_cards(best.cards, order)
    own = [replace(best, cards=judgement.cards, points_behind=judgement.loss)]
    if sorted(judgement.cards) == sorted(best.cards):
        own = []
        yield texts.say("puzzle.right", cards=tried)
    elif judgement.is_right:
        yield texts.say("puzzle.as_good", cards=tried, best=better)
    else:
        yield texts.say("puzzle.wrong", cards=tried, points=round(judgement.loss), best=better)
    yield texts.say("puzzle.why", cards=better, why=explain_play(view, best.cards, texts))
    others = (one for one in compared[1:] if sorted(one.cards) != sorted(judgement.cards))
    yield from list_ends(view, (best, *own, *others), texts)
