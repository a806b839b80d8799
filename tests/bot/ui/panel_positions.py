"""Plays random deals, and makes the hand panels of their positions."""

import random
from functools import cache
from itertools import cycle

from bot.ids import TableId
from bot.play.computers.search_or_rules import pick_legal_action
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.messages.message import Message, Text
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import question_controls
from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.deal.legal_actions import legal_declarations, legal_plays
from engine.model.actions import Deal, Declare, Draw, Play
from engine.model.presets import preset
from engine.model.seats import TABLE
from engine.model.view import Ask, PhaseName
from engine.players.levels import choose

CATALOGUE = Catalogue.load()
LOCALES = cycle(TAGS)
_RECOMMENDED = {}


def positions(rules, rng):
    """Play a deal at random. Yield a view each time that a seat is asked something."""
    yield from (view_for(phase, seat) for phase, seat in phases(rules, rng))


@cache
def preset_positions(name):
    """Return the views of one random deal, as `positions` yields them. All tests share the result."""
    return tuple(positions(preset(name), random.Random(f"positions {name}")))


def phases(rules, rng):
    """Play a deal at random. Yield (phase, seat) each time that a seat is asked something."""
    phase = start(rules)
    while True:
        view = spectator_view(phase)
        if view.phase is PhaseName.FINISHED:
            return
        if view.phase is PhaseName.READY:
            cards = list(full_pack(rules))
            rng.shuffle(cards)
            phase = apply(phase, TABLE, Deal(tuple(cards), 0)).phase
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            phase = apply(phase, TABLE, Draw(min(view.to_draw, 30))).phase
        else:
            seat = rng.choice(to_act(phase))
            yield phase, seat
            phase = apply(phase, seat, choice(view_for(phase, seat), rng)).phase


def choice(view, rng):
    if view.ask in {Ask.LEAD, Ask.FOLLOW}:
        return Play(rng.choice(list(legal_plays(view, 20))))
    if view.ask is Ask.DECLARE and not view.declarations and (offers := legal_declarations(view)):
        return Declare(rng.choice(offers))
    return pick_legal_action(view)


def recommend(view):
    """Return the action of an expert computer player. It is computed only once for each view."""
    known = _RECOMMENDED.get(id(view))
    if known is None or known[0] is not view:
        known = _RECOMMENDED[id(view)] = view, choose("expert", view, random.Random(0))
    return known[1]


def asked(view, draft=(), *, dense=False):
    return SeatQuestion(
        TableId(123_456),
        view.seat,
        view,
        PickedCards(4321, tuple(map(str, draft)), 7),
        CATALOGUE.texts_for(next(LOCALES)),
        dense,
        recommended=recommend(view) if view.ask in {Ask.LEAD, Ask.FOLLOW, Ask.CALL} else None,
    )


def body(one):
    return Message((Text("x"), *question_controls(one)))
