"""House rules are saved from a lobby, chosen for tables and leagues, read in the rulebook, and managed by `/config`."""

import pytest
from league_steps import new_league
from play_by_panel import until
from screens import LoopbackPlayer
from sqlalchemy import text
from test_changed_rules import change_rule, open_rules
from test_user_and_server_settings import grant_manage_server

from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.options import Follow


def house_ids(screen, action):
    return [i for i in (*screen.buttons, *screen.selects) if i.split(":")[:2] == ["house", action]]


def table_of(running):
    return max(running.registry.list_live(), key=lambda table: table.id)


async def submit_name(player, screen, custom_id, name):
    """Press a button that opens the form for a name, and submit it."""
    opened = await player.person.click(str(screen.id), custom_id=custom_id)
    return await player.submit(opened, {"name": name})


async def save_house_rules(player, name, follow="tuples"):
    """Open a lobby with other rules and save them; return the answer."""
    await player.slash("tractor new", preset="standard", computers=2)
    screen = await change_rule(player, await open_rules(player), "following", "follow", follow)
    screen = await player.click(screen, next(i for i in screen.buttons if i.split(":")[3:4] == ["home"]))
    return await submit_name(player, screen, house_ids(screen, "save")[0], name)


async def become_manager(loopback, player):
    await grant_manage_server(loopback, player.name)
    return player


async def test_house_rules_are_saved_and_used(running, loopback, people):
    ann, bob = await become_manager(loopback, people[0]), people[1]
    saved = await save_house_rules(ann, "Friday rules")
    assert "**Friday rules** are saved" in saved.text
    await until(ann, ann.board, lambda s: "Friday rules" in s.text)
    offered = await bob.autocomplete("tractor new", "preset", "friday")
    assert offered == ["h1"]
    await bob.slash("tractor new", preset=offered[0], computers=3)
    assert table_of(running).facts.rules.follow is Follow.TUPLES
    typed = await bob.slash("tractor new", preset="FRIDAY RULES", computers=2)
    assert typed.private
    facts = table_of(running).facts
    assert (facts.preset, facts.rules.follow, facts.seats[3]) == ("standard", Follow.TUPLES, None)
    assert "Rules of table 3: Friday rules" in (await bob.slash("rules")).text
    assert "◆" in (await bob.slash("rules", preset="h1", find="following.follow")).text
    book = await bob.slash("rules", preset="h1")
    assert "Friday rules" in book.text
    assert "h1" in [o["value"] for i in book.selects if i.endswith(":of") for o in book.selects[i]["options"]]


@pytest.mark.long
async def test_rules_are_found_by_partial_name(running, people):
    ann = people[0]
    await ann.slash("tractor new", preset="暗十", computers=2)
    assert table_of(running).facts.preset == "hidden-ten"
    await ann.slash("tractor new", preset="80", computers=2)
    assert table_of(running).facts.preset == "bashifen"
    unclear = await ann.slash("tractor new", preset="friends")
    assert "**Friends, 5 players, 3 decks** or **Friends, 5–12 players**" in unclear.text
    unknown = await ann.slash("rules", preset="whist")
    assert "no rules called “whist”" in unknown.text
    assert "**Standard**" in unknown.text
    assert "Hidden ten" in (await ann.slash("rules", preset="Hidden Ten")).text
    assert len(running.registry.list_live()) == 2
    assert await ann.autocomplete("tractor new", "preset", "八十") == ["bashifen"]


@pytest.mark.long
async def test_lobby_offers_house_rules(running, loopback, people):
    ann, bob = await become_manager(loopback, people[0]), people[1]
    await save_house_rules(ann, "Friday rules")
    await bob.slash("tractor new", preset="pagat", computers=1)
    panel = await until(bob, bob.panel, lambda s: s.has(ControlVerb.CHOOSE_PRESET))
    (choice,) = panel.ids(ControlVerb.CHOOSE_PRESET)
    options = {o["value"]: o for o in panel.selects[choice]["options"]}
    assert "gamerules" not in options
    assert options["pagat"]["default"]
    panel = await bob.select(panel, choice, ["h1"])
    assert table_of(running).facts.rules.follow is Follow.TUPLES
    (choice,) = panel.ids(ControlVerb.CHOOSE_PRESET)
    chosen = [o["value"] for o in panel.selects[choice]["options"] if o.get("default")]
    assert chosen == ["h1"]


@pytest.mark.long
async def test_only_managers_save_house_rules(running, loopback, people):
    bob = people[1]
    await bob.slash("tractor new", computers=2)
    screen = await open_rules(bob)
    assert not house_ids(screen, "save")
    await become_manager(loopback, bob)
    await bob.slash("tractor new", computers=2)
    screen = await open_rules(bob)
    (save,) = house_ids(screen, "save")
    opened = await bob.person.click(str(screen.id), custom_id=save)
    await grant_manage_server(loopback, "bob", may=False)
    refused = await bob.person.submit(opened, {"name": "Mine"})
    assert "server managers" in refused.message.text
    assert await bob.autocomplete("tractor new", "preset", "mine") == []


@pytest.mark.long
async def test_refused_name_can_be_corrected(running, loopback, people):
    ann = await become_manager(loopback, people[0])
    await save_house_rules(ann, "Friday rules")
    refused = await save_house_rules(ann, "@everyone")
    assert "without mentions" in refused.text
    (again,) = house_ids(refused, "save")
    taken = await submit_name(ann, refused, again, "friday  RULES")
    assert "already house rules" in taken.text
    saved = await submit_name(ann, taken, house_ids(taken, "save")[0], "Sunday rules")
    assert "**Sunday rules** are saved" in saved.text
    assert await ann.autocomplete("tractor new", "preset", "rules") == ["h1", "h2"]


