"""The integrity check of stored data: recomputes every chain, rebuilds every stream, compares rows.

It includes the integrity check of the database (`storage.integrity`).

The caller supplies the function that rebuilds a projection. It receives competitions before
matches, matches before games, and games before cases, so that it may keep data for later streams.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.cases.events import CaseId, Digest
from engine.chronology import backward_steps
from engine.correspondence import thread_of
from engine.matches.letters import LetterWritten
from storage import fingerprints, log
from storage.cases import case_rows, statements
from storage.cases.case_rows import CaseRow
from storage.cases.statements import StoredStatement
from storage.codec import codec_of
from storage.competitions import competition_rows
from storage.competitions.competition_rows import CompetitionRow
from storage.db import savepoint
from storage.errors import UnknownEvent, reason_of
from storage.integrity import DATABASE, Finding, FindingKind, Lookups, integrity_findings
from storage.matches import match_rows
from storage.matches.match_rows import MatchRow
from storage.play import game_rows
from storage.play.game_rows import GameRow
from storage.streams import (
    CASES,
    COMPETITIONS,
    GAMES,
    MATCHES,
    PEOPLE,
    case_stream,
    competition_stream,
    game_stream,
    match_stream,
    name_of,
)

Row = GameRow | MatchRow | CompetitionRow | CaseRow
Fold = Callable[[str, Sequence[log.Stored]], Row | None]
"""Returns the projection of a stream's events; None if the stream has none."""

WRITTEN_AT: Final = "updated_at"
"""The time of writing, which is not compared, because no event contains it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """The checked streams and the errors found."""

    streams: int
    """The number of checked streams."""
    events: int
    """The number of their events."""
    findings: tuple[Finding, ...]
    steps: tuple[Finding, ...] = ()
    """Events that lie before the one they follow: a clock was wrong, but the data is whole."""


async def verify(
    tx: AsyncConnection, fold: Fold, published: Mapping[date, str] | None = None
) -> VerifyReport:
    """Check the whole database in this transaction; change nothing.

    Every failure to read becomes a finding. `published` are fingerprints by day, as recorded
    elsewhere.
    """
    checking = _Checking(tx, fold, published)
    await checking.run()
    return VerifyReport(
        streams=checking.streams,
        events=checking.events,
        findings=tuple(checking.findings),
        steps=tuple(checking.steps),
    )


class _Checking:
    """One check of a database, with its findings so far."""

    def __init__(
        self, tx: AsyncConnection, fold: Fold, published: Mapping[date, str] | None
    ) -> None:
        """Prepare a check with the arguments of `verify`."""
        self._tx = tx
        self._published = published
        self._fold = fold
        self._lookups = Lookups()
        self.findings: list[Finding] = []
        self.steps: list[Finding] = []
        self.streams = self.events = 0

    async def run(self) -> None:
        """Check everything; the streams before the lookups, which follow from their rows."""
        await self._guarded(DATABASE, self._check_file())
        await self._guarded(DATABASE, self._check_streams())
        await self._guarded(DATABASE, self._check_lookups())
        await self._guarded(DATABASE, self._check_fingerprints())

    async def _guarded(self, stream: str, work: Coroutine[Any, Any, None]) -> None:
        """Run one part of the check; a failure of it becomes a finding.

        PostgreSQL refuses all later statements of a transaction unless a savepoint is restored.
        """
        try:
            async with savepoint(self._tx):
                await work
        except Exception as error:  # noqa: BLE001  (every failure is a finding)
            self.findings.append(
                Finding(stream=stream, kind=FindingKind.UNREADABLE, detail=_one_line(error))
            )
        finally:
            work.close()  # no work was started if even the savepoint failed

    async def _check_file(self) -> None:
        self.findings += await integrity_findings(self._tx)

    async def _check_lookups(self) -> None:
        self.findings += await self._lookups.missed(self._tx)

    async def _check_fingerprints(self) -> None:
        self.findings += await fingerprints.differences(self._tx, self._published)

    async def _check_streams(self) -> None:
        """Check every stream, and find projections without one."""
        kinds = (COMPETITIONS, MATCHES, GAMES, CASES, PEOPLE)
        projected = await self._projected()
        try:
            async with savepoint(self._tx):
                logged = await log.streams(self._tx)
        except log.UNREADABLE as error:  # the lists still name what the log may have
            self.findings.append(
                Finding(stream=DATABASE, kind=FindingKind.UNREADABLE, detail=_one_line(error))
            )
            logged = projected
        streams = [stream for kind in kinds for stream in logged if stream.startswith(kind)]
        checked = set(streams)
        self.streams = len(streams)
        for stream in streams:
            await self._guarded(stream, self._check_stream(stream))
        self.findings += [
            Finding(stream=stream, kind=FindingKind.EXTRA, detail="a projection without events")
            for stream in projected
            if stream not in checked
        ]

    async def _projected(self) -> list[str]:
        """Return the streams that the lists name; a list that cannot be read is a finding."""
        projected: list[str] = []
        for stream_of, names in (
            (competition_stream, competition_rows.every_code),
            (match_stream, match_rows.codes),
            (game_stream, game_rows.ids),
            (case_stream, case_rows.ids),
        ):
            try:
                async with savepoint(self._tx):
                    projected += map(stream_of, await names(self._tx))
            except log.UNREADABLE as error:
                self.findings.append(
                    Finding(stream=DATABASE, kind=FindingKind.UNREADABLE, detail=_one_line(error))
                )
        return projected

    async def _check_stream(self, stream: str) -> None:
        """Check a stream's chain, events, projection and texts."""
        rows = await log.rows_of(self._tx, stream)
        self.events += len(rows)
        broken = log.broken_link(stream, rows)
        if broken is not None:
            self.findings.append(
                Finding(stream=stream, kind=FindingKind.CHAIN, detail=broken.fault, seq=broken.seq)
            )
        stored: list[log.Stored] = []
        try:
            stored = await self._decoded(stream, rows)
        except (UnknownEvent, *log.UNREADABLE) as error:
            self.findings.append(
                Finding(stream=stream, kind=FindingKind.UNKNOWN, detail=_one_line(error))
            )
        else:
            self.findings += await self._projection_findings(stream, stored)
            self.steps += [
                Finding(stream=stream, kind=FindingKind.TIME, detail=detail, seq=seq)
                for seq, detail in backward_steps(stored)
            ]
        events = [row.event for row in stored]
        if stream.startswith(CASES):
            self.findings += await _statement_findings(self._tx, stream, events)
        if stream.startswith(MATCHES):
            self.findings += await _letter_findings(self._tx, stream, events)

    async def _decoded(self, stream: str, rows: log.Rows) -> list[log.Stored]:
        """Return the events of the rows; raise an error if one of them cannot be read."""
        readable = [row for row in rows if row is not None]
        if len(readable) < len(rows):
            return await log.load(self._tx, stream)  # raises the error of the unreadable row
        return log.decoded(readable, codec_of(stream))

    async def _projection_findings(
        self, stream: str, stored: Sequence[log.Stored]
    ) -> list[Finding]:
        """Rebuild the stream's row, and return how the stored one differs from it."""
        try:
            expected = self._fold(stream, stored)
        except Exception as error:  # noqa: BLE001  (every failure is a finding)
            return [Finding(stream=stream, kind=FindingKind.FOLD, detail=_one_line(error))]
        projection = await _stored_row(self._tx, stream)
        if expected is None and projection is None:
            return []
        if expected is None:
            return [
                Finding(
                    stream=stream, kind=FindingKind.EXTRA, detail="a projection that should not be"
                )
            ]
        if projection is None:
            return [
                Finding(stream=stream, kind=FindingKind.MISSING, detail="no projection is stored")
            ]
        differences = _differences(projection, expected)
        if not differences:
            self._lookups.note(expected)
        return [
            Finding(stream=stream, kind=FindingKind.DIFFERS, detail=detail)
            for detail in differences
        ]


