"""When a search plays a sampled deal to the end, seats know only those sides that they can know."""

import pytest
from computer_matches import play_match

from engine.deal.phases.sides import find_known_sides
from engine.deal.phases.states import Playing
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.playouts.playout_table import PublicSides, find_allies, list_called
from engine.players.sampling.sample_sides import join_by_playing

CARD = (2, 1 << 12)


def test_public_sides_leave_no_doubt_about_allies():
    sides = (True, False, True, False)
    assert find_allies(sides, sides) == ((1, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1))


def test_secret_friend_knows_the_declarer_and_others_guess():
    sides, public = (True, False, True, False, False), (True, None, None, None, None)
    allies = find_allies(sides, public)
    assert allies[0] == (1, 0.25, 0.25, 0.25, 0.25), "the declarer has one friend among four"
    assert allies[2][0] == 1, "the friend knows whom they help"
    assert allies[2][1] == 0, "and that nobody else was called"
    assert allies[1][0] == 0
    assert allies[1][2] == pytest.approx(2 / 3), "an opponent looks for the friend among three"


def test_last_called_card_reveals_all_sides():
    sides = (True, False, True, True, False)
    public = PublicSides((True, None, None, None, None), frozenset({CARD}))
    once = public.reveal(2, sides)
    assert once.sides == (True, None, True, None, None)
    assert once.called == {CARD}
    twice = once.reveal(3, sides)
    assert twice.sides == sides
    assert not twice.called


@pytest.mark.parametrize("name", ["finding-friends", "hidden-ten", "standard"])
def test_own_side_is_public_only_if_all_know_it(name):
    rules, secret, known, showing, before = preset(name), 0, 0, 0, None
    for view, action, phase in play_match(rules, [PLAYERS["expert"].choose] * rules.players, f"sides {name}", 2):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue
        layout = build_bit_layout(view.trump)
        public = PublicSides.of(view, layout)
        if isinstance(before, Playing):
            assert public.sides == find_known_sides(before, None)[0]
        if isinstance(phase, Playing) and set(action.cards) & list_called(view):
            after = PublicSides.of(join_by_playing(view, action.cards), layout, action.cards)
            assert after.sides == find_known_sides(phase, None)[0]
            showing += 1
        before = phase
        if name == "standard":
            assert None not in public.sides
        elif view.seat == view.declarer:
            assert public.sides[view.seat] is True
        secret += public.sides[view.seat] is None
        known += None not in public.sides
    assert known
    assert showing or name == "standard"
    assert bool(secret) == (name != "standard")
