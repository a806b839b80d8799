"""Leagues through the whole of discord.py: begun, joined, played, ruled on, closed, taken away; also by the wrong people."""

import random
from contextlib import suppress
from types import SimpleNamespace

import pytest
from hosting import connected, simulated
from leagues import as_text, files_of, fill_in, ids, league_of_forty, past_deal, played
from screens import LoopbackPlayer

from bot.league.ids import GuildId, LeagueId
from bot.league.leagues import DECAYS, Fading
from bot.league.refusals import LeagueRefused
from bot.play.refusals import Refused
from bot.ui.answers import AskFor
from bot.ui.asker import Asker
from bot.ui.forms import draw_form
from bot.ui.league.room import _PEOPLE, _SCREENS, league_room
from bot.ui.limits import check
from bot.ui.routes import Call


async def test_who_may_begin_a_league_and_what_it_is(running, people):
    ann, bob = people[:2]
    assert "/league create" in (await bob.slash("league standings")).text
    refused = await bob.slash("league create", name="Mine")
    assert refused.private
    assert "manage the server" in refused.text
    made = await league_of_forty(ann, days=30)
    assert "Spring" in made.text
    assert "1 for a deal won" in made.text
    assert "Season 1" in made.text
    again = await ann.slash("league create", name="SPRING")
    assert "already" in again.text
    odd = await ann.slash("league create", name="Odd", changes="kitty_size=7")
    assert "Spring" not in odd.text
    assert await ann.autocomplete("league standings", "league", "spr") == ["Spring"]
    assert "**Ann**" in (await ann.slash("league standings")).text
    assert "already" in (await ann.slash("league join")).text


async def test_a_league_is_changed_by_its_managers(running, people):
    ann, bob = people[:2]
    await league_of_forty(ann)
    assert "managers of **Spring**" in (await bob.slash("league edit", days=5)).text
    changed = await ann.slash("league edit", days=5, manager="bob")
    assert "lasts 5 days" in changed.text
    assert "Bob" in changed.text
    opened = await bob.person.slash("tractor", "league edit")
    assert opened.modal
    sent = await bob.person.submit(opened, {"name": "Summer", "days": "0", "points": "2 0 5", "changes": ""})
    assert "2 for a deal won" in sent.message.text
    assert "Summer" in sent.message.text
    opened = await bob.person.slash("tractor", "league edit")
    sent = await bob.person.submit(opened, {"name": "Summer", "days": "many", "points": "2 0 5", "changes": ""})
    assert "many" in sent.message.text
    await ann.slash("league edit", **{"no-manager": "bob"})
    assert "managers of" in (await bob.slash("league edit", days=5)).text


async def test_how_ratings_fade_and_where_news_go_is_a_choice(running, people):
    ann = people[0]
    made = await league_of_forty(ann, news="general", fading="slow")
    assert "fade slowly" in made.text
    assert "neither wins nor loses" in made.text
    league = running.client._kit.league
    assert (await league.league(GuildId(running.client.guilds[0].id), LeagueId(1))).draft.decay == DECAYS[Fading.SLOW]
    assert "fade fast" in (await ann.slash("league edit", league="Spring", fading="fast")).text
    assert "fade" not in (await ann.slash("league edit", league="Spring", fading="none")).text
    assert "when it was dealt" in (await ann.slash("league create", name="Strict", replaced="begun")).text
    assert "Season 1 is running" in (await ann.slash("league edit", league="Strict", replaced="seated")).text
    assert "<#" in made.text
    assert "<#" not in (await ann.slash("league edit", league="Spring", **{"no-news": True})).text


