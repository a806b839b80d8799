"""What Discord refuses, as a table: a name, what is done, and the status and code that Discord answers.

`OK` means that it is taken. Each case is run on our stand-in and on simcord.
"""

from dataclasses import dataclass

from probe import upload

OK = "ok"
BAD = (400, 50035)
V2 = 1 << 15
EPHEMERAL = 1 << 6


@dataclass(frozen=True)
class Case:
    name: str
    wanted: object
    act: object
    alone: bool = True  # needs a stand-in of its own: it changes commands, permissions or the time


CASES = []


def case(name, wanted, *, alone=True):
    def enter(act):
        CASES.append(Case(name, wanted, act, alone))
        return act

    return enter


def sends(name, wanted, body, files=None):
    @case(name, wanted, alone=False)
    async def act(stage):
        await stage.send(body, files() if files else ())


def text(content="hello"):
    return {"type": 10, "content": content}


def texts(count):
    return [text() for _ in range(count)]


def row(*parts):
    return {"type": 1, "components": list(parts)}


def button(number=1, **more):
    return {"type": 2, "style": 1, "label": "go", "custom_id": f"b{number}", **more}


def link(**more):
    return {"type": 2, "style": 5, "label": "go", "url": "https://example.org", **more}


def options(count=2, **more):
    return [{"label": f"o{n}", "value": f"v{n}", **more} for n in range(count)]


def select(**more):
    return {"type": 3, "custom_id": "s", "options": options(), **more}


def v2(*parts, **more):
    return {"flags": V2, "components": list(parts), **more}


def v1(*parts, **more):
    return {"content": "x", "components": list(parts), **more}


def gallery(count=1, url="https://example.org/a.png", **more):
    return {"type": 12, "items": [{"media": {"url": url}, **more} for _ in range(count)]}


def container(*parts):
    return {"type": 17, "components": list(parts)}


def section(*parts, **more):
    return {"type": 9, "components": list(parts), **more}


