"""Texts say how a deal ended, in public and from each player's point of view."""

from dataclasses import replace
from functools import partial

import pytest
from played_deals import play_deals
from test_text_events import RESULT

from bot.text.describe.scores import list_result_lines
from engine.deal.game import spectator_view
from engine.model.cards import parse_cards
from engine.model.options import Level
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.view import PhaseName, PlayView, TrickView

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
HELD = replace(
    RESULT, declarers_hold=True, multiplier=0, opponents_points=75, last_trick=Seat(0), rise=1,
    levels_after=(Level.EIGHT, Level.FIVE, Level.EIGHT, Level.FIVE), next_declarer=Seat(2),
)  # fmt: skip


@pytest.fixture(scope="module")
def views():
    """Return a dict from the name of a preset to the spectators' view of a finished deal."""
    return {name: last_view(PRESETS[name]) for name in ("standard", "finding-friends", "hidden-ten")}


def last_view(rules):
    for phase, _ in play_deals(rules, 5):
        view = spectator_view(phase)
    assert view.phase is PhaseName.FINISHED
    return view


def seen(views, result, seat=None, name="standard"):
    return replace(views[name], result=result, seat=None if seat is None else Seat(seat))


def format_result(texts, view, names=None, *, is_last=False):
    """Return the lines that describe a result in the alternative text of a picture."""
    return "\n".join(list_result_lines(texts, view, names, is_last=is_last))


def levels(*ranks):
    return tuple(map(Level, ranks))


def test_public_result_says_that_opponents_won(english, views):
    assert format_result(english, seen(views, RESULT), NAMES).splitlines() == [
        "Bob and Dan (orange) won: they got 95 points and needed 80.",
        "Points: 75 in tricks and kitty 10 × 2 = 20.",
        "Kitty: 5-5 of spades and 3 of diamonds.",
        "Bob and Dan (orange): level 5",
        "Ann and Cat (blue): level 7",
        "Next declarer: Bob.",
    ]


def test_public_result_says_that_declarers_held(english, views):
    assert format_result(english, seen(views, HELD), NAMES).splitlines() == [
        "Ann and Cat (blue) won: the other side got 75 of the 80 points it needed.",
        "Kitty: 5-5 of spades and 3 of diamonds. It doesn't count, because the declarers won the last trick.",
        "Ann and Cat (blue): level 7 → 8",
        "Bob and Dan (orange): level 5",
        "Next declarer: Cat.",
    ]


@pytest.mark.parametrize(
    ("result", "seat", "words"),
    [
        (
            RESULT,
            1,
            "You won: your side got 95 points and needed 80. Your side has the next declarer; from 120 points it would also climb.",
        ),
        (RESULT, 0, "You lost: the other side got 95 points and needed 80. You stay at level 7."),
        (HELD, 2, "You won: the other side got 75 of the 80 points it needed. You move up to level 8."),
        (
            HELD,
            3,
            "You lost: your side got 75 of the 80 points it needed. You stay at level 5. The other side moves up to level 8.",
        ),
        (
            replace(RESULT, opponents_points=155, levels_after=levels(7, 6, 7, 6)),
            3,
            "You won: your side got 155 points and needed 80. You move up to level 6.",
        ),
        (
            replace(RESULT, levels_after=levels(2, 5, 2, 5), hooked=(Seat(0), Seat(2))),
            0,
            "You lost: the other side got 95 points and needed 80. You go back to level 2.",
        ),
        (
            replace(RESULT, levels_after=levels(2, 5, 2, 5), hooked=(Seat(0), Seat(2))),
            1,
            "You won: your side got 95 points and needed 80. Your side has the next declarer; from 120 points it would also climb. The other side goes back to level 2.",
        ),
        (
            replace(HELD, winners=(Seat(0), Seat(2)), next_declarer=None),
            0,
            "You won the match! You won: the other side got 75 of the 80 points it needed.",
        ),
    ],
)
def test_own_result_takes_the_players_point_of_view(english, views, result, seat, words):
    assert english.format_my_result(seen(views, result, seat), NAMES).splitlines()[0] == words


def test_result_of_last_deal_names_no_next_declarer(english, views):
    told = english.format_my_result(seen(views, RESULT, 1), NAMES, is_last=True)
    assert told.splitlines()[0] == "You won: your side got 95 points and needed 80. You stay at level 5."
    assert "next declarer" not in told


