"""Lets the local Discord refuse the requests that a test picks, by their method, path and body."""

from contextlib import contextmanager

from tests.wire.faults import Fault, Kind

V2 = 1 << 15
INVALID_FORM = 50035


def replaces_picture(request):
    """Return whether a request edits a message with Components V2 and replaces its picture. Discord may refuse this."""
    edits = request.method == "PATCH" or (request.body or {}).get("type") == 7
    return edits and bool(request.uploads) and "content" not in _message(request)


def posts_to(channel):
    """Return a predicate for requests that post messages in a channel."""
    return lambda request: request.method == "POST" and request.path == f"/channels/{channel}/messages"


def edits_in(channel):
    """Return a predicate for requests that edit messages in a channel."""
    return lambda request: request.method == "PATCH" and request.path.startswith(f"/channels/{channel}/messages/")


def _message(request):
    body = request.body or {}
    return body.get("data", body)


@contextmanager
def refuse(loopback, picks, status=400, code=INVALID_FORM, times=10**6):
    """Refuse the requests for which `picks` returns true; yield the list of those refused so far."""
    refused, faults = [], loopback.rest.faults

    def pick(request):
        if picked := picks(request):
            refused.append(request)
        return picked

    fault = Fault(Kind.STATUS, status=status, code=code, times=times, picks=pick)
    faults.add(fault)
    try:
        yield refused
    finally:
        if fault in faults.waiting:
            faults.waiting.remove(fault)
