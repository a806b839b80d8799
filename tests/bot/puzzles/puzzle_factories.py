"""A puzzle for tests comes from a real deal. The values of its plays are fixed, so that no search is needed."""

import random
from contextlib import contextmanager

import pytest

from bot.ids import GuildId
from bot.puzzles.daily_deals import DailyDeal
from bot.puzzles.days import Day
from bot.puzzles.puzzle_model import Judgement, Puzzle, PuzzleAnswer
from engine.deal.legal_actions import legal_plays
from engine.model.presets import PRESETS
from engine.model.view import Ask
from engine.players.advice.compare_plays import ComparedPlay
from engine.players.levels import choose
from engine.puzzles.find_lead import LeadPuzzle, kind_of_lead
from engine.puzzles.self_play import play_deal
from engine.puzzles.solo_deal import make_solo_deal, play_solo_deal

PRESET = "standard"
LOSS = 8.0
"""The card points by which each other play is worse than the best."""


def make_lead(seed="puzzle"):
    """Return a puzzle from the middle of a deal. Its leads are of several kinds, and the last of them is the best."""
    decision = next(
        one
        for one in play_deal(PRESETS[PRESET], seed)
        if one.view.ask is Ask.LEAD and len(one.view.tricks) >= 4 and len(list_kinds(one.view)) >= 3
    )
    *others, best = list_kinds(decision.view)
    plays = (compared(best, 0.0), *(compared(cards, LOSS) for cards in others[:2]))
    return LeadPuzzle(decision.record, plays)


def make_puzzle(guild, day, seed="puzzle"):
    lead = make_lead(seed)
    return Puzzle(GuildId(guild), Day(day), PRESET, lead.record, lead.plays)


def make_daily(guild, day, seed="daily", preset="forty-points"):
    return DailyDeal(GuildId(guild), Day(day), preset, make_solo_deal(PRESETS[preset], seed), seed)


def play_as_expert(deal):
    """Return the actions of an expert who plays the user's seat of a daily deal."""
    actions = ()
    while (position := play_solo_deal(deal.record, deal.seed, actions)).score is None:
        actions = (*actions, choose("expert", position.view, random.Random(1)))
    return actions


def list_kinds(view):
    """Return one legal lead of each kind."""
    return tuple({kind_of_lead(view, cards): cards for cards in legal_plays(view)}.values())


def compared(cards, points):
    """Return a compared play that is expected to end `points` card points behind the best play."""
    behind = points / 20
    return ComparedPlay(cards, 80.0 + points, 0.5 - behind, behind, 0.01, 600, 0.5 - behind, 0.02, points)


class KnownSearches:
    """A stand-in for the computer players. It rates the first play best, and all others `LOSS` points worse."""

    def __init__(self):
        self.found, self.looked_at, self.judged = make_lead(), [], []
        self.positions = 1

    async def find_lead_when_idle(self, rules, seed):
        self.looked_at.append((rules, seed))
        return self.found if len(self.looked_at) % self.positions == 0 else None

    async def compare_given_when_idle(self, view, plays, deals, seed):
        return tuple(compared(cards, LOSS * bool(at)) for at, cards in enumerate(plays))

    async def compare_given(self, view, plays, deals, seed):
        self.judged.append(plays[1])
        unlike = [cards for cards in plays[1:] if sorted(cards) != sorted(plays[0])]
        return (compared(plays[0], 0.0), *(compared(cards, LOSS) for cards in unlike))


def patch_searches(monkeypatch, searches):
    """Let every bot that starts from now on use these searches for puzzles."""
    for name in ("find_lead_when_idle", "compare_given_when_idle", "compare_given"):
        method = getattr(searches, name)
        monkeypatch.setattr(f"bot.play.computers.search_or_rules.ComputerPlayerWorker.{name}", _without_self(method))


@contextmanager
def known_searches():
    """Let bots that start in this context find a puzzle at once. A real search takes half a minute of CPU time."""
    with pytest.MonkeyPatch.context() as patched:
        patch_searches(patched, KnownSearches())
        yield


def _without_self(method):
    async def call(_, *args):
        return await method(*args)

    return call


def make_answer(puzzle, user, *, is_right=True, at=1_700_000_000.0, day=None):
    cards = puzzle.plays[0 if is_right else 1].cards
    judgement = Judgement(cards, 0.0 if is_right else LOSS, is_right)
    return PuzzleAnswer(puzzle.guild, puzzle.day if day is None else Day(day), user, judgement, at)
