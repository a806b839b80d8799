"""A small HTTP server for monitoring tools on a private port. Its answers name no server, user or card."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from math import isfinite
from typing import Final

import prometheus_client
from aiohttp import web
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.play.all_tables.registry import Registry
from bot.play.tables.table import Table
from bot.play.values.table_info import Person, TableStatus
from bot.processes.lease_holder import LeaseHolder
from bot.ui.client import TractorClient
from bot.ui.core.memory.answer_times import LIMITS, AnswerTimes
from bot.ui.core.memory.refusal_memory import RefusalMemory

PREFIX: Final = "tractor_"
SERVICE_UNAVAILABLE: Final = 503


@dataclass(eq=False, repr=False)
class BotCollector(Collector):
    """Collects the metrics of one bot."""

    _client: TractorClient
    _registry: Registry
    _answers: AnswerTimes
    _refusals: RefusalMemory

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        yield from self._collect_connection()
        yield from self._collect_tables(tuple(self._registry.list_live()))
        yield from self._collect_counts()
        yield from self._collect_saving()
        yield self._collect_answers()
        yield self._collect_refusals()

    def _collect_connection(self) -> Iterator[Metric]:
        info = GaugeMetricFamily(f"{PREFIX}info", "The version of the bot.", labels=["version"])
        info.add_metric([__version__], 1)
        yield info
        yield _gauge("connected", "Whether Discord is connected.", float(self._client.is_ready()))
        yield _gauge("guilds", "Servers that the bot is in.", len(self._client.guilds))
        if isfinite(latency := self._client.latency):  # the latency is NaN or infinite before the first heartbeat
            yield _gauge("gateway_latency_seconds", "Seconds to Discord's gateway and back.", latency)

    def _collect_tables(self, tables: tuple[Table, ...]) -> Iterator[Metric]:
        counted = GaugeMetricFamily(f"{PREFIX}tables", "Open tables.", labels=["state"])
        states = [_get_state(table) for table in tables]
        for state in ("lobby", "playing", "paused"):
            counted.add_metric([state], states.count(state))
        yield counted
        people = {one.user for table in tables for one in table.occupants if isinstance(one, Person)}
        yield _gauge("people_seated", "Users with a seat at an open table.", len(people))
        yield _gauge("tables_broken", "Tables whose records cannot be loaded.", len(self._registry.loader.broken))
        closed = self._registry.refuses_new_tables
        yield _gauge("maintenance", "Whether new tables are refused.", float(closed))

    def _collect_counts(self) -> Iterator[Metric]:
        done = self._registry.statistics
        yield _gauge("start_time_seconds", "When the bot started, since the epoch.", done.since)
        yield CounterMetricFamily(f"{PREFIX}tables_opened", "Tables opened since the start.", done.opened)
        yield CounterMetricFamily(f"{PREFIX}tables_closed", "Tables closed since the start.", done.closed)
        yield CounterMetricFamily(f"{PREFIX}deals_ended", "Deals ended since the start.", done.deals)

    def _collect_saving(self) -> Iterator[Metric]:
        health = self._registry.health
        waiting = health.count_waiting()
        yield _gauge("tables_waiting", "Tables that wait because they cannot be saved.", waiting)
        if (commit := health.record.last_commit_at) is not None:
            yield _gauge("last_commit_time_seconds", "When a table was last saved, since the epoch.", commit)
        if (error := health.record.last_error_at) is not None:
            yield _gauge("last_save_error_time_seconds", "When saving last failed, since the epoch.", error)

    def _collect_answers(self) -> Metric:
        name, help_ = f"{PREFIX}answer_seconds", "Seconds from an interaction to its answer."
        found = HistogramMetricFamily(name, help_, labels=["kind"])
        for kind, times in self._answers.kinds.items():
            names, sums = [*map(str, LIMITS), "+Inf"], map(float, accumulate(times.counts))
            found.add_metric([kind], list(zip(names, sums, strict=True)), times.total)
        return found

    def _collect_refusals(self) -> Metric:
        help_ = "Requests that Discord did not carry out, by what the bot does about it."
        found = CounterMetricFamily(f"{PREFIX}requests_refused", help_, labels=["reaction"])
        for reaction, count in self._refusals.counts.items():
            found.add_metric([reaction], count)
        return found


@dataclass(eq=False, repr=False)
class BackupCollector(Collector):
    """Collects the time of the newest scheduled backup."""

    _find_last_backup: Callable[[], float | None]

    def collect(self) -> Iterator[Metric]:
        """Yield the time of the newest backup; nothing if there is none."""
        if (made := self._find_last_backup()) is not None:
            yield _gauge("last_backup_time_seconds", "When the last backup was made, since the epoch.", made)


def _gauge(name: str, help_: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}{name}", help_, value)


def _get_state(table: Table) -> str:
    if table.facts.status is TableStatus.LOBBY:
        return "lobby"
    return "paused" if table.facts.paused else "playing"


def build_metrics(
    client: TractorClient,
    registry: Registry,
    answers: AnswerTimes,
    refusals: RefusalMemory,
    find_last_backup: Callable[[], float | None] | None = None,
) -> prometheus_client.CollectorRegistry:
    """Return a registry with the metrics of the bot, its process and, if it makes any, its backups."""
    found = prometheus_client.CollectorRegistry()
    found.register(BotCollector(client, registry, answers, refusals))
    if find_last_backup is not None:
        found.register(BackupCollector(find_last_backup))
    prometheus_client.ProcessCollector(registry=found)
    prometheus_client.PlatformCollector(registry=found)
    return found


@dataclass(eq=False, repr=False)
class StatusServer:
    """Serves `/healthz`, `/readyz` and `/metrics`. Requests change nothing. Answers name no server, user or card."""

    _client: TractorClient
    _registry: Registry
    _lease: LeaseHolder
    _metrics: prometheus_client.CollectorRegistry
    _runner: web.AppRunner | None = field(init=False, default=None)
    port: int = field(init=False, default=0)
    """The port on which the server listens; 0 before `open`."""

    async def open(self, host: str, port: int) -> None:
        """Start to listen. Raises OSError if the port is in use."""
        application = web.Application()
        pages = {"/healthz": self._tell_health, "/readyz": self._tell_readiness, "/metrics": self._tell_metrics}
        application.add_routes([web.get(path, page) for path, page in pages.items()])
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self.port = int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tell_health(self, _request: web.Request) -> web.Response:
        """Answer 200. Once the process has lost its leases, answer 503 until it is restarted."""
        return _tell({"lease": not self._lease.lost.is_set()})

    async def _tell_readiness(self, _request: web.Request) -> web.Response:
        """Answer 200 if players can play, otherwise 503. The body says which condition fails.

        If Discord has not accepted the newest commands, the body has `"commands": false`, but the answer stays 200.
        """
        return _tell(
            {
                "lease": not self._lease.lost.is_set(),
                "connected": self._client.is_ready() and not self._client.is_closed(),
                "tables_shown": self._client.opened.is_set(),
                "saving": self._lease.is_reachable and self._registry.health.count_waiting() == 0,
            },
            commands=not self._client.command_sync.faults,
        )

    async def _tell_metrics(self, _request: web.Request) -> web.Response:
        body = prometheus_client.generate_latest(self._metrics)
        return web.Response(body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST})


def _tell(parts: dict[str, bool], **others: bool) -> web.Response:
    good = all(parts.values())
    return web.json_response({"ok": good} | parts | others, status=200 if good else SERVICE_UNAVAILABLE)
