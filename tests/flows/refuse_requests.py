"""Lets the local Discord refuse the requests that a test picks, by their method, path and body."""

from contextlib import contextmanager
from unittest.mock import patch

from bot.loopback.rest.serve import Api, _to_response

V2 = 1 << 15
INVALID_FORM, BLOCKED = 50035, 200000


def replaces_picture(request):
    """Pick edits that bring a picture in a message with Components V2, which Discord was reported to refuse."""
    edits = request.method == "PATCH" or (request.body or {}).get("type") == 7
    return edits and bool(request.uploads) and "content" not in _message(request)


def posts_to(channel):
    """Return what picks new messages in a channel."""
    return lambda request: request.method == "POST" and request.path == f"/channels/{channel}/messages"


def edits_in(channel):
    """Return what picks edits of messages in a channel."""
    return lambda request: request.method == "PATCH" and request.path.startswith(f"/channels/{channel}/messages/")


def _message(request):
    body = request.body or {}
    return body.get("data", body)


@contextmanager
def refuse(picks, status=400, code=INVALID_FORM, times=10**6):
    """Refuse the requests that `picks` returns true for; return the list of those refused so far."""
    carry_out, refused = Api._carry_out, []

    def answer(self, request, exchange, *others):
        if len(refused) >= times or not picks(exchange):
            return carry_out(self, request, exchange, *others)
        refused.append(exchange)
        return _to_response(exchange, status, {"code": code, "message": "refused by a test"}, others[-1])

    with patch.object(Api, "_carry_out", answer):
        yield refused
