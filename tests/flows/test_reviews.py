"""The players of a finished deal can open its review in private, even after a restart."""

import asyncio

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, play_deal, sit_down, until

from bot.ids import TableId
from bot.ui.core.interactions.review_control import ReviewControl
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.message import Button

BUTTON = str(ReviewControl(TableId(1), 1))


def list_menu(screen):
    """Return what the menu of a replay offers."""
    return [
        one["value"] for custom_id, menu in screen.selects.items() if ":menu" in custom_id for one in menu["options"]
    ]


async def until_reviewed(player):
    """Wait until a private message has the review; return it."""
    async with asyncio.timeout(120):
        while True:
            for screen in await player.screens():
                if "Nobody else sees this" in screen.text or "nothing to compare" in screen.text:
                    return screen
            await asyncio.sleep(0.05)


async def test_deal_is_reviewed_in_private(tmp_path, loopback, people, blank_pictures):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, **SHORT_DEAL)
        panel = await ann.panel()
        assert BUTTON not in panel.buttons, "the deal is not over"
        await play_deal([ann])
        panel = await until(ann, ann.panel, lambda s: BUTTON in s.buttons)
        told = await ann.click(panel, BUTTON)
        assert told.private
        assert "Table 1 · deal 1 · your play" in told.text
        done = await until_reviewed(ann)
        assert "Nobody else sees this" in done.text
        table = await running.registry.get_table(TableId(1))
        declares = table.seat_of(ann.id) in table.snapshot().results[-1].declarers
        assert done.alts[0].startswith(f"{'Other' if declares else 'Your'} side's expected points")
        assert BUTTON in (await ann.slash("last")).buttons
        assert BUTTON not in (await bob.slash("last")).buttons, "they did not sit there"
        assert "review" in list_menu(await ann.slash("replay"))
        assert "review" not in list_menu(await bob.slash("replay"))
        jobs = running.client._services.reviews
        again = await ann.click(panel, BUTTON)
        assert "Nobody else sees this" in again.text, "at once"
        assert not jobs._running
    async with connected(tmp_path, loopback):
        result = await ann.slash("last")
        await ann.click(result, BUTTON)
        assert "Nobody else sees this" in (await until_reviewed(ann)).text


@pytest.mark.long
async def test_review_of_others_is_refused(running, people, monkeypatch):
    """A forged button of somebody who did not sit there is refused."""
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.replay.handlers.may_review", lambda *_: True)
        result = await bob.slash("last")
    refused = await bob.click(result, BUTTON)
    assert "Only people who sat in a deal" in refused.text


@pytest.mark.long
async def test_next_deal_waits_for_reader_and_begins_there(running, people):
    """Opening a replay delays the next deal by 180 s; the review has the button for the next deal."""
    ann, bob = people[:2]
    await sit_down(ann, [bob], **SHORT_DEAL | {"computers": 2})
    await play_deal([ann, bob])
    table = await running.registry.get_table(TableId(1))
    usual = table.snapshot().next_deal_at
    await bob.slash("replay")
    assert table.snapshot().next_deal_at == usual + 180
    panel = await ann.panel()
    await ann.click(panel, BUTTON)
    review = await until_reviewed(ann)
    await ann.click(review, review.ids(ControlVerb.NEXT_DEAL)[0])
    assert table.snapshot().ready == {table.seat_of(ann.id)}
    assert table.snapshot().next_deal_at == usual + 180, "bob reads on"
    await bob.click(await bob.panel(), (await bob.panel()).ids(ControlVerb.NEXT_DEAL)[0])
    await until(bob, bob.panel, lambda s: not s.has(ControlVerb.NEXT_DEAL))


@pytest.mark.long
async def test_earlier_deal_is_reviewed_from_its_replay(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    panel = await ann.panel()
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    replay = await ann.slash("replay", deal=1)
    (menu,) = (one for one in replay.selects if one.endswith(":menu"))
    await ann.select(replay, menu, ["review"])
    assert "Table 1 · deal 1 · your play" in (await until_reviewed(ann)).text


@pytest.mark.long
async def test_deal_in_progress_is_not_reviewed(running, people, monkeypatch):
    """A forged button asks for the review of the next deal, which has not been played. It is refused."""
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    forged = str(ReviewControl(TableId(1), 2))
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.replay.view.review_button", lambda *_: Button(forged, "Review"))
        result = await ann.slash("last")
    refused = await ann.click(result, forged)
    assert "deal 2" in refused.text.lower()
    assert "Nobody else sees this" not in refused.text
