"""The player that picks any legal action: the bottom of every scale."""

import random
from itertools import islice
from typing import Final

from engine.deal.burying import check_bury
from engine.deal.legal_actions import legal_actions_of, legal_declarations
from engine.model.actions import Action, Bury, Declare, EndDeal, Pass, TakeBack
from engine.model.errors import IllegalAction
from engine.model.view import Ask, View

_CHOICES: Final = 200
"""Most actions that are listed; some questions have millions."""
_DECLARING: Final = 0.1
"""Chance to declare when asked."""


class RandomPlayer:
    """Plays at random, declares now and then, and never claims a redeal."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        match view.ask:
            case Ask.DECLARE:
                return _declare(view, rng)
            case Ask.CLAIM:
                return Pass()
            case Ask.BURY:
                return _bury(view, rng)
            case _:
                return _pick(view, rng)


def _declare(view: View, rng: random.Random) -> Action | None:
    found = legal_declarations(view)
    if found and rng.random() < _DECLARING:
        return Declare(rng.choice(found))
    return None if view.to_draw else Pass()


def _bury(view: View, rng: random.Random) -> Action:
    """Return any cards; where the rules refuse them, one of the first legal buries."""
    cards = tuple(rng.sample(view.hand, view.kitty_size))
    try:
        check_bury(view.hand, cards, view.kitty_size, view.rules)
    except IllegalAction:
        return _pick(view, rng)
    return Bury(cards)


def _pick(view: View, rng: random.Random) -> Action:
    found = islice(legal_actions_of(view), _CHOICES)
    return rng.choice([one for one in found if not isinstance(one, TakeBack | EndDeal)])
