"""Organizers lead an event from its panel. Few presses are enough for a usual evening and when something goes wrong."""

import random
from dataclasses import dataclass, field, replace

import pytest
from bot_harness import FAULTS
from event_flows import (
    QUICK,
    choose,
    enter_all,
    find_act,
    find_button,
    find_event_text,
    find_screen,
    list_tables,
    load_event,
    manage,
    new_event,
    open_panel,
    open_table,
    press,
    type_value,
)
from league_steps import new_league
from play_by_panel import until
from team_steps import form_team
from test_forged_ids import press as forge

from bot.events.matches import MatchResult, MatchStatus, Verdict
from bot.events.model import EntrantStatus, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.ids import EventId, UserId
from bot.ui.events.control_ids import EventAction

PAIRS = 20


@dataclass
class Counted:
    """A person whose commands, forms and presses are counted."""

    player: object
    typed: int = 0
    presses: int = 0
    log: list = field(default_factory=list)

    async def slash(self, command, **values):
        self.typed += 1
        self.log.append(f"/{command}")
        return await self.player.slash(command, **values)

    async def click(self, screen, action):
        self.presses += 1
        button = find_button(screen, action) or next(i for i in screen.buttons if i == f"ev:{action}")
        self.log.append(f"[{screen.buttons[button]}]")
        return await self.player.click(screen, button)

    async def choose(self, screen, action, value):
        self.presses += 1
        self.log.append(f"({action})")
        return await choose(self.player, screen, action, value)

    async def fill_in(self, screen, button, values):
        self.presses += 1
        self.typed += 1
        self.log.append("[form]")
        return await type_value(self.player, screen, button, values)


async def fill(running, pairs, *, check_in=True):
    """Enter this number of pairs of strangers, and check them in unless `check_in` is false."""
    events = running.client._services.events
    for number in range(1, pairs + 1):
        members = UserId(number * 10**15), UserId(number * 10**15 + 1)
        await events.enter(await load_event(running), members)
        if check_in:
            await events.check_in(await load_event(running), members[0])


@pytest.mark.long
async def test_swiss_evening_costs_few_presses(running, people):
    """Twenty pairs and five rounds cost the organizer at most three commands or forms and twelve presses."""
    organizer, one = Counted(people[0]), Counted(people[1])
    listed = await organizer.slash("event")
    assert "No event is planned" in listed.text
    page = await organizer.click(listed, "new")
    filled_in = {"name": "Friday", "starts": "", "length": ["deals.2"]}
    page = await organizer.fill_in(page, next(i for i in page.buttons if "swiss" in i), filled_in)
    page = await organizer.click(page, "open")
    await fill(running, PAIRS - 1)
    await form_team(people[1], "Dragons", people[2])
    answer = await one.click(await until(people[1], lambda: find_screen(people[1], "enter"), bool), "enter")
    assert "checked in" in (await one.click(answer, "check")).text
    page = await organizer.click(page, "start")
    assert f"Entrants: {PAIRS}, rounds: 5" in page.text
    for number in range(1, 6):
        call = await until(people[0], lambda n=number: find_round(people[0], n), bool)
        await _here(one, call)
        await play_round(running)
    await until(people[0], lambda: load_event(running), lambda e: e.status is EventStatus.FINISHED)
    print(f"organizer: {organizer.typed} commands or forms, {organizer.presses} presses: {' '.join(organizer.log)}")
    print(f"one of the forty: {one.typed} commands, {one.presses} presses: {' '.join(one.log)}")
    assert organizer.typed <= 3
    assert organizer.presses <= 12
    assert (one.typed, one.presses) == (0, 2 + 5)


async def find_round(player, number):
    screens = [s for s in await player.screens() if not s.private]
    return next((s for s in screens if any(i.startswith(f"ev:here:1:{number}") for i in s.buttons)), None)


async def play_round(running):
    """Give every match of the round a result in which the first side has won, as if its table had been played."""

    def settle(event):
        won = MatchResult((2.0, 0.0), Verdict.PLAYED)
        for match in event.round.matches:
            event = event.with_match(event.round.number, replace(match, status=MatchStatus.SETTLED, result=won))
        return event

    await running.database.store.events.update_and_book(EventId(1), settle)
    running.client._services.events.wake()


