"""The coach tells players in private which plays certainly cost something. Panels offer to turn it on."""

import pytest
from league_steps import create_league, edit_league
from play_by_panel import SHORT_DEAL, play_deal, sit_down, until
from test_hints_in_leagues import play_until_asked_for_play
from test_reviews import BUTTON as REVIEW_BUTTON
from test_reviews import until_reviewed

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.hand.advice import submit_with_coach
from engine.deal.legal_actions import legal_plays
from engine.model.actions import Play
from engine.players.advice.compare_plays import ComparedPlay
from tests.table_control_ids import parse_table_control_id


@pytest.fixture
def certain_mistakes(monkeypatch):
    """Make the coach think that each free choice costs eight points. Return a list that collects what it judges."""
    looked = []

    async def compare(_, view, cards):
        looked.append((view, cards))
        other = next((one for one in legal_plays(view) if sorted(one) != sorted(cards)), None)
        if other is None:  # a forced play is not compared
            return ()
        return ComparedPlay(cards, 80.0, 0.0, 0.0, 0.0, 99), ComparedPlay(
            other, 70.0, 0.5, -0.5, 0.1, 99, points_behind=-8.0
        )

    monkeypatch.setattr("bot.play.computers.search_or_rules.ComputerPlayerWorker.compare_when_idle", compare)
    return looked


async def play_one(ann, table, seat):
    """Play until the player had a choice between several plays. Return the panel that asked for this play."""
    for _ in range(10):
        panel = await play_until_asked_for_play(ann, table, seat)
        view = table.view(seat)
        plays = list(legal_plays(view, 2))
        before = table.revision
        await ann.slash("play", cards=" ".join(map(str, plays[0])))
        assert table.revision > before
        if len(plays) > 1:
            return panel
    raise AssertionError("never a choice")


async def choose_coach(ann):
    settings = await ann.slash("settings")
    (switch,) = (one for one in settings.buttons if one.startswith("set:coach"))
    changed = await ann.click(settings, switch)
    assert "✓ Coach" in changed.buttons.values()


async def test_mistake_is_explained_on_the_panel(running, people, certain_mistakes):
    ann, bob = people[:2]
    await sit_down(ann, **SHORT_DEAL)
    table = await running.registry.get_table(TableId(1))
    seat = table.seat_of(ann.id)
    await play_one(ann, table, seat)
    assert not certain_mistakes, "off by default"
    await choose_coach(ann)
    await play_one(ann, table, seat)
    panel = await until(ann, ann.panel, lambda s: "Coach: " in s.text)
    assert panel.private
    assert " cost about 8 points. Better: " in panel.text
    assert "Coach: " not in (await bob.board()).text
    assert all(view.seat == seat for view, *_ in certain_mistakes)


async def find_coach_offer(ann, table, seat):
    """Play until a panel offers the coach beside the hint; return this panel."""
    for _ in range(25):
        panel = await play_until_asked_for_play(ann, table, seat)
        if panel.has(ControlVerb.COACH):
            return panel
        await ann.slash("play", cards=" ".join(map(str, next(iter(legal_plays(table.view(seat)))))))
    raise AssertionError("never a space")


async def test_coach_is_offered_beside_the_hint(running, people):
    ann = people[0]
    await sit_down(ann, **SHORT_DEAL)
    table = await running.registry.get_table(TableId(1))
    panel = await find_coach_offer(ann, table, table.seat_of(ann.id))
    verbs = [known.verb for one in panel.buttons if (known := parse_table_control_id(one))]
    assert verbs.index(ControlVerb.COACH) == verbs.index(ControlVerb.SHOW_HINT) + 1
    told = await ann.click(panel, panel.ids(ControlVerb.COACH)[0])
    assert "The coach is on" in told.text
    assert not told.has(ControlVerb.COACH)
    assert (await running.client._services.people.get_preferences(ann.id)).coach


@pytest.mark.long
async def test_coach_is_offered_after_first_lost_deal(running, people, monkeypatch):
    """In this test every deal is lost. The panel no longer offers the coach after the second deal."""
    ann = people[0]
    monkeypatch.setattr("engine.model.events.DealResult.winning_seats", ())
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL) and s.has(ControlVerb.COACH))
    assert "The coach says at once what a play cost." in panel.text
    await ann.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
    await play_deal([ann])
    panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.NEXT_DEAL))
    assert not panel.has(ControlVerb.COACH)


@pytest.mark.long
async def test_remark_is_gone_after_the_next_play(running, people, certain_mistakes, monkeypatch):
    ann = people[0]
    await choose_coach(ann)
    await sit_down(ann, **SHORT_DEAL)
    table = await running.registry.get_table(TableId(1))
    seat = table.seat_of(ann.id)
    await play_one(ann, table, seat)
    await until(ann, ann.panel, lambda s: "Coach: " in s.text)
    assert certain_mistakes

    async def nothing(*_):
        return ()

    monkeypatch.setattr("bot.play.computers.search_or_rules.ComputerPlayerWorker.compare_when_idle", nothing)
    await play_one(ann, table, seat)
    await until(ann, ann.panel, lambda s: "Coach: " not in s.text)


@pytest.mark.long
async def test_review_names_the_same_play_as_the_coach(running, people, certain_mistakes, blank_pictures, monkeypatch):
    """The review asks the same question about a play as the coach, so it names the same better play."""
    # nobody takes a play back, because such plays are not reviewed
    monkeypatch.setattr("bot.play.values.table_info.TableInfo.may_undo", False)
    ann = people[0]
    await choose_coach(ann)
    await sit_down(ann, **SHORT_DEAL)
    await play_deal([ann])
    coached = list(certain_mistakes)
    assert coached
    certain_mistakes.clear()
    panel = await until(ann, ann.panel, lambda s: REVIEW_BUTTON in s.buttons)
    await ann.click(panel, REVIEW_BUTTON)
    await until_reviewed(ann)
    assert set(coached) <= set(certain_mistakes)


@pytest.mark.long
async def test_repeated_press_is_not_judged(running, people, certain_mistakes):
    """Submitting the same play twice leads to one comparison."""
    ann = people[0]
    await choose_coach(ann)
    await sit_down(ann, **SHORT_DEAL)
    table = await running.registry.get_table(TableId(1))
    seat = table.seat_of(ann.id)
    await play_until_asked_for_play(ann, table, seat)
    view, task, services = table.view(seat), table.task(seat), running.client._services
    for _ in range(2):
        play = Play(next(iter(legal_plays(view))))
        await submit_with_coach(services, table, ann.id, services.catalogue.texts_for("en"), play, task)
        await until(ann, ann.panel, lambda _: certain_mistakes)
    assert [seen.hand for seen, *_ in certain_mistakes] == [view.hand]


@pytest.mark.long
async def test_league_without_hints_has_no_coach(running, people, certain_mistakes):
    ann = people[0]
    await choose_coach(ann)
    await create_league(ann, hints=True)
    await sit_down(ann, league="Spring", computers=3)
    table = await running.registry.get_table(TableId(1))
    await play_one(ann, table, table.seat_of(ann.id))
    await until(ann, ann.panel, lambda s: "Coach: " in s.text)
    assert certain_mistakes
    await edit_league(ann, "Spring", hints=False)
    assert "Coach: " not in (await ann.slash("hand")).text
