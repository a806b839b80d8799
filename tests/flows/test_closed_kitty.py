"""Under rules that keep the kitty closed, no deal of a match reveals it before the match is over."""

import pytest
from play_by_panel import end_table, play_deal, sit_down
from test_replays import file_of, ids

from engine.io.record import Replay, parse_record

CLOSED = "once the match is over"


@pytest.mark.long
async def test_kitty_stays_closed_until_match_ends(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, preset="forty-points", computers=3, changes="reveal_kitty=no")
    await play_deal([ann])
    table = await running.registry.get_table(1)
    assert not table.facts.rules.reveal_kitty
    film = await bob.slash("replay")
    shown = await bob.click(film, ids(film, ":onward")[0])
    assert "stay hidden" in shown.text
    assert shown.alts
    told = [film, shown, await bob.slash("verify"), await bob.slash("record")]
    told += [await bob.select(shown, ids(shown, ":menu")[0], [way]) for way in ("proof", "record")]
    assert all(CLOSED in one.text for one in told[2:])
    assert not any(table.deals[0].secret.hex() in one.text for one in told)

    await end_table(ann)
    secret = (await bob.slash("verify")).text
    assert table.deals[0].secret.hex() in secret
    assert Replay(parse_record(await file_of(loopback, await bob.slash("record")))).proofs == (True,)
    opened = await bob.slash("replay")
    assert "stay hidden" not in opened.text
    assert len(opened.alts[0]) > len(shown.alts[0])
