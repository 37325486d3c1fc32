"""`turretur verify`: check that the database matches its log.

The check reads chains, replays, figures and projections together; `copy` and `backup` use it too.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import address_of, database_at
from bot.cli.options import config_option, database_option, json_option
from bot.cli.output import answer_no, counted, print_json, refuse, verdict
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.db import Database
    from storage.integrity import Finding
    from storage.verify import VerifyReport


_NOTED = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)\W+(?P<fingerprint>[0-9a-f]{64})\b", re.IGNORECASE)
"""A line with a day and its published fingerprint."""


@click.command("verify")
@config_option
@database_option
@click.option(
    "--published",
    type=FilePath(path_type=Path, exists=True, dir_okay=False),
    help="Noted fingerprints; each line has a day and 64 hexadecimal digits.",
)
@json_option
def command(
    config_file: Path | None, url: str | None, published: Path | None, as_json: bool
) -> None:
    """Check the file and every hash chain and list; replay every game and match.

    Each recorded figure (words, points, caps, days, the end) is calculated again, and so is each
    day's fingerprint. No event may lie before the one that it follows. Events in a published
    fingerprint cannot have been changed since. A file is compared with the high-water mark beside
    it. The age of the newest event is shown, because an old copy passes the check too. Ends with
    status 1 if anything differs. Nothing is changed.
    """
    import asyncio

    from storage.errors import StorageError

    noted = {} if published is None else _noted(published)
    address = address_of(url, config_file)
    try:
        checked = asyncio.run(_verify(address, noted))
    except StorageError as error:
        refuse(f"{error}")
    report = checked.report
    findings = (*report.findings, *report.steps, *checked.lost)
    if as_json:
        newest = None if checked.newest is None else checked.newest.isoformat()
        findings_as_json = [asdict(finding) for finding in (*report.findings, *checked.lost)]
        print_json({**asdict(report), "findings": findings_as_json, "newest": newest})
    else:
        for finding in findings:
            place = f"{finding.stream}" + (f" event {finding.seq}" if finding.seq else "")
            click.echo(f"{place}: {finding.kind}: {finding.detail}")
        click.echo(verdict(report.streams, report.events, len(findings)))
        if checked.newest is not None:
            click.echo(_age(checked.newest))
        if checked.note:
            click.echo(checked.note)
    if findings:
        answer_no()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    """The result of a check, and the newest event of the database."""

    report: "VerifyReport"
    newest: datetime | None
    """The instant of the newest recorded event; None if there is none."""
    lost: tuple["Finding", ...] = ()
    """Events that the high-water mark has and the database lacks; then `run` refuses to start."""
    note: str = ""
    """Events that a restored backup lacks; `run` accepts the loss and announces it to everybody."""


def _age(newest: datetime) -> str:
    """Return a sentence with the age of the newest event."""
    from bot.runtime.clock import SystemClock

    age = SystemClock().now() - newest
    hours = age // timedelta(hours=1)
    if age < timedelta():
        ago = "in the future of this clock"
    elif not hours:
        ago = "less than an hour ago"
    else:
        ago = f"{counted(age.days, 'day') if age.days > 1 else counted(hours, 'hour')} ago"
    return f"The newest event is of {newest:%Y-%m-%d %H:%M} UTC, {ago}."


def _noted(file: Path) -> dict[date, str]:
    """Return the fingerprints in a text by day; end the command without any, or with two of a day.

    Otherwise a changed day would pass by the one of two lines that was changed with it.
    """
    text = file.read_text(encoding="utf-8", errors="replace")
    noted: dict[date, str] = {}
    for match in _NOTED.finditer(text):
        try:
            day = date.fromisoformat(match["day"])
        except ValueError as error:
            refuse(f"{file}: {error}")
        fingerprint = match["fingerprint"].lower()
        if noted.setdefault(day, fingerprint) != fingerprint:
            refuse(f"{file}: {day} has two fingerprints")
    if not noted:
        refuse(f"{file}: no fingerprint in it; one is written as 2025-05-03 and 64 digits")
    return noted


async def _verify(address: str, published: Mapping[date, str]) -> _Checked:
    """Check the database at that address, and what its high-water mark says it should have."""
    from bot.service.pure.folds import Folds
    from storage import log
    from storage.errors import reason_of
    from storage.integrity import DATABASE, Finding, FindingKind
    from storage.verify import verify

    async with database_at(address) as database, database.reading() as tx:
        report = await verify(tx, Folds(), published)
        try:
            newest = await log.newest(tx)
            marked = await _check_mark(database, tx)
        except log.UNREADABLE as error:  # a damaged page, or one with values of another table
            unreadable = Finding(
                stream=DATABASE, kind=FindingKind.UNREADABLE, detail=reason_of(error)
            )
            return _Checked(report=report, newest=None, lost=(unreadable,))
    if marked.is_backup and marked.lost:
        note = f"It is a backup that was put back: {marked.lost[0].detail}."
        return _Checked(report=report, newest=newest, note=note)
    return _Checked(report=report, newest=newest, lost=marked.lost)


@dataclass(frozen=True, slots=True)
class _MarkCheck:
    """What the high-water mark has and the database lacks."""

    lost: tuple["Finding", ...] = ()
    is_backup: bool = False
    """Whether the file is a backup that was put back."""


async def _check_mark(database: "Database", tx: "AsyncConnection") -> _MarkCheck:
    """Compare the file with the high-water mark beside it.

    A database that cannot be read for this has a finding already.
    """
    from sqlalchemy.exc import DBAPIError

    from storage.high_water_mark import is_copy, lost, unchecked_mark
    from storage.integrity import DATABASE, Finding, FindingKind

    if database.shared:
        return _MarkCheck()
    try:
        mark = unchecked_mark(database.file)
        loss = None if mark is None else await lost(tx, mark)
    except OSError as error:
        unreadable = Finding(stream=DATABASE, kind=FindingKind.MARKER, detail=f"{error.strerror}")
        return _MarkCheck((unreadable,))
    except DBAPIError:
        return _MarkCheck()
    if loss is None:
        return _MarkCheck()
    last = f"event {loss.mark.seq} of {loss.mark.stream}" if loss.mark.stream else "no event"
    detail = f"older than its marker says ({loss.mark.at}: {last}, update {loss.mark.update})"
    missing = Finding(stream=DATABASE, kind=FindingKind.MARKER, detail=detail)
    return _MarkCheck((missing,), is_backup=is_copy(database.file))
