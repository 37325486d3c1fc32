"""`turretur verify`: noted fingerprints, and the age of the newest event."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.runtime.clock import SystemClock
from engine.ids import PersonId
from engine.person_events import PersonForgotten
from storage import fingerprints, log
from storage.db import Database
from tests.databases import empty_database
from tests.spoilt import played_database
from tests.storage.rows import AT

DAY = date(2025, 5, 3)


async def fingerprint(address: str) -> str:
    """Store an event, take the day's fingerprint and return it."""
    gone = PersonForgotten(at=AT, person=PersonId(17))
    async with Database(address) as database, database.transaction() as tx:
        await log.append(tx, "p/17", 0, [gone], AT)
        made = await fingerprints.record(tx, DAY, AT, "secret")
        assert made is not None
        return made.fingerprint


@pytest.fixture
def address(tmp_path: Path) -> str:
    """Return the address of a database at the present schema."""
    return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"


def verified(address: str, noted: Path, text: str) -> Result:
    """Return the command's answer to these notes."""
    noted.write_text(text, encoding="utf-8")
    order = ["verify", "--url", address, "--published", f"{noted}"]
    return CliRunner().invoke(main, order)


def test_a_database_is_held_to_what_was_noted_down(address: str, tmp_path: Path) -> None:
    """The posted fingerprint passes in any case, and a different one is named."""
    noted = tmp_path / "noted.txt"
    kept = asyncio.run(fingerprint(address))

    right = verified(address, noted, f"🔏 Amprenta zilei:\n{DAY}   {kept.upper()}\nȚine locul …")
    wrong = verified(address, noted, f"{DAY} {'c' * 64}")

    assert right.exit_code == 0, right.output
    assert wrong.exit_code == 1
    assert f"fingerprint: {DAY}: {'c' * 64} was published, another is kept here" in wrong.output


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2025-05-03 abc",
        f"2025-13-03 {'c' * 64}",
        f"2025-05-03 {'c' * 64}\n2025-05-03 {'d' * 64}",
    ],
)
def test_notes_without_a_fingerprint_are_refused(address: str, tmp_path: Path, text: str) -> None:
    """A comparison with nothing, or with either of two, is not the same as no finding."""
    refused = verified(address, tmp_path / "noted.txt", text)

    assert refused.exit_code == 2
    assert "noted.txt" in refused.output


def test_an_instant_that_is_none_is_a_finding(address: str) -> None:
    """A damaged page may have values of another table; one line names the row."""
    asyncio.run(fingerprint(address))
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file:
        file.execute("UPDATE events SET at = 'sent'")
        file.commit()

    done = CliRunner().invoke(main, ["verify", "--url", address])

    assert done.exit_code == 1
    assert "unreadable: Invalid isoformat string: 'sent'" in done.output


def test_an_event_before_its_predecessor_is_named_and_the_copy_is_good(
    address: str, tmp_path: Path
) -> None:
    """The operator reads both instants, and nightly copies go on: the data is whole."""
    slow = AT - timedelta(hours=3)

    async def fill() -> None:
        async with Database(address) as database, database.transaction() as tx:
            gone = PersonForgotten(at=AT, person=PersonId(17))
            (first,) = await log.append(tx, "p/17", 0, [gone], AT)
            clockless = log.Head(1, first.hash, slow)
            await log.append(tx, "p/17", 1, [replace(gone, at=slow)], slow, known=clockless)

    asyncio.run(fill())
    folder = str(tmp_path / "copies")
    config = tmp_path / "config.toml"
    config.write_text(f'[storage]\nurl = "{address}"\n', encoding="utf-8")

    done = CliRunner().invoke(main, ["verify", "--url", address])
    copied = CliRunner().invoke(main, ["backup", "--config", f"{config}", "--to", folder])

    assert done.exit_code == 1
    assert f"p/17 event 2: time: recorded {slow:%Y-%m-%d %H:%M:%S}" in done.output
    assert copied.exit_code == 0, copied.output


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (datetime(2025, 5, 15, 6, 40, tzinfo=UTC), "less than an hour ago."),
        (datetime(2025, 5, 15, 7, 31, tzinfo=UTC), "1 hour ago."),
        (datetime(2025, 5, 20, tzinfo=UTC), "4 days ago."),
        (datetime(2025, 5, 14, tzinfo=UTC), "in the future of this clock."),
    ],
    ids=["minutes", "hour", "days", "future"],
)
def test_the_age_of_the_newest_event_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: datetime, said: str
) -> None:
    """An operator sees whether a copy is an old one, or a clock is wrong."""
    file = played_database(tmp_path / "played.sqlite")
    monkeypatch.setattr(SystemClock, "now", lambda _: now)
    done = CliRunner().invoke(main, ["verify", "--database", f"sqlite:///{file}"])

    assert done.output.splitlines()[-1] == f"The newest event is of 2025-05-15 06:30 UTC, {said}"
