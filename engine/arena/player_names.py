"""Builds players from names such as `master:0.2`, `random`, `search:60`, `weights:FILE` or `cmd: PROGRAM`."""

import json
import math
import random
import re
import shlex
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import Final

from engine.arena.contest import ArenaError
from engine.arena.encode_question import shorten
from engine.arena.program_player import ProgramPlayer
from engine.deal.burying import check_bury
from engine.deal.legal_actions import legal_actions_of, legal_declarations
from engine.model.actions import Action, Bury, Declare, EndDeal, Pass, TakeBack
from engine.model.errors import IllegalAction, suggest
from engine.model.view import Ask, View
from engine.players.levels import ORACLE, PLAYERS, Player
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import MASTER, Style
from engine.players.policies.weights import Weights
from engine.players.search.effort import PlayoutClock, SearchEffort
from engine.players.search.search_player import SearchPlayer

_OTHERS: Final = (
    "master:SHARE",
    "master:SHARE:SECONDS",
    "random",
    "search",
    "search:DEALS",
    "weights:FILE",
    "'cmd: PROGRAM'",
)
_PLAIN: Final = tuple(form for form in _OTHERS if form.islower())
PLAYER_FORMS: Final = ", ".join((*PLAYERS, *_OTHERS))
_EFFORT: Final = re.compile(r"[1-9]\d{0,5}")
_SHARES: Final = 0.02, 100.0
"""The least and the greatest SHARE in `master:SHARE`. It multiplies the number of deals that Master samples."""
_SECONDS: Final = 0.001, 60.0
"""The shortest and the longest time limit of a decision, in seconds."""
_ROUNDS: Final = (0.2, 0.5)
"""Shares of the sampled deals. After each of them, a search drops the worse half of the plays."""


@dataclass(frozen=True, slots=True)
class TimedPlayer:
    """Searches like `player`, but has limited time. When the time is over, it chooses the best play found so far."""

    player: SearchPlayer
    seconds: float

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        return replace(self.player, in_time=PlayoutClock.of(time.monotonic, self.seconds)).choose(view, rng)


def build_player(name: str, timeout: float, on_search: Callable[[], None] | None = None) -> Player:
    """Return a player for one seat, which calls `on_search` at each search. Raises ArenaError for a wrong name."""
    kind, _, rest = name.partition(":")
    match kind:
        case "cmd":
            return ProgramPlayer(_find_program(rest), timeout)
        case "search":
            return SearchPlayer(RulePlayer(MASTER), _parse_effort(name, rest), on_search=on_search)
        case "weights":
            return RulePlayer(Style(weights=_read_weights(rest)))
        case "random" if not rest:
            return RandomPlayer()
        case "master" if rest:
            return _build_master(name, rest, on_search)
        case _:
            return _get_level(name, on_search)


def _build_master(name: str, words: str, on_search: Callable[[], None] | None) -> Player:
    share, _, seconds = words.partition(":")
    form = "master:SHARE has a share of its usual deals from {} to {:.0f}, such as master:0.2"
    player = PLAYERS["master"]
    assert isinstance(player, SearchPlayer)
    player = replace(player.scaled(_parse_number(name, share, _SHARES, form)), on_search=on_search)
    if not seconds:
        return player
    form = "master:SHARE:SECONDS has from {} to {:.0f} seconds for a decision, such as master:0.4:0.1"
    return TimedPlayer(player, _parse_number(name, seconds, _SECONDS, form))


def _parse_number(name: str, words: str, limits: tuple[float, float], form: str) -> float:
    try:
        number = float(words)
    except ValueError:
        number = -1.0
    if not limits[0] <= number <= limits[1]:
        raise ArenaError(f"cannot read {name!r}: {form.format(*limits)}")
    return number


def _get_level(name: str, on_search: Callable[[], None] | None) -> Player:
    if name == ORACLE:
        raise ArenaError("the oracle sees all hands, so that it can be compared with nobody: it plays at tables only")
    if name not in PLAYERS:
        raise ArenaError(f"no player {name!r}; there are {PLAYER_FORMS}{suggest(name, (*PLAYERS, *_PLAIN))}")
    player = PLAYERS[name]
    return replace(player, on_search=on_search) if isinstance(player, SearchPlayer) else player


def _find_program(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ArenaError(f"cannot read the command {command!r}: {error}") from error
    if not words:
        raise ArenaError("'cmd: PROGRAM' needs a program, such as 'cmd: python3 my_player.py'")
    if shutil.which(words[0]) is None:
        found = Path(words[0]).is_file()
        raise ArenaError(f"the program {words[0]!r} is not executable" if found else f"no program {words[0]!r}")
    return words


def _parse_effort(name: str, words: str) -> SearchEffort:
    if ":" not in name:
        return SearchEffort()
    if _EFFORT.fullmatch(words) is None:
        raise ArenaError(
            f"cannot read {name!r}: a search reads search:DEALS, such as search:60, with up to 999999 deals"
        )
    deals = int(words)
    first, second = (round(share * deals) for share in _ROUNDS)
    rounds = (first, second - first, deals - second)
    return SearchEffort(tuple(number for number in rounds if number))


def _read_weights(file: str) -> Weights:
    if not file:
        raise ArenaError("weights:FILE needs a file, a JSON object of weights by name")
    try:
        values = json.loads(Path(file).read_text(encoding="utf-8"), parse_int=float)
    except OSError as error:
        raise ArenaError(f"cannot read weights from {file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ArenaError(f"cannot read weights from {file}: it is not JSON in UTF-8") from error
    if not isinstance(values, dict):
        raise ArenaError(f"{file} is no JSON object of weights by name")
    for name, value in values.items():
        _check_weight(file, name, value)
    return Weights(**values)


def _check_weight(file: str, name: str, value: object) -> None:
    known = [field.name for field in fields(Weights)]
    if name not in known:
        raise ArenaError(f"{file}: no weight is called {shorten(name)}{suggest(name, known)}")
    if not (isinstance(value, float) and math.isfinite(value)):
        raise ArenaError(f"{file}: the weight {name} is a finite number, not {shorten(json.dumps(value))}")


_CHOICES: Final = 200
"""An action is picked from at most this many legal ones, because some questions have millions."""
_DECLARING: Final = 0.1
"""Chance to declare when asked."""


class RandomPlayer:
    """Plays at random, declares now and then, and never claims a redeal."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        match view.ask:
            case Ask.DECLARE:
                return _declare(view, rng)
            case Ask.CLAIM:
                return Pass()
            case Ask.BURY:
                return _bury(view, rng)
            case _:
                return _pick(view, rng)


def _declare(view: View, rng: random.Random) -> Action | None:
    found = legal_declarations(view)
    if found and rng.random() < _DECLARING:
        return Declare(rng.choice(found))
    return None if view.to_draw else Pass()


def _bury(view: View, rng: random.Random) -> Action:
    cards = tuple(rng.sample(view.hand, view.kitty_size))
    try:
        check_bury(view.hand, cards, view.kitty_size, view.rules)
    except IllegalAction:
        return _pick(view, rng)
    return Bury(cards)


def _pick(view: View, rng: random.Random) -> Action:
    found = islice(legal_actions_of(view), _CHOICES)
    return rng.choice([one for one in found if not isinstance(one, TakeBack | EndDeal)])
