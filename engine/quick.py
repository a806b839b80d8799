"""Makes frozen dataclasses quick to build: games make several for each play.

The `__init__` of a frozen dataclass sets each field by a call of `object.__setattr__`, which for a phase of sixteen
fields is half the time of a play. The one made here fills the new object while it belongs to a draft class with the
same slots, where fields are set plainly, and then gives it its own class back. It is as frozen as before.
"""

from dataclasses import MISSING, fields
from typing import Any, Final, TypeVar

T = TypeVar("T")

_INIT: Final = """\
def __init__(self, {parameters}):
    become(self, "__class__", Draft)
    {body}
    self.__class__ = Frozen
"""


def quick(frozen: type[T]) -> type[T]:
    """Return the frozen dataclass with slots, its `__init__` made quick; fields, defaults and all else stay.

    Raises:
        TypeError: the class has no slots of its own, makes defaults or derives fields after building.
    """
    plain = all(field.init and field.default_factory is MISSING for field in fields(frozen))  # type: ignore[arg-type]
    names = tuple(field.name for field in fields(frozen))  # type: ignore[arg-type]
    if not plain or hasattr(frozen, "__post_init__") or getattr(frozen, "__slots__", None) != names:
        raise TypeError(f"{frozen.__name__} cannot be made quick")
    defaults = {f"_{field.name}": field.default for field in fields(frozen) if field.default is not MISSING}  # type: ignore[arg-type]
    scope: dict[str, Any] = {
        "become": object.__setattr__,
        "Draft": type(f"{frozen.__name__}Draft", (), {"__slots__": names}),
        "Frozen": frozen,
        **defaults,
    }
    parameters = ", ".join(f"{name}=_{name}" if f"_{name}" in defaults else name for name in names)
    body = "\n    ".join(f"self.{name} = {name}" for name in names)
    exec(_INIT.format(parameters=parameters, body=body), scope)  # noqa: S102 - as `dataclasses` does, of field names only
    made = scope["__init__"]
    made.__qualname__, made.__module__ = f"{frozen.__name__}.__init__", frozen.__module__
    made.__annotations__ = frozen.__init__.__annotations__
    frozen.__init__ = made  # type: ignore[method-assign]
    return frozen
