"""Some legal action for any question, without thought: the last resort when a computer player fails."""

from engine.actions import Action, Bury, CallFriends, Pass, PickUp, Play
from engine.options import call_options, calls_wanted, legal_plays
from engine.view import Ask, View


def any_legal(view: View) -> Action | None:
    """Return a legal answer to what is asked; None if nothing is."""
    match view.ask:
        case Ask.NOTHING:
            return None
        case Ask.DECLARE | Ask.CLAIM | Ask.STEAL:
            return Pass()
        case Ask.BURY:
            return Bury(view.hand[: view.kitty_size])
        case Ask.CALL:
            return CallFriends(tuple(call_options(view))[: calls_wanted(view)])
        case Ask.LEAD | Ask.FOLLOW:
            return Play(next(iter(legal_plays(view, 1))))
        case Ask.PICK_UP:
            return PickUp(take=True)
