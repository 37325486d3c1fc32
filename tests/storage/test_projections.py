"""Projections and their check against the log."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from engine.competitions.events import ArbitersChanged
from engine.games.events import Passed
from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.matches.events import LegStarted, ReturnRequested, WriterAllowed
from storage import competitions, log, projections
from storage.competitions import CompetitionRow
from storage.projections import GameRow, MatchRow
from storage.verify import Finding, Report, Row, verify

if TYPE_CHECKING:
    from storage.db import Database

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = date(2025, 5, 3)
HOUR = timedelta(hours=1)
ANA, ION, ARBITER = PersonId(1), PersonId(2), PersonId(3)
GAME = GameRow(
    game_id="K7QF/1",
    match_id="K7QF",
    leg="home",
    red=ANA,
    blue=ION,
    arbiter=ARBITER,
    status="running",
    turn_seat="red",
    turn_person=ANA,
    last_day=DAY,
    red_score=0,
    blue_score=0,
    seq=2,
    updated_at=AT,
)
MATCH = MatchRow(
    match_id="K7QF",
    code="K7QF",
    title="",
    arbiter=ARBITER,
    phase="final",
    red=ANA,
    blue=ION,
    status="home",
    seq=1,
    updated_at=AT,
)

COMPETITION = CompetitionRow(
    code="CN25",
    title="Campionatul Național",
    stage="entries open",
    phase="preliminary",
    arbiters=(ARBITER, ION),
    players=(ANA,),
    seq=1,
    updated_at=AT,
)


async def test_lists_show_the_latest_first(db: "Database") -> None:
    """A person's games and an arbiter's matches, as last written."""
    older = replace(GAME, game_id="AAAA/1", match_id="AAAA", updated_at=AT - HOUR, last_day=None)
    async with db.transaction() as tx:
        await projections.save_game(tx, older)
        await projections.save_game(tx, replace(GAME, red_score=99))
        await projections.save_game(tx, GAME)
        await projections.save_match(tx, MATCH)
        await projections.save_match(tx, replace(MATCH, match_id="BBBB", code="BBBB", red=ARBITER))

        assert await projections.game(tx, "K7QF/1") == GAME
        assert await projections.game(tx, "K7QF/2") is None
        assert await projections.match(tx, "K7QF") == MATCH
        assert await projections.match(tx, "CCCC") is None
        assert await projections.games_of(tx, ANA) == [GAME, older]
        assert await projections.games_of(tx, ARBITER) == []
        assert await projections.games_seen_by(tx, ARBITER) == [GAME, older]
        assert [row.code for row in await projections.matches_of(tx, ARBITER)] == ["BBBB", "K7QF"]
        assert [row.code for row in await projections.matches_played_by(tx, ANA)] == ["K7QF"]
        assert await projections.streams(tx) == ["m/BBBB", "m/K7QF", "g/AAAA/1", "g/K7QF/1"]


async def test_what_waits_for_a_person_is_listed_first(db: "Database") -> None:
    """By the last day to answer, then by code; what is over, or others', is not listed."""

    def row(code: str, turn: PersonId | None, days: int, *, blue: PersonId = ION) -> GameRow:
        seat = None if turn is None else "red" if turn == ANA else "blue"
        day = None if turn is None else DAY + days * (24 * HOUR)
        return replace(
            GAME, game_id=code, blue=blue, turn_seat=seat, turn_person=turn, last_day=day
        )

    late, soon = row("AAAA/1", ANA, 9), row("ZZZZ/1", ANA, 1)
    equal = row("MMMM/1", ANA, 9)
    theirs = row("BBBB/1", ION, 0)
    others = replace(row("CCCC/1", ION, 0), red=ARBITER)
    async with db.transaction() as tx:
        for each in (theirs, late, row("DDDD/1", None, 0), equal, others, soon):
            await projections.save_game(tx, each)

    async with db.reading() as tx:
        assert await projections.listed_of(tx, ANA) == [soon, late, equal, theirs]
        assert await projections.listed_of(tx, ARBITER) == [others]