# --- messages as a whole
sends("an empty message", (400, 50006), {})
sends("a message of one blank embed", (400, 50006), {"embeds": [{"title": " ", "description": "\n"}]})
sends("content of 2000 characters", OK, {"content": "x" * 2000})
sends("content of 2001 characters", BAD, {"content": "x" * 2001})
sends("ten embeds", OK, {"embeds": [{"title": "t"}] * 10})
sends("eleven embeds", BAD, {"embeds": [{"title": "t"}] * 11})
sends("an embed description of 4097 characters", BAD, {"embeds": [{"description": "x" * 4097}]})
sends("an embed title of 257 characters", BAD, {"embeds": [{"title": "x" * 257}]})
sends("26 fields in an embed", BAD, {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]})
sends("6001 characters in embeds", BAD, {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]})
sends("eleven files", BAD, {"content": "x"}, lambda: [upload(f"{n}.png") for n in range(11)])
sends(
    "a description of a file of 1025 characters",
    BAD,
    {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
    lambda: [upload()],
)
sends("an embed that names no file", BAD, {"embeds": [{"image": {"url": "attachment://a.png"}}]})
sends("an embed with a file", OK, {"embeds": [{"image": {"url": "attachment://a.png"}}]}, lambda: [upload()])
sends("a file alone", OK, {}, lambda: [upload()])

# --- rows and what stands in them
sends("five rows", OK, v1(*[row(button(n)) for n in range(5)]))
sends("six rows", BAD, v1(*[row(button(n)) for n in range(6)]))
sends("five buttons in a row", OK, v1(row(*map(button, range(5)))))
sends("six buttons in a row", BAD, v1(row(*map(button, range(6)))))
sends("an empty row", BAD, v1(row()))
sends("a select beside a button", BAD, v1(row(button(), select())))
sends("two selects in a row", BAD, v1(row(select(), select(custom_id="t"))))
sends("a row in a row", BAD, v1(row(row(button()))))
sends("a button without a row", BAD, v1(button()))
sends("a text without the flag", BAD, v1(text()))
sends("an unknown component", BAD, v1(row({"type": 99})))
sends("a text input in a message", BAD, v1(row({"type": 4, "custom_id": "t", "style": 1, "label": "l"})))

# --- buttons
sends("a label of 80 characters", OK, v1(row(button(label="x" * 80))))
sends("a label of 81 characters", BAD, v1(row(button(label="x" * 81))))
sends("a custom id of 100 characters", OK, v1(row(button(custom_id="x" * 100))))
sends("a custom id of 101 characters", BAD, v1(row(button(custom_id="x" * 101))))
sends("an empty custom id", BAD, v1(row(button(custom_id=""))))
sends("a button without a custom id", BAD, v1(row({"type": 2, "style": 1, "label": "x"})))
sends("the same custom id twice", BAD, v1(row(button(1), button(1))))
sends("a button with nothing on it", BAD, v1(row({"type": 2, "style": 1, "custom_id": "b"})))
sends("a button of style 7", BAD, v1(row(button(style=7))))
sends("a link", OK, v1(row(link())))
sends("a link without an address", BAD, v1(row({"type": 2, "style": 5, "label": "x"})))
sends("a link that runs a script", BAD, v1(row(link(url="javascript:alert(1)"))))
sends("a link with a custom id", BAD, v1(row(link(custom_id="b"))))
sends("a button with an address", BAD, v1(row(button(url="https://example.org"))))
sends("an unknown emoji on a button", BAD, v1(row(button(emoji={"id": "123456789012345678", "name": "x"}))))
sends("a word as an emoji", BAD, v1(row(button(emoji={"name": "heart"}))))
sends("a sign as an emoji", OK, v1(row(button(emoji={"name": "♥️"}))))

# --- selects
sends("25 options", OK, v1(row(select(options=options(25)))))
sends("26 options", BAD, v1(row(select(options=options(26)))))
sends("no options", BAD, v1(row(select(options=[]))))
sends(
    "the same value twice", BAD, v1(row(select(options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}])))
)
sends("an option's label of 101 characters", BAD, v1(row(select(options=[{"label": "x" * 101, "value": "v"}]))))
sends("an option's value of 101 characters", BAD, v1(row(select(options=[{"label": "x", "value": "v" * 101}]))))
sends("an option's description of 101 characters", BAD, v1(row(select(options=options(2, description="x" * 101)))))
sends("a placeholder of 151 characters", BAD, v1(row(select(placeholder="x" * 151))))
sends("more to choose than there is", BAD, v1(row(select(max_values=3))))
sends("at least more than at most", BAD, v1(row(select(min_values=2, max_values=1))))
sends("at least 26", BAD, v1(row(select(min_values=26))))
sends("at least none", OK, v1(row(select(min_values=0))))
sends("two chosen beforehand where one may be", BAD, v1(row(select(options=options(2, default=True)))))

# --- Components V2
sends("a text", OK, v2(text()))
sends("an empty text", BAD, v2(text("")))
sends("content beside components", BAD, v2(text(), content="x"))
sends("embeds beside components", BAD, v2(text(), embeds=[{"title": "t"}]))
sends("40 components", OK, v2(*texts(40)))
sends("41 components", BAD, v2(*texts(41)))
sends("41 components, nested", BAD, v2(container(*texts(30)), *[row(button(n)) for n in range(5)]))
sends("40 components, nested", OK, v2(container(*texts(29)), *[row(button(n)) for n in range(5)]))
sends("4000 characters in all", OK, v2(text("x" * 2000), text("x" * 2000)))
sends("4001 characters in all", BAD, v2(text("x" * 2000), text("x" * 2001)))
sends("10,176 bytes of Chinese", (500, 0), v2(text("拖" * 1696), text("拖" * 1688)))
sends("10,167 bytes of Chinese", OK, v2(text("拖" * 1695), text("拖" * 1686)))
sends("a container", OK, v2(container(text())))
sends("an empty container", BAD, v2(container()))
sends("a container in a container", BAD, v2(container(container(text()))))
sends("a colour beyond white", BAD, v2({**container(text()), "accent_color": 0x1000000}))
sends("a section", OK, v2(section(text(), accessory=button())))
sends("a section with nothing beside it", BAD, v2(section(text())))
sends("a section with four texts", BAD, v2(section(*texts(4), accessory=button())))
sends("a section with a select beside it", BAD, v2(section(text(), accessory=select())))
sends("a gallery of ten", OK, v2(gallery(10)))
sends("a gallery of eleven", BAD, v2(gallery(11)))
sends("a gallery of none", BAD, v2(gallery(0)))
sends("an alt text of 1024 characters", OK, v2(gallery(description="x" * 1024)))
sends("an alt text of 1025 characters", BAD, v2(gallery(description="x" * 1025)))
sends("a thumbnail on its own", BAD, v2({"type": 11, "media": {"url": "https://example.org/a.png"}}))
sends("a separator of size 3", BAD, v2({"type": 14, "spacing": 3}))
sends("the same number twice", BAD, v2({**text(), "id": 5}, {**text(), "id": 5}))
sends("a picture that was not sent", BAD, v2(gallery(url="attachment://a.png")))
sends("a picture that was sent", OK, v2(gallery(url="attachment://a.png")), lambda: [upload()])
sends("a picture sent under another name", BAD, v2(gallery(url="attachment://b.png")), lambda: [upload()])
sends("a label in a message", BAD, v2({"type": 18, "label": "l", "component": select()}))


