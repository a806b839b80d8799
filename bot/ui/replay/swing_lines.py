"""Names what made the expected end of a deal swing: the trick with the most points, a lead, or the kitty."""

from bot.play.finished_deals.deal_review import Swing
from bot.text.catalogue import Texts
from engine.model.seats import Seat
from engine.model.view import TrickView, View

SeatNames = tuple[str, ...]
Numbered = tuple[int, TrickView]


def format_swing(swing: Swing, final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    """Return a swing with the cards that made it, and what it was worth to the side of `seat`."""
    facts = {"what": _find_cause(swing, final, seat, names, texts), "points": round(abs(swing.points))}
    return texts.say("review.swing_for" if swing.points > 0 else "review.swing_against", **facts)


def _find_cause(swing: Swing, final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    result = final.result
    if swing.until is None and result is not None and result.kitty_points * result.multiplier:
        return texts.say("review.kitty_counted", points=result.kitty_points * result.multiplier)
    numbered = list(enumerate(final.tricks, 1))
    tricks = [one for one in numbered if swing.since <= one[0] < (swing.until or len(numbered) + 1)]
    best = max(tricks, key=lambda one: one[1].points, default=None)
    if best is not None and best[1].points:
        return _say_taken(best, final, seat, names, texts)
    led = next((one.plays[0] for number, one in numbered if number == swing.until and one.plays), None)
    if led is not None and led.seat != seat:
        cards = texts.format_cards(led.cards, final.card_order)
        return texts.say("review.led", trick=swing.until, name=names[led.seat], cards=cards)
    return texts.say("review.tricks_from", trick=swing.since)


def _say_taken(taken: Numbered, final: View, seat: Seat | None, names: SeatNames, texts: Texts) -> str:
    number, trick = taken
    assert trick.winner is not None
    cards = next((one.cards for one in trick.plays if one.seat == trick.winner), ())
    key = "took_unseen" if not cards else "you_took" if trick.winner == seat else "took"  # some rules hide old cards
    named = texts.format_cards(cards, final.card_order)
    return texts.say(f"review.{key}", trick=number, name=names[trick.winner], cards=named, points=trick.points)
