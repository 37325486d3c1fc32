"""Cases in lists, and their statements: stored, proved, erased."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import text

from engine.cases.events import CaseId, ClaimFiled, ClaimKind, CommentGiven
from engine.cases.fold import replay_case
from engine.ids import GameId, PersonId
from storage import log
from storage.cases import case_rows, statements
from storage.cases.case_rows import CaseRow
from storage.competitions import competition_rows
from storage.competitions.competition_rows import CompetitionRow
from storage.db import Database
from storage.integrity import Finding, FindingKind
from storage.people import people, personal_data
from storage.people.people import Habits
from storage.streams import case_stream
from storage.verify import Row, verify

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=None, quiet_to=None)
ANA, ION, ARBITER, DEPUTY = map(PersonId, (1, 2, 3, 4))
CASE = CaseId("K7QF/1#1")
ROW = CaseRow(
    case_id=CASE,
    game_id=GameId("K7QF/1"),
    match_id="K7QF",
    competition="CN25",
    arbiter=ARBITER,
    kind="word",
    stage="awaits the ruling",
    claimant=ANA,
    against=ION,
    words=("CASA", "AS"),
    ruling="",
    due_on=date(2025, 5, 8),
    seq=3,
    updated_at=AT,
)


async def test_a_row_is_as_last_written(db: Database) -> None:
    """Words and dates are read back, and a second write replaces the first."""
    ruled = replace(ROW, stage="ruled", ruling="word_valid", words=(), due_on=None)
    async with db.transaction() as tx:
        await case_rows.save(tx, ROW)
        assert await case_rows.case(tx, CASE) == ROW
        await case_rows.save(tx, ruled)
        assert await case_rows.case(tx, CASE) == ruled
        assert await case_rows.case(tx, "K7QF/1#2") is None
        assert await case_rows.ids(tx) == [CASE]


async def test_everybody_finds_the_cases_that_concern_them(db: Database) -> None:
    """Arbiters find their competition's by due day, players their own, nobody others'."""
    later = replace(ROW, case_id=CaseId("AAAA/1#1"), due_on=date(2025, 5, 9), claimant=ION)
    unripe = replace(ROW, case_id=CaseId("BBBB/1#1"), due_on=None, against=None, claimant=ARBITER)
    alone = replace(ROW, case_id=CaseId("CCCC/1#1"), competition="", arbiter=DEPUTY, claimant=ION)
    title = CompetitionRow(
        code="CN25",
        title="Campionatul",
        stage="phase running",
        phase="preliminary",
        arbiters=(ARBITER,),
        players=(ANA, ION),
        seq=9,
        updated_at=AT,
    )
    async with db.transaction() as tx:
        await competition_rows.save(tx, title)
        for row in (unripe, later, ROW, replace(alone, against=None)):
            await case_rows.save(tx, row)

        assert [row.case_id for row in await case_rows.ruled_by(tx, ARBITER)] == [
            CASE,
            "AAAA/1#1",
            "BBBB/1#1",
        ]
        assert [row.case_id for row in await case_rows.ruled_by(tx, DEPUTY)] == ["CCCC/1#1"]
        assert [row.case_id for row in await case_rows.concerning(tx, ANA)] == [CASE]
        assert len(await case_rows.concerning(tx, ION)) == 3


async def test_the_cases_of_a_game_are_in_the_order_of_their_numbers(db: Database) -> None:
    """The tenth comes after the second."""
    numbers = [CaseId(f"K7QF/1#{number}") for number in (1, 2, 10)]
    async with db.transaction() as tx:
        for case in reversed(numbers):
            await case_rows.save(tx, replace(ROW, case_id=case))

        found = await case_rows.of_game(tx, GameId("K7QF/1"))

    assert [row.case_id for row in found] == numbers


async def test_past_rulings_are_found_by_competition_or_arbiter(db: Database) -> None:
    """Past word rulings are those of a competition, or of the arbiter's own matches."""
    rulings = ("word_valid", "word_invalid")
    valid = replace(ROW, ruling="word_valid")
    other = replace(valid, case_id=CaseId("AAAA/1#1"), competition="CN26")
    alone = replace(valid, case_id=CaseId("BBBB/1#1"), competition="", ruling="word_invalid")
    time = replace(ROW, case_id=CaseId("CCCC/1#1"), ruling="lost_on_time")
    async with db.transaction() as tx:
        for row in (valid, other, alone, time):
            await case_rows.save(tx, row)

        ours = await case_rows.with_ruling(tx, rulings, competition="CN25", arbiter=ARBITER)
        own = await case_rows.with_ruling(tx, rulings, arbiter=ARBITER)

    assert (ours, own) == ([valid], [alone])


