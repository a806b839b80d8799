"""The scripts `fit_clues.py` and `judge_search.py`, which tune the search, give plausible figures."""

import fit_clues
import judge_search

from engine.players.sampling.card_odds import Clue


def test_fit_finds_that_pairs_are_not_split_and_trumps_not_buried(scale, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["fit_clues", "--deals", str(scale.pick(200, 6))])
    fit_clues.main()
    lines = capsys.readouterr().out.splitlines()
    weights = {name: float(weight.rstrip(",")) for name, _, weight in (line.partition(": ") for line in lines[1:])}
    assert weights.keys() == {clue.name for clue in Clue} | set(fit_clues.TRAITS)
    assert weights["TWIN"] < -0.5
    assert weights["trump"] < -0.5 < 0.5 < weights["low"]


def test_playouts_by_rules_agree_with_the_rule_player(scale, monkeypatch, capsys):
    numbers = {"--decisions": scale.pick(20, 2), "--judged": scale.pick(16, 3), "--worlds": scale.pick(60, 4)}
    words = [word for name, number in numbers.items() for word in (name, str(number))]
    monkeypatch.setattr("sys.argv", ["judge_search", "--ask", "lead", *words])
    judge_search.main()
    line = capsys.readouterr().out
    assert line.startswith("rules: a decision gains")
    assert scale.is_short or float(line.rpartition(" ")[2]) > 0.7
