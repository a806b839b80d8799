"""Rules that differ from a preset: typed with a new table, and chosen from lists in its lobby."""

import pytest
from screens import LoopbackPlayer

from engine.rules import Follow


def table_of(running):
    return next(iter(running.registry.live()))


async def test_changes_are_typed_with_a_new_table(running, people):
    ann = people[0]
    offered = await ann.autocomplete("tractor new", "changes", "follow=tuples early")
    assert offered == ["follow=tuples early_end=yes"]
    await ann.slash("tractor new", preset="club", changes=offered[0], computers=3)
    rules = table_of(running).facts.rules
    assert (rules.follow, rules.early_end) == (Follow.TUPLES, True)
    shown = await ann.slash("rules", chapter="rules-points")
    assert "◆" in shown.text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ("kitty_size=7", "kitty"),
        ("bombs=any_suit", "at least 4 decks"),
        ("nonsense", "no rule called"),
        ("follow=never", "`tuples`"),
    ],
)
async def test_changes_that_cannot_be_played_are_explained(running, people, changes, words):
    ann = people[0]
    refused = await ann.slash("tractor new", changes=changes)
    assert refused.private
    assert words in refused.text
    assert not list(running.registry.live())


@pytest.mark.parametrize(("locale", "words"), [("zh-CN", "至少要 4 副牌"), ("zh-TW", "至少要 4 副牌")])
async def test_and_offered_in_the_readers_language(running, loopback, locale, words):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    assert words in (await reader.slash("tractor new", changes="bombs=any_suit")).text
    answer = await reader.person.autocomplete("tractor", "tractor new", "changes", "early")
    assert any("一" <= sign <= "鿿" for sign in answer.choices[0]["name"])
