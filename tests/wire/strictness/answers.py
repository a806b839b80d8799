"""Answers to commands and presses, forms, and suggestions while somebody types."""

from probe import upload

from strictness.cases import BAD, EPHEMERAL, OK, V2, button, case, gallery, options, row, v1, v2

# --- interactions
MESSAGE = {"type": 4, "data": {"content": "x"}}


@case("answering", OK)
async def _(stage):
    await stage.answer(await stage.ask(), MESSAGE)


@case("answering twice", (400, 40060))
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.answer(asked, MESSAGE)


@case("answering after three seconds", (404, 10062))
async def _(stage):
    asked = await stage.ask()
    await stage.advance(3.1)
    await stage.answer(asked, MESSAGE)


@case("answering nobody", (404, 10062))
async def _(stage):
    await stage.hook("POST", "/interactions/123456789012345678/nothing/callback", MESSAGE)


@case("answering under another number", (404, 10062))
async def _(stage):
    asked = await stage.ask()
    await stage.hook("POST", f"/interactions/{asked.id + 1}/{asked.token}/callback", MESSAGE)


@case("an empty answer", (400, 50006))
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 4, "data": {}})


@case("an answer of an unknown type", BAD)
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 42})


@case("changing the message of a command", BAD)
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 7, "data": {"content": "x"}})


@case("suggesting to a command", BAD)
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 8, "data": {"choices": []}})


@case("a deferred answer with components", BAD)
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 5, "data": {"flags": V2}})


@case("a deferred answer for one person", OK)
async def _(stage):
    await stage.answer(await stage.ask(), {"type": 5, "data": {"flags": EPHEMERAL}})


@case("a deferred answer that comes with components", OK)
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, {"type": 5, "data": {"flags": EPHEMERAL}})
    await stage.original("PATCH", asked, v2(gallery(url="attachment://a.png")), [upload()])


@case("following up before the answer", (404, 10015))
async def _(stage):
    await stage.follow_up(await stage.ask(), {"content": "x"})


@case("following up", OK)
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.follow_up(asked, {"content": "x"})


@case("following up after 15 minutes", (401, 50027))
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.advance(901)
    await stage.follow_up(asked, {"content": "x"})


@case("changing the answer after 14 minutes", OK)
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.advance(840)
    await stage.original("PATCH", asked, {"content": "y"})


@case("changing the answer after 15 minutes", (401, 50027))
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.advance(901)
    await stage.original("PATCH", asked, {"content": "y"})


@case("the webhook of an unknown token", (404, 10015))
async def _(stage):
    await stage.hook("PATCH", f"/webhooks/{stage.app}/nothing/messages/@original", {"content": "x"})


@case("taking the answer back twice", (404, 10008))
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, MESSAGE)
    await stage.original("DELETE", asked)
    await stage.original("DELETE", asked)


async def _whisper(stage):
    asked = await stage.ask()
    reply = await stage.answer(asked, {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}})
    return asked, reply["resource"]["message"]


@case("changing a whisper by the channel", (404, 10008))
async def _(stage):
    _, message = await _whisper(stage)
    await stage.edit(message, {"content": "y"})


@case("deleting a whisper by the channel", (404, 10008))
async def _(stage):
    _, message = await _whisper(stage)
    await stage.rest("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("reading a whisper by the channel", (404, 10008))
async def _(stage):
    _, message = await _whisper(stage)
    await stage.rest("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("changing a whisper by its token", OK)
async def _(stage):
    asked, _ = await _whisper(stage)
    await stage.original("PATCH", asked, {"content": "y"})


@case("changing a pressed message", OK)
async def _(stage):
    asked = await stage.press(await stage.send(v1(row(button()))), "b1")
    await stage.answer(asked, {"type": 7, "data": {"content": "y"}})


@case("a press that names a file it does not send again", BAD)
async def _(stage):
    message = await stage.send(v2(gallery(url="attachment://a.png"), row(button())), [upload()])
    asked = await stage.press(message, "b1")
    await stage.answer(asked, {"type": 7, "data": {"components": [gallery(url="attachment://a.png")]}})


# --- forms
def form(*parts, **more):
    return {"type": 9, "data": {"title": "t", "custom_id": "f", "components": list(parts), **more}}


def field(label="l", **more):
    return {"type": 18, "label": label, "component": {"type": 4, "custom_id": "field", "style": 1, **more}}


def opens(name, wanted, body):
    @case(name, wanted, alone=False)
    async def act(stage):
        await stage.answer(await stage.ask(), body)


opens("a form", OK, form(field()))
opens("a form without fields", BAD, form())
opens("a form of six fields", BAD, form(*[field(custom_id=f"f{n}") for n in range(6)]))
opens("a title of 46 characters", BAD, form(field(), title="x" * 46))
opens("a field's label of 46 characters", BAD, form(field("x" * 46)))
opens("a field's explanation of 101 characters", BAD, form({**field(), "description": "x" * 101}))
opens("a preset text of 4001 characters", BAD, form(field(value="x" * 4001)))
opens("a form's placeholder of 101 characters", BAD, form(field(placeholder="x" * 101)))
opens("a button in a form", BAD, form(row(button())))
opens(
    "one radio button",
    BAD,
    form({"type": 18, "label": "l", "component": {"type": 21, "custom_id": "r", "options": options(1)}}),
)
opens(
    "eleven checkboxes",
    BAD,
    form({"type": 18, "label": "l", "component": {"type": 22, "custom_id": "r", "options": options(11)}}),
)
opens("the same field twice", BAD, form(field(), field()))


@case("a form after a deferred answer", (400, 40060))
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, {"type": 5})
    await stage.answer(asked, form(field()))


@case("a form after a form", BAD)
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, form(field()))
    await stage.answer(await stage.fill_in(asked), form(field()))


@case("an answer to a form", OK)
async def _(stage):
    asked = await stage.ask()
    await stage.answer(asked, form(field()))
    await stage.answer(await stage.fill_in(asked), MESSAGE)


# --- suggestions
def suggests(name, wanted, body):
    @case(name, wanted)
    async def act(stage):
        await stage.answer(await stage.suggest(), body)


def choices(count, **more):
    return {"type": 8, "data": {"choices": [{"name": f"n{n}", "value": f"v{n}", **more} for n in range(count)]}}


suggests("25 suggestions", OK, choices(25))
suggests("26 suggestions", BAD, choices(26))
suggests("a suggestion of 101 characters", BAD, choices(1, name="x" * 101))
suggests("a message as a suggestion", BAD, MESSAGE)
