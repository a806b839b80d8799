"""The verdict on an answer: the best play with its reason, the answer and one more play, all in card points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.puzzles.puzzle_model import Judgement
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import explain_play
from bot.ui.hand.recommend import list_ends
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay


def list_verdict_lines(
    view: View, judgement: Judgement, compared: Sequence[ComparedPlay], texts: Texts
) -> Iterator[str]:
    """Yield the lines; the best play comes first in `compared`."""
    order, best = view.card_order, compared[0]
    tried, better = texts.format_cards(judgement.cards, order), texts.format_cards(best.cards, order)
    own = [replace(best, cards=judgement.cards, points_behind=judgement.loss)]
    if sorted(judgement.cards) == sorted(best.cards):
        own = []
        yield texts.say("puzzle.right", cards=tried)
    elif judgement.is_right:
        yield texts.say("puzzle.as_good", cards=tried, best=better)
    else:
        yield texts.say("puzzle.wrong", cards=tried, points=round(judgement.loss), best=better)
    yield texts.say("puzzle.why", cards=better, why=explain_play(view, best.cards, texts))
    others = (one for one in compared[1:] if sorted(one.cards) != sorted(judgement.cards))
    yield from list_ends(view, (best, *own, *others), texts)
