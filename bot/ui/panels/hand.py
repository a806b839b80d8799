"""The hand panel: what is asked of one person, his cards, and controls for it. Made from his view and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import UserId
from bot.play.ports import DueKind, Status
from bot.play.refusals import Refused, Why
from bot.play.snapshot import Snapshot
from bot.play.table import Table
from bot.render.pictures import HandPicture
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Buttons, Shown, Text, Tone, in_rows
from bot.ui.captions import labels_of
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.limits import ALT
from bot.ui.panels.asked import Asked, cut
from bot.ui.panels.bidding import claim_rows, declare_rows, pick_up_rows
from bot.ui.panels.burying import bury_blocks
from bot.ui.panels.calling import call_blocks
from bot.ui.panels.following import follow_blocks, playable
from bot.ui.panels.hosting import waiting_panel
from bot.ui.panels.leading import lead_blocks
from bot.ui.preferences import Preferences
from engine.cards import Card
from engine.events import Declined
from engine.seats import Seat
from engine.view import Ask, PhaseName, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

PICTURE: Final = "hand.png"
REST: Final = "rest.png"
MOST_BEFORE_HINT: Final = 3
"""Where so many others stand before it, the row has no room for a hint."""
Stamp = tuple[object, ...]
Names = tuple[str | None, ...]


def stamp(table: Table, user: UserId) -> Stamp:
    """Return what a person's panel hangs on: as long as it is the same, nothing new need be shown to him."""
    seat = table.seat_of(user)
    if seat is None or table.phase is None:
        return (table.facts.status, seat, table.facts.host, table.facts.preset, table.facts.seats)
    view = table.view(seat)
    here = (table.facts.status, seat, seat in table.facts.away, table.facts.paused)
    return (*here, view.deal_number, view.phase, table.task(seat), len(view.hand), view.redeal, len(view.declarations))


async def hand_panel(
    kit: Kit,
    table: Table,
    user: UserId,
    texts: "Texts",
    notice: str | None = None,
    why: tuple[Buttons, ...] = (),
    *,
    as_text: bool | None = None,
) -> Body:
    """Return the panel of a person, as things stand now. `as_text`: the hand in words; None: as he prefers.

    `notice` stands above it, and `why` leads to the rule that it speaks of.

    Raises:
        Refused: he has no seat here.
    """
    seen = table.snapshot()
    seat = seen.seat_of(user)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    if _given_up(seen):
        return _over_body(seen, texts).headed(notice)
    if not seen.begun:
        return (await waiting_panel(kit, seen, user, seat, texts)).headed(notice)
    draft = kit.drafts.get(seen.id, seat, seen.task(seat))
    wanted = await kit.people.preferences(user)
    view, v1 = seen.view(seat), kit.manners.v1
    asked = Asked(seen.id, seat, view, draft, texts, v1, not wanted.two_colour, wanted.confirm)
    names = await kit.people.names(seen.occupants, texts)
    heading = tuple(_heading(seen, asked, tuple(plain(name or "") for name in names)))
    captions = await kit.people.captions(seen.occupants, texts)
    told = wanted if as_text is None else replace(wanted, text_hand=as_text)
    picture = await cards_blocks(kit, asked, names, captions, told, headed=True)
    controls = controls_of(asked) if seen.facts.status is Status.PLAYING else ()
    place = (*await _place(kit, seen, user, texts), *_absence(seen, seat, texts))
    above, below = ((), why) if v1 else (why, ())  # where rows are few, the footer has room for one button more
    return Body((*above, *place, *heading, *picture, *controls, *_footer(asked, below))).headed(notice)


def _given_up(table: Snapshot) -> bool:
    """Tell whether a table was closed before its match was won: nothing is asked there any more."""
    if table.facts.status in {Status.LOBBY, Status.PLAYING}:
        return False
    result = table.watch().result if table.begun else None
    return result is None or not result.winners


def _over_body(table: Snapshot, texts: "Texts") -> Body:
    """Return a panel without controls: old ones would lead nowhere."""
    if not table.begun:
        return Body((Text(texts.say("ending.panel_lobby", table=table.id)),))
    return Body((Text(f"### {texts.say('ending.panel', table=table.id)}\n{texts.say('ui.match_ended')}"),))


async def _place(kit: Kit, table: Snapshot, user: UserId, texts: "Texts") -> tuple[Block, ...]:
    """Name the table for a person who sits at more than one, and where it is if that is a thread."""
    thread = await kit.places.thread(kit.notes, table.id)
    tables = sum(one.seat_of(user) is not None for one in kit.registry.live())
    if thread is None and tables < 2:  # noqa: PLR2004 - more than one
        return ()
    return (Text(texts.say("turn.table", table=table.id, channel=f"<#{thread or table.facts.channel}>")),)


def _absence(table: Snapshot, seat: Seat, texts: "Texts") -> tuple[Block, ...]:
    """Return the way back, for a person who is played for; and tell one who is here that his time was up."""
    if table.facts.status is not Status.PLAYING:
        return ()
    if seat not in table.away:
        return (Text(texts.say("seats.time_was_up")),) if seat in table.missed else ()
    words = texts.say("seats.paused" if table.facts.paused else "seats.you_are_away")
    return (Text(words), *in_rows((here_button(table, texts),)))


def here_button(table: Snapshot, texts: "Texts") -> Button:
    """Return the button of somebody who is back."""
    return Button(str(Id(table.id, Verb.HERE)), cut(texts.say("seats.here")), Tone.GOOD)


