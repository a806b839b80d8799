"""Controls that belong to no table, forms and files, through the whole of discord.py."""

import pytest

from bot.ui.answers import AskFor, Tell, Update
from bot.ui.body import Attached, Body, Button, Text, in_rows
from bot.ui.forms import Field, Form
from bot.ui.rooms import ROOMS
from bot.ui.routes import control


def page(number, words="page"):
    return Body((Text(f"{words} {number}"), *in_rows((Button(control("probe", number + 1), "on"),))))


async def probe(call):
    """A room of these tests: pages, a form, a file."""
    match call.arguments:
        case ["form"] if call.typed:
            return Tell(Body((Text(f"you wrote {call.typed['word']}"),)))
        case ["form"]:
            return AskFor(Form(control("probe", "form"), "A form", (Field("word", "A word"),)))
        case ["file"]:
            return Tell(Body((Text("a file"), Attached(b"some bytes", "record.txt"))))
        case [number]:
            return Update(page(int(number)))


@pytest.fixture
async def seen(running, loopback, people, monkeypatch):
    """A private message with a control of the room."""
    monkeypatch.setitem(ROOMS, "probe", probe)
    monkeypatch.setattr("bot.ui.commands.learn.topic_body", _first)
    await people[0].slash("help")
    return (await people[0].screens())[-1]


async def _first(*_):
    buttons = [Button(control("probe", what), str(what)) for what in (1, "form", "file")]
    return Body((Text("begin"), *in_rows(tuple(buttons))))


async def test_a_private_message_changes_in_place(people, seen):
    changed = await people[0].click(seen, "probe:1")
    assert (changed.id, changed.text) == (seen.id, "page 1")
    assert (await people[0].click(changed, "probe:2")).text == "page 2"


async def test_a_form_opens_and_what_is_written_comes_back(people, seen):
    person = people[0].person
    opened = await person.click(str(seen.id), "probe:form")
    assert opened.modal["title"] == "A form"
    answer = await person.submit(opened, {"word": "拖拉机"})
    assert answer.message.text == "you wrote 拖拉机"
    assert answer.message.ephemeral


async def test_a_file_can_be_downloaded(loopback, people, seen):
    answer = await people[0].person.click(str(seen.id), "probe:file")
    file = next(p for p in answer.message.parts if p["type"] == 13)
    assert await loopback.remote.picture(file["file"]["url"]) == b"some bytes"