def test_own_result_names_next_declarer_and_winner(english, views):
    assert english.format_my_result(seen(views, HELD, 2), NAMES).splitlines()[-1] == "You are declarer next."
    assert english.format_my_result(seen(views, HELD, 0), NAMES).splitlines()[-1] == "Next declarer: Cat."
    won = replace(HELD, winners=(Seat(0), Seat(2)), next_declarer=None)
    assert english.format_my_result(seen(views, won, 1), NAMES).splitlines()[0].endswith("Ann and Cat win the match!")
    assert "win the match" not in english.format_my_result(seen(views, won, 0), NAMES)


def test_no_text_of_the_last_deal_names_a_next_declarer(english, views):
    view = seen(views, HELD, None)
    for told in (partial(format_result, english), english.format_table_alt_text, english.format_animation_alt_text):
        assert "Next declarer: Cat." in told(view, NAMES)
        assert "Next declarer" not in told(view, NAMES, is_last=True)


def test_own_result_says_why_a_rise_stopped(english, views):
    stopped = replace(HELD, levels_after=HELD.levels_before)
    told = english.format_my_result(seen(views, stopped, 0), NAMES)
    assert "You stay at level 7." in told
    assert "stopped at a level that must be played" in told


def test_friends_read_their_own_level_and_side(english, views):
    result = replace(
        RESULT,
        declarers=(Seat(0), Seat(3)),
        levels_before=levels(2, 3, 2, 4, 2),
        levels_after=levels(2, 4, 3, 4, 3),
        opponents_points=200,
    )
    lost = english.format_my_result(seen(views, result, 3, "finding-friends"), NAMES).splitlines()
    assert lost[0] == "You lost: the other side got 200 points and needed 130. You stay at level 4."
    assert lost[1] == "Your side: Ann and Dan (blue)."
    won = english.format_my_result(seen(views, result, 1, "finding-friends"), NAMES).splitlines()
    assert won[0] == "You won: your side got 200 points and needed 130. You move up to level 4."
    assert won[1] == "Your side: Bob, Cat, and Eve (orange)."
    assert "Cat and Eve (orange): level 2 → 3" in won
    public = format_result(english, seen(views, result, name="finding-friends"), NAMES)
    assert public.startswith("Bob, Cat, and Eve (orange) won: they got 200 points and needed 130.")


def test_hidden_ten_has_no_levels(texts, views):
    view = views["hidden-ten"]
    for seat in range(4):
        told = texts.format_my_result(replace(view, seat=Seat(seat)), NAMES)
        won = "you_won" if seat in view.result.winning_seats else "you_lost"
        side = "declarer" if seat in view.result.declarers else "opponent"
        facts = {"points": view.result.opponents_points, "needed": 80}
        assert told.splitlines()[0] == texts.say(f"result.{won}.{side}", **facts)


def test_public_result_names_hooked_players_and_match_winners(texts, views):
    result = replace(RESULT, winners=(Seat(1), Seat(3)), next_declarer=None, hooked=(Seat(0), Seat(2)))
    result = replace(result, hook_levels=(Level.TWO, Level.TWO))
    told = format_result(texts, seen(views, result), NAMES)
    assert texts.say("result.match", count=2, names=texts.format_list(["Bob", "Dan"])) in told
    hooked = texts.format_list(["Ann", "Cat"])
    assert texts.say("result.hooked", count=2, names=hooked, level="2") in told
    apart = format_result(texts, seen(views, replace(result, hook_levels=(Level.TWO, Level.SIX))), NAMES)
    for name, level in (("Ann", "2"), ("Cat", "6")):
        assert texts.say("result.hooked", count=1, names=name, level=level) in apart


def test_extra_levels_are_described(texts, views):
    captured = format_result(texts, seen(views, replace(RESULT, captured_levels=2)), NAMES)
    assert texts.say("result.captured", n=2) in captured.splitlines()
    bonus = replace(HELD, declarer_bonus=1)
    for told in (format_result(texts, seen(views, bonus), NAMES), texts.format_my_result(seen(views, bonus, 1), NAMES)):
        assert texts.say("result.declarer_bonus", name="Ann", n=1) in told.splitlines()


def test_kitty_is_listed_in_the_order_of_its_picture(english, views):
    view = seen(views, replace(RESULT, kitty=parse_cards("D3 LJ S5 H7")))
    order = view.card_order
    told = next(line for line in format_result(english, view, NAMES).splitlines() if line.startswith("Kitty"))
    assert told == f"Kitty: {english.format_cards(view.result.kitty, order)}."
    shown = [english.format_card(card) for card in order.sort_for_display(view.result.kitty)]
    assert sorted(shown, key=told.index) == shown


