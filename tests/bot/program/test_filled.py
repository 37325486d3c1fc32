"""The benchmarks' database, as valid as one whose games were all played."""

from datetime import timedelta
from pathlib import Path

from benchmarks.support.many_matches import NOW, CopiedMatch, fill, pattern
from bot.service.pure.folds import Folds
from engine.ids import MatchCode, PersonId
from storage import log
from storage.days import due
from storage.db import Database
from storage.migrations import migrate
from storage.play import game_rows
from storage.streams import game_stream
from storage.verify import verify

HOUR = timedelta(hours=1)


async def test_stored_copies_are_found_whole_each_with_its_own_people(tmp_path: Path) -> None:
    """Chains, figures and lists are valid, hashes differ, and deadlines are as planned."""
    days = 24 * HOUR
    played = pattern(3, NOW - 5 * days, NOW - days)
    pairs = ((PersonId(2), PersonId(3)), (PersonId(3), PersonId(4)))
    copies = [CopiedMatch(played, MatchCode(f"M{n}"), *pair) for n, pair in enumerate(pairs)]
    async with Database(f"sqlite:///{tmp_path}/filled.sqlite") as database:
        await migrate(database)
        await fill(database, copies, range(1, 5))
        async with database.reading() as tx:
            report = await verify(tx, Folds())
            heads = {(await log.head(tx, game_stream(f"M{n}/1"))).hash for n in range(2)}
            listed = {row.match_id for row in await game_rows.listed_of(tx, PersonId(3))}
            kinds = [row.kind for row in await due.due_rows(tx, NOW)]

    assert (report.streams, report.events, report.findings) == (4, 16, ())
    assert len(heads) == 2
    assert listed == {"M0", "M1"}
    assert kinds == ["resend", "resend"]