# --- edits
@case("editing somebody else's message", (403, 50005))
async def _(stage):
    await stage.edit(await stage.say("mine"), {"content": "yours"})


@case("editing a message that is not there", (404, 10008))
async def _(stage):
    await stage.rest("PATCH", "/channels/{channel}/messages/123456789012345678", {"content": "x"})


@case("content for a message of components", BAD)
async def _(stage):
    await stage.edit(await stage.send(v2(text())), {"content": "x"})


@case("components for a message that keeps its content", BAD)
async def _(stage):
    await stage.edit(await stage.send({"content": "x"}), v2(text()))


@case("components for a message that loses its content", OK)
async def _(stage):
    await stage.edit(await stage.send({"content": "x"}), v2(text(), content=None))


@case("emptying a message", (400, 50006))
async def _(stage):
    await stage.edit(await stage.send({"content": "x"}), {"content": ""})


@case("naming a picture while dropping it", BAD)
async def _(stage):
    message = await stage.send(v2(gallery(url="attachment://a.png")), [upload()])
    await stage.edit(message, {**v2(gallery(url="attachment://a.png")), "attachments": []})


@case("naming a picture that stays", OK)
async def _(stage):
    message = await stage.send(v2(gallery(url="attachment://a.png")), [upload()])
    await stage.edit(message, v2(gallery(url="attachment://a.png")))


@case("naming a picture that is sent anew", OK)
async def _(stage):
    message = await stage.send(v2(gallery(url="attachment://a.png")), [upload()])
    await stage.edit(message, {**v2(gallery(url="attachment://a.png")), "attachments": [{"id": 0}]}, [upload()])


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


# --- commands
def command(**more):
    return {"name": "c", "description": "d", "type": 1, **more}


def option(name="o", kind=3, **more):
    return {"name": name, "description": "d", "type": kind, **more}


def registers(name, wanted, *commands):
    @case(name, wanted, alone=False)
    async def act(stage):
        await stage.rest("PUT", "/applications/{app}/guilds/{guild}/commands", list(commands))


registers("a command", OK, command())
registers("a command in capitals", BAD, command(name="Cards"))
registers("a command with a space", BAD, command(name="new table"))
registers("a command of 33 characters", BAD, command(name="x" * 33))
registers("a Chinese name for a command", OK, command(name_localizations={"zh-CN": "拖拉机"}))
registers("a command in a language that is none", BAD, command(name_localizations={"xx": "c"}))
registers("a description of 101 characters", BAD, command(description="x" * 101))
registers("a command without a description", BAD, {"name": "c", "type": 1})
registers("two commands of one name", BAD, command(), command())
registers("26 options of a command", BAD, command(options=[option(f"o{n}") for n in range(26)]))
registers("a required option after an optional one", BAD, command(options=[option("a"), option("b", required=True)]))
registers("two options of one name", BAD, command(options=[option(), option()]))
registers("numbers up to 2^53 - 1", OK, command(options=[option(type=4, max_value=2**53 - 1)]))
registers("a number of more than 53 bits", BAD, command(options=[option(type=4, max_value=2**53)]))
registers("a text of at most 6001 characters", BAD, command(options=[option(max_length=6001)]))
registers("26 choices", BAD, command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])]))
registers(
    "choices and suggestions", BAD, command(options=[option(choices=[{"name": "n", "value": "v"}], autocomplete=True)])
)
registers(
    "a group in a group", BAD, command(options=[option("a", 2, options=[option("b", 2, options=[option("c", 1)])])])
)
registers(
    "8001 characters in a command",
    BAD,
    command(
        options=[
            option(f"o{n}", description="x" * 100, choices=[{"name": f"{i}", "value": f"{i:0100}"} for i in range(4)])
            for n in range(16)
        ]
    ),
)
registers("a menu with a space", OK, {"name": "See hand", "type": 2})
registers("101 commands", (400, 30032), *[command(name=f"c{n}") for n in range(101)])


