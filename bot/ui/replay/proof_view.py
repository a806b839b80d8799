"""The proof of a shuffle: why nobody could choose the cards, what was fixed in advance, and how to verify it."""

from bot.play.finished_deals.history import FinishedDeal, TableHistory
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.message import Button, Message, Text, button_rows
from bot.ui.replay.view import ReplayAction, ReplayControl
from engine.model.cards import format_cards

MAX_CARDS = 12
"""How many cards of the shuffled pack are shown."""


def shuffle_proof_view(past: TableHistory, deal: FinishedDeal, promised: str | None, texts: Texts) -> Message:
    """Return the proof of a finished deal; `promised` is the fingerprint of the next deal, if there is one."""
    assert deal.proof is not None
    pack = deal.moves[0].action.order  # type: ignore[union-attr]  # a deal begins with its pack
    facts = {
        "fingerprint": deal.proof.commitment,
        "secret": deal.proof.secret.hex(),
        "cut": escape_name(deal.proof.cut) or "—",
        "cards": format_cards(pack[:MAX_CARDS]),
    }
    lines = [
        f"### {texts.say('proof.heading', table=past.facts.id, deal=deal.deal_number)}",
        *((texts.say("proof.explained"),) if deal.is_fair else ()),
        texts.say("proof.holds" if deal.is_fair else "proof.broken"),
        texts.say("proof.facts", **facts),
    ]
    if promised is not None:
        lines.append(texts.say("proof.next", fingerprint=promised))
    lines.append(f"-# {texts.say('proof.how', table=past.facts.id)}")
    record = Button(ReplayControl(past.facts.id, deal.number, 0, ReplayAction.RECORD), texts.say("film.record"))
    return Message((Text("\n".join(lines)), *button_rows((record,))))


def shuffle_commitment_view(table: int, promised: str, texts: Texts) -> Message:
    """Return the fingerprint of an unfinished deal, the only thing that may be shown of it."""
    return Message((Text(texts.say("proof.promise", table=table, fingerprint=promised)),))
