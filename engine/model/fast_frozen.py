"""Makes frozen dataclasses fast to create; a game creates several for each play.

Their usual `__init__` sets each field through `object.__setattr__`. For a phase of sixteen fields, that takes half the
time of a play. `fast_frozen` starts an object of more than a few fields in a class that has the same slots and is not
frozen. There it assigns the fields plainly, and then it changes the object's class to the frozen one.
`fast_constructor` halves the time again, because Python calls functions faster than classes.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

_INIT: Final = """\
def __init__(self, {parameters}):
    become(self, "__class__", Draft)
    {body}
    self.__class__ = Frozen
"""
_SHORT_INIT: Final = """\
def __init__(self, {parameters}):
    {setters}
"""
_FEW_FIELDS: Final = 3
"""Up to this number of fields, it is faster to set each field than to change the class twice."""
_CREATE: Final = """\
def create({parameters}):
    self = new(Draft)
    {body}
    self.__class__ = Frozen
    return self
"""


def fast_frozen(frozen: type[T]) -> type[T]:
    """Give a frozen dataclass a fast `__init__` and return the class.

    Raises TypeError for a default factory, for fields computed after creation, and for slots that are not the fields.
    """
    few = len(fields(frozen)) <= _FEW_FIELDS  # type: ignore[arg-type]  # no type says "any dataclass"
    made = _compile(_SHORT_INIT if few else _INIT, frozen)["__init__"]
    made.__qualname__, made.__module__ = f"{frozen.__name__}.__init__", frozen.__module__
    made.__annotations__ = frozen.__init__.__annotations__
    frozen.__init__ = made  # type: ignore[method-assign]  # what this function is for
    return frozen


def fast_constructor(frozen: Callable[P, T]) -> Callable[P, T]:
    """Return a function that creates the frozen objects faster than their class does. Raises as `fast_frozen`."""
    made: Callable[P, T] = _compile(_CREATE, frozen)["create"]
    return made


def _compile(template: str, frozen: Any) -> dict[str, Any]:  # Python has no type for "any dataclass"
    """Write the names of the dataclass's fields into the template, run it as code, and return what it defines."""
    declared = fields(frozen)
    plain = all(field.init and field.default_factory is MISSING for field in declared)
    names = tuple(field.name for field in declared)
    if not plain or hasattr(frozen, "__post_init__") or getattr(frozen, "__slots__", None) != names:
        raise TypeError(f"{frozen.__name__} cannot be made fast")
    defaults = {f"_{field.name}": field.default for field in declared if field.default is not MISSING}
    scope: dict[str, Any] = {
        "become": object.__setattr__,
        "new": object.__new__,
        "Draft": type(f"{frozen.__name__}Draft", (), {"__slots__": names}),
        "Frozen": frozen,
        **{f"set_{name}": getattr(frozen, name).__set__ for name in names},
        **defaults,
    }
    parameters = ", ".join(f"{name}=_{name}" if f"_{name}" in defaults else name for name in names)
    body = "\n    ".join(f"self.{name} = {name}" for name in names)
    setters = "\n    ".join(f"set_{name}(self, {name})" for name in names)
    source = template.format(parameters=parameters, body=body, setters=setters)
    exec(source, scope)  # noqa: S102 - field names only, as in `dataclasses`
    return scope
