"""If a seat has only one legal play, this play is forced. In all other cases no play is forced."""

from collections import Counter
from itertools import chain

import pytest
from random_play import play_randomly

from engine.deal.game import view_for
from engine.deal.legal_actions import forced_play, legal_plays
from engine.deal.phases.states import Playing
from engine.model.presets import PRESETS
from engine.model.view import Ask


@pytest.mark.parametrize("name", ["standard", "hidden-ten", "pagat-three-decks"])
def test_only_legal_play_is_forced(name):
    seen = Counter()
    for phase, _, _ in chain.from_iterable(play_randomly(PRESETS[name], seed, deals=1) for seed in range(3)):
        if isinstance(phase, Playing):
            view = view_for(phase, phase.turn)
            plays = tuple(legal_plays(view, 2))
            assert forced_play(view) == (plays[0] if len(plays) == 1 else None)
            seen[view.ask, len(plays)] += 1
            waiting = view_for(phase, (phase.turn + 1) % phase.rules.players)
            assert forced_play(waiting) is None
    assert {(Ask.LEAD, 1), (Ask.LEAD, 2), (Ask.FOLLOW, 1), (Ask.FOLLOW, 2)} <= set(seen)
