"""Metrics for Prometheus: counters of this process, and queue lengths from the database.

While the database does not answer, the queue lengths are omitted, because old values would be
wrong. No metric names a person, a game or a word.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.program.health import health_of, wait_of_oldest
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from storage.days import due
from storage.people import mail_addresses, push_subscriptions
from storage.play import game_rows
from storage.queues import inbox, outbox, outbox_mails

log = get_logger()

_OUTCOMES: Final = {
    "updates": ("handled", "failed", "dead"),
    "messages": ("sent", "failed", "dead"),
    "mails": ("sent", "failed", "refused", "unknown"),
    "pushes": ("sent", "failed", "refused", "gone", "dropped"),
    "deadlines": ("rung", "failed"),
}
"""The outcomes that each counter reports as 0 from the start, so that alarms can use them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Queues:
    """The figures of the last query of the database."""

    inbox: Mapping[str, int]
    """Updates by state."""
    outbox: Mapping[str, int]
    """Messages by state."""
    games: Mapping[str, int]
    """Games by status."""
    oldest_update: timedelta
    """How long the oldest update has waited."""
    overdue: int
    """Deadlines that are due."""
    mails: Mapping[str, int]
    """Mail addresses by state."""
    subscribed: int
    """Devices with a subscription to announcements."""
    to_browsers: Mapping[str, int]
    """Messages to browsers by state."""


class Metrics(Collector):
    """Collects the metrics; call `refresh` first to query the database."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._health = health_of(runtime)
        self._well = False
        self._queues: _Queues | None = None
        """None before the first query, and while the database does not answer."""
        self.registry = CollectorRegistry(auto_describe=False)
        self.registry.register(self)

    async def refresh(self) -> None:
        """Query the database for the next collection.

        The health check logs why the database does not answer, so nothing is asked then.
        """
        state = await self._health()
        self._well = state.is_well
        self._queues = None
        if state.database.is_readable:
            try:
                self._queues = await self._read()
            except Exception as error:  # noqa: BLE001  (any error means that there are no figures)
                report(log, "the metrics have no figures of the database", error)

    async def _read(self) -> _Queues:
        """Return the figures that come from the database."""
        now = self._runtime.clock.now()
        async with self._runtime.database.reading() as tx:
            return _Queues(
                inbox=await inbox.counts(tx),
                outbox=await outbox.counts(tx),
                games=await game_rows.games_by_status(tx),
                oldest_update=await wait_of_oldest(tx, self._runtime, now),
                overdue=await due.count(tx, now),
                mails=await mail_addresses.counts(tx),
                subscribed=await push_subscriptions.count(tx),
                to_browsers=await outbox_mails.counts_of_browsers(tx),
            )

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        counts = self._runtime.counts
        yield _counter("updates", "Updates by what became of them", counts.updates)
        spent = CounterMetricFamily("turretur_update_seconds", "Time spent on updates")
        spent.add_metric([], counts.update_seconds)
        yield spent
        yield _counter("messages", "Messages by what became of them", counts.messages)
        yield _counter("mails", "Mails by what became of them", counts.mails)
        yield _counter("pushes", "Announcements on devices by what became of them", counts.pushes)
        yield _counter("deadlines", "What was due by what became of it", counts.deadlines)
        yield GaugeMetricFamily(
            "turretur_leads", "Whether this program sends and keeps time", int(counts.leads)
        )
        yield GaugeMetricFamily("turretur_well", "What /health says", int(self._well))
        if self._queues is not None:
            yield from _database_metrics(self._queues)


def _database_metrics(queues: _Queues) -> Iterator[Metric]:
    """Yield the metrics that the database knows: its queues, games and deadlines."""
    yield _gauge("turretur_inbox", "Stored updates by state", queues.inbox)
    yield _gauge("turretur_outbox", "Stored messages by state", queues.outbox)
    yield _gauge("turretur_mail_addresses", "Addresses that get mails by state", queues.mails)
    yield _gauge("turretur_browser_messages", "Messages to browsers by state", queues.to_browsers)
    yield GaugeMetricFamily(
        "turretur_push_subscriptions", "Devices that want announcements", queues.subscribed
    )
    yield _gauge("turretur_games", "Games by state", queues.games)
    yield GaugeMetricFamily(
        "turretur_oldest_update_seconds",
        "How long the oldest update has waited, here or at Telegram",
        value=queues.oldest_update.total_seconds(),
    )
    yield GaugeMetricFamily(
        "turretur_due_rows", "Deadlines that have come and not been dealt with", queues.overdue
    )


def _counter(name: str, about: str, counts: Mapping[str, int]) -> Metric:
    """Return a counter with a label for each outcome."""
    metric = CounterMetricFamily(f"turretur_{name}", about, labels=["outcome"])
    for outcome in dict.fromkeys((*_OUTCOMES[name], *counts)):
        metric.add_metric([outcome], counts.get(outcome, 0))
    return metric


def _gauge(name: str, about: str, counts: Mapping[str, int]) -> Metric:
    """Return a gauge with a label for each state."""
    metric = GaugeMetricFamily(name, about, labels=["state"])
    for state, count in sorted(counts.items()):
        metric.add_metric([state], count)
    return metric
