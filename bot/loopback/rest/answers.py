"""Routes for answers to interactions. An interaction's token opens its webhook for 15 minutes, without a login."""

from bot.loopback.errors import Code, Refused
from bot.loopback.interactions import answer
from bot.loopback.messages import post
from bot.loopback.rest.limits import FOLLOW_UPS, TOKEN
from bot.loopback.rest.router import Answer, Call, route
from bot.loopback.schemas.resources import MESSAGE, Callback
from bot.loopback.world import show
from bot.loopback.world.model import Interaction

_WEBHOOK = "/webhooks/{webhook}/{token}"
_OWN = _WEBHOOK + "/messages/{message}"


@route("POST", "/interactions/{interaction}/{token}/callback", limit=None, bot_only=False, takes=Callback)
def _handle_callback(call: Call) -> Answer:
    reply = answer.first_answer(
        call.world, call.number("interaction"), call.ids["token"], call.fields(), call.request.uploads
    )
    return reply if call.request.query.get("with_response", "").lower() in {"1", "true"} else None


def _interaction(call: Call) -> Interaction:
    return answer.find_usable(call.world, call.number("webhook"), call.ids["token"])


@route("POST", _WEBHOOK, limit=TOKEN, bucket="webhook", bot_only=False, takes=MESSAGE)
def _follow_up(call: Call) -> Answer:
    interaction = _interaction(call)
    call.limits.take_extra("follow-ups", interaction.channel, FOLLOW_UPS)
    return show.message(call.world, answer.follow_up(call.world, interaction, call.fields(), call.request.uploads))


@route("GET", _OWN, limit=TOKEN, bucket="webhook", bot_only=False)
def _get_message(call: Call) -> Answer:
    return show.message(call.world, answer.own_message(call.world, _interaction(call), call.ids["message"]))


@route("PATCH", _OWN, limit=TOKEN, bucket="webhook", bot_only=False, takes=MESSAGE)
def _edit_message(call: Call) -> Answer:
    message = answer.own_message(call.world, _interaction(call), call.ids["message"])
    post.edit(call.world, message, call.fields(), call.request.uploads)
    return show.message(call.world, message)


@route("DELETE", _OWN, limit=TOKEN, bucket="webhook", bot_only=False)
def _delete_message(call: Call) -> Answer:
    post.delete(call.world, answer.own_message(call.world, _interaction(call), call.ids["message"]))
    return None


@route("GET", _WEBHOOK, limit=TOKEN, bucket="webhook", bot_only=False)
def _get_webhook(call: Call) -> Answer:
    """Refuse the request, because an interaction's webhook cannot be read."""
    _interaction(call)
    raise Refused(Code.UNKNOWN_WEBHOOK)