async def _here(one, call):
    one.presses += 1
    one.log.append("[I'm here]")
    await one.player.click(call, find_button(call, "here"))


async def start_four(running, people, **options):
    """Start an event of pairs: Ann and Bob, Cat and Dan, and two pairs of strangers."""
    await new_event(people[0], name="Friday", format="swiss", **(QUICK | options))
    await manage(people[0], "open")
    await fill(running, 2)
    events = running.client._services.events
    for first, second in (people[:2], people[2:4]):
        members = UserId(int(first.id)), UserId(int(second.id))
        await events.enter(await load_event(running), members)
        await events.check_in(await load_event(running), members[0])
    await manage(people[0], "start")
    await until(people[0], lambda: find_screen(people[0], "here"), bool)


@pytest.mark.long
async def test_each_mishap_takes_at_most_four_presses(running, people):
    """A latecomer, a withdrawal and a result take at most four presses each. Withdrawal and result are then undone."""
    await start_four(running, people, rounds=3)
    ann = Counted(people[0])
    page = await ann.click(await ann.click(await open_panel(people[0]), "manage"), "people")
    assert "entered and checked in at once" in page.text
    page = await ann.choose(page, "add", [running.loopback.person(name).name for name in ("eve", "fay")])
    assert "entered and checked in" in page.text
    assert ann.presses <= 4
    assert (await load_event(running)).entrants[-1].status is EntrantStatus.PRESENT

    ann = Counted(people[0])
    page = await ann.click(await ann.click(await open_panel(people[0]), "manage"), "people")
    page = await ann.choose(page, "person", "1")
    assert "they aren't paired" in page.text
    await ann.click(page, "drop")
    assert ann.presses <= 4
    assert (await load_event(running)).entrants[0].status is EntrantStatus.WITHDRAWN
    page = await manage(people[0], "undo")
    assert "It is undone" in page.text
    assert (await load_event(running)).entrants[0].status is EntrantStatus.PRESENT

    ann = Counted(people[0])
    page = await ann.click(await ann.click(await open_panel(people[0]), "manage"), "tables")
    page = await ann.choose(page, "match", "1")
    assert "the match isn't played" in page.text
    page = await ann.choose(page, "score", "first.2")
    assert ann.presses <= 4
    assert "now has the result 2 : 0" in page.text
    assert "a result" in (await manage(people[0])).text
    await manage(people[0], "undo")
    assert (await load_event(running)).round.matches[0].status is MatchStatus.PAIRED
    assert find_button(await manage(people[0]), "undo") is None


@pytest.mark.long
@pytest.mark.parametrize(("policy", "taker"), [("substitute", "people"), ("computer", None), ("forfeit", None)])
async def test_no_show_takes_at_most_four_presses(running, people, policy, taker):
    await start_four(running, people, rounds=2)
    events = running.client._services.events
    substitute = UserId(55 * 10**15)
    await events.volunteer(await load_event(running), substitute)
    await press(people[0], "here")
    event = await load_event(running)
    match = event.find_match_of(UserId(int(people[0].id)))
    ann = Counted(people[0])
    page = await ann.click(await ann.click(await open_panel(people[0]), "manage"), "tables")
    page = await ann.choose(page, "match", str(match.table))
    assert "You need not wait" in page.text
    button = next(i for i in page.buttons if i.endswith(f".{policy}"))
    ann.presses += 1
    said = await people[0].click(page, button)
    assert ann.presses <= 4
    assert "waits no longer" in said.text
    after = next(one for one in (await load_event(running)).round.matches if one.table == match.table)
    assert after.status is (MatchStatus.SETTLED if policy == "forfeit" else MatchStatus.PLAYING)
    assert (substitute in [seat.user for seat in after.seats]) == (taker is not None)
    late = next(one for one in people[1:4] if event.find_match_of(UserId(int(one.id))) == match)
    answered = await late.click(await find_screen(people[0], "here"), "ev:here:1:1")
    assert ("was forfeited" if policy == "forfeit" else "plays in your seat") in answered.text
    assert "## Friday" in answered.text, "the panel says what they can do now"
    undo = find_button(await manage(people[0]), "undo")
    assert (undo is not None) == (policy == "forfeit"), "a table that has begun is not stopped"


