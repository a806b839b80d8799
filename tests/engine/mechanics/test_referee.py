"""The referee answers every kind of question, and gives a reason for each refusal and error."""

import json
import random

import pytest

from engine.referee import KINDS, answer_lines, answer_question

TRUMP = {"rank": "7", "suit": "C"}


def ask(kind, given=None, rules=None, trump=TRUMP):
    return answer_question(
        {"id": 1, "kind": kind, "rules": rules or {"preset": "standard"}, "trump": trump, "input": given or {}}
    )


def ask_example(kind, **changes):
    return answer_question({"id": 1, "kind": kind, **KINDS[kind].example, **changes})


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_example_is_answered(kind):
    given = ask_example(kind)
    assert given["id"] == 1
    promised = {name.rstrip("?") for names in KINDS[kind].gives for name in names.split(", ")}
    assert set(given["answer"]) & promised, given
    json.dumps(given)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_wrong_fields_get_a_reason(kind):
    """Fields are replaced by random values. The referee answers or names an error, and raises no exception."""
    rng = random.Random(kind)
    junk = [None, 7, -1, 10**30, 1.5, "X", "", [], {}, ["S3"] * 500, [["S3"]], [{}], {"player": 0}, True, ["S99"], "S3"]
    for _ in range(60):
        fields = dict(KINDS[kind].example.get("input", {}))
        for name in rng.sample(sorted(fields), min(len(fields), rng.randint(1, 2))):
            if rng.random() < 0.3:
                del fields[name]
            else:
                fields[name] = rng.choice(junk)
        given = ask_example(kind, input=fields)
        assert ("answer" in given) != ("error" in given)
        if "error" in given:
            assert given["error"]["reason"] not in {"", "internal"}
            assert given["error"]["message"]
        json.dumps(given)


@pytest.mark.parametrize(
    ("play", "kind"),
    [
        (["S3"], "single"),
        (["S3", "S3"], "pair"),
        (["S3", "S3", "S3"], "triple"),
        (["S3"] * 4, "quadruple"),
        (["S3"] * 5, "tuple"),
        (["S3", "S3", "S4", "S4"], "tractor"),
        (["S3", "H3", "D3", "C3"], "rainbow"),
    ],
)
def test_leads_are_named_by_their_kind(play, kind):
    rules = {"preset": "standard", "overrides": {"decks": 5, "kitty_size": 6, "rainbows": 4}}
    assert ask("lead_legal", {"play": play}, rules)["answer"]["kind"] == kind


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [("jokers", [2, 2], "2+2"), ("cuts", ["3"], "3"), ("cuts", [], "none"), ("pickup", False, "no")],
)
def test_option_values_may_be_json_or_text(option, value, text):
    rules = [{"preset": "standard", "overrides": {option: one}} for one in (value, text)]
    as_json, as_text = (ask("deck", rules=one) for one in rules)
    assert as_json == as_text
    assert "answer" in as_json, as_json


