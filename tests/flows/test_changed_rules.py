"""A host changes the rules of a preset with options of `/tractor new`, or from lists in the lobby."""

import pytest
from play_by_panel import until
from screens import LoopbackPlayer

from bot.play.table_rules import table_changes
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Follow, Scoring
from engine.model.presets import PRESETS, preset


def table_of(running):
    return next(iter(running.registry.list_live()))


async def test_new_table_takes_typed_changes(running, people):
    ann = people[0]
    offered = await ann.autocomplete("tractor new", "changes", "follow=tuples early")
    assert offered == ["follow=tuples early_end=yes"]
    await ann.slash("tractor new", preset="standard", changes=offered[0], computers=3)
    rules = table_of(running).facts.rules
    assert (rules.follow, rules.early_end) == (Follow.TUPLES, True)
    lobby = await until(ann, ann.board, lambda s: bool(s.alts))
    assert "4 players: 2 decks, 2 little and 2 big jokers; 25 cards each, 8 in the kitty" in lobby.alts[0]
    assert "1. Ann, host" in lobby.alts[0]
    shown = await ann.slash("rules", find="early_end")
    assert "◆ **The declarer can end a deal" in shown.text
    assert "differs from Standard" in shown.text


REFUSED = {
    "kitty_size=7": "kitty",
    "bombs=any_suit": "at least 4 decks",
    "nonsense": "no rule called",
    "follow=never": "`As many pairs, consecutive or not`",
    "players=99": "2 to 12 players",
    "scoring=custom thresholds=0:hold+1": "doesn't work",
}


async def test_unplayable_changes_are_explained(running, people):
    ann = people[0]
    for changes, words in REFUSED.items():
        refused = await ann.slash("tractor new", changes=changes)
        assert refused.private
        assert words in refused.text
    assert not list(running.registry.list_live())


FRIENDS = "looking-for-friends"


@pytest.mark.long
@pytest.mark.parametrize("players", [7, pytest.param(12, marks=pytest.mark.long)])
async def test_player_count_sets_the_pack(running, people, players):
    ann = people[0]
    typed = {"players": players} if players == 12 else {"changes": f"players={players}"}
    await ann.slash("tractor new", preset=FRIENDS, computers=players - 1, **typed)
    assert table_of(running).facts.rules == preset(FRIENDS, players)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert f"{players} players: {'2 decks, no jokers' if players == 7 else '4 decks'}" in lobby.text
    assert "to play" in lobby.text
    screen = await change_rule(ann, await open_rules(ann), "numbers", "players", "8")
    assert table_of(running).facts.rules == preset(FRIENDS, 8)
    assert "8" in screen.text


async def test_refused_number_lists_fitting_values(running, people):
    ann = people[0]
    refused = await ann.slash("tractor new", preset=FRIENDS, players=4)
    assert "5 to 12 players" in refused.text
    refused = await ann.slash("tractor new", computers=9)
    assert "at most 3 computers" in refused.text
    refused = await ann.slash("tractor new", players=5, changes="teams=fixed")
    assert refused.private
    assert not list(running.registry.list_live())
    offered = await ann.autocomplete("tractor new", "changes", "start_level=5")
    assert offered == ["start_level=5"]


@pytest.mark.long
async def test_added_computers_take_the_tables_level(running, people):
    ann = people[0]
    await ann.slash("tractor new", level="skilled")
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.ADD_COMPUTER))
    await ann.click(lobby, lobby.ids(ControlVerb.ADD_COMPUTER)[0])
    await until(ann, ann.board, lambda s: s.has(ControlVerb.REMOVE_COMPUTER))
    assert table_of(running).occupants[1].level == "skilled"


@pytest.mark.long
async def test_changes_are_offered_in_readers_language(running, loopback):
    for locale in ("zh-CN", "zh-TW"):
        reader = LoopbackPlayer(loopback.person("ann", locale=locale))
        assert "至少要 4 副牌" in (await reader.slash("tractor new", changes="bombs=any_suit")).text
        answer = await reader.person.autocomplete("tractor", "tractor new", "changes", "early")
        assert any("\u4e00" <= sign <= "\u9fff" for sign in answer.choices[0]["name"])


def ids(screen, way):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith("alter:") and i.split(":")[3] == way]


async def open_rules(player):
    """Open the list of rules from the host's panel, which is behind More if the host is alone with computers."""

    async def find_lobby():
        found = [s for s in await player.screens() if ids(s, "open") or s.has(ControlVerb.LOBBY_MORE)]
        return found[-1] if found else None

    shown = await until(player, find_lobby, bool)
    panel = shown if ids(shown, "open") else await player.click(shown, shown.ids(ControlVerb.LOBBY_MORE)[0])
    return await player.click(panel, ids(panel, "open")[0])


