"""Players for tests, who act only on what their panels show."""

import random
import re
import time
from contextlib import suppress

from bot_harness import LOGGED, PATIENCE

from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.table_control_ids import parse_table_control_id

SHORT_DEAL = {"preset": "forty-points", "computers": 3, "changes": "low_cut=9 start_level=9"}
"""Options of a table whose deals have only five tricks, so that they are over soon."""

IDLE = 300
"""How often in a row the players may find nothing to do before all of them press Show my hand."""
LISTS_USED = 0.2
"""The probability that a player picks cards from lists although the panel has buttons for whole plays."""


async def sit_down(host, others=(), *, friendly=False, length="", **options):
    """Open a table, let the others join, start it, and return the host's screen after Start.

    If `friendly` is true, hints are on even for several people. `length` is an option of the lobby's select for the
    match's length. If it is empty, the match has the default length.
    """
    earlier = {table for seen in await host.screens() for table in seen.tables}
    waiting = await host.slash("tractor new", **options)
    assert waiting.private
    if friendly:
        await make_friendly(host, waiting)
    if length:
        panel = waiting if waiting.has(ControlVerb.CHOOSE_LENGTH) else await open_more(host)
        await host.select(panel, panel.ids(ControlVerb.CHOOSE_LENGTH)[0], [length])

    def offers(*verbs):  # the channel may still show the lobby of an earlier table
        return lambda seen: not seen.tables & earlier and any(seen.has(verb) for verb in verbs)

    lobby = await until(host, host.board, offers(ControlVerb.JOIN, ControlVerb.START))
    await join_all(host, others, lobby)
    lobby = await until(host, host.board, offers(ControlVerb.START))
    return await host.click(lobby, lobby.ids(ControlVerb.START)[0])


async def join_all(host, others, lobby):
    """Let people sit down one after another. The first of them becomes an opponent of the host."""
    for n, other in enumerate(others):
        pressed = lobby
        await join(other, pressed, which=0 if n else -1)
        offered = pressed.ids(ControlVerb.JOIN)
        if not offered or parse_table_control_id(offered[0]).argument:
            lobby = await until(host, host.board, lambda s, old=pressed: _offers_others(s, old))


def _offers_others(seen, before):
    """Return whether a lobby shows other Join buttons than before."""
    now, then = ([(i, one.buttons.get(i)) for i in one.ids(ControlVerb.JOIN)] for one in (seen, before))
    return seen.tables == before.tables and now != then


async def join(player, lobby, which=0):
    """Press one of the lobby's Join buttons, which are behind More if one person plays with computers."""
    if not lobby.has(ControlVerb.JOIN):
        lobby = await player.click(lobby, lobby.ids(ControlVerb.LOBBY_MORE)[0])
    return await player.click(lobby, lobby.ids(ControlVerb.JOIN)[which])


async def open_more(player):
    """Press More in a lobby where one person plays with computers. Return the panel with all controls of the lobby."""
    lobby = await until(player, player.board, lambda s: s.has(ControlVerb.LOBBY_MORE))
    return await player.click(lobby, lobby.ids(ControlVerb.LOBBY_MORE)[0])


async def make_friendly(host, panel):
    """Choose on the host's lobby panel that the match is friendly (unrated, with hints), if the panel offers it."""
    for custom_id in panel.ids(ControlVerb.CHOOSE_PURPOSE):
        if any(option["value"] == "friendly" for option in panel.selects[custom_id]["options"]):
            await host.select(panel, custom_id, ["friendly"])


async def end_table(host):
    """Type `/tractor end` for a running match and confirm it; return the answer."""
    asked = await host.slash("tractor end")
    (stop,) = [i for i in asked.buttons if i.startswith("stop:") and i != "stop:keep"]
    return await host.click(asked, stop)


async def press_leave(player):
    """Type `/leave` and confirm it. Return the question that the bot asks, and its answer to the confirmation."""
    asked = await player.slash("leave")
    return asked, await player.click(asked, asked.ids(ControlVerb.LEAVE_MATCH)[0])


async def accept_seat(player):
    """Accept the newest offer of a seat; return the player's panel."""

    async def find_offer():  # the newest message may be the table's, not the offer
        return next(
            (s for s in reversed(await player.screens()) if any(i.startswith("seat:offer:") for i in s.buttons)), None
        )

    asked = await until(player, find_offer, bool)
    return await player.click(asked, next(i for i in asked.buttons if i.endswith(":1")))


