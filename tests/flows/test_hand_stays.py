"""The hand stays the last message, because its buttons change the panel itself and messages below it are deleted."""

import random
from dataclasses import replace

import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, act, play_deal, sit_down, until
from test_hand_panel import play_until_asked, table_of
from test_reviews import BUTTON

from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import Ask


@pytest.fixture
async def ann(running, people):
    await sit_down(people[0], **SHORT_DEAL)
    return people[0]


PRIMARY = 1
"""Discord's style of a blue button, which marks the part of the panel that is shown."""


async def private(player):
    return [s.id for s in await player.screens() if s.private]


async def test_last_trick_and_hint_open_and_close_in_panel(running, ann):
    table = table_of(running)
    for _ in range(9):
        panel = await play_until_asked(ann, table, Ask.FOLLOW)
        if panel.has(ControlVerb.LAST_TRICK):
            break
        await act(ann, panel, random.Random(1))
    before = await private(ann)
    for verb, told in ((ControlVerb.LAST_TRICK, ""), (ControlVerb.SHOW_HINT, "Hint: ")):
        (button,) = panel.ids(verb)
        opened = await ann.click(panel, button)
        assert told in opened.text
        assert PRIMARY in {part.get("style") for part in opened.parts if part.get("custom_id") in opened.ids(verb)}
        (close,) = opened.ids(verb)
        assert close != button
        closed = await ann.click(opened, close)
        assert not told or told not in closed.text
        assert (closed.text, closed.buttons) == (panel.text, panel.buttons)
        assert await private(ann) == before, "in the panel itself"
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.LAST_TRICK))
    shown = await ann.click(board, board.ids(ControlVerb.LAST_TRICK)[0])
    assert shown.is_panel, "also from the table's message the hand stays the last thing"
    await until(ann, lambda: private(ann), lambda seen: seen == [shown.id])


async def test_trick_won_is_told_above_next_question(running, ann):
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    rng = random.Random(1)
    while not table.view(table.seat_of(ann.id)).tricks:
        await act(ann, panel, rng)
        panel = await until(ann, ann.panel, lambda s: s.verbs or s.waits)
    trick = table.view(table.seat_of(ann.id)).tricks[-1]
    told = "You took" if trick.winner == table.seat_of(ann.id) else "took"
    won = "You won the trick" if trick.winner == table.seat_of(ann.id) else "won the trick"
    await until(ann, ann.panel, lambda s: told in s.text or won in s.text)


@pytest.mark.long
async def test_panel_of_the_absent_names_their_last_play(running, ann):
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    await act(ann, panel, random.Random(1))
    await ann.slash("away")
    await until(ann, ann.panel, lambda s: "Paused" in s.text and "Your last play: " in s.text)


@pytest.mark.long
async def test_next_press_deletes_notes_below_the_panel(tmp_path, loopback, people, blank_pictures):
    """A review, or the rules, below the panel is deleted once the player presses something else."""
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
        await play_deal([ann])
        panel = await until(ann, ann.panel, lambda s: BUTTON in s.buttons)
        before = await until(ann, lambda: private(ann), lambda seen: seen == [panel.id])
        await ann.click(panel, BUTTON)
        await ann.wait_until_idle()  # the bot can delete the review only once it knows that the review has arrived
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.RULES))
        rules = await ann.click(board, board.ids(ControlVerb.RULES)[0])
        await ann.wait_until_idle()
        assert await until(ann, lambda: private(ann), lambda seen: seen == [*before, rules.id]), "the review has gone"
        await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        assert await until(ann, lambda: private(ann), lambda seen: seen == before)


@pytest.mark.long
async def test_review_that_becomes_panel_stays(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    panel = await until(ann, ann.panel, lambda s: BUTTON in s.buttons)
    review = await ann.click(panel, BUTTON)
    review = await until(
        ann, ann.screens, lambda seen: seen[-1].has(ControlVerb.NEXT_DEAL) and seen[-1].id == review.id
    )
    await ann.click(review[-1], review[-1].ids(ControlVerb.NEXT_DEAL)[0])
    await running.outbox.idle()
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.RULES))
    await ann.click(board, board.ids(ControlVerb.RULES)[0])
    await running.outbox.idle()
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.HELP))
    await ann.click(board, board.ids(ControlVerb.HELP)[0])
    shown = await until(ann, ann.panel, lambda s: not s.has(ControlVerb.NEXT_DEAL))
    assert shown.alts, "it had become the panel, so that it does not go with the other notes"
    await until(ann, lambda: private(ann), lambda seen: panel.id not in seen)


async def test_panel_moves_below_new_table_message(running, people):
    """Each deal posts the table's message again; the panel is then sent again below it, and only once."""
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    panel = await ann.panel()
    before = (await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))).id
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    board = await until(ann, ann.board, lambda s: s.id != before)
    shown = await until(ann, ann.panel, lambda s: s.id > board.id)
    assert not shown.has(ControlVerb.NEXT_DEAL)
    await until(ann, lambda: private(ann), lambda seen: seen == [shown.id])


async def test_cards_still_out_open_and_close_in_panel(running, ann):
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW)
    (button,) = panel.ids(ControlVerb.STILL_OUT)
    opened = await ann.click(panel, button)
    assert "Not seen yet: " in opened.text
    closed = await ann.click(opened, opened.ids(ControlVerb.STILL_OUT)[0])
    assert (closed.text, closed.buttons) == (panel.text, panel.buttons)


@pytest.mark.long
async def test_rated_table_does_not_show_cards_still_out(running, people):
    """The panel has no button for the cards that have not been seen yet, and a press on an old one is refused."""
    ann, bob = people[:2]
    await sit_down(ann, [bob], computers=2, friendly=True)
    table = table_of(running)
    panel = await play_until_asked(ann, table, Ask.FOLLOW, others=[bob])
    (button,) = panel.ids(ControlVerb.STILL_OUT)
    table._state.facts = replace(table.facts, is_friendly=False)
    refused = await ann.click(panel, button)
    assert "Not seen yet" not in refused.text
    assert not refused.has(ControlVerb.STILL_OUT)
