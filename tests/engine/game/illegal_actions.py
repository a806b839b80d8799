"""Makes actions for a seat at any moment of a deal. Most of them are illegal."""

from engine.model.actions import (
    Bury,
    CallFriends,
    ClaimRedeal,
    CloseWindow,
    Declare,
    Draw,
    EndDeal,
    FriendCall,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
    Undo,
)
from engine.model.cards import ALL_FACES


def illegal_actions(view, rng):
    """Yield actions of every kind except dealing, with the seat's own cards and with random ones."""
    cards = tuple(rng.choices(ALL_FACES, k=rng.randint(0, 4)))
    own = tuple(rng.sample(view.hand, min(len(view.hand), rng.randint(1, 3))))
    yield from (Play(cards), Play(own), Declare(cards), Declare(own), Bury(cards), Bury(own), Bury(view.hand))
    yield from (
        Pass(),
        ClaimRedeal(),
        PickUp(take=True),
        TakeBack(),
        EndDeal(),
        Draw(1),
        CloseWindow(),
        Undo(0),
        Sit(0, "x"),
    )
    yield CallFriends((FriendCall(rng.choice(ALL_FACES), rng.randint(-1, 9)),))
    yield Play(own, (own[:1], own[1:]))
