"""Steps that tests of leagues share, such as creating a league, playing or importing deals, and using its panel."""

from play_by_panel import SHORT_DEAL, play_deal, sit_down


def ids(screen, start):
    return [i for i in (*screen.buttons, *screen.selects) if i.startswith(start)]


async def create_league(ann, **others):
    """Let Ann, who owns the server, create and join a league with quick rules."""
    options = {"min_people": 1, "min_deals": 1, "hints": True, **others}
    if others.get("order") == "places":  # a league ranked by places does not have this setting
        del options["min_deals"]
    made = await new_league(ann, name="Spring", preset="forty-points", **options)
    assert made.private
    await show_league(ann, "join")
    return made


SHORT_DEALS = {"changes": SHORT_DEAL["changes"]}
"""Rules of a league whose deals have five tricks."""


async def play_league_deal(ann):
    """Let Ann play a deal for the league, against computer players."""
    await sit_down(ann, league="Spring", computers=3)
    await play_deal([ann])


HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"


async def import_file(player, text, **options):
    number = await player.person.upload("past.csv", text.encode())
    return await player.slash("league", file=number, **options)


async def import_won_deal(ann, partner=None):
    """Import a deal that Ann won elsewhere, together with `partner` or, by default, with a computer player."""
    beside = f"u:{partner.id}" if partner else "c:skilled"
    line = f"2026-01-02T20:00:00Z,1,1 3,declarers,20,1,no,u:{ann.id},c:expert,{beside},c:casual"
    ready = await import_file(ann, f"{HEADING}\n{line}\n")
    assert "imported" in (await ann.click(ready, ids(ready, "lg:import:")[0])).text


async def submit_form(player, screen, custom_id, values):
    """Open the form behind a button and submit it."""
    opened = await player.person.click(str(screen.id), custom_id=custom_id)
    assert opened.modal
    return await player.submit(opened, values)


async def download_files(loopback, answer):
    found = {}
    for part in answer.parts:
        if part["type"] == 13:
            found[part["name"]] = (await loopback.remote.picture(part["file"]["url"])).decode()
    return found


async def as_text(player, screen):
    return await player.click(screen, next(i for i in ids(screen, "lg:table:") if i.endswith(":l")))


TYPED = ("name", "preset", "changes", "ranked_by", "season_days", "order", "min_people", "hints")
"""The options of `/new league`; all other settings are on the panel."""
PAGES = {"standings": "table", "report": "report", "history": "history", "join": "join", "leave": "toleave"}
STEPS = {"season": ("toclose", "toopen"), "entries": ("entries",), "archive": ("toend",), "export": ("files",)}


async def new_league(player, **options):
    """Create a league with the command, then choose all other settings on its panel."""
    typed = {key.replace("_", "-"): options.pop(key) for key in TYPED if key in options}
    made = await player.slash("new league", **typed)
    opens = find_control(made, "open")
    for key, value in options.items() if opens else ():
        assert find_control(await edit_league(player, typed["name"], **{key: value}), "manage")
    return made if opens is None else await player.click(made, opens)


async def open_league(player, name=None):
    """Open a league's panel."""
    return await player.slash("league", **({} if name is None else {"league": name}))


def find_control(screen, action):
    """Return the id of the control for this action on a league's panel, or None if the panel has no such control."""
    found = (*screen.buttons, *screen.selects, *screen.pickers)
    return next((i for i in found if i.startswith(f"lg:{action}:")), None)


async def show_league(player, page, name=None, **values):
    """Open a page of a league, or take a step that every user may take, such as joining."""
    panel = await open_league(player, name)
    control = find_control(panel, PAGES[page])
    if control is None:
        raise LookupError(f"no {page} among {panel.buttons}")
    shown = await player.click(panel, control)
    if values:
        (team,) = values.values()
        shown = await player.select(shown, next(iter(shown.selects)), [team]) if shown.selects else shown
    return shown


async def manage_league(player, *actions, name=None):
    """Open the managers' page of a league's panel, press these controls in turn, and return the last answer."""
    screen = await open_league(player, name)
    for action in ("manage", *actions):
        control = find_control(screen, action)
        if control is None:
            raise LookupError(f"no {action} among {screen.buttons} under {screen.text}")
        screen = await player.click(screen, control)
    return screen


async def may_manage(player, name=None):
    return find_control(await open_league(player, name), "manage") is not None


async def choose_on(player, screen, action, value):
    """Choose an option, by its value or label, in the select for this action."""
    return await player.select(screen, find_control(screen, action), [value])


async def edit_league(player, name=None, /, **options):
    """Change settings of a league. Return the league's panel or, if a change is refused, the page that says so."""
    for key, value in options.items():
        page = await manage_league(player, "settings", name=name)
        page = await choose_on(player, page, "setting", key)
        shown = await _set(player, page, value)
        if find_control(shown, "setting") is None:
            return shown
        name = str(value) if key == "name" else name
    return await open_league(player, name)


async def _set(player, page, value):
    acts = {i.split(":")[4]: i for i in (*page.buttons, *page.selects, *page.pickers) if i.startswith("lg:set:")}
    if value is None:
        return await player.click(page, acts["none"])
    if isinstance(value, bool):
        return await player.click(page, acts["on" if value else "off"])
    if "pick" in acts:
        return await player.select(page, acts["pick"], [str(value)])
    return await submit_form(player, page, acts["type"], {"value": str(value)})
