"""`/play`: cards typed instead of tapped, for every question that is answered with cards."""

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.answers import Answer, Desk, ShowHand, in_own_language
from bot.ui.asker import Asker
from bot.ui.commands.table import asker_of
from bot.ui.commands.wording import Wording
from bot.ui.finding import table_here
from bot.ui.kit import Kit
from bot.ui.presses import seat_at
from bot.ui.typed import typed_cards
from engine.actions import Action, Bury, Declare, Pass, Play
from engine.cards import Card, cards_text, counts, holds
from engine.errors import IllegalAction, Reason
from engine.options import declarations, lead_suggestions, legal_plays
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

OFFERED: Final = 25
SEARCHED: Final = 200
LONGEST: Final = 100
PASS_WORDS: Final = {"pass", "-", "过", "過", "不叫", "不亮"}


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[app_commands.Command[Any, ..., Any], ...]:
    """Return `/play`."""

    @app_commands.describe(cards=wording("option.cards.description"))
    @app_commands.rename(cards=wording("option.cards.name"))
    async def play(interaction: discord.Interaction, cards: str) -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            seat = seat_at(table, asker.user)
            task, view = table.task(seat), table.view(seat)
            await table.submit(seat, typed_action(view, cards), task)
            return ShowHand(table)

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        asker = await in_own_language(kit, asker_of(kit, interaction))
        try:
            table = await table_here(kit, asker)
            view = table.view(seat_at(table, asker.user))
        except Refused:
            return []
        return [
            app_commands.Choice(name=name[:LONGEST], value=value) for name, value in offers(view, typed, asker.texts)
        ]

    play_command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=wording("command.play.name"), description=wording("command.play.description"), callback=play
    )
    play_command.guild_only = True
    play_command.autocomplete("cards")(offer)
    return (play_command,)


def typed_action(view: View, text: str) -> Action:
    """Return what a person means who types `text` in answer to what he is asked.

    Raises:
        Refused: it holds no cards.
        IllegalAction: nothing is asked that cards could answer.
    """
    if text.strip().lower() in PASS_WORDS:
        return Pass()
    cards = typed_cards(text)
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            return Declare(cards)
        case Ask.BURY:
            return Bury(cards)
        case Ask.LEAD | Ask.FOLLOW:
            assert view.trump is not None
            return Play(view.trump.sorted(cards))
        case Ask.NOTHING | Ask.CLAIM | Ask.CALL | Ask.PICK_UP:
            raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=view.to_act)


def offers(view: View, typed: str, texts: "Texts") -> list[tuple[str, str]]:
    """Return up to 25 (words, value) pairs for what may be typed now and begins with what is typed already."""
    wanted = _wanted(typed)
    found = (cards for cards in _candidates(view) if wanted is None or holds(cards, wanted))
    values = [(texts.cards(cards), _value(cards)) for cards in islice(found, OFFERED)]
    own = _own(view, wanted, texts)
    return ([*own, *(v for v in values if v not in own)])[:OFFERED]


def _wanted(typed: str) -> tuple[Card, ...] | None:
    try:
        return typed_cards(typed)
    except Refused:
        return None


def _candidates(view: View) -> list[tuple[Card, ...]]:
    match view.ask:
        case Ask.DECLARE | Ask.STEAL:
            return list(declarations(view))
        case Ask.LEAD:
            return list(dict.fromkeys((*lead_suggestions(view, OFFERED), *legal_plays(view, SEARCHED))))
        case Ask.FOLLOW:
            return list(legal_plays(view, SEARCHED))
        case _:
            return []


def _own(view: View, wanted: tuple[Card, ...] | None, texts: "Texts") -> list[tuple[str, str]]:
    """Offer the very cards that are typed, where the hand holds them."""
    if wanted is None or view.ask is Ask.NOTHING or not holds(view.hand, wanted):
        return []
    return [(texts.cards(wanted), _value(wanted))]


def _value(cards: tuple[Card, ...]) -> str:
    """Return cards as text that Discord takes as a value: copies counted where there are many."""
    plain = cards_text(cards)
    return plain if len(plain) <= LONGEST else " ".join(f"{card}x{n}" for card, n in counts(cards).items())[:LONGEST]
