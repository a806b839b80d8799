"""How the people of these tests play: by what they see on their panels and nothing else."""

import random
from contextlib import suppress

from bot.loopback.interactions.client import ClientError
from bot.ui.ids import Verb


async def sit_down(host, others=(), **options):
    """Open a table, let the others join, start it, and return when all have a panel."""
    waiting = await host.slash("tractor new", **options)
    assert waiting.private
    lobby = await until(host, host.board, lambda s: s.has(Verb.JOIN) or s.has(Verb.START))
    for other in others:
        await other.click(lobby, lobby.ids(Verb.JOIN)[0])
    lobby = await until(host, host.board, lambda s: s.has(Verb.START))
    return await host.click(lobby, lobby.ids(Verb.START)[0])


async def end_table(host):
    """End a match that is being played, and say so twice."""
    asked = await host.slash("tractor end")
    (stop,) = [i for i in asked.buttons if i.startswith("stop:") and i != "stop:keep"]
    return await host.click(asked, stop)


async def until(player, look, wished, tries=400):
    """Look again and again until what is seen is as wished."""
    for _ in range(tries):
        seen = await look()
        if seen is not None and wished(seen):
            return seen
        await player.pause()
    raise AssertionError(
        f"{player.name} waited in vain; last seen: {seen and (seen.text, list(seen.buttons.values()))}"
    )


async def play_deal(players, rng=None, on_panel=None, steps=600):
    """Let all players act by their panels until everyone is offered the next deal; return how many taps it took."""
    rng = rng or random.Random(7)
    taps = 0
    for _ in range(steps):
        panels = {player: await player.panel() for player in players}
        if all(panel is not None and panel.has(Verb.NEXT) for panel in panels.values()):
            return taps
        acted = False
        for player, panel in panels.items():
            if panel is not None and panel.verbs - {Verb.NEXT}:
                if on_panel:
                    await on_panel(player, panel)
                taps += await act(player, panel, rng)
                acted = True
                break
        if not acted:
            await players[0].pause()
    seen = {p.name: (s.text, list(s.buttons.values())) for p, s in panels.items() if s}
    raise AssertionError(f"the deal did not end: {seen}")


async def play_match(players, rng=None, steps=4000):
    """Let all players act by their panels, deal after deal, until the match is won and can be played again."""
    rng = rng or random.Random(7)
    for _ in range(steps):
        board = await players[0].board()
        if board is not None and board.has(Verb.REMATCH):
            return
        panels = [(player, await player.panel()) for player in players]
        asked = [(player, panel) for player, panel in panels if panel is not None and panel.verbs]
        if not asked:
            await players[0].pause()
            continue
        player, panel = rng.choice(asked)
        if panel.verbs == {Verb.NEXT}:
            with suppress(ClientError):  # somebody was quicker
                await player.click(panel, panel.ids(Verb.NEXT)[0])
        else:
            await act(player, panel, rng)
    raise AssertionError(
        f"the match did not end: {[(p.name, s.text, list(s.buttons.values())) for p, s in panels if s]}"
    )


async def act(player, panel, rng):
    """Do something that the panel offers; return the number of taps, 0 if the panel changed under the finger."""
    try:
        return await _act(player, panel, rng)
    except ClientError:
        return 0


async def press(player, panel, custom_id):
    """Press a button and look until the panel has changed; once more where the person wants to be asked."""
    await player.click(panel, custom_id)
    shown = await until(player, player.panel, lambda s: custom_id not in s.buttons or s.has(Verb.SURE))
    if custom_id in shown.buttons:
        (sure,) = shown.ids(Verb.SURE)
        await player.click(shown, sure)
        await until(player, player.panel, lambda s: sure not in s.buttons)


async def _act(player, panel, rng):
    for verb, one in ((Verb.SURE, press), (Verb.PLAY, press), (Verb.TAKE, press)):
        if panel.has(verb):
            await one(player, panel, rng.choice(panel.ids(verb)))
            return 1
    for verb, way in (
        (Verb.PICK_NOW, choose_at_once),
        (Verb.SUGGEST, bury),
        (Verb.PICK, discard),
        (Verb.PICK_CALL, call),
    ):
        if panel.has(verb):
            return await way(player, panel, rng)
    if panel.has(Verb.DECLARE) and (rng.random() < 0.5 or not panel.has(Verb.PASS)):
        await press(player, panel, panel.ids(Verb.DECLARE)[0])
    elif panel.has(Verb.PASS):
        await press(player, panel, panel.ids(Verb.PASS)[0])
    elif panel.has(Verb.HERE):
        await press(player, panel, panel.ids(Verb.HERE)[0])
    else:  # a lobby
        await player.pause()
        return 0
    return 1


async def choose_at_once(player, panel, rng):
    """Choose in the list that plays at once; after a refusal type one of the plays that are offered."""
    custom_id = panel.ids(Verb.PICK_NOW)[0]
    select = panel.selects[custom_id]
    values = rng.sample([o["value"] for o in select["options"]], select["min_values"])
    await player.select(panel, custom_id, values)
    shown = await until(player, player.panel, lambda s: custom_id not in s.selects)
    if custom_id.rpartition(":")[0] in {i.rpartition(":")[0] for i in shown.selects}:
        offered = await player.autocomplete("play", "cards", "")
        await player.slash("play", cards=offered[0])
    return 1 + len(values)


async def bury(player, panel, _rng):
    """Bury what is suggested."""
    await player.click(panel, panel.ids(Verb.SUGGEST)[0])
    suggested = await until(player, player.panel, lambda s: s.has(Verb.BURY))
    await press(player, suggested, suggested.ids(Verb.BURY)[0])
    return 2


async def call(player, panel, rng):
    """Pick cards to call until they are a call."""
    for taps in range(2, 40, 2):
        if panel.has(Verb.CALL):
            await press(player, panel, panel.ids(Verb.CALL)[0])
            return taps
        custom_id = rng.choice(panel.ids(Verb.PICK_CALL))
        value = rng.choice(panel.selects[custom_id]["options"])["value"]
        await player.select(panel, custom_id, [value])
        panel = await until(player, player.panel, lambda s, old=custom_id: old not in s.selects)
    raise AssertionError(f"no call could be picked: {panel.text}")


async def discard(player, panel, _rng):
    """Pick cards from several lists until they make a play; what was picked before is put back."""
    taps = 0
    if panel.has(Verb.CLEAR):
        await player.click(panel, panel.ids(Verb.CLEAR)[0])
        panel = await until(player, player.panel, lambda s: not s.has(Verb.CLEAR))
    for number in range(len(panel.ids(Verb.PICK))):
        custom_id = panel.ids(Verb.PICK)[number]
        select = panel.selects[custom_id]
        for count in range(select["max_values"], 0, -1):
            values = [o["value"] for o in select["options"]][:count]
            custom_id = panel.ids(Verb.PICK)[number]
            await player.select(panel, custom_id, values)
            panel = await until(player, player.panel, lambda s, old=custom_id: old not in s.selects)
            taps += 1 + count
            for verb in (Verb.SURE, Verb.PLAY):
                if panel.has(verb):
                    await press(player, panel, panel.ids(verb)[0])
                    return taps + 1
            if not _too_many(panel):
                break
    raise AssertionError(f"no play could be picked: {panel.text}")


def _too_many(panel):
    """Tell from the disabled play button's words (`5 of 4 cards`) whether too much is picked."""
    label = next(p["label"] for p in panel.parts if p["type"] == 2 and p.get("disabled"))
    numbers = [int(word) for word in label.split() if word.isdigit()]
    return len(numbers) == 2 and numbers[0] > numbers[1]
