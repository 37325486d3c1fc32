"""Is what is stored what happened? Recomputes every chain, folds every stream, compares every row.

How a stream is folded into its projection is not known here: the caller hands in the fold, which
gets the competitions before the matches, those before the games and those before the cases, so that
it may keep what the latter need.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from engine.cases.events import CaseId
from storage import cases, competitions, log, projections, statements
from storage.cases import CaseRow
from storage.competitions import CompetitionRow
from storage.errors import UnknownEvent
from storage.projections import GameRow, MatchRow
from storage.streams import (
    CASES,
    COMPETITIONS,
    GAMES,
    MATCHES,
    PEOPLE,
    case_stream,
    name_of,
)

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

Row = GameRow | MatchRow | CompetitionRow | CaseRow
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
    `extra` or `differs` (the projection), `statement` (not what was said in a case)."""
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
    kinds = (COMPETITIONS, MATCHES, GAMES, CASES, PEOPLE)
    streams = [stream for kind in kinds for stream in await log.streams(tx, kind)]
    for stream in streams:
        broken = await log.broken_link(tx, stream)
        if broken is not None:
            findings.append(
                Finding(stream=stream, kind="chain", detail=broken.reason, seq=broken.seq)
            )
        events += (await log.head(tx, stream)).seq
        findings += await _check_projection(tx, stream, fold)
        if stream.startswith(CASES):
            findings += await _check_statements(tx, CaseId(name_of(stream)))
    known = set(streams)
    projected = [*await projections.streams(tx), *map(case_stream, await cases.ids(tx))]
    findings += [
        Finding(stream=stream, kind="extra", detail="a projection without events")
        for stream in projected
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


async def _check_statements(tx: "AsyncConnection", case: CaseId) -> list[Finding]:
    """Compare what was said in a case with the digests that its log has of it."""
    stored = await statements.of_case(tx, case)
    try:
        told = [row.event for row in await log.load(tx, case_stream(case))]
    except (UnknownEvent, *log.UNREADABLE):
        return []  # found already
    named = {event.statement for event in told if hasattr(event, "statement")}
    wrong = [digest for digest, one in stored.items() if not statements.is_true(one)]
    details = [
        *(f"not what was said: {digest}" for digest in wrong),
        *(f"lost: {digest}" for digest in sorted(named - stored.keys())),
        *(f"never said: {digest}" for digest in sorted(stored.keys() - named)),
    ]
    return [Finding(stream=case_stream(case), kind="statement", detail=each) for each in details]


async def _stored(tx: "AsyncConnection", stream: str) -> Row | None:
    """Return the stream's projection as it is stored."""
    if stream.startswith(GAMES):
        return await projections.game(tx, name_of(stream))
    if stream.startswith(MATCHES):
        return await projections.match(tx, name_of(stream))
    if stream.startswith(CASES):
        return await cases.case(tx, name_of(stream))
    if stream.startswith(PEOPLE):
        return None
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
