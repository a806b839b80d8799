"""The scripts behind the clues of the search: the fit of their weights, and the judgement of the sampled deals."""

import fit_clues
import judge_search

from engine.players.card_clues import Clue


def test_fit_finds_that_twins_and_trumps_are_kept(scale, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["fit_clues", "--deals", str(scale.pick(200, 6))])
    fit_clues.main()
    lines = capsys.readouterr().out.splitlines()
    weights = {name: float(weight.rstrip(",")) for name, _, weight in (line.partition(": ") for line in lines[1:])}
    assert weights.keys() == {clue.name for clue in Clue} | set(fit_clues.TRAITS)
    assert weights["TWIN"] < -0.5
    assert weights["trump"] < -0.5 < 0.5 < weights["low"]


def test_decisions_are_judged_with_and_without_clues(scale, monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.argv", ["judge_search", "--deals", str(scale.pick(20, 1)), "--worlds", str(scale.pick(160, 10))]
    )
    judge_search.main()
    printed = capsys.readouterr().out
    for title in ("leads without clues", "leads with clues", "follows without clues", "follows with clues"):
        assert title in printed
