"""Defines kinds of trouble with Discord, in which a chosen request fails and others may fail for some time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from callers import find_caller

from bot.play.values.table_info import TableStatus
from tests.wire.faults import Fault, Faults, Kind

LANGUAGES = {"ann": "en-US", "bob": "zh-CN", "cat": "zh-TW", "dan": "en-US"}
"""The people of every scene, with their languages."""
GUESTS = {"eve": "zh-CN", "fay": "zh-TW", "gus": "en-US", "hal": "zh-CN"}
"""The people who are added if two tables play, with their languages."""
MINUTE = 60.0
PRESS_DUE = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""


@dataclass(frozen=True)
class Trouble:
    """A kind of trouble with Discord.

    If `seconds` is 0, only one request fails. Otherwise the trouble lasts for `seconds`. Meanwhile each repetition of
    the request fails, or every request if `everywhere` is true.
    """

    make: Callable[[float], Fault | None] = lambda _left: None
    seconds: float = 0.0
    everywhere: bool = False
    arrange: tuple = ()
    """Two functions that take an Evening. The first one changes the local Discord. The second one is called at the end
    of the trouble, and may undo the change.
    """
    scenes: tuple = ()
    """The scenes that can go on after the trouble. If it is empty, all scenes can."""
    takes_place: bool = False
    """Whether people must ask for the table again, because its message or channel is gone."""
    ends_evening: bool = False
    """Whether the trouble ends the scene, so that people cannot play on."""
    is_final: bool = False
    """Whether Discord's refusal is final, so that a retry is useless."""
    loses_presses: bool = False
    """Whether presses may be lost, because the bot does not receive them during the trouble."""


def _limit(seconds, scope="user"):
    return Trouble(
        lambda left: Fault(Kind.RATE_LIMIT, seconds=max(left, 0.001), scope=scope),
        seconds,
        everywhere=scope == "global",
    )


def _status(status, seconds=0.0):
    return Trouble(lambda _: Fault(Kind.STATUS, status=status), seconds)


def _code(code):
    return Trouble(lambda _: Fault(Kind.STATUS, code=code), is_final=True)


def _kind(kind, **values):
    return Trouble(lambda _: Fault(kind, **values))


def _lost(kind, **values):
    return Trouble(lambda _: Fault(kind, **values), loses_presses=True)


def _deny(permission):
    """Return the trouble in which the bot lacks a permission in the channel for a minute."""

    def change(denied):
        return lambda evening: evening.arrange("overwrite", channel="tractor", deny=denied)

    return Trouble(arrange=(change(permission), change(0)), seconds=MINUTE)


def _strip_role(evening):
    evening.arrange("bot_permissions", permissions=0, everyone=evening.everyone & ~(1 << 11))


def _restore_role(evening):
    evening.arrange("bot_permissions", permissions=evening.everyone, everyone=evening.everyone)


def _kick(evening):
    evening.arrange("kick_bot", guild=evening.guild)


def _invite(evening):
    evening.arrange("invite_bot", guild=evening.guild)


def _delete_newest(evening):
    """Delete the bot's newest public message."""
    world = evening.loopback.world
    public = [m.id for m in world.messages.values() if m.author == world.bot.id and not m.ephemeral]
    if public:
        evening.arrange("delete_message", message=public[-1])


def _delete_channel(evening):
    evening.arrange("delete_channel", channel="tractor")


def _in_thread(what, **given):
    """Return a function that makes the change `what` to the newest thread, or does nothing if there is no thread."""

    def change(evening):
        if (thread := evening.find_thread()) is not None:
            evening.arrange(what, channel=str(thread.id), **given)

    return change


def _leave(evening):
    """Let a player leave the server, but only during a match. Without them, a match could not begin."""
    playing = [table for table in evening.find_tables(TableStatus.PLAYING) if len(evening.people) == len(LANGUAGES)]
    if any(table.seat_of(int(evening.people[-1].id)) is not None for table in playing):
        evening.arrange("leave", name=evening.people.pop().name)


def _nothing(_evening):
    pass


def _for_good(change, *scenes):
    """Return a trouble that never ends. When it begins, people may get no answer to a press."""
    return Trouble(arrange=(change, _nothing), scenes=scenes, loses_presses=True, takes_place=True)


