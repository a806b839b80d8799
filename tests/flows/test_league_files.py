"""Past results are imported from a file once. Managers export standings, results, the season and ratings."""

from unittest.mock import patch

from bot_harness import connected
from league_steps import (
    HEADING,
    as_text,
    create_league,
    download_files,
    find_control,
    ids,
    import_file,
    manage_league,
    show_league,
)


async def test_past_results_are_imported_once(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,u:{bob.id},c:casual"
    async with connected(tmp_path, loopback):
        await create_league(ann)
        assert "managers of" in (await import_file(bob, HEADING)).text
        bad = await import_file(ann, f"{HEADING}\n{line.replace('20,1', '20,3')}\nnonsense\n")
        assert "2 lines are bad" in bad.text
        assert "another result with the league's rules (`declarers 1`)" in bad.text
        assert "line 3" in bad.text
        assert not bad.buttons
        unread = await import_file(ann, "when,who\n1,2\n")
        assert "See `template.csv` for the columns" in unread.text
        assert (
            (await download_files(loopback, unread))["template.csv"]
            .strip()
            .endswith(f"{HEADING},result,void,corrected")
        )
        assert "Nothing in this file" in (await import_file(ann, f"{HEADING}\n")).text
        assert "isn't UTF-8 text" in (await binary(ann)).text
        ready = await import_file(ann, f"{HEADING},void\n{line},no\n{line.replace('T20', 'T21')},yes\n")
        assert "One deal can be imported" in ready.text
        assert "count in the open season 1" in ready.text
        assert "1 void deal is skipped: line 3" in ready.text
    async with connected(tmp_path, loopback):  # the message from before the restart still has its file
        done = await ann.click(ready, ids(ready, "lg:import:")[0])
        assert "One deal was imported" in done.text
        assert "1 of 1 deals won" in (await as_text(bob, await show_league(bob, "standings"))).text
        again = await import_file(ann, f"{HEADING}\n{line}\n")
        assert "line 2: this deal is already there" in again.text
        files = await download_files(loopback, await manage_league(ann, "files"))
        assert set(files) == {"standings.csv", "results.csv", "season.json", "ratings.csv"}
        assert f"u:{ann.id}" in files["results.csv"]
        assert "Ann" in files["standings.csv"]
        assert '"Spring"' in files["season.json"]
        assert find_control(await show_league(bob, "history"), "files") is None
        with patch("bot.ui.league.files.split_results_csv", lambda text, _: [text] * 2):
            parted = await manage_league(ann, "files")
        assert "results.zip" in {part["name"] for part in parted.parts if part["type"] == 13}
        assert "in parts" in parted.text
        with patch("bot.ui.league.files.MAX_EXPORTED_DEALS", 1):
            assert "at most 1 results" in (await manage_league(ann, "files")).text
        versus = await bob.slash("versus", person="ann")
        assert "As partners" in versus.text


async def binary(player):
    number = await player.person.upload("past.csv", b"\xff\xfe\x00")
    return await player.slash("league", file=number)
