"""A competition's log, read from its last known event, equals a full reading."""

import random
from collections.abc import Sequence
from pathlib import Path

from bot.runtime.folding import load_competition
from bot.site.source import BuildCaches
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import replay_competition
from engine.ids import CompetitionCode
from storage import log
from storage.db import Database
from storage.schema import events as rows
from storage.streams import competition_stream
from tests.databases import empty_database
from tests.engine.competitions.desk import LEVEL, WON, Desk, running

CODE = CompetitionCode("CN25")
STREAM = competition_stream(CODE)


async def written(database: Database, after: int, events: Sequence[CompetitionEvent]) -> None:
    """Store events after that many; any others there are deleted, as by an old copy."""
    async with database.transaction() as tx:
        await tx.execute(rows.delete().where(rows.c.stream == STREAM, rows.c.seq > after))
        await log.append(tx, STREAM, after, events, events[0].at)


async def known(database: Database, kept: BuildCaches, upto: int | None = None) -> Competition:
    """Return the competition for a reader that knows that many events."""
    async with database.reading() as tx:
        found, _ = await load_competition(tx, kept, CODE, upto)
    return found


def homologated(won: int) -> tuple[Desk, int]:
    """Return a competition with all results approved, and its log's earlier length."""
    desk = running(5)
    begun = len(desk.log)
    desk.homologates_all(WON if won else LEVEL)
    return desk, begun


async def test_what_has_come_since_is_added_to_what_was_known(tmp_path: Path) -> None:
    """Read at any stages in any order, it equals its whole log."""
    desk, _ = homologated(0)
    chance, kept, stored = random.Random(1), BuildCaches(), 0
    async with Database(f"sqlite:///{empty_database(tmp_path / 'tur.db')}") as database:
        while stored < len(desk.log):
            more = desk.log[stored : stored + chance.randint(1, 4)]
            await written(database, stored, more)
            stored += len(more)
            assert await known(database, kept) == replay_competition(desk.log[:stored])
            upto = chance.randint(1, stored)
            assert await known(database, kept, upto) == replay_competition(desk.log[:upto])


async def test_of_a_long_log_its_latest_state_alone_is_kept(tmp_path: Path) -> None:
    """A season's results, read one by one, use no more memory than the last state."""
    desk, begun = homologated(0)
    kept, heads = BuildCaches(), []
    async with Database(f"sqlite:///{empty_database(tmp_path / 'tur.db')}") as database:
        await written(database, 0, desk.log[:begun])
        for place in range(begun, begun + 6):
            await written(database, place, desk.log[place : place + 1])
            async with database.reading() as tx:
                _, head = await load_competition(tx, kept, CODE)
            heads.append(head.hash)

    assert [kept.competitions.get(each) is None for each in heads] == [True] * 5 + [False]


async def test_what_was_known_of_another_log_is_not_built_upon(tmp_path: Path) -> None:
    """After an old copy was restored, other events have the known numbers."""
    (desk, begun), (other, _) = homologated(0), homologated(1)
    kept = BuildCaches()
    async with Database(f"sqlite:///{empty_database(tmp_path / 'tur.db')}") as database:
        await written(database, 0, desk.log[: begun + 3])
        assert await known(database, kept) == replay_competition(desk.log[: begun + 3])
        await written(database, begun, other.log[begun : begun + 9])
        assert await known(database, kept) == replay_competition(other.log[: begun + 9])
