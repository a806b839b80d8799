"""A table adds to the engine's state what it needs to ask players: tasks, declined offers, results and seen hands."""

from dataclasses import replace

import pytest
from game_walk import list_entries, people_at, walk

from bot.ids import UserId
from bot.play.table_rules.game_state import (
    WINDOW_ASKS,
    SeenHands,
    apply_action,
    create_game_state,
    has_new_offers,
    list_offers,
    list_sit_actions,
    rebuild_game_state,
)
from bot.play.values.table_info import Computer
from engine.deal.legal_actions import legal_actions_of
from engine.model.actions import ClaimRedeal, Deal, Declare, Draw, Pass, Play, Sit, TakeBack
from engine.model.events import DealEnded
from engine.model.presets import preset
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName

WALKS = [("standard", {"decks": "1"}), ("online", {"decks": "1"}), ("hidden-ten", {})]
walks = pytest.mark.parametrize(("name", "options"), WALKS)


def list_seats(facts):
    return [Seat(seat) for seat in range(facts.rules.players)]


def test_match_begins_without_questions():
    game = create_game_state(people_at(preset("standard")))
    assert (game.revision, game.tasks, game.window_revision, game.results) == (0, (0,) * 4, 0, ())
    assert (game.last_actions, game.seen.seats, game.seen.holders) == ((None,) * 4, ("",) * 4, frozenset())
    assert (game.phase_name, game.is_between_deals, game.is_decided) == (PhaseName.READY, True, False)
    assert {game.view(seat).ask for seat in map(Seat, range(4))} == {Ask.NOTHING}


@walks
def test_task_is_the_revision_at_which_its_question_changed(name, options):
    facts, steps = walk(name, **options)
    for step in steps:
        assert step.after.revision == step.before.revision + 1
        for seat in list_seats(facts):
            old, new = step.before.view(seat), step.after.view(seat)
            task, kept = step.after.tasks[seat], step.before.tasks[seat]
            assert task in {kept, step.after.revision}
            if isinstance(step.action, Deal) or old.ask is not new.ask:
                assert task == step.after.revision
            elif old.ask is Ask.NOTHING or isinstance(step.action, Pass | Sit):
                assert task == kept, "what others decline is no new question"
            elif old.ask in {Ask.LEAD, Ask.FOLLOW}:
                assert (task == kept) is (len(old.tricks) == len(new.tricks))
            elif old.ask is Ask.DECLARE:
                assert (task == kept) is (set(legal_actions_of(old)) == set(legal_actions_of(new)))


@walks
def test_last_actions_are_kept_until_next_deal(name, options):
    facts, steps = walk(name, **options)
    for step in steps:
        for seat in list_seats(facts):
            if isinstance(step.action, Deal):
                assert step.after.last_actions[seat] is None
            elif seat == step.seat:
                assert step.after.last_actions[seat] == (step.before.tasks[seat], step.action)
            else:
                assert step.after.last_actions[seat] == step.before.last_actions[seat]


@walks
def test_window_revision_changes_at_draws_declarations_and_new_phases(name, options):
    _, steps = walk(name, **options)
    for step in steps:
        opens = isinstance(step.action, Deal | Draw | Declare | TakeBack)
        if opens or step.after.view(None).phase is not step.before.view(None).phase:
            assert step.after.window_revision == step.after.revision
        else:
            assert step.after.window_revision == step.before.window_revision


@walks
def test_pass_declines_all_that_the_seat_could_do(name, options):
    facts, steps = walk(name, declares=False, packs=6, **options)
    declined = 0
    for step in steps:
        for seat in list_seats(facts):
            if isinstance(step.action, Deal):
                assert not step.after.declined[seat]
            elif isinstance(step.action, Pass) and seat == step.seat:
                declined += has_new_offers(step.before, seat)
                assert list_offers(step.before.view(seat)) <= step.after.declined[seat]
                assert step.before.declined[seat] <= step.after.declined[seat]
            else:
                assert step.after.declined[seat] == step.before.declined[seat]
    assert declined


def test_newcomer_has_declined_nothing():
    _, steps = walk(declares=False)
    game = next(step.after for step in steps if sum(map(bool, step.after.declined)) > 1)
    old, other, *_ = [Seat(seat) for seat in range(4) if game.declined[seat]]
    after, _ = apply_action(game, TABLE, Sit(old, "u:9"))
    assert (after.declined[old], after.declined[other]) == (frozenset(), game.declined[other])
    assert has_new_offers(after, old) is bool(list_offers(after.view(old)))


