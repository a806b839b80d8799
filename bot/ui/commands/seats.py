"""`/away`, `/back`, `/leave` and `/seat`: coming and going at a table by typing."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.play.occupants import Person, UserId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.text.describe.people import plain
from bot.ui.answers import Answer, Desk, ShowHand, Tell, tell
from bot.ui.asker import Asker
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.wording import Wording
from bot.ui.finding import seat_here
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.panels.asked import cut
from bot.ui.presses import seat_at
from engine.seats import Seat

MOST_SEATS: Final = 12
Deed = Callable[[Asker, Table], Awaitable[Answer]]


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about coming and going."""
    return (
        _plain(kit, desk, wording, "away", _away),
        _plain(kit, desk, wording, "back", _back),
        _plain(kit, desk, wording, "leave", _leave),
        _seat(kit, desk, wording),
    )


def _plain(kit: Kit, desk: Desk, wording: Wording, key: str, deed: Deed) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        await desk.serve_table(asker_of(kit, interaction), partial(seat_here, kit), deed)

    return single(run, key, wording)


async def _away(asker: Asker, table: Table) -> Answer:
    await table.step_away(asker.user)
    return tell(asker.texts.say("seats.away"))


async def _back(asker: Asker, table: Table) -> Answer:
    await table.come_back(asker.user)
    return ShowHand(table, asker.texts.say("seats.back"))


async def _leave(asker: Asker, table: Table) -> Answer:
    """Leave a lobby at once; a match only after one more press, for the seat is not given back."""
    seat_at(table, asker.user)
    if table.facts.status is not Status.PLAYING:
        await table.leave(asker.user)
        return tell(asker.texts.say("seats.left"))
    go = Button(str(Id(table.id, Verb.GO)), cut(asker.texts.say("seats.leave_for_good")), Tone.GRAVE)
    away = Button(str(Id(table.id, Verb.AWAY)), cut(asker.texts.say("seats.step_away")))
    others = [o for o in table.occupants if isinstance(o, Person) and o.user != asker.user]
    words = "seats.leave_sure" if others else "seats.leave_last"
    return Tell(Body((Text(asker.texts.say(words)), *in_rows((go, away)))))


def _seat(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(user=wording("option.user.description"), seat=wording("option.seat.description"))
    @app_commands.rename(user=wording("option.user.name"), seat=wording("option.seat.name"))
    async def seat(
        interaction: discord.Interaction, user: discord.Member, seat: Range[int, 1, MOST_SEATS] | None = None
    ) -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            return await _given(kit, asker, table, user, seat)

        await desk.serve_table(asker_of(kit, interaction), partial(seat_here, kit), deed)

    return single(seat, "seat", wording)


async def _given(kit: Kit, asker: Asker, table: Table, to: discord.Member, number: int | None) -> Answer:
    """Give a seat to somebody; a bot plays no cards, and is refused like anybody who is not there."""
    if to.bot:
        raise Refused(Why.NOT_SEATED)
    newcomer = UserId(to.id)
    seat = seat_at(table, asker.user) if number is None else Seat(number - 1)
    await kit.people.named(newcomer, to.display_name)
    await table.substitute(asker.user, seat, newcomer)
    key = "seats.given" if number is None else "seats.given_on"
    return tell(asker.texts.say(key, name=plain(to.display_name), seat=seat + 1))
