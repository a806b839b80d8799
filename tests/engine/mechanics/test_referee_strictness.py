"""The referee refuses incomplete and contradictory questions, and no question ends the stream."""

import ast
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from engine import referee
from engine.model.errors import Reason
from engine.model.presets import PRESETS
from engine.model.rules import Rules
from engine.referee import KINDS, answer_lines, answer_question

ENGINE = Path(__file__).parents[3] / "engine"
CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parents[2] / "cases").glob("*.jsonl"))
    for line in path.read_text().splitlines()
]
ONE_TRICK = [{"player": n, "cards": [card]} for n, card in enumerate(["C5", "C6", "C7", "C9"])]
HOOKED = [{"player": n, "cards": [card]} for n, card in enumerate(["C5", "HJ", "SJ", "C9"])]
HALF = {"overrides": {"hook": "capture", "hook_to": "half", "hook_ranks": ["10", "J"]}}
TEAMS = [[0, 2], [1, 3]]
JACKS = {"rank": "J", "suit": "H"}
FRIENDS = {"preset": "looking-for-friends"}
POW_PAIRS = {"preset": "online"}
HELD = {"kitty": ["SK"], "last_trick_won_by": "opponents"}
ROUND = {"levels": {"NS": "7", "EW": "10"}, "starter": "S", "opponent_points": 90}


