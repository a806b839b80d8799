"""Leagues through the whole of discord.py: begun, joined, played, ruled on, closed, taken away; also by the wrong people."""

import random
import time
from contextlib import suppress
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hosting import connected, simulated
from playing import play_deal, sit_down, until
from screens import LoopbackPlayer

from bot.league.callers import Caller
from bot.league.ids import GuildId, LeagueId, UserId
from bot.league.leagues import DECAYS, Fading
from bot.league.refusals import LeagueRefused
from bot.league.service import League
from bot.play.refusals import Refused
from bot.ui.answers import AskFor
from bot.ui.asker import Asker
from bot.ui.forms import draw_form
from bot.ui.league.heralding import tell_news
from bot.ui.league.room import _PEOPLE, _SCREENS, league_room
from bot.ui.limits import check
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.routes import Call

SHORT = {"computers": 3}


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def league_of_forty(ann, **others):
    """Ann, who owns the server, begins a league by quick rules and joins it."""
    made = await ann.slash("league create", name="Spring", preset="forty-points", **others)
    assert made.private
    await ann.slash("league join")
    return made


async def played(ann):
    """Ann plays a deal for the league, against computer players."""
    await sit_down(ann, league="Spring", **SHORT)
    await play_deal([ann])


HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"


async def bring(player, text, **options):
    number = await player.person.upload("past.csv", text.encode())
    return await player.slash("league import", file=number, **options)


async def past_deal(ann, partner=None):
    """Ann, and a partner or the computer, win a deal that was played elsewhere."""
    beside = f"u:{partner.id}" if partner else "c:casual"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,{beside},c:novice"
    ready = await bring(ann, f"{HEADING}\n{line}\n")
    assert "imported" in (await ann.click(ready, ids(ready, "lg:import:")[0])).text


async def fill_in(player, screen, custom_id, values):
    """Open the form behind a button and send it."""
    opened = await player.person.click(str(screen.id), custom_id=custom_id)
    assert opened.modal
    sent = await player.person.submit(opened, values)
    return player._screen(sent.message)


async def files_of(loopback, answer):
    found = {}
    for part in answer.parts:
        if part["type"] == 13:
            found[part["name"]] = (await loopback.remote.picture(part["file"]["url"])).decode()
    return found


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


async def as_text(player, screen):
    return await player.click(screen, next(i for i in ids(screen, "lg:table:") if i.endswith(":l")))


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


async def test_a_season_is_closed_once_and_its_champion_announced(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback):
        await league_of_forty(ann, news="general")
        await past_deal(ann)
        assert "managers of" in (await bob.slash("league season", step="close")).text
        assert "Season 1 is running" in (await ann.slash("league season", step="open")).text
        asked = await ann.slash("league season", step="close")
        assert "cannot be opened again" in asked.text
        kept = await ann.click(asked, "lg:cancel")
        assert "stays as it is" in kept.text
        asked = await ann.slash("league season", step="close")
    async with connected(tmp_path, loopback):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
        assert "is closed" in closed.text
        news = LoopbackPlayer(bob.person, "general")
        told = [s for s in await news.screens() if "Champions of **Spring**" in s.text or "ended without" in s.text]
        assert len(told) == 1
        twice = await ann.slash("league season", step="close")
        assert "No season" in twice.text
        history = await bob.slash("league history")
        assert "**1.**" in history.text
        opened = await ann.slash("league season", step="open")
        assert "season 2" in opened.text
        first = await ann.click(opened, ids(opened, "lg:open:")[0])
        assert "Season 2" in first.text
        past = await bob.select(history, ids(history, "lg:past:")[0], ["1"])
        assert "Season 1" in past.alts[0]


async def test_a_late_press_closes_no_other_season(running, people):
    ann = people[0]
    await league_of_forty(ann)
    asked = await ann.slash("league season", step="close")
    other = await ann.slash("league season", step="close")
    await ann.click(asked, ids(asked, "lg:close:")[0])
    opened = await ann.slash("league season", step="open")
    await ann.click(opened, ids(opened, "lg:open:")[0])
    late = await ann.click(other, ids(other, "lg:close:")[0])
    assert "changed meanwhile" in late.text
    assert "Season 2" in late.text


async def test_news_that_cannot_be_sent_do_no_harm(running, loopback, people):
    ann = people[0]
    await league_of_forty(ann, news="general")
    await loopback.remote.arrange("delete_channel", channel="general")
    asked = await ann.slash("league season", step="close")
    closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "is closed" in closed.text
    assert "could not be announced" in closed.text


async def test_a_season_ends_by_itself(running, people):
    ann, bob = people[:2]
    await league_of_forty(ann, days=1, news="general")
    assert await running.client.calendar.look() == 0
    with patch.object(running.client._kit.league, "_now", lambda: time.time() + 2 * 86_400):
        assert await running.client.calendar.look() == 1
        assert await running.client.calendar.look() == 0
    told = [s.text for s in await LoopbackPlayer(bob.person, "general").screens() if "Spring" in s.text]
    assert len(told) == 2
    assert "ended without" in told[0]
    assert "Season 2" in told[1]
    assert "still open" in (await bob.slash("league history")).text


