"""What is kept of a person, as a file for him; and forgetting him, after he was asked whether he means it."""

import gzip
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.play.ports import StillSeated
from bot.ui.answers import Answer, Update
from bot.ui.asker import Asker
from bot.ui.body import Attached, Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.limits import FILE_BYTES
from bot.ui.panels.asked import cut
from bot.ui.routes import Call

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

ROOM: Final = "priv"
FILE: Final = "tractor-data.json"
SHOWN: Final = 10


async def all_kept(kit: Kit, asker: Asker) -> Body:
    """Return all that is kept of a person as a file; packed where Discord would refuse it for its size."""
    kept = await kit.private.kept_of(asker.user)
    when = datetime.fromtimestamp(kit.clock.now(), UTC).isoformat(timespec="seconds")
    text = json.dumps({"of": str(asker.user), "at": when, "kept": kept}, ensure_ascii=False, indent=1).encode()
    file = Attached(text, FILE) if len(text) <= FILE_BYTES else Attached(gzip.compress(text), f"{FILE[:-5]}.gz")
    return Body((Text(asker.texts.say("privacy.export", count=sum(map(len, kept.values())))), file))


def ask_whether(texts: "Texts") -> Body:
    """Return what forgetting means, and a button for who wants it all the same."""
    sure = Button(control(ROOM, "forget"), cut(texts.say("privacy.sure")), Tone.GRAVE)
    keep = Button(control(ROOM, "keep"), cut(texts.say("privacy.keep")))
    return Body((Text(texts.say("privacy.ask")), *in_rows((sure, keep))))


async def privacy_room(call: Call) -> Answer:
    """Forget the person who pressed, or leave all as it is."""
    texts, user = call.texts, call.asker.user
    if call.argument(0) != "forget":
        return Update(Body((Text(texts.say("privacy.kept")),)))
    try:
        await call.kit.registry.withdraw(user)
        await call.kit.private.forget(user, call.kit.registry.broken)
    except StillSeated as seated:
        tables = texts.listed(f"#{table}" for table in seated.tables[:SHOWN])
        return Update(Body((Text(texts.say("privacy.seated", tables=tables)),)))
    call.kit.registry.forgotten(user)
    call.kit.people.forget(user)
    call.kit.refills.forget(user)
    return Update(Body((Text(texts.say("privacy.forgotten")),)))
