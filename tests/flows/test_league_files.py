"""Leagues as files: past results are brought in once, and everything is taken away."""

from unittest.mock import patch

from hosting import connected
from leagues import HEADING, as_text, bring, files_of, ids, league_of_forty


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
