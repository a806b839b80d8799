"""`/admin selftest` sends a private message whose controls try each kind of answer on the real Discord."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

import structlog

from bot import __version__
from bot.render.values.event_pictures import EventLine, EventStandingsPicture
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response
from bot.ui.core.memory.live_reports import SELFTEST, save_report
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button, labelled_select
from bot.ui.core.messages.message import Button, Message, Picture, SelectOption, Text, button_rows

log: Final = structlog.get_logger()

FEWEST_LINES, MOST_LINES = 2, 6
EXPIRED_SECONDS: Final = 15 * 60
"""Seconds after which an interaction's token expires. Only a later press can then edit the message."""
MORE_THAN_PROMPT: Final = 1.5
"""How long a slow answer takes, as a multiple of the time after which the bot defers answers."""


class SelftestStep(StrEnum):
    """A step of the test. The message has a control for each step except the last two.

    Every press passes `RESTART` after a restart of the bot, and `EXPIRED` after the message's token has expired.
    """

    REPLY = "reply"
    EDIT = "edit"
    SLOW = "slow"
    FORM = "form"
    PICTURE = "picture"
    RESTART = "restart"
    EXPIRED = "expired"


STEPS: Final = tuple(SelftestStep)
PRESSED: Final = (SelftestStep.REPLY, SelftestStep.EDIT, SelftestStep.SLOW, SelftestStep.FORM)


class AdminSelftest(ControlId, route="admin:test"):
    """A control of the test, which tries `step`. Bit n of `passed` says whether step n has passed.

    `sent` is when the message was sent, and `started` when the program started, in seconds since 1970.
    """

    step: SelftestStep
    passed: int
    sent: int
    started: int


async def show_selftest(ctx: Context) -> Response:
    """Send the message with which the test begins."""
    return NewMessage(await _selftest_view(ctx))


async def _selftest_view(ctx: Context, passed: int = 0, wrong: int | None = None) -> Message:
    """Return the message with all controls. If the user miscounted the picture's lines, `wrong` is the true number."""
    texts, now = ctx.texts, int(ctx.services.clock.wall())
    started, lines = int(ctx.services.registry.statistics.since), count_lines(now)

    def id_of(step: SelftestStep) -> AdminSelftest:
        return AdminSelftest(step, passed, now, started)

    buttons: tuple[Button, ...] = tuple(labelled_button(id_of(one), texts, f"admin.test_{one}") for one in PRESSED)
    drawn = tuple(EventLine(n, "♠ ♥ ♣ ♦", (str(n),)) for n in range(1, lines + 1))
    picture = await ctx.services.renderer.render(EventStandingsPicture("Tractor", "", "", ("",), drawn))
    options = (SelectOption(str(n), str(n)) for n in range(FEWEST_LINES, MOST_LINES + 1))
    return Message(
        (
            Text("\n".join(_list_words(texts, passed, wrong))),
            Picture(picture.png, texts.say("admin.test_alt", count=lines), "selftest.png"),
            *button_rows(buttons),
            labelled_select(id_of(SelftestStep.PICTURE), texts, "admin.test_ask", options),
        )
    )


def count_lines(at: int) -> int:
    """Return how many lines the picture has. This depends on when the message was sent (`at`, in seconds)."""
    return FEWEST_LINES + at % (MOST_LINES - FEWEST_LINES + 1)


def _list_words(texts: Texts, passed: int, wrong: int | None) -> Iterator[str]:
    yield texts.say("admin.test")
    for bit, step in enumerate(STEPS):
        yield f"{'✅' if passed >> bit & 1 else '▫️'} {texts.say(f'admin.test_{step}')}"
    if wrong is not None:
        yield texts.say("admin.test_wrong", count=wrong)
    if passed == (1 << len(STEPS)) - 1:
        yield texts.say("admin.test_done")


async def handle_selftest(press: ControlPress[Any]) -> Response:
    """Give the kind of answer that the pressed control tries, and save which steps have passed."""
    ctx, id_, wrong = press.ctx, press.id, None
    if id_.step is SelftestStep.FORM and not press.form_values:
        field = FormField("text", ctx.texts.say("admin.test_field"), required=False)
        return OpenForm(Form(str(id_), ctx.texts.say("admin.test_form"), (field,)))
    if id_.step is SelftestStep.SLOW:
        clock = ctx.services.clock
        await clock.sleep_until(clock.now() + MORE_THAN_PROMPT * ctx.services.config.defer_after)
    if id_.step is SelftestStep.PICTURE and press.chosen != str(count_lines(id_.sent)):
        wrong = count_lines(id_.sent)
    passed = id_.passed | sum(1 << STEPS.index(one) for one in _list_passed(ctx, id_, is_wrong=wrong is not None))
    await _report(ctx, id_.step, passed, is_wrong=wrong is not None)
    view = await _selftest_view(ctx, passed, wrong)
    return NewMessage(view) if id_.step is SelftestStep.REPLY else EditMessage(view)


async def _report(ctx: Context, step: SelftestStep, passed: int, *, is_wrong: bool) -> None:
    done = {one.value: bool(passed >> bit & 1) for bit, one in enumerate(STEPS)}
    log.info("selftest step", passed=[name for name in done if done[name]], step=step.value, wrong=is_wrong)
    folder = ctx.services.config.report_folder
    if folder is None:
        return
    at = datetime.fromtimestamp(ctx.services.clock.wall(), UTC).isoformat(timespec="seconds")
    report = {"version": __version__, "tried_at": at, "passed": done, "last": step.value, "wrong": is_wrong}
    try:
        await asyncio.to_thread(save_report, folder / SELFTEST, report)
    except OSError as error:
        log.warning("the selftest could not be written to its file", cause=error.strerror)


def _list_passed(ctx: Context, id_: AdminSelftest, *, is_wrong: bool) -> Iterator[SelftestStep]:
    if not is_wrong:
        yield id_.step
    if id_.started != int(ctx.services.registry.statistics.since):
        yield SelftestStep.RESTART
    if ctx.services.clock.wall() - id_.sent > EXPIRED_SECONDS:
        yield SelftestStep.EXPIRED
