"""Commands, channels, threads, permissions and emoji."""

from bare_bot import upload

from strictness.cases import BAD, OK, button, case, gallery, row, v1, v2


# --- commands
def command(**more):
    return {"name": "c", "description": "d", "type": 1, **more}


def option(name="o", kind=3, **more):
    return {"name": name, "description": "d", "type": kind, **more}


def registers(name, wanted, *commands):
    @case(name, wanted, alone=False)
    async def act(backend):
        await backend.rest("PUT", "/applications/{app}/guilds/{guild}/commands", list(commands))


registers("a command", OK, command())
registers("a command in capitals", BAD, command(name="Cards"))
registers("a command with a space", BAD, command(name="new table"))
registers("a command of 33 characters", BAD, command(name="x" * 33))
registers("a Chinese name for a command", OK, command(name_localizations={"zh-CN": "拖拉机"}))
registers("a command in an unknown language", BAD, command(name_localizations={"xx": "c"}))
registers("a description of 101 characters", BAD, command(description="x" * 101))
registers("a command without a description", BAD, {"name": "c", "type": 1})
registers("two commands with one name", BAD, command(), command())
registers("a command with 26 options", BAD, command(options=[option(f"o{n}") for n in range(26)]))
registers("a required option after an optional one", BAD, command(options=[option("a"), option("b", required=True)]))
registers("two options with one name", BAD, command(options=[option(), option()]))
registers("numbers up to 2^53 - 1", OK, command(options=[option(type=4, max_value=2**53 - 1)]))
registers("a number of more than 53 bits", BAD, command(options=[option(type=4, max_value=2**53)]))
registers("a maximum length of 6001", BAD, command(options=[option(max_length=6001)]))
registers("26 choices", BAD, command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])]))
registers(
    "choices and autocomplete", BAD, command(options=[option(choices=[{"name": "n", "value": "v"}], autocomplete=True)])
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
async def _(backend):
    message = await backend.send({"content": "x"})
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    await backend.rest("POST", path, {"name": "t"})
    await backend.rest("POST", path, {"name": "t"})


@case("a thread's name of 101 characters", BAD)
async def _(backend):
    message = await backend.send({"content": "x"})
    await backend.rest(
        "POST", f"/channels/{message['channel_id']}/messages/{message['id']}/threads", {"name": "x" * 101}
    )


async def _archived(backend):
    thread = await backend.rest("POST", "/channels/{channel}/threads", {"name": "t", "type": 11})
    message = await backend.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    await backend.rest("PATCH", f"/channels/{thread['id']}", {"archived": True})
    return message


@case("changing a message in an archived thread", (400, 50083))
async def _(backend):
    await backend.edit(await _archived(backend), {"content": "y"})


@case("writing in an archived thread", OK)
async def _(backend):
    message = await _archived(backend)
    await backend.rest("POST", f"/channels/{message['channel_id']}/messages", {"content": "y"})
    await backend.edit(message, {"content": "y"})


# --- permissions
@case("writing without permission", (403, 50013))
async def _(backend):
    await backend.deny(send_messages=True)
    await backend.send({"content": "x"})


@case("writing to an invisible channel", (403, 50001))
async def _(backend):
    await backend.deny(view_channel=True)
    await backend.send({"content": "x"})


@case("a file without permission", (403, 50013))
async def _(backend):
    await backend.deny(attach_files=True)
    await backend.send({"content": "x"}, [upload()])


@case("an answer without permission to write", OK)
async def _(backend):
    await backend.deny(send_messages=True, attach_files=True)
    await backend.answer(await backend.ask(), {"type": 4, "data": v2(gallery(url="attachment://a.png"))}, [upload()])


@case("a thread without permission", (403, 50013))
async def _(backend):
    await backend.deny(create_public_threads=True)
    await backend.rest("POST", "/channels/{channel}/threads", {"name": "t", "type": 11})


@case("deleting somebody else's message", (403, 50013))
async def _(backend):
    message = await backend.say("mine")
    await backend.rest("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("reading history without permission", (403, 50013))
async def _(backend):
    message = await backend.send({"content": "x"})
    await backend.deny(read_message_history=True)
    await backend.rest("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")


@case("a reply without permission to read", (400, 160002))
async def _(backend):
    message = await backend.send({"content": "x"})
    await backend.deny(read_message_history=True)
    await backend.send({"content": "y", "message_reference": {"message_id": message["id"]}})


@case("changing a message in a quiet thread", (400, 50083))
async def _(backend):
    thread = await backend.rest(
        "POST", "/channels/{channel}/threads", {"name": "t", "type": 11, "auto_archive_duration": 60}
    )
    message = await backend.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    await backend.advance(3601)
    await backend.edit(message, {"content": "y"})


@case("a message to a user with closed DMs", (400, 50007))
async def _(backend):
    user = await backend.close_dms()
    channel = await backend.rest("POST", "/users/@me/channels", {"recipient_id": str(user)})
    await backend.rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"})


@case("an unknown channel", (404, 10003))
async def _(backend):
    await backend.rest("GET", "/channels/123456789012345678")


# --- emoji
PIXEL = "data:image/png;base64,iVBORw0KGgo="


@case("two emoji with one name", BAD)
async def _(backend):
    await backend.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})
    await backend.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})