def patiently(seconds=2 * PATIENCE):
    """Yield again and again until this number of seconds has passed."""
    given_up = time.monotonic() + seconds
    while time.monotonic() < given_up:
        yield


async def until(player, look, wished):
    """Call `look` until it returns a value that is not None and that `wished` accepts; return this value."""
    for _ in patiently():
        seen = await look()
        if seen is not None and wished(seen):
            return seen
        await player.pause()
    shown = (seen.text, list(seen.buttons.values())) if hasattr(seen, "buttons") else seen
    raise AssertionError(f"{player.name} waited in vain; last seen: {shown}; last logged: {LOGGED[-8:]}")


async def _renew(players):
    for player in players:
        board = await player.board()
        for show in board.ids(ControlVerb.SHOW_HAND) if board is not None else ():
            with suppress(LookupError, ClientError):  # the message may have been replaced since it was read
                await player.click(board, show)


async def play_deal(players, rng=None, on_panel=None):
    """Let all players act on their panels until each is offered the next deal; return the number of presses.

    If no panel asks for anything for a long time, all players press Show my hand. People do the same when another
    process takes over.
    """
    rng = rng or random.Random(7)
    taps = idle = 0
    for _ in patiently(4 * PATIENCE):
        panels = {player: await player.panel() for player in players}
        if all(panel is not None and panel.has(ControlVerb.NEXT_DEAL) for panel in panels.values()):
            return taps
        acted = False
        for player, panel in panels.items():
            if panel is not None and panel.verbs - {ControlVerb.NEXT_DEAL}:
                if on_panel:
                    await on_panel(player, panel)
                taps += await act(player, panel, rng)
                acted = True
                break
        idle = 0 if acted else idle + 1
        if not acted:
            await players[0].pause()
        if idle % IDLE == IDLE - 1:
            await _renew(players)
    seen = {p.name: (s.text, list(s.buttons.values())) for p, s in panels.items() if s}
    raise AssertionError(f"the deal did not end: {seen}")


async def play_match(players, rng=None):
    """Let all players act until the match is over and the table message offers a rematch or leads to an event."""
    rng = rng or random.Random(7)
    for _ in patiently(20 * PATIENCE):
        board = await players[0].board()
        if board is not None and (board.has(ControlVerb.REMATCH) or board.leads_to_event):
            return
        panels = [(player, await player.panel()) for player in players]
        asked = [(player, panel) for player, panel in panels if panel is not None and panel.verbs]
        if not asked:
            await players[0].pause()
            continue
        player, panel = rng.choice(asked)
        if panel.has(ControlVerb.NEXT_DEAL):
            with suppress(ClientError):  # another player was quicker
                await player.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        else:
            await act(player, panel, rng)
    raise AssertionError(
        f"the match did not end: {[(p.name, s.text, list(s.buttons.values())) for p, s in panels if s]}"
    )


async def act(player, panel, rng):
    """Do something that the panel offers; return the number of presses, 0 on a changed panel or in a lobby."""
    try:
        return await _act(player, panel, rng)
    except ClientError:
        return 0


async def press(player, panel, custom_id):
    """Press a button and wait until the panel has changed; confirm if the player's settings ask for it."""
    await player.click(panel, custom_id)
    shown = await until(player, player.panel, lambda s: custom_id not in s.buttons)
    if shown.has(ControlVerb.CONFIRM_PLAY) and parse_table_control_id(custom_id).verb is ControlVerb.PLAY:
        (sure,) = shown.ids(ControlVerb.CONFIRM_PLAY)
        await player.click(shown, sure)
        await until(player, player.panel, lambda s: sure not in s.buttons)


