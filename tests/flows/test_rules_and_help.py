"""The rulebook and the help pages through real discord.py."""

import pytest
from play_by_panel import SHORT_DEAL, sit_down, until
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import spread


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def test_rulebook_pages_turn_in_place(running, people):
    ann = people[0]
    first = await ann.slash("rules", preset="pagat")
    assert first.private
    assert "Classic" in first.text
    assert "page" not in first.text
    second = await ann.click(first, ids(first, "rules:pagat:next")[0])
    assert second.id == first.id
    assert "Cards and trumps" in second.text
    assert "ig joker > little joker" in second.alts[0]
    assert (await ann.click(second, ids(second, "rules:pagat:back")[0])).text == first.text
    second = await ann.click(first, ids(first, "rules:pagat:next")[0])
    points = await ann.select(second, "rules:pagat:at", ["points"])
    assert "## Points and levels" in points.text
    assert "10 points for each card" in points.text
    house = await ann.select(points, "rules:pagat:at", ["house"])
    assert "**Following**: On a tractor, play as many pairs" in house.text
    assert house.id == first.id
    other = await ann.select(house, "rules:pagat:of", ["hidden-ten"])
    assert "Hidden ten" in other.text
    assert ids(other, "rules:hidden-ten:next")


async def test_rules_command_shows_tables_rules(running, people):
    ann, bob = people[:2]
    assert "Rules: Standard" in (await ann.slash("rules")).text
    await sit_down(ann, computers=3, preset="bashifen")
    shown = await bob.slash("rules", chapter="points")
    assert "table 1: 80 points" in shown.text
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.RULES) and s.has(ControlVerb.SHOW_HAND))
    pressed = await bob.click(board, board.ids(ControlVerb.RULES)[0])
    assert pressed.private
    assert pressed.id != board.id
    assert "Rules of table 1: 80 points" in pressed.text
    assert "· 1 of " in pressed.text


async def test_help_lists_topics_and_commands(running, people):
    ann = people[0]
    first = await ann.slash("help")
    assert first.private
    assert "in a minute" in first.text
    assert next(iter(first.buttons.items())) == ("help:tutorial", "Learn in 3 minutes")
    listed = await ann.select(first, "help:at", ["commands"])
    assert listed.id == first.id
    for command in running.client.tree.get_commands():
        assert f"`/{command.name}" in listed.text
    practice = await ann.select(listed, "help:at", ["practice"])
    for told in ("/puzzle", "/daily", "**Hint**", "**Coach**", "oracle"):
        assert told in practice.text
    rules = await ann.click(listed, "help:rules")
    assert rules.id != first.id
    assert "Rules: Standard" in rules.text


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), spread(1, [("zh-CN", "规则"), ("zh-TW", "規則")]))
async def test_rulebook_is_in_readers_language(running, loopback, locale, word):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    assert word in (await reader.slash("rules")).text
    listed = await reader.select(await reader.slash("help"), "help:at", ["commands"])
    assert word in listed.text


@pytest.mark.parametrize(
    "custom_id", spread(1, ["rules:t99:next:goal", "rules:nonsense:at", "rules", "rules::::::", "help", "help:at:x"])
)
async def test_invented_rulebook_ids_are_answered(running, people, custom_id, monkeypatch):
    """Every press gets an answer, and nothing is logged as a fault."""
    monkeypatch.setattr(
        "bot.ui.learn.help_view.HelpControl.__str__",
        lambda id_: custom_id if id_.action == "rules" else f"help:{id_.action}",
    )
    ann = people[0]
    first = await ann.slash("help")
    assert (await ann.click(first, custom_id)).text


@pytest.mark.long
async def test_typed_refusal_opens_rule(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    refused = await until(ann, lambda: ann.slash("play", cards="S3 S4"), lambda s: s.has(ControlVerb.EXPLAIN))
    said = await ann.click(refused, refused.ids(ControlVerb.EXPLAIN)[0])
    chapter = await ann.click(said, ids(said, "rules:t1:why")[0])
    assert "table 1" in chapter.text
    assert "**While the cards are dealt" in chapter.text


async def test_find_opens_the_rule(running, people):
    ann = people[0]
    offered = await ann.autocomplete("rules", "find", "kitty theft")
    assert offered[0] == "options.kitty_theft"
    shown = await ann.slash("rules", find=offered[0])
    assert "- **Taking the kitty after the bury: No**" in shown.text
    typed = await ann.slash("rules", preset="hidden-ten", find="撿分")
    assert "Rules: Hidden ten" in typed.text
    assert "pick up its points" in typed.text
    (hits,) = ids(typed, "rules:hidden-ten:at::")
    other = await ann.select(typed, hits, ["options.pickup"])
    assert "- **Picking points up: Yes**" in other.text
    assert "Kitty shown" not in other.text, "only the group"
    assert ids(other, "rules:hidden-ten:at::") == [hits]
    missing = await ann.slash("rules", find="xyzzy **")
    assert missing.text.startswith('No rule here has "xyzzy')
    assert "What it is about" in missing.text
    assert missing.private


async def test_find_offers_rules_of_the_chosen_preset(running, people):
    ann = people[0]
    assert await ann.autocomplete("rules", "find", "friend") == ["words-2.friend"]
    offered = await ann.autocomplete("rules", "find", "friend", preset="looking-for-friends")
    assert "special.friend_call" in offered
    assert await ann.autocomplete("rules", "find", "friend", preset="no such rules") == []
    assert len(await ann.autocomplete("rules", "find", "")) == 25


@pytest.mark.parametrize(("place", "title"), [("nonsense", "What it is about"), ("words-1", "Words of the game (1)")])
async def test_control_of_an_unknown_chapter_opens_the_first(running, people, place, title, monkeypatch):
    ann = people[0]
    monkeypatch.setattr(
        "bot.ui.learn.help_view.HelpControl.__str__",
        lambda id_: f"rules:standard:next:{place}" if id_.action == "rules" else f"help:{id_.action}",
    )
    opened = await ann.click(await ann.slash("help"), f"rules:standard:next:{place}")
    assert title in opened.text
