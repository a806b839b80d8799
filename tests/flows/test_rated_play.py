"""Rated matches have no hints, other matches have them, and the lobby says which kind of match comes next."""

import random

import pytest
from bot_harness import connected
from league_steps import create_league, edit_league
from play_by_panel import SHORT_DEAL, act, join, join_all, make_friendly, open_more, play_deal, sit_down, until
from screens import LoopbackPlayer
from test_duplicate_events import begin_with_one_person_a_table, list_tables
from test_forged_ids import press as forge_press
from test_hints_in_leagues import count_advice, play_until_asked_for_play

from bot.ids import GuildId, TableId, UserId
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from engine.model.view import Ask

SHORT = SHORT_DEAL | {"changes": ""}
"""Deals by a preset's own rules, which are rated."""
ADVICE = {ControlVerb.SHOW_HINT, ControlVerb.SUGGEST_BURY}
RATED = "Rated, without hints."


async def open_lobby(ann, others=(), **options):
    """Open a table for Ann and let others join; return Ann's panel and the lobby."""
    panel = await ann.slash("tractor new", **options)
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN) or s.has(ControlVerb.START))
    await join_all(ann, others, lobby)
    return panel, await until(ann, ann.board, lambda s: s.has(ControlVerb.START))


async def start(ann, lobby):
    await ann.click(lobby, lobby.ids(ControlVerb.START)[0])
    return await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))


async def forge(running, player, screen, custom_id, *values):
    """Press a control that the message does not have; return the answer."""
    return player._screen((await forge_press(running, player, screen, custom_id, values)).message)


async def count_rated_deals(running, user, preset="forty-points"):
    """Return how many deals have changed a user's rating."""
    profile = await running.client._services.league.ratings.find_profile(table_guild(running), UserId(user.id), preset)
    return profile.rating.deals if profile else 0


def table_guild(running):
    return GuildId(running.registry.list_live()[0].facts.guild)


async def play_seen(players, seen):
    """Play a deal, and add to `seen` all verbs that the panels offer."""

    async def look(_, panel):
        seen.update(panel.verbs)

    await play_deal(players, on_panel=look)


@pytest.mark.long
async def test_rated_table_has_no_help(running, people):
    """Even a forged press of Hint brings no help, and `/play` suggests cards without asking for advice."""
    ann, bob = people[:2]
    await open_lobby(ann, [bob], **SHORT)
    lobby = await until(ann, ann.board, lambda s: RATED in s.text)
    asked, seen = count_advice(running), set()
    await start(ann, lobby)
    table = await running.registry.get_table(TableId(1))
    seat = table.seat_of(ann.id)
    while table.view(seat).ask not in {Ask.LEAD, Ask.FOLLOW}:
        for person in (ann, bob):
            panel = await person.panel()
            await (act(person, panel, random.Random(1)) if panel and panel.verbs else ann.pause())
    hint = table_control_id(table.id, ControlVerb.SHOW_HINT, f"{int(seat)}.{table.task(seat)}")
    told = await forge(running, ann, await ann.board(), hint)
    assert "There are no hints in rated play. At a friendly table there are." in told.text.splitlines()
    assert await ann.autocomplete("play", "cards", "")
    await ann.slash("hand")
    await play_seen([ann, bob], seen)
    assert not seen & ADVICE
    assert not asked
    assert [await count_rated_deals(running, one) for one in (ann, bob)] == [1, 1]
    assert "Friendly" not in (await ann.board()).text


@pytest.mark.long
async def test_friendly_table_has_help_and_changes_no_rating(tmp_path, loopback, people, blank_pictures):
    """Only the host can make a table friendly, and only before the start; it stays friendly after a restart."""
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        _, lobby = await open_lobby(ann, [bob], **SHORT)
        assert not (await until(bob, bob.panel, bool)).ids(ControlVerb.CHOOSE_PURPOSE)
        purpose = table_control_id(TableId(1), ControlVerb.CHOOSE_PURPOSE, "open")
        await until(ann, ann.board, lambda s: RATED in s.text)
        assert "Only the host" in (await forge(running, bob, lobby, purpose, "friendly")).text
        await make_friendly(ann, await until(ann, ann.panel, lambda s: s.has(ControlVerb.CHOOSE_PURPOSE)))
        lobby = await until(ann, ann.board, lambda s: "Friendly: not rated, with hints; no team climbs." in s.text)
        assert RATED not in lobby.text
        board = await start(ann, lobby)
        assert "The match has already started." in (await forge(running, ann, board, purpose, "open")).text
    async with connected(tmp_path, loopback) as running:
        table = await running.registry.get_table(TableId(1))
        assert (table.facts.is_friendly, table.facts.status) == (True, TableStatus.PLAYING)
        seen = set()
        await ann.slash("hand")
        await bob.slash("hand")
        await play_seen([ann, bob], seen)
        assert seen & ADVICE
        assert [await count_rated_deals(running, one) for one in (ann, bob)] == [0, 0]
        assert "hasn't played" not in (await ann.slash("profile")).text


async def test_lobby_names_kind_of_next_match(running, people):
    """Alone with computers the match is friendly. If somebody else sits down it is rated, unless it has house rules."""
    ann, bob = people[:2]
    _, lobby = await open_lobby(ann, **SHORT)
    assert "Alone with computers: not rated, with hints." in lobby.text
    await join(bob, lobby)
    lobby = await until(ann, ann.board, lambda s: RATED in s.text)
    await bob.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
    lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.ADD_COMPUTER))
    assert RATED in lobby.text  # the match stays rated, because somebody may still sit down
    await ann.slash("tractor new", **SHORT_DEAL)
    lobby = await until(ann, ann.board, lambda s: "Alone with" in s.text)
    house = await join(bob, lobby)
    assert house
    await until(ann, ann.board, lambda s: "House rules: not rated, with hints." in s.text)


