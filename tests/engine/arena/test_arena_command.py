"""`python -m engine arena` prints results, refuses wrong arguments, and accepts a player for each phase."""

import re
import sys
from dataclasses import replace

import pytest

from engine.arena.command import format_duration
from engine.arena.player_names import _OTHERS, build_player
from engine.arena.seated_player import PhaseMix
from engine.cli import main
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import apply, start, view_for
from engine.model.actions import CloseWindow, Draw
from engine.model.presets import PRESETS, preset
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask
from engine.players.levels import PLAYERS, choose


def run(capsys, *arguments):
    status = main(["arena", *arguments])
    return status, *capsys.readouterr()


def test_contest_prints_report_and_progress(capsys):
    status, out, err = run(capsys, "--a", "expert", "--b", "skilled", "--pairs", "4", "--seed", "3")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "expert against skilled: 4 pairs of deals, rules standard, seed 3"
    assert re.fullmatch(r"levels a deal +[+-]\d\.\d{3} ± \d\.\d{3}", lines[1])
    assert re.fullmatch(r"points a deal +[+-]\d+\.\d ± \d+\.\d", lines[2])
    labels = [line[:22].strip() for line in lines[5:]]
    assert labels == [
        "deals won", "illegal plays", "errors", "time-outs", "plays searched", "decisions", "time, mean", "time, p50", "time, p95",
        "time, longest",
    ]  # fmt: skip
    assert all(line.split()[-2:] == ["0", "0"] for line in lines[6:9])
    assert re.match(r"1 of 4 pairs, \d+:\d\d left, [+-]\d\.\d\d ± \? levels", err)
    assert err.splitlines()[-1].startswith("4 of 4 pairs, 0:00 left")


def test_games_without_levels_show_points_only(capsys):
    _, out, _ = run(capsys, "--a", "expert", "--b", "skilled", "--pairs", "1", "--rules", "hidden-ten")
    assert "points a deal" in out
    assert "levels" not in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--a", "nobody", "--b", "expert"], "no player 'nobody'"),
        (["--a", "expert", "--b", "search:much"], "search:DEALS, such as search:60"),
        (
            ["--a", "master:much", "--b", "expert"],
            "master:SHARE has a share of its usual deals from 0.02 to 100, such as master:0.2",
        ),
        (["--a", "master:0", "--b", "expert"], "cannot read 'master:0'"),
        (["--a", "master:nan", "--b", "expert"], "cannot read 'master:nan'"),
        (
            ["--a", "master:0.5:soon", "--b", "expert"],
            "master:SHARE:SECONDS has from 0.001 to 60 seconds for a decision, such as master:0.4:0.1",
        ),
        (["--a", "master::1", "--b", "expert"], "cannot read 'master::1'"),
        (["--a", "expert:0.5", "--b", "expert"], "no player 'expert:0.5'"),
        (["--a", "Expert", "--b", "expert"], "did you mean expert?"),
        (["--a", "expert", "--b", "cmd: no-such-program-here"], "no program 'no-such-program-here'"),
        (["--a", "expert", "--b", f"cmd: {__file__}"], "is not executable"),
        (["--a", "expert", "--b", "cmd: 'open"], "cannot read the command"),
        (["--a", "expert", "--b", "cmd:"], "needs a program, such as"),
        (["--a", "weights:", "--b", "expert"], "weights:FILE needs a file"),
        (["--a", "expert", "--b", "expert", "--option", "folow=template"], "did you mean follow?"),
        (["--a", "expert", "--b", "expert", "--option", "teams=many"], "it can be fixed, "),
        (["--a", "expert", "--b", "expert", "--option", "pickup=maybe"], "it can be yes or no"),
        (["--a", "weights:missing.json", "--b", "expert"], "cannot read weights"),
        (["--a", "expert", "--b", "expert", "--lead", "nobody"], "no player 'nobody'"),
        (["--a", "expert", "--b", "expert", "--option", "players=9", "--option", "teams=fixed"], ""),
        (["--a", "expert", "--b", "expert", "--option", "players"], "--option takes NAME=VALUE"),
        (["--a", "random:1", "--b", "expert"], "no player 'random:1'"),
        (["--a", "oracle", "--b", "expert"], "the oracle sees all hands"),
    ],
)
def test_contest_with_wrong_players_prints_one_line(capsys, arguments, words):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--a", "expert"],
        ["--pairs", "0"],
        ["--jobs", "0"],
        ["--jobs", "many"],
        ["--timeout", "nan"],
        ["--timeout", "-1"],
    ],
)
def test_wrong_arguments_exit_with_status_two(capsys, arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["arena", *([] if arguments[0] == "--a" else ["--a", "expert", "--b", "expert"]), *arguments])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[1]", "no JSON object of weights"),
        ('{"nonsense": 1}', "no weight is called 'nonsense'"),
        ('{"bos": 1}', "did you mean boss?"),
        ('{"boss": "high"}', "the weight boss is a finite number, not '\"high\"'"),
        ('{"boss": true}', "not 'true'"),
        ('{"boss": NaN}', "not 'NaN'"),
        ('{"boss": 1e999}', "not 'Infinity'"),
        pytest.param(f'{{"boss": {"9" * 400}}}', "not 'Infinity'", id="400 digits"),
        pytest.param(f'{{"boss": {"9" * 5000}}}', "not 'Infinity'", id="5000 digits"),
        pytest.param("[" * 100_000, "it is not JSON", id="deep"),
        pytest.param('{"boss": ' + "[" * 50 + "]" * 50 + "}", "…'", id="nested"),
        ("{", "it is not JSON"),
    ],
)
def test_wrong_weights_are_refused(capsys, tmp_path, content, words):
    (tmp_path / "weights.json").write_text(content)
    status, _, err = run(capsys, "--a", f"weights:{tmp_path / 'weights.json'}", "--b", "expert")
    assert status == 2
    assert words in err
    assert err.count("\n") == 1


