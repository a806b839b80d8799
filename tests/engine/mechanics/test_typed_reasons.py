"""The reason of a refusal is a key to its text. Keys behave like enum members, and refusals can be pickled."""

import pickle

import pytest

from engine.model.cards import parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason, RuleConflict
from engine.model.message_keys import Key, MessageKeys, RefusedError


def _seat(*, seat: int, of: int = 4) -> None: ...


class Colour(MessageKeys):
    RED = Key()
    GREEN = Key(_seat)


class ColourRefused(RefusedError[Colour]):
    pass


class RedRefused(ColourRefused):
    def __init__(self):
        super().__init__(Colour.RED)


def test_keys_are_listed_in_order():
    assert list(Colour.list_keys()) == [Colour.RED, Colour.GREEN]
    assert [key.name for key in Colour.list_keys()] == ["RED", "GREEN"]
    assert [set(key.facts) for key in Colour.list_keys()] == [set(), {"seat", "of"}]


def test_key_is_found_by_its_value():
    assert Colour.from_value("green") is Colour.GREEN
    with pytest.raises(KeyError):
        Colour.from_value("GREEN")


def test_key_reads_as_its_value():
    assert f"league.{Colour.GREEN}" == "league.green"
    assert repr(Colour.GREEN) == "Colour.GREEN"


def test_keys_are_distinct():
    assert len({Colour.RED, Colour.GREEN, Colour.RED}) == 2
    assert Colour.RED != "red"
    match Colour.GREEN:
        case Colour.RED:
            pytest.fail("red")
        case Colour.GREEN:
            pass


def test_key_is_the_same_after_pickling():
    for key in (*Colour.list_keys(), *Reason.list_keys(), *RuleConflict.list_keys()):
        assert pickle.loads(pickle.dumps(key)) is key


@pytest.mark.parametrize(
    "refused",
    [
        ColourRefused(Colour.GREEN, seat=2),
        RedRefused(),
        IllegalAction(Reason.NOT_HELD, missing=parse_cards("SA"), held=()),
    ],
)
def test_refusal_keeps_its_facts_when_pickled(refused):
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), again.reason, again.facts, str(again)) == (
        type(refused),
        refused.reason,
        refused.facts,
        str(refused),
    )


def test_conflict_keeps_its_facts_when_pickled():
    bad = InvalidRules(RuleConflict.LOW_LEVEL, "cards below 5", ("start_level", "low_cut"), rank="5")
    again = pickle.loads(pickle.dumps(bad))
    assert (again.conflict, again.options, again.facts, str(again)) == (
        RuleConflict.LOW_LEVEL,
        ("start_level", "low_cut"),
        {"rank": "5"},
        "cards below 5",
    )


def test_refusal_reads_as_reason_and_facts():
    assert str(ColourRefused(Colour.GREEN, seat=2, of=6)) == "green: seat 2, of 6"
    assert str(RedRefused()) == "red"