# --- threads
@case("two threads on a message", (400, 160004))
async def _(stage):
    message = await stage.send({"content": "x"})
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    await stage.rest("POST", path, {"name": "t"})
    await stage.rest("POST", path, {"name": "t"})


@case("a thread's name of 101 characters", BAD)
async def _(stage):
    message = await stage.send({"content": "x"})
    await stage.rest("POST", f"/channels/{message['channel_id']}/messages/{message['id']}/threads", {"name": "x" * 101})


async def _archived(stage):
    thread = await stage.rest("POST", "/channels/{channel}/threads", {"name": "t", "type": 11})
    message = await stage.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    await stage.rest("PATCH", f"/channels/{thread['id']}", {"archived": True})
    return message


@case("changing a message in an archived thread", (400, 50083))
async def _(stage):
    await stage.edit(await _archived(stage), {"content": "y"})


@case("writing in an archived thread", OK)
async def _(stage):
    message = await _archived(stage)
    await stage.rest("POST", f"/channels/{message['channel_id']}/messages", {"content": "y"})
    await stage.edit(message, {"content": "y"})


# --- permissions
@case("writing where one may not", (403, 50013))
async def _(stage):
    await stage.deny(send_messages=True)
    await stage.send({"content": "x"})


@case("writing where one does not see", (403, 50001))
async def _(stage):
    await stage.deny(view_channel=True)
    await stage.send({"content": "x"})


@case("a file where one may not attach", (403, 50013))
async def _(stage):
    await stage.deny(attach_files=True)
    await stage.send({"content": "x"}, [upload()])


@case("an answer where one may not write", OK)
async def _(stage):
    await stage.deny(send_messages=True, attach_files=True)
    await stage.answer(await stage.ask(), {"type": 4, "data": v2(gallery(url="attachment://a.png"))}, [upload()])


@case("a thread where one may not", (403, 50013))
async def _(stage):
    await stage.deny(create_public_threads=True)
    await stage.rest("POST", "/channels/{channel}/threads", {"name": "t", "type": 11})


@case("deleting somebody else's message", (403, 50013))
async def _(stage):
    message = await stage.say("mine")
    await stage.rest("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("reading history where one may not", (403, 50013))
async def _(stage):
    message = await stage.send({"content": "x"})
    await stage.deny(read_message_history=True)
    await stage.rest("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("a reply where one may not read", (400, 160002))
async def _(stage):
    message = await stage.send({"content": "x"})
    await stage.deny(read_message_history=True)
    await stage.send({"content": "y", "message_reference": {"message_id": message["id"]}})


@case("changing a message in a thread that has gone quiet", (400, 50083))
async def _(stage):
    thread = await stage.rest(
        "POST", "/channels/{channel}/threads", {"name": "t", "type": 11, "auto_archive_duration": 60}
    )
    message = await stage.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    await stage.advance(3601)
    await stage.edit(message, {"content": "y"})


@case("a message to one who takes none", (400, 50007))
async def _(stage):
    user = await stage.close_dms()
    channel = await stage.rest("POST", "/users/@me/channels", {"recipient_id": str(user)})
    await stage.rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"})


@case("an unknown channel", (404, 10003))
async def _(stage):
    await stage.rest("GET", "/channels/123456789012345678")


# --- emoji
PIXEL = "data:image/png;base64,iVBORw0KGgo="


@case("two emoji of one name", BAD)
async def _(stage):
    await stage.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})
    await stage.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})


