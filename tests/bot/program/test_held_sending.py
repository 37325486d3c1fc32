"""Moves that an earlier process held are made, whatever is configured now."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select

from bot.program.held_sending import HeldSending
from bot.runtime.clock import FixedClock
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from engine.ids import GameId
from storage.db import Database
from storage.people import people
from storage.play import held_moves
from storage.schema import outbox
from tests.bot.conftest import MAY_DAY
from tests.bot.documents.dossier.match import HABITS, shared

GAME = GameId("K7QF/1")


async def test_a_move_held_before_the_time_to_take_it_back_was_turned_off_is_tried_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure right after the start does not leave the move for ever where only its author is."""
    failures = [RuntimeError("a fault that passes")]

    async def make(unit: UnitOfWork, _: BotSettings, games: Sequence[GameId]) -> None:
        if failures:
            raise failures.pop()
        for game in games:
            await held_moves.take(unit.tx, game)

    await _hold(database)
    monkeypatch.setattr("bot.program.held_sending.make_held", make)
    sending = HeldSending(Runtime(database, FixedClock(MAY_DAY)), shared())
    for _ in range(2):
        await sending.settle()

    async with database.reading() as tx:
        assert await held_moves.games(tx) == []


async def test_a_failure_of_a_move_that_was_taken_back_does_not_count_for_the_next(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first failure of a move alarms no operator, whatever move was held there before."""

    async def fail(*_: object) -> None:
        raise RuntimeError("a fault that passes")

    monkeypatch.setattr("bot.program.held_sending.make_held", fail)
    sending = HeldSending(Runtime(database, FixedClock(MAY_DAY), (9,)), shared())
    await _hold(database)
    await sending.settle()
    async with database.transaction() as tx:
        await held_moves.take(tx, GAME)
    await sending.settle()
    await _hold(database)
    await sending.settle()

    async with database.reading() as tx:
        assert (await tx.execute(select(outbox))).all() == []


async def _hold(database: Database) -> None:
    """Hold a move whose time to be taken back is over."""
    async with database.transaction() as tx:
        person = await people.by_account(tx, 7)
        if person is None:
            person = await people.create(tx, "Ana Pop", HABITS, account=7, address=7)
        held = held_moves.HeldMove(
            game_id=GAME, person=person.id, token="t", placement="H8 CASA", photo="", chat=7,
            message=None, captioned=False, at=MAY_DAY, until=MAY_DAY,
        )  # fmt: skip
        await held_moves.keep(tx, held)
