"""House rules decide which throws players may lead."""

from fixed_deals import SETTLED, deal_hands, declare_and_lead
from play_by_panel import sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb


async def test_only_safe_throws_may_be_led(running, people):
    ann = people[0]
    with deal_hands(*SETTLED.hands):
        changes = f"{SETTLED.changes} throws_safe_only=yes"
        await sit_down(ann, preset=SETTLED.preset, computers=3, changes=changes)
        await declare_and_lead(ann, "SJ SJ", SETTLED.kitty)
        refused = await ann.slash("play", cards="SJ BJ")
        assert "You can't know that nobody beats jack of spades" in refused.text
        (why,) = [one for one, label in refused.buttons.items() if label == "Why?"]
        assert "You may only throw what nobody can beat" in (await ann.click(refused, why)).text
        await ann.slash("play", cards="HA HK")
        table = next(iter(running.registry.list_live()))
        view = table.spectator_view()
        led = (*view.tricks, view.trick)[0].plays[0]
        assert (len(led.units), led.attempt) == (2, ())
        await until(ann, ann.panel, lambda s: not s.has(ControlVerb.BURY))
