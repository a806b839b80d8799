"""Pictures of tables of any size show the seats in turn order. All cards are readable, and nothing overlaps."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from bot.render.hands import hand_scene
from bot.render.layout import colours
from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import Badge, Box, CardBackItem, CardStyle, Pill, RoundedRect, TextLine, TileItem
from bot.render.layout.seat_layout import lay_out_seats
from bot.render.tables import result_scene, table_scene
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from engine.deal.game import spectator_view, view_for
from engine.io.record import Replay, parse_record
from engine.model.actions import FriendCall
from engine.model.cards import Suit, format_cards, parse_card, parse_cards
from engine.model.events import Declaration
from engine.model.options import Direction, Level, Teams
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import Ask, CalledFriend, PhaseName
from tests.bot.render.layout_checks import contains, list_faults, overlaps
from tests.bot.render.sample_views import NAMES, deal_cards, make_play, make_result, make_rules, make_trick, make_view
from tests.everyday import spread

SIZES = range(2, 13)
RECORDS = sorted(path for path in (Path(__file__).parents[2] / "golden").glob("*.record") if path.stem in PRESETS)
"""Records with a few random deals of each preset."""
MATCHES = sorted((Path(__file__).parents[2] / "golden").glob("*-match.record"))
LONG = ("W" * 40, "مرحبا بالعالم " * 3, "🐯" * 40, "庄家" * 20)


def make_table(players: int, **fields: object) -> TablePicture:
    return TablePicture(make_view(make_rules(players), **fields), NAMES[:players])


def count_cards(scene) -> Counter:
    return Counter(item.card for item in scene.cards)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("nearest", [0, 2])
def test_seats_follow_play_order_without_overlap(players, nearest):
    layout = lay_out_seats(players, Direction.ANTICLOCKWISE, Seat(nearest))
    assert [position.seat for position in layout.positions] == [(nearest + i) % players for i in range(players)]
    boxes = [box for position in layout.positions for box in (position.plate, position.area)] + [layout.middle]
    assert not any(overlaps(a, b) for a, b in combinations(boxes, 2))
    assert all(contains(Box(0, 0, 1100, layout.height), box) for box in boxes)


@pytest.mark.parametrize("players", SIZES[1:])
def test_seats_follow_the_direction_of_play(players):
    areas = {}
    for direction in Direction:
        positions = lay_out_seats(players, direction).positions
        # the polygon of the seats has a positive area clockwise and a negative one anticlockwise
        points = [(p.plate.x + p.plate.w / 2, p.plate.y) for p in positions]
        areas[direction] = sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True))
    assert areas[Direction.ANTICLOCKWISE] < 0 < areas[Direction.CLOCKWISE]


@pytest.mark.parametrize("players", spread(4, SIZES))
@pytest.mark.parametrize("cards", ["HK", "HK HK", "HK HK HQ HQ", "HK HK HQ HQ HJ HJ H10 H10", "H10 " * 16])
def test_every_card_of_a_trick_is_readable(players, cards):
    plays = tuple(make_play(seat, cards) for seat in range(players - 1))
    scene = table_scene.build_scene(make_table(players, trick=make_trick(plays, 2, 40), to_act=(Seat(players - 1),)))
    assert count_cards(scene) == Counter(parse_cards(cards) * (players - 1))
    assert list_faults(scene) == []


@pytest.mark.parametrize("players", SIZES[2:])
def test_only_the_winning_play_has_a_ring(players):
    plays = tuple(make_play(seat, "HK HK") for seat in range(players))
    layout = lay_out_seats(players, Direction.ANTICLOCKWISE)
    scene = table_scene.build_scene(make_table(players, trick=make_trick(plays, 3, 40), to_act=()))
    area = next(position.area for position in layout.positions if position.seat == 3)
    scale = scene.width / 1100
    for item in scene.cards:
        middle = Box(round((item.x + item.width / 2) / scale), round((item.y + item.width / 2) / scale), 1, 1)
        assert (item.style is CardStyle.WINNING) == contains(area, middle)


def test_scaled_scene_has_no_gaps():
    picture = make_table(
        12, trick=make_trick(tuple(make_play(seat, "HK HK HQ HQ") for seat in range(12)), 3, 40), to_act=()
    )
    scene = table_scene.build_scene(picture)
    assert (scene.width, scene.height) == (990, round(lay_out_seats(12, Direction.ANTICLOCKWISE).height * 0.9))
    for one, after in pairwise(scene.cards):
        assert one.visible_width is None or one.x + one.visible_width == after.x
    halved, whole = scale_scene(scene, 0.5), scale_scene(scene, 1)
    assert whole == scene
    assert list_faults(halved) == []
    assert {type(item) for item in halved.items} == {type(item) for item in scene.items}


@pytest.mark.parametrize("cards", ["HA HK HK", "HA HA HK HQ HQ HJ H9", "HA HA HK HQ HQ HJ H9 H8 H7 H5 H4 H3"])
def test_failed_throw_dims_the_returned_cards(cards):
    view = make_view(trick=make_trick((make_play(0, "HK", cards), make_play(1, "HA")), 1, 10), to_act=(Seat(2),))
    picture = TablePicture(view, NAMES[:4])
    scene = table_scene.build_scene(picture)
    assert Counter(item.card for item in scene.cards if item.style is CardStyle.DIM) == Counter(
        parse_cards(cards)
    ) - Counter(parse_cards("HK"))
    notes = [item for item in scene.items if isinstance(item, Pill)]
    assert any(picture.labels.throw_failed in str(note.spans) for note in notes)
    assert list_faults(scene) == []


@pytest.mark.parametrize("players", spread(4, SIZES))
@pytest.mark.parametrize("shown", ["H5 D9 S2", "H5 H5 D9 S2 C3 C3 C4 C5 C6 D3 D4 LJ"])
def test_every_phase_fits_at_every_size(players, shown):
    for phase, teams in product(PhaseName, Teams):
        if phase is not PhaseName.FINISHED:
            assert list_faults(table_scene.build_scene(picture_of_phase(players, teams, phase, shown))) == [], (
                phase,
                teams,
            )


def picture_of_phase(players, teams, phase, shown):
    rules = replace(make_rules(players, teams), show_kitty=len(shown) > 8)
    calls = tuple(
        CalledFriend(FriendCall(parse_card("SA"), i + 1), Seat(2) if i == 0 else None) for i in range(players // 2 - 1)
    )
    view = make_view(
        rules,
        phase=phase,
        friends=calls if teams is Teams.FRIENDS else (),
        to_act=(Seat(0), Seat(1)),
        passed=(False, False, *(True,) * (players - 2)),
        kitty_turned=parse_cards(shown),
        sides=(True, *(None,) * (players - 1)),
        points=tuple(5 * i for i in range(players)),
        points_left=15 if teams is Teams.HIDDEN_TEN else 0,
        opponents_points=45 if teams is Teams.FIXED else None,
        to_draw=60 if phase is PhaseName.DECLARING else 0,
    )
    return TablePicture(view, NAMES[:players])


@pytest.mark.parametrize("name", [*LONG, "", "a", "\u200b", "🇩🇪"])
@pytest.mark.parametrize("players", spread(1, [4, 8, 12]))
def test_names_of_any_kind_fit(name, players):
    names = (name,) * players
    levels = make_view(make_rules(players)).levels
    scenes = [
        table_scene.build_scene(TablePicture(make_view(make_rules(players, teams), points=(120,) * players), names))
        for teams in Teams
    ]
    scenes.append(table_scene.build_lobby_scene(LobbyPicture(names, frozenset({Seat(1)}), name, (name,), host=Seat(1))))
    deal_result = make_result(levels_before=levels, levels_after=levels, next_declarer=Seat(1))
    view = make_view(make_rules(players), phase=PhaseName.FINISHED, result=deal_result, kitty=deal_result.kitty)
    scenes.append(result_scene.build_scene(ResultPicture(view, names)))
    scenes.append(
        hand_scene.build_scene(
            HandPicture(make_view(hand=deal_cards(9), trick=make_trick((make_play(1, "HK"),), 1)), names=names)
        )
    )
    assert [list_faults(scene) for scene in scenes] == [[]] * len(scenes)


def test_last_declaration_has_a_ring():
    view = make_view(
        phase=PhaseName.DECLARING,
        declarations=(
            Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),
            Declaration(Seat(3), parse_cards("H2 H2"), Suit.HEARTS),
        ),
        to_draw=20,
    )
    scene = table_scene.build_scene(TablePicture(view, NAMES[:4]))
    assert {(item.card, item.style) for item in scene.cards} == {
        (parse_card("S2"), CardStyle.PLAIN),
        (parse_card("H2"), CardStyle.WINNING),
    }
    assert len(scene.cards) == 3


def test_kitty_is_shown_as_card_backs_while_it_is_buried():
    view = make_view(phase=PhaseName.BURYING, hand=deal_cards(33), kitty=deal_cards(8), ask=Ask.BURY)
    scene = table_scene.build_scene(TablePicture(view, NAMES[:4]))
    assert any(isinstance(item, CardBackItem) for item in scene.items)
    assert scene.cards == ()


def test_table_never_shows_a_hand():
    for phase in PhaseName:
        one = make_view(phase=phase, hand=deal_cards(25, 1), seat=Seat(0), kitty=None)
        other = replace(one, hand=deal_cards(25, 2), seat=None, kitty=deal_cards(8))
        assert table_scene.build_scene(TablePicture(one, NAMES[:4])) == table_scene.build_scene(
            TablePicture(other, NAMES[:4])
        )


def test_last_trick_is_shown_on_request():
    view = make_view(
        tricks=(make_trick((make_play(0, "HK"), make_play(1, "H3"), make_play(2, "H4"), make_play(3, "H5")), 0, 15),)
    )
    assert table_scene.build_scene(TablePicture(view, NAMES[:4])).cards == ()
    shown = table_scene.build_scene(TablePicture(view, NAMES[:4], show_last_trick=True))
    assert len(shown.cards) == 4
    titles = {span.content for line in shown.items if isinstance(line, TextLine) for span in line.spans}
    assert "Trick 1" in titles, "the trick that is shown"
    assert "Trick 2" not in titles


def test_called_friends_show_who_joined():
    calls = (
        CalledFriend(FriendCall(parse_card("SA"), 2), Seat(3)),
        CalledFriend(FriendCall(parse_card("H10"), 1), None),
    )
    rules = make_rules(6, Teams.FRIENDS)
    scene = table_scene.build_scene(TablePicture(make_view(rules, friends=calls, to_act=()), NAMES[:6]))
    tiles = [item for item in scene.items if isinstance(item, TileItem)]
    assert [tile.card for tile in tiles] == [parse_card("SA"), parse_card("H10")]
    badges = [b for b in scene.items if isinstance(b, Badge) and abs(b.x - tiles[0].box.right) < 40]
    assert [b.text for b in badges] == ["4"]


def test_sides_differ_by_shape_and_colour():
    badges = {item.text: item for item in table_scene.build_scene(make_table(4)).items if isinstance(item, Badge)}
    assert [badges[str(n)].square for n in (1, 2, 3, 4)] == [False, True, False, True]
    assert badges["1"].ground != badges["2"].ground


@pytest.mark.parametrize(
    ("fields", "framed", "title"),
    [
        ({"rise": 1}, False, "Opponents take over"),
        ({"rise": 2}, True, "Opponents take over"),
        ({"opponents_points": 0, "declarers_hold": True}, True, "Shut-out!"),
        ({"opponents_points": -20, "declarers_hold": True}, True, "Shut-out!"),
        ({"opponents_points": 5, "declarers_hold": True}, False, "Declarers hold"),
        ({"winners": (Seat(0), Seat(2))}, True, "Match won!"),
    ],
)
def test_memorable_result_is_framed_and_named(fields, framed, title):
    view = make_view(phase=PhaseName.FINISHED, result=make_result(**fields))
    scene = result_scene.build_scene(ResultPicture(view, NAMES[:4], caption="Standard · Table 12 · deal 3"))
    frames = [one for one in scene.items if isinstance(one, RoundedRect) and one.colour is None]
    assert bool(frames) is framed
    assert all(frame.box.bottom < scene.height for frame in frames)
    assert f"'{title}'" in repr(scene.items)
    assert list_faults(scene) == []


def test_result_hides_an_unrevealed_kitty():
    deal_result = make_result()
    shown = make_view(phase=PhaseName.FINISHED, result=deal_result, kitty=deal_result.kitty)
    hidden = replace(shown, kitty=None)
    tiles = [
        [
            item.card
            for item in result_scene.build_scene(ResultPicture(view, NAMES[:4])).items
            if isinstance(item, TileItem)
        ]
        for view in (shown, hidden)
    ]
    assert set(tiles[0]) == set(deal_result.kitty)
    assert tiles[1] == []


def test_result_names_the_trump_rank_of_its_own_deal():
    view = make_view(phase=PhaseName.FINISHED, result=make_result(), levels=(Level.KING,) * 4)
    texts = {
        span.content
        for item in result_scene.build_scene(ResultPicture(view, NAMES[:4])).items
        for span in getattr(item, "spans", ())
    }
    assert "2" in texts
    assert "K" not in texts


@pytest.mark.parametrize("is_last", [False, True])
def test_result_names_next_declarer_unless_deal_is_last(is_last):
    view = make_view(phase=PhaseName.FINISHED, result=make_result())
    items = result_scene.build_scene(ResultPicture(view, NAMES[:4], is_last=is_last)).items
    captions = {span.content for item in items for span in getattr(item, "spans", ())}
    ringed = [item for item in items if getattr(item, "edge", None) == colours.WINNING]
    assert view.result.next_declarer is not None
    assert ("Next declarer" in captions, len(ringed)) == ((False, 0) if is_last else (True, 1))


def test_result_picture_requires_a_result():
    with pytest.raises(ValueError, match="no deal has ended"):
        result_scene.build_scene(ResultPicture(make_view(), NAMES[:4]))


@pytest.mark.parametrize("path", spread(4, RECORDS), ids=lambda path: path.stem)
def test_pictures_of_recorded_deals_have_no_fault(path):
    check_replay(Replay(parse_record(path.read_text(encoding="utf-8"))), path.stem, 8)


@pytest.mark.parametrize("path", spread(1, MATCHES), ids=lambda path: path.stem)
def test_pictures_of_recorded_matches_have_no_fault(path):
    replay = Replay(parse_record(path.read_text(encoding="utf-8")))
    check_replay(replay, path.stem, max(8, len(replay) // 99 | 1))


def check_replay(replay, title, every):
    assert replay.stopped is None
    names = NAMES[: replay.record.rules.players]
    phases = Counter()
    for number in range(0, len(replay) + 1, every):
        phase = replay.phases[number]
        view = spectator_view(phase)
        phases[view.phase] += 1
        assert list_faults(table_scene.build_scene(TablePicture(view, names, show_last_trick=True))) == [], (
            title,
            number,
        )
        if view.result is not None:
            assert list_faults(result_scene.build_scene(ResultPicture(view, names))) == [], (title, number)
        own_view = view_for(phase, Seat(number % view.rules.players))
        scene = hand_scene.build_scene(HandPicture(own_view, names=names))
        assert list_faults(scene) == [], (title, number)
        assert sorted(item.card for item in scene.cards) == sorted(own_view.hand), format_cards(own_view.hand)
    assert PhaseName.PLAYING in phases


def test_every_preset_has_records():
    assert {path.stem for path in RECORDS} == set(PRESETS)
