"""Operators see health, metrics and log lines, which have no user's id and no secret of a deal."""

import asyncio
import json
import logging
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest
import structlog
from bot_harness import connected
from play_by_panel import SHORT_DEAL, end_table, play_deal, sit_down, until
from prometheus_client.parser import text_string_to_metric_families

from bot.ids import TableId
from bot.monitoring.logging_setup import build_processors
from bot.monitoring.status_server import StatusServer, build_metrics
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.answer_times import AnswerTimes


class Lease:
    def __init__(self):
        self.lost = asyncio.Event()
        self.is_reachable = True


@asynccontextmanager
async def watched(running, lease=None):
    """Yield a function that gets a page from the status server of a running bot."""
    client = running.client
    metrics = build_metrics(client, running.registry, client._services.answer_times, client._services.refusals)
    server = StatusServer(client, running.registry, lease or Lease(), metrics)
    await server.open("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{server.port}") as session:

        async def get(path):
            async with session.get(path) as answer:
                return answer.status, await answer.text()

        try:
            yield get
        finally:
            await server.close()


def parse(text):
    """Return the value of each sample by its name and label values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.long
async def test_metrics_follow_events(running, people):
    ann = people[0]
    async with watched(running) as get:
        before = parse((await get("/metrics"))[1])
        assert before["tractor_tables", "playing"] == before["tractor_deals_ended_total",] == 0
        await sit_down(ann, **SHORT_DEAL)
        assert await play_deal([ann])
        await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
        status, text = await get("/metrics")
        found = parse(text)
        assert status == 200
        assert found["tractor_tables", "playing"] == found["tractor_people_seated",] == found["tractor_guilds",] == 1
        assert found["tractor_tables_opened_total",] == found["tractor_deals_ended_total",] == 1
        assert found["tractor_connected",] == 1
        assert found["tractor_last_commit_time_seconds",] > found["tractor_start_time_seconds",]
        answers = found["tractor_answer_seconds_count", "component"]
        assert answers > 1  # the number of presses varies, because one choice may pick several cards
        assert found["tractor_answer_seconds_bucket", "component", "+Inf"] == answers
        assert found["tractor_answer_seconds_bucket", "component", "0.1"] <= answers
        await end_table(ann)
        assert parse((await get("/metrics"))[1])["tractor_tables_closed_total",] == 1
        for secret in ("ann", str(ann.id), str(next(iter(running.loopback.world.guilds)))):
            assert f'"{secret}"' not in text


async def test_readiness_names_the_problem(running, people, monkeypatch):
    lease = Lease()
    async with watched(running, lease) as get:
        assert await get("/healthz") == (200, '{"ok": true, "lease": true}')
        status, text = await get("/readyz")
        assert (status, json.loads(text)["ok"]) == (200, True)
        monkeypatch.setattr(type(running.registry.health), "count_waiting", lambda _: 1)
        status, text = await get("/readyz")
        assert status == 503
        assert [part for part, good in json.loads(text).items() if not good] == ["ok", "saving"]
        assert (await get("/healthz"))[0] == 200, "a restart does not cure a full disk"
        monkeypatch.undo()
        assert (await get("/readyz"))[0] == 200
        lease.is_reachable = False
        status, text = await get("/readyz")
        assert (status, json.loads(text)["saving"]) == (503, False), "the database is gone and nobody plays"
        assert (await get("/healthz"))[0] == 200
        lease.lost.set()
        assert (await get("/healthz"))[0] == 503
        assert (await get("/nothing"))[0] == 404


async def test_bot_is_not_ready_before_its_tables_are_shown(tmp_path, loopback, blank_pictures):
    async with connected(tmp_path, loopback) as running:
        running.client.opened.clear()
        async with watched(running) as get:
            status, text = await get("/readyz")
            assert status == 503
            assert not json.loads(text)["tables_shown"]


def test_answer_times_are_counted_in_buckets():
    times = AnswerTimes()
    for seconds in (0.01, 0.05, 0.06, 2.5, 60.0):
        times.note("component", seconds)
    assert times.kinds["component"].counts == [2, 1, 0, 0, 0, 0, 1, 0, 0, 1]
    assert times.kinds["component"].total == 62.62


@pytest.mark.long
async def test_log_records_table_events(tmp_path, loopback, people, blank_pictures):
    """Events are logged with table, revision, server and interaction, but never with a deal's secret or a user's id."""
    ann, lines = people[0], []

    def keep(_logger, _name, event):
        lines.append(json.loads(event))
        return event

    before = structlog.get_config()
    structlog.configure(
        processors=[*build_processors(json=True), keep],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    try:
        async with connected(tmp_path, loopback) as running:
            await sit_down(ann, **SHORT_DEAL)
            await play_deal([ann])
            await until(ann, ann.board, lambda s: s.has(ControlVerb.NEXT_DEAL))
            deck = (await running.registry.get_table(TableId(1))).deals
            await end_table(ann)
        async with connected(tmp_path, loopback):
            pass
    finally:
        structlog.configure(**before)
    by_event = {line["event"]: line for line in lines}
    guild = int(next(iter(loopback.world.guilds)))
    assert by_event["started"]["tables_restored"] == 0
    assert "version" in by_event["started"]
    opened, ended, closed = (by_event[name] for name in ("table opened", "deal ended", "table closed"))
    assert (opened["table"], opened["guild"], opened["revision"]) == (1, guild, 0)
    assert opened["interaction"] > guild
    assert ended["revision"] > 25
    assert (ended["deal"], ended["guild"]) == (1, guild)
    assert closed["interaction"] > opened["interaction"]
    words = " ".join(json.dumps(line) for line in lines)
    assert deck[0].secret.hex() not in words
    assert str(ann.id) not in words