@pytest.mark.long
async def test_saved_rules_can_be_replaced(running, loopback, people):
    ann = await become_manager(loopback, people[0])
    await save_house_rules(ann, "Friday rules")
    taken = await save_house_rules(ann, "friday rules", follow="minimal")
    replaced = await ann.click(taken, house_ids(taken, "put")[0])
    assert replaced.text.startswith("**Friday rules** are saved")
    await ann.slash("tractor new", preset="h1", computers=3)
    assert table_of(running).facts.rules.follow is Follow.MINIMAL


async def test_managers_rename_and_delete(running, loopback, people):
    ann = await become_manager(loopback, people[0])
    await save_house_rules(ann, "Friday rules")
    config = await ann.slash("config")
    listed = await ann.click(config, house_ids(config, "list")[0])
    assert "- **Friday rules** · Standard" in listed.text
    assert (await ann.click(listed, house_ids(listed, "conf")[0])).text == config.text
    listed = await ann.click(config, house_ids(config, "list")[0])
    shown = await ann.select(listed, house_ids(listed, "show")[0], ["1"])
    assert "◆" in shown.text
    renamed = await submit_name(ann, shown, house_ids(shown, "name")[0], "Club night")
    assert renamed.text.startswith("## Club night")
    sure = await ann.click(renamed, house_ids(renamed, "drop")[0])
    assert "keep them" in sure.text
    gone = await ann.click(sure, house_ids(sure, "gone")[0])
    assert "**Club night** are deleted" in gone.text
    assert table_of(running).facts.rules.follow is Follow.TUPLES
    refused = await ann.slash("tractor new", preset="h1")
    assert "no longer exist" in refused.text


@pytest.mark.long
async def test_default_house_rules_open_new_tables(running, loopback, people):
    ann, bob = await become_manager(loopback, people[0]), people[1]
    saved = await save_house_rules(ann, "Friday rules")
    opened = await ann.click(saved, house_ids(saved, "at")[0])
    shown = await ann.click(opened, house_ids(opened, "usual")[0])
    assert "New tables use these rules" in shown.text
    plain = await ann.click(shown, house_ids(shown, "plain")[0])
    assert "New tables use these rules" not in plain.text
    await ann.click(plain, house_ids(plain, "usual")[0])
    await bob.slash("tractor new", computers=3)
    assert table_of(running).facts.rules.follow is Follow.TUPLES
    config = await ann.slash("config")
    (default,) = [o["value"] for o in config.selects["conf:preset"]["options"] if o.get("default")]
    assert default == "h1"
    await ann.select(config, "conf:preset", ["pagat"])
    await bob.slash("tractor new", computers=3)
    assert table_of(running).facts.preset == "pagat"
    await ann.select(config, "conf:preset", ["h1"])
    await bob.slash("tractor new", computers=3)
    assert table_of(running).facts.rules.follow is Follow.TUPLES


@pytest.mark.long
async def test_league_copies_house_rules(running, loopback, people):
    ann = await become_manager(loopback, people[0])
    await save_house_rules(ann, "Friday rules")
    await new_league(ann, name="Spring", preset="h1", changes="early_end=yes")
    opened = await ann.slash("tractor new", league="Spring", computers=3)
    assert "count" in opened.text
    rules = table_of(running).facts.rules
    assert (rules.follow, rules.early_end) == (Follow.TUPLES, True)
    config = await ann.slash("config")
    listed = await ann.click(config, house_ids(config, "list")[0])
    shown = await ann.select(listed, house_ids(listed, "show")[0], ["1"])
    sure = await ann.click(shown, house_ids(shown, "drop")[0])
    await ann.click(sure, house_ids(sure, "gone")[0])
    again = await ann.slash("tractor new", league="Spring", computers=3)
    assert "count" in again.text


@pytest.mark.long
async def test_outdated_house_rules_are_named(running, loopback, people):
    ann = await become_manager(loopback, people[0])
    saved = await save_house_rules(ann, "Friday rules")
    await ann.click(saved, house_ids(saved, "usual")[0])
    async with running.database.store.house_rules._connections.write() as connection:
        await connection.execute(text("UPDATE house_rules SET changes = 'gone=yes'"))
        await connection.commit()
    for refused in (await ann.slash("tractor new"), await ann.slash("rules", preset="h1")):
        assert "**Friday rules** can no longer be used" in refused.text
    config = await ann.slash("config")
    listed = await ann.click(config, house_ids(config, "list")[0])
    shown = await ann.select(listed, house_ids(listed, "show")[0], ["1"])
    assert "can no longer be used" in shown.text
    assert not house_ids(shown, "usual")
    assert house_ids(shown, "drop")
    assert (await ann.slash("tractor new", preset="standard", computers=3)).private


@pytest.mark.long
async def test_presets_with_equal_rules_are_one_entry(running, loopback):
    reader = LoopbackPlayer(loopback.person("wei", locale="zh-CN"))
    offered = (await reader.person.autocomplete("tractor", "tractor new", "preset", "")).choices
    values = [one["value"] for one in offered]
    assert "pagat" in values
    assert "gamerules" not in values
    (both,) = [one["name"] for one in offered if one["value"] == "pagat"]
    assert "pagat.com" in both
    assert "gamerules.com" in both
    await reader.slash("tractor new", preset="gamerules", computers=3)
    assert table_of(running).facts.preset == "gamerules"
    book = await reader.slash("rules", preset="gamerules")
    (chosen,) = [
        o["value"] for i in book.selects if i.endswith(":of") for o in book.selects[i]["options"] if o.get("default")
    ]
    assert chosen == "pagat"
