"""Stores uploads, reads picture sizes, resolves `attachment://` addresses, and sets defaults of components."""

import itertools
import re
import struct
from typing import Any

from bot.loopback.errors import Code, FormErrors, Refused
from bot.loopback.wire import EMBED_PICTURES, SELECTS, Json, Part, Upload, media_of, walk
from bot.loopback.world.model import Attachment, Message
from bot.loopback.world.state import World

MAX_FILES, MAX_FILE = 10, 10 * 2**20
_FIELD = re.compile(r"files\[(\d+)\]")
_ATTACHED = "attachment://"
_SAFE = re.compile(r"[^\w.\-]", re.ASCII)
_LONGEST_NAME = 200
_PNG, _GIF = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
_TYPES = {
    "png": "image/png",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "avif": "image/avif",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv",
}
_DEFAULTS: dict[Part, dict[str, Any]] = {
    Part.THUMBNAIL: {"description": None, "spoiler": False},
    Part.FILE: {"spoiler": False},
    Part.SEPARATOR: {"spacing": 1, "divider": True},
    Part.CONTAINER: {"accent_color": None, "spoiler": False},
    **{part: {"min_values": 1, "max_values": 1} for part in SELECTS},
}
_ITEM = {"description": None, "spoiler": False}


def check_files(form: FormErrors, body: Json, uploads: list[Upload]) -> None:
    """Check the number and sizes of files. Raises `Refused` 40005 for a file over 10 MiB."""
    if any(len(u.data) > MAX_FILE for u in uploads):
        raise Refused(Code.TOO_LARGE)
    if max(len(uploads), len(body.get("attachments") or [])) > MAX_FILES:
        form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")


def take_in(world: World, message: int, body: Json, uploads: list[Upload]) -> list[Attachment]:
    """Store uploads. Their names and descriptions come from the body's `attachments`."""
    entries = {str(a.get("id")): a for a in body.get("attachments") or []}
    return [_store_upload(world, message, upload, entries) for upload in uploads]


def _store_upload(world: World, message: int, upload: Upload, entries: dict[str, Json]) -> Attachment:
    match = _FIELD.fullmatch(upload.field)
    entry = entries.get(match.group(1), {}) if match else {}
    number, name = world.ids(), safe_name(str(entry.get("filename") or upload.filename))
    key = f"attachments/{message}/{number}/{name}"
    world.store_file(key, upload.data)
    about, size = entry.get("description"), picture_size(upload.data)
    return Attachment(number, name, len(upload.data), content_type(name), key, about, *size)


def safe_name(name: str) -> str:
    """Return the last 200 characters of a file's name. All but ASCII letters, digits, dots and dashes become _."""
    return _SAFE.sub("_", name)[-_LONGEST_NAME:] or "file"


def content_type(name: str) -> str:
    """Return the type that the CDN gives a file of this name."""
    return _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def picture_size(data: bytes) -> tuple[int | None, int | None]:
    """Return width and height of a PNG, GIF or WebP from its header; None for both if it is anything else."""
    if data.startswith(_PNG) and len(data) >= 24:  # noqa: PLR2004 - where the size in the header ends
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in _GIF and len(data) >= 10:  # noqa: PLR2004 - where the size in the header ends
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_size(data)
    return None, None


def _webp_size(data: bytes) -> tuple[int | None, int | None]:
    """Return width and height of a WebP (extended, lossless or lossy); None for both if it is cut off."""
    kind, head = data[12:16], data[20:30]
    if len(head) < 10:  # noqa: PLR2004 - where the longest of the headers ends
        return None, None
    if kind == b"VP8X":
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(head[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF


def resolve(world: World, message: Message, components: list[Json]) -> None:
    """Number the components, and give media items their addresses. Raises `Refused` 50035 for an unknown file."""
    taken = {c["id"] for c in walk(components) if c.get("id")}
    free = (n for n in itertools.count(1) if n not in taken)
    by_name = {a.filename: a for a in message.attachments}
    form = FormErrors()
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(free)
        _complete(component)
        for item in media_of(component):
            _resolve_media(world, item, by_name, form)
        if component["type"] == Part.FILE:
            about = next((a for a in by_name.values() if str(a.id) == component["file"].get("attachment_id")), None)
            component |= {"name": about.filename if about else "file", "size": about.size if about else 0}
    form.refuse()


def resolve_embeds(world: World, message: Message, embeds: list[Json]) -> None:
    """Give the pictures of embeds their addresses. Raises `Refused` 50035 for an unknown file."""
    by_name, form = {a.filename: a for a in message.attachments}, FormErrors()
    for n, embed in enumerate(embeds):
        for key, field in EMBED_PICTURES:
            part = embed.get(key) or {}
            url = str(part.get(field) or "")
            if not url.startswith(_ATTACHED):
                continue
            if (found := by_name.get(url.removeprefix(_ATTACHED))) is None:
                words = "Scheme \"attachment\" is not supported. Scheme must be one of ('http', 'https')."
                form.wrong(("embeds", n, key, field), "URL_TYPE_INVALID_SCHEME", words)
                continue
            address = f"{world.base_url}/cdn/{found.key}"
            part |= {field: address, f"proxy_{field}": address}
            if field == "url" and found.width and found.height:
                part |= {"width": found.width, "height": found.height}
    form.refuse()


def _resolve_media(world: World, item: Json, by_name: dict[str, Attachment], form: FormErrors) -> None:
    url = str(item["url"])
    if not url.startswith(_ATTACHED):
        item |= {"id": str(world.ids()), "proxy_url": url}
        return
    if (found := by_name.get(url.removeprefix(_ATTACHED))) is None:
        words = f"The referenced attachment in the unfurled media item with URL {url} was not found"
        form.wrong(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words)
        return
    address = f"{world.base_url}/cdn/{found.key}"
    item |= {"id": str(world.ids()), "url": address, "proxy_url": address, "attachment_id": str(found.id)}
    item |= {"content_type": found.content_type, "loading_state": 2}
    if found.width and found.height:
        item |= {"width": found.width, "height": found.height}


def _complete(component: Json) -> None:
    """Fill in a component's default values, and turn the ids of its emoji into text."""
    kind = Part(component["type"])
    for one in [component] if kind == Part.BUTTON else component["options"] if kind == Part.SELECT else []:
        emoji = one.get("emoji")
        if emoji and emoji.get("id") is not None:
            emoji["id"] = str(emoji["id"])
    component |= {key: value for key, value in _DEFAULTS.get(kind, {}).items() if component.get(key) is None}
    for item in component["items"] if kind == Part.GALLERY else []:
        item |= {key: value for key, value in _ITEM.items() if key not in item}
