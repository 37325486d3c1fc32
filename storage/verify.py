"""Is what is stored what happened? Recomputes every chain, folds every stream, compares every row.

How a stream is folded into its projection is not known here: the caller hands in the fold, which
gets the competitions before the matches and those before the games, so that it may keep what the
latter need.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from storage import competitions, log, projections
from storage.competitions import CompetitionRow
from storage.errors import UnknownEvent
from storage.projections import GameRow, MatchRow
from storage.streams import COMPETITIONS, GAMES, MATCHES, name_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

Row = GameRow | MatchRow | CompetitionRow
Fold = Callable[[str, Sequence[log.Stored]], Row | None]
"""Makes a stream's events into its projection; None: the stream has no projection."""

WRITTEN = "updated_at"
"""When a row was written is no part of what happened, and is not compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is not as it should be."""

    stream: str
    kind: str
    """`chain`, `unknown` (an event cannot be read), `fold` (the events make no sense), `missing`,
    `extra` or `differs` (the projection)."""
    detail: str
    seq: int | None = None
    """The event at fault, where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was looked at and what was found."""

    streams: int
    events: int
    findings: tuple[Finding, ...]


async def verify(tx: "AsyncConnection", fold: Fold) -> Report:
    """Check the whole database as this transaction sees it; change nothing."""
    findings: list[Finding] = []
    events = 0
    kinds = (COMPETITIONS, MATCHES, GAMES)
    streams = [stream for kind in kinds for stream in await log.streams(tx, kind)]
    for stream in streams:
        broken = await log.broken_link(tx, stream)
        if broken is not None:
            findings.append(
                Finding(stream=stream, kind="chain", detail=broken.reason, seq=broken.seq)
            )
        events += (await log.head(tx, stream)).seq
        findings += await _check_projection(tx, stream, fold)
    known = set(streams)
    findings += [
        Finding(stream=stream, kind="extra", detail="a projection without events")
        for stream in await projections.streams(tx)
        if stream not in known
    ]
    return Report(streams=len(known), events=events, findings=tuple(findings))


async def _check_projection(tx: "AsyncConnection", stream: str, fold: Fold) -> list[Finding]:
    """Fold the stream and compare the result with what is stored."""
    try:
        stored = await log.load(tx, stream)
    except (UnknownEvent, *log.UNREADABLE) as error:
        return [Finding(stream=stream, kind="unknown", detail=_said(error))]
    try:
        expected = fold(stream, stored)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
        return [Finding(stream=stream, kind="fold", detail=_said(error))]
    found = await _stored(tx, stream)
    if expected is None and found is None:
        return []
    if expected is None:
        return [Finding(stream=stream, kind="extra", detail="a projection that should not be")]
    if found is None:
        return [Finding(stream=stream, kind="missing", detail="no projection is stored")]
    return [
        Finding(stream=stream, kind="differs", detail=detail)
        for detail in _differences(found, expected)
    ]


async def _stored(tx: "AsyncConnection", stream: str) -> Row | None:
    """Return the stream's projection as it is stored."""
    if stream.startswith(GAMES):
        return await projections.game(tx, name_of(stream))
    if stream.startswith(MATCHES):
        return await projections.match(tx, name_of(stream))
    return await competitions.competition(tx, name_of(stream))


def _differences(found: Row, expected: Row) -> list[str]:
    """Return one line for each field that is not as folded."""
    was, should = asdict(found), asdict(expected)
    return [
        f"{name}: stored {was.get(name)!r}, folded {value!r}"
        for name, value in should.items()
        if name != WRITTEN and was.get(name) != value
    ]


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
