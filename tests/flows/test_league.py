"""Leagues through real discord.py: managers create, change, archive and export them; others may join and play."""

import random
from contextlib import suppress
from types import SimpleNamespace

import pytest
from bot_harness import connected, simulated
from league_steps import (
    SHORT_DEALS,
    as_text,
    choose_on,
    create_league,
    download_files,
    edit_league,
    find_control,
    ids,
    import_won_deal,
    manage_league,
    may_manage,
    new_league,
    open_league,
    play_league_deal,
    show_league,
    submit_form,
)
from screens import LoopbackPlayer
from team_steps import form_team

from bot.ids import GuildId, LeagueId
from bot.league.leagues.league_settings import RatingDecay
from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import OpenForm
from bot.ui.core.messages.custom_id_codec import _CLASSES, parse_id
from bot.ui.discord_io.components import to_discord_modal
from bot.ui.league.control_ids import LeagueAction
from bot.ui.league.handlers import HANDLERS
from tests.everyday import spread
from tests.message_limits import check_limits


async def test_only_managers_create_leagues(running, people):
    ann, bob = people[:2]
    assert "/new league" in (await open_league(bob)).text
    refused = await new_league(bob, name="Mine")
    assert refused.private
    assert "server managers" in refused.text
    made = await create_league(ann, season_days=30)
    assert "Spring" in made.text
    assert "1 per deal won" in made.text
    assert "Season 1" in made.text
    again = await new_league(ann, name="SPRING")
    assert "already" in again.text
    odd = await new_league(ann, name="Odd", changes="kitty_size=7")
    assert "Spring" not in odd.text
    assert await ann.autocomplete("league", "league", "spr") == ["Spring"]
    assert "**Ann**" in (await show_league(ann, "standings")).text
    assert find_control(await open_league(ann), "join") is None, "she is in it"


async def test_managers_change_a_league(running, people):
    ann, bob = people[:2]
    await create_league(ann)
    assert not await may_manage(bob)
    assert "Bob" in (await choose_on(ann, await manage_league(ann, "staff"), "hire", bob.name)).text
    changed = await edit_league(bob, "Spring", season_days=5, deal=2, name="Summer", changes="early_end=yes")
    assert "Season 1 is still open" in changed.text, "rules are fixed while a season runs"
    panel = await open_league(ann)
    for words in ("lasts 5 days", "Bob", "2 per deal won", "Summer"):
        assert words in panel.text
    assert "you wrote “many”" in (await edit_league(bob, season_days="many")).text
    assert "lasts" not in (await edit_league(bob, season_days=None)).text
    old = [await manage_league(bob, *page) for page in ((), ("settings",), ("staff",), ("people",))]
    await choose_on(ann, await manage_league(ann, "staff"), "fire", str(bob.id))
    assert not await may_manage(bob)
    for action in ("toclose", "entries", "people", "settings", "staff", "files", "toend"):
        assert "managers of" in (await bob.click(old[0], find_control(old[0], action))).text
    assert "managers of" in (await choose_on(bob, old[1], "setting", "name")).text
    assert "managers of" in (await choose_on(bob, old[2], "hire", bob.name)).text
    assert "managers of" in (await choose_on(bob, old[3], "enter", bob.name)).text


@pytest.mark.long
async def test_panel_sets_rating_decay_and_channel(running, people):
    ann = people[0]
    made = await create_league(ann, order="rating", news_channel="general", rating_decay="slow")
    assert "fade slowly" in made.text
    league = running.client._services.league
    assert (
        await league.access.get_league(GuildId(running.client.guilds[0].id), LeagueId(1))
    ).settings.rating_decay is RatingDecay.SLOW
    assert "fade fast" in (await edit_league(ann, "Spring", rating_decay="fast")).text
    assert "fade" not in (await edit_league(ann, "Spring", rating_decay="none")).text
    assert "<#" in made.text
    assert "<#" not in (await edit_league(ann, "Spring", news_channel=None)).text


