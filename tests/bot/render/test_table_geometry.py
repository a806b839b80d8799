"""Tables of all sizes: seats in play order, every play to be read, nothing over anything else."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from bot.render import HandPicture, LobbyPicture, ResultPicture, TablePicture, hand, lobby, result, table
from bot.render.scaled import scaled
from bot.render.scene import BackItem, Badge, Box, CardItem, Fill, Mark, Pill, TileItem
from bot.render.seats import ring
from engine.actions import FriendCall
from engine.cards import Suit, cards_text, parse_card, parse_cards
from engine.events import Declaration
from engine.game import spectator_view, view_for
from engine.presets import PRESETS
from engine.record import Replay, read
from engine.rules import Direction, Level, Teams
from engine.seats import Seat
from engine.view import Ask, CalledFriend, PhaseName
from tests.bot.render.reading import faults
from tests.bot.render.scenes import NAMES, dealt, play, rules_for, trick, view_of
from tests.bot.render.scenes import result as deal_result

SIZES = range(4, 13)
RECORDS = sorted(path for path in (Path(__file__).parents[2] / "golden").glob("*.record") if path.stem in PRESETS)
"""Two deals by each set of rules."""
MATCHES = sorted((Path(__file__).parents[2] / "golden").glob("*-match.record"))
LONG = ("W" * 40, "مرحبا بالعالم " * 3, "🐯" * 40, "庄家" * 20)


def picture_of(players: int, **facts: object) -> TablePicture:
    return TablePicture(view_of(rules_for(players), **facts), NAMES[:players])


def tables_in(scene) -> Counter:
    return Counter(item.card for item in scene.cards)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("nearest", [0, 2])
def test_places_follow_play_order_and_keep_apart(players, nearest):
    found = ring(players, Direction.ANTICLOCKWISE, Seat(nearest))
    assert [place.seat for place in found.places] == [(nearest + i) % players for i in range(players)]
    boxes = [box for place in found.places for box in (place.plate, place.area)] + [found.middle]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert all(Box(0, 0, 1100, found.height).holds(box) for box in boxes)


@pytest.mark.parametrize("players", SIZES)
def test_anticlockwise_the_next_seat_is_to_the_right_and_clockwise_the_mirror_image(players):
    turned = {}
    for direction in Direction:
        places = ring(players, direction).places
        # the area swept going round the seats is positive one way and negative the other
        points = [(p.plate.x + p.plate.w / 2, p.plate.y) for p in places]
        turned[direction] = sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True))
    assert turned[Direction.ANTICLOCKWISE] < 0 < turned[Direction.CLOCKWISE]


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("cards", ["HK", "HK HK", "HK HK HQ HQ", "HK HK HQ HQ HJ HJ H10 H10", "H10 " * 16])
def test_every_card_of_a_trick_can_be_read(players, cards):
    plays = tuple(play(seat, cards) for seat in range(players - 1))
    scene = table.layout(picture_of(players, trick=trick(plays, 2, 40), to_act=(Seat(players - 1),)))
    assert tables_in(scene) == Counter(parse_cards(cards) * (players - 1))
    assert faults(scene) == []


@pytest.mark.parametrize("players", SIZES)
def test_the_winning_play_and_no_other_is_ringed(players):
    plays = tuple(play(seat, "HK HK") for seat in range(players))
    found = ring(players, Direction.ANTICLOCKWISE)
    scene = table.layout(picture_of(players, trick=trick(plays, 3, 40), to_act=()))
    area = next(place.area for place in found.places if place.seat == 3)
    share = scene.width / 1100
    for item in scene.cards:
        assert (item.mark is Mark.WINNING) == area.holds(Box(round(item.x / share), round(item.y / share), 1, 1))


def test_a_scene_at_another_size_has_the_same_proportions_and_no_gaps():
    picture = picture_of(12, trick=trick(tuple(play(seat, "HK HK HQ HQ") for seat in range(12)), 3, 40), to_act=())
    scene = table.layout(picture)
    assert (scene.width, scene.height) == (990, round(ring(12, Direction.ANTICLOCKWISE).height * 0.9))
    for one, after in pairwise(scene.cards):
        assert one.shown is None or one.x + one.shown == after.x
    halved, whole = scaled(scene, 0.5), scaled(scene, 1)
    assert whole == scene
    assert faults(halved) == []
    assert {type(item) for item in halved.items} == {type(item) for item in scene.items}


@pytest.mark.parametrize("cards", ["HA HK HK", "HA HA HK HQ HQ HJ H9", "HA HA HK HQ HQ HJ H9 H8 H7 H5 H4 H3"])
def test_a_failed_throw_shows_what_was_taken_back_dimmed_under_a_note(cards):
    view = view_of(trick=trick((play(0, "HK", cards), play(1, "HA")), 1, 10), to_act=(Seat(2),))
    picture = TablePicture(view, NAMES[:4])
    scene = table.layout(picture)
    assert Counter(item.card for item in scene.cards if item.mark is Mark.DIM) == Counter(
        parse_cards(cards)[:]
    ) - Counter(parse_cards("HK"))
    notes = [item for item in scene.items if isinstance(item, Pill)]
    assert any(picture.labels.throw_failed in str(note.parts) for note in notes)
    assert faults(scene) == []


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("teams", Teams)
@pytest.mark.parametrize("phase", [p for p in PhaseName if p is not PhaseName.FINISHED])
def test_every_phase_fits_at_every_size(players, teams, phase):
    rules = rules_for(players, teams)
    calls = tuple(
        CalledFriend(FriendCall(parse_card("SA"), i + 1), Seat(2) if i == 0 else None) for i in range(players // 2 - 1)
    )
    view = view_of(
        rules,
        phase=phase,
        friends=calls if teams is Teams.FRIENDS else (),
        to_act=(Seat(0), Seat(1)),
        passed=(False, False, *(True,) * (players - 2)),
        kitty_turned=parse_cards("H5 D9 S2"),
        sides=(True, *(None,) * (players - 1)),
        points=tuple(5 * i for i in range(players)),
        points_left=15 if teams is Teams.HIDDEN_TEN else 0,
        opponents_points=45 if teams is Teams.FIXED else None,
        to_draw=60 if phase is PhaseName.DECLARING else 0,
    )
    assert faults(table.layout(TablePicture(view, NAMES[:players]))) == []


@pytest.mark.parametrize("name", [*LONG, "", "a", "\u200b", "🇩🇪"])
@pytest.mark.parametrize("players", [4, 8, 12])
def test_names_of_any_kind_stay_in_their_place(name, players):
    names = (name,) * players
    levels = view_of(rules_for(players)).levels
    scenes = [
        table.layout(TablePicture(view_of(rules_for(players, teams), points=(120,) * players), names))
        for teams in Teams
    ]
    scenes.append(lobby.layout(LobbyPicture(names, frozenset({Seat(1)}), name, (name,), host=Seat(1))))
    ended = deal_result(levels_before=levels, levels_after=levels, next_declarer=Seat(1))
    view = view_of(rules_for(players), phase=PhaseName.FINISHED, result=ended, kitty=ended.kitty)
    scenes.append(result.layout(ResultPicture(view, names)))
    scenes.append(hand.layout(HandPicture(view_of(hand=dealt(9), trick=trick((play(1, "HK"),), 1)), names=names)))
    assert [faults(scene) for scene in scenes] == [[]] * len(scenes)


def test_declarations_lie_before_their_makers_and_the_last_is_ringed():
    view = view_of(
        phase=PhaseName.DECLARING,
        declarations=(
            Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),
            Declaration(Seat(3), parse_cards("H2 H2"), Suit.HEARTS),
        ),
        to_draw=20,
    )
    scene = table.layout(TablePicture(view, NAMES[:4]))
    assert {(item.card, item.mark) for item in scene.cards} == {
        (parse_card("S2"), Mark.PLAIN),
        (parse_card("H2"), Mark.WINNING),
    }
    assert len(scene.cards) == 3


def test_the_kitty_on_its_way_is_shown_by_backs_alone():
    view = view_of(phase=PhaseName.BURYING, hand=dealt(33), kitty=dealt(8), ask=Ask.BURY)
    scene = table.layout(TablePicture(view, NAMES[:4]))
    assert any(isinstance(item, BackItem) for item in scene.items)
    assert scene.cards == ()


def test_a_table_shows_nothing_of_a_hand_even_when_given_a_players_view():
    for phase in PhaseName:
        one = view_of(phase=phase, hand=dealt(25, 1), seat=Seat(0), kitty=None)
        other = replace(one, hand=dealt(25, 2), seat=None, kitty=dealt(8))
        assert table.layout(TablePicture(one, NAMES[:4])) == table.layout(TablePicture(other, NAMES[:4]))


def test_the_last_trick_lies_on_until_the_next_only_where_that_is_wanted():
    view = view_of(tricks=(trick((play(0, "HK"), play(1, "H3"), play(2, "H4"), play(3, "H5")), 0, 15),))
    assert table.layout(TablePicture(view, NAMES[:4])).cards == ()
    assert len(table.layout(TablePicture(view, NAMES[:4], show_last_trick=True)).cards) == 4


def test_called_friends_show_who_has_joined():
    calls = (
        CalledFriend(FriendCall(parse_card("SA"), 2), Seat(3)),
        CalledFriend(FriendCall(parse_card("H10"), 1), None),
    )
    rules = rules_for(6, Teams.FRIENDS)
    scene = table.layout(TablePicture(view_of(rules, friends=calls, to_act=()), NAMES[:6]))
    tiles = [item for item in scene.items if isinstance(item, TileItem)]
    assert [tile.card for tile in tiles] == [parse_card("SA"), parse_card("H10")]
    beside = [b for b in scene.items if isinstance(b, Badge) and abs(b.x - tiles[0].box.right) < 40]
    assert [b.text for b in beside] == ["4"]


def test_sides_are_told_by_shape_as_well_as_by_colour():
    badges = {item.text: item for item in table.layout(picture_of(4)).items if isinstance(item, Badge)}
    assert [badges[str(n)].square for n in (1, 2, 3, 4)] == [False, True, False, True]
    assert badges["1"].ground != badges["2"].ground


def test_a_result_without_a_revealed_kitty_does_not_show_it():
    ended = deal_result()
    shown = view_of(phase=PhaseName.FINISHED, result=ended, kitty=ended.kitty)
    hidden = replace(shown, kitty=None)
    tiles = [
        [item.card for item in result.layout(ResultPicture(view, NAMES[:4])).items if isinstance(item, TileItem)]
        for view in (shown, hidden)
    ]
    assert set(tiles[0]) == set(ended.kitty)
    assert tiles[1] == []


def test_a_result_names_the_trump_rank_of_its_deal_though_levels_have_moved_on():
    view = view_of(phase=PhaseName.FINISHED, result=deal_result(), levels=(Level.KING,) * 4)
    words = {
        part.what for item in result.layout(ResultPicture(view, NAMES[:4])).items for part in getattr(item, "parts", ())
    }
    assert "2" in words
    assert "K" not in words


def test_a_result_needs_a_result():
    with pytest.raises(ValueError, match="no deal has ended"):
        result.layout(ResultPicture(view_of(), NAMES[:4]))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_deals_are_shown_without_a_fault(path):
    look_at(Replay(read(path.read_text(encoding="utf-8"))), path.stem, 8)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_whole_matches_are_shown_without_a_fault(path):
    replay = Replay(read(path.read_text(encoding="utf-8")))
    look_at(replay, path.stem, max(8, len(replay) // 99 | 1))


def look_at(replay, title, every):
    assert replay.stopped is None
    names = NAMES[: replay.record.rules.players]
    drawn = Counter()
    for number in range(0, len(replay) + 1, every):
        phase = replay.after(number)
        view = spectator_view(phase)
        drawn[view.phase] += 1
        assert faults(table.layout(TablePicture(view, names, show_last_trick=True))) == [], (title, number)
        if view.result is not None:
            assert faults(result.layout(ResultPicture(view, names))) == [], (title, number)
        mine = view_for(phase, Seat(number % view.rules.players))
        scene = hand.layout(HandPicture(mine, names=names))
        assert faults(scene) == [], (title, number)
        assert sorted(item.card for item in scene.cards) == sorted(mine.hand), cards_text(mine.hand)
    assert PhaseName.PLAYING in drawn


def test_records_of_all_presets_are_looked_at():
    assert {path.stem for path in RECORDS} == set(PRESETS)


__all__ = ["CardItem", "Fill"]
