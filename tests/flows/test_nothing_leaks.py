"""What the bot sends to a player never depends on cards that are hidden from them.

`make leaks` searches all presets, phases and languages.
"""

import pytest
from leak_search import Case, Unreachable, find_leaks, make_pair, play_both

from bot.play.tables.snapshot import Snapshot
from engine.model.seats import Seat
from engine.model.view import PhaseName
from tests.preset_cover import COVER

QUICK = (Case("hidden-ten", PhaseName.BURYING),)
THEFT = "kitty_theft=yes"
LONG = (
    *(Case(name, 3) for name in COVER[:4]),
    Case("standard", PhaseName.DECLARING),
    Case("online-six", PhaseName.BURYING),
    Case("bashifen", 9, seed=4),
    Case("looking-for-friends", PhaseName.CALLING),
    Case("hidden-ten-six", PhaseName.PICKING_UP),
    Case("online", PhaseName.CLAIMING),
    Case("hidden-ten", PhaseName.STEALING, f"{THEFT} theft_moves_declarer=yes"),
    Case("standard", 2, locale="zh-CN"),
    Case("standard", 3, THEFT, locale="zh-TW"),
    Case("forty-points", PhaseName.FINISHED, "reveal_kitty=no"),
)


@pytest.mark.parametrize(
    "case", [*QUICK, *(pytest.param(c, marks=pytest.mark.long) for c in LONG if c not in QUICK)], ids=str
)
async def test_hidden_cards_never_change_sent_data(tmp_path, case):
    first, second = await play_both(tmp_path, case)
    assert len(first["requests"]) > 10
    assert "PNG" in str(first["bodies"])
    assert find_leaks(first, second) == []


@pytest.mark.long
def test_deals_that_would_prove_nothing_are_not_compared():
    with pytest.raises(Unreachable, match="no deal reaches"):
        make_pair(Case("standard", PhaseName.CALLING), attempts=3)
    with pytest.raises(Unreachable, match="too few"):
        make_pair(Case("standard", 1, least=10_000), attempts=3)


@pytest.mark.long
async def test_deliberate_leak_is_detected(tmp_path, monkeypatch):
    """A hidden hand that is written on the table message is found."""

    def leaky(view, names):
        return f"{view.deal_number} {sorted(TOLD)} {names}"

    TOLD.clear()
    monkeypatch.setattr("bot.text.catalogue.Texts.format_waiting", lambda _, view, names=None: leaky(view, names))
    monkeypatch.setattr("bot.play.tables.snapshot.Snapshot.spectator_view", reveal_hand(Snapshot.spectator_view))
    first, second = await play_both(tmp_path, Case("standard", 1))
    assert any(leak.startswith("requests") for leak in find_leaks(first, second))


TOLD: set = set()


def reveal_hand(watch):
    """Return a function that copies the cards of one hidden hand to TOLD and then calls `watch`."""

    def spying(table):
        hands = [table.view(Seat(s)).hand for s in range(4)]
        TOLD.clear()
        TOLD.update(map(str, hands[1]))
        return watch(table)

    return spying
