"""Sending and editing messages."""

from bare_bot import upload

from strictness.cases import (
    BAD,
    OK,
    button,
    case,
    container,
    gallery,
    link,
    options,
    row,
    section,
    select,
    sends,
    text,
    texts,
    v1,
    v2,
)

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
sends("an embed that refers to a missing file", BAD, {"embeds": [{"image": {"url": "attachment://a.png"}}]})
sends("an embed with a file", OK, {"embeds": [{"image": {"url": "attachment://a.png"}}]}, lambda: [upload()])
sends("a file alone", OK, {}, lambda: [upload()])

# --- rows and their contents
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
sends("a button without label and emoji", BAD, v1(row({"type": 2, "style": 1, "custom_id": "b"})))
sends("a button of style 7", BAD, v1(row(button(style=7))))
sends("a link", OK, v1(row(link())))
sends("a link without a url", BAD, v1(row({"type": 2, "style": 5, "label": "x"})))
sends("a link that runs a script", BAD, v1(row(link(url="javascript:alert(1)"))))
sends("a link with a custom id", BAD, v1(row(link(custom_id="b"))))
sends("a button with a url", BAD, v1(row(button(url="https://example.org"))))
sends("an unknown emoji on a button", BAD, v1(row(button(emoji={"id": "123456789012345678", "name": "x"}))))
sends("a word as an emoji", BAD, v1(row(button(emoji={"name": "heart"}))))
sends("a symbol as an emoji", OK, v1(row(button(emoji={"name": "♥️"}))))

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
sends("a maximum above the number of options", BAD, v1(row(select(max_values=3))))
sends("a minimum above the maximum", BAD, v1(row(select(min_values=2, max_values=1))))
sends("a minimum of 26", BAD, v1(row(select(min_values=26))))
sends("a minimum of 0", OK, v1(row(select(min_values=0))))
sends("two defaults where one is allowed", BAD, v1(row(select(options=options(2, default=True)))))

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
sends("a section without accessory", BAD, v2(section(text())))
sends("a section with four texts", BAD, v2(section(*texts(4), accessory=button())))
sends("a section with a select as accessory", BAD, v2(section(text(), accessory=select())))
sends("a gallery of ten", OK, v2(gallery(10)))
sends("a gallery of eleven", BAD, v2(gallery(11)))
sends("a gallery of none", BAD, v2(gallery(0)))
sends("an alt text of 1024 characters", OK, v2(gallery(description="x" * 1024)))
sends("an alt text of 1025 characters", BAD, v2(gallery(description="x" * 1025)))
sends("a thumbnail on its own", BAD, v2({"type": 11, "media": {"url": "https://example.org/a.png"}}))
sends("a separator of size 3", BAD, v2({"type": 14, "spacing": 3}))
sends("the same id twice", BAD, v2({**text(), "id": 5}, {**text(), "id": 5}))
sends("a picture that was not sent", BAD, v2(gallery(url="attachment://a.png")))
sends("a picture that was sent", OK, v2(gallery(url="attachment://a.png")), lambda: [upload()])
sends("a picture sent under another name", BAD, v2(gallery(url="attachment://b.png")), lambda: [upload()])
sends("a label in a message", BAD, v2({"type": 18, "label": "l", "component": select()}))


# --- edits
@case("editing somebody else's message", (403, 50005))
async def _(backend):
    await backend.edit(await backend.say("mine"), {"content": "yours"})


@case("editing an unknown message", (404, 10008))
async def _(backend):
    await backend.rest("PATCH", "/channels/{channel}/messages/123456789012345678", {"content": "x"})


@case("content for a message of components", BAD)
async def _(backend):
    await backend.edit(await backend.send(v2(text())), {"content": "x"})


@case("components for a message that keeps its content", BAD)
async def _(backend):
    await backend.edit(await backend.send({"content": "x"}), v2(text()))


@case("components for a message that loses its content", OK)
async def _(backend):
    await backend.edit(await backend.send({"content": "x"}), v2(text(), content=None))


@case("emptying a message", (400, 50006))
async def _(backend):
    await backend.edit(await backend.send({"content": "x"}), {"content": ""})


@case("referring to a removed picture", BAD)
async def _(backend):
    message = await backend.send(v2(gallery(url="attachment://a.png")), [upload()])
    await backend.edit(message, {**v2(gallery(url="attachment://a.png")), "attachments": []})


@case("referring to a kept picture", OK)
async def _(backend):
    message = await backend.send(v2(gallery(url="attachment://a.png")), [upload()])
    await backend.edit(message, v2(gallery(url="attachment://a.png")))


@case("referring to a picture sent again", OK)
async def _(backend):
    message = await backend.send(v2(gallery(url="attachment://a.png")), [upload()])
    await backend.edit(message, {**v2(gallery(url="attachment://a.png")), "attachments": [{"id": 0}]}, [upload()])


# --- kinds of values
sends("a number as content", BAD, {"content": 5})
sends("a word as flags", BAD, {"content": "x", "flags": "many"})
sends("flags of more than 63 bits", BAD, {"content": "x", "flags": 1 << 63})
sends("components that are not a list", BAD, {"content": "x", "components": {"type": 1}})
sends("an embed that is a text", BAD, {"embeds": ["x"]})
sends("a label that is a number", BAD, v1(row(button(label=7))))
sends("options that are texts", BAD, v1(row(select(options=["a", "b"]))))


# --- mentions and replies
sends(
    "mentions of all users and some by id",
    BAD,
    {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1" * 18]}},
)
sends("an unknown kind of mention", BAD, {"content": "x", "allowed_mentions": {"parse": ["friends"]}})
sends(
    "101 allowed users",
    BAD,
    {"content": "x", "allowed_mentions": {"users": [f"{n:018}" for n in range(1, 102)]}},
)
sends("a reply to an unknown message", BAD, {"content": "x", "message_reference": {"message_id": "123456789012345678"}})
sends(
    "a reply to an unknown message, if it exists",
    OK,
    {"content": "x", "message_reference": {"message_id": "123456789012345678", "fail_if_not_exists": False}},
)


@case("an embed without permission", (403, 50013))
async def _(backend):
    await backend.deny(embed_links=True)
    await backend.send({"embeds": [{"title": "t"}]})


@case("adding a file without permission", (403, 50013))
async def _(backend):
    message = await backend.send({"content": "x"})
    await backend.deny(attach_files=True)
    await backend.edit(message, {"content": "y"}, [upload()])