async def news_of(bob):
    return [s.text for s in await LoopbackPlayer(bob.person, "general").screens() if "Spring" in s.text]


async def test_news_outlast_a_program_that_dies_and_are_told_once(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await league_of_forty(ann, news="general")
        league, boss = running.client._kit.league, Caller(UserId(ann.id), admin=True)
        guild = GuildId(running.client.guilds[0].id)
        await running.client.calendar.close()
        await league.close_season(boss, guild, LeagueId(1))  # and the program dies before it says so
    async with connected(tmp_path, loopback) as running:
        league = running.client._kit.league
        await until(bob, lambda: news_of(bob), lambda told: len(told) == 1)
        await until(bob, league.news, lambda waiting: not waiting)  # that it was told is noted too
        await running.client.calendar.close()
        await league.open_season(boss, guild, LeagueId(1))
        with patch.object(League, "told", side_effect=RuntimeError("dies after it was sent")), suppress(RuntimeError):
            await tell_news(running.client._kit, running.client)
        assert len(await news_of(bob)) == 2
        assert await league.news()
    async with connected(tmp_path, loopback) as running:
        league = running.client._kit.league
        await until(bob, league.news, lambda waiting: not waiting)
        assert len(await news_of(bob)) == 2


async def test_news_wait_while_discord_has_trouble(running, people):
    ann, bob = people[:2]
    await league_of_forty(ann, news="general")
    await running.client.calendar.close()
    asked = await ann.slash("league season", step="close")
    with patch.object(Mail, "post", side_effect=NotSent(Fault.PASSING, 503)):
        closed = await ann.click(asked, ids(asked, "lg:close:")[0])
    assert "as soon as it does" in closed.text
    assert await news_of(bob) == []
    await running.client.calendar.look()
    assert len(await news_of(bob)) == 1
    with patch.object(running.client._kit.league, "_now", lambda: time.time() + 2 * 86_400):
        await running.client.calendar.look()
    assert len(await news_of(bob)) == 1


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


async def test_past_results_are_brought_in_once(tmp_path, loopback, people):
    ann, bob = people[:2]
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:club,u:{bob.id},c:novice"
    async with connected(tmp_path, loopback):
        await league_of_forty(ann)
        assert "managers of" in (await bring(bob, HEADING)).text
        bad = await bring(ann, f"{HEADING}\n{line.replace('20,1', '20,3')}\nnonsense\n")
        assert "2 lines are bad" in bad.text
        assert "something else (declarers 1)" in bad.text
        assert "line 3" in bad.text
        assert not bad.buttons
        unread = await bring(ann, "when,who\n1,2\n")
        assert "`template.csv` has the columns" in unread.text
        assert (await files_of(loopback, unread))["template.csv"].strip().endswith(f"{HEADING},result,void,corrected")
        assert "Nothing in this file" in (await bring(ann, f"{HEADING}\n")).text
        assert "no text" in (await binary(ann)).text
        ready = await bring(ann, f"{HEADING},void\n{line},no\n{line.replace('T20', 'T21')},yes\n")
        assert "One deal can be imported" in ready.text
        assert "count in season 1" in ready.text
        assert "1 void deal stays out: line 3" in ready.text
    async with connected(tmp_path, loopback):  # the message carries the file
        done = await ann.click(ready, ids(ready, "lg:import:")[0])
        assert "One deal was imported" in done.text
        assert "1 of 1 deals won" in (await as_text(bob, await bob.slash("league standings"))).text
        again = await bring(ann, f"{HEADING}\n{line}\n")
        assert "line 2: this deal is there already" in again.text
        files = await files_of(loopback, await ann.slash("league export"))
        assert set(files) == {"standings.csv", "results.csv", "season.json", "ratings.csv"}
        assert f"u:{ann.id}" in files["results.csv"]
        assert "Ann" in files["standings.csv"]
        assert '"Spring"' in files["season.json"]
        assert "managers of" in (await bob.slash("league export")).text
        with patch("bot.ui.league.files.parts", lambda text, _: [text] * 2):
            parted = await ann.slash("league export")
        assert "results.zip" in {part["name"] for part in parted.parts if part["type"] == 13}
        assert "in parts" in parted.text
        with patch("bot.ui.league.files.MOST_EXPORTED", 1):
            assert "at most 1 results" in (await ann.slash("league export")).text
        versus = await bob.slash("versus", person="ann")
        assert "As partners" in versus.text


async def binary(player):
    number = await player.person.upload("past.csv", b"\xff\xfe\x00")
    return await player.slash("league import", file=number)


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
