"""The figures for Prometheus: tallies of this process, and queues as the database has them.

Nothing here names a person, a game or a word.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from storage import due, inbox, outbox, projections

if TYPE_CHECKING:
    from bot.office.unit import Office


@dataclass(slots=True)
class _Queues:
    """What the database showed at the last look."""

    inbox: Mapping[str, int] = field(default_factory=dict)
    outbox: Mapping[str, int] = field(default_factory=dict)
    games: Mapping[str, int] = field(default_factory=dict)
    oldest_update: timedelta = timedelta()
    overdue: int = 0


class Metrics(Collector):
    """Collects the figures; `look` reads those of the database first."""

    def __init__(self, office: "Office") -> None:
        self._office = office
        self._queues = _Queues()
        self.registry = CollectorRegistry(auto_describe=False)
        self.registry.register(self)

    async def look(self) -> None:
        """Read from the database what the next collection is to show."""
        now = self._office.clock.now()
        async with self._office.database.reading() as tx:
            oldest = await inbox.oldest(tx)
            self._queues = _Queues(
                inbox=await inbox.counts(tx),
                outbox=await outbox.counts(tx),
                games=await projections.games_by_status(tx),
                oldest_update=now - oldest if oldest else timedelta(),
                overdue=await due.count(tx, now),
            )

    def collect(self) -> Iterator[Metric]:
        """Yield every figure."""
        counts, queues = self._office.counts, self._queues
        yield _tally("turretur_updates", "Updates by what became of them", counts.updates)
        spent = CounterMetricFamily("turretur_update_seconds", "Time spent on updates")
        spent.add_metric([], counts.update_seconds)
        yield spent
        yield _tally("turretur_messages", "Messages by what became of them", counts.messages)
        yield _tally("turretur_deadlines", "What was due by what became of it", counts.deadlines)
        yield _level("turretur_inbox", "Stored updates by state", queues.inbox)
        yield _level("turretur_outbox", "Stored messages by state", queues.outbox)
        yield _level("turretur_games", "Games by state", queues.games)
        yield GaugeMetricFamily(
            "turretur_oldest_update_seconds",
            "How long the oldest update has waited",
            value=queues.oldest_update.total_seconds(),
        )
        yield GaugeMetricFamily(
            "turretur_due_rows", "Deadlines that have come and not been dealt with", queues.overdue
        )
        yield GaugeMetricFamily(
            "turretur_leads", "Whether this program sends and keeps time", int(counts.leads)
        )


def _tally(name: str, what: str, found: Mapping[str, int]) -> Metric:
    metric = CounterMetricFamily(name, what, labels=["outcome"])
    for outcome, count in sorted(found.items()):
        metric.add_metric([outcome], count)
    return metric


def _level(name: str, what: str, found: Mapping[str, int]) -> Metric:
    metric = GaugeMetricFamily(name, what, labels=["state"])
    for state, count in sorted(found.items()):
        metric.add_metric([state], count)
    return metric