@pytest.mark.long
async def test_last_round_says_what_cannot_be_undone(running, people):
    await enter_all(people, format="individual", rounds=1)
    await manage(people[0], "start")
    await until(people[0], lambda: find_screen(people[0], "here"), bool)
    assert "last open table" in (await open_table(people[0], 1)).text
    assert not any(i.startswith("ev:add:") for i in (await manage(people[0], "people")).pickers), "nobody would play"
    page = await choose(people[0], await manage(people[0], "people"), "person", "1")
    gone = await people[0].click(page, find_button(page, "drop"))
    assert "their withdrawal is taken back" in gone.text, "there is no round to come back for"
    again = await people[0].click(gone, find_button(gone, "admit"))
    assert find_button(again, "admit") is None
    await until(people[0], lambda: find_screen(people[0], "here"), lambda s: find_button(s, "check") is None)


@pytest.mark.long
async def test_picked_person_takes_the_chosen_missing_seat(running, people):
    await start_four(running, people, rounds=2)
    await press(people[0], "here")
    event = await load_event(running)
    match = event.find_match_of(UserId(int(people[0].id)))
    last = next(place for place in reversed(range(4)) if match.seats[place].user in match.missing)
    ann = Counted(people[0])
    page = await ann.click(await ann.click(await open_panel(people[0]), "manage"), "tables")
    page = await ann.choose(page, "match", str(match.table))
    assert "take the other missing seats" in page.text
    asked = {i: one["placeholder"] for i, one in page.pickers.items() if i.startswith("ev:seat:")}
    assert len(set(asked.values())) == 3, "each missing seat has a picker that names its player"
    picker = next(i for i in asked if i.endswith(f":{match.table}.{last}"))
    assert "already play" in (await people[0].select(page, picker, [people[1].name])).text
    second = await open_table(people[0], match.table)
    said = await people[0].select(page, picker, [running.loopback.person("eve").name])
    ann.presses += 1
    assert ann.presses <= 4
    assert "waits no longer" in said.text
    after = next(one for one in (await load_event(running)).round.matches if one.table == match.table)
    assert after.status is MatchStatus.PLAYING
    assert [seat.user is None for seat in after.seats] == [
        place != last and seat.user in match.missing for place, seat in enumerate(match.seats)
    ]
    assert after.seats[last].user == UserId(int(running.loopback.person("eve").id))
    late = await people[0].select(second, picker, [running.loopback.person("fay").name])
    assert "take that seat any more" in late.text


async def test_refused_form_of_a_template_keeps_input(running, people):
    ann, bob = people[:2]
    listed = await open_panel(ann)
    offered = await ann.click(listed, "ev:new")
    assert "Duplicate**: pairs" in offered.text
    values = {"name": "Friday", "starts": "tomorrow", "length": ["minutes.30"]}
    refused = await type_value(ann, offered, "ev:new:swiss", values)
    assert "isn't a time" in refused.text
    (again,) = refused.buttons
    opened = await ann.person.click(str(refused.id), custom_id=again)
    made = await ann.submit(opened, {"starts": ""})
    assert "**Friday** is created" in made.text
    event = await load_event(running)
    assert (event.settings.format, event.settings.minutes) == (EventFormat.SWISS, 30)
    assert "ev:new" not in (await bob.click(await open_panel(bob), "ev:list")).buttons


@pytest.mark.long
async def test_old_panels_act_on_present_state(running, people):
    """A second Start starts nothing twice, and an old panel acts on the present state."""
    ann = people[0]
    await new_event(ann, name="Friday", format="swiss", rounds=2, automatic=False, **QUICK)
    await manage(ann, "open")
    await fill(running, 4)
    first, second = await manage(ann), await manage(ann)
    assert "starts" in (await ann.click(first, find_button(first, "start"))).text
    assert "starts" in (await ann.click(second, find_button(second, "start"))).text
    await until(ann, lambda: load_event(running), lambda e: bool(e.rounds))
    old = await manage(ann)
    back = await ann.click(old, find_button(old, "undo"))
    assert "It is undone" in back.text
    assert (await load_event(running)).status is EventStatus.OPEN
    assert (await load_event(running)).rounds == ()
    await manage(ann, "start")
    again = await until(ann, lambda: load_event(running), lambda e: bool(e.rounds))
    assert len(again.rounds) == 1


