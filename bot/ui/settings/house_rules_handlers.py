"""Handles house rules. Every press checks again that the user may manage the server."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.ids import HouseRulesId
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.table_changes import build_rules
from bot.play.values.table_info import TableInfo
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.interactions.new_from_template import refill
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response, show_page
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.settings import house_rules_view as views
from bot.ui.settings.handlers import require_manager, server_settings_page
from bot.ui.typed.rule_changes import find_changes

Press = ControlPress[views.HouseRulesControl]
_NAME_REFUSALS: Final = {TableRefusal.HOUSE_RULES_NAME, TableRefusal.HOUSE_RULES_TAKEN}


async def handle_house_rules(press: Press) -> Response:
    """Show or change house rules. Raises TableRefused if the user is no manager, or if what they chose is gone."""
    require_manager(press.ctx)
    try:
        return await _HANDLERS[press.id.action](press)
    except TableRefused as refused:
        if refused.reason not in _NAME_REFUSALS:
            raise
        return await _offer_other_name(press, refused)


async def _save(press: Press) -> Response:
    facts = (await find_table_by_id(press.ctx, press.id.table)).facts
    if not press.form_values:
        return OpenForm(refill(press, views.name_form(press.id, press.texts)))
    book, changes = press.ctx.services.house_rules, _list_changes(facts)
    house = await book.save(press.ctx.guild, _get_name(press), facts.preset, changes)
    press.ctx.services.registry.refresh_tables(press.ctx.guild, lobbies_only=True)
    return NewMessage(views.saved_view(house, press.texts))


async def _replace(press: Press) -> Response:
    facts = (await find_table_by_id(press.ctx, press.id.table)).facts
    book = press.ctx.services.house_rules
    house = await book.replace(press.ctx.guild, press.id.rules, facts.preset, _list_changes(facts))
    press.ctx.services.registry.refresh_tables(press.ctx.guild, lobbies_only=True)
    return EditMessage(views.saved_view(house, press.texts))


async def _rename(press: Press) -> Response:
    if not press.form_values:
        house = await _get(press, press.id.rules)
        return OpenForm(refill(press, views.name_form(press.id, press.texts, house.name)))
    house = await press.ctx.services.house_rules.rename(press.ctx.guild, press.id.rules, _get_name(press))
    press.ctx.services.registry.refresh_tables(press.ctx.guild, lobbies_only=True)
    return EditMessage(views.house_rules_view(house, press.id.turn + 1, press.texts))


async def _offer_other_name(press: Press, refused: TableRefused) -> Response:
    services = press.ctx.services
    services.refused_forms.keep(press.ctx.user, str(press.id), press.form_values)
    taken = refused.reason is TableRefusal.HOUSE_RULES_TAKEN
    same = await services.house_rules.find_by_name(press.ctx.guild, _get_name(press)) if taken else None
    return NewMessage(views.name_refused_view(press.id, press.texts.format_refusal(refused), same, press.texts))


def _get_name(press: Press) -> str:
    return press.form_values.get(views.NAME_FIELD, "")


async def _list(press: Press) -> Response:
    found = await press.ctx.services.house_rules.list_all(press.ctx.guild)
    return EditMessage(views.house_rules_list_view(found, press.id.turn, press.texts))


async def _open(press: Press) -> Response:
    house = await _get(press, press.id.rules or HouseRulesId(parse_number(press.chosen)))
    return EditMessage(views.house_rules_view(house, press.id.turn + 1, press.texts))


async def _ask_delete(press: Press) -> Response:
    return EditMessage(views.confirm_delete_view(await _get(press, press.id.rules), press.texts))


async def _delete(press: Press) -> Response:
    book = press.ctx.services.house_rules
    gone = await book.delete(press.ctx.guild, press.id.rules)
    press.ctx.services.registry.refresh_tables(press.ctx.guild, lobbies_only=True)
    notice = press.texts.say("house.deleted", name=escape_name(gone.name))
    return EditMessage(views.house_rules_list_view(await book.list_all(press.ctx.guild), 0, press.texts, notice))


async def _make_default(press: Press) -> Response:
    await press.ctx.services.house_rules.set_default(press.ctx.guild, press.id.rules)
    return await _open(press)


async def _drop_default(press: Press) -> Response:
    house = await _get(press, press.id.rules)
    if house.is_default:
        await press.ctx.services.house_rules.set_default(press.ctx.guild, None)
    return await _open(press)


async def _get(press: Press, id_: HouseRulesId) -> HouseRules:
    return await press.ctx.services.house_rules.get(press.ctx.guild, id_)


def _list_changes(facts: TableInfo) -> dict[str, str]:
    build_rules(facts.preset, {})  # raises if this version lacks the preset
    return find_changes(facts.preset, facts.rules)


_HANDLERS: Final[Mapping[views.HouseRulesAction, Callable[[Press], Awaitable[Response]]]] = {
    views.HouseRulesAction.SAVE: _save,
    views.HouseRulesAction.REPLACE: _replace,
    views.HouseRulesAction.CONFIG: show_page(lambda press: server_settings_page(press.ctx)),
    views.HouseRulesAction.LIST: _list,
    views.HouseRulesAction.CHOOSE: _open,
    views.HouseRulesAction.OPEN: _open,
    views.HouseRulesAction.RENAME: _rename,
    views.HouseRulesAction.ASK_DELETE: _ask_delete,
    views.HouseRulesAction.DELETE: _delete,
    views.HouseRulesAction.MAKE_DEFAULT: _make_default,
    views.HouseRulesAction.NO_DEFAULT: _drop_default,
}
