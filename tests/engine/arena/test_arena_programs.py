"""Other programs can play in the arena. They see only their seat's view, and bad answers are replaced."""

import contextlib
import json
import os
import random
import select
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from engine.arena.contest import Contest, Contestant, DecisionFault, PlayerFaultError, PlayerMix
from engine.arena.encode_question import _encode, encode_question, parse_answer
from engine.arena.program_player import ProgramPlayer
from engine.arena.run_contest import Arena
from engine.cli import main, play_match
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import apply, start, view_for
from engine.deal.legal_actions import check_action
from engine.deal.phases.states import Burying, Calling, Playing
from engine.model.actions import Draw, Pass
from engine.model.cards import parse_cards
from engine.model.notation import parse_rules
from engine.model.presets import preset
from engine.model.seats import TABLE, Seat
from engine.model.view import PlayView, View
from tests.everyday import spread

EXAMPLE = Path(__file__).with_name("example_program.py")
GUIDE = Path(__file__).parents[3] / "docs" / "arena.md"
ANSWER = "print(json.dumps({'id': q['id'], 'action': 'wait' if waits else q['legal'][0]}), flush=True)"
PROGRAM = """
import json, os, sys, time
for line in sys.stdin:
    q = json.loads(line)
    waits = q['view']['ask'] == 'declare' and q['view']['to_draw']
    if {when}:
        {fault}
        continue
    {answer}
"""
PLAYS = "q['view']['ask'] in ('lead', 'follow')"
FAULTS = {
    "words": ("print('hello', flush=True)", PLAYS, DecisionFault.ERROR),
    "no object": ("print('[1]', flush=True)", PLAYS, DecisionFault.ERROR),
    "old answer": ("print(json.dumps({'id': 0, 'action': 'pass'}), flush=True)", PLAYS, DecisionFault.ERROR),
    "unknown action": (
        "print(json.dumps({'id': q['id'], 'action': 'fly S5'}), flush=True)",
        PLAYS,
        DecisionFault.ERROR,
    ),
    "no card": ("print(json.dumps({'id': q['id'], 'action': 'play X9'}), flush=True)", PLAYS, DecisionFault.ERROR),
    "bytes": ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "q['id'] == 9", DecisionFault.ERROR),
    "end": ("sys.exit()", "q['id'] % 8 == 0", DecisionFault.ERROR),
    "pass": ("print(json.dumps({'id': q['id'], 'action': 'pass'}), flush=True)", PLAYS, DecisionFault.ILLEGAL),
    "wait": ("print(json.dumps({'id': q['id'], 'action': 'wait'}), flush=True)", PLAYS, DecisionFault.ILLEGAL),
    "draw": ("print(json.dumps({'id': q['id'], 'action': 'draw 4'}), flush=True)", PLAYS, DecisionFault.ILLEGAL),
    "take back": ("print(json.dumps({'id': q['id'], 'action': 'takeback'}), flush=True)", PLAYS, DecisionFault.ILLEGAL),
    "long": ("print('x' * 70_000, flush=True)", PLAYS, DecisionFault.ERROR),
    "sleep": ("time.sleep(60)", "q['id'] == 9", DecisionFault.TIMEOUT),
}


def contest(command, timeout=120, rules="standard", players=None):
    words = f"cmd: {sys.executable} {command}"
    return Contest(PlayerMix(words), PlayerMix("random"), preset(rules, players), 1, 1, timeout)


def play_pair(entry):
    with contextlib.closing(Arena(entry)) as arena:
        return arena.play_pair(0)


def write_program(folder, fault, when):
    path = folder / "program.py"
    path.write_text(PROGRAM.format(when=when, fault=fault, answer=ANSWER))
    return path


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("standard", 4),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in (("standard", 2), ("hidden-ten", None), ("finding-friends", 5), ("looking-for-friends", 12))
        ),
    ],
)
def test_example_program_plays_without_faults(rules, players):
    outcome = play_pair(contest(EXAMPLE, rules=rules, players=players))
    assert not outcome.tallies[Contestant.A].faults
    assert outcome.tallies[Contestant.A].plays


@pytest.mark.long
def test_program_gives_the_same_result_again():
    assert play_pair(contest(EXAMPLE)).score == play_pair(contest(EXAMPLE)).score


EXPLAINED = {
    "words": "the answer is not JSON: 'hello'",
    "end": "the program has ended with status 0",
    "pass": "'pass': not possible in the phase playing",
    "wait": "only 'declare' may be answered with 'wait'",
    "take back": "nothing is taken back in the arena",
    "long": "an answer has at most 65,536 characters",
    "sleep": "no answer within 1 s",
}
EVERY_DAY = {"words", "pass"}
"""The faults that are tried every day. Only the long suite tries the rest."""


@pytest.mark.parametrize(
    ("name", "fault", "when", "kind"),
    [
        pytest.param(name, *one, id=name, marks=[] if name in EVERY_DAY else pytest.mark.long)
        for name, one in FAULTS.items()
    ],
)
def test_faults_are_counted_and_replaced(tmp_path, name, fault, when, kind):
    patience = 1.0 if kind is DecisionFault.TIMEOUT else 30.0
    if kind is DecisionFault.ERROR and when == PLAYS:  # each error restarts the program, so the test causes only a few
        when = "q['id'] % 10 == 0"
    outcome = play_pair(contest(write_program(tmp_path, fault, when), patience))
    faults = outcome.tallies[Contestant.A].faults
    assert faults[kind] > 0
    assert set(faults) == {kind}
    assert EXPLAINED.get(name, "") in outcome.tallies[Contestant.A].first_faults[kind]
    assert not outcome.tallies[Contestant.B].faults