TOO_MANY, NO_SEAT = "too_many_copies", "bad_number"
PLAYS = list(enumerate(["S3", "S4", "S5", "S6", "S7"]))


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (7, "not_an_object"),
        ([], "not_an_object"),
        ({}, "unknown_kind"),
        ({"kind": "weather"}, "unknown_kind"),
        ({"kind": ["points"]}, "unknown_kind"),
        ({"kind": "points"}, "missing_field"),
        ({"kind": "points", "input": 7}, "bad_value"),
        ({"kind": "points", "input": {"cards": ["S1"]}}, "bad_card"),
        ({"kind": "deck", "rules": {"preset": "whist"}}, "bad_rules"),
        ({"kind": "deck", "rules": {"preset": 7}}, "bad_value"),
        ({"kind": "deck", "rules": {"sets": "standard"}}, "unknown_field"),
        ({"kind": "deck", "rules": {"preset": "standard", "overrides": {"decks": 9}}}, "bad_rules"),
        ({"kind": "deck", "rules": {"preset": "standard", "overrides": {"decks": {"a": 1}}}}, "bad_rules"),
        ({"kind": "rank_order", "trump": {"rank": "1"}, "input": {"suit": "S"}}, "bad_rank"),
        ({"kind": "rank_order", "trump": {"suit": "X"}, "input": {"suit": "S"}}, "bad_suit"),
        ({"kind": "tractor_detect", "input": {"cards": ["S3", "S3", "S3"]}}, "too_many_copies"),
        ({"kind": "follow_options", "input": {"lead_cards": ["S3", "S4"], "hand": ["S5"]}}, "too_few"),
        ({"kind": "follow_options", "input": {"lead_cards": ["S3", "C4"], "hand": ["S5", "S6"]}}, "mixed_suits"),
        ({"kind": "points", "input": {"cards": ["S5"], "decks": 3}}, "unknown_field"),
        ({"kind": "points", "trump": {"level": "7"}, "input": {"cards": ["S5"]}}, "unknown_field"),
        ({"kind": "points", "input": {"cards": ["S5"] * 3}}, "too_many_copies"),
        ({"kind": "kitty", "input": {"kitty": ["BJ"] * 3, "last_trick_won_by": "opponents"}}, "too_many_copies"),
        ({"kind": "trick_winner", "input": {"plays": [{"player": n, "cards": ["S5"]} for n in range(3)]}}, TOO_MANY),
        ({"kind": "trick_winner", "input": {"plays": [{"player": n, "cards": [c]} for n, c in PLAYS]}}, NO_SEAT),
        ({"kind": "bid_options", "input": {"player": 4, "hand": ["S2"]}}, "bad_number"),
        ({"kind": "bid_accept", "trump": {"rank": "7"}, "input": {"bid": [-1, ["S7"]]}}, "bad_number"),
        (
            {"kind": "bid_accept", "trump": {"rank": "7"}, "input": {"bid": [0, ["S7"]], "prior": [[9, ["S7"]]]}},
            NO_SEAT,
        ),
        (
            {"kind": "hook", "input": {"last_trick": [{"player": 0, "cards": ["S3"]}], "teams": [[0, 2], [1, 4]]}},
            NO_SEAT,
        ),
        ({"kind": "teams", "rules": {"preset": "looking-for-friends"}, "input": {"declarer": 9}}, "bad_number"),
    ],
)
def test_errors_have_reasons(question, reason):
    given = answer_question(question)
    assert given["error"]["reason"] == reason


def test_refusals_carry_reason_and_facts():
    given = ask(
        "follow_legal",
        {
            "lead_cards": ["SA", "SA", "SK", "SK"],
            "hand": ["S10", "S10", "S5", "S5", "S6", "S8"],
            "play": ["S10", "S10", "S6", "S8"],
        },
    )
    assert given["answer"] == {
        "legal": False,
        "reason": "must_follow_shape",
        "facts": {"suit": "S", "lead": [["SK", "SK", "SA", "SA"]], "required": [["S5", "S5"], ["S10", "S10"]]},
    }
    given = ask("bid_accept", {"bid": [1, ["H7"]], "prior": [[0, ["S7"]]]})
    assert given["answer"]["reason"] == "not_stronger"
    assert given["answer"]["facts"] == {"present": {"player": 0, "cards": ["S7"], "suit": "S"}}
    given = ask("friend_call_legal", {"calls": ["HA", "HA"]}, {"preset": "looking-for-friends"})
    assert given["answer"]["reason"] == "wrong_friend_count"


def test_throw_is_judged_by_other_hands():
    throw = {"play": ["SA", "SK"], "hand": ["SA", "SK"]}
    assert ask("lead_legal", throw)["answer"]["reason"] == "several_units"
    stands = ask("lead_legal", {**throw, "other_hands": [["S3"], ["S4"], []]})["answer"]
    assert stands == {"legal": True, "kind": "throw"}
    beaten = ask("lead_legal", {**throw, "other_hands": [["SA"], ["S4"], []]}, trump={"rank": "7", "suit": "H"})[
        "answer"
    ]
    assert beaten["legal"] is False
    assert beaten["facts"] == {"played": ["SK"], "beater": 1}


def test_stream_gives_one_answer_per_line():
    lines = [
        "not json\n",
        "\n",
        '{"id": "a", "kind": "points", "input": {"cards": ["SK"]}}\n',
        "[" * 100_000,
        '"\\ud800"',
    ]
    given = [json.loads(line) for line in answer_lines(lines)]
    assert [one["id"] for one in given] == [None, "a", None, None]
    assert [one.get("error", {}).get("reason") for one in given] == ["bad_json", None, "bad_json", "not_an_object"]
    assert given[1]["answer"] == {"points": 10}


def test_describe_lists_every_kind_of_question():
    described = answer_question({"id": 5, "kind": "describe"})
    assert described["id"] == 5
    assert set(described["answer"]["kinds"]) == set(KINDS)
    json.dumps(described)


