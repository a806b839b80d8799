"""Answers to commands and presses, forms, and autocomplete."""

from bare_bot import upload

from strictness.cases import BAD, EPHEMERAL, OK, V2, button, case, gallery, options, row, v1, v2

# --- interactions
MESSAGE = {"type": 4, "data": {"content": "x"}}


@case("answering", OK)
async def _(backend):
    await backend.answer(await backend.ask(), MESSAGE)


@case("answering twice", (400, 40060))
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.answer(asked, MESSAGE)


@case("answering after three seconds", (404, 10062))
async def _(backend):
    asked = await backend.ask()
    await backend.advance(3.1)
    await backend.answer(asked, MESSAGE)


@case("answering an unknown interaction", (404, 10062))
async def _(backend):
    await backend.hook("POST", "/interactions/123456789012345678/nothing/callback", MESSAGE)


@case("answering under another number", (404, 10062))
async def _(backend):
    asked = await backend.ask()
    await backend.hook("POST", f"/interactions/{asked.id + 1}/{asked.token}/callback", MESSAGE)


@case("an empty answer", (400, 50006))
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 4, "data": {}})


@case("an answer of an unknown type", BAD)
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 42})


@case("changing the message of a command", BAD)
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 7, "data": {"content": "x"}})


@case("suggesting to a command", BAD)
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 8, "data": {"choices": []}})


@case("a deferred answer with components", BAD)
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 5, "data": {"flags": V2}})


@case("an ephemeral deferred answer", OK)
async def _(backend):
    await backend.answer(await backend.ask(), {"type": 5, "data": {"flags": EPHEMERAL}})


@case("a deferred answer that comes with components", OK)
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, {"type": 5, "data": {"flags": EPHEMERAL}})
    await backend.original("PATCH", asked, v2(gallery(url="attachment://a.png")), [upload()])


@case("following up before the answer", (404, 10015))
async def _(backend):
    await backend.follow_up(await backend.ask(), {"content": "x"})


@case("following up", OK)
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.follow_up(asked, {"content": "x"})


@case("following up after 15 minutes", (401, 50027))
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.advance(901)
    await backend.follow_up(asked, {"content": "x"})


@case("changing the answer after 14 minutes", OK)
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.advance(840)
    await backend.original("PATCH", asked, {"content": "y"})


@case("changing the answer after 15 minutes", (401, 50027))
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.advance(901)
    await backend.original("PATCH", asked, {"content": "y"})


@case("the webhook of an unknown token", (404, 10015))
async def _(backend):
    await backend.hook("PATCH", f"/webhooks/{backend.app}/nothing/messages/@original", {"content": "x"})


@case("deleting the answer twice", (404, 10008))
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, MESSAGE)
    await backend.original("DELETE", asked)
    await backend.original("DELETE", asked)


async def _ephemeral(backend):
    asked = await backend.ask()
    reply = await backend.answer(asked, {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}})
    return asked, reply["resource"]["message"]


@case("changing an ephemeral message by the channel", (404, 10008))
async def _(backend):
    _, message = await _ephemeral(backend)
    await backend.edit(message, {"content": "y"})


@case("deleting an ephemeral message by the channel", (404, 10008))
async def _(backend):
    _, message = await _ephemeral(backend)
    await backend.rest("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("reading an ephemeral message by the channel", (404, 10008))
async def _(backend):
    _, message = await _ephemeral(backend)
    await backend.rest("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("changing an ephemeral message by its token", OK)
async def _(backend):
    asked, _ = await _ephemeral(backend)
    await backend.original("PATCH", asked, {"content": "y"})


@case("changing a pressed message", OK)
async def _(backend):
    asked = await backend.press(await backend.send(v1(row(button()))), "b1")
    await backend.answer(asked, {"type": 7, "data": {"content": "y"}})


@case("a press answer that refers to an old file", BAD)
async def _(backend):
    message = await backend.send(v2(gallery(url="attachment://a.png"), row(button())), [upload()])
    asked = await backend.press(message, "b1")
    await backend.answer(asked, {"type": 7, "data": {"components": [gallery(url="attachment://a.png")]}})


# --- forms
def form(*parts, **more):
    return {"type": 9, "data": {"title": "t", "custom_id": "f", "components": list(parts), **more}}


def field(label="l", **more):
    return {"type": 18, "label": label, "component": {"type": 4, "custom_id": "field", "style": 1, **more}}


def opens(name, wanted, body):
    @case(name, wanted, alone=False)
    async def act(backend):
        await backend.answer(await backend.ask(), body)


opens("a form", OK, form(field()))
opens("a form without fields", BAD, form())
opens("a form of six fields", BAD, form(*[field(custom_id=f"f{n}") for n in range(6)]))
opens("a title of 46 characters", BAD, form(field(), title="x" * 46))
opens("a field's label of 46 characters", BAD, form(field("x" * 46)))
opens("a field's description of 101 characters", BAD, form({**field(), "description": "x" * 101}))
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
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, {"type": 5})
    await backend.answer(asked, form(field()))


@case("a form after a form", BAD)
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, form(field()))
    await backend.answer(await backend.fill_in(asked), form(field()))


@case("an answer to a form", OK)
async def _(backend):
    asked = await backend.ask()
    await backend.answer(asked, form(field()))
    await backend.answer(await backend.fill_in(asked), MESSAGE)


# --- suggestions
def suggests(name, wanted, body):
    @case(name, wanted)
    async def act(backend):
        await backend.answer(await backend.suggest(), body)


def choices(count, **more):
    return {"type": 8, "data": {"choices": [{"name": f"n{n}", "value": f"v{n}", **more} for n in range(count)]}}


suggests("25 suggestions", OK, choices(25))
suggests("26 suggestions", BAD, choices(26))
suggests("a suggestion of 101 characters", BAD, choices(1, name="x" * 101))
suggests("a message as a suggestion", BAD, MESSAGE)
