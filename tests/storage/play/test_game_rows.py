"""Rows of games, matches and competitions: which are listed, and in which order."""

from dataclasses import replace

import pytest

from engine.games.events import Passed
from engine.ids import MatchCode, PersonId, Seat
from engine.matches.events import WriterAllowed
from storage import log
from storage.competitions import competition_rows
from storage.db import Database
from storage.matches import match_rows
from storage.play import game_rows
from storage.play.game_rows import GameRow
from tests.storage.rows import ANA, ARBITER, AT, COMPETITION, DAY, GAME, HOUR, ION, MATCH


async def test_lists_show_the_latest_first(db: Database) -> None:
    """A person's games and an arbiter's matches are in the order of the last write."""
    older = replace(GAME, game_id="AAAA/1", match_id="AAAA", updated_at=AT - HOUR, last_day=None)
    async with db.transaction() as tx:
        await game_rows.save_game(tx, older)
        await game_rows.save_game(tx, replace(GAME, red_score=99))
        await game_rows.save_game(tx, GAME)
        await match_rows.save_match(tx, MATCH)
        await match_rows.save_match(tx, replace(MATCH, match_id="BBBB", code="BBBB", red=ARBITER))

        assert await game_rows.game(tx, "K7QF/1") == GAME
        assert await game_rows.game(tx, "K7QF/2") is None
        assert await match_rows.match(tx, "K7QF") == MATCH
        assert await match_rows.match(tx, "CCCC") is None
        assert await game_rows.games_of(tx, ANA) == [GAME, older]
        assert await game_rows.games_of(tx, ARBITER) == []
        assert await game_rows.games_seen_by(tx, ARBITER) == [GAME, older]
        assert [row.code for row in await match_rows.matches_of(tx, ARBITER)] == ["BBBB", "K7QF"]
        assert [row.code for row in await match_rows.matches_played_by(tx, ANA)] == ["K7QF"]
        assert await match_rows.matches_at(tx, ANA, MATCH.status) == ["K7QF"]
        assert await match_rows.matches_at(tx, ANA, "elsewhere") == []
        assert await match_rows.matches_at(tx, ARBITER, MATCH.status) == ["BBBB"]
        assert await match_rows.codes(tx) == ["BBBB", "K7QF"]
        assert await game_rows.ids(tx) == ["AAAA/1", "K7QF/1"]


async def test_what_waits_for_a_person_is_listed_first(db: Database) -> None:
    """The order is by last day, then code; finished and foreign games are absent."""

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
            await game_rows.save_game(tx, each)

    async with db.reading() as tx:
        assert await game_rows.listed_of(tx, ANA) == [soon, late, equal, theirs]
        assert await game_rows.listed_of(tx, ARBITER) == [others]


async def test_pages_put_together_are_the_list(db: Database) -> None:
    """For any page size each game appears once, in order, with its last event."""
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
            await game_rows.save_game(tx, row)
            stored = await log.append(tx, f"g/{game}", 0, events, AT)
            heads[game] = (stored[-1].seq, stored[-1].hash)

    async with db.reading() as tx:
        listed = await game_rows.listed_of(tx, ANA)
        assert await game_rows.how_many_of(tx, ANA) == len(listed) == 5
        assert await game_rows.how_many_of(tx, ARBITER) == 0
        for most in (1, 2, 5, 9):
            found = [
                each
                for first in range(0, 9, most)
                for each in await game_rows.page_of(tx, ANA, first=first, most=most)
            ]
            assert [row for row, _ in found] == listed
            assert all((head.seq, head.hash) == heads[row.game_id] for row, head in found)


async def test_a_competition_is_as_last_written(db: Database) -> None:
    """Its members find it, and former members do not."""
    older = replace(COMPETITION, code="CN24", updated_at=AT - HOUR)
    async with db.transaction() as tx:
        await competition_rows.save(tx, older)
        await competition_rows.save(tx, replace(COMPETITION, players=(ION, ANA), seq=7))
        await competition_rows.save(tx, COMPETITION)

        assert await competition_rows.competition(tx, "CN25") == COMPETITION
        assert await competition_rows.competition(tx, "CN26") is None
        assert await competition_rows.ruled_by(tx, ION) == [COMPETITION, older]
        assert await competition_rows.played_by(tx, ANA) == [COMPETITION, older]
        assert await competition_rows.played_by(tx, ION) == []
        assert await competition_rows.codes(tx) == ["CN24", "CN25"]
        assert await competition_rows.latest_codes(tx) == ["CN25", "CN24"]


async def test_every_arbiter_of_a_competition_sees_its_games(db: Database) -> None:
    """Present arbiters see them, not the arranger; outside a competition the arranger does."""
    deputy, former = PersonId(8), PersonId(9)
    game, match = replace(GAME, arbiter=former), replace(MATCH, arbiter=former)
    inside = replace(game, competition="CN25"), replace(match, competition="CN25")
    outside = replace(game, game_id="BB/1"), replace(match, match_id="BB", code="BB")
    async with db.transaction() as tx:
        await competition_rows.save(tx, replace(COMPETITION, arbiters=(ARBITER, deputy)))
        for one, other in (inside, outside):
            await game_rows.save_game(tx, one)
            await match_rows.save_match(tx, other)

        for arbiter in (ARBITER, deputy):
            assert await game_rows.games_seen_by(tx, arbiter) == [inside[0]]
            assert await match_rows.matches_of(tx, arbiter) == [inside[1]]
        assert await game_rows.games_seen_by(tx, former) == [outside[0]]
        assert await match_rows.matches_of(tx, former) == [outside[1]]
        assert await match_rows.matches_in(tx, "CN25") == [inside[1]]


async def test_games_in_which_one_may_write_for_another_are_found(db: Database) -> None:
    """Players and arbiters find them while they run; most matches have none."""
    stranger = PersonId(77)
    plain = replace(GAME, game_id="AA/1", match_id="AA"), replace(MATCH, match_id="AA", code="AA")
    over = replace(GAME, game_id="BB/1", match_id="BB", turn_seat=None)
    ruled = replace(GAME, arbiter=stranger, competition="CN25")
    allowed = WriterAllowed(at=AT, arbiter=ARBITER, person=ANA, writer=ION, reason="boală")
    async with db.transaction() as tx:
        await competition_rows.save(tx, COMPETITION)
        for row in (ruled, plain[0], over):
            await game_rows.save_game(tx, row)
        for match in (replace(MATCH, competition="CN25"), plain[1]):
            await match_rows.save_match(tx, match)
        for code in ("K7QF", "BB"):
            await log.append(tx, f"m/{code}", 0, [allowed], AT)

        for person in (ANA, ION, ARBITER):
            assert await game_rows.with_writers(tx, person) == [ruled]
        assert await game_rows.with_writers(tx, stranger) == []


async def test_match_codes_are_given_once(db: Database) -> None:
    """A typed code names one match."""
    async with db.transaction() as tx:
        await match_rows.save_match(tx, MATCH)

    async def again() -> None:
        async with db.transaction() as tx:
            await match_rows.save_match(tx, replace(MATCH, match_id=MatchCode("X")))

    with pytest.raises(Exception, match=r"(?i)unique"):
        await again()