async def test_a_deal_counts_is_shown_and_ruled_on(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await league_of_forty(ann)
        await played(ann)
        table = await bob.slash("league standings")
        assert table.alts
        assert "Ann" in table.alts[0]
        text = await bob.click(table, next(i for i in ids(table, "lg:table:") if i.endswith(":l")))
        assert text.id == table.id
        assert " of 1 deals won" in text.text
        report = await ann.slash("league report")
        assert "**" not in report.text or "Ann" in report.text
        watched = await bob.slash("league report")
        assert not watched.selects, "only managers rule"
    async with connected(tmp_path, loopback):  # the old messages go on working
        again = await bob.click(text, next(i for i in ids(text, "lg:table:") if i.endswith(":l")))
        assert again.alts
        one = await ann.select(
            report, ids(report, "lg:result:")[0], [report.selects[ids(report, "lg:result:")[0]]["options"][0]["value"]]
        )
        assert "Ann" in one.text
        void = await fill_in(ann, one, ids(one, "lg:ask:")[0], {"reason": "Cards were *shown*"})
        assert "counts no more" in void.text
        assert r"Cards were \*shown\*" in void.text
        assert "has not played yet" in (await as_text(bob, await bob.slash("league standings"))).text
        restore = next(i for i in ids(void, "lg:ask:") if i.endswith(":restore"))
        back = await fill_in(ann, void, restore, {"reason": "A mistake"})
        assert "as it was booked" in back.text
        assert " of 1 deals won" in (await as_text(bob, await bob.slash("league standings"))).text
        audit = await bob.click(await bob.slash("league report"), ids(await bob.slash("league report"), "lg:audit:")[0])
        assert "voided result" in audit.text
        assert "A mistake" in audit.text


async def test_a_correction_is_checked_and_an_outsider_stays_out(running, people):
    ann = people[0]
    await league_of_forty(ann)
    await past_deal(ann)
    report = await ann.slash("league report")
    choice = ids(report, "lg:result:")[0]
    one = await ann.select(report, choice, [report.selects[choice]["options"][0]["value"]])
    correct = next(i for i in ids(one, "lg:ask:") if i.endswith(":correct"))
    bad = await fill_in(ann, one, correct, {"winner": "nobody", "rise": "1", "points": "80", "reason": "x"})
    assert "nobody" in bad.text
    good = await fill_in(ann, one, correct, {"winner": "d", "rise": "3", "points": "0", "reason": "Miscounted"})
    assert "3 levels" in good.text
    assert "Miscounted" in good.text
    opened = await ann.person.click(str(one.id), custom_id=correct)
    await ann.slash("league archive")
    late = await ann.person.submit(opened, {"winner": "o", "rise": "1", "points": "80", "reason": "Late"})
    assert late.answered


async def test_leaving_is_asked_about(running, people):
    ann = people[0]
    await league_of_forty(ann)
    asked, again = await ann.slash("league leave"), await ann.slash("league leave")
    assert "really" in asked.text
    left = await ann.click(asked, ids(asked, "lg:leave:")[0])
    assert "no more" in left.text
    assert "does not play" in (await ann.click(again, ids(again, "lg:leave:")[0])).text


async def test_teams_play_in_a_league_of_teams(running, people):
    ann, bob = people[:2]
    await ann.slash("league create", name="Pairs", ranks="teams")
    assert "/team create" in (await ann.slash("league join")).text
    await ann.slash("team create", name="Dragons", partner="bob")
    assert "**Dragons** plays" in (await bob.slash("league join")).text
    assert "Dragons" in (await ann.slash("league standings")).alts[0]


async def test_an_ended_league_can_be_looked_up(running, loopback, people):
    ann, bob = people[:2]
    await league_of_forty(ann)
    await past_deal(ann)
    assert "managers of" in (await bob.slash("league archive")).text
    asked = await ann.slash("league archive")
    ended = await ann.click(asked, ids(asked, "lg:archive:")[0])
    assert "has ended" in ended.text
    assert (await bob.slash("league standings", league="Spring")).alts
    assert "Spring" in (await bob.slash("league join", league="Spring")).text
    assert await bob.autocomplete("league history", "league", "spr") == ["#1"]
    assert "Spring" in (await ann.slash("league create", name="Spring", preset="forty-points")).text
    assert await bob.autocomplete("league history", "league", "spr") == ["Spring", "#1"], "the old one stays in reach"
    assert await bob.autocomplete("league join", "league", "spr") == ["Spring"]
    assert "is archived" in (await bob.slash("league join", league="#1")).text
    assert "**1.**" in (await bob.slash("league history", league="#1")).text
    assert set(await files_of(loopback, await ann.slash("league export", league="#1"))) >= {"results.csv"}
    assert "no such league" in (await bob.slash("league history", league="#9")).text.lower()


async def test_who_was_forgotten_is_somebody_in_the_trail_and_stays_so(running, people):
    ann, bob, cat = people[:3]
    await league_of_forty(ann)
    await ann.slash("league edit", manager="bob")
    await bob.slash("league join")
    asked = await bob.slash("privacy delete")
    assert "right to manage leagues" in asked.text
    await bob.click(asked, "priv:forget")
    for again in range(2):
        report = await cat.slash("league report")
        trail = await cat.click(report, ids(report, "lg:audit:")[0])
        assert "Bob" not in trail.text
        assert "a manager" in trail.text
        if not again:
            await bob.slash("league standings")  # he comes back, and is a stranger to it
    assert "Bob" not in (await ann.slash("league edit", days=3)).text


async def test_figures_of_people(running, people):
    ann, bob = people[:2]
    nobody = await bob.slash("profile")
    assert nobody.private
    assert "has not played" in nobody.text
    await league_of_forty(ann)
    await past_deal(ann)
    mine = await bob.slash("profile", person="ann")
    assert "provisional for 19 deals more" in mine.text
    board = await bob.slash("leaderboard")
    assert "Ann" in board.alts[0]
    assert "Ann" in (await bob.slash("leaderboard", search="an")).text
    assert "Nobody here" in (await bob.slash("leaderboard", search="zz")).text
    assert "not met" in (await bob.slash("versus", person="ann")).text
    assert "It takes two" in (await bob.slash("versus", person="bob")).text


async def test_on_the_other_simulator(tmp_path):
    async with simulated(tmp_path) as (env, people):
        ann = people[0]  # who manages nothing
        assert "manage the server" in (await ann.slash("league create", name="Mine")).text
        assert "no league here" in (await ann.slash("league standings")).text
        assert "Nobody" in (await ann.slash("leaderboard")).text
        assert "has not played" in (await ann.slash("profile")).text
        env.raise_errors()


@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "联赛"), ("zh-TW", "聯賽")])
async def test_in_the_readers_language(running, loopback, locale, word):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    made = await reader.slash("league create", name="春季", preset="forty-points")
    assert word in made.text
    assert (await reader.slash("league standings")).alts
    assert (await reader.slash("league report")).text
    assert (await reader.slash("leaderboard")).text