def test_help_names_players_and_presets(capsys):
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in (*PLAYERS, *PRESETS, *_OTHERS))


class Named:
    def __init__(self, name):
        self.name = name

    def choose(self, view, rng):
        return self.name


def test_each_phase_is_played_by_the_player_chosen_for_it():
    mix = PhaseMix(Named("base"), {phase: Named(phase) for phase in ("declare", "bury", "lead", "follow")})
    view = view_for(playing_phase(), Seat(0))
    asked = {ask: mix.choose(replace(view, ask=ask), None) for ask in Ask if ask is not Ask.NOTHING}
    assert asked == {
        Ask.DECLARE: "declare", Ask.STEAL: "declare", Ask.CLAIM: "declare", Ask.BURY: "bury", Ask.CALL: "bury",
        Ask.LEAD: "lead", Ask.FOLLOW: "follow", Ask.PICK_UP: "base",
    }  # fmt: skip
    assert PhaseMix(Named("base")).choose(replace(view, ask=Ask.LEAD), None) == "base"


@pytest.mark.long
def test_following_at_random_costs_points(capsys):
    contest = ["--a", "expert", "--b", "expert", "--pairs", "4"]
    _, plain, _ = run(capsys, *contest)
    _, mixed, _ = run(capsys, *contest, "--follow", "random")
    assert "expert (follow random) against expert" in mixed
    assert float(mixed.splitlines()[2].split()[3]) < float(plain.splitlines()[2].split()[3]) - 10


def playing_phase():
    """Return a standard deal before its first lead."""
    import random

    rules, rng = preset("standard"), random.Random(1)
    phase = apply(start(rules, declarer=Seat(0)), TABLE, make_fair_deal(rules, bytes(16), "lead", Seat(0))).phase
    phase = apply(phase, TABLE, CloseWindow() if not phase.to_draw else Draw(phase.to_draw)).phase
    phase = apply(phase, TABLE, CloseWindow()).phase
    return apply(phase, Seat(0), choose("expert", view_for(phase, Seat(0)), rng)).phase


def test_number_in_player_name_sets_sampled_deals():
    for deals in (1, 7, 60, 600):
        assert sum(build_player(f"search:{deals}", 1.0).effort.deals_per_round) == deals


def test_share_in_player_name_scales_sampled_deals():
    usual, fifth = (build_player(name, 1.0) for name in ("master", "master:0.2"))
    assert build_player("master:1", 1.0) == usual
    for name in ("effort", "follow_effort"):
        whole, part = getattr(usual, name), getattr(fifth, name)
        assert sum(part.deals_per_round) / sum(whole.deals_per_round) == pytest.approx(0.2, abs=0.03)
        assert part.min_standard_errors == whole.min_standard_errors


def test_durations_are_formatted_as_clock_times():
    assert [format_duration(seconds) for seconds in (0, 61.4, 3725)] == ["0:00", "1:01", "1:02:05"]


def test_program_named_on_the_command_line_plays(capsys):
    from test_arena_programs import EXAMPLE

    arguments = ["--a", f"cmd: {sys.executable} {EXAMPLE}", "--b", "random", "--pairs", "2", "--jobs", "2"]
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    assert all(line.split()[-2:] == ["0", "0"] for line in out.splitlines()[6:9])
