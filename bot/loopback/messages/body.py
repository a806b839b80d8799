"""Rules about whole messages that pydantic's models do not check. Discord's docs: resources/message."""

from bot.loopback.errors import Code, FormErrors, Refused
from bot.loopback.messages.files import check_files
from bot.loopback.schemas.components import MAX_PARTS, MAX_ROWS, MAX_TEXT
from bot.loopback.wire import Flag, Json, Part, Upload, walk
from bot.loopback.world.model import Message

MAX_EMBED_TEXT = 6000
MAX_BYTES, BYTES_PER_TEXT = 10_170, 12
_LEGACY = ("content", "embeds", "poll", "sticker_ids")


def check_message(body: Json, uploads: list[Upload], before: Message | None = None) -> None:
    """Check the body of a new message or, given `before`, of an edit. Raises `Refused`, mostly 50035 or 50006."""
    form, after = FormErrors(), body
    flags = int(body.get("flags") or 0)
    kept: object = None
    if before is not None:
        flags |= before.flags  # an edit cannot remove the flag COMPONENTS_V2
        now = {"content": before.content, "embeds": before.embeds, "components": before.components}
        after = now | {key: body[key] for key in (*_LEGACY, "components") if key in body}
        kept = body.get("attachments") or ("attachments" not in body and before.attachments)
    elif not flags & Flag.COMPONENTS_V2 and (
        body.get("poll") or body.get("sticker_ids") or (body.get("message_reference") or {}).get("type")
    ):
        raise Refused(Code.NOT_HERE)
    if flags & Flag.COMPONENTS_V2:
        _check_no_legacy(form, after)  # a message of Components V2 may have no content and no embeds
    _check_parts(form, body, uploads, v2=bool(flags & Flag.COMPONENTS_V2))
    form.refuse()
    seen = (after.get("content") or "").strip() or any(map(_is_visible, after.get("embeds") or []))
    if not (seen or after.get("components") or uploads or kept):
        raise Refused(Code.EMPTY_MESSAGE)


def _check_no_legacy(form: FormErrors, body: Json) -> None:
    for key in _LEGACY:
        if body.get(key):
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)


def _check_parts(form: FormErrors, body: Json, uploads: list[Upload], *, v2: bool) -> None:
    check_files(form, body, uploads)
    if sum(len(text) for embed in body.get("embeds") or [] for text in _texts(embed)) > MAX_EMBED_TEXT:
        words = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)
    components = body.get("components") or []
    if not v2:
        _check_rows(form, components)
    elif not form.tree:
        _check_size(form, components)


def _check_rows(form: FormErrors, components: list[Json]) -> None:
    if len(components) > MAX_ROWS:
        form.wrong(("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {MAX_ROWS} in length.")
    for n, component in enumerate(components):
        if component["type"] != Part.ROW:
            words = f'Value of field "type" must be one of ({Part.ROW}).'
            form.wrong(("components", n, "type"), "UNION_TYPE_CHOICES", words)


def _check_size(form: FormErrors, components: list[Json]) -> None:
    """Check the size of a whole component tree. As on Discord, too many bytes of text give status 500 (`Refused`)."""
    if len(walk(components)) > MAX_PARTS:
        form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"Total components exceed {MAX_PARTS}")
    texts = [c["content"] for c in walk(components) if c["type"] == Part.TEXT]
    if sum(map(len, texts)) > MAX_TEXT:
        words = f"Total displayable text size exceeds maximum size of {MAX_TEXT}"
        form.wrong(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    elif sum(len(t.encode()) + BYTES_PER_TEXT for t in texts) > MAX_BYTES:
        raise Refused(Code.SERVER_ERROR)


def _is_visible(embed: Json) -> bool:
    pictures = any((embed.get(key) or {}).get("url") for key in ("image", "thumbnail"))
    return pictures or any(text.strip() for text in _texts(embed))


def _texts(embed: Json) -> list[str]:
    own = [embed.get("title"), embed.get("description")]
    own += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    own += [one.get(key) for one in embed.get("fields") or [] for key in ("name", "value")]
    return [text for text in own if isinstance(text, str)]