def test_overrides_may_be_json_values():
    rules = {
        "preset": "standard",
        "overrides": {
            "scoring": "custom",
            "thresholds": [
                {"points": 0, "declarers_hold": True, "levels": 2},
                {"points": 60, "declarers_hold": False, "levels": 1},
            ],
            "compulsory_levels": ["5", 10, "K"],
            "jokers": [2, 2],
            "max_opponent_levels": None,
            "bridge_level_gap": False,
        },
    }
    assert ask("score", {"opponent_points": 60}, rules)["answer"]["opponent_levels"] == 1
    assert ask("advance_team", {"level": "9", "levels_gained": 3}, rules)["answer"]["level"] == "10"
    assert ask("adjacent", {"cards": ["S6", "S8"]}, rules)["answer"] == {"adjacent": False}


def test_rank_without_suit_makes_level_cards_trumps():
    given = ask("effective_suit", {"card": "H7"}, {"preset": "pagat"}, {"rank": "7", "suit": None})
    assert given["answer"] == {"suit": "trump"}
    given = ask("effective_suit", {"card": "H7"}, {"preset": "pagat"}, {"rank": None, "suit": None})
    assert given["answer"] == {"suit": "H"}


HOSTILE = {
    '{"id": "\\ud800", "kind": "deck"}': None,
    '{"id": NaN, "kind": "deck"}': "bad_json",
    '{"id": 1e999, "kind": "deck"}': "bad_json",
    '{"id": -Infinity, "kind": "deck"}': "bad_json",
    '{"id": ' + "[" * 50_000 + "]" * 50_000 + ', "kind": "deck"}': "bad_json",
    '{"kind": "deck", "rules": {"overrides": ' + '{"a":' * 700 + "1" + "}" * 700 + "}}": "any",
    '{"kind": "points", "trump": {"rank": "Z"}, "input": {"cards": ["S5"]}}': "bad_rank",
    '{"kind": "points", "trump": {"suit": "Z"}, "input": {"cards": ["S5"]}}': "bad_suit",
    '{"kind": "deck", "rules": []}': "bad_value",
    '{"kind": "deck", "rules": {"overrides": []}}': "bad_value",
    '{"kind": "deck", "rules": 0}': "bad_value",
    '{"kind": "deck", "rules": null}': None,
    '{"kind": "trick_winner", "trump": {"rank": "7", "suit": "C"}, "input": {"plays": '
    '[{"player": 2, "cards": ["S3"]}, {"player": 2, "cards": ["S4"]}]}}': "named_twice",
    '{"kind": "deck", "id": "\U0001f0a1大王"}': None,
}


@pytest.mark.parametrize(("line", "reason"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_hostile_lines_get_an_ascii_answer(line, reason):
    first, second = answer_lines([f"{line}\n", '{"id": 2, "kind": "deck"}\n'])
    first.encode("ascii")
    found = json.loads(first, parse_constant=pytest.fail).get("error", {}).get("reason")
    assert reason in (found, "any")
    assert json.loads(second)["id"] == 2


def test_players_bid_with_cards_of_their_own_level():
    rules = {"preset": "looking-for-friends", "overrides": {"next_declarer": "bid"}}
    levels = ["2", "7", "K", "2", "NT"]
    prior = [{"player": 1, "cards": ["S7"]}]

    def answer(player, cards):
        given = {"bid": {"player": player, "cards": cards}, "prior": prior, "levels": levels}
        return ask("bid_accept", given, rules)["answer"]

    assert answer(2, ["HK", "HK"]) == {"accepted": True, "trump_suit": "H"}
    assert answer(0, ["H7", "H7"])["reason"] == "not_a_declaration"
    assert answer(0, ["D2"])["reason"] == "not_stronger"
    assert answer(4, ["BJ", "BJ"])["reason"] == "not_a_declaration"
    given = {"player": 3, "hand": ["S2", "S2", "H7", "HK", "BJ", "BJ"], "prior": prior, "levels": levels}
    assert ask("bid_options", given, rules)["answer"]["bids"] == [["S2", "S2"], ["BJ", "BJ"]]
    short = ask("bid_options", {**given, "levels": ["2", "7"]}, rules)
    assert short["error"]["reason"] == "bad_value"
    following = ask("next_declarer", {"previous_starter": 1, "declarers_won": True, "declarers": [1, 3]}, rules)
    assert following["answer"] == {"next_starter": None}