def question(kind, rules=None, trump=None, **given):
    return {"id": 1, "kind": kind, "rules": rules, "trump": trump or {"rank": "7", "suit": "C"}, "input": given}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({**question("points", cards=["S5"]), "extra": 1}, "unknown_field"),
        (question("deck", {"overrides": {"rules": 1}}), "bad_rules"),
        (
            question(
                "beats",
                trump={"rank": "9", "suit": "H"},
                lead_cards=["H8", "H8", "H6", "H6"],
                best=["CQ", "CK", "D9", "C2"],
                new=["H2", "H2", "H10", "H10"],
            ),
            "impossible_best",
        ),
        (question("beats", lead_cards=["S3"], best=["S4"], new=["S4"], played=7), "bad_value"),
        (question("beats", lead_cards=["S4"], best=["S4"], new=["S4"]), None),
        (question("beats", lead_cards=["S3", "S3"], best=["S4", "S4"], new=["S4", "S4"]), "too_many_copies"),
        (
            question("hook", trump=JACKS, last_trick=[*ONE_TRICK[:3], {"player": 3, "cards": []}], teams=TEAMS),
            "wrong_count",
        ),
        (question("hook", trump=JACKS, last_trick=ONE_TRICK, teams=[]), "bad_value"),
        (question("hook", trump=JACKS, last_trick=ONE_TRICK, teams=[[0, 2], []]), "bad_value"),
        (question("hook", trump=JACKS, last_trick=ONE_TRICK, teams=[[0], [1], [2, 3]]), "bad_value"),
        (question("hook", trump=JACKS, last_trick=ONE_TRICK, teams=[[0, 2], [1, 2, 3]]), "named_twice"),
        (question("hook", trump=JACKS, last_trick=ONE_TRICK, teams=[[0, 2], [1]]), "bad_value"),
        (question("hook", trump=JACKS, last_trick=[*ONE_TRICK, ONE_TRICK[0]], teams=TEAMS), "named_twice"),
        (
            question("hook", {"overrides": {"hook": "single_jack"}}, JACKS, last_trick=ONE_TRICK, teams=TEAMS),
            "missing_field",
        ),
        (
            question(
                "hook",
                {"overrides": {"hook": "capture", "hook_needs_win": True}},
                JACKS,
                last_trick=HOOKED,
                teams=TEAMS,
            ),
            "missing_field",
        ),
        (question("score", {"overrides": {"capture_levels": 1}}, opponent_points=100), "missing_field"),
        (
            question("round_result", {"overrides": {"capture_levels": 1}}, **{**ROUND, "opponent_points": 100}),
            "missing_field",
        ),
        (question("advance_team", {"overrides": {"laps": 2}}, level="A", levels_gained=1), "missing_field"),
        (question("advance_team", {"overrides": {"laps": 2}}, level="A", levels_gained=1, lap=3), "bad_number"),
        (question("round_result", {"overrides": {"laps": 2}}, **ROUND), "missing_field"),
        (question("round_result", {"overrides": {"laps": 2}}, **ROUND, laps={"NS": 1, "EW": 3}), "bad_number"),
        (question("round_result", {"overrides": {"laps": 2}}, **ROUND, laps={"NS": 1}), "bad_value"),
        (question("round_result", {"overrides": {"ace_failures": 2}}, **ROUND), "missing_field"),
        (question("trick_winner", plays=[{"player": 0, "cards": []}]), "bad_value"),
        (question("trick_winner", plays=[{"player": 0, "cards": ["S3"], "who": "me"}]), "unknown_field"),
        (question("bid_accept", bid={"player": 0, "cards": ["S7"], "suit": "S"}), "unknown_field"),
        (question("bid_accept", bid=[0]), "bad_value"),
        (question("kitty", **HELD), "missing_field"),
        (question("kitty", **HELD, cards_in_last_trick_lead=2), "missing_field"),
        (question("kitty", {"preset": "pagat"}, **HELD, largest_unit_led=2), "missing_field"),
        (question("kitty", POW_PAIRS, **HELD, cards_in_last_trick_lead=2), "missing_field"),
        (question("kitty", POW_PAIRS, **HELD, lead_cards=["DA", "DJ"]), "missing_field"),
        (question("kitty", **HELD, lead_cards=["S3", "S3"], winning_cards=["S4"]), "wrong_count"),
        (question("score", {**FRIENDS, "overrides": {"small_team_bonus": 1}}, opponent_points=0), "missing_field"),
        (question("next_declarer", POW_PAIRS, previous_starter=0, declarers_won=False), "missing_field"),
        (question("next_declarer", FRIENDS, previous_starter=0, declarers_won=True), "missing_field"),
        (
            question("next_declarer", FRIENDS, previous_starter=0, declarers_won=False, declarers=[0, 1, 2, 3, 4]),
            "bad_value",
        ),
        (question("next_declarer", FRIENDS, previous_starter=0, declarers_won=True, declarers=[0, 0]), "named_twice"),
        (question("next_declarer", FRIENDS, previous_starter=0, declarers_won=True, declarers=[1, 2]), "bad_value"),
        (question("round_result", {"preset": "pagat-six"}, **ROUND), "bad_value"),
        (question("round_result", {"preset": "online"}, **ROUND), "missing_field"),
        (question("round_result", **{**ROUND, "starter": "NW"}), "bad_value"),
        (question("round_result", **ROUND, play_direction="up"), "bad_value"),
        (question("friend_call_legal", calls=["HA"]), "bad_value"),
        (question("teams", {"preset": "hidden-ten"}, caller=0, holders_of_called_ten={"7": 1}), "bad_number"),
        (question("no_bid_fallback"), "missing_field"),
    ],
)
def test_incomplete_and_contradictory_questions_are_refused(asked, reason):
    assert answer_question(asked).get("error", {}).get("reason") == reason


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (question("kitty", **HELD, lead_cards=["S3", "S3"], lead_units=[["S3", "S3"]]), {"multiplier": 4}),
        (question("kitty", **HELD, lead_cards=["S3", "S3"], winning_cards=["S4", "S4"]), {"multiplier": 4}),
        (question("kitty", **HELD, cards_in_last_trick_lead=1), {"multiplier": 2}),
        (question("kitty", POW_PAIRS, **HELD, lead_cards=["DA"]), {"multiplier": 2}),
        (question("kitty", {"preset": "bashifen"}, **HELD), {"multiplier": 2}),
        (question("round_result", {"preset": "online"}, **ROUND, last_trick_winner="E"), {"next_starter": "E"}),
        (question("score", {**FRIENDS, "overrides": {"small_team_bonus": 1}}, opponent_points=0, team_size=1), {"declarer_levels": 4}),
        (question("score", {**FRIENDS, "overrides": {"small_team_bonus": 1}}, opponent_points=0, team_size=2), {"declarer_levels": 3}),
        (question("hook", HALF, JACKS, last_trick=HOOKED, teams=TEAMS), {"sent_back": [0], "level": "6", "reset_to_two": []}),
        (question("hook", {"overrides": {"hook": "capture"}}, JACKS, last_trick=HOOKED, teams=TEAMS), {"sent_back": [0], "level": "2", "reset_to_two": [0]}),
        (question("score", {"overrides": {"capture_levels": 1}}, opponent_points=100, captured=True), {"opponent_levels": 1}),
        (question("score", {"overrides": {"capture_levels": 1}}, opponent_points=100, captured=False), {"opponent_levels": 0}),
        (question("score", {"overrides": {"capture_levels": 1}}, opponent_points=60), {"declarer_levels": 1}),
        (question("score", {**FRIENDS, "overrides": {"declarer_bonus": 2}}, opponent_points=0), {"declarer_levels": 3, "declarer_bonus": 2}),
        (question("advance_team", {"overrides": {"laps": 2}}, level="A", levels_gained=1, held_as_declarers=True, lap=1), {"level": "2", "lap": 2, "won_game": False}),
        (question("advance_team", {"overrides": {"laps": 2}}, level="A", levels_gained=1, held_as_declarers=True, lap=2), {"level": "A", "lap": 2, "won_game": True}),
        (question("score", {"overrides": {"heavy_loss_levels": 2}}, opponent_points=200), {"declarers_fall": 2}),
        (question("score", {"overrides": {"heavy_loss_levels": 2}}, opponent_points=195), {"declarers_fall": 0}),
        (question("round_result", {"overrides": {"heavy_loss_levels": 2}}, **{**ROUND, "opponent_points": 200}), {"levels": {"NS": "5", "EW": "K"}, "laps": {}, "won_game": None}),
        (question("round_result", {"overrides": {"ace_failures": 2}}, levels={"NS": "A", "EW": "10"}, starter="S", opponent_points=90, ace_failures={"NS": 1, "EW": 0}), {"levels": {"NS": "2", "EW": "10"}, "ace_failures": {"NS": 0, "EW": 0}}),
        (question("round_result", {"overrides": {"laps": 2}}, levels={"NS": "A", "EW": "10"}, starter="S", opponent_points=30, laps={"NS": 1, "EW": 2}), {"levels": {"NS": "2", "EW": "10"}, "laps": {"NS": 2, "EW": 2}, "won_game": None}),
        (question("round_result", levels={"NS": "A", "EW": "10"}, starter="S", opponent_points=30), {"won_game": "NS"}),
        (question("bid_accept", bid=[0, ["S7"]], prior=[[1, ["H3"]]][:0]), {"accepted": True}),
        (question("bid_accept", bid={"player": 0, "cards": ["S7"]}), {"accepted": True}),
        (question("deck", {"preset": "looking-for-friends", "overrides": {"players": 7}}), {"cards": 104, "kitty": 6}),
        (question("no_bid_fallback", {"preset": "bashifen"}), {"action": "redeal"}),
    ],
)  # fmt: skip
def test_documented_fields_are_read(asked, expected):
    answer = answer_question(asked)["answer"]
    assert {name: answer[name] for name in expected} == expected