async def _act(player, panel, rng):
    if panel.has(ControlVerb.PICK) and panel.has(ControlVerb.PLAY) and rng.random() < LISTS_USED:
        return await pick_play(player, panel, rng)
    for verb, one in ((ControlVerb.CONFIRM_PLAY, press), (ControlVerb.PLAY, press), (ControlVerb.TAKE_POINTS, press)):
        if panel.has(verb):
            await one(player, panel, rng.choice(panel.ids(verb)))
            return 1
    for verb, way in (
        (ControlVerb.SUGGEST_BURY, bury),
        (ControlVerb.PICK, pick_play),
        (ControlVerb.PICK_FRIEND_CARD, call_friends),
    ):
        if panel.has(verb):
            return await way(player, panel, rng)
    if panel.has(ControlVerb.DECLARE) and (rng.random() < 0.5 or not panel.has(ControlVerb.PASS)):
        await press(player, panel, panel.ids(ControlVerb.DECLARE)[0])
    elif panel.has(ControlVerb.PASS):
        await press(player, panel, panel.ids(ControlVerb.PASS)[0])
    elif panel.has(ControlVerb.COME_BACK):
        await press(player, panel, panel.ids(ControlVerb.COME_BACK)[0])
    else:  # a lobby asks nothing
        await player.pause()
        return 0
    return 1


async def bury(player, panel, _rng):
    """Bury the suggested cards."""
    await player.click(panel, panel.ids(ControlVerb.SUGGEST_BURY)[0])
    suggested = await until(player, player.panel, lambda s: s.has(ControlVerb.BURY))
    await press(player, suggested, suggested.ids(ControlVerb.BURY)[0])
    return 2


async def call_friends(player, panel, rng):
    """Pick random friend cards until they are a valid call, then call them. Return the number of presses."""
    for taps in range(2, 60, 2):
        if panel.has(ControlVerb.CLEAR) and panel.has(ControlVerb.CALL_FRIENDS):
            await press(player, panel, panel.ids(ControlVerb.CALL_FRIENDS)[0])
            return taps
        verb = ControlVerb.PICK_FRIEND_SUIT if rng.random() < 0.5 else ControlVerb.PICK_FRIEND_CARD
        (custom_id,) = panel.ids(verb)
        value = rng.choice(panel.selects[custom_id]["options"])["value"]
        await player.select(panel, custom_id, [value])
        panel = await until(player, player.panel, lambda s, old=custom_id: old not in s.selects)
    raise AssertionError(f"no call could be picked: {panel.text}")


async def pick_play(player, panel, _rng):
    """Pick cards from the lists until they can be played or buried, then do that. Return the number of presses.

    Earlier picks are cleared first. If the lists lead to no play, clear the picks and press a button that plays cards.
    """
    taps = 0
    if panel.has(ControlVerb.CLEAR):
        await player.click(panel, panel.ids(ControlVerb.CLEAR)[0])
        panel = await until(player, player.panel, lambda s: not s.has(ControlVerb.CLEAR))
    for number in range(len(panel.ids(ControlVerb.PICK))):
        if number >= len(panel.ids(ControlVerb.PICK)):  # a list disappears once no legal play has more of its cards
            break
        custom_id = panel.ids(ControlVerb.PICK)[number]
        select = panel.selects[custom_id]
        for count in range(select["max_values"], 0, -1):
            values = [o["value"] for o in select["options"]][:count]
            custom_id = panel.ids(ControlVerb.PICK)[number]
            await player.select(panel, custom_id, values)
            panel = await until(player, player.panel, lambda s, old=custom_id: old not in s.selects)
            taps += 1 + count
            for verb in (ControlVerb.CONFIRM_PLAY, ControlVerb.PLAY, ControlVerb.BURY):
                if panel.has(verb):
                    await press(player, panel, panel.ids(verb)[0])
                    return taps + 1
            if not _too_many(panel):
                break
    await player.click(panel, _find(panel, ControlVerb.CLEAR))
    panel = await until(player, player.panel, lambda s: not s.has(ControlVerb.CLEAR))
    await press(player, panel, _find(panel, ControlVerb.PLAY))
    return taps + 2


def _find(panel, verb):
    """Return the first control of this kind. Raises ClientError if the panel has changed and has none."""
    found = panel.ids(verb)
    if not found:
        raise ClientError(f"the panel has no {verb} any more")
    return found[0]


def _too_many(panel):
    """Return whether too many cards are picked, as the label of the disabled button says (`5 of 4 cards`)."""
    label = next((p["label"] for p in panel.parts if p["type"] == 2 and p.get("disabled")), "")
    numbers = [int(digits) for digits in re.findall(r"\d+", label)]  # Chinese labels have no spaces around numbers
    return len(numbers) == 2 and numbers[0] > numbers[1]
