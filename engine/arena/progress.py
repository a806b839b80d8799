"""The progress of a contest, printed while it is played."""

import time
from typing import Final

from engine.arena.console import is_told_in_terminal, tell
from engine.arena.contest import Contest
from engine.arena.contest_report import ContestResult, counts_levels, format_interval

_LINES: Final = 10
"""Outside a terminal, about this many progress lines are printed, or more if the contest takes long."""
_MOST_SECONDS: Final = 60.0
"""When the last progress line is this many seconds old, the next pair that ends prints one."""


class ArenaProgress:
    """Prints a line of progress after each pair in a terminal, and less often elsewhere."""

    def __init__(self, contest: Contest) -> None:
        self._pairs = pairs = contest.pairs
        self._counts_levels = counts_levels(contest.rules)
        self._live = is_told_in_terminal()
        self._every = 1 if self._live else max(1, pairs // _LINES)
        self._started = self._shown = time.monotonic()
        if self._live:
            tell(f"0 of {pairs} pairs", passing=True)

    def show(self, result: ContestResult) -> None:
        """Print the progress and the score after a pair, if a line is due."""
        played, now = len(result.scores), time.monotonic()
        if played % self._every and played < self._pairs and now < self._shown + _MOST_SECONDS:
            return
        self._shown = now
        left = (now - self._started) / played * (self._pairs - played)
        levels, points = f"{format_interval(result.levels, 2)} levels", f"{format_interval(result.points, 1)} points"
        stands = levels if self._counts_levels else points
        line = f"{played} of {self._pairs} pairs, {format_duration(left)} left, {stands}"
        tell(line, passing=played < self._pairs)


def format_duration(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where needed."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