async def test_another_server_knows_nothing_of_it(running, loopback, people):
    ann = people[0]
    await league_of_forty(ann)
    screen = await ann.slash("league standings")
    await loopback.remote.arrange("add_guild", name="Elsewhere", channel="parlour")
    there = LoopbackPlayer(ann.person, "parlour")
    assert "/league create" in (await there.slash("league standings")).text
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
    "club",
    "1.5",
)


@pytest.mark.parametrize("manages", [True, False])
async def test_whatever_an_id_says_is_answered(running, people, manages):
    """Ids are never trusted: nonsense in them is shown something, or refused, and never fails."""
    ann, kit = people[0], running.client._kit
    await league_of_forty(ann)
    guild = running.client.guilds[0]
    interaction = SimpleNamespace(
        guild_id=guild.id,
        channel_id=guild.text_channels[0].id,
        user=SimpleNamespace(id=ann.id, display_name="Ann", bot=False),
        client=running.client,
        permissions=SimpleNamespace(manage_guild=manages),
        message=None,
    )
    asker, rng = Asker(interaction, kit.catalogue.texts("en")), random.Random(1)
    for what in (*_SCREENS, *_PEOPLE, "cancel", "nonsense", ""):
        for _ in range(12):
            arguments = (what, *rng.choices(SCRAPS, k=rng.randrange(6)))
            typed = {key: rng.choice(SCRAPS) for key in ("reason", "winner", "rise", "points", "name", "days")}
            call = Call(kit, asker, arguments, tuple(rng.choices(SCRAPS, k=rng.randrange(2))), rng.choice(({}, typed)))
            with suppress(LeagueRefused, Refused):
                answer = await league_room(call)
                if isinstance(answer, AskFor):
                    draw_form(answer.form)
                else:
                    check(answer.body)
