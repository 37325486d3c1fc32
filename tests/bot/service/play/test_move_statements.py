"""A move reads its data once and writes it once."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from benchmarks.bench_move import START, BenchMatch
from benchmarks.support.clock import SteppedClock
from bot.runtime.unit import Runtime
from storage.db import Database
from tests.databases import empty_database

MOST = 16
"""The most statements of a typed and sent move, beside those of transactions and savepoints."""
MOST_READ = 3
"""The most queries of each of its two updates."""
AROUND = ("BEGIN", "SAVEPOINT", "RELEASE")


class CountedMatch(BenchMatch):
    """A match that records the statements of each update."""

    def __init__(self, runtime: Runtime, clock: SteppedClock) -> None:
        super().__init__(runtime, clock)
        self.statements: list[list[str]] = []

    async def act(self, who: int, text: str = "", data: str = "") -> None:
        """Let a person type, or press."""
        heard: list[str] = []

        def hear(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if not statement.startswith(AROUND):
                heard.append(statement)

        event.listen(Engine, "before_cursor_execute", hear)
        try:
            await super().act(who, text, data)
        finally:
            event.remove(Engine, "before_cursor_execute", hear)
        self.statements.append(heard)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{empty_database(tmp_path / 'tur.db')}"
    address: str = request.getfixturevalue("postgres_url")
    return address


async def test_a_typed_and_sent_move_executes_few_statements(url: str) -> None:
    """A move asks everything in at most three queries an update, and stores it in few writes."""
    async with Database(url) as database:
        clock = SteppedClock(START)
        match = CountedMatch(Runtime(database, clock), clock)
        game = await match.start()
        for _ in range(4):
            await match.move(await match.game(game))

    typed, sent = match.statements[-2:]
    assert len(typed) + len(sent) <= MOST, "\n".join([*typed, *sent])
    for each in (typed, sent):
        assert sum(one.startswith("SELECT") for one in each) <= MOST_READ, "\n".join(each)
