"""Fast frozen dataclasses cannot be changed and behave like those that `dataclasses` builds."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest
from random_play import play_randomly

from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.fast_frozen import fast_constructor, fast_frozen
from engine.model.presets import PRESETS
from engine.model.view import PlayView, TrickView, View


@dataclass(frozen=True, slots=True)
class Plain:
    one: int
    two: tuple[int, ...] = ()
    three: str | None = None


@fast_frozen
@dataclass(frozen=True, slots=True)
class Quick:
    one: int
    two: tuple[int, ...] = ()
    three: str | None = None


@pytest.mark.parametrize(
    ("given", "named"),
    [((1,), {}), ((1, (2,)), {}), ((), {"one": 3, "three": "x"}), ((1, (), "y"), {}), ((1,), {"two": (5,)})],
)
def test_fast_class_accepts_the_same_arguments(given, named):
    plain, made = Plain(*given, **named), Quick(*given, **named)
    assert type(made) is Quick
    assert repr(made) == repr(plain).replace("Plain", "Quick")
    assert made == Quick(plain.one, plain.two, plain.three)
    assert hash(made) == hash(plain)


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, 3, 4), {}), ((1,), {"four": 4}), ((1,), {"one": 1})])
def test_fast_class_refuses_the_same_arguments(given, named):
    for kind in (Plain, Quick):
        with pytest.raises(TypeError):
            kind(*given, **named)


create_plain = fast_constructor(Plain)


@pytest.mark.parametrize(
    ("given", "named"),
    [((1,), {}), ((1, (2,)), {}), ((), {"one": 3, "three": "x"}), ((1, (), "y"), {}), ((1,), {"two": (5,)})],
)
def test_fast_constructor_builds_equal_instances(given, named):
    made, plain = create_plain(*given, **named), Plain(*given, **named)
    assert type(made) is Plain
    assert made == plain
    assert (repr(made), hash(made)) == (repr(plain), hash(plain))
    assert copy.deepcopy(made) == plain == pickle.loads(pickle.dumps(made))
    with pytest.raises(FrozenInstanceError):
        made.one = 2
    with pytest.raises((AttributeError, TypeError)):
        made.other = 2


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, 3, 4), {}), ((1,), {"four": 4}), ((1,), {"one": 1})])
def test_fast_constructor_refuses_the_same_arguments(given, named):
    with pytest.raises(TypeError):
        create_plain(*given, **named)


def test_fields_cannot_be_assigned():
    made = Quick(1)
    with pytest.raises(FrozenInstanceError):
        made.one = 2
    with pytest.raises(FrozenInstanceError):
        del made.one
    with pytest.raises((AttributeError, TypeError)):
        made.other = 2
    assert made == Quick(1)


def test_instances_can_be_copied_and_pickled():
    made = Quick(1, (2, 3), "x")
    assert replace(made, one=4) == Quick(4, (2, 3), "x")
    assert copy.deepcopy(made) == made == pickle.loads(pickle.dumps(made))


def test_unsupported_classes_are_refused():
    @dataclass(frozen=True)
    class NoSlots:
        one: int

    @dataclass(frozen=True, slots=True)
    class Made:
        one: list = field(default_factory=list)

    @dataclass(frozen=True, slots=True)
    class After:
        one: int

        def __post_init__(self):
            raise AssertionError

    for kind in (NoSlots, Made, After):
        for make_fast in (fast_frozen, fast_constructor):
            with pytest.raises(TypeError, match="cannot be made fast"):
                make_fast(kind)


def test_phases_and_views_are_frozen():
    phase = next(
        step.phase
        for _, _, step in play_randomly(PRESETS["standard"], 1)
        if isinstance(step.phase, Playing) and step.phase.lead
    )
    view = view_for(phase, phase.turn)
    for value, kind in ((phase, Playing), (view, View), (view.trick, TrickView), (view.trick.plays[0], PlayView)):
        assert type(value) is kind
        for one in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, one.name, None)
        assert replace(value) == value