def test_failing_question_does_not_end_stream(monkeypatch):
    broken = KINDS["points"].__class__(lambda _: 1 // 0, "", {"cards": ""}, {}, {})
    monkeypatch.setitem(referee.KINDS, "points", broken)
    first, second = answer_lines(['{"id": "a", "kind": "points"}', '{"id": "b", "kind": "deck"}'])
    assert json.loads(first)["id"] == "a"
    assert json.loads(first)["error"]["reason"] == "internal"
    assert json.loads(second)["answer"]["cards"] == 108


def test_describe_lists_presets_options_and_reasons():
    described = answer_question({"kind": "describe"})["answer"]
    assert set(described["presets"]) == set(PRESETS)
    assert set(described["options"]) == set(Rules.__dataclass_fields__)
    assert list(described["reasons"]) == [reason.value for reason in Reason.list_keys()]
    assert described["reasons"]["wrong_count"] == {
        "wanted": "how many cards are needed",
        "given": "how many were given",
    }
    for name, option in described["options"].items():
        for value in option["values"] if isinstance(option["values"], list) else ():
            given = answer_question({"kind": "deck", "rules": {"overrides": {name: value}}})
            refused = given.get("error", {}).get("message", "")
            assert "cannot be" not in refused, (name, value, given)
            assert "not a" not in refused, (name, value, given)


def test_every_reason_is_raised():
    raised = set()
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
                reason = node.args[0]
                if isinstance(reason, ast.Attribute):
                    raised.add(reason.attr)
    assert raised == {reason.name for reason in Reason.list_keys()}


JUNK = [None, 7, -1, 0, 1, 10**30, 1.5, "X", "", "S", "NT", [], {}, ["S3"] * 450, [["S3"]], [[]], [{}], {"player": 0}]
JUNK += [True, False, ["S99"], "S3", ["BJ", "BJ"], {"player": 1, "cards": ["S3"]}, [0, 0], "opponents", "7"]


def mutate(rng, value):
    """Return a copy of a JSON value in which one part is left out, doubled, moved or replaced by nonsense."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        changed = {**value, key: mutate(rng, value[key])}
        if rng.random() < 0.1:
            del changed[key]
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        match rng.randrange(4):
            case 0:
                return [*value, value[at]]
            case 1:
                return value[:at] + value[at + 1 :]
            case 2:
                return rng.sample(value, len(value))
        return [*value[:at], mutate(rng, value[at]), *value[at + 1 :]]
    return rng.choice(JUNK)


def ask_mutated(seed, number):
    """Ask mutated questions. Return the number of answers, and the number of errors for each reason."""
    rng, found = random.Random(seed), Counter()
    presets = sorted(PRESETS)
    kinds = [{"kind": kind, **KINDS[kind].example} for kind in KINDS]
    known = [{key: case[key] for key in ("kind", "rules", "trump", "input")} for case in CASES] + kinds
    for at in range(number):
        asked = {"id": at, **rng.choice(known)}
        if rng.random() < 0.2:
            asked["rules"] = {"preset": rng.choice(presets)}
        for _ in range(rng.randint(1, 2)):
            part = rng.choice(("input", "input", "input", "trump", "rules"))
            asked[part] = mutate(rng, asked.get(part, {}))
        given = answer_question(asked)
        assert given["id"] == at
        error = given.get("error", {})
        assert error.get("reason") != "internal", (json.dumps(asked), error)
        found[error.get("reason", "answered")] += 1
        json.dumps(given)
    return found


def test_mutated_questions_get_an_answer_or_a_reason():
    found = ask_mutated(1, 3_000)
    assert found["answered"] > 300
    assert len(found) > 10


@pytest.mark.long
def test_many_mutated_questions_get_an_answer_or_a_reason():
    found = ask_mutated("many", 25_000)
    assert found["answered"] > 2_500


@pytest.mark.parametrize(
    "asked",
    [{"kind": "describe", "input": {"x": 1}}, {"kind": "describe", "foo": 1}, {"kind": "describe", "rules": {"x": 1}}],
)
def test_describe_refuses_unknown_fields(asked):
    assert answer_question(asked)["error"]["reason"] == "unknown_field"


@pytest.mark.parametrize(("side", "added"), [("defenders", 0), ("declarers", 0), ("attackers", 5), ("opponents", 5)])
def test_every_name_of_a_side_is_read(side, added):
    hidden = {"preset": "hidden-ten", "overrides": {"pickup_counts": "by_final_side"}}
    asked = question("point_pickup", hidden, trick_points=5, winner_side=side, winner_picks_up=True)
    assert answer_question(asked)["answer"] == {"attacker_points_added": added}
