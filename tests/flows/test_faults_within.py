"""When the program itself is at fault, people are told so in their language, and the log has it without secrets."""

import pytest
from hosting import FAULTS
from playing import end_table, sit_down, until
from screens import LoopbackPlayer

from bot.ui.ids import Verb

SUITS = ("spades", "hearts", "clubs", "diamonds")


class OddError(Exception):
    """Something that nobody foresaw."""


def odd(*_args, **_more):
    raise OddError("odd")


@pytest.fixture
def reader(loopback):
    return LoopbackPlayer(loopback.person("ann", locale="zh-CN"))


def told(kind):
    """Take the one fault that was logged out of the list that has to be empty at the end."""
    assert any(kind in fault for fault in FAULTS)
    FAULTS.clear()


async def test_a_fault_in_a_deed(running, reader, monkeypatch):
    monkeypatch.setattr("bot.ui.commands.learn.topic_body", odd)
    answer = await reader.slash("help")
    assert answer.private
    assert "出了点问题" in answer.text
    told("OddError")


async def test_a_fault_before_a_command_begins(running, reader, monkeypatch):
    monkeypatch.setattr("bot.ui.commands.learn.asker_of", odd)
    answer = await reader.slash("help")
    assert answer.private
    assert "出了点问题" in answer.text
    told("OddError")


async def test_a_picture_that_cannot_be_drawn_is_told_in_words(running, people, monkeypatch):
    ann = people[0]
    monkeypatch.setattr("bot.render.pool.Pictures.hand", odd)
    monkeypatch.setattr("bot.render.pool.Pictures.table", odd)
    monkeypatch.setattr("bot.render.pool.Pictures.lobby", odd)
    await sit_down(ann, computers=3)
    panel = await until(ann, ann.panel, lambda s: sum(suit in s.text.lower() for suit in SUITS) > 1)
    assert not panel.alts
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    assert not board.alts
    await end_table(ann)
    await running.outbox.idle()
    told("OddError")


async def test_a_panel_that_cannot_be_made(running, people, monkeypatch):
    ann = people[0]
    await sit_down(ann, computers=3)
    board = await until(ann, ann.board, lambda s: s.has(Verb.HAND))
    monkeypatch.setattr("bot.ui.answers.hand_panel", odd)
    answer = await ann.click(board, board.ids(Verb.HAND)[0])
    assert answer.private
    assert "went wrong" in answer.text
    told("OddError")
