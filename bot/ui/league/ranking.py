"""Everybody of a server by rating, and two people against each other."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bot.league.ids import UserId
from bot.league.looks import HeadToHead, Leaderboard, LeaderLine, Pool
from bot.render.statistics import Comparison, HeadToHeadPicture, StandingsPicture, StandingsRow
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Option, Select, Text
from bot.ui.captions import league_labels_of
from bot.ui.controls import PARTED, control
from bot.ui.kit import Kit
from bot.ui.league.figures import NOWHERE, Played, form_words, played_options, played_words
from bot.ui.league.showing import ROOM, page_count, pages, paragraph, pictured, preset_words
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

BOARD: Final = "leaderboard.png"
VERSUS: Final = "versus.png"
LONGEST_SEARCH: Final = 30
Names = Mapping[UserId, str]


def searched(text: str) -> str:
    """Return what was typed to search by, as an id can carry it."""
    return " ".join(text.replace(PARTED, " ").split())[:LONGEST_SEARCH]


async def board_body(
    kit: Kit, board: Leaderboard, pools: Sequence[Pool], page: int, search: str, names: Names, texts: "Texts"
) -> Body:
    """Return a page of the leaderboard as a picture with the same in words below, and the ways to the others."""
    shown = (await pictured(kit, _picture(board, page, search, names, texts), texts, BOARD),) if board.lines else ()
    told = (
        (paragraph(_line(line, names, texts) for line in board.lines),)
        if board.lines
        else (Text(texts.say("leagues.board_nobody" if search else "leagues.board_none")),)
    )
    turn = pages(page, board.total, texts, "board", board.pool.preset, tail=search)
    return Body((*shown, *told, *turn, *_pools(board, pools, search, texts)))


async def versus_body(kit: Kit, both: HeadToHead, names: Names, texts: "Texts", met: Played = NOWHERE) -> Body:
    """Return two people against each other, as a picture and in words. `met`: deals by preset, most first."""
    left, right = names[both.left], names[both.right]
    lines = _compared(both, texts)
    picture = HeadToHeadPicture(texts.say("leagues.versus_title"), left, right, lines, both.form)
    told = [f"## {plain(left)} – {plain(right)} · {preset_words(both.pool.preset, texts)}"]
    told += [texts.say("leagues.versus_line", caption=one.caption, left=one.left, right=one.right) for one in lines]
    if both.form:
        told.append(f"- {texts.say('leagues.versus_form', form=form_words(both.form, texts))}")
    together = both.together
    if together.deals:
        told.append(f"- {texts.say('leagues.versus_partners', won=together.won, deals=together.deals)}")
    shown = (await pictured(kit, picture, texts, VERSUS),) if both.against.deals else ()
    return Body((*shown, Text("\n".join(told)), *_met((both.left, both.right), both.pool.preset, met, texts)))


def never_met_body(pair: tuple[UserId, UserId], preset: str, met: Played, names: Names, texts: "Texts") -> Body:
    """Return that two people have not met by a preset, and by which they have: `met`, deals by preset, most first."""
    facts = {"left": plain(names[pair[0]]), "right": plain(names[pair[1]])}
    if not met:
        return Body((Text(texts.say("leagues.versus_none", **facts)),))
    rules = played_words(met, texts)
    words = texts.say("figures.not_met", preset=preset_words(preset, texts), rules=rules, **facts)
    return Body((Text(words), *_met(pair, preset, met, texts)))


def _met(pair: tuple[UserId, UserId], preset: str, met: Played, texts: "Texts") -> tuple[Block, ...]:
    """Return the list of rules by which two people have met, where there is another than `preset`."""
    if not set(met) - {preset}:
        return ()
    options = played_options(met, preset, met, texts)
    return (Select(control(ROOM, "rival", *pair), cut(texts.say("leagues.pools"), PROMPT), options),)


def _picture(board: Leaderboard, page: int, search: str, names: Names, texts: "Texts") -> StandingsPicture:
    title = texts.say("leagues.board_title", preset=preset_words(board.pool.preset, texts))
    under = texts.say("leagues.page", page=page, pages=page_count(board.total))
    if search:
        under = texts.say("leagues.board_found", search=search, total=board.total)
    rows = tuple(_row(line, names) for line in board.lines)
    return StandingsPicture(title, under, rows, league_labels_of(texts))


def _row(line: LeaderLine, names: Names) -> StandingsRow:
    return StandingsRow(line.rank or 0, names[line.user], 0, 0, rating=line.rating.shown)


def _line(line: LeaderLine, names: Names, texts: "Texts") -> str:
    facts = {"name": plain(names[line.user]), "rating": line.rating.shown, "deals": line.rating.deals}
    if line.rank is None:
        return texts.say("leagues.board_provisional", **facts)
    return texts.say("leagues.board_line", rank=line.rank, **facts)


def _compared(both: HeadToHead, texts: "Texts") -> tuple[Comparison, ...]:
    against, (left, right) = both.against, both.ratings
    return (
        Comparison(texts.say("leagues.versus.against"), str(against.won), str(against.lost), against.share),
        Comparison(texts.say("leagues.versus.rating"), str(left.shown), str(right.shown)),
    )


def _pools(board: Leaderboard, pools: Sequence[Pool], search: str, texts: "Texts") -> tuple[Block, ...]:
    if len(pools) < 2:  # noqa: PLR2004 - where there is one there is nothing to choose
        return ()
    options = tuple(
        Option(one.preset, cut(preset_words(one.preset, texts), OPTION_TEXT), "", one.preset == board.pool.preset)
        for one in pools[:OPTIONS]
    )
    return (Select(control(ROOM, "boards", search), cut(texts.say("leagues.pools"), PROMPT), options),)
