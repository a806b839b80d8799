"""Messages keep or lose files when they change, and the CDN serves the files."""

import io

import aiohttp
import pytest
from bare_bot import on_loopback, upload
from PIL import Image

from bot.loopback.interactions.options import Resolved
from bot.loopback.interactions.start import begin
from bot.loopback.messages.files import picture_size
from bot.loopback.rest.serve import decode_form
from bot.loopback.wire import InteractionType

V2 = 1 << 15


def gallery(name):
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


def rowed(*parts):
    return [*parts, {"type": 1, "components": [{"type": 2, "style": 1, "label": "b", "custom_id": "b"}]}]


@pytest.fixture
async def backend():
    async with on_loopback() as made:
        yield made


def names(message):
    return [a["filename"] for a in message["attachments"]]


async def test_shown_picture_is_not_an_attachment(backend):
    message = await backend.send({"flags": V2, "components": [gallery("a.png")]}, [upload()])
    assert names(message) == []
    item = message["components"][0]["items"][0]["media"]
    assert item["attachment_id"]
    assert item["content_type"] == "image/png"
    assert message["components"][0]["id"] == 1


async def test_edit_without_files_keeps_them(backend):
    message = await backend.send({"content": "x"}, [upload("a.png"), upload("b.png")])
    assert names(await backend.edit(message, {"content": "y"})) == ["a.png", "b.png"]


async def test_edit_with_list_keeps_listed_files(backend):
    message = await backend.send({"content": "x"}, [upload("a.png"), upload("b.png")])
    kept = [{"id": message["attachments"][1]["id"]}]
    assert names(await backend.edit(message, {"attachments": kept})) == ["b.png"]


async def test_edit_with_new_file_replaces_unlisted_ones(backend):
    message = await backend.send({"content": "x"}, [upload("a.png"), upload("b.png")])
    assert names(await backend.edit(message, {"content": "y"}, [upload("c.png")])) == ["c.png"]
    message = await backend.send({"content": "x"}, [upload("a.png"), upload("b.png")])
    body = {"attachments": [{"id": message["attachments"][0]["id"]}, {"id": 0, "filename": "c.png"}]}
    assert names(await backend.edit(message, body, [upload("c.png")])) == ["a.png", "c.png"]


async def test_answer_to_press_drops_unlisted_files(backend):
    message = await backend.send({"content": "x", "components": rowed()}, [upload("a.png")])
    asked = await backend.press(message, "b")
    reply = await backend.answer(asked, {"type": 7, "data": {"content": "y"}})
    assert names(reply["resource"]["message"]) == []


async def test_edit_of_answer_keeps_files(backend):
    asked = await backend.ask()
    await backend.answer(asked, {"type": 4, "data": {"content": "x"}}, [upload("a.png")])
    assert names(await backend.original("PATCH", asked, {"content": "y"})) == ["a.png"]


async def test_refused_edit_changes_nothing(backend):
    message = await backend.send({"flags": V2, "components": [gallery("a.png")]}, [upload()])
    before = (await backend.ann.messages("tractor"))[-1]
    with pytest.raises(Exception, match="unfurled media"):
        await backend.edit(message, {"components": [gallery("z.png")]}, [upload("b.png")])
    after = (await backend.ann.messages("tractor"))[-1]
    assert before.raw == after.raw
    assert await backend.loopback.remote.picture(after.pictures[0].url)


async def test_attachment_has_description_and_size(backend):
    import fruit_bot

    file = upload("a.png", fruit_bot.png(30, 20))
    message = await backend.send(
        {"content": "x", "attachments": [{"id": 0, "filename": "a.png", "description": "green"}]}, [file]
    )
    attachment = message["attachments"][0]
    assert (attachment["description"], attachment["width"], attachment["height"]) == ("green", 30, 20)


async def test_files_other_than_pictures_are_downloads(backend):
    message = await backend.send({"content": "x"}, [upload("page.html", b"<script>alert(1)</script>")])
    async with aiohttp.ClientSession() as session, session.get(message["attachments"][0]["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.content_type == "application/octet-stream"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "script-src 'self'" in response.headers["Content-Security-Policy"]


async def test_cdn_serves_default_avatars_but_no_unknown_files(backend):
    async with aiohttp.ClientSession() as session:
        async with session.get(backend.loopback.cdn + "/embed/avatars/3.png") as response:
            assert (await response.read()).startswith(b"\x89PNG")
        async with session.get(backend.loopback.cdn + "/attachments/1/2/none.png") as response:
            assert response.status == 404
        async with session.get(backend.loopback.url + "/page/..%2f..%2fserver.py") as response:
            assert response.status in {403, 404}


def webp(**more):
    made = io.BytesIO()
    Image.new("RGBA", (31, 17)).save(made, "WEBP", **more)
    return made.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        webp(lossless=True),
        webp(lossless=False),
        webp(lossless=True, save_all=True, append_images=[Image.new("RGBA", (31, 17), "red")], duration=50),
    ],
    ids=["lossless", "lossy", "animated"],
)
async def test_webp_has_size(backend, data):
    shown = (await backend.send({"content": "x"}, [upload("a.webp", data)]))["attachments"][0]
    assert (shown["width"], shown["height"], shown["content_type"]) == (31, 17, "image/webp")


@pytest.mark.parametrize(
    "data",
    [b"RIFF", b"RIFF0000WEBP", b"RIFF0000WEBPVP8X0000", b"RIFF0000WEBPVP8L0000" + bytes(5), b"GIF89a\1\0\1"],
)
def test_truncated_picture_has_no_size(data):
    assert picture_size(data) == (None, None)


async def test_option_files_expire_with_interaction(backend):
    world, ann = backend.loopback.world, backend.ann
    number = await ann.upload("../../etc/a b.png", b"\x89PNG\r\n\x1a\n")
    channel = next(c for c in world.channels.values() if c.name == "tractor")
    resolved = Resolved(world, channel)
    resolved.file(number)
    [shown] = resolved.data["attachments"].values()
    assert (shown["filename"], shown["ephemeral"]) == (".._.._etc_a_b.png", True)
    key = f"ephemeral-attachments/{number}/{shown['filename']}"
    assert key in world.files
    begin(world, world.users[ann.id], channel, InteractionType.COMMAND, {"name": "x", "resolved": resolved.data})
    await backend.advance(3601)
    begin(world, world.users[ann.id], channel, InteractionType.COMMAND, {"name": "x"})
    assert key in world.fading


@pytest.mark.parametrize("filename", ["a.png", "红心.png", 'a "b".png', "a;b=c.png"])
@pytest.mark.parametrize("data", [b"", b"\r\n", b"--x\r\n\r\n--", bytes(range(256)) * 9])
async def test_form_is_read_as_it_was_written(filename, data):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "红"}', content_type="application/json")
    form.add_field("files[0]", data, filename=filename, content_type="image/png")
    written = form()
    body, (read,) = decode_form(written.content_type, await written.as_bytes())
    assert (body, read.field, read.content_type, read.data) == ({"content": "红"}, "files[0]", "image/png", data)
    assert read.filename == filename


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"--x\r\n\r\n{}", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x']
)
def test_form_without_its_end_is_refused(raw):
    with pytest.raises(ValueError, match=r"cut off|not enough values"):
        decode_form("multipart/form-data; boundary=x", raw)