def test_hidden_kitty_is_not_described(texts, views):
    hidden = replace(RESULT, kitty=())
    for told in (
        format_result(texts, seen(views, hidden), NAMES),
        texts.format_my_result(seen(views, hidden, 1), NAMES),
    ):
        assert texts.say("result.kitty", cards="").split(":")[0] not in told


@pytest.mark.parametrize(
    ("options", "last_trick", "key"),
    [
        ({"kitty_multiplier": "none"}, 1, "result.kitty_uncounted"),
        ({"kitty_multiplier": "none"}, 0, "result.kitty_uncounted"),
        ({"kitty_without_trump": "none"}, 1, "result.kitty_untrumped"),
        ({"kitty_without_trump": "none"}, 0, "result.kitty_safe"),
        ({}, 1, "result.kitty"),  # the options allow a multiplier here, so it is 0 because the deal ended early
    ],
)
def test_text_says_why_a_kitty_did_not_count(texts, views, options, last_trick, key):
    result = replace(RESULT, multiplier=0, last_trick=Seat(last_trick))
    view = seen(views, result)
    low = next(card for card in result.kitty if not view.trump.is_trump(card))
    plays = tuple(PlayView(Seat(seat), (low,)) for seat in range(4))
    tricks = (*view.tricks[:-1], TrickView(plays, Seat(last_trick), 0))
    told = format_result(texts, replace(view, rules=with_options(view.rules, **options), tricks=tricks), NAMES)
    assert texts.say(key, cards=texts.format_cards(result.kitty)) in told.splitlines()


def test_spectator_has_no_own_result(english, views):
    with pytest.raises(ValueError, match="spectator"):
        english.format_my_result(seen(views, RESULT))
    with pytest.raises(ValueError, match="no deal has ended"):
        format_result(english, replace(views["standard"], result=None))


LAP = {"laps_before": (1, 1, 1, 1), "laps_after": (1, 2, 1, 2)}


def with_rules(views, result, seat=None, laps=(), failures=(), **options):
    view = seen(views, result, seat)
    return replace(view, rules=replace(view.rules, **options), laps=laps, ace_failures=failures)


def test_next_lap_is_described(english, views):
    result = replace(RESULT, levels_before=levels(7, 13, 7, 13), levels_after=levels(7, 2, 7, 2), rise=2, **LAP)
    told = format_result(english, with_rules(views, result), NAMES).splitlines()
    assert "Bob and Dan (orange): level K → 2 (lap 2)" in told
    assert "Bob and Dan go on to lap 2." in told
    assert not any("stopped" in line for line in told)
    mine = english.format_my_result(with_rules(views, result, 1), NAMES).splitlines()
    assert mine[0] == "You won: your side got 95 points and needed 80. You move up to level 2 (lap 2)."
    theirs = english.format_my_result(with_rules(views, result, 0), NAMES).splitlines()
    assert theirs[0].endswith("The other side moves up to level 2 (lap 2).")


def test_falls_and_failures_are_described(texts, views):
    names = texts.format_list(["Ann", "Cat"])
    thrown = format_result(texts, with_rules(views, replace(RESULT, thrown_back=(Seat(0), Seat(2)))), NAMES)
    assert texts.say("result.thrown_back", names=names) in thrown
    failing = with_rules(views, RESULT, failures=(2, 0, 2, 0), ace_failures=3)
    assert texts.say("result.failures", names=names, level="A", n=2, most=3) in format_result(texts, failing, NAMES)
    playing = replace(failing, phase=PhaseName.PLAYING, result=None)
    assert texts.say("score.failures", names=names, level="A", n=2, most=3) in texts.format_score_line(playing, NAMES)
    fallen = replace(failing, result=replace(RESULT, failed_back=(Seat(0), Seat(2))), ace_failures=(0,) * 4)
    assert texts.say("result.failed_back", names=names, level="A", start="2") in format_result(texts, fallen, NAMES)


def test_score_line_names_laps(english, views):
    view = replace(with_rules(views, RESULT, laps=(2, 1, 2, 1)), phase=PhaseName.PLAYING, result=None)
    view = replace(view, levels=levels(2, 14, 2, 14), declarer=Seat(0))
    told = english.format_score_line(view, NAMES)
    assert "2 (lap 2)" in told.split(" · ")[0]
    assert told.endswith("Ann and Cat at 2 (lap 2) · Bob and Dan at A")