@walks
def test_seat_is_offered_its_legal_declarations_and_claims(name, options):
    facts, steps = walk(name, declares=False, **options)
    for step in steps:
        for seat in list_seats(facts):
            view, offers = step.after.view(seat), list_offers(step.after.view(seat))
            if view.ask in WINDOW_ASKS:
                actions = {one for one in legal_actions_of(view) if isinstance(one, Declare | ClaimRedeal)}
                assert {action for _, _, action in offers} == actions
                assert {ask for ask, _, _ in offers} <= {view.ask}
                assert has_new_offers(step.after, seat) is not (offers <= step.after.declined[seat])
            else:
                assert offers == frozenset()


@walks
def test_result_of_each_deal_is_added_in_order(name, options):
    _, steps = walk(name, **options)
    for step in steps:
        ended = [event.result for event in step.events if isinstance(event, DealEnded)]
        assert step.after.results == (*step.before.results, *ended)
        assert step.after.is_between_deals is (step.after.view(None).phase in {PhaseName.FINISHED, PhaseName.READY})
    assert len(steps[-1].after.results) == sum(isinstance(step.action, Deal) for step in steps) - sum(
        step.after.view(None).phase is PhaseName.READY and not isinstance(step.action, Sit) for step in steps
    )


@walks
def test_record_rebuilds_the_state_after_any_action(name, options):
    facts, steps = walk(name, **options)
    entries = list_entries(steps)
    dealt = [number for number, step in enumerate(steps) if isinstance(step.action, Deal)]
    for end in {0, *dealt, *(n + 1 for n in dealt), *range(5, len(steps), 40), len(steps)}:
        expected = steps[end - 1].after if end else create_game_state(facts)
        assert rebuild_game_state(facts, entries[:end]) == expected


@pytest.mark.parametrize(("alone", "tricks", "taken_back"), [(True, 1, {0}), (True, 0, {0}), (False, 1, set())])
def test_only_a_person_alone_takes_back_without_a_rule(alone, tricks, taken_back):
    """The rules allow no take-back. But a person who plays with computer players only may take back a play."""
    facts, steps = walk(decks="1")
    computers = tuple(Computer("expert", number) for number in (1, 2, 3))
    seated = replace(facts, seats=(facts.seats[0], *computers)) if alone else facts
    played = [step.after for step in steps if isinstance(step.action, Play) and step.seat == 0]
    assert {seat for seat in list_seats(facts) if played[tricks].goes_back(seated, seat)} == taken_back
    bidding = next(step.after for step in steps if isinstance(step.action, Draw))
    assert not any(bidding.goes_back(seated, seat) for seat in list_seats(facts)), "nothing was played"


def test_views_are_of_the_seat_or_of_spectators():
    _, steps = walk(decks="1")
    game = next(step.after for step in steps if isinstance(step.action, Play))
    assert [game.view(seat).seat for seat in (Seat(0), Seat(3), None)] == [0, 3, None]
    assert not game.view(None).hand


def test_users_have_seen_hands_of_seats_they_held():
    deal = Deal((), 0)
    seen = SeenHands(("u:1", "u:2", "c:expert:1")).after(deal)
    assert (seen.dealt, seen.seats_of(UserId(2))) == (("u:1", "u:2", "c:expert:1"), {1})
    later = seen.after(Sit(1, "u:3")).after(Draw(4)).after(Sit(2, "u:3")).after(Sit(0, "c:expert:2"))
    assert later.seats == ("c:expert:2", "u:3", "u:3")
    assert later.dealt == seen.dealt, "the deal counts for those who were dealt in"
    assert [later.seats_of(UserId(user)) for user in (1, 2, 3, 4)] == [{0}, {1}, {1, 2}, set()]
    again = later.after(deal)
    assert [again.seats_of(UserId(user)) for user in (1, 2, 3)] == [set(), set(), {1, 2}]
    assert again.dealt == later.seats


def test_seats_are_recorded_in_order_without_empty_ones():
    facts = people_at(preset("standard")).with_occupant(1, None)
    assert list_sit_actions(facts) == tuple((TABLE, Sit(seat, f"u:{101 + seat}")) for seat in (0, 2, 3))
