"""House rules typed at `/tractor new changes:` are played; the lobby and refusals explain them."""

import pytest
from play_by_panel import SHORT_DEAL, play_deal, sit_down, until

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Hook, PassDeal, SuitJoker


async def open_table(player, changes):
    return await player.slash("tractor new", **SHORT_DEAL | {"changes": f"{SHORT_DEAL['changes']} {changes}"})


@pytest.mark.long
@pytest.mark.parametrize(
    "changes",
    [
        "suit_joker=any",
        "suit_joker=by_colour",
        "pass_deal=declarers",
        "hook_ranks=10 hook_off_suit=half hook_pair=three hook_needs_win=yes",
    ],
)
async def test_house_rules_are_played(running, people, changes):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL | {"changes": f"{SHORT_DEAL['changes']} {changes}"})
    table = await running.registry.get_table(TableId(1))
    options = dict(one.split("=") for one in changes.split())
    rules = table.facts.rules
    for name, value in options.items():
        if name not in {"hook_ranks", "hook_needs_win"}:
            assert getattr(rules, name).value == value
    assert (rules.hook is Hook.SINGLE_JACK) is ("hook_pair" in options)
    await play_deal([ann])
    for declared in table.spectator_view().declarations:
        assert rules.suit_joker is SuitJoker.NO or any(card.is_joker for card in declared.cards)
    assert rules.pass_deal is PassDeal.DECLARERS or "pass_deal" not in options


async def test_house_rules_are_explained_or_refused_in_words(running, people):
    ann = people[0]
    refused = await open_table(ann, "hook=capture hook_pair=three")
    assert "only works where a single level card sends back" in refused.text
    refused = await open_table(ann, "suit_joker=by_colour jokers=0+1")
    assert "the pack needs jokers: both kinds" in refused.text
    await open_table(ann, "suit_joker=by_colour pass_deal=nobody")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START) or s.has(ControlVerb.JOIN))
    assert "big for red suits, little for black ones" in lobby.text
    assert "the next player is the declarer" in lobby.text
