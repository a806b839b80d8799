"""A player that is another program: it reads questions from its input and writes answers, a line each."""

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Sequence
from queue import Empty, Queue
from threading import Thread
from typing import Final

from engine.arena.contest import DecisionFault, PlayerFaultError
from engine.arena.encode_question import encode_question, parse_answer
from engine.model.actions import Action
from engine.model.view import View

_LONGEST_ANSWER: Final = 1 << 16
_SEED_BITS: Final = 32
KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once. On Windows, this is SIGTERM."""
_GRACE: Final = 1.0
"""Seconds that a program has to end by itself. After SIGTERM, it has the same time once more."""
_SHOWN_RUNS: Final = 3
"""How many runs of a program may write to standard error. A program that always fails would fill the terminal."""


class ProgramPlayer:
    """Plays one seat by asking an external program, which is restarted after an error or a time-out."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = command
        self._timeout = timeout
        self._running: _RunningProgram | None = None
        self._asked = 0
        self._starts = 0

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`. Raises PlayerFaultError if the program fails."""
        assert view.seat is not None
        self._asked += 1
        question = encode_question(self._asked, rng.getrandbits(_SEED_BITS), view)
        try:
            return parse_answer(self._exchange(question), self._asked, view.seat)
        except PlayerFaultError:
            self._stop()
            raise

    def _exchange(self, question: str) -> str:
        if self._running is None:
            self._starts += 1
            self._running = _RunningProgram(self._command, shows_errors=self._starts <= _SHOWN_RUNS)
        return self._running.ask(question, self._timeout)

    def _stop(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None

    def end_input(self) -> None:
        """Close the program's input, so that it ends by itself; `close` waits for that."""
        if self._running is not None:
            self._running.end_input()

    def close(self) -> None:
        """Give the program a moment to end by itself, and then end it."""
        if self._running is not None:
            self._running.wait_for_end()
            self._stop()

    def kill(self) -> None:
        """End the program by force and without waiting."""
        if self._running is not None:
            self._running.signal(KILL)


class _RunningProgram:
    """A process, and the thread that talks with it. If the program hangs, the thread is blocked, but not the caller."""

    def __init__(self, command: Sequence[str], *, shows_errors: bool) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if shows_errors else subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                process_group=0,
            )
        except OSError as error:
            raise PlayerFaultError(DecisionFault.ERROR, f"the program does not start: {error.strerror}") from error
        self._questions: Queue[str | None] = Queue()
        self._answers: Queue[str] = Queue()
        self._input_ended: float | None = None
        self._talker = Thread(target=self._talk, daemon=True)
        self._talker.start()

    def _talk(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        for question in iter(self._questions.get, None):
            try:
                self._process.stdin.write(f"{question}\n")
                self._process.stdin.flush()
                self._answers.put(self._process.stdout.readline(_LONGEST_ANSWER))
            except (OSError, ValueError):  # the process has ended
                self._answers.put("")
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def ask(self, question: str, timeout: float) -> str:
        self._questions.put(question)
        try:
            answer = self._answers.get(timeout=timeout)
        except Empty:
            raise PlayerFaultError(DecisionFault.TIMEOUT, f"no answer within {timeout:g} s") from None
        if not answer:
            raise PlayerFaultError(DecisionFault.ERROR, f"the program has ended{self._format_status()}")
        if len(answer) == _LONGEST_ANSWER and not answer.endswith("\n"):
            raise PlayerFaultError(DecisionFault.ERROR, f"an answer has at most {_LONGEST_ANSWER:,} characters")
        return answer

    def _format_status(self) -> str:
        try:
            return f" with status {self._process.wait(_GRACE)}"
        except subprocess.TimeoutExpired:  # the process has closed its output but still runs
            return ""

    def end_input(self) -> None:
        """Close the input as soon as the process has answered."""
        if self._input_ended is None:
            self._input_ended = time.monotonic()
            self._questions.put(None)

    def wait_for_end(self) -> None:
        self.end_input()
        assert self._input_ended is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, self._input_ended + _GRACE - time.monotonic()))

    def stop(self) -> None:
        self.end_input()
        self.signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self.signal(KILL)
        self._process.wait()
        self._talker.join(_GRACE)
        if not self._talker.is_alive():  # the thread lives on if a process outside the group still uses the pipes
            self._close_pipes()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and, except on Windows, to all that it has started."""
        with contextlib.suppress(ProcessLookupError):  # all processes have ended
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
