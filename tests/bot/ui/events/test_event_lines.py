"""Lines of an event's message."""

from bot.text.catalogue import Catalogue
from bot.ui.events.round_lines import MAX_NAMES_LENGTH, name_lines


def test_long_entrant_lists_fit_with_count():
    texts = Catalogue.load().texts_for("en-US")
    names = [f"Player number {number}" for number in range(200)]
    line, more = name_lines(names, texts)
    shown = line.split(" · ")
    assert len(line) <= MAX_NAMES_LENGTH
    assert shown == names[: len(shown)]
    assert len(shown) > 100
    assert more == f"and {200 - len(shown)} more"
    assert list(name_lines(names[:3], texts, 2)) == ["Player number 0 · Player number 1", "and 1 more"]
    assert list(name_lines([], texts)) == []
