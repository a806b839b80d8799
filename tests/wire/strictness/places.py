"""Commands, channels, threads and emoji, and what may be done there."""

from probe import upload

from strictness.cases import BAD, OK, button, case, gallery, row, v1, v2


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