async def test_deal_counts_and_can_be_ruled_on(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await create_league(ann, **SHORT_DEALS)
        await play_league_deal(ann)
        table = await show_league(bob, "standings")
        assert table.alts
        assert "Ann" in table.alts[0]
        shown = await bob.click(table, ids(table, "lg:show:")[0])
        assert shown.text == "Shown."
        text = await bob.click(table, next(i for i in ids(table, "lg:table:") if i.endswith(":l")))
        assert text.id == table.id
        assert " of 1 deals won" in text.text
        report = await show_league(ann, "report")
        assert "**" not in report.text or "Ann" in report.text
        watched = await show_league(bob, "report")
        assert not watched.selects, "only managers rule"
    async with connected(tmp_path, loopback):  # messages from before the restart still work
        again = await bob.click(text, next(i for i in ids(text, "lg:table:") if i.endswith(":l")))
        assert again.alts
        one = await ann.select(
            report, ids(report, "lg:result:")[0], [report.selects[ids(report, "lg:result:")[0]]["options"][0]["value"]]
        )
        assert "Ann" in one.text
        void = await submit_form(ann, one, ids(one, "lg:rule:")[0], {"reason": "Cards were *shown*"})
        assert "no longer counts" in void.text
        assert r"Cards were \*shown\*" in void.text
        assert "not played yet" in (await as_text(bob, await show_league(bob, "standings"))).text
        restore = next(i for i in ids(void, "lg:rule:") if i.endswith(":restore"))
        back = await submit_form(ann, void, restore, {"reason": "A mistake"})
        assert "as it was recorded" in back.text
        assert " of 1 deals won" in (await as_text(bob, await show_league(bob, "standings"))).text
        audit = await bob.click(await show_league(bob, "report"), ids(await show_league(bob, "report"), "lg:audit:")[0])
        assert "voided result" in audit.text
        assert "A mistake" in audit.text


async def test_correction_of_a_result_is_checked(running, people):
    ann = people[0]
    await create_league(ann)
    await import_won_deal(ann)
    report = await show_league(ann, "report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    correct = next(i for i in ids(one, "lg:rule:") if i.endswith(":correct"))
    bad = await submit_form(ann, one, correct, {"winner": ["declarers"], "rise": "no", "points": "80", "reason": "x"})
    assert "“no”" in bad.text
    good = await submit_form(
        ann, one, correct, {"winner": ["declarers"], "rise": "3", "points": "0", "reason": "Miscounted"}
    )
    assert "3 levels" in good.text
    assert "Miscounted" in good.text
    opened = await ann.person.click(str(one.id), custom_id=correct)
    await manage_league(ann, "toend")
    late = await ann.person.submit(opened, {"winner": ["opponents"], "rise": "1", "points": "80", "reason": "Late"})
    assert late.answered


async def test_leaving_needs_confirmation(running, people):
    ann = people[0]
    await create_league(ann)
    asked, again = await show_league(ann, "leave"), await show_league(ann, "leave")
    assert "Should **Ann** leave **Spring**?" in asked.text
    left = await ann.click(asked, ids(asked, "lg:leave:")[0])
    assert "**Ann** left **Spring**" in left.text
    assert "Not in" in (await ann.click(again, ids(again, "lg:leave:")[0])).text


async def test_teams_play_in_team_league(running, people):
    ann, bob = people[:2]
    await new_league(ann, name="Pairs", ranked_by="teams")
    assert "/new team" in (await show_league(ann, "join")).text
    await form_team(ann, "Dragons", people[1])
    assert "**Dragons** joined **Pairs**" in (await show_league(bob, "join")).text
    assert "Dragons" in (await show_league(ann, "standings")).alts[0]


@pytest.mark.long
async def test_archived_league_can_be_viewed(running, loopback, people):
    ann, bob = people[:2]
    await create_league(ann)
    await import_won_deal(ann)
    assert not await may_manage(bob)
    old = await open_league(bob)
    asked = await manage_league(ann, "toend")
    ended = await ann.click(asked, ids(asked, "lg:archive:")[0])
    assert "has ended" in ended.text
    assert (await show_league(bob, "standings", "Spring")).alts
    assert "is archived" in (await bob.click(old, find_control(old, "join"))).text
    assert await bob.autocomplete("league", "league", "spr") == ["#1"]
    assert "Spring" in (await new_league(ann, name="Spring", preset="forty-points")).text
    assert await bob.autocomplete("league", "league", "spr") == ["Spring", "#1"], "the old one stays in reach"
    assert "**1.**" in (await show_league(bob, "history", "#1")).text
    history = await show_league(ann, "history", "#1")
    assert set(await download_files(loopback, await choose_on(ann, history, "files", "1"))) >= {"results.csv"}
    assert "no such league" in (await open_league(bob, "#9")).text.lower()


@pytest.mark.long
async def test_forgotten_user_stays_nameless_in_audit_log(running, people):
    ann, bob, cat = people[:3]
    await create_league(ann)
    await choose_on(ann, await manage_league(ann, "staff"), "hire", bob.name)
    await show_league(bob, "join")
    asked = await bob.slash("privacy delete")
    assert "rights to manage leagues" in asked.text
    await bob.click(asked, "priv:forget")
    for again in range(2):
        report = await show_league(cat, "report")
        trail = await cat.click(report, ids(report, "lg:audit:")[0])
        assert "Bob" not in trail.text
        assert "a manager" in trail.text
        if not again:
            await show_league(bob, "standings")  # the user comes back, and the log still has no name
    assert "Bob" not in (await edit_league(ann, season_days=3)).text


async def test_profile_and_leaderboard_show_ratings(running, people):
    ann, bob = people[:2]
    nobody = await bob.slash("profile")
    assert nobody.private
    assert "hasn't played" in nobody.text
    await create_league(ann)
    await import_won_deal(ann)
    mine = await bob.slash("profile", person="ann")
    assert "provisional for 19 more deals" in mine.text
    board = await bob.click(mine, ids(mine, "lg:board:")[0])
    assert "Ann" in board.text
    board = await bob.slash("leaderboard")
    assert "Ann" in board.alts[0]
    assert "Ann" in (await bob.slash("leaderboard", search="an")).text
    assert "No player with that name" in (await bob.slash("leaderboard", search="zz")).text
    assert "haven't played at the same table" in (await bob.slash("versus", person="ann")).text
    assert "Choose somebody else" in (await bob.slash("versus", person="bob")).text


async def test_league_works_on_simcord(tmp_path):
    async with simulated(tmp_path) as (env, people):
        ann = people[0]  # Ann manages nothing here
        assert "server managers" in (await new_league(ann, name="Mine")).text
        assert "no league here" in (await open_league(ann)).text
        assert "Nobody" in (await ann.slash("leaderboard")).text
        assert "hasn't played" in (await ann.slash("profile")).text
        env.raise_errors()


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "联赛"), ("zh-TW", "聯賽")])
async def test_league_is_in_readers_language(running, loopback, locale, word):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    made = await new_league(reader, name="春季", preset="forty-points")
    assert word in made.text
    assert (await show_league(reader, "standings")).alts
    assert (await show_league(reader, "report")).text
    assert (await reader.slash("leaderboard")).text