def controls_of(asked: Asked) -> tuple[Block, ...]:  # noqa: PLR0911 - one for each question
    """Return the controls for what is asked of the seat."""
    match asked.view.ask:
        case Ask.NOTHING:
            return ()
        case Ask.DECLARE | Ask.STEAL:
            return declare_rows(asked)
        case Ask.CLAIM:
            return claim_rows(asked)
        case Ask.BURY:
            return bury_blocks(asked)
        case Ask.CALL:
            return call_blocks(asked)
        case Ask.LEAD:
            return lead_blocks(asked)
        case Ask.FOLLOW:
            return follow_blocks(asked)
        case Ask.PICK_UP:
            return pick_up_rows(asked)


def next_button(table: Snapshot, view: View, texts: "Texts") -> tuple[Block, ...]:
    """Return the button that deals again, where a deal is over and the match is not."""
    if view.phase is not PhaseName.FINISHED or table.facts.status is not Status.PLAYING:
        return ()
    id_ = Id(table.id, Verb.NEXT, task=view.deal_number)
    return in_rows((Button(str(id_), cut(texts.say("ui.next_deal")), Tone.GOOD),))


def due_text(table: Snapshot, kinds: frozenset[DueKind], seat: Seat | None = None) -> str:
    """Return the earliest deadline of these kinds as Discord shows it, counting down; empty if there is none."""
    ats = [d.at for d in table.deadlines if d.kind in kinds and (seat is None or d.seat in {None, seat})]
    return f"<t:{round(min(ats))}:R>" if ats else ""


def _heading(table: Snapshot, asked: Asked, names: tuple[str, ...]) -> Iterator[Block]:
    view, texts = asked.view, asked.texts
    lines = [f"### {texts.ask(view)}"]
    if view.phase is PhaseName.DECLARING and view.declarations:
        key = "council.called_by" if view.declining is Declined.CALL else "council.declared_by"
        lines.append(texts.say(key, name=names[view.declarations[-1].seat]))
    if view.ask is not Ask.NOTHING:
        due = due_text(table, frozenset({DueKind.TURN, DueKind.WINDOW}), asked.seat)
        lines += [texts.say("ui.due", when=due)] if due else []
    if view.result is not None:
        lines.append(texts.result(view.result, names))
        begins = due_text(table, frozenset({DueKind.NEXT}))
        lines += [texts.say("council.next_at", when=begins)] if begins else []
    elif view.trump is not None:
        lines.append(texts.score_line(view, names))
        lines += filter(None, (texts.sides(view, names), texts.failed_throw(view, names)))
    yield Text("\n".join(lines))
    if view.phase is PhaseName.FINISHED:
        yield from next_button(table, view, texts)


def _picked(asked: Asked) -> tuple[Card, ...]:
    """Return the cards that a picture shows as picked."""
    return asked.picked if asked.view.ask in {Ask.BURY, Ask.LEAD, Ask.FOLLOW} else ()


async def cards_blocks(
    kit: Kit, asked: Asked, names: Names, captions: Names, prefers: Preferences, *, headed: bool = False
) -> tuple[Block, ...]:
    """Return the seat's cards as its owner likes to see them; nothing once he has none.

    `headed`: what is asked, and how the deal stands, is said above them.
    """
    if not asked.view.hand:
        return ()
    alt = cut(asked.texts.hand_alt(asked.view, names, lit(asked), _picked(asked)), ALT)
    if prefers.text_hand:
        return (Text(cut(asked.texts.hand_alt(asked.view, names, lit(asked), _picked(asked), bare=headed), ALT)),)
    return await _picture(kit, asked, captions, alt, large=prefers.large)


async def _picture(kit: Kit, asked: Asked, names: Names, alt: str, *, large: bool) -> tuple[Block, ...]:
    """Return the picture of the hand, or two with larger cards; in words if it cannot be drawn."""
    view, texts = asked.view, asked.texts
    try:
        wanted = HandPicture(view, lit(asked), _picked(asked), labels_of(texts), asked.four_colour, names=names)
        drawn = await kit.artist.hand_large(wanted) if large else (await kit.artist.hand(wanted),)
    except Exception:  # a hand that cannot be drawn is told in words, and the deal goes on
        log.exception("a hand picture could not be drawn", table=asked.table, seat=asked.seat)
        return (Text(alt),)
    rest = (Shown(more.png, texts.say("picture.rest"), REST) for more in drawn[1:])
    return (Shown(drawn[0].png, alt, PICTURE), *rest)


def lit(asked: Asked) -> frozenset[Card] | None:
    """Return the faces that may be played now; None where that makes no difference."""
    return playable(asked) if asked.view.ask is Ask.FOLLOW else None


def _footer(asked: Asked, why: tuple[Buttons, ...]) -> tuple[Block, ...]:
    view, texts = asked.view, asked.texts
    buttons = [button for row in why for button in row.buttons]
    if view.can_take_back:
        buttons.append(asked.button(Verb.TAKE_BACK, texts.take_back(view)))
    if view.can_end_deal:
        buttons.append(asked.button(Verb.END_DEAL, texts.say("ui.end_deal"), Tone.GRAVE))
    if view.ask is not Ask.NOTHING and view.seat is not None and len(buttons) < MOST_BEFORE_HINT:
        buttons.append(asked.button(Verb.ADVICE, texts.say("turn.hint")))
    if view.tricks:
        buttons.append(Button(str(Id(asked.table, Verb.LAST)), cut(texts.say("ui.last_trick"))))
    buttons.append(asked.button(Verb.REFRESH, texts.say("ui.refresh")))
    return in_rows(tuple(buttons))