async def test_pages_put_together_are_the_list(db: "Database") -> None:
    """Whatever the size of a page: each game once, in the list's order, with its last event."""
    passed = Passed(at=AT, by=Seat.RED, round=1, received=DAY, sent=DAY, days=0)
    heads = {}
    async with db.transaction() as tx:
        for number in range(7):
            game, events = f"{number:04d}/1", [passed] * (number + 1)
            turn = (ANA, ION, None)[number % 3]
            row = replace(
                GAME,
                game_id=game,
                turn_seat=None if turn is None else "red",
                turn_person=turn,
                last_day=DAY + (number * number % 5) * (24 * HOUR),
                seq=len(events),
            )
            await projections.save_game(tx, row)
            stored = await log.append(tx, f"g/{game}", 0, events, AT)
            heads[game] = (stored[-1].seq, stored[-1].hash)

    async with db.reading() as tx:
        listed = await projections.listed_of(tx, ANA)
        assert await projections.how_many_of(tx, ANA) == len(listed) == 5
        assert await projections.how_many_of(tx, ARBITER) == 0
        for most in (1, 2, 5, 9):
            found = [
                each
                for first in range(0, 9, most)
                for each in await projections.page_of(tx, ANA, first=first, most=most)
            ]
            assert [row for row, _ in found] == listed
            assert all((head.seq, head.hash) == heads[row.game_id] for row, head in found)


async def test_a_competition_is_as_last_written(db: "Database") -> None:
    """Whoever has a part in it finds it; who has lost his part does not."""
    older = replace(COMPETITION, code="CN24", updated_at=AT - HOUR)
    async with db.transaction() as tx:
        await competitions.save(tx, older)
        await competitions.save(tx, replace(COMPETITION, players=(ION, ANA), seq=7))
        await competitions.save(tx, COMPETITION)

        assert await competitions.competition(tx, "CN25") == COMPETITION
        assert await competitions.competition(tx, "CN26") is None
        assert await competitions.ruled_by(tx, ION) == [COMPETITION, older]
        assert await competitions.played_by(tx, ANA) == [COMPETITION, older]
        assert await competitions.played_by(tx, ION) == []
        assert await competitions.codes(tx) == ["CN24", "CN25"]
        assert await projections.streams(tx) == ["c/CN24", "c/CN25"]


async def test_every_arbiter_of_a_competition_sees_its_games(db: "Database") -> None:
    """Not who arranged them, but who is its arbiter now; outside one it is who arranged them."""
    deputy, former = PersonId(8), PersonId(9)
    game, match = replace(GAME, arbiter=former), replace(MATCH, arbiter=former)
    inside = replace(game, competition="CN25"), replace(match, competition="CN25")
    outside = replace(game, game_id="BB/1"), replace(match, match_id="BB", code="BB")
    async with db.transaction() as tx:
        await competitions.save(tx, replace(COMPETITION, arbiters=(ARBITER, deputy)))
        for one, other in (inside, outside):
            await projections.save_game(tx, one)
            await projections.save_match(tx, other)

        for arbiter in (ARBITER, deputy):
            assert await projections.games_seen_by(tx, arbiter) == [inside[0]]
            assert await projections.matches_of(tx, arbiter) == [inside[1]]
        assert await projections.games_seen_by(tx, former) == [outside[0]]
        assert await projections.matches_of(tx, former) == [outside[1]]
        assert await projections.matches_in(tx, "CN25") == [inside[1]]


async def test_games_in_which_one_may_write_for_another_are_found(db: "Database") -> None:
    """By whoever plays or rules them, while they run; most matches have none."""
    stranger = PersonId(77)
    plain = replace(GAME, game_id="AA/1", match_id="AA"), replace(MATCH, match_id="AA", code="AA")
    over = replace(GAME, game_id="BB/1", match_id="BB", turn_seat=None)
    ruled = replace(GAME, arbiter=stranger, competition="CN25")
    allowed = WriterAllowed(at=AT, arbiter=ARBITER, person=ANA, writer=ION, reason="boală")
    async with db.transaction() as tx:
        await competitions.save(tx, COMPETITION)
        for row in (ruled, plain[0], over):
            await projections.save_game(tx, row)
        for match in (replace(MATCH, competition="CN25"), plain[1]):
            await projections.save_match(tx, match)
        for code in ("K7QF", "BB"):
            await log.append(tx, f"m/{code}", 0, [allowed], AT)

        for person in (ANA, ION, ARBITER):
            assert await projections.with_writers(tx, person) == [ruled]
        assert await projections.with_writers(tx, stranger) == []


def fold(stream: str, stored: Sequence[log.Stored]) -> Row | None:
    """Make the rows above from their events, in the simplest way."""
    if stream.startswith("m/"):
        assert isinstance(stored[0].event, LegStarted)
        return replace(MATCH, seq=len(stored), red=stored[0].event.red)
    if not all(isinstance(each.event, Passed) for each in stored):
        raise TypeError("no such game")
    return replace(GAME, seq=len(stored), red_score=sum(each.event.days for each in stored))


