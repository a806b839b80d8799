"""Helpers for writing cases of refusals, and parts of request bodies."""

from dataclasses import dataclass

OK = "ok"
BAD = (400, 50035)
V2 = 1 << 15
EPHEMERAL = 1 << 6


@dataclass(frozen=True)
class Case:
    name: str
    wanted: object
    act: object
    alone: bool = True  # needs a local Discord of its own, because it changes commands, permissions or time


CASES = []


def case(name, wanted, *, alone=True):
    def enter(act):
        CASES.append(Case(name, wanted, act, alone))
        return act

    return enter


def sends(name, wanted, body, files=None):
    @case(name, wanted, alone=False)
    async def act(backend):
        await backend.send(body, files() if files else ())


def text(content="hello"):
    return {"type": 10, "content": content}


def texts(count):
    return [text() for _ in range(count)]


def row(*parts):
    return {"type": 1, "components": list(parts)}


def button(number=1, **more):
    return {"type": 2, "style": 1, "label": "go", "custom_id": f"b{number}", **more}


def link(**more):
    return {"type": 2, "style": 5, "label": "go", "url": "https://example.org", **more}


def options(count=2, **more):
    return [{"label": f"o{n}", "value": f"v{n}", **more} for n in range(count)]


def select(**more):
    return {"type": 3, "custom_id": "s", "options": options(), **more}


def v2(*parts, **more):
    return {"flags": V2, "components": list(parts), **more}


def v1(*parts, **more):
    return {"content": "x", "components": list(parts), **more}


def gallery(count=1, url="https://example.org/a.png", **more):
    return {"type": 12, "items": [{"media": {"url": url}, **more} for _ in range(count)]}


def container(*parts):
    return {"type": 17, "components": list(parts)}


def section(*parts, **more):
    return {"type": 9, "components": list(parts), **more}