def test_closed_arena_leaves_no_program_behind():
    with contextlib.closing(Arena(contest(EXAMPLE))) as arena:
        arena.play_pair(0)
        players = [player.player.base for player in arena._players.values()]
        programs = [one._running._process for one in players if isinstance(one, ProgramPlayer) and one._running]
        assert len(programs) == 4
        assert all(program.poll() is None for program in programs)
    assert all(program.poll() is not None for program in programs)


@pytest.mark.long
def test_deals_are_played_even_if_no_program_declares(capsys):
    """Both programs end before they can declare. Under these rules every deal would be cancelled."""
    broken = "cmd: true"  # a program that ends at once
    assert main(["arena", "--a", broken, "--b", broken, "--pairs", "1", "--rules", "bashifen"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "a: the first error: the program has ended with status 0" in lines


STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    with open(sys.argv[1], "wb", buffering=0) as pipe:
        pipe.write(b"x")
        time.sleep(600)
time.sleep(600)
"""


@pytest.mark.long
def test_program_that_ignores_sigterm_leaves_no_process_behind(tmp_path):
    """The program starts a child that holds a pipe open. When the pipe closes, the child has ended."""
    script, pipe = tmp_path / "stubborn.py", tmp_path / "pipe"
    script.write_text(STUBBORN)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    player = ProgramPlayer((sys.executable, str(script), str(pipe)), 2.0)
    phase = start(preset("standard"))
    phase = apply(phase, TABLE, make_fair_deal(preset("standard"), bytes(32))).phase
    phase = apply(phase, TABLE, Draw(100)).phase
    with pytest.raises(PlayerFaultError) as late:
        player.choose(view_for(phase, Seat(0)), random.Random(1))
    assert late.value.fault is DecisionFault.TIMEOUT
    assert os.read(reader, 1) == b"x", "the child runs"
    player.close()
    assert select.select([reader], [], [], 10.0)[0]
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_missing_program_is_an_error():
    player = ProgramPlayer(["/nonexistent/program"], 1.0)
    view = view_for(*next(phases("standard")))
    with pytest.raises(PlayerFaultError, match="does not start"):
        player.choose(view, random.Random(1))


def phases(name):
    """Play a deal with expert players. Yield (phase, seat) whenever a seat is about to act."""
    rules = preset(name)
    phase = start(rules)
    for move, _ in play_match(rules, 1, "expert", deals=1):
        if move.seat != TABLE:
            yield phase, move.seat
        phase = apply(phase, move.seat, move.action).phase


def hide_and_shuffle(phase, seat, rng):
    """Return the phase after shuffling the cards that `seat` cannot see."""
    others = [s for s in range(len(phase.hands)) if s != seat]
    pool = [card for s in others for card in phase.hands[s]]
    kitty = list(getattr(phase, "kitty", ())) if phase.burier != seat else []
    pool += kitty
    rng.shuffle(pool)
    hands = list(phase.hands)
    for s in others:
        hands[s], pool = tuple(pool[: len(hands[s])]), pool[len(hands[s]) :]
    return replace(phase, hands=tuple(hands), **({"kitty": tuple(pool)} if kitty else {}))


@pytest.mark.parametrize("name", ["standard", "finding-friends"])
def test_question_does_not_depend_on_hidden_cards(name):
    rng, asked = random.Random(5), 0
    for phase, seat in list(phases(name))[::7]:
        if isinstance(phase, Playing):
            other = hide_and_shuffle(phase, seat, rng)
            same = encode_question(1, 2, view_for(other, seat)) == encode_question(1, 2, view_for(phase, seat))
            assert same, phase
            asked += 1
    assert asked > 5


@pytest.mark.parametrize("name", spread(1, ["standard", "finding-friends", "hidden-ten"]))
def test_question_holds_the_view_and_legal_actions(name):
    kinds = set()
    for phase, seat in phases(name):
        view = view_for(phase, seat)
        question = json.loads(encode_question(7, 8, view))
        assert set(question["view"]) == {field.name for field in fields(View)}
        assert (question["id"], question["seat"], question["seed"]) == (7, seat, 8)
        assert question["view"]["hand"] == [str(card) for card in view.hand]
        assert parse_rules(question["view"]["rules"]) == view.rules
        for action in question["legal"]:
            check_action(view, parse_answer(json.dumps({"id": 7, "action": action}), 7, seat))
        kinds.add(type(phase))
    assert {Burying, Playing} <= kinds
    assert (Calling in kinds) == (name == "finding-friends")


def test_card_order_carries_no_information():
    """Otherwise a program could signal to its partner by the order in which it writes the cards of a play."""
    play = PlayView(Seat(1), parse_cards("S5 H5 S5"), (parse_cards("S6 S5 S5 S6"),), parse_cards("SA S5"))
    turned = PlayView(Seat(1), parse_cards("H5 S5 S5"), (parse_cards("S5 S5 S6 S6"),), parse_cards("S5 SA"))
    assert _encode(play) == _encode(turned)


def test_only_well_formed_answers_are_read():
    assert parse_answer('{"id": 3, "action": "pass", "comment": "too weak"}', 3, Seat(1)) == Pass()
    assert parse_answer('{"id": 3, "action": "wait"}', 3, Seat(1)) is None
    for line in ('{"id": 3}', '{"id": "3", "action": "pass"}', "[" * 60_000, '{"id": 3, "action": 7}', "null"):
        with pytest.raises(PlayerFaultError):
            parse_answer(line, 3, Seat(1))


def test_guide_names_every_field_and_shows_the_example_program():
    text = GUIDE.read_text(encoding="utf-8")
    for field in fields(View):
        assert f"`{field.name}`" in text, field.name
    assert EXAMPLE.read_text(encoding="utf-8").split('"""')[2].strip() in text
