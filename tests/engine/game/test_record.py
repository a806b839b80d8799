"""Records: an exact round trip, tolerant reading, replay both ways, and a stop that says where and why."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from mixed_rules import MIXED
from walking import recorded

from engine import cli
from engine.actions import Pass, Play
from engine.errors import BadRecord, Reason
from engine.events import MatchWon
from engine.fairness import Proof, commitment, fair_deal
from engine.game import spectator_view, view_for
from engine.presets import PRESETS
from engine.record import Move, Record, Replay, check_proofs, fold, read, write
from engine.rules import Level
from engine.seats import TABLE, Seat
from engine.telling import told
from engine.view import PhaseName

GOLDEN = Path(__file__).parents[2] / "golden"
CLUB = PRESETS["club"]


@pytest.fixture(scope="module")
def club():
    return recorded(CLUB, 11, deals=2)


@pytest.mark.parametrize("name", PRESETS)
def test_round_trip_and_fold(name):
    record = recorded(PRESETS[name], 4, deals=1)
    again = read(write(record))
    assert again == record
    replay = Replay(again)
    assert replay.stopped is None
    assert fold(again) == replay.after(len(replay))
    assert spectator_view(replay.after(len(replay))).phase is PhaseName.FINISHED


def test_a_replay_walks_both_ways(club):
    replay = Replay(club)
    assert len(replay) == len(club.moves)
    assert replay.after(3) == fold(replace(club, moves=club.moves[:3]))
    assert replay.after(0) == fold(replace(club, moves=()))
    assert len(replay.deals) >= 2
    with pytest.raises(IndexError):
        replay.after(len(replay) + 1)
    with pytest.raises(IndexError):
        replay.after(-1)


def test_an_illegal_action_leaves_the_good_part(club):
    at = next(n for n, move in enumerate(club.moves) if isinstance(move.action, Play))
    bad = replace(club, moves=(*club.moves[:at], Move(Seat((club.moves[at].seat + 1) % 4), Pass()), *club.moves[at:]))
    replay = Replay(bad)
    assert replay.stopped is not None
    assert replay.stopped.move == at == len(replay)
    assert replay.stopped.refusal.reason is Reason.NOT_YOUR_TURN
    assert view_for(replay.after(at), Seat(0)).phase is PhaseName.PLAYING


def test_levels_declarer_and_headers_travel(club):
    record = Record(CLUB, (), (Level.FIVE, Level.TWO, Level.FIVE, Level.TWO), Seat(1), (("Date", "2026-11-21"),))
    assert read(write(record)) == record
    assert spectator_view(fold(record)).levels[0] is Level.FIVE


def test_reading_is_tolerant(club):
    text = write(club)
    loose = "# a comment\r\n\r\n" + text.replace("\n", "  \r\n").replace("Rules:", "rules:") + "\r\n# the end"
    assert read(loose) == club


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
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
def test_a_bad_record_says_where_and_why(club, spoil, line, why):
    with pytest.raises(BadRecord) as bad:
        read(spoil(write(club)))
    assert why.lower() in bad.value.why.lower()
    if line is not None:
        assert bad.value.line == line


def test_proofs_are_checked(club):
    assert set(check_proofs(club)) == {True}
    at = next(n for n, move in enumerate(club.moves) if move.proof)
    forged = replace(club.moves[at], proof=replace(club.moves[at].proof, cut="another"))
    moves = list(club.moves)
    moves[at] = forged
    assert check_proofs(replace(club, moves=tuple(moves)))[0] is False
    moves[at] = replace(forged, proof=None)
    assert check_proofs(replace(club, moves=tuple(moves)))[0] is None
    wrong = Proof("0" * 64, club.moves[at].proof.secret, "cut")
    moves[at] = replace(forged, proof=wrong)
    assert check_proofs(replace(club, moves=tuple(moves)))[0] is False


def golden(file, rules):
    """Regenerate with `python tests/golden/regenerate.py` and read the difference."""
    text = (GOLDEN / f"{file}.record").read_text(encoding="utf-8")
    replay = Replay(read(text))
    assert replay.stopped is None
    assert replay.record.rules == rules, "the rules have changed: play the golden record anew"
    assert write(replay.record) == text
    assert told(replay.events) == (GOLDEN / f"{file}.told").read_text(encoding="utf-8")
    return replay


@pytest.mark.parametrize("name", PRESETS | MIXED)
def test_golden_deals(name):
    golden(name, (PRESETS | MIXED)[name])


@pytest.mark.parametrize("name", PRESETS)
def test_golden_matches(name):
    last = golden(f"{name}-match", PRESETS[name]).events[-1][-1]
    assert isinstance(last, MatchWon)
    assert last.winners


def test_the_command_line_plays_writes_and_replays(tmp_path, capsys):
    file = tmp_path / "match.txt"
    assert cli.main(["play", "--rules", "club", "--seed", "7", "--deals", "1", "--record", str(file)]) == 0
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


def test_the_referee_goes_on_after_bad_lines(monkeypatch, capsys):
    lines = ['{"id": 1, "kind": "points", "input": {"cards": ["S5"]}}', "rubbish", '{"id": 2, "kind": "nonsense"}']
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert cli.main(["referee"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0]["answer"]["points"] == 5
    assert "error" in answers[1]
    assert "error" in answers[2]


@pytest.mark.parametrize("cut", ["", "a\u2028b", "\x85\x0b\x1c", "王 \n\r \"'", "# x", "\\u2028", " \t"])
def test_any_cut_comes_back(cut):
    deal, proof = fair_deal(CLUB, bytes(32), cut), Proof(commitment(bytes(32)), bytes(32), cut)
    record = Record(CLUB, (Move(TABLE, deal, proof),))
    assert read(write(record)) == record
    assert check_proofs(read(write(record).replace("\n", "\r\n"))) == (True,)


PROMISED = f"proof {'0' * 64} {'00' * 16}"


@pytest.mark.parametrize(
    ("lines", "line", "why"),
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
def test_hostile_records_are_refused(lines, line, why):
    with pytest.raises(BadRecord) as bad:
        read("\n".join(lines))
    assert why in bad.value.why
    assert bad.value.line == line


def test_a_byte_order_mark_is_read_past(club):
    assert read("\ufeff" + write(club)) == club


def test_the_good_part_of_a_record_is_verified(club, tmp_path, capsys):
    file = tmp_path / "match.txt"
    file.write_text(write(club) + "0 pass\n")
    assert cli.main(["verify", str(file)]) == 1
    said = capsys.readouterr()
    assert "deal 1: fair" in said.out
    assert f"action {len(club.moves) + 1} is illegal" in said.err


@pytest.mark.parametrize(
    ("words", "why"),
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
def test_the_command_line_refuses_at_once_in_one_line(tmp_path, capsys, words, why):
    (tmp_path / "bytes").write_bytes(b"Rules: \xff\xfe")
    try:
        status = cli.main([word.format(tmp_path) for word in words])
    except SystemExit as left:
        status = left.code
    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert why in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("header", [("Event", "a: b"), ("Played-at", "home"), ("名", "値"), ("A", "")])
def test_a_header_comes_back(header):
    record = Record(CLUB, headers=(header,))
    assert read(write(record)) == record


@pytest.mark.parametrize(
    "header",
    [("A", "b\nc"), ("A", "b\r"), ("A b", "c"), ("Rules", "x"), ("levels", "2"), ("A", " x"), ("A:b", "c"), ("", "x")],
)
def test_a_header_that_would_not_come_back_is_not_written(header):
    with pytest.raises(ValueError, match="not a header"):
        write(Record(CLUB, headers=(header,)))


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    import subprocess
    import sys

    play = [sys.executable, "-m", "engine", "play", "--deals", "3", "--seed", "5"]
    root = Path(__file__).parents[3]
    with subprocess.Popen(play, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(60) == 0
