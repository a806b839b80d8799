"""Searched buries and calls at tables where sides are found in the deal."""

import random

import pytest
from computer_matches import permute_unseen_cards, play_match

from engine.deal.game import view_for
from engine.deal.legal_actions import check_action
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players import PLAYERS, needs_search
from engine.players.player import Style
from engine.players.rule_player import RulePlayer
from engine.players.search_effort import SearchEffort
from engine.players.search_player import SearchPlayer
from tests.everyday import spread

LITTLE = SearchEffort((2, 1), max_candidates=4, min_standard_errors=0.0)
SEARCHER = SearchPlayer(RulePlayer(Style()), LITTLE, bury_effort=LITTLE)
PRESETS = spread(2, ["finding-friends", "looking-for-friends", "hidden-ten", "hidden-ten-six"])


def positions(name, deals):
    """Return views of declarers who bury or call, and the phases before."""
    rules, before, found = preset(name), None, []
    for view, _, phase in play_match(rules, [PLAYERS["club"].choose] * rules.players, f"call {name}", deals):
        if view.ask in {Ask.BURY, Ask.CALL} and view.seat == view.declarer:
            found.append((view, before))
        before = phase
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_buries_and_calls_are_searched_and_legal(name):
    found = positions(name, 3 if "friends" in name else 8)
    asked, others = {view.ask for view, _ in found}, 0
    assert asked == ({Ask.BURY, Ask.CALL} if "friends" in name else {Ask.BURY})
    for view, _ in found:
        assert SEARCHER.would_search(view)
        assert needs_search("master", view)
        action = SEARCHER.choose(view, random.Random(1))
        check_action(view, action)
        assert action == SEARCHER.choose(view, random.Random(1)), "the same chances, the same answer"
        others += action != RulePlayer(Style()).choose(view, random.Random(1))
    assert others, "some answers come from the play-outs"


@pytest.mark.parametrize("name", PRESETS)
def test_they_do_not_depend_on_hidden_cards(name):
    for view, before in positions(name, 2):
        changed = permute_unseen_cards(before, view.seat, random.Random(3))
        assert changed.hands != before.hands
        assert view_for(changed, view.seat) == view
        assert SEARCHER.choose(view_for(changed, view.seat), random.Random(2)) == SEARCHER.choose(
            view, random.Random(2)
        )


def test_without_an_effort_friends_are_called_by_rules():
    player = SearchPlayer(RulePlayer(Style()), LITTLE)
    for view, _ in positions("finding-friends", 1):
        assert not player.would_search(view)
        assert player.choose(view, random.Random(1)) == RulePlayer(Style()).choose(view, random.Random(1))
