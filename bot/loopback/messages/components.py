"""The rules of component trees, in messages and in forms. Discord, components/reference.

Each check notes faults in a `Form` at their place, in Discord's own structure.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.loopback.errors import Code, Form, Path, Refused
from bot.loopback.messages.emoji import check_emoji
from bot.loopback.wire import LINK_STYLE, PREMIUM_STYLE, SELECTS, Json, Part, walk

MAX_PARTS, MAX_ROWS, ROW_WIDTH = 40, 5, 5
MAX_TEXT, MAX_BYTES, BYTES_PER_TEXT = 4000, 10_170, 12
MAX_OPTIONS = 25

_IN_CONTAINER = frozenset({Part.ROW, Part.SECTION, Part.TEXT, Part.GALLERY, Part.FILE, Part.SEPARATOR})
TOP_V1 = frozenset({Part.ROW})
TOP_V2 = _IN_CONTAINER | {Part.CONTAINER}
TOP_FORM = frozenset({Part.ROW, Part.TEXT, Part.LABEL})
_IN_ROW = frozenset({Part.BUTTON}) | SELECTS
_IN_FORM_ROW = frozenset({Part.TEXT_INPUT})
_IN_LABEL = SELECTS | {Part.TEXT_INPUT, Part.UPLOAD, Part.RADIOS, Part.CHECKBOXES, Part.CHECKBOX}


@dataclass(slots=True)
class Tree:
    """One tree under check: the faults so far, the ids met, and what emoji the application has."""

    form: Form
    emojis: frozenset[int]
    in_form: bool = False
    custom_ids: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)


def check_message(form: Form, components: list[Json], emojis: frozenset[int], *, v2: bool) -> None:
    """Check a message's components. Notes faults; raises `Refused` 500 for too many bytes of text, as Discord does."""
    tree = Tree(form, emojis)
    top, most = (TOP_V2, MAX_PARTS) if v2 else (TOP_V1, MAX_ROWS)
    _children(tree, ("components",), components, top, 0, most)
    if v2 and not form.tree:
        _check_size(form, components)


def check_form(form: Form, components: object, path: Path) -> None:
    """Check the components of a form (modal): one to five rows, labels or texts."""
    tree = Tree(form, frozenset(), in_form=True)
    _children(tree, (*path, "components"), components, TOP_FORM, 1, MAX_ROWS)


