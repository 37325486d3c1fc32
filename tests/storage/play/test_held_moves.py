"""Moves that may still be taken back: at most one in a game, processed once."""

from datetime import UTC, datetime, timedelta

from engine.ids import GameId
from storage.db import Database
from storage.play import held_moves
from storage.play.held_moves import HeldMove
from tests.storage.play.previews_shared import person

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
ONE, OTHER = GameId("K7QF/1"), GameId("M2PT/1")


async def test_a_held_move_is_taken_once_and_due_in_its_time(db: Database) -> None:
    """A second program finds nothing, and a postponed move is due later."""
    ana = await person(db, "Ana")
    moves = [
        HeldMove(
            game_id=game,
            person=ana,
            token=f"token of {game}",
            placement="H8 CASA",
            photo="",
            chat=None,
            message=None,
            captioned=False,
            at=AT,
            until=AT + timedelta(seconds=seconds),
        )
        for game, seconds in ((OTHER, 30), (ONE, 20))
    ]
    async with db.transaction() as tx:
        for move in moves:
            await held_moves.keep(tx, move)
        assert await held_moves.games(tx) == [ONE, OTHER]
        assert await held_moves.games_due(tx, AT + timedelta(seconds=20)) == [ONE]
        assert await held_moves.games_of(tx, ana) == {ONE, OTHER}
        await held_moves.put_off(tx, ONE, AT + timedelta(minutes=1))
        assert await held_moves.games_due(tx, AT + timedelta(seconds=59)) == [OTHER]
        assert await held_moves.find(tx, OTHER) == moves[0]
        assert await held_moves.take(tx, OTHER) == moves[0]
        assert await held_moves.take(tx, OTHER) is None
        assert await held_moves.games(tx) == [ONE]
