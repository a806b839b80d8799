"""One person plays a deal with computer players, under each preset with fixed teams. Equal plays give equal deals."""

import hashlib
import random

import pytest

from engine.deal.fair_shuffle import make_fair_deal
from engine.io.record import format_record, parse_record
from engine.model.actions import Play
from engine.model.errors import IllegalAction
from engine.model.options import Level
from engine.model.presets import OFFERED_PRESETS, PRESETS, preset, preset_with
from engine.model.view import PhaseName
from engine.players.levels import choose
from engine.puzzles.solo_deal import OWN_QUESTIONS, SOLO_SEAT, can_be_solo, make_solo_deal, play_solo_deal
from tests.everyday import spread

SMALL = PRESETS["forty-points"]


def play_to_end(record, seed, chance=1):
    """Play a deal to its end. Return the actions, the views and the last position.

    If `chance` is 1, an expert plays. Any other value is the seed of a casual player.
    """
    actions, views, rng = [], [], random.Random(chance)
    position = play_solo_deal(record, seed, actions)
    while position.score is None:
        views.append(position.view)
        actions.append(choose("expert" if chance == 1 else "casual", position.view, rng))
        position = play_solo_deal(record, seed, actions)
    return actions, views, position


@pytest.mark.parametrize("name", spread(2, [name for name in OFFERED_PRESETS if can_be_solo(preset(name))]))
def test_deal_is_played_to_its_end(name):
    record = make_solo_deal(preset(name), "one")
    actions, views, position = play_to_end(record, "one")
    assert {view.ask for view in views} <= OWN_QUESTIONS
    assert all(view.seat == SOLO_SEAT for view in views)
    assert len(actions) >= 5
    result = position.phase.result
    won = (SOLO_SEAT in result.declarers) == result.declarers_hold
    assert position.score.levels == (result.rise if won else -result.rise)
    assert abs(position.score.points) == result.opponents_points
    assert (position.score.points < 0) <= (SOLO_SEAT in result.declarers)


def test_deal_without_declaration_is_dealt_again():
    """Nobody declares with the first shuffle of this seed. Under these rules, the deal is then dealt again."""
    rules = preset("online")
    record = make_solo_deal(rules, "s7")
    assert record.moves[0].action != make_fair_deal(rules, hashlib.sha256(b"s7 deal 0").digest())
    assert play_solo_deal(record, "s7", ()).view.ask in OWN_QUESTIONS


def test_equal_plays_give_equal_deals():
    record = make_solo_deal(SMALL, "seed")
    first, again = play_to_end(record, "seed"), play_to_end(parse_record(format_record(record)), "seed")
    assert first == again
    assert make_solo_deal(SMALL, "seed") == record
    assert make_solo_deal(SMALL, "other") != record


@pytest.mark.long
def test_other_plays_may_change_the_score_but_not_the_first_question():
    """Everybody gets the same first question, but other plays may lead to another score."""
    record = make_solo_deal(SMALL, "seed")
    ends = set()
    for chance in range(1, 8):
        _, views, position = play_to_end(record, "seed", chance)
        assert views[0] == play_solo_deal(record, "seed", ()).view
        ends.add(position.score)
    assert len(ends) > 1


def test_person_is_first_asked_once_trumps_are_made():
    for number in range(10):
        view = play_solo_deal(make_solo_deal(SMALL, str(number)), str(number), ()).view
        assert view.phase in {PhaseName.BURYING, PhaseName.PLAYING}
        assert view.trump is not None
        assert view.declarer is not None


def test_illegal_action_is_refused():
    record = make_solo_deal(SMALL, "seed")
    view = play_solo_deal(record, "seed", ()).view
    foreign = next(card for card in range(54) if card not in view.hand)
    with pytest.raises(IllegalAction):
        play_solo_deal(record, "seed", (Play((foreign,)),))


@pytest.mark.parametrize("name", ["hidden-ten", "finding-friends", "looking-for-friends"])
def test_deals_without_fixed_sides_cannot_be_played_alone(name):
    assert not can_be_solo(preset(name))


@pytest.mark.parametrize("name", ["standard", "forty-points"])
def test_no_deal_is_played_at_the_last_level(name):
    levels = {make_solo_deal(PRESETS[name], f"{name} {number}").levels[0] for number in range(30)}
    assert len(levels) > 5
    assert PRESETS[name].final_level not in levels


def test_deal_is_made_even_if_every_level_is_the_last():
    record = make_solo_deal(preset_with("standard", low_cut="A"), "one")
    assert record.levels == (Level.ACE,) * 4
    assert play_to_end(record, "one")[2].score is not None
