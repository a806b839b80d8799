"""A player opens a costly play in a review, sees their hand at that moment, and tries other plays, in one message."""

import re

import pytest
from play_by_panel import SHORT_DEAL, play_deal, sit_down, until
from test_coach_marks import certain_mistakes  # noqa: F401 - a fixture

from bot.ids import TableId
from bot.ui.core.interactions.review_control import ReviewControl, ReviewStep
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import decode_cards, parse_id
from bot.ui.core.messages.message import Button

ENDED = re.compile("Nobody else sees this|nothing to compare")
MOST_DEALS = 10
"""How many deals are played at most until one has a costly play. In a short deal all plays may be forced."""


async def finish_deal(running, ann):
    """Play deals until one has a costly play; return its review as a message, and its costly plays."""
    await sit_down(ann, **SHORT_DEAL)
    for deal in range(1, MOST_DEALS + 1):
        await play_deal([ann])
        button = str(ReviewControl(TableId(1), deal))
        panel = await until(ann, ann.panel, lambda s, button=button: button in s.buttons)
        await ann.click(panel, button)
        shown = await until(ann, lambda deal=deal: find_review(ann, deal), lambda found: found is not None)
        if list_steps(shown, ReviewStep.SHOW):
            *_, job = running.client._services.reviews._jobs.values()
            return shown, job.review.costly_plays
        await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    raise AssertionError("all plays were forced")


async def find_review(player, deal):
    """Return the finished review of a deal, or None."""
    for screen in await player.screens():
        if f"deal {deal} · your play" in screen.text and ENDED.search(screen.text):
            return screen
    return None


def list_steps(screen, step):
    """Return the ids of a review's controls for this step."""
    return [
        one
        for one in (*screen.buttons, *screen.selects)
        if one.startswith("review:play:") and parse_id(one).verb == step
    ]


@pytest.mark.long
async def test_costly_play_is_shown_and_tried_again(running, people, certain_mistakes, monkeypatch):  # noqa: F811
    # nobody takes a play back, because such plays are not reviewed
    monkeypatch.setattr("bot.play.values.table_info.TableInfo.may_undo", False)
    ann, bob = people[:2]
    review, (play, *_) = await finish_deal(running, ann)
    (menu,) = list_steps(review, ReviewStep.SHOW)
    offered = [one["value"] for one in review.selects[menu]["options"]]
    assert offered[0] == str(play.trick)
    assert offered[:-1] == sorted(offered[:-1], key=int)
    assert "about 8 points" in review.text
    assert "In levels: " not in review.text
    details = await ann.select(review, menu, [offered[-1]])
    assert "In levels: " in details.text
    review = await ann.click(details, list_steps(details, ReviewStep.BACK)[0])
    moment = await ann.select(review, menu, [offered[0]])
    assert "cost about 8 points. Better: " in moment.text
    assert moment.alts, "the hand of that moment"
    (again,) = list_steps(moment, ReviewStep.TRY)
    for tried, told in ((play.cards, "you lose about 8 points against"), (play.best, "Right!")):
        asked = await ann.click(moment, again)
        assert "again: what would you play now?" in asked.text
        jobs, kept = running.client._services.reviews._jobs, dict(running.client._services.reviews._jobs)
        jobs.clear()  # a restart would clear the jobs, so the controls must work without them
        done = await ann.click(asked, find_play(asked, tried))
        assert told in done.text
        assert "8 points worse" in done.text, "what was played, beside the better play"
        jobs.update(kept)
    back = await ann.click(done, list_steps(done, ReviewStep.BACK)[0])
    assert list_steps(back, ReviewStep.SHOW) == [menu]
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.replay.handlers.may_review", lambda *_: True)
        patched.setattr("bot.ui.replay.view.review_button", lambda *_: Button(again, "Review"))
        result = await bob.slash("last")
    assert "Only people who sat in a deal" in (await bob.click(result, again)).text


def find_play(screen, cards):
    """Return the button that plays these cards. The best play and the original play always have one."""
    buttons = [one for one in screen.buttons if one.startswith("review:play:")]
    plays = [one for one in buttons if parse_id(one).verb == ControlVerb.PLAY]
    return next(one for one in plays if sorted(decode_cards(parse_id(one).argument)) == sorted(cards))
