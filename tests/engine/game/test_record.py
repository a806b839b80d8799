"""Records can be written, read and replayed in both directions. A replay that stops says where and why."""

import io
import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from mixed_rules import MIXED
from random_play import format_log, record_random_play

from engine import cli
from engine.deal.fair_shuffle import Proof, commit_to, make_fair_deal
from engine.deal.game import spectator_view, view_for
from engine.io.record import Move, Record, Replay, format_record, parse_record, replay_to_end
from engine.model.actions import Pass, Play
from engine.model.errors import InvalidRecord, Reason
from engine.model.events import DealEnded, MatchWon
from engine.model.notation import format_rules
from engine.model.options import Level, Teams
from engine.model.presets import PRESETS
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName
from tests.everyday import spread

GOLDEN = Path(__file__).parents[2] / "golden"
STANDARD = PRESETS["standard"]


@pytest.fixture(scope="module")
def standard():
    return record_random_play(STANDARD, 11, deals=2)


@pytest.mark.parametrize("name", PRESETS)
def test_record_round_trip_and_replay(name):
    record = record_random_play(PRESETS[name], 4, deals=1)
    again = parse_record(format_record(record))
    assert again == record
    replay = Replay(again)
    assert replay.stopped is None
    assert replay_to_end(again) == replay.phases[len(replay)]
    assert spectator_view(replay.phases[len(replay)]).phase is PhaseName.FINISHED


def test_replay_walks_both_ways(standard):
    replay = Replay(standard)
    assert len(replay) == len(standard.moves)
    assert replay.phases[3] == replay_to_end(replace(standard, moves=standard.moves[:3]))
    assert replay.phases[0] == replay_to_end(replace(standard, moves=()))
    assert len(replay.deals) >= 2


def test_replay_stops_at_illegal_action(standard):
    at = next(n for n, move in enumerate(standard.moves) if isinstance(move.action, Play))
    bad = replace(
        standard,
        moves=(*standard.moves[:at], Move(Seat((standard.moves[at].seat + 1) % 4), Pass()), *standard.moves[at:]),
    )
    replay = Replay(bad)
    assert replay.stopped is not None
    assert replay.stopped.move_number == at == len(replay)
    assert replay.stopped.refusal.reason is Reason.NOT_YOUR_TURN
    assert view_for(replay.phases[at], Seat(0)).phase is PhaseName.PLAYING


def test_levels_declarer_and_headers_round_trip(standard):
    record = Record(STANDARD, (), (Level.FIVE, Level.TWO, Level.FIVE, Level.TWO), Seat(1), (("Date", "2026-11-21"),))
    assert parse_record(format_record(record)) == record
    assert spectator_view(replay_to_end(record)).levels[0] is Level.FIVE


def test_record_parsing_is_tolerant(standard):
    text = format_record(standard)
    loose = "# a comment\r\n\r\n" + text.replace("\n", "  \r\n").replace("Rules:", "rules:") + "\r\n# the end"
    assert parse_record(loose) == standard