@pytest.mark.long
async def test_solo_match_stays_friendly(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT)
    table = await running.registry.get_table(TableId(1))
    assert table.facts.is_friendly
    await until(ann, ann.board, lambda s: "Friendly: not rated, with hints; no team climbs." in s.text)
    panel = await play_until_asked_for_play(ann, table, table.seat_of(ann.id))
    hinted = await ann.click(panel, panel.ids(ControlVerb.SHOW_HINT)[0])
    assert "Hint:" in hinted.text
    await play_deal([ann])
    assert await count_rated_deals(running, ann) == 0


@pytest.mark.long
async def test_uncounted_league_match_gives_no_rating(running, people):
    """The league needs two people. A match alone with computers does not count in it, so hints are on."""
    ann, bob = people[:2]
    await create_league(ann, min_people=2, hints=True)
    _, lobby = await open_lobby(bob, computers=3, league="Spring")
    assert "Not rated, with hints." in lobby.text
    asked = await bob.click(lobby, lobby.ids(ControlVerb.START)[0])
    assert "- Not rated, with hints." in asked.text
    await bob.click(asked, asked.ids(ControlVerb.START)[0])
    await play_deal([bob])
    assert await count_rated_deals(running, bob) == 0


@pytest.mark.long
async def test_lobby_says_whether_the_league_allows_hints(running, people):
    ann, bob = people[:2]
    await create_league(ann, hints=False)
    _, lobby = await open_lobby(ann, league="Spring", computers=3)
    await join(bob, lobby)
    await until(ann, ann.board, lambda s: "Rated, without hints." in s.text)
    await running.outbox.idle()
    await edit_league(ann, "Spring", hints=True)
    await until(ann, ann.board, lambda s: "Rated, with hints." in s.text)


async def test_host_chooses_between_rated_and_friendly_match(running, people):
    """A host may choose a rated match before others join. Nobody can choose it while an all-seeing oracle plays."""
    ann = people[0]
    await open_lobby(ann, **SHORT)
    panel = await open_more(ann)
    (purpose,) = panel.ids(ControlVerb.CHOOSE_PURPOSE)
    assert [o["label"] for o in panel.selects[purpose]["options"]] == [
        "Rated, without hints, once others join",
        "Friendly: not rated, with hints",
    ]
    (levels,) = panel.ids(ControlVerb.CHOOSE_COMPUTER)
    panel = await ann.select(panel, levels, ["2 oracle"])
    assert not panel.ids(ControlVerb.CHOOSE_PURPOSE)
    lobby = await until(ann, ann.board, lambda s: "an oracle at the table sees all cards. Hints are on." in s.text)
    await start(ann, lobby)
    table = await running.registry.get_table(TableId(1))
    panel = await play_until_asked_for_play(ann, table, table.seat_of(ann.id))
    assert panel.ids(ControlVerb.SHOW_HINT)


@pytest.mark.long
@pytest.mark.parametrize(
    ("locale", "rated", "friendly", "alone"),
    [
        ("zh-CN", "算等级分，没有提示。", "友谊桌：不算等级分，可以用提示", "一人和电脑打"),
        ("zh-TW", "算等級分，沒有提示。", "友誼桌：不算等級分，可以用提示", "一人和電腦打"),
    ],
)
async def test_lobby_names_kind_of_match_in_the_servers_language(running, loopback, locale, rated, friendly, alone):
    ann = LoopbackPlayer(loopback.person("ann", locale=locale))
    bob = LoopbackPlayer(loopback.person("bob", locale=locale))
    settings = await ann.slash("config")
    (language,) = [i for i in settings.selects if "language" in i]
    await ann.select(settings, language, [locale])
    _, lobby = await open_lobby(ann, **SHORT)
    assert alone in lobby.text
    await join(bob, lobby)
    await until(ann, ann.board, lambda s: rated in s.text)
    await make_friendly(ann, await until(ann, ann.panel, lambda s: s.has(ControlVerb.CHOOSE_PURPOSE)))
    await until(ann, ann.board, lambda s: friendly in s.text)


@pytest.mark.long
async def test_tables_of_events_have_no_help(running, loopback):
    names = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
    comers = await begin_with_one_person_a_table(running, [LoopbackPlayer(loopback.person(one)) for one in names])
    tables, asked, seen = await list_tables(running, 1), count_advice(running), set()
    assert not any(table.facts.is_friendly for table in tables)
    seat = tables[0].seat_of(comers[0].id)
    hint = table_control_id(tables[0].id, ControlVerb.SHOW_HINT, f"{int(seat)}.{tables[0].task(seat)}")
    public = await comers[0].board()
    assert "There are no hints in events." in (await forge(running, comers[0], public, hint)).text
    for person, table in zip(comers, tables, strict=True):
        await person.slash("hand")
        rng = random.Random(3)
        while table.facts.status is TableStatus.PLAYING:
            panel = await person.panel()
            seen.update(panel.verbs if panel else ())
            await (act(person, panel, rng) if panel and panel.verbs else person.pause())
    assert ControlVerb.PLAY in seen
    assert not seen & ADVICE
    assert not asked
