"""Lets tests act as people over HTTP, in the process of the local Discord or in another.

    async with await DrivenLoopback.start() as loopback:    # or: Remote("http://127.0.0.1:4321")
        ann = loopback.person("ann", locale="fr")
        answer = await ann.slash("tractor", "tractor new", preset="standard")
        await ann.click(answer.message, label="Join")
        answer = await ann.select(answer.message, "cards", ["S10", "S10"])
        if answer.modal:
            await ann.submit(answer, {"Name": "Dragons"})
        mine = await ann.messages("tractor")                 # public ones and ann's own ephemerals

A command, press, choice or form returns an `Answer` once the application has answered in full. If the application has
not answered after three seconds, `Answer.answered` is False. What a client would not let a person do raises
`ClientError`.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import aiohttp

from bot.loopback.errors import ClientError
from bot.loopback.wire import SELECTS, CallbackType, Flag, Json, Part, media_of, user_id, walk

_OK = 200


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture of a message: its address and its alt text."""

    url: str
    alt: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as one person sees it. `raw` is Discord's own object."""

    raw: Json

    @property
    def id(self) -> str:
        """Return the message's id."""
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        """Return the channel's id."""
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """Return the author's user name."""
        return str(self.raw["author"]["username"])

    @property
    def ephemeral(self) -> bool:
        """Return whether only this person sees it."""
        return bool(self.raw["flags"] & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Return whether the bot is still thinking."""
        return bool(self.raw["flags"] & Flag.LOADING)

    @property
    def pinged(self) -> bool:
        """Return whether the message pinged this person."""
        return bool(self.raw.get("pinged"))

    @property
    def content(self) -> str:
        """Return the plain content (messages without Components V2)."""
        return str(self.raw["content"])

    @property
    def parts(self) -> list[Json]:
        """Return every component, outermost first."""
        return walk(self.raw["components"])

    @property
    def text(self) -> str:
        """Return all its text in order: content, embeds, text components."""
        texts = [self.content]
        for embed in self.raw["embeds"]:
            texts += [embed.get("title") or "", embed.get("description") or ""]
            texts += [f"{f['name']} {f['value']}" for f in embed.get("fields") or []]
        texts += [str(p.get("content") or "") for p in self.parts if p["type"] == Part.TEXT]
        return "\n".join(t for t in texts if t)

    @property
    def buttons(self) -> list[Json]:
        """Return the buttons, as components with label, custom_id, disabled, emoji and style."""
        return [p for p in self.parts if p["type"] == Part.BUTTON]

    @property
    def labels(self) -> list[str]:
        """Return the labels of the enabled buttons."""
        live = [b for b in self.buttons if not b.get("disabled")]
        return [str(b.get("label") or (b.get("emoji") or {}).get("name")) for b in live]

    @property
    def custom_ids(self) -> list[str]:
        """Return the custom ids of all enabled controls."""
        return [str(p["custom_id"]) for p in self.parts if p.get("custom_id") and not p.get("disabled")]

    @property
    def selects(self) -> list[Json]:
        """Return the selects, as components with custom_id, options, placeholder, min_values and max_values."""
        return [p for p in self.parts if p["type"] in SELECTS]

    @property
    def pictures(self) -> list[ShownPicture]:
        """Return the pictures with their alt texts, shown by components or attached."""
        shown = []
        for part in self.parts:
            alts = [i.get("description") for i in part.get("items") or []] or [part.get("description")]
            shown += [ShownPicture(m["url"], alt) for m, alt in zip(media_of(part), alts, strict=False)]
        loose = [ShownPicture(a["url"], a.get("description")) for a in self.raw["attachments"]]
        return shown + loose


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command, press, choice or form."""

    raw: Json

    @property
    def answered(self) -> bool:
        """Return whether the application answered within three seconds."""
        return bool(self.raw["answered"])

    @property
    def kind(self) -> CallbackType | None:
        """Return the type of the first answer."""
        return None if self.raw["kind"] is None else CallbackType(self.raw["kind"])

    @property
    def message(self) -> Seen:
        """Return the message that was sent or changed. Raises LookupError when there is none."""
        if self.raw["message"] is None:
            raise LookupError(f"no message was sent: {self.raw}")
        return Seen(self.raw["message"])

    @property
    def has_message(self) -> bool:
        """Return whether a message was sent or changed."""
        return self.raw["message"] is not None

    @property
    def modal(self) -> Json | None:
        """Return the form that was opened, with title, custom_id and components; None if there is none."""
        return self.raw["modal"]  # type: ignore[no-any-return]  # JSON

    @property
    def choices(self) -> list[Json]:
        """Return the suggestions of an autocomplete, each with name and value."""
        return list(self.raw["choices"] or [])


class Remote:
    """A running local Discord, known by its address."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def person(self, name: str, locale: str | None = None) -> "DrivenPerson":
        """Return the person with this name, who is created on first use. A given `locale` replaces the person's own."""
        return DrivenPerson(self, name, locale)

    async def call(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> Any:
        """Call the control interface. Raises `ClientError` for a refused act, RuntimeError for a fault."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        url = f"{self.url}/control/{path}"
        async with self._session.request(method, url, json=body, params=query) as response:
            text = await response.text()
            if response.status != _OK:
                raise RuntimeError(f"{method} {url}: {response.status} {text}")
            found = json.loads(text)
            if "cannot" in found:
                raise ClientError(found["cannot"])
            return found

    async def arrange(self, what: str, **given: Any) -> Json:
        """Arrange the world: `advance`, `fault`, `delete_message`, … (see tests/wire/stage.py)."""
        return dict(await self.call("POST", f"stage/{what}", given))

    async def advance(self, seconds: float) -> None:
        """Move the clock of the local Discord forward."""
        await self.arrange("advance", seconds=seconds)

    async def requests(self, since: int = 0) -> list[Json]:
        """Return the bot's requests so far, with bodies and answers."""
        return list((await self.call("GET", "requests", query={"since": str(since)}))["requests"])

    async def count_requests(self) -> tuple[int, int]:
        """Return how many requests the bot has made, and how many of them count towards Discord's limit for a bot."""
        found = await self.call("GET", "requests", query={"since": str(sys.maxsize)})
        return int(found["next"]), int(found["counted"])

    async def picture(self, url: str) -> bytes:
        """Return the bytes of a picture."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    async def bot_online(self, seconds: float = 10.0) -> None:
        """Wait until a bot is connected and has registered commands. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while True:
                state = await self.call("GET", "state", query={"as": "ann"})
                if state["online"] and state["commands"]:
                    return
                await asyncio.sleep(0.05)


class DrivenPerson:
    """A user at their client. Channels are given by id or name ("tractor", "@bot" for the direct conversation)."""

    def __init__(self, remote: Remote, name: str, locale: str | None = None) -> None:
        self.remote, self.name, self.locale = remote, name, locale
        self.id = user_id(name)

    async def _act(self, act: str, **given: Any) -> Json:
        body = {k: v for k, v in given.items() if v is not None}
        if self.locale:
            body["locale"] = self.locale
        return dict(await self.remote.call("POST", f"people/{self.name}/{act}", body))

    async def say(self, channel: str, content: str) -> Seen:
        """Write a message."""
        return Seen(await self._act("say", channel=channel, content=content))

    async def slash(self, channel: str, command: str, *, settle: bool = True, **values: Any) -> Answer:
        """Run a slash command ("name", "name sub", "name group sub"). With `settle`, wait for a deferred answer."""
        return Answer(await self._act("slash", channel=channel, command=command, values=values, settle=settle))

    async def autocomplete(self, channel: str, command: str, focused: str, typed: str = "", **values: Any) -> Answer:
        """Ask for suggestions for the option `focused`; see `Answer.choices`."""
        given = {**values, focused: typed}
        return Answer(await self._act("autocomplete", channel=channel, command=command, values=given, focused=focused))

    async def menu(self, channel: str, command: str, target: Seen | str) -> Answer:
        """Run a context-menu command on a message, or on a user by name."""
        wanted = target.id if isinstance(target, Seen) else target
        return Answer(await self._act("menu", channel=channel, command=command, target=wanted))

    async def click(self, message: Seen | str, custom_id: str | None = None, label: str | None = None) -> Answer:
        """Press a button, by custom id or label."""
        return Answer(await self._act("click", message=_id(message), custom_id=custom_id, label=label))

    async def select(self, message: Seen | str, custom_id: str | None, values: Sequence[Any]) -> Answer:
        """Choose in a select by values, labels or names; `custom_id` is None if the message has only one select."""
        picked = list(values)
        return Answer(await self._act("select", message=_id(message), custom_id=custom_id, values=picked))

    async def submit(self, opener: Answer, values: dict[str, Any], *, settle: bool = True) -> Answer:
        """Fill in and send the form that an answer opened; `values` has the fields' custom ids or labels as keys."""
        number = opener.raw["interaction"]
        return Answer(await self._act("submit", interaction=number, values=values, settle=settle))

    async def dismiss(self, message: Seen | str) -> None:
        """Dismiss an ephemeral message."""
        await self._act("dismiss", message=_id(message))

    async def erase(self, message: Seen | str) -> None:
        """Delete the person's own message."""
        await self._act("erase", message=_id(message))

    async def upload(self, filename: str, data: bytes) -> str:
        """Upload a file; return its id, which is the value for an attachment option or an upload field."""
        if self.remote._session is None:
            self.remote._session = aiohttp.ClientSession()
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("files[0]", data, filename=filename)
        url = f"{self.remote.url}/control/people/{self.name}/uploads"
        async with self.remote._session.post(url, data=form) as response:
            return str((await response.json())["ids"][0])

    async def messages(self, channel: str, limit: int = 100) -> list[Seen]:
        """Return the messages that the person sees in a channel, oldest first, with their own ephemerals."""
        return (await self._read(channel, limit))[0]

    async def _read(self, channel: str, limit: int) -> tuple[list[Seen], int]:
        query = {"limit": str(limit)} | ({"locale": self.locale} if self.locale else {})
        place = channel.removeprefix("#")
        found = await self.remote.call("GET", f"people/{self.name}/channels/{place}/messages", query=query)
        return [Seen(m) for m in found["messages"]], int(found["count"])

    async def message(self, seen: Seen) -> Seen:
        """Return the message in its present state. Raises LookupError if the person no longer sees it."""
        for message in await self.messages(seen.channel):
            if message.id == seen.id:
                return message
        raise LookupError(f"message {seen.id} is gone")

    async def wait_for(self, channel: str, condition: Callable[[Seen], bool], seconds: float = 5.0) -> Seen:
        """Wait for a message that fulfils a condition, and return the newest. TimeoutError lists the last messages."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while True:
            messages, count = await self._read(channel, 100)
            found = next((m for m in reversed(messages) if condition(m)), None)
            if found is not None:
                return found
            left = deadline - loop.time()
            if left <= 0:
                there = "\n".join(f"- {m.author}: {m.text!r} {m.labels}" for m in messages[-5:])
                raise TimeoutError(f"{self.name} waited in vain in {channel}; the messages there are:\n{there}")
            query = {"since": str(count), "seconds": str(left)}
            await self.remote.call("GET", "changes", query=query)

    async def threads(self) -> dict[str, str]:
        """Return the ids of the threads that the person sees, by name."""
        state = await self.remote.call("GET", "state", query={"as": self.name})
        return {c["name"]: c["id"] for c in state["channels"] if "thread_metadata" in c}


def _id(message: Seen | str) -> str:
    return message.id if isinstance(message, Seen) else str(message)