async def test_league_is_invisible_to_other_servers(running, loopback, people):
    ann = people[0]
    await create_league(ann)
    screen = await show_league(ann, "standings")
    await loopback.remote.arrange("add_guild", name="Elsewhere", channel="parlour")
    there = LoopbackPlayer(ann.person, "parlour")
    assert "no league here yet" in (await open_league(there)).text
    assert screen.private


SCRAPS = (
    "",
    "season",
    "export",
    "1",
    "2",
    "0",
    "-1",
    "x",
    "9" * 30,
    "p",
    "t",
    "void",
    "correct",
    "restore",
    "²",
    "standard",
    "1.5",
)


@pytest.mark.parametrize("manages", spread(1, [True, False]))
async def test_nonsense_ids_are_answered(running, people, manages):
    """Ids are never trusted: nonsense in them shows a page or a refusal, and never fails."""
    ann, kit = people[0], running.client._services
    await create_league(ann)
    guild = running.client.guilds[0]
    interaction = SimpleNamespace(
        guild_id=guild.id,
        guild=guild,
        channel_id=guild.text_channels[0].id,
        channel=guild.text_channels[0],
        user=SimpleNamespace(id=ann.id, display_name="Ann", bot=False),
        client=running.client,
        permissions=SimpleNamespace(manage_guild=manages),
        message=None,
    )
    asker, rng = Context(kit, interaction, kit.catalogue.texts_for("en")), random.Random(1)
    for what in (
        *(route for route in _CLASSES if route.startswith("lg")),
        *(f"lg:{action}" for action in LeagueAction),
    ):
        for _ in range(12):
            id_ = parse_id(":".join((what, *rng.choices(SCRAPS, k=rng.randrange(6)))))
            if id_ is None:
                continue
            typed = {
                key: rng.choice(SCRAPS)
                for key in ("reason", "winner", "rise", "points", "name", "by", "preset", "value")
            }
            call = ControlPress(asker, id_, tuple(rng.choices(SCRAPS, k=rng.randrange(2))), rng.choice(({}, typed)))
            with suppress(LeagueRefused, TableRefused):
                answer = await HANDLERS[type(id_)](call)
                if isinstance(answer, OpenForm):
                    to_discord_modal(answer.form)
                else:
                    check_limits(answer.message)
