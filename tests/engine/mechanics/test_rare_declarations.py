"""Rules are refused if hardly anybody could declare, so that most deals would be repeated."""

import pytest

from engine.model.errors import InvalidRules
from engine.model.presets import preset_with


def allows(players, decks, kitty, wanted, **others):
    teams = "friends" if players % 2 else "fixed"
    options = {"teams": teams, "players": players, "decks": decks, "kitty_size": kitty, "declare_min_count": wanted}
    try:
        preset_with("standard", **options, **others)
    except InvalidRules as refused:
        return "declare_min_count" not in refused.options
    return True


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "most"),
    [(4, 2, 8, 2), (4, 4, 8, 3), (4, 6, 8, 4), (6, 3, 6, 2), (6, 4, 6, 3), (6, 6, 6, 3), (7, 6, 2, 3), (9, 4, 9, 2)],
)
def test_redeals_need_declarations_in_most_deals(players, decks, kitty, most):
    """A deal of 4 suits must have one such set in five, counted by the chance of each number of cards in a hand."""
    allowed = [wanted for wanted in range(1, decks + 1) if allows(players, decks, kitty, wanted)]
    assert allowed == list(range(1, most + 1))
    assert allows(players, decks, kitty, decks, no_declaration_first="no_trump", no_declaration="no_trump")


@pytest.mark.parametrize("which", ["no_declaration_first", "no_declaration"])
def test_one_kind_of_redeal_suffices_for_refusal(which):
    other = {"no_declaration_first": "no_trump", "no_declaration": "no_trump"} | {which: "redeal"}
    assert not allows(4, 4, 8, 4, **other)