async def _statement_findings(
    tx: AsyncConnection, stream: str, events: Sequence[Any]
) -> list[Finding]:
    """Compare the statements in a case with their digests in its log."""
    stored = await statements.of_case(tx, CaseId(name_of(stream)))
    named = {event.statement for event in events if hasattr(event, "statement")}
    return _text_findings(stream, stored, named)


async def _letter_findings(
    tx: AsyncConnection, stream: str, events: Sequence[Any]
) -> list[Finding]:
    """Compare letters between players and arbiters with their digests in the log."""
    letters = [event for event in events if isinstance(event, LetterWritten)]
    stored: dict[Digest, StoredStatement] = {}
    for thread in {thread_of(letter.game, letter.player) for letter in letters}:
        stored |= await statements.of_case(tx, CaseId(thread))
    return _text_findings(stream, stored, {Digest(letter.statement) for letter in letters})


def _text_findings(
    stream: str, stored: Mapping[Digest, StoredStatement], named: AbstractSet[Digest]
) -> list[Finding]:
    """Return the differences between stored texts and the digests that the log names."""
    changed = [
        digest for digest, statement in stored.items() if not statements.is_intact(statement)
    ]
    details = [
        *(f"not what was said: {digest}" for digest in changed),
        *(f"lost: {digest}" for digest in sorted(named - stored.keys())),
        *(f"never said: {digest}" for digest in sorted(stored.keys() - named)),
    ]
    return [Finding(stream=stream, kind=FindingKind.STATEMENT, detail=detail) for detail in details]


async def _stored_row(tx: AsyncConnection, stream: str) -> Row | None:
    """Return the stored projection of the stream, or None; a person has none."""
    if stream.startswith(GAMES):
        return await game_rows.game(tx, name_of(stream))
    if stream.startswith(MATCHES):
        return await match_rows.match(tx, name_of(stream))
    if stream.startswith(CASES):
        return await case_rows.case(tx, name_of(stream))
    if stream.startswith(PEOPLE):
        return None
    return await competition_rows.competition(tx, name_of(stream))


def _differences(stored: Row, expected: Row) -> list[str]:
    """Return one line for each field that differs from the rebuilt row."""
    fields, expected_fields = asdict(stored), asdict(expected)
    return [
        f"{name}: stored {fields.get(name)!r}, folded {field!r}"
        for name, field in expected_fields.items()
        if name != WRITTEN_AT and fields.get(name) != field
    ]


def _one_line(error: Exception) -> str:
    """Return the error in one line."""
    message = reason_of(error) if isinstance(error, DBAPIError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {message}"
