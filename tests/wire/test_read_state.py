"""The messages that a person has read, and the pings that they have not seen."""

from tests.wire.driven_loopback import DrivenLoopback


async def state_of(loopback, name):
    return await loopback.remote.call("GET", "state", query={"as": name})


async def waiting(loopback, name):
    """Return the number of pings in each of a person's unread channels, by the channel's name."""
    return {c["name"]: c["pings"] for c in (await state_of(loopback, name))["channels"] if c["unread"]}


async def read(loopback, name, channel):
    last = (await loopback.person(name).messages(channel))[-1]
    await loopback.remote.call("POST", f"people/{name}/read", {"channel": channel, "message": last.id})


async def test_ping_counts_until_it_is_read(loopback, ann, bob):
    await ann.say("tractor", f"<@{bob.id}> your turn")
    assert await waiting(loopback, "bob") == {"tractor": 1}
    assert await waiting(loopback, "ann") == {}
    people = {p["name"]: p["pings"] for p in (await state_of(loopback, "ann"))["people"]}
    assert (people["ann"], people["bob"]) == (0, 1)
    await read(loopback, "bob", "tractor")
    assert await waiting(loopback, "bob") == {}


async def test_message_without_ping_marks_only_opened_channel(loopback, ann, bob):
    await ann.say("tractor", "hello")
    assert await waiting(loopback, "bob") == {}  # Bob has never opened the channel
    await read(loopback, "bob", "tractor")
    await ann.say("tractor", "are you there?")
    assert await waiting(loopback, "bob") == {"tractor": 0}


async def test_older_read_mark_changes_nothing(loopback, ann, bob):
    first = await ann.say("tractor", f"<@{bob.id}> one")
    await ann.say("tractor", f"<@{bob.id}> two")
    await read(loopback, "bob", "tractor")
    await loopback.remote.call("POST", "people/bob/read", {"channel": "tractor", "message": first.id})
    assert await waiting(loopback, "bob") == {}


async def test_deleted_ping_no_longer_counts(loopback, ann, bob):
    ping = await ann.say("tractor", f"<@{bob.id}> your turn")
    await ann.erase(ping)
    assert await waiting(loopback, "bob") == {}


async def test_read_marks_outlive_restart(tmp_path):
    file = tmp_path / "state.db"
    async with await DrivenLoopback.start(state=file) as loopback:
        bob = loopback.person("bob")
        await loopback.person("ann").say("tractor", f"<@{bob.id}> one")
        await read(loopback, "bob", "tractor")
        await loopback.person("ann").say("general", f"<@{bob.id}> two")
    async with await DrivenLoopback.start(state=file) as loopback:
        assert await waiting(loopback, "bob") == {"general": 1}


async def test_only_client_opened_later_lacks_ephemeral_messages(bot, loopback, ann):
    mine = (await ann.slash("tractor", "basket show")).message
    now = (await state_of(loopback, "ann"))["now"]
    place = f"people/ann/channels/{mine.channel}/messages"
    earlier, later = [await loopback.remote.call("GET", place, query={"since": since}) for since in ("0", str(now))]
    assert [m["id"] for m in earlier["messages"]] == [mine.id]
    assert later["messages"] == []
