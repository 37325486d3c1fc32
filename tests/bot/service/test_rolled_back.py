"""What a savepoint undid is unknown to the readers of the same unit of work."""

from contextlib import suppress

from benchmarks.bench_move import START, BenchMatch
from benchmarks.support.clock import SteppedClock
from bot.runtime.unit import Runtime
from bot.service.service import Service
from engine.games.commands import Pass
from engine.ids import Seat
from storage.db import Database
from storage.people import people


async def test_readers_forget_what_a_savepoint_undid(database: Database) -> None:
    """A game, a list and a name are as before the savepoint that failed after changing them."""
    clock = SteppedClock(START)
    match = BenchMatch(Runtime(database, clock), clock)
    code = await match.start()
    async with match.runtime.unit() as unit:
        service = Service(unit, match.shared)
        before = await service.games.load(code)
        red = before.game.side(Seat.RED).person
        rows = await service.game_lists.listed(red)
        with suppress(ZeroDivisionError):
            async with unit.savepoint():
                passed = await service.game_acts.act(before, Pass(by=Seat.RED), clock.now())
                assert (await service.game_lists.listed(red))[0].seq == passed.seq
                await people.change(unit.tx, red, name="Altcineva")
                service.persons.forget(red)
                assert await service.persons.name(red) == "Altcineva"
                raise ZeroDivisionError

        assert await service.games.load(code) == before
        assert service.games.head_of(before) is not None
        assert await service.game_lists.listed(red) == rows
        assert await service.persons.name(red) == "Ana Pop"