@pytest.mark.long
async def test_wrong_event_name_offers_the_nearest(running, people):
    ann = people[0]
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    offered = await ann.slash("event", event="Fryday")
    assert "no such event" in offered.text
    assert "## Friday" in (await ann.click(offered, "ev:see:1")).text


@pytest.mark.long
async def test_running_event_changes_only_allowed_settings(running, people):
    ann = people[0]
    await enter_all(people, format="individual", rounds=2)
    page = await ann.click(await manage(ann), "ev:settings:1")
    await manage(ann, "start")
    old = await choose(ann, page, "setting", "deals")
    refused = await ann.click(old, find_act(old, "type"))
    assert "started already" in refused.text
    shown = await ann.click(await manage(ann), "ev:settings:1")
    (select,) = shown.selects.values()
    assert [option["value"] for option in select["options"]] == [
        "name", "rounds", "no_show", "grace", "automatic", "late_entry",
    ]  # fmt: skip
    page = await choose(ann, shown, "setting", "grace")
    wrong = await type_value(ann, page, find_act(page, "type"), {"value": "99"})
    assert "from 1 to 60" in wrong.text
    await until(ann, lambda: find_event_text(ann), lambda s: "waiting for 4" in s.text)
    assert await list_tables(running) == []
    assert (await running.client._services.events.get_event((await load_event(running)).guild, EventId(1))).rounds


@pytest.mark.long
async def test_table_page_sets_result_by_levels(running, people):
    await start_four(running, people, rounds=2)
    page = await open_table(people[0], 2)
    said = await type_value(people[0], page, find_button(page, "levels"), {"first": "0", "second": "14"})
    assert "now has the result 0 : 14" in said.text
    page = await open_table(people[0], 2)
    wrong = await type_value(people[0], page, find_button(page, "levels"), {"first": "3", "second": "2"})
    assert "one of them is 0" in wrong.text


@pytest.mark.long
async def test_forged_controls_of_an_event_are_answered(running, people):
    """Whatever the parts of an id say, managers get a page or a reason, and no error is logged."""
    await start_four(running, people, rounds=2)
    screen, rng, faulty = await people[0].slash("help"), random.Random(1), {}
    marks = ("", "1", "x", "1.0", "1.forfeit", "1.x", "b1", "99.9", "1.1.1")
    ids = [f"ev:{action}:1:{number}:{rng.choice(marks)}" for action in EventAction for number in (0, 1, 7, 2**31)]
    ids += [
        f"ev:set:1:{name}:{act}" for name in ("grace", "no_show", "preset", "x", "league") for act in ("pick", "none")
    ]
    for custom_id in ids:
        if custom_id.startswith(("ev:cancel", "ev:accept", "ev:decline")):
            continue
        value = rng.choice(("", "", "1", "x", "first.2", "7.7", "void"))
        await forge(running, people[0], screen, custom_id, (value,) if value else ())
        if FAULTS:
            faulty[custom_id, value] = FAULTS[-1]
            FAULTS.clear()
    assert not faulty, "\n".join(f"{id_}: {fault[-300:]}" for id_, fault in faulty.items())


async def test_event_of_a_league_is_created_in_one_form(running, people):
    ann = people[0]
    await new_league(ann, name="Spring", preset="forty-points")
    offered = await ann.click(await ann.slash("event"), "ev:new")
    opened = await ann.person.click(str(offered.id), custom_id="ev:new:swiss")
    values = {"name": "Cup", "starts": "", "length": ["deals.2"], "league": ["1"]}
    await ann.person.submit(opened, values)
    event = await until(ann, lambda: load_event(running), bool)
    assert (event.settings.league, event.settings.preset) == (1, "forty-points"), "it has the league's rules"