def _check_size(form: Form, components: list[Json]) -> None:
    if len(walk(components)) > MAX_PARTS:
        form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"Total components exceed {MAX_PARTS}")
    texts = [str(c["content"]) for c in walk(components) if c.get("type") == Part.TEXT]
    if sum(map(len, texts)) > MAX_TEXT:
        words = f"Total displayable text size exceeds maximum size of {MAX_TEXT}"
        form.wrong(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    elif sum(len(t.encode()) + BYTES_PER_TEXT for t in texts) > MAX_BYTES:
        raise Refused(Code.SERVER_ERROR)


def _children(tree: Tree, path: Path, children: object, allowed: frozenset[Part], low: int, high: int) -> None:
    if not tree.form.count(path, children, low, high) or not isinstance(children, list):
        return
    for n, child in enumerate(children):
        _one(tree, (*path, n), child, allowed)


def _one(tree: Tree, path: Path, component: object, allowed: frozenset[Part]) -> None:
    kind = component.get("type") if isinstance(component, dict) else None
    if not isinstance(component, dict) or kind not in allowed:
        names = ", ".join(str(int(a)) for a in sorted(allowed))
        tree.form.wrong((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names}).')
        return
    _number(tree, path, component)
    if kind != Part.BUTTON and "custom_id" in component:
        _custom_id(tree, path, component)
    _CHECKS[Part(kind)](tree, path, component)


def _number(tree: Tree, path: Path, component: Json) -> None:
    """The optional `id` of a component must be unique in its message."""
    number = component.get("id")
    if not number:
        return
    if number in tree.numbers:
        tree.form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
    tree.numbers.add(number)


def _custom_id(tree: Tree, path: Path, component: Json) -> None:
    own = component.get("custom_id")
    tree.form.length((*path, "custom_id"), own, 1, 100, required=True)
    if own in tree.custom_ids:
        words = "Component custom id cannot be duplicated"
        tree.form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
    tree.custom_ids.add(str(own))


def _row(tree: Tree, path: Path, row: Json) -> None:
    inside = row.get("components")
    allowed = _IN_FORM_ROW if tree.in_form else _IN_ROW
    _children(tree, (*path, "components"), inside, allowed, 1, ROW_WIDTH)
    if not isinstance(inside, list):
        return
    width = 0
    for n, child in enumerate(c for c in inside if isinstance(c, dict)):
        width += 1 if child.get("type") == Part.BUTTON else ROW_WIDTH
        if width > ROW_WIDTH:
            words = "The specified component exceeds the maximum width"
            tree.form.wrong((*path, "components", n), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
            return


def _button(tree: Tree, path: Path, button: Json) -> None:
    form, style = tree.form, button.get("style")
    form.length((*path, "label"), button.get("label"), 0, 80)
    if style not in range(1, 7):
        form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    elif style == LINK_STYLE:
        _link(tree, path, button)
    elif style == PREMIUM_STYLE:
        form.length((*path, "sku_id"), button.get("sku_id"), 1, 20, required=True)
    else:
        _pressable(tree, path, button)
    _emoji(tree, (*path, "emoji"), button.get("emoji"))


_SCHEMES = ("http://", "https://", "discord://")


def _link(tree: Tree, path: Path, button: Json) -> None:
    tree.form.length((*path, "url"), button.get("url"), 1, 512, required=True)
    if not str(button.get("url")).lower().startswith(_SCHEMES):
        words = "Scheme must be one of ('http', 'https', 'discord')."
        tree.form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", words)
    if "custom_id" in button:
        words = "A custom id and url cannot both be specified"
        tree.form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_AND_URL", words)


def _pressable(tree: Tree, path: Path, button: Json) -> None:
    _custom_id(tree, path, button)
    if "url" in button and button["url"] is not None:
        tree.form.wrong((*path, "url"), "BUTTON_COMPONENT_INVALID_STYLE", "A url cannot be used with this style")
    if not button.get("label") and not button.get("emoji"):
        words = "At least one of label and emoji is required"
        tree.form.wrong(path, "BUTTON_COMPONENT_MISSING_LABEL", words)


def _emoji(tree: Tree, path: Path, emoji: object) -> None:
    if emoji is not None:
        check_emoji(tree.form, path, emoji, tree.emojis)


def _select(tree: Tree, path: Path, select: Json) -> None:
    form = tree.form
    form.length((*path, "custom_id"), select.get("custom_id"), 1, 100, required=True)
    form.length((*path, "placeholder"), select.get("placeholder"), 0, 150)
    _bounds(form, path, select, MAX_OPTIONS)
    if select["type"] == Part.SELECT:
        _options(tree, path, select)
    if tree.in_form and select.get("disabled"):
        form.wrong((*path, "disabled"), "BASE_TYPE_CHOICES", "A select in a modal cannot be disabled.")


def _bounds(form: Form, path: Path, part: Json, most: int) -> None:
    low, high = part.get("min_values"), part.get("max_values")
    form.number((*path, "min_values"), low, 0, most)
    form.number((*path, "max_values"), high, 1, most)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_GREATER", "min_values exceeds max_values")


def _options(tree: Tree, path: Path, select: Json) -> None:
    options = select.get("options")
    if not tree.form.count((*path, "options"), options, 1, MAX_OPTIONS) or not isinstance(options, list):
        return
    seen: set[str] = set()
    for n, option in enumerate(options):
        _option(tree, (*path, "options", n), option, seen)
    if isinstance(most := select.get("max_values"), int) and most > len(options):
        words = "Must be less than or equal to the number of options"
        tree.form.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", words)
    if sum(bool(o.get("default")) for o in options) > (select.get("max_values") or 1):
        words = "More options are chosen by default than max_values allows"
        tree.form.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words)


def _option(tree: Tree, path: Path, option: Json, seen: set[str]) -> None:
    tree.form.length((*path, "label"), option.get("label"), 1, 100, required=True)
    tree.form.length((*path, "value"), option.get("value"), 1, 100, required=True)
    tree.form.length((*path, "description"), option.get("description"), 0, 100)
    _emoji(tree, (*path, "emoji"), option.get("emoji"))
    if option.get("value") in seen:
        words = "The specified option value is already used"
        tree.form.wrong((*path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
    seen.add(str(option.get("value")))


def _text_input(tree: Tree, path: Path, part: Json) -> None:
    form = tree.form
    form.length((*path, "label"), part.get("label"), 1, 45, required=path[-2] == "components")
    form.length((*path, "custom_id"), part.get("custom_id"), 1, 100, required=True)
    form.length((*path, "placeholder"), part.get("placeholder"), 0, 100)
    form.length((*path, "value"), part.get("value"), 0, MAX_TEXT)
    form.number((*path, "min_length"), part.get("min_length"), 0, MAX_TEXT)
    form.number((*path, "max_length"), part.get("max_length"), 1, MAX_TEXT)
    if part.get("style") not in {1, 2}:
        form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _section(tree: Tree, path: Path, section: Json) -> None:
    _children(tree, (*path, "components"), section.get("components"), frozenset({Part.TEXT}), 1, 3)
    allowed = frozenset({Part.BUTTON, Part.THUMBNAIL})
    if section.get("accessory") is None:
        tree.form.wrong((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
    else:
        _one(tree, (*path, "accessory"), section["accessory"], allowed)


def _text(tree: Tree, path: Path, text: Json) -> None:
    tree.form.length((*path, "content"), text.get("content"), 1, MAX_TEXT, required=True)


def _thumbnail(tree: Tree, path: Path, thumbnail: Json) -> None:
    _described(tree.form, path, thumbnail, "media")


def _described(form: Form, path: Path, item: Json, key: str) -> None:
    form.length((*path, "description"), item.get("description"), 0, 1024)
    media = item.get(key)
    form.length((*path, key, "url"), media.get("url") if isinstance(media, dict) else None, 1, 2048, required=True)


def _gallery(tree: Tree, path: Path, gallery: Json) -> None:
    items = gallery.get("items")
    if tree.form.count((*path, "items"), items, 1, 10) and isinstance(items, list):
        for n, item in enumerate(items):
            _described(tree.form, (*path, "items", n), item, "media")


def _file(tree: Tree, path: Path, part: Json) -> None:
    _described(tree.form, path, part, "file")
    url = str((part.get("file") or {}).get("url"))
    if not url.startswith(("attachment://", "http")):
        tree.form.wrong((*path, "file", "url"), "FILE_COMPONENT_URL", "Only attachment:// references are supported")


def _separator(tree: Tree, path: Path, separator: Json) -> None:
    if separator.get("spacing", 1) not in {1, 2}:
        tree.form.wrong((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _container(tree: Tree, path: Path, container: Json) -> None:
    _children(tree, (*path, "components"), container.get("components"), _IN_CONTAINER, 1, MAX_PARTS)
    tree.form.number((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)


def _label(tree: Tree, path: Path, label: Json) -> None:
    tree.form.length((*path, "label"), label.get("label"), 1, 45, required=True)
    tree.form.length((*path, "description"), label.get("description"), 0, 100)
    _one(tree, (*path, "component"), label.get("component"), _IN_LABEL)


def _upload(tree: Tree, path: Path, part: Json) -> None:
    tree.form.length((*path, "custom_id"), part.get("custom_id"), 1, 100, required=True)
    _bounds(tree.form, path, part, 10)


def _choices(low: int) -> Callable[[Tree, Path, Json], None]:
    def check(tree: Tree, path: Path, part: Json) -> None:
        tree.form.length((*path, "custom_id"), part.get("custom_id"), 1, 100, required=True)
        options = part.get("options")
        if tree.form.count((*path, "options"), options, low, 10) and isinstance(options, list):
            seen: set[str] = set()
            for n, option in enumerate(options):
                _option(tree, (*path, "options", n), option, seen)

    return check


def _checkbox(tree: Tree, path: Path, part: Json) -> None:
    tree.form.length((*path, "custom_id"), part.get("custom_id"), 1, 100, required=True)


_CHECKS: dict[Part, Callable[[Tree, Path, Json], None]] = {
    Part.ROW: _row,
    Part.BUTTON: _button,
    Part.TEXT_INPUT: _text_input,
    Part.SECTION: _section,
    Part.TEXT: _text,
    Part.THUMBNAIL: _thumbnail,
    Part.GALLERY: _gallery,
    Part.FILE: _file,
    Part.SEPARATOR: _separator,
    Part.CONTAINER: _container,
    Part.LABEL: _label,
    Part.UPLOAD: _upload,
    Part.RADIOS: _choices(2),
    Part.CHECKBOXES: _choices(1),
    Part.CHECKBOX: _checkbox,
} | dict.fromkeys(SELECTS, _select)