@case("an emoji of more than 256 KiB", BAD)
async def _(stage):
    await stage.rest(
        "POST", "/applications/{app}/emojis", {"name": "ace", "image": "data:image/png;base64," + "AAAA" * 87400}
    )


@case("an emoji that is no picture", BAD)
async def _(stage):
    await stage.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": "data:text/plain;base64,AAAA"})


@case("one's own emoji on a button", OK)
async def _(stage):
    emoji = await stage.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})
    await stage.send(v1(row(button(emoji={"id": emoji["id"], "name": "ace"}))))


# --- many at once
@case("deleting in bulk where one may not", (403, 50013))
async def _(stage):
    await stage.send({"content": "x"})
    await stage.rest("POST", "/channels/{channel}/messages/bulk-delete", {"messages": ["123456789012345678"]})


@case("deleting in bulk in a direct conversation", (400, 50003))
async def _(stage):
    channel = await stage.rest("POST", "/users/@me/channels", {"recipient_id": str(stage.ann.id)})
    await stage.rest("POST", f"/channels/{channel['id']}/messages/bulk-delete", {"messages": ["1" * 18, "2" * 18]})


# --- kinds of values
sends("a number as content", BAD, {"content": 5})
sends("a text as flags", BAD, {"content": "x", "flags": "many"})
sends("flags of more than 63 bits", BAD, {"content": "x", "flags": 1 << 63})
sends("components that are no list", BAD, {"content": "x", "components": {"type": 1}})
sends("an embed that is a text", BAD, {"embeds": ["x"]})
sends("a label that is a number", BAD, v1(row(button(label=7))))
sends("options that are texts", BAD, v1(row(select(options=["a", "b"]))))


# --- mentions and replies
sends(
    "users both as a whole and by name",
    BAD,
    {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1" * 18]}},
)
sends("a kind of mention that is none", BAD, {"content": "x", "allowed_mentions": {"parse": ["friends"]}})
sends(
    "101 users who may be rung",
    BAD,
    {"content": "x", "allowed_mentions": {"users": [f"{n:018}" for n in range(1, 102)]}},
)
sends("a reply to nothing", BAD, {"content": "x", "message_reference": {"message_id": "123456789012345678"}})
sends(
    "a reply to nothing, if need be",
    OK,
    {"content": "x", "message_reference": {"message_id": "123456789012345678", "fail_if_not_exists": False}},
)


@case("an embed where one may not", (403, 50013))
async def _(stage):
    await stage.deny(embed_links=True)
    await stage.send({"embeds": [{"title": "t"}]})


@case("adding a file where one may not", (403, 50013))
async def _(stage):
    message = await stage.send({"content": "x"})
    await stage.deny(attach_files=True)
    await stage.edit(message, {"content": "y"}, [upload()])


# --- channels and threads
def thread(**more):
    return {"name": "t", "type": 11, **more}


def opens_thread(name, wanted, body):
    @case(name, wanted)
    async def act(stage):
        await stage.rest("POST", "/channels/{channel}/threads", body)


opens_thread("a thread without a name", BAD, {"type": 11})
opens_thread("a thread that rests after two hours", BAD, thread(auto_archive_duration=120))
opens_thread("a thread that is a voice channel", BAD, thread(type=2))
opens_thread("a thread with seven hours between messages", BAD, thread(rate_limit_per_user=25_200))


@case("a thread's new name of 101 characters", BAD)
async def _(stage):
    made = await stage.rest("POST", "/channels/{channel}/threads", thread())
    await stage.rest("PATCH", f"/channels/{made['id']}", {"name": "x" * 101})


@case("locking one's thread where one may not", (403, 50013))
async def _(stage):
    made = await stage.rest("POST", "/channels/{channel}/threads", thread())
    await stage.rest("PATCH", f"/channels/{made['id']}", {"locked": True})


@case("bringing a stranger into a thread", (404, 10007))
async def _(stage):
    made = await stage.rest("POST", "/channels/{channel}/threads", thread())
    await stage.rest("PUT", f"/channels/{made['id']}/thread-members/123456789012345678")
