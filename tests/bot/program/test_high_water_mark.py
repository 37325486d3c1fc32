"""The start of the bot on a database without tables, beside an existing mark."""

from pathlib import Path

import pytest

from bot.program.high_water_mark import HighWaterMark
from bot.runtime.clock import FixedClock
from storage.db import Database
from storage.high_water_mark import Mark, MarkFile
from tests.bot.conftest import MAY_DAY

TOKEN = "1:token"


@pytest.mark.parametrize("recorded", [{"events": 1}, {"inbox": 7}, {}], ids=repr)
async def test_an_empty_database_is_a_loss_if_any_event_or_update_was_recorded(
    tmp_path: Path, recorded: dict[str, int]
) -> None:
    """The bot reports the lost updates; a mark of an unused bot names none."""
    file = tmp_path / "bot.sqlite"
    MarkFile(file, TOKEN).write(Mark(at=MAY_DAY.isoformat(), **recorded))  # type: ignore[arg-type]  # numbers
    async with Database(f"sqlite:///{file}") as database:
        mark = HighWaterMark(database, FixedClock(MAY_DAY), TOKEN)
        loss = await mark.expect(accept_loss=True)

    assert (loss is not None) == bool(recorded)
    assert loss is None or loss.updates == recorded.get("inbox", 0)
