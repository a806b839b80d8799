"""Builds the last row of a panel, to undo, get hints and look things up, and the offer to confirm plays above it."""

from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.messages.discord_limits import MAX_BUTTONS_PER_ROW, count_phone_rows
from bot.ui.core.messages.message import Block, Button, Buttons, ButtonStyle, LinkButton, Text, button_rows
from bot.ui.hand.question import SeatQuestion


def footer_blocks(
    question: SeatQuestion, why: tuple[Buttons, ...], links: tuple[LinkButton, ...], *, offers_confirmation: bool
) -> tuple[Block, ...]:
    """Return the last row. The buttons in `why` explain a refusal, and `links` lead to the table."""
    buttons = [button for row in why for button in row.buttons if isinstance(button, Button)]
    if not offers_confirmation:
        return _footer_rows(question, buttons, links)
    always = table_button(question.table, question.texts, ControlVerb.CONFIRM_ALWAYS, "turn.confirm_always")
    offer = Text(f"-# {question.say('turn.confirm_offer')}")
    if question.dense:  # the panel has no space for another row
        return (offer, *_footer_rows(question, [*buttons, always], links))
    return (offer, *button_rows((always,)), *_footer_rows(question, buttons, links))


def join_footer(
    controls: tuple[Block, ...], footer: tuple[Block, ...], *, may_be_cut: bool = False
) -> tuple[Block, ...]:
    """Return controls and footer, with a shared row if possible. With `may_be_cut`, buttons may be left out for it."""
    found = next(((n, block) for n, block in enumerate(controls) if isinstance(block, Buttons)), None)
    if found is None or len(footer) != 1 or not isinstance(footer[0], Buttons):
        return (*controls, *footer)
    at, first = found
    buttons = (*first.buttons, *footer[0].buttons)
    if may_be_cut and not any(isinstance(one, LinkButton) for one in buttons):
        buttons = buttons[:MAX_BUTTONS_PER_ROW]
    if len(buttons) > MAX_BUTTONS_PER_ROW:
        return (*controls, *footer)
    return (*controls[:at], Buttons(buttons), *controls[at + 1 :])


def _footer_rows(question: SeatQuestion, buttons: list[Button], links: tuple[LinkButton, ...]) -> tuple[Buttons, ...]:
    view, texts = question.view, question.texts
    has_why = bool(buttons)  # with these buttons, a phone's row has no space for toggles
    if view.can_take_back:
        buttons.append(question.button(ControlVerb.TAKE_BACK, texts.format_take_back(view)))
    if view.can_end_deal:
        buttons.append(question.button(ControlVerb.END_DEAL, texts.say("panel.end_deal"), ButtonStyle.DANGER))
    if not has_why:
        left = MAX_BUTTONS_PER_ROW - len(buttons)
        buttons += [question.toggle(verb, key) for verb, key in question.toggles[:left]]
    return button_rows((*buttons, *links))


def add_coach(question: SeatQuestion, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Put the coach's button beside the hint's button, unless a phone would need another row for it."""
    hint = question.toggle(ControlVerb.SHOW_HINT, "turn.hint")
    coach = question.button(ControlVerb.COACH, question.say("turn.coach"))
    return tuple(_put_beside(block, hint, coach) if isinstance(block, Buttons) else block for block in blocks)


def _put_beside(row: Buttons, known: Button, added: Button) -> Buttons:
    if known not in row.buttons or len(row.buttons) == MAX_BUTTONS_PER_ROW:
        return row
    at = row.buttons.index(known) + 1
    longer = (*row.buttons[:at], added, *row.buttons[at:])
    before, after = (count_phone_rows(one.label for one in buttons) for buttons in (row.buttons, longer))
    return Buttons(longer) if after == before else row
