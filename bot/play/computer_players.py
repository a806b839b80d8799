"""Computer players: the worker in which they choose, and a legal action for when that fails."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from engine.deal.legal_actions import friends_to_call, legal_actions_of, legal_friend_calls, legal_plays
from engine.model.actions import Action, CallFriends, Pass, PickUp, Play
from engine.model.view import Ask, View
from engine.players import choose


class ComputerPlayerWorker:
    """Runs the players of `engine.players` in one worker thread, so that the event loop never waits for them."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="computer-players")

    async def choose(self, view: View, level: str, seed: str) -> Action | None:
        """Return the choice of a computer player of `level`; None: nothing yet."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: choose(level, view, random.Random(seed)))  # noqa: S311 - a game's choice, not a secret

    def close(self) -> None:
        """Stop the worker."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def pick_legal_action(view: View) -> Action | None:
    """Return any legal action, chosen without thought; None if nothing is asked."""
    match view.ask:
        case Ask.NOTHING:
            return None
        case Ask.DECLARE | Ask.CLAIM | Ask.STEAL:
            return Pass()
        case Ask.BURY:
            return next(legal_actions_of(view))
        case Ask.CALL:
            return CallFriends(tuple(legal_friend_calls(view))[: friends_to_call(view)])
        case Ask.LEAD | Ask.FOLLOW:
            return Play(next(iter(legal_plays(view, 1))))
        case Ask.PICK_UP:
            return PickUp(take=True)
