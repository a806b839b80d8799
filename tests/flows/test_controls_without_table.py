"""Controls that belong to no table edit private messages, open forms and send files through real discord.py."""

import pytest

from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.message import Button, File, Message, Text, button_rows
from bot.ui.dispatch.route_presses import ROUTES


class Probe(ControlId, route="probe"):
    """The control that these tests use."""

    what: str


def page(number, words="page"):
    return Message((Text(f"{words} {number}"), *button_rows((Button(str(Probe(str(number + 1))), "on"),))))


async def handle_probe(call):
    """Answer a probe with a page, a form or a file."""
    match call.id.what:
        case "form" if call.form_values:
            return NewMessage(Message((Text(f"you wrote {call.form_values['word']}"),)))
        case "form":
            return OpenForm(Form(str(Probe("form")), "A form", (FormField("word", "A word"),)))
        case "file":
            return NewMessage(Message((Text("a file"), File(b"some bytes", "record.txt"))))
        case number:
            return EditMessage(page(int(number)))


@pytest.fixture
async def probe_message(running, loopback, people, monkeypatch):
    """Return a private message that has probes as buttons."""
    monkeypatch.setitem(ROUTES, Probe, handle_probe)
    monkeypatch.setattr("bot.ui.learn.commands.help_topic_view", _first)
    await people[0].slash("help")
    return (await people[0].screens())[-1]


async def _first(*_):
    buttons = [Button(str(Probe(str(what))), str(what)) for what in (1, "form", "file")]
    return Message((Text("begin"), *button_rows(tuple(buttons))))


async def test_private_message_is_edited_in_place(people, probe_message):
    changed = await people[0].click(probe_message, "probe:1")
    assert (changed.id, changed.text) == (probe_message.id, "page 1")
    assert (await people[0].click(changed, "probe:2")).text == "page 2"


async def test_form_opens_and_returns_input(people, probe_message):
    person = people[0].person
    opened = await person.click(str(probe_message.id), "probe:form")
    assert opened.modal["title"] == "A form"
    answer = await person.submit(opened, {"word": "拖拉机"})
    assert answer.message.text == "you wrote 拖拉机"
    assert answer.message.ephemeral


async def test_file_can_be_downloaded(loopback, people, probe_message):
    answer = await people[0].person.click(str(probe_message.id), "probe:file")
    file = next(p for p in answer.message.parts if p["type"] == 13)
    assert await loopback.remote.picture(file["file"]["url"]) == b"some bytes"
