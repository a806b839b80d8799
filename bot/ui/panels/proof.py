"""The proof of a shuffle in words: what was fixed before the deal, what came to it, and how to check it oneself."""

from typing import TYPE_CHECKING

from bot.play.history import Past, PastDeal
from bot.text.describe.people import plain
from bot.ui.body import Body, Button, Text, in_rows
from bot.ui.controls import control
from bot.ui.panels.asked import cut
from bot.ui.panels.film import ROOM
from engine.cards import cards_text

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

SHOWN = 12
"""How many cards of the pack's order are shown."""


def proof_body(past: Past, deal: PastDeal, promised: str | None, texts: "Texts") -> Body:
    """Return the proof of a finished deal; `promised` is the fingerprint for the deal that comes next, if one does."""
    assert deal.proof is not None
    pack = deal.moves[0].action.order  # type: ignore[union-attr]  # a deal begins with its pack
    facts = {
        "fingerprint": deal.proof.commitment,
        "secret": deal.proof.secret.hex(),
        "cut": plain(deal.proof.cut) or "—",
        "cards": cards_text(pack[:SHOWN]),
    }
    lines = [
        f"### {texts.say('proof.heading', table=past.facts.id, deal=deal.shown)}",
        texts.say("proof.holds" if deal.is_fair else "proof.broken"),
        texts.say("proof.facts", **facts),
        texts.say("proof.how", table=past.facts.id),
    ]
    if promised is not None:
        lines.append(texts.say("proof.next", fingerprint=promised))
    record = Button(control(ROOM, past.facts.id, deal.number, 0, "record"), cut(texts.say("film.record")))
    return Body((Text("\n".join(lines)), *in_rows((record,))))


def promise_body(table: int, promised: str, texts: "Texts") -> Body:
    """Return the fingerprint of a deal that is not over: all that may be told of it."""
    return Body((Text(texts.say("proof.promise", table=table, fingerprint=promised)),))
