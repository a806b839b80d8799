"""Controls while trumps are made: declare, pass, ask for a redeal, take the kitty."""

from bot.ui.body import Button, Row, Tone, in_rows
from bot.ui.ids import Verb
from bot.ui.panels.asked import Asked
from engine.actions import ClaimRedeal
from engine.cards import Card
from engine.errors import IllegalAction
from engine.events import Declined
from engine.options import check, declarations
from engine.view import Ask

MOST_DECLARATIONS = 14


def declare_rows(asked: Asked) -> tuple[Row, ...]:
    """Return one button for each declaration that this seat could make now, and one to pass until it has passed."""
    offers = tuple(declarations(asked.view))[:MOST_DECLARATIONS]
    makes = tuple(_offer(asked, cards) for cards in offers)
    declined = asked.view.ask is Ask.DECLARE and asked.view.passed[asked.seat]
    return in_rows(
        makes if declined else (*makes, asked.button(Verb.PASS, asked.texts.say(f"pass.{asked.view.declining}"))), 4
    )


def claim_rows(asked: Asked) -> tuple[Row, ...]:
    """Return the buttons that ask for a redeal, where the hand allows that, or do not."""
    claim = asked.button(Verb.CLAIM, asked.texts.say("ui.claim"), Tone.MAIN, disabled=not _may_claim(asked))
    return in_rows((claim, asked.button(Verb.PASS, asked.texts.say(f"pass.{asked.view.declining}"))))


def _may_claim(asked: Asked) -> bool:
    try:
        check(asked.view, ClaimRedeal())
    except IllegalAction:
        return False
    return True


def pick_up_rows(asked: Asked) -> tuple[Row, ...]:
    """Return the buttons that take a trick's points, or leave them lying."""
    take = asked.button(Verb.TAKE, asked.texts.say("ui.take_points"), Tone.MAIN)
    return in_rows((take, asked.button(Verb.LEAVE_LYING, asked.texts.say("ui.leave_points"))))


def _offer(asked: Asked, cards: tuple[Card, ...]) -> Button:
    key = "ui.call_trumps" if asked.view.declining is Declined.CALL else "ui.declare"
    label = asked.texts.say(key, cards=asked.short(cards))
    return asked.cards_button(Verb.DECLARE, cards, label, Tone.MAIN)
