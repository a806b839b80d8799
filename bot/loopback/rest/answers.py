"""Routes of interactions: the callback, and the webhook that a token is for 15 minutes. No login is needed."""

from bot.loopback.errors import Code, Refused
from bot.loopback.interactions import answer
from bot.loopback.messages import post
from bot.loopback.rest import shapes
from bot.loopback.rest.limits import TOKEN, OverLimit
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.world import show
from bot.loopback.world.model import Interaction

_WEBHOOK = "/webhooks/{webhook}/{token}"
_OWN = _WEBHOOK + "/messages/{message}"


@route("POST", "/interactions/{interaction}/{token}/callback", limit=None, bot_only=False, takes=shapes.CALLBACK)
def callback(call: Call) -> Answer:
    """The first answer; the JSON reply only when asked for."""
    reply = answer.first_answer(
        call.world,
        call.number("interaction"),
        call.ids["token"],
        call.fields(),
        call.uploads,
    )
    return reply if call.query.get("with_response", "").lower() in {"1", "true"} else None


def _interaction(call: Call) -> Interaction:
    return answer.living(call.world, call.number("webhook"), call.ids["token"])


@route("POST", _WEBHOOK, limit=TOKEN, bucket="webhook", bot_only=False, takes=shapes.MESSAGE)
def follow_up(call: Call) -> Answer:
    """A further message of an interaction."""
    interaction = _interaction(call)
    denied = call.limits.take_follow_up(interaction.channel)
    if denied:
        raise OverLimit(denied)
    return show.message(call.world, answer.follow_up(call.world, interaction, call.fields(), call.uploads))


@route("GET", _OWN, limit=TOKEN, bucket="webhook", bot_only=False)
def get_message(call: Call) -> Answer:
    """A message of an interaction."""
    return show.message(call.world, answer.own_message(call.world, _interaction(call), call.ids["message"]))


@route("PATCH", _OWN, limit=TOKEN, bucket="webhook", bot_only=False, takes=shapes.MESSAGE)
def edit_message(call: Call) -> Answer:
    """Change a message of an interaction."""
    message = answer.own_message(call.world, _interaction(call), call.ids["message"])
    post.edit(call.world, message, call.fields(), call.uploads)
    return show.message(call.world, message)


@route("DELETE", _OWN, limit=TOKEN, bucket="webhook", bot_only=False)
def delete_message(call: Call) -> Answer:
    """Delete a message of an interaction."""
    post.delete(call.world, answer.own_message(call.world, _interaction(call), call.ids["message"]))
    return None


@route("GET", _WEBHOOK, limit=TOKEN, bucket="webhook", bot_only=False)
def get_webhook(call: Call) -> Answer:
    """An interaction's webhook as such; there is none to see."""
    _interaction(call)
    raise Refused(Code.UNKNOWN_WEBHOOK)
