"""People play with shorter decks and with cards left out of the pack, which the rulebook describes."""

import pytest
from play_by_panel import play_deal, sit_down

from bot.ids import TableId
from engine.model.presets import preset_with


@pytest.mark.long
async def test_deal_is_played_with_shorter_decks(running, people):
    ann = people[0]
    options = {"cuts": "J", "auto_cut": "yes", "kitty_size": "7", "target_by_points": "yes"}
    changes = " ".join(f"{name}={value}" for name, value in options.items())
    await sit_down(ann, preset="standard", computers=3, changes=changes)
    table = await running.registry.get_table(TableId(1))
    rules = preset_with("standard", **options)
    assert table.facts.rules == rules
    assert (rules.hand_size, rules.left_out, rules.points_step) == (16, 1, 30)
    told = await ann.slash("rules", chapter="cards")
    assert "The shorter decks begin at J." in told.text
    assert "Left out, so that all hands are equal: " in told.text
    await play_deal([ann])
    ended = table.spectator_view().result
    assert ended.declarers_hold == (ended.opponents_points < 60)
