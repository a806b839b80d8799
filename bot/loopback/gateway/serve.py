"""The gateway's websocket route, which serves each connection of a client from start to end."""

import asyncio
import json
from collections import deque

from aiohttp import WSMsgType, web

from bot.loopback.gateway.hub import HIGHEST, PRIVILEGED, Close, Hub, Op, Session
from bot.loopback.gateway.socket import Socket, encoder
from bot.loopback.wire import Json
from bot.loopback.world import show

HEARTBEAT_MS = 41_250
ACK_AFTER = 0.2
"""Seconds until a heartbeat is answered. discord.py would match an immediate answer to the previous heartbeat."""
_ENDS_SESSION = frozenset({1000, 1001})
_VERSIONS = frozenset({"9", "10"})
_MAX_PAYLOAD, _MAX_EVENTS, _EVENTS_IN = 4096, 120, 60.0


class Closing(Exception):  # noqa: N818 - named after what happens
    """Raised to close the connection with a code."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


class Conversation:
    """Serves one connection of a client, from HELLO to its end."""

    def __init__(self, hub: Hub, socket: Socket) -> None:
        self._hub, self._socket = hub, socket
        self._session: Session | None = None
        self._arrivals: deque[float] = deque()

    def hello(self, version: str, encoding: str) -> None:
        """Send HELLO. Raises `Closing` with 4012 for an unknown version, or 4002 for another encoding than JSON."""
        if version not in _VERSIONS:
            raise Closing(Close.INVALID_VERSION)
        if encoding != "json":
            raise Closing(Close.DECODE_ERROR)
        self._socket.send(
            {"op": Op.HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}, "s": None, "t": None}
        )

    def take(self, text: str | bytes, now: float) -> None:
        """Handle one message of the client. Raises `Closing` where Discord closes the connection."""
        self._count(now)
        op, data = _decode(text)
        try:
            self._carry_out(op, data)
        except (KeyError, TypeError, ValueError) as error:
            raise Closing(Close.DECODE_ERROR) from error

    def _carry_out(self, op: int, data: Json) -> None:
        match op:
            case Op.HEARTBEAT:
                ack = {"op": Op.HEARTBEAT_ACK, "d": None, "s": None, "t": None}
                asyncio.get_running_loop().call_later(ACK_AFTER, self._socket.send, ack)
            case Op.IDENTIFY:
                self._identify(data)
            case Op.RESUME:
                self._resume(data)
            case _ if self._session is None:
                raise Closing(Close.NOT_AUTHENTICATED)
            case Op.REQUEST_MEMBERS:
                self._members(self._session, data)
            case Op.PRESENCE | Op.VOICE_STATE | Op.SOUNDBOARD:
                pass
            case _:
                raise Closing(Close.UNKNOWN_OPCODE)

    def _count(self, now: float) -> None:
        self._arrivals.append(now)
        while self._arrivals[0] < now - _EVENTS_IN:
            self._arrivals.popleft()
        if len(self._arrivals) > _MAX_EVENTS:
            raise Closing(Close.RATE_LIMITED)

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        self._check_token(data)
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= HIGHEST:
            raise Closing(Close.INVALID_INTENTS)
        if intents & PRIVILEGED & ~self._hub.allowed:
            raise Closing(Close.DISALLOWED_INTENTS)
        number, of = map(int, data.get("shard") or (0, 1))
        if not 0 <= number < of:
            raise Closing(Close.INVALID_SHARD)
        self._session = self._hub.identify(self._socket, (number, of), intents)
        self._hub.presence()

    def _check_token(self, data: Json) -> None:
        if not self._hub.world.opens(str(data.get("token")).removeprefix("Bot ")):
            raise Closing(Close.AUTHENTICATION_FAILED)

    def _resume(self, data: Json) -> None:
        session = self._hub.sessions.get(str(data.get("session_id")))
        missed = session.missed(int(data.get("seq") or 0)) if session else None
        self._check_token(data)
        if session is None or missed is None:
            self._socket.send({"op": Op.INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        self._session, session.socket = session, self._socket
        for message in missed:
            self._socket.send(message)
        session.dispatch("RESUMED", {"_trace": []})
        self._hub.presence()

    def _members(self, session: Session, data: Json) -> None:
        world, guild = self._hub.world, int(data["guild_id"])
        wanted = {int(u) for u in data.get("user_ids") or []}
        found = [m for m in world.members.values() if m.guild == guild and (not wanted or m.user in wanted)]
        chunk: Json = {"guild_id": str(guild), "members": [show.member(world, m) for m in found], "presences": []}
        chunk |= {"chunk_index": 0, "chunk_count": 1, "not_found": [], "nonce": data.get("nonce")}
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def over(self, *, for_good: bool) -> None:
        """Separate the session from its ended connection. With `for_good`, the client cannot resume the session."""
        if self._session is None or self._session.socket is not self._socket:
            return
        self._session.socket = None
        if for_good:
            self._hub.sessions.pop(self._session.id, None)
        self._hub.presence()


def _decode(text: str | bytes) -> tuple[int, Json]:
    if len(text.encode() if isinstance(text, str) else text) > _MAX_PAYLOAD:
        raise Closing(Close.DECODE_ERROR)
    try:
        message = json.loads(text)
        data = message.get("d")
        return int(message["op"]), data if isinstance(data, dict) else {}
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise Closing(Close.DECODE_ERROR) from error


async def serve(request: web.Request, hub: Hub) -> web.StreamResponse:
    """Serve one connection to its end."""
    if hub.world.clock.time() < hub.closed_until:
        return web.Response(status=503, text="the gateway is closed for a while")
    ws = web.WebSocketResponse(max_msg_size=1 << 20)
    await ws.prepare(request)
    socket = Socket(ws, encoder(request.query.get("compress")), lambda: hub.world.one_way)
    conversation, ended = Conversation(hub, socket), False
    try:
        conversation.hello(request.query.get("v", "10"), request.query.get("encoding", "json"))
        ended = await _converse(ws, conversation)
    except Closing as closing:
        await socket.close(closing.code, closing.code.name.replace("_", " ").capitalize() + ".")
    finally:
        conversation.over(for_good=ended)
        socket.cut()
    return ws


async def _converse(ws: web.WebSocketResponse, conversation: Conversation) -> bool:
    """Handle a client's messages until it disconnects. Return whether this ended the client's session for good."""
    patience = HEARTBEAT_MS / 1000 * 1.5
    while True:
        try:
            message = await ws.receive(timeout=patience)
        except TimeoutError as error:
            raise Closing(Close.SESSION_TIMED_OUT) from error
        if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:  # clients may send JSON as text or as bytes
            return message.type is WSMsgType.CLOSE and message.data in _ENDS_SESSION
        conversation.take(message.data, asyncio.get_running_loop().time())
