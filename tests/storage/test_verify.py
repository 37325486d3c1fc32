"""The check against the log: every chain, every folded state, every row."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import text

from engine.competitions.events import ArbitersChanged
from engine.games.events import Passed
from engine.ids import Leg, Seat
from engine.matches.events import LegStarted, ReturnRequested
from storage import log
from storage.competitions import competition_rows
from storage.db import Database
from storage.integrity import Finding, FindingKind
from storage.matches import match_rows
from storage.play import game_rows
from storage.verify import Row, VerifyReport, verify
from tests.storage.rows import ANA, ARBITER, AT, COMPETITION, DAY, GAME, HOUR, ION, MATCH


def fold(stream: str, stored: Sequence[log.Stored]) -> Row | None:
    """Build the rows of `tests.storage.rows` from their events in the simplest way."""
    if stream.startswith("m/"):
        assert isinstance(stored[0].event, LegStarted)
        return replace(MATCH, seq=len(stored), red=stored[0].event.red)
    if not all(isinstance(each.event, Passed) for each in stored):
        raise TypeError("no such game")
    return replace(GAME, seq=len(stored), red_score=sum(each.event.days for each in stored))


async def fill(db: Database) -> None:
    """Store a match and a game with their projections."""
    leg = LegStarted(at=AT, leg=Leg.HOME, red=ANA, blue=ION, start=DAY)
    passes = [Passed(at=AT, by=s, round=1, received=DAY, sent=DAY, days=0) for s in Seat]
    async with db.transaction() as tx:
        await log.append(tx, "m/K7QF", 0, [leg], AT)
        await log.append(tx, "g/K7QF/1", 0, passes, AT)
        await match_rows.save_match(tx, MATCH)
        await game_rows.save_game(tx, replace(GAME, updated_at=AT + HOUR))


async def test_what_is_whole_is_found_whole(db: Database) -> None:
    """Every chain, state and row agrees, and the time of writing does not matter."""
    await fill(db)
    async with db.reading() as tx:
        assert await verify(tx, fold) == VerifyReport(streams=2, events=3, findings=())


async def test_an_empty_database_is_whole(db: Database) -> None:
    """An empty database has no findings."""
    async with db.reading() as tx:
        assert await verify(tx, fold) == VerifyReport(streams=0, events=0, findings=())


async def test_matches_are_folded_before_their_games(db: Database) -> None:
    """The fold of a game may use the state of its match."""
    await fill(db)
    seen = []

    def note(stream: str, stored: Sequence[log.Stored]) -> Row | None:
        seen.append(stream)
        return fold(stream, stored)

    async with db.reading() as tx:
        await verify(tx, note)

    assert seen == ["m/K7QF", "g/K7QF/1"]


G = "g/K7QF/1"


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (
            "UPDATE games SET red_score = 12",
            [Finding(stream=G, kind=FindingKind.DIFFERS, detail="red_score: stored 12, folded 0")],
        ),
        (
            "UPDATE games SET last_day = NULL, status = 'ended'",
            [
                Finding(
                    stream=G,
                    kind=FindingKind.DIFFERS,
                    detail="status: stored 'ended', folded 'running'",
                ),
                Finding(
                    stream=G,
                    kind=FindingKind.DIFFERS,
                    detail=f"last_day: stored None, folded {DAY!r}",
                ),
            ],
        ),
        (
            "DELETE FROM games",
            [Finding(stream=G, kind=FindingKind.MISSING, detail="no projection is stored")],
        ),
        (
            "DELETE FROM events WHERE stream = 'g/K7QF/1'",
            [Finding(stream=G, kind=FindingKind.EXTRA, detail="a projection without events")],
        ),
        (
            "DELETE FROM events WHERE stream = 'g/K7QF/1' AND seq = 2",
            [Finding(stream=G, kind=FindingKind.DIFFERS, detail="seq: stored 2, folded 1")],
        ),
    ],
)
async def test_each_difference_is_reported(
    db: Database, damage: str, expected: list[Finding]
) -> None:
    """A changed, lost or surplus row and a cut log are findings."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.execute(text(damage))
        report = await verify(tx, fold)

    assert report.findings == tuple(expected)