@case("an emoji of more than 256 KiB", BAD)
async def _(backend):
    await backend.rest(
        "POST", "/applications/{app}/emojis", {"name": "ace", "image": "data:image/png;base64," + "AAAA" * 87400}
    )


@case("an emoji that is not a picture", BAD)
async def _(backend):
    await backend.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": "data:text/plain;base64,AAAA"})


@case("an emoji as image/jpg", OK)
async def _(backend):
    image = PIXEL.replace("png", "jpg")
    await backend.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": image})


@case("the application's emoji on a button", OK)
async def _(backend):
    emoji = await backend.rest("POST", "/applications/{app}/emojis", {"name": "ace", "image": PIXEL})
    await backend.send(v1(row(button(emoji={"id": emoji["id"], "name": "ace"}))))


# --- many at once
@case("deleting in bulk without permission", (403, 50013))
async def _(backend):
    await backend.send({"content": "x"})
    await backend.rest("POST", "/channels/{channel}/messages/bulk-delete", {"messages": ["123456789012345678"]})


@case("deleting in bulk in a direct conversation", (400, 50003))
async def _(backend):
    channel = await backend.rest("POST", "/users/@me/channels", {"recipient_id": str(backend.ann.id)})
    await backend.rest("POST", f"/channels/{channel['id']}/messages/bulk-delete", {"messages": ["1" * 18, "2" * 18]})


# --- channels and threads
def thread(**more):
    return {"name": "t", "type": 11, **more}


def opens_thread(name, wanted, body):
    @case(name, wanted)
    async def act(backend):
        await backend.rest("POST", "/channels/{channel}/threads", body)


opens_thread("a thread without a name", BAD, {"type": 11})
opens_thread("a thread with auto-archive after two hours", BAD, thread(auto_archive_duration=120))
opens_thread("a thread that is a voice channel", BAD, thread(type=2))
opens_thread("a thread with seven hours of slowmode", BAD, thread(rate_limit_per_user=25_200))


@case("a thread's new name of 101 characters", BAD)
async def _(backend):
    made = await backend.rest("POST", "/channels/{channel}/threads", thread())
    await backend.rest("PATCH", f"/channels/{made['id']}", {"name": "x" * 101})


@case("locking a thread without permission", (403, 50013))
async def _(backend):
    made = await backend.rest("POST", "/channels/{channel}/threads", thread())
    await backend.rest("PATCH", f"/channels/{made['id']}", {"locked": True})


@case("adding an unknown user to a thread", (404, 10007))
async def _(backend):
    made = await backend.rest("POST", "/channels/{channel}/threads", thread())
    await backend.rest("PUT", f"/channels/{made['id']}/thread-members/123456789012345678")
