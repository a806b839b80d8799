"""Compares the result of a deal of the day with Master's."""

from bot.text.catalogue import Texts
from engine.puzzles.solo_deal import SoloScore


def compare_with_master(score: SoloScore, master: SoloScore | None, texts: Texts) -> str:
    """Return whether a user did better than Master; None if Master has not played the deal yet."""
    if master is None:
        return texts.say("daily.master_plays")
    mine, theirs = (score.levels, score.points), (master.levels, master.points)
    key = "daily.better" if mine > theirs else "daily.worse" if mine < theirs else "daily.same"
    return texts.say(key, score=format_score(score, texts), master=format_score(master, texts))


def format_score(score: SoloScore, texts: Texts) -> str:
    """Return the levels that a side gained, and the points of the declarers' opponents."""
    levels = _format_levels(score.levels)
    return texts.say("daily.score", count=abs(score.levels), levels=levels, points=abs(score.points))


def _format_levels(levels: int) -> str:
    return f"+{levels}" if levels > 0 else f"−{-levels}" if levels < 0 else "±0"