@pytest.mark.parametrize(
    ("spoil", "line", "problem"),
    [
        (lambda _: "", 1, "Rules"),
        (lambda t: t.replace("players=4", "players=99"), 1, "players"),
        (lambda t: t.replace("players=4", "nonsense=4"), 1, "nonsense"),
        (lambda t: t + "0 play S99\n", None, "S99"),
        (lambda t: t + "7 jump S9\n", None, "jump"),
        (lambda t: t + "proof x y\n", None, "proof"),
        (lambda t: t.replace("Rules:", "Levels: 2 2\nRules:"), None, "levels"),
        (lambda t: t.replace("Rules:", "Declarer: 9\nRules:"), None, "seat 9"),
        (lambda t: t.replace("Rules:", "Levels: 2 3 4 5\nRules:"), None, "partners"),
        (lambda t: t[: len(t) // 2].rsplit(" ", 1)[0] + " S", None, "S"),
    ],
)
def test_invalid_record_names_line_and_problem(standard, spoil, line, problem):
    with pytest.raises(InvalidRecord) as bad:
        parse_record(spoil(format_record(standard)))
    assert problem.lower() in bad.value.problem.lower()
    if line is not None:
        assert bad.value.line == line


def test_proofs_are_checked(standard):
    assert set(Replay(standard).proofs) == {True}
    at = next(n for n, move in enumerate(standard.moves) if move.proof)
    forged = replace(standard.moves[at], proof=replace(standard.moves[at].proof, cut="another"))
    moves = list(standard.moves)
    moves[at] = forged
    assert Replay(replace(standard, moves=tuple(moves))).proofs[0] is False
    moves[at] = replace(forged, proof=None)
    assert Replay(replace(standard, moves=tuple(moves))).proofs[0] is None
    wrong = Proof("0" * 64, standard.moves[at].proof.secret, "cut")
    moves[at] = replace(forged, proof=wrong)
    assert Replay(replace(standard, moves=tuple(moves))).proofs[0] is False


def check_golden_record(file, rules):
    """Check that a golden record and its log are unchanged. Return the replay.

    After an intended change, `python tests/golden/regenerate.py` writes the files again.
    """
    text = (GOLDEN / f"{file}.record").read_text(encoding="utf-8")
    replay = Replay(parse_record(text))
    assert replay.stopped is None
    assert replay.record.rules == rules, "the preset has changed: regenerate its golden record"
    assert format_record(replay.record, Rules()) == text
    assert format_log(replay.events) == (GOLDEN / f"{file}.log").read_text(encoding="utf-8")
    return replay


@pytest.mark.parametrize("name", PRESETS | MIXED)
def test_golden_deals_replay_unchanged(name):
    check_golden_record(name, (PRESETS | MIXED)[name])


@pytest.mark.parametrize("name", spread(5, PRESETS))
def test_golden_matches_replay_unchanged(name):
    last = check_golden_record(f"{name}-match", PRESETS[name]).events[-1][-1]
    assert isinstance(last, DealEnded if PRESETS[name].teams is Teams.HIDDEN_TEN else MatchWon)


def test_golden_records_name_only_changed_options():
    """Golden records omit options with default values. A new option therefore changes none of them."""
    defaults = set(format_rules(Rules()).split())
    files = list(GOLDEN.glob("*.record"))
    assert len(files) == 2 * len(PRESETS) + len(MIXED)
    for file in files:
        rules = file.read_text(encoding="utf-8").partition("\n")[0]
        assert defaults.isdisjoint(rules.split()), file.name


def test_stored_records_name_every_option(standard):
    header = format_record(standard).partition("\n")[0]
    assert [word.partition("=")[0] for word in header.split()[1:]] == [field.name for field in fields(Rules)]


def test_command_line_plays_writes_and_replays_a_match(tmp_path, capsys):
    file = tmp_path / "match.txt"
    assert cli.main(["play", "--rules", "standard", "--seed", "7", "--deals", "1", "--record", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "deal 1" in shown
    assert cli.main(["replay", str(file)]) == 0
    assert capsys.readouterr().out == shown
    file.write_text(file.read_text() + "0 pass\n")
    assert cli.main(["replay", str(file)]) == 1
    assert "illegal" in capsys.readouterr().err
    file.write_text("rubbish\n")
    assert cli.main(["replay", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert cli.main(["replay", str(tmp_path / "none")]) == 2
    assert cli.main(["play", "--option", "kitty_size=7"]) == 2
    assert "equal hands" in capsys.readouterr().err


def test_referee_continues_after_bad_lines(monkeypatch, capsys):
    lines = ['{"id": 1, "kind": "points", "input": {"cards": ["S5"]}}', "rubbish", '{"id": 2, "kind": "nonsense"}']
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert cli.main(["referee"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0]["answer"]["points"] == 5
    assert "error" in answers[1]
    assert "error" in answers[2]


@pytest.mark.parametrize("cut", ["", "a\u2028b", "\x85\x0b\x1c", "王 \n\r \"'", "# x", "\\u2028", " \t"])
def test_record_keeps_any_characters_of_a_cut(cut):
    deal, proof = make_fair_deal(STANDARD, bytes(32), cut), Proof(commit_to(bytes(32)), bytes(32), cut)
    record = Record(STANDARD, (Move(TABLE, deal, proof),))
    assert parse_record(format_record(record)) == record
    assert Replay(parse_record(format_record(record).replace("\n", "\r\n"))).proofs == (True,)


PROMISED = f"proof {'0' * 64} {'00' * 16}"


@pytest.mark.parametrize(
    ("lines", "line", "problem"),
    [
        (["Rules: players=4", "", f"{PROMISED} {'[' * 100_000}"], 3, "a cut is a text in quotes"),
        (["Rules: players=4", "", f'{PROMISED} "\\ud800"'], 3, "half a letter"),
        (["Rules: players=4", "", f'{PROMISED} "unended'], 3, "a cut is a text in quotes"),
        (["Rules: players=4", "", f'{PROMISED} "a"'], 3, "its deal is missing"),
        (["Rules: players=4", "", f'{PROMISED} "a"', f'{PROMISED} "b"'], 4, "two proofs"),
        (["Rules: players=4", "", f"proof {'é' * 64} {'00' * 16}"], 3, "a commitment, a secret and a cut"),
        (["Rules: players=4", "rules: players=4"], 2, "two lines `Rules"),
        (["Rules: players=4", "Declarer: 1", "Declarer: 2"], 3, "two lines `Declarer"),
        (["Rules: players=4", "Declarer: ²"], 2, "no seat number"),
        (["Rules: players=4", f"Declarer: {'9' * 5000}"], 2, "no seat number"),
    ],
)
def test_hostile_records_are_refused(lines, line, problem):
    with pytest.raises(InvalidRecord) as bad:
        parse_record("\n".join(lines))
    assert problem in bad.value.problem
    assert bad.value.line == line


def test_byte_order_mark_is_ignored(standard):
    assert parse_record("\ufeff" + format_record(standard)) == standard


def test_verify_checks_deals_before_illegal_action(standard, tmp_path, capsys):
    file = tmp_path / "match.txt"
    file.write_text(format_record(standard) + "0 pass\n")
    assert cli.main(["verify", str(file)]) == 1
    output = capsys.readouterr()
    assert "deal 1: fair" in output.out
    assert f"action {len(standard.moves) + 1} is illegal" in output.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["play", "--deals", "-1"], "not a number of deals: -1"),
        (["play", "--deals", "9" * 5000], "not a number of deals: 9"),
        (["play", "--seed", "seven"], "not a whole number: seven"),
        (["play", "--seed", "²"], "not a whole number"),
        (["play", "--rules", "nope"], "nope"),
        (["play", "--option", "nonsense=1"], "nonsense"),
        (["play", "--record", "{}/none/x"], "none/x: No such file"),
        (["play", "--record", "{}"], "Is a directory"),
        (["replay", "{}/none"], "none: No such file"),
        (["verify", "{}/none"], "none: No such file"),
        (["verify", "{}/bytes"], "not a text in UTF-8"),
        (["replay"], "file"),
        ([], "COMMAND"),
    ],
)
def test_command_line_errors_are_one_line(tmp_path, capsys, words, problem):
    (tmp_path / "bytes").write_bytes(b"Rules: \xff\xfe")
    try:
        status = cli.main([word.format(tmp_path) for word in words])
    except SystemExit as left:
        status = left.code
    output = capsys.readouterr()
    assert status == 2
    assert output.out == ""
    assert problem in output.err
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("header", [("Event", "a: b"), ("Played-at", "home"), ("名", "値"), ("A", "")])
def test_header_round_trips(header):
    record = Record(STANDARD, headers=(header,))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    "header",
    [("A", "b\nc"), ("A", "b\r"), ("A b", "c"), ("Rules", "x"), ("levels", "2"), ("A", " x"), ("A:b", "c"), ("", "x")],
)
def test_unreadable_header_is_not_written(header):
    with pytest.raises(ValueError, match="not a header"):
        format_record(Record(STANDARD, headers=(header,)))


def test_closed_pipe_is_not_an_error(tmp_path):
    import subprocess
    import sys

    play = [sys.executable, "-m", "engine", "play", "--deals", "3", "--seed", "5"]
    root = Path(__file__).parents[3]
    with subprocess.Popen(play, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(60) == 0
