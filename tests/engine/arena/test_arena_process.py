"""The process of the arena handles signals, narrow terminals and failing outputs, and ends its programs."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from engine.arena.console import interrupted_once

STOPS = (signal.SIGINT, signal.SIGTERM)
EXAMPLE = Path(__file__).with_name("example_program.py")
COMMAND = [sys.executable, "-m", "engine", "arena"]


def arguments(a, *others, b="expert"):
    return [*COMMAND, "--a", a, "--b", b, *others]


def run(*words, **options):
    return subprocess.run(arguments(*words), capture_output=True, text=True, check=False, **options)


def write_program(folder, *lines):
    """Write a program that runs these lines for each `question`. Return its name as a player of the arena."""
    path = folder / "program.py"
    head = ["import json", "import sys", "import time", "", "for line in sys.stdin:", "    question = json.loads(line)"]
    path.write_text("\n".join([*head, *(f"    {line}" for line in lines)]))
    return f"cmd: {sys.executable} {path}"


@pytest.fixture
def heeded_signals():
    """Let processes react to SIGINT and SIGHUP, even if the tests run in the background or under `nohup`."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.long
@pytest.mark.usefixtures("heeded_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("times", [1, 3])
def test_stopped_contest_reports_and_leaves_no_process(number, jobs, times):
    """Each process of the arena holds the output pipe open. The pipe is closed, so all of them have ended."""
    command = arguments(f"cmd: {sys.executable} {EXAMPLE}", "--pairs", "20", "--jobs", str(jobs))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as arena:
        assert "of 20 pairs" in arena.stderr.readline()
        for _ in range(times):
            arena.send_signal(number)
        out, err = arena.communicate(timeout=120)
    assert arena.returncode == 128 + signal.SIGINT
    assert "levels a deal" in out
    assert "stopped after" in err
    assert "Traceback" not in err


@pytest.mark.long
@pytest.mark.usefixtures("heeded_signals")
def test_interrupt_of_starting_processes_is_quiet():
    """Ctrl-C reaches every process of the group, even one that is still importing modules."""
    command = arguments("expert", "--jobs", "2")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0) as arena:
        children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
        deadline = time.monotonic() + 120
        while not any(b"spawn_main" in read_command(child) for child in children.read_text().split()):
            assert time.monotonic() < deadline, "no process has started"
            time.sleep(0.005)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=120)
    assert (out, err) == ("", "stopped after 0 of 200 pairs\n")


def read_command(process):
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:  # the process has already ended
        return b""