async def fill(db: "Database") -> None:
    """Store a match and a game with their projections."""
    leg = LegStarted(at=AT, leg=Leg.HOME, red=ANA, blue=ION, start=DAY)
    passes = [Passed(at=AT, by=s, round=1, received=DAY, sent=DAY, days=0) for s in Seat]
    async with db.transaction() as tx:
        await log.append(tx, "m/K7QF", 0, [leg], AT)
        await log.append(tx, "g/K7QF/1", 0, passes, AT)
        await projections.save_match(tx, MATCH)
        await projections.save_game(tx, replace(GAME, updated_at=AT + HOUR))


async def test_what_is_whole_is_found_whole(db: "Database") -> None:
    """Every chain, every fold and every row agrees; the moment of writing does not matter."""
    await fill(db)
    async with db.reading() as tx:
        assert await verify(tx, fold) == Report(streams=2, events=3, findings=())


async def test_an_empty_database_is_whole(db: "Database") -> None:
    """Nothing stored, nothing wrong."""
    async with db.reading() as tx:
        assert await verify(tx, fold) == Report(streams=0, events=0, findings=())


async def test_matches_are_folded_before_their_games(db: "Database") -> None:
    """The fold of a game may use what the fold of its match has learnt."""
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
            [Finding(stream=G, kind="differs", detail="red_score: stored 12, folded 0")],
        ),
        (
            "UPDATE games SET last_day = NULL, status = 'ended'",
            [
                Finding(
                    stream=G, kind="differs", detail="status: stored 'ended', folded 'running'"
                ),
                Finding(stream=G, kind="differs", detail=f"last_day: stored None, folded {DAY!r}"),
            ],
        ),
        (
            "DELETE FROM games",
            [Finding(stream=G, kind="missing", detail="no projection is stored")],
        ),
        (
            "DELETE FROM events WHERE stream = 'g/K7QF/1'",
            [Finding(stream=G, kind="extra", detail="a projection without events")],
        ),
        (
            "DELETE FROM events WHERE stream = 'g/K7QF/1' AND seq = 2",
            [Finding(stream=G, kind="differs", detail="seq: stored 2, folded 1")],
        ),
    ],
)
async def test_each_difference_is_told(
    db: "Database", damage: str, expected: list[Finding]
) -> None:
    """A row altered, lost or left over, and a log cut short at its end."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.execute(text(damage))
        report = await verify(tx, fold)

    assert report.findings == tuple(expected)


async def test_tampering_is_told_with_its_place(db: "Database") -> None:
    """A payload altered breaks the chain there, and what it leads to is told too."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE events SET payload = replace(payload, '\"days\":0', '\"days\":5')"
            " WHERE stream = 'g/K7QF/1' AND seq = 2"
        )
        report = await verify(tx, fold)

    assert report.findings == (
        Finding(stream=G, kind="chain", detail="hash", seq=2),
        Finding(stream=G, kind="differs", detail="red_score: stored 0, folded 5"),
    )


async def test_events_that_make_no_game_are_told(db: "Database") -> None:
    """A fold that fails and an event nobody knows are findings, not crashes."""
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


async def test_a_stream_may_have_no_row(db: "Database") -> None:
    """Where the fold gives none, a stored row is one too many."""
    await fill(db)
    async with db.transaction() as tx:
        await tx.execute(text("DELETE FROM games"))

        def none(stream: str, stored: Sequence[log.Stored]) -> Row | None:
            del stream, stored
            return None

        report = await verify(tx, none)

    assert report.findings == (
        Finding(stream="m/K7QF", kind="extra", detail="a projection that should not be"),
    )


async def test_match_codes_are_given_once(db: "Database") -> None:
    """The code people type names one match."""
    async with db.transaction() as tx:
        await projections.save_match(tx, MATCH)

    async def again() -> None:
        async with db.transaction() as tx:
            await projections.save_match(tx, replace(MATCH, match_id=MatchCode("X")))

    with pytest.raises(Exception, match=r"(?i)unique"):
        await again()


async def test_a_competitions_row_and_its_people_are_compared_too(db: "Database") -> None:
    """Whoever is put among the arbiters behind the log's back is found."""
    changed = ArbitersChanged(at=AT, by=ARBITER, arbiters=COMPETITION.arbiters)

    def one(stream: str, stored: Sequence[log.Stored]) -> Row | None:
        assert stream == "c/CN25"
        return replace(COMPETITION, seq=len(stored))

    async with db.transaction() as tx:
        await log.append(tx, "c/CN25", 0, [changed], AT)
        await competitions.save(tx, COMPETITION)
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
        Finding(stream="c/CN25", kind="differs", detail="players: stored (77,), folded (1,)"),
        Finding(stream="c/X", kind="extra", detail="a projection without events"),
    )