@pytest.fixture(name="author")
async def _author(db: Database) -> PersonId:
    """Give an author of statements."""
    async with db.transaction() as tx:
        return (await people.create(tx, "Ana", HABITS)).id


async def test_what_was_said_is_kept_and_named_by_its_digest(
    db: Database, author: PersonId
) -> None:
    """Equal words twice have two digests, and each proves only its own text."""
    async with db.transaction() as tx:
        first = await statements.add(tx, CASE, author, "nu e cuvânt", AT)
        second = await statements.add(tx, CASE, author, "nu e cuvânt", AT + timedelta(hours=1))
        await statements.add(tx, CaseId("K7QF/1#2"), author, "alt caz", AT)
        found = await statements.of_case(tx, CASE)

        assert list(found) == [first, second]
        assert first != second
        assert all(statements.is_intact(each) for each in found.values())
        assert not statements.is_intact(replace(found[first], text="e cuvânt"))
        assert (await personal_data.stored_data(tx, author))["statements"]


async def test_an_erased_text_leaves_only_that_something_was_said(
    db: Database, author: PersonId
) -> None:
    """Text and salt are deleted; author, instant and digest stay."""
    async with db.transaction() as tx:
        digest = await statements.add(tx, CASE, author, "boala mea", AT)
        assert await statements.erase(tx, author) == 1
        assert await statements.erase(tx, author) == 0
        left = (await statements.of_case(tx, CASE))[digest]

    assert (left.text, left.salt, left.author, left.at) == ("", "", author, AT)
    assert statements.is_intact(left)
    assert not statements.is_intact(replace(left, text="altceva"))


def fold(stream: str, stored: Sequence[log.Stored]) -> Row:
    """Fold a case into a row that has only its number of events right."""
    assert stream == case_stream(CASE)
    replay_case(row.event for row in stored)
    return replace(ROW, seq=len(stored))


@pytest.mark.parametrize(
    ("damage", "kind", "detail"),
    [
        ("UPDATE statements SET text = 'altceva'", "statement", "not what was said"),
        ("DELETE FROM statements", "statement", "lost"),
        ("UPDATE statements SET digest = 'ff'", "statement", "lost"),
        ("UPDATE cases SET ruling = 'loss'", "differs", "ruling: stored 'loss', folded ''"),
        ("DELETE FROM cases", "missing", "no projection"),
        ("UPDATE events SET name = 'case.vanished' WHERE seq = 2", "unknown", "UnknownEvent"),
    ],
)
async def test_a_case_tampered_with_is_reported(
    db: Database, author: PersonId, damage: str, kind: str, detail: str
) -> None:
    """Its row, its log and every statement are compared."""
    filed = ClaimFiled(
        at=AT,
        case=CASE,
        game=GameId("K7QF/1"),
        kind=ClaimKind.TIME,
        by=author,
        against=ION,
        copy=2,
    )
    async with db.transaction() as tx:
        digest = await statements.add(tx, CASE, author, "a depășit timpul", AT)
        comment = CommentGiven(at=AT, by=author, statement=digest)
        await log.append(tx, case_stream(CASE), 0, [filed, comment], AT)
        await case_rows.save(tx, replace(ROW, seq=2))
        assert (await verify(tx, fold)).findings == ()
        await tx.execute(text(damage))

        findings = (await verify(tx, fold)).findings

    assert any(each.kind == kind and each.detail.startswith(detail) for each in findings), findings
    assert {each.stream for each in findings} == {case_stream(CASE)}


async def test_a_row_without_a_case_is_reported(db: Database) -> None:
    """Such a row is a finding."""
    async with db.transaction() as tx:
        await case_rows.save(tx, ROW)
        report = await verify(tx, fold)

    assert report.findings == (
        Finding(
            stream=case_stream(CASE), kind=FindingKind.EXTRA, detail="a projection without events"
        ),
    )
