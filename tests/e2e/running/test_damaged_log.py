"""A stored event that was changed: that one game stops, and everything else continues."""

from bot.program.health import health_of
from engine.ids import GameId
from storage.streams import game_stream
from tests.e2e.harness import Pair, Table
from tests.e2e.texts import mentions, told


async def exchanged(table: Table, game: str, before: str, after: str) -> int:
    """Change the stored game, as somebody with access to the file could; count its events."""
    stream = game_stream(GameId(game))
    async with table.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE events SET payload = replace(payload, ?, ?) WHERE stream = ?",
            (before, after, stream),
        )
        found = await tx.exec_driver_sql("SELECT count(*) FROM events WHERE stream = ?", (stream,))
        return int(found.scalar_one())


async def test_a_falsified_game_stops_alone(casa: Pair) -> None:
    """Nobody reads or moves in it; players and operators are notified once, health is red."""
    table = casa.table
    begun = await exchanged(table, casa.id, "CASA", "CASE")
    await table.stop_bot()
    await table.start_bot()

    answered = await table.say(casa.blue, f"/fisa {casa.id}")
    assert mentions(answered[0], "fault.damaged_log", code=casa.id)
    await table.say(casa.blue, "PAS")

    assert len(told(casa.red.messages, "error.damaged_log", code=casa.id)) == 1
    assert len(told(table.operator.messages, "operator.damaged_log")) == 1
    state = await health_of(table.app.runtime)()
    assert not state.is_well
    assert state.facts["damaged_logs"] == [game_stream(casa.id)]
    assert not told(await table.say(casa.blue, "/jocuri"), "refused")
    assert await exchanged(table, casa.id, "CASE", "CASA") == begun