TROUBLES = {
    "429 0.5s": _limit(0.5),
    "429 40s": _limit(40.0),
    "429 20min": _limit(1200.0),
    "429 global": _limit(5.0, "global"),
    "429 shared": _limit(3.0, "shared"),
    "500": _status(500),
    "502": _status(502),
    "500 1min": _status(500, MINUTE),
    "503 page": Trouble(lambda _: Fault(Kind.PAGE, status=503)),
    "reset": _kind(Kind.BROKEN),
    "time-out": _kind(Kind.TIME_OUT, seconds=20.0),
    "lost answer": _kind(Kind.LOST_ANSWER),
    "reset 1min": Trouble(lambda _: Fault(Kind.BROKEN), MINUTE),
    **{f"400 {code}": _code(code) for code in (50035, 200000)},
    "400 other": _code(50109),
    **{f"403 {code}": _code(code) for code in (50001, 50013, 60003)},
    "429 20016": Trouble(lambda _: Fault(Kind.STATUS, code=20016, seconds=2.0)),
    **{f"404 {code}": _code(code) for code in (10003, 10008, 10062, 10015)},
    "401": Trouble(lambda _: Fault(Kind.STATUS, status=401), is_final=True),
    "drop": _lost(Kind.DROP),
    "reconnect": _lost(Kind.RECONNECT),
    "resumable": _lost(Kind.INVALIDATE, resumable=True),
    "invalid session": _lost(Kind.INVALIDATE),
    "unavailable": _lost(Kind.UNAVAILABLE, seconds=30.0),
    "no sending": _deny(1 << 11),
    "no viewing": _deny(1 << 10),
    "no pictures": _deny(1 << 15),
    "kicked": Trouble(arrange=(_kick, _invite), seconds=30.0, loses_presses=True),
    "role stripped": Trouble(arrange=(_strip_role, _restore_role), seconds=MINUTE),
    "server deleted": Trouble(arrange=(_kick, _nothing), ends_evening=True, loses_presses=True),
    "message deleted": Trouble(arrange=(_delete_newest, _nothing), takes_place=True),
    "channel deleted": _for_good(_delete_channel, "table", "deferred", "learn", "threads"),
    "thread deleted": _for_good(_in_thread("delete_channel"), "threads"),
    "thread archived": _for_good(_in_thread("archive"), "threads"),
    "thread locked": _for_good(_in_thread("archive", locked=True), "threads"),
    "member leaves": _for_good(_leave, "table", "deferred", "threads", "event"),
}
"""All kinds of trouble, by the name that the table of results shows."""


@dataclass
class Disturbance(Faults):
    """Lets a chosen request fail, and further requests while the trouble lasts.

    `method`, `route` and the beginning of the `caller` select requests. `at` is the index of the chosen one among them.
    """

    trouble: Trouble | None = None
    method: str = ""
    route: str = ""
    caller: str = ""
    at: int = 0
    calls: list = field(default_factory=list)
    """Method, route and caller of each request so far."""
    evening: object = None
    seen: int = 0
    hits: int = 0
    """The number of requests that the trouble has disturbed."""
    hit: set = field(default_factory=set)
    """(path, caller, nonce of the message) of each request that has failed."""
    path: str = ""
    began: float = -1.0

    @property
    def happened(self):
        return self.began >= 0

    @property
    def ends(self):
        """The time of the loop at which the trouble is over. It is 0 if the trouble has not begun."""
        return self.began + self.trouble.seconds if self.happened else 0.0

    @property
    def may_silence(self):
        """Whether the trouble can leave an interaction unanswered, so that the person must press again."""
        return self.trouble.is_final or self.trouble.seconds >= PRESS_DUE

    def take_for_request(self, request):
        """Record the request. Return the fault that the trouble causes for it, or None."""
        now, method, path = asyncio.get_running_loop().time(), request.method, request.path
        call = method, request.route, find_caller(request, self.evening.loopback.world)
        self.calls.append(call)
        if not self.happened:
            if call[:2] != (self.method, self.route) or not call[2].startswith(self.caller):
                return None
            self.seen += 1
            if self.seen <= self.at:
                return None
            self.began, self.path = now, path
            self._arrange()
        elif now >= self.ends or not (self.trouble.everywhere or (method, path) == (self.method, self.path)):
            return None
        found = self.trouble.make(self.ends - now)
        if found is not None:
            self.hits += 1
            self.hit.add((path, call[2], (request.body or {}).get("nonce")))
        return found

    def _arrange(self):
        if self.trouble.arrange:
            begin, end = self.trouble.arrange
            begin(self.evening)
            asyncio.get_running_loop().call_later(self.trouble.seconds, end, self.evening)