async def change_rule(player, screen, part, option, value):
    screen = await player.select(screen, ids(screen, "in")[0], [part])
    screen = await player.select(screen, ids(screen, "of")[0], [option])
    return await player.select(screen, ids(screen, "to")[0], [value])


async def test_host_changes_rules_from_lists(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="standard", computers=1)
    first = await open_rules(ann)
    assert "nothing changed" in first.text
    screen = await change_rule(ann, first, "following", "follow", "tuples")
    assert screen.id == first.id
    assert table_of(running).facts.rules.follow is Follow.TUPLES
    assert "◆" in screen.text
    screen = await ann.click(screen, ids(screen, "home")[0])
    section = await ann.select(screen, ids(screen, "in")[0], ["numbers"])
    option = await ann.select(section, ids(section, "of")[0], ["players"])
    back = await ann.click(option, ids(option, "part")[0])
    assert ids(back, "of"), "the section is shown again"
    screen = await ann.click(back, ids(back, "home")[0])
    screen = await change_rule(ann, screen, "numbers", "players", "6")
    facts = table_of(running).facts
    assert (facts.rules.players, facts.rules.kitty_size, len(facts.seats)) == (6, 6, 6)
    assert facts.rules.follow is Follow.TUPLES
    await until(ann, ann.board, lambda s: s.text.count("◆") == 2)  # everyone sees what differs from the preset
    screen = await ann.click(screen, ids(screen, "home")[0])
    await ann.click(screen, ids(screen, "reset")[0])
    assert table_of(running).facts.rules == PRESETS["standard"]
    await until(ann, ann.board, lambda s: "◆" not in s.text)


async def test_only_host_changes_rules_before_match(running, people):
    ann, bob = people[:2]
    await ann.slash("tractor new", computers=2)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
    await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
    panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.LEAVE))
    assert not ids(panel, "open")
    screen = await open_rules(ann)
    screen = await ann.select(screen, ids(screen, "in")[0], ["following"])
    screen = await ann.select(screen, ids(screen, "of")[0], ["follow"])
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert table_of(running).facts.status is TableStatus.PLAYING
    refused = await ann.select(screen, ids(screen, "to")[0], ["tuples"])
    assert "already" in refused.text
    assert refused.id == screen.id
    assert not refused.selects, "no list is left that leads nowhere"
    assert table_of(running).facts.rules.follow is not Follow.TUPLES


@pytest.mark.long
async def test_outdated_list_changes_nothing(running, people):
    """The value was available when the list was made; a later change removed it."""
    ann = people[0]
    await ann.slash("tractor new", preset="standard", computers=1, changes="decks=4 kitty_size=8")
    screen = await open_rules(ann)
    screen = await ann.select(screen, ids(screen, "in")[0], ["winning"])
    screen = await ann.select(screen, ids(screen, "of")[0], ["bombs"])
    table = table_of(running)
    await table.lobby.change(table_changes.set_rules, ann.id, "standard", {})
    shown = await ann.select(screen, ids(screen, "to")[0], ["any_suit"])
    assert table.facts.rules == PRESETS["standard"]
    assert "nothing changed" in shown.text


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "wanted", "shown"),
    [
        ("level_tractors=no", "level cards tractor", "**Level cards that are trumps are never part of a tractor.**"),
        ("joker_tractors=no", "jokers in tractors", "**Jokers are never part of a tractor.**"),
    ],
)
async def test_find_shows_a_rule_that_forbids(running, people, changes, wanted, shown):
    ann = people[0]
    await ann.slash("tractor new", preset="standard", changes=changes, computers=3)
    book = await ann.slash("rules", find=wanted)
    assert shown in book.text
    assert "no rule" not in book.text.casefold()


@pytest.mark.long
async def test_points_table_is_chosen_from_lists(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="standard", computers=3)
    screen = await change_rule(ann, await open_rules(ann), "points", "thresholds", "0:hold+1,80:turn+1")
    rules = table_of(running).facts.rules
    assert rules.scoring is Scoring.CUSTOM
    assert [(row.points, row.levels) for row in rules.thresholds] == [(0, 1), (80, 1)]
    assert "Declarers 0: +1; opponents 80: +1." in screen.text
    book = await ann.slash("rules", chapter="points")
    assert "80 or more points" in book.text.replace("*", "")
    screen = await ann.click(screen, ids(screen, "home")[0])
    await change_rule(ann, screen, "points", "scoring", "basic")
    assert table_of(running).facts.rules.thresholds == ()