@pytest.mark.long
def test_ignored_hangup_signal_stays_ignored():
    """`nohup` starts the arena so that it ignores SIGHUP. The arena must not react to the signal then."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        command = arguments("expert", "--pairs", "4")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as arena:
            arena.stderr.readline()
            arena.send_signal(signal.SIGHUP)
            out, _ = arena.communicate(timeout=120)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (arena.returncode, "4 pairs" in out) == (0, True)


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_program_is_not_killed_before_it_has_finished(tmp_path, jobs):
    """The arena does not kill its programs, so each may finish its work after the last question."""
    program = tmp_path / "program.py"
    begin, end = (
        f"import os\nopen(f'{tmp_path}/{{os.getpid()}}.{name}', 'w').close()\n" for name in ("begun", "ended")
    )
    program.write_text(f"{begin}{EXAMPLE.read_text()}\n{end}")
    done = run(f"cmd: {sys.executable} {program}", "--pairs", "2", "--jobs", jobs)
    assert done.returncode == 0
    begun, ended = ({file.stem for file in tmp_path.glob(f"*.{name}")} for name in ("begun", "ended"))
    # a process that starts late may have no deals left to play
    assert len(begun) in {4 * used for used in range(1, int(jobs) + 1)}
    assert ended == begun


@pytest.mark.long
def test_first_fault_of_each_kind_is_printed_once_immediately(tmp_path):
    words = write_program(tmp_path, "print(json.dumps({'id': question['id'], 'action': 'fly'}), flush=True)")
    done = run(words, "--pairs", "2", "--jobs", "2")
    first, *others = done.stderr.splitlines()
    assert first.startswith("a: the first error: ")
    assert first in done.stdout.splitlines()
    assert not [line for line in others if "first" in line]
    assert done.returncode == 1


def interrupt_until_it_ends(arena):
    """Send SIGINT every 3 s until the arena ends; return its outputs.

    One signal may not suffice, because Python ignores a KeyboardInterrupt that is raised in a destructor.
    """
    for _ in range(40):
        arena.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return arena.communicate(timeout=3)
    return arena.communicate(timeout=1)


@pytest.mark.long
@pytest.mark.usefixtures("heeded_signals")
def test_fault_of_unfinished_pair_is_reported(tmp_path):
    words = write_program(tmp_path, "time.sleep(60)")
    command = arguments(words, "--timeout", "0.5")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as arena:
        assert arena.stderr.readline() == "a: the first time-out: no answer within 0.5 s\n"
        out, err = interrupt_until_it_ends(arena)
    assert out == ""
    assert err.endswith("stopped after 0 of 200 pairs\n")


@pytest.mark.long
def test_program_that_always_fails_prints_few_tracebacks(tmp_path):
    done = run(write_program(tmp_path, "raise LookupError(line[:6])"), "--pairs", "1")
    assert done.stderr.count("Traceback") == 3 * 4  # each of the four seats starts its program three times
    assert "errors" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("output", ["2>&-", "2>/dev/full"])
def test_report_does_not_need_standard_error(output):
    command = f"{sys.executable} -m engine arena --a expert --b skilled --pairs 1 {output}"
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, "levels a deal" in done.stdout) == (0, True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("output", "words"), [(">&-", "standard output is closed"), (">/dev/full", "No space left on device")]
)
def test_report_that_cannot_be_written_is_an_error(output, words):
    command = f"{sys.executable} -m engine arena --a expert --b skilled --pairs 1 {output}"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, words)


@pytest.mark.long
def test_progress_fits_a_narrow_terminal(tmp_path):
    columns = 32
    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    command = arguments("expert", "--pairs", "2", b="skilled")
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False)
    shown = os.read(mine, 1 << 16).decode()
    os.close(mine)
    os.close(theirs)
    passing = [line for line in shown.split("\r") if line.strip()]
    assert passing[0].startswith("0 of 2 pairs ")
    assert passing[1].startswith("1 of 2 pairs, ")
    assert {len(line) for line in passing[:2]} == {columns - 1}
    assert "2 of 2 pairs" in passing[2]
    assert done.returncode == 0


def test_arena_prints_on_an_ascii_terminal():
    done = run("expert", "--pairs", "1", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, "levels a deal" in done.stdout, "Traceback" in done.stderr) == (0, True, False)


@pytest.mark.usefixtures("heeded_signals")
def test_interrupt_that_was_dropped_can_be_repeated(monkeypatch):
    monkeypatch.setattr("engine.arena.console.IGNORED_FOR", 0.0)
    before = signal.getsignal(signal.SIGINT)
    with interrupted_once():
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded_signals")
def test_first_stop_signal_interrupts_and_others_are_ignored():
    before = [signal.getsignal(number) for number in STOPS]
    try:
        with interrupted_once():
            pass
        assert [signal.getsignal(number) for number in STOPS] == before
        with pytest.raises(KeyboardInterrupt), interrupted_once():
            signal.raise_signal(signal.SIGINT)
        assert [signal.getsignal(number) for number in STOPS] == [signal.SIG_IGN] * len(STOPS)
        with interrupted_once():  # an ignored SIGINT stays ignored, as under nohup
            signal.raise_signal(signal.SIGINT)
    finally:
        for number, handler in zip(STOPS, before, strict=True):
            signal.signal(number, handler)