async def test_tampering_is_reported_with_its_place(db: Database) -> None:
    """A changed payload breaks the chain there, and its effects are reported, too."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE events SET payload = replace(payload, '\"days\":0', '\"days\":5')"
            " WHERE stream = 'g/K7QF/1' AND seq = 2"
        )
        report = await verify(tx, fold)

    assert report.findings == (
        Finding(stream=G, kind=FindingKind.CHAIN, detail="hash", seq=2),
        Finding(stream=G, kind=FindingKind.DIFFERS, detail="red_score: stored 0, folded 5"),
    )


async def test_a_list_that_cannot_be_read_hides_no_other_finding(db: Database) -> None:
    """A statement that fails ends neither the check nor, on PostgreSQL, its transaction."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.execute(text("UPDATE events SET payload = '{}' WHERE stream = 'g/K7QF/1'"))
        await tx.execute(text("ALTER TABLE cases RENAME TO renamed"))
        report = await verify(tx, fold)
        await tx.rollback()

    assert FindingKind.CHAIN in {finding.kind for finding in report.findings}


async def test_an_event_that_lies_before_its_predecessor_is_reported(db: Database) -> None:
    """The chain is whole, but a clock was three hours slow; both instants are named."""
    await fill(db)
    slow = AT - 3 * HOUR
    late = Passed(at=slow, by=Seat.RED, round=2, received=DAY, sent=DAY, days=0)
    async with db.transaction() as tx:
        head = await log.head(tx, G)
        clockless = log.Head(head.seq, head.hash, slow)
        await log.append(tx, G, 2, [late], slow, known=clockless)
        await tx.execute(text("UPDATE games SET seq = 3"))
        report = await verify(tx, fold)

    (found,) = report.steps
    assert report.findings == ()
    assert (found.stream, found.kind, found.seq) == (G, "time", 3)
    assert f"{slow:%H:%M:%S}" in found.detail
    assert f"{AT:%H:%M:%S}" in found.detail


async def test_events_that_make_no_game_are_reported(db: Database) -> None:
    """A failing fold and an unknown event are findings, not crashes."""
    await fill(db)
    wanted = ReturnRequested(at=AT, person=ANA)
    async with db.transaction() as tx:
        await tx.execute(text("UPDATE events SET name = 'game.vanished' WHERE seq = 2"))
        await log.append(tx, "m/BBBB", 0, [wanted], AT)
        report = await verify(tx, fold)

    assert [(each.stream, each.kind) for each in report.findings] == [
        ("m/BBBB", "fold"),
        (G, "chain"),
        (G, "unknown"),
    ]


async def test_a_stream_may_have_no_row(db: Database) -> None:
    """If the fold gives no row, a stored one is a finding."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.execute(text("DELETE FROM games"))

        def none(stream: str, stored: Sequence[log.Stored]) -> Row | None:
            del stream, stored
            return None

        report = await verify(tx, none)

    assert report.findings == (
        Finding(stream="m/K7QF", kind=FindingKind.EXTRA, detail="a projection that should not be"),
    )


async def test_a_competitions_row_and_its_people_are_compared_too(db: Database) -> None:
    """An arbiter added without the log is found."""
    changed = ArbitersChanged(at=AT, by=ARBITER, arbiters=COMPETITION.arbiters)

    def one(stream: str, stored: Sequence[log.Stored]) -> Row | None:
        assert stream == "c/CN25"
        return replace(COMPETITION, seq=len(stored))

    async with db.transaction() as tx:
        await log.append(tx, "c/CN25", 0, [changed], AT)
        await competition_rows.save(tx, COMPETITION)
        assert (await verify(tx, one)).findings == ()
        await tx.execute(text("UPDATE competition_people SET person = 77 WHERE role = 'player'"))
        await tx.execute(
            text(
                "INSERT INTO competitions SELECT 'X', title, stage, phase, seq,"
                " updated_at FROM competitions"
            )
        )
        report = await verify(tx, one)

    assert report.findings == (
        Finding(
            stream="c/CN25", kind=FindingKind.DIFFERS, detail="players: stored (77,), folded (1,)"
        ),
        Finding(stream="c/X", kind=FindingKind.EXTRA, detail="a projection without events"),
    )
