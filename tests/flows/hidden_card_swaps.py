"""Makes pairs of deals that one viewer cannot tell apart, because they differ only in cards hidden from them."""

import random
from itertools import zip_longest

from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.deal.legal_actions import (
    friends_to_call,
    legal_declarations,
    legal_friend_calls,
    legal_plays,
    suggest_leads,
)
from engine.model.actions import Bury, CallFriends, Deal, Declare, Draw, Pass, PickUp, Play
from engine.model.errors import IllegalAction
from engine.model.seats import TABLE
from engine.model.view import Ask, PhaseName


def make_script(rules, order, stop, rng):
    """Return random actions of a deal as a list of (seat, action). Return None if the deal ends before `stop`.

    If `stop` is a phase, the actions end in this phase, once all cards are drawn. In the phase of declaring, they also
    contain a declaration. If `stop` is a number, the last action is the first lead after that many tricks.
    """
    phase, actions = start(rules), []

    def do(seat, action):
        nonlocal phase
        phase = apply(phase, seat, action).phase
        actions.append((seat, action))

    do(TABLE, Deal(order, 0))
    while (view := spectator_view(phase)).phase is not PhaseName.FINISHED:
        if view.phase is stop and not view.to_draw and (view.declarations or stop is not PhaseName.DECLARING):
            return actions
        if view.phase is PhaseName.READY:  # the deal was cancelled
            break
        if view.phase is PhaseName.DECLARING and view.to_draw:
            do(TABLE, Draw(min(view.to_draw, 40)))
        elif len(view.tricks) == stop and view.trick.plays:
            return actions
        else:
            seat = rng.choice(to_act(phase))
            do(seat, _choice(view_for(phase, seat), rng))
    return actions if view.phase is stop else None


def _choice(view, rng):  # noqa: PLR0911 - one for each question
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            offers, some = legal_declarations(view), view.ask is Ask.STEAL or not view.declarations
            return Declare(rng.choice(offers)) if offers and some else Pass()
        case Ask.BURY:
            return Bury(tuple(rng.sample(view.hand, view.kitty_size)))
        case Ask.LEAD:
            return Play(rng.choice([*suggest_leads(view, 3), *list(legal_plays(view, 20))]))
        case Ask.FOLLOW:
            return Play(rng.choice(list(legal_plays(view, 30))))
        case Ask.CALL:
            return CallFriends(tuple(rng.sample(legal_friend_calls(view), friends_to_call(view))))
        case Ask.CLAIM:
            return Pass()
        case Ask.PICK_UP:
            return PickUp(take=rng.random() < 0.5)
    raise AssertionError(view.ask)


def trace(rules, actions, viewer):
    """After each action, yield all that `viewer` can learn from it. If an action is illegal, yield None and stop."""
    phase = start(rules)
    try:
        for seat, action in actions:
            step = apply(phase, seat, action)
            phase = step.phase
            yield step.events, view_for(phase, viewer), spectator_view(phase)
    except IllegalAction:
        yield None


def permute_hidden(rules, actions, viewer, rng, tries=400):
    """Return actions with the same public history but other hidden cards.

    Up to `tries` times, two hidden cards are exchanged if the viewer cannot notice it.
    """
    wanted = list(trace(rules, actions, viewer))
    size, players = len(actions[0][1].order), rules.players
    hidden = [i for i in range(size) if i % players != viewer or i >= size - rules.kitty_size]
    for _ in range(tries):
        a, b = rng.sample(hidden, 2)
        for changed in _swaps(actions, a, b, viewer):
            if all(a == b for a, b in zip_longest(trace(rules, changed, viewer), wanted)):
                actions = changed
                break
    return actions


def _swaps(actions, a, b, viewer):
    """Yield actions with two cards of the pack swapped, first with the same buried cards, then with swapped ones."""
    (table, deal), *rest = actions
    order = list(deal.order)
    x, y = order[a], order[b]
    if x == y:
        return
    order[a], order[b] = y, x
    yield [(table, Deal(tuple(order), deal.first)), *rest]
    for old, new in ((x, y), (y, x)):
        yield [(table, Deal(tuple(order), deal.first)), *(_rebury(entry, old, new, viewer) for entry in rest)]


def _rebury(entry, old, new, viewer):
    seat, action = entry
    if not isinstance(action, Bury) or seat == viewer or old not in action.cards:
        return entry
    cards = list(action.cards)
    cards[cards.index(old)] = new
    return seat, Bury(tuple(cards))


def shuffled_pack(rules, seed):
    """Return a whole pack in an order determined by `seed`."""
    cards = list(full_pack(rules))
    random.Random(seed).shuffle(cards)
    return tuple(cards)
