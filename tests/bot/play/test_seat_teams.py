"""Team-mates sit on one side of a table, and nobody moves without need."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import ChannelId, GuildId, LeagueId, TableId, UserId
from bot.play.refusals import TableRefused
from bot.play.table_rules import table_changes
from bot.play.table_rules.choose_seats import seat_team_mates
from bot.play.values.table_info import Computer, Person, TableInfo, TableStatus
from engine.model.options import Teams
from engine.model.presets import preset
from engine.model.seats import Seat

ANN, BEN, CAT, DAN, EVE, FAY = (UserId(n) for n in range(11, 17))
PAIR, OTHERS = frozenset({ANN, BEN}), frozenset({CAT, DAN})
COMPUTER = Computer("expert", 1)


def table(*seats, rules=None):
    rules = rules or preset("standard", len(seats))
    occupants = tuple(Person(one) if isinstance(one, int) else one for one in seats)
    return TableInfo(
        TableId(1), GuildId(2), ChannelId(3), ANN, "standard", rules, occupants, TableStatus.LOBBY, opened_at=0.0
    )


def users(facts):
    return tuple(getattr(one, "user", one) for one in facts.seats)


@pytest.mark.parametrize(
    ("seats", "groups", "expected"),
    [
        ((ANN, BEN, CAT, DAN), (PAIR, OTHERS), (ANN, CAT, BEN, DAN)),
        ((ANN, CAT, BEN, DAN), (PAIR, OTHERS), (ANN, CAT, BEN, DAN)),  # nobody moves without need
        ((ANN, CAT, EVE, BEN), (PAIR,), (ANN, CAT, BEN, EVE)),
        ((ANN, BEN, None, COMPUTER), (PAIR,), (ANN, None, BEN, COMPUTER)),
        ((ANN, BEN, CAT, DAN), (), (ANN, BEN, CAT, DAN)),
        ((ANN, EVE, CAT, DAN), (PAIR,), (ANN, EVE, CAT, DAN)),
    ],
)
def test_team_mates_sit_on_one_side(seats, groups, expected):
    assert users(seat_team_mates(table(*seats), groups)) == expected


def test_tables_without_fixed_teams_keep_their_seats():
    rules = replace(preset("standard"), teams=Teams.FRIENDS)
    facts = table(ANN, BEN, CAT, DAN, rules=rules)
    assert seat_team_mates(facts, (PAIR,)) is facts


@given(st.permutations([ANN, BEN, CAT, DAN, EVE, FAY]), st.sampled_from([(ANN, BEN, CAT), (BEN, EVE, FAY)]))
def test_a_team_of_three_always_finds_its_side(order, team):
    seated = users(seat_team_mates(table(*order), (frozenset(team),)))
    assert sorted(seated) == sorted(order)
    assert any(set(team) <= set(seated[side::2]) for side in range(2))


def test_team_mates_are_partners_in_any_joining_order():
    for order in permutations((BEN, CAT, DAN)):
        facts = table(ANN, None, None, None)
        for user in order:
            facts = table_changes.join(facts, user, teams=(PAIR, OTHERS))
        assert facts.rules.are_partners(users(facts).index(ANN), users(facts).index(BEN)), order


def test_joining_user_keeps_the_chosen_seat():
    facts = table_changes.join(table(ANN, None, None, None), BEN, Seat(1), (PAIR,))
    assert users(facts) == (ANN, BEN, None, None)
    full = table_changes.join(table(ANN, CAT, COMPUTER, Computer("expert", 2)), BEN, teams=(PAIR,))
    # The last computer player gives up the seat. Then seats are swapped, so that the pair sits together.
    assert users(full) == (ANN, CAT, BEN, COMPUTER)


def test_the_host_sets_what_deals_count_for():
    facts = table(ANN, BEN, CAT, DAN)
    with pytest.raises(TableRefused, match="not_host"):
        table_changes.set_purpose(facts, BEN, LeagueId(7), friendly=False)
    league = table_changes.set_purpose(facts, ANN, LeagueId(7), friendly=True, teams=(PAIR,))
    assert (league.league, league.is_friendly, users(league)) == (7, False, (ANN, CAT, BEN, DAN))
    friendly = table_changes.set_purpose(league, ANN, None, friendly=True)
    assert (friendly.league, friendly.is_friendly) == (None, True)
