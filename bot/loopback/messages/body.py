"""The rules of a message's body as a whole. Discord, resources/message."""

from bot.loopback.errors import Code, Form, Refused
from bot.loopback.messages import mentions
from bot.loopback.messages.components import check_message
from bot.loopback.messages.files import check_files
from bot.loopback.wire import Flag, Json, Upload
from bot.loopback.world.model import Message
from bot.loopback.world.state import World

MAX_CONTENT, MAX_EMBEDS, MAX_EMBED_TEXT = 2000, 10, 6000
_LEGACY = ("content", "embeds", "poll", "sticker_ids")
_EMBED_LENGTHS = {"title": 256, "description": 4096}
_FIELD_LENGTHS = {"name": 256, "value": 1024}


def check_new(world: World, body: Json, uploads: list[Upload]) -> None:
    """Check the body of a new message. Raises `Refused` 50035, or 50006 for an empty one."""
    form, flags = Form(), int(body.get("flags") or 0)
    v2 = bool(flags & Flag.COMPONENTS_V2)
    if v2:
        _no_legacy(form, body)
    elif body.get("poll") or body.get("sticker_ids") or (body.get("message_reference") or {}).get("type"):
        raise Refused(Code.NOT_HERE)
    _check_parts(world, form, body, uploads, v2=v2)
    form.refuse()
    embeds = any(map(_shows, body.get("embeds") or []))
    if not ((body.get("content") or "").strip() or embeds or body.get("components") or uploads):
        raise Refused(Code.EMPTY_MESSAGE)


def check_edit(world: World, message: Message, body: Json, uploads: list[Upload]) -> None:
    """Check the body of an edit against the message it changes. Raises `Refused` 50035 or 50006.

    Components V2, once on, stay on; a message of the old kind turns into one only when its content and
    embeds are emptied in the same edit.
    """
    form, flags = Form(), message.flags | int(body.get("flags") or 0)
    v2 = bool(flags & Flag.COMPONENTS_V2)
    if v2:
        _no_legacy(form, _after(message, body))
    _check_parts(world, form, body, uploads, v2=v2)
    form.refuse()
    after = _after(message, body)
    files = uploads or body.get("attachments") or ("attachments" not in body and message.attachments)
    embeds = any(map(_shows, after["embeds"] or []))
    if not ((after["content"] or "").strip() or embeds or after["components"] or files):
        raise Refused(Code.EMPTY_MESSAGE)


def _after(message: Message, body: Json) -> Json:
    now = {"content": message.content, "embeds": message.embeds, "components": message.components}
    return now | {key: body[key] for key in (*_LEGACY, "components") if key in body}


def _no_legacy(form: Form, body: Json) -> None:
    for key in _LEGACY:
        if body.get(key):
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)


def _check_parts(world: World, form: Form, body: Json, uploads: list[Upload], *, v2: bool) -> None:
    form.length(("content",), body.get("content"), 0, MAX_CONTENT)
    check_files(form, body, uploads)
    mentions.check(form, body.get("allowed_mentions") or {})
    _check_embeds(form, body.get("embeds") or [])
    components = body.get("components")
    if components is not None:
        check_message(form, components, frozenset(world.emojis), v2=v2)
    nonce = body.get("nonce")
    if nonce is not None:
        form.length(("nonce",), str(nonce), 0, 25)


def _check_embeds(form: Form, embeds: list[Json]) -> None:
    form.count(("embeds",), embeds, 0, MAX_EMBEDS)
    for n, embed in enumerate(embeds):
        for key, most in _EMBED_LENGTHS.items():
            form.length(("embeds", n, key), embed.get(key), 0, most)
        _check_fields(form, n, embed.get("fields") or [])
    if sum(map(_embed_text, embeds)) > MAX_EMBED_TEXT:
        words = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def _check_fields(form: Form, embed: int, fields: list[Json]) -> None:
    form.count(("embeds", embed, "fields"), fields, 0, 25)
    for n, one in enumerate(fields):
        for key, most in _FIELD_LENGTHS.items():
            form.length(("embeds", embed, "fields", n, key), one.get(key), 1, most, required=True)


def _shows(embed: Json) -> bool:
    """Whether there is anything to see in an embed: a picture, or a word that is not all blanks."""
    pictures = any((embed.get(key) or {}).get("url") for key in ("image", "thumbnail"))
    return pictures or any(text.strip() for text in _texts(embed))


def _embed_text(embed: Json) -> int:
    """The characters of an embed that count towards the sum."""
    return sum(map(len, _texts(embed)))


def _texts(embed: Json) -> list[str]:
    own = [embed.get("title"), embed.get("description")]
    own += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    own += [one.get(key) for one in embed.get("fields") or [] for key in _FIELD_LENGTHS]
    return [text for text in own if isinstance(text, str)]
