"""After an error in the program, users get an apology in their language, or words instead of a picture."""

import pytest
from bot_harness import FAULTS
from play_by_panel import SHORT_DEAL, end_table, sit_down, until
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb

SUITS = ("spades", "hearts", "clubs", "diamonds")


class UnexpectedError(Exception):
    """An error that no code expects."""


def raise_unexpected(*_args, **_more):
    raise UnexpectedError("odd")


@pytest.fixture
def reader(loopback):
    return LoopbackPlayer(loopback.person("ann", locale="zh-CN"))


def take_logged_fault(kind):
    """Check that a fault of this kind was logged, and clear the list of faults, which must be empty at the end."""
    assert any(kind in fault for fault in FAULTS)
    FAULTS.clear()


async def test_error_in_handler_is_answered(running, reader, monkeypatch):
    monkeypatch.setattr("bot.ui.learn.commands.help_topic_view", raise_unexpected)
    answer = await reader.slash("help")
    assert answer.private
    assert "出了点问题" in answer.text
    take_logged_fault("UnexpectedError")


async def test_error_before_command_is_answered(running, reader, monkeypatch):
    monkeypatch.setattr("bot.ui.core.interactions.command_builder.context_of", raise_unexpected)
    answer = await reader.slash("help")
    assert answer.private
    assert "出了点问题" in answer.text
    take_logged_fault("UnexpectedError")


async def test_failed_picture_is_replaced_by_words(running, people, monkeypatch):
    ann = people[0]
    monkeypatch.setattr("shared_resources.BlankRenderer.render", raise_unexpected)
    await sit_down(ann, **SHORT_DEAL)
    panel = await until(ann, ann.panel, lambda s: sum(suit in s.text.lower() for suit in SUITS) > 1)
    assert not panel.alts
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    assert not board.alts
    await end_table(ann)
    await running.outbox.idle()
    take_logged_fault("UnexpectedError")


@pytest.mark.long
async def test_panel_that_cannot_be_made_is_reported(running, people, monkeypatch):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    monkeypatch.setattr("bot.ui.dispatch.send_response.panel_view", raise_unexpected)
    answer = await ann.click(board, board.ids(ControlVerb.SHOW_HAND)[0])
    assert answer.private
    assert "went wrong" in answer.text
    take_logged_fault("UnexpectedError")
