"""Damage to the database is found and reported in lines, without a traceback."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import DBAPIError

from bot.__main__ import main
from bot.service.pure.folds import Folds
from engine.competitions.events import ArbitersChanged
from engine.ids import PersonId
from storage import log
from storage.competitions import competition_rows
from storage.damage import is_damage
from storage.db import Database
from storage.integrity import Finding, FindingKind
from storage.queues import inbox
from storage.verify import Row, VerifyReport, verify
from tests.databases import empty_database
from tests.spoilt import MATCHES, played_database, without_index_rows
from tests.storage.rows import ARBITER, AT, COMPETITION
from tools.torture.spoiling import misread, without_page


async def checked(file: Path) -> VerifyReport:
    """Return the findings of a check of the file."""
    async with Database(f"sqlite:///{file}", create=False) as database, database.reading() as tx:
        return await verify(tx, Folds())


async def test_a_database_in_play_is_whole(tmp_path: Path) -> None:
    """Pages, references and every index of people pass the check."""
    report = await checked(played_database(tmp_path / "bot.sqlite"))
    assert (report.streams, report.findings) == (2 * MATCHES, ())


async def test_a_game_that_its_players_index_has_lost_is_found_wrong(tmp_path: Path) -> None:
    """Its log and row agree, but no player's list has it."""
    file = played_database(tmp_path / "bot.sqlite")
    changed = "INSERT INTO games SELECT 'X/1', match_id, leg, red, blue, arbiter, status, turn_seat, turn_person, last_day, red_score, blue_score, seq, updated_at, competition FROM games WHERE game_id = 'M1/1'"  # noqa: E501  (one statement)
    without_index_rows(file, "ix_games_red", changed)
    without_index_rows(
        file, "ix_persons_address", "UPDATE persons SET address = address + 1 WHERE id = 2"
    )

    report = await checked(file)

    found = {(each.kind, each.detail) for each in report.findings}
    assert any(kind == "pages" and "ix_games_red" in detail for kind, detail in found)
    assert ("index", "is not found by persons.address") in found


async def test_a_competition_that_its_peoples_index_has_lost_is_found_wrong(
    tmp_path: Path,
) -> None:
    """A competition that no player's list has is reported as damage."""
    file = empty_database(tmp_path / "bot.sqlite")
    changed = ArbitersChanged(at=AT, by=ARBITER, arbiters=COMPETITION.arbiters)
    async with Database(f"sqlite:///{file}") as database, database.transaction() as tx:
        await log.append(tx, "c/CN25", 0, [changed], AT)
        await competition_rows.save(tx, replace(COMPETITION, players=(PersonId(99),)))
    become = "UPDATE competition_people SET person = 1 WHERE person = 99"
    without_index_rows(file, "ix_competition_people_person_role", become)

    def stored(stream: str, events: Sequence[log.Stored]) -> Row:
        del stream
        return replace(COMPETITION, seq=len(events))

    async with Database(f"sqlite:///{file}") as database, database.reading() as tx:
        report = await verify(tx, stored)

    lost = Finding(
        stream="c/CN25", kind=FindingKind.INDEX, detail="is not found by competition_people.person"
    )
    assert lost in report.findings


async def test_a_row_that_points_nowhere_is_found(tmp_path: Path) -> None:
    """The example is a note of a missing person."""
    file = played_database(tmp_path / "bot.sqlite")
    with closing(sqlite3.connect(file)) as database:
        database.execute("INSERT INTO notes VALUES (1, 4711, 'M1/1', 'x', '2025-05-03 08:00:00')")
        database.commit()

    (found,) = (await checked(file)).findings

    assert (found.stream, found.kind) == ("database", "reference")
    assert found.detail == "row 1 of notes points nowhere in persons"


@pytest.mark.parametrize("lost", ["events", "games", "sqlite_autoindex_events_1", "persons"])
async def test_a_page_that_is_lost_ends_in_findings(tmp_path: Path, lost: str) -> None:
    """Each unreadable part has a line, and the rest is checked."""
    file = played_database(tmp_path / "bot.sqlite")
    without_page(file, lost)

    report = await checked(file)

    assert report.findings
    assert all("\n" not in each.detail for each in report.findings)


@pytest.mark.parametrize("lost", ["events", "sqlite_autoindex_events_1"])
def test_the_games_that_cannot_be_read_are_named(tmp_path: Path, lost: str) -> None:
    """If the log cannot even be listed, `turretur verify` names each game of the lists."""
    file = played_database(tmp_path / "bot.sqlite")
    without_page(file, lost)
    done = CliRunner().invoke(main, ["verify", "--url", f"sqlite:///{file}"])

    assert done.exit_code == 1
    named = {line.partition(":")[0].partition(" ")[0] for line in done.stdout.splitlines()}
    assert {f"g/M{number}/1" for number in range(MATCHES)} <= named


async def test_what_no_writer_of_ours_wrote_ends_in_a_finding(tmp_path: Path) -> None:
    """An invalid date in a list names the game, and the others are checked."""
    file = played_database(tmp_path / "bot.sqlite")
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE games SET last_day = 'poimâine' WHERE game_id = 'M3/1'")
        database.commit()

    report = await checked(file)

    assert [each.stream for each in report.findings] == ["g/M3/1"]
    assert report.events > MATCHES


def test_no_spoilt_file_ends_the_check_in_a_traceback(tmp_path: Path) -> None:
    """Flipped bits, lost or swapped pages and a cut end give findings or one line."""
    content = played_database(tmp_path / "bot.sqlite").read_bytes()
    assert misread(tmp_path / "spoilt.sqlite", content, Random(12), 10) == []


async def test_damage_is_noted_wherever_it_is_met(tmp_path: Path) -> None:
    """Statements of either kind report it, even if their caller continues without an answer."""
    file = played_database(tmp_path / "bot.sqlite")
    without_page(file, "ix_inbox_state_precedence_behind_id")
    for ask in (inbox.are_players_served, inbox.counts):
        async with Database(f"sqlite:///{file}", create=False) as database:
            assert not database.damage.found.is_set()
            async with database.reading() as tx:
                with pytest.raises(DBAPIError) as raised:
                    await ask(tx)
            assert is_damage(raised.value)
            assert database.damage.found.is_set()
            assert database.damage.reason == "database disk image is malformed"


@pytest.mark.parametrize("code", ["XX001", "XX002"])
async def test_damage_that_a_server_reports_is_noted_too(postgres_url: str, code: str) -> None:
    """Corrupted data or index counts; any other refusal does not."""
    async with Database(postgres_url) as database, database.reading() as tx:
        for said, is_noted in (("22012", False), (code, True)):
            with pytest.raises(DBAPIError):
                await tx.exec_driver_sql(
                    f"DO $$ BEGIN RAISE EXCEPTION 'so it is' USING ERRCODE = '{said}'; END $$"
                )
            await tx.rollback()
            assert database.damage.found.is_set() == is_noted
