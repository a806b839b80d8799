"""Deals that are made for a test: who holds what, and how one comes to declare and to lead."""

from contextlib import ExitStack, suppress
from itertools import chain
from unittest.mock import patch

from playing import until

from bot.loopback.interactions.client import ClientError
from bot.ui.ids import Verb, parse, read_cards
from engine.actions import Deal
from engine.cards import parse_cards
from engine.fairness import pack


def dealt(*hands, first=0):
    """What makes every deal give these hands, seat by seat, and the last of them to the kitty."""
    *held, kitty = map(parse_cards, hands)
    deal = Deal((*chain.from_iterable(zip(*held, strict=True)), *kitty), first)
    stack = ExitStack()
    for user in ("bot.play.lobby.shuffled", "bot.play.gameplay.shuffled"):
        stack.enter_context(patch(user, lambda *_: deal))
    return stack


def hands_with(rules, *wanted):
    """Hands in which each seat holds what is wanted of it, and nobody else a joker; the rest as the pack has it."""
    left = list(pack(rules))
    held = [list(parse_cards(text)) for text in (*wanted, *[""] * (rules.players - len(wanted)))]
    for card in chain.from_iterable(held):
        left.remove(card)
    jokers = [card for card in left if card.rank is None]
    left = [*(card for card in left if card.rank is not None), *jokers]  # the last go to the kitty
    size = (len(pack(rules)) - rules.kitty_size) // rules.players
    for hand in held:
        while len(hand) < size:
            hand.append(left.pop(0))
    return [" ".join(map(str, hand)) for hand in (*held, left)]


async def declares(ann, shown, others=()):
    """Declare these cards as soon as they have come, let the others pass, and return the panel that asks what to bury."""
    wanted = sorted(parse_cards(shown))

    async def declaring():
        panel = await ann.panel()
        made = [i for i in panel.ids(Verb.DECLARE) if sorted(read_cards(parse(i).argument)) == wanted]
        for player, seen in ((ann, panel), *[(one, await one.panel()) for one in others]):
            presses = made if player is ann else seen.ids(Verb.PASS)
            if presses:
                with suppress(ClientError):  # a computer was quicker
                    await player.click(seen, presses[0])
        return panel

    return await until(ann, declaring, lambda s: s.has(Verb.SUGGEST))


async def leading(ann, shown, kitty, others=()):
    """Declare these cards, bury the kitty as it came, and return the panel that asks for the first lead."""
    await declares(ann, shown, others)
    await ann.slash("play", cards=kitty)
    return await until(ann, ann.panel, lambda s: s.has(Verb.PICK) and not s.has(Verb.SUGGEST))
