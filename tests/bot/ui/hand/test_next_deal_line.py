"""The line about the next deal counts down to its start, and never shows a time in the past."""

import pytest

from bot.text.catalogue import Catalogue
from bot.ui.hand.result_panel import format_next_deal

NOW = 1_700_000_000.25


@pytest.mark.parametrize("language", ["en-US", "zh-CN", "zh-TW"])
def test_next_deal_is_counted_down_or_begins_now(language):
    texts = Catalogue.load().texts_for(language)
    assert "<t:1700000063:R>" in format_next_deal(NOW + 60, NOW, texts)
    assert "<t:1700003663:R>" in format_next_deal(NOW + 60, NOW, texts, 3600.0)
    for past in (NOW, NOW - 1, NOW - 5):
        assert "<t:" not in format_next_deal(past, NOW, texts)
        assert format_next_deal(past, NOW, texts) == texts.say("council.next_now")
