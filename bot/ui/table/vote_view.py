"""Shows the votes of a table in public and to one user. Also shows its speed, next deal and shuffle proof."""

from collections.abc import Iterator
from typing import Final

from bot.ids import TableId, UserId
from bot.play.tables.snapshot import Snapshot
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import (
    LIVE_STATUSES,
    Person,
    Proposal,
    ProposalKind,
    Speed,
    TableInfo,
    TableStatus,
    Tally,
)
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.formatting import format_fingerprint
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.result_panel import format_awaited, format_next_deal
from engine.model.seats import Seat
from engine.model.view import PhaseName

MAX_VOTE_BUTTONS: Final = 4
_SEPARATOR: Final = "."
SPEED: Final = "speed"
"""The prefix of the values that set a speed, in the select for a lobby's host."""


class OpenVotes(ControlId, route="council"):
    """Opens the votes of a table."""

    table: TableId


class CastVote(ControlId, route="vote"):
    """Votes for the chosen proposal or, without a choice, for `proposal`. `mark` changes the id with each vote."""

    table: TableId
    proposal: str
    mark: str = ""


def encode_proposal(proposal: Proposal) -> str:
    """Return a proposal as text for ids."""
    parts = (proposal.kind.value, proposal.seat, proposal.newcomer)
    return _SEPARATOR.join("" if part is None else str(part) for part in parts)


def decode_proposal(code: str) -> Proposal | None:
    """Read what `encode_proposal` wrote; None if it is invalid."""
    try:
        kind, seat, user = code.split(_SEPARATOR)
        return Proposal(ProposalKind(kind), Seat(int(seat)) if seat else None, UserId(int(user)) if user else None)
    except ValueError:
        return None


async def describe_proposal(services: Services, table: Snapshot, proposal: Proposal, texts: Texts) -> str:
    """Return a proposal in a few plain words."""
    newcomer = None if proposal.newcomer is None else Person(proposal.newcomer)
    *names, named = await services.people.find_names((*table.occupants, newcomer), texts)
    there = names[proposal.seat] if proposal.seat is not None and proposal.seat < len(names) else None
    return texts.say(f"council.{proposal.kind.value}", name=there or "", newcomer=named or "")


async def vote_lines(services: Services, table: Snapshot, texts: Texts) -> list[str]:
    """Return a line for each proposal that is voted on."""
    return [await vote_line(services, table, tally, texts) for tally in table.tallies]


async def vote_line(services: Services, table: Snapshot, tally: Tally, texts: Texts) -> str:
    """Return a line with a proposal's votes and how many it needs."""
    about = escape_name(await describe_proposal(services, table, tally.proposal, texts))
    return texts.say("council.line", matter=about, votes=len(tally.voters), needed=tally.needed)


async def vote_buttons(services: Services, table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    """Return a button to vote for each of the first proposals."""
    buttons = []
    for tally in table.tallies[:MAX_VOTE_BUTTONS]:
        label = texts.say("council.for", matter=await describe_proposal(services, table, tally.proposal, texts))
        buttons.append(Button(CastVote(table.id, encode_proposal(tally.proposal)), label, ButtonStyle.PRIMARY))
    return button_rows(tuple(buttons), 2)


def open_votes_button(table: TableId, texts: Texts) -> Button:
    """Return the button that opens the votes."""
    return Button(OpenVotes(table), texts.say("council.open"))


def _possible_proposals(table: Snapshot) -> Iterator[Proposal]:
    if table.facts.status not in LIVE_STATUSES:
        return
    if table.not_ready and table.ready:
        yield Proposal(ProposalKind.NEXT_DEAL)
    if table.facts.status is TableStatus.PLAYING:
        yield from (Proposal(ProposalKind.COMPUTER, seat) for seat in sorted(table.away))
        if table.can_be_voided:
            yield Proposal(ProposalKind.VOID)
    yield Proposal(ProposalKind.CLOSE)


async def votes_view(services: Services, table: Snapshot, user: UserId, texts: Texts, notice: str = "") -> Message:
    """Return the private message in which a user votes; the host of a match also chooses its speed there."""
    lines = [f"### {texts.say('council.heading', table=table.id)}", texts.say("council.about")]
    lines += await vote_lines(services, table, texts)
    standing = [tally.proposal for tally in table.tallies]
    proposals = [*standing, *(one for one in _possible_proposals(table) if one not in standing)]
    matters = [await describe_proposal(services, table, one, texts) for one in proposals]
    options = [select_option(encode_proposal(one), words) for one, words in zip(proposals, matters, strict=True)]
    id_ = CastVote(table.id, "", str(sum(len(tally.voters) for tally in table.tallies)))
    choice = (Select(id_, texts.say("council.prompt"), tuple(options[:MAX_OPTIONS])),) if options else ()
    hosts = table.facts.host == user and table.facts.status is TableStatus.PLAYING
    speed_id = SpeedControl(table.id, (table.facts.speed or Speed.NORMAL).value)
    speed = (labelled_select(speed_id, texts, "pace.speed", list_speeds(table.facts, texts)),) if hosts else ()
    return Message((Text("\n".join(lines)), *choice, *speed)).with_notice(notice or None)


async def next_deal_lines(services: Services, table: Snapshot, texts: Texts) -> list[str]:
    """Return lines that say when an unwatched match ends, when the next deal starts, and for whom it waits."""
    lines = []
    ends_at = table.due_at(DeadlineKind.UNWATCHED)
    if ends_at is not None and table.spectator_view().phase is PhaseName.FINISHED:
        lines.append(texts.say("watch.ends", when=f"<t:{round(table.to_wall(ends_at))}:R>"))
    if table.next_deal_at is not None:
        lines.append(format_next_deal(table.next_deal_at, services.clock.now(), texts, table.clock_offset))
    names = escape_names(await services.people.find_names(table.occupants, texts))
    return [*lines, *filter(None, (format_awaited(table, names, texts),))]


def shuffle_proof_lines(table: Snapshot, texts: Texts) -> list[str]:
    """Return how the shuffle of a finished deal can be verified; empty if it cannot be."""
    return [f"-# {texts.say('council.proof')}"] if table.proof is not None else []


def shuffle_footer(table: Snapshot, texts: Texts) -> tuple[Text, ...]:
    """Return small text with the fingerprint of the shuffle or, after the deal, about how to verify the shuffle."""
    if table.commitment is None:
        return tuple(map(Text, shuffle_proof_lines(table, texts)))
    key = "council.fingerprint_next" if table.proof is not None or not table.has_started else "council.fingerprint"
    return (Text(f"-# {texts.say(key, fingerprint=format_fingerprint(table.commitment))}"),)


class SpeedControl(ControlId, route="speed"):
    """Sets the speed of a table. `shown` is the present speed, so that each change of speed also changes the id."""

    table: TableId
    shown: str


def list_speeds(facts: TableInfo, texts: Texts, mark: str = "") -> tuple[SelectOption, ...]:
    """Return the speeds as options. With a `mark`, leave out the present speed, and begin each value with the mark."""
    present = facts.speed or Speed.NORMAL
    return tuple(
        select_option(f"{mark}{one.value}", texts.say(f"pace.{one.value}"), chosen=not mark and one is present)
        for one in Speed
        if not mark or one is not present
    )
