"""Players can replay, verify and download a finished deal, but nothing of a running deal is shown."""

import asyncio
import random
from functools import partial

import pytest
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down
from screens import LoopbackPlayer

from bot.render.painting.encode_gif import encode_gif
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.io.record import Replay, parse_record


def ids(screen, way):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith("film:") and i.endswith(way)]


async def file_of(loopback, answer):
    file = next(p for p in answer.parts if p["type"] == 13)
    return (await loopback.remote.picture(file["file"]["url"])).decode()


@pytest.mark.long
async def test_running_deal_is_shown_to_nobody(running, people):
    ann, bob = people[:2]
    for command in ("replay", "last", "record", "verify"):
        assert "no finished deal here" in (await ann.slash(command)).text
    await sit_down(ann, **SHORT_DEAL)
    for command in ("replay", "last", "record"):
        assert "no finished deal here" in (await bob.slash(command)).text
    promise = await bob.slash("verify")
    table = await running.registry.get_table(1)
    assert table.deals[0].commitment in promise.text
    assert table.deals[0].secret.hex() not in promise.text


async def test_finished_deal_is_replayed_verified_and_downloaded(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    first = await bob.slash("replay")
    assert first.private
    assert first.alts
    onward = await bob.click(first, ids(first, ":onward")[0])
    assert onward.id == first.id
    assert onward.text != first.text
    trick = await bob.select(onward, ids(onward, ":menu")[0], ["trick"])
    assert "trick" in trick.text.lower()
    last = await bob.click(trick, ids(trick, ":last")[0])
    summary = await bob.slash("last")
    result = summary.text.partition("\n")[2]
    assert result in last.text
    assert not ids(last, ":onward")
    assert (await bob.click(last, ids(last, ":back")[0])).text != last.text
    assert (await bob.click(last, ids(last, ":first")[0])).text == first.text
    assert (await bob.click(summary, ids(summary, ":open")[0])).text == first.text
    proof = await bob.slash("verify")
    assert (await bob.click(summary, ids(summary, ":proof")[0])).text == proof.text
    table = await running.registry.get_table(1)
    assert "✅" in proof.text
    assert table.deals[0].secret.hex() in proof.text
    text = await file_of(loopback, await bob.click(proof, ids(proof, ":record")[0]))
    assert text == await file_of(loopback, await bob.slash("record"))
    assert Replay(parse_record(text)).stopped is None
    assert Replay(parse_record(text)).proofs == (True,) * len(Replay(parse_record(text)).deals)


@pytest.mark.long
async def test_players_replay_shows_own_hand_or_all(running, people):
    """A player sees either their own hand or all hands, with at most six controls. Everybody else sees all hands."""
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    first = await ann.slash("replay")
    assert list(first.buttons.values())[-1] == "Open all hands"
    assert len(first.buttons) + len(first.selects) <= 6
    assert "your hand" in first.text
    opened = await ann.click(first, ids(first, ":hands:1")[0])
    assert opened.id == first.id
    assert "all hands open" in opened.text
    assert opened.alts != first.alts
    onward = await ann.click(opened, ids(opened, ":onward:1")[0])
    assert "all hands open" in onward.text, "it stays open"
    assert "your hand" in (await ann.click(onward, ids(onward, ":hands")[0])).text
    theirs = await bob.slash("replay")
    assert "all hands open" in theirs.text
    assert not ids(theirs, ":hands:1")


@pytest.mark.long
async def test_replay_hides_the_running_deal(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    before = await file_of(loopback, await bob.slash("record"))
    panel = await ann.panel()
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    table = await running.registry.get_table(1)
    await asyncio.sleep(0.1)
    if (panel := await ann.panel()) is not None and panel.verbs:
        await act(ann, panel, random.Random(3))
    assert await file_of(loopback, await bob.slash("record")) == before
    assert table.deals[-1].secret.hex() not in (await bob.slash("verify")).text
    assert "once it is over" in (await bob.slash("replay", deal=2)).text


@pytest.mark.long
async def test_replay_sends_animation(running, loopback, people, monkeypatch):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    shown = await ann.slash("last")
    moving = await ann.person.click(str(shown.id), ids(shown, ":gif")[0])
    picture = moving.message.pictures[0]
    assert (await loopback.remote.picture(picture.url)).startswith(b"GIF8")
    assert picture.alt
    monkeypatch.setattr("bot.render.renderer.encode_gif", partial(encode_gif, limit=100))
    assert "too long for a GIF" in (await ann.click(shown, ids(shown, ":gif")[0])).text


async def test_replay_is_in_readers_language(running, loopback):
    reader = LoopbackPlayer(loopback.person("ann", locale="zh-TW"))
    assert "還沒有打完" in (await reader.slash("replay")).text
