"""Daily fingerprints: each covers every row and detects a rewritten one."""

from dataclasses import asdict, astuple
from datetime import date, timedelta

import pytest
from sqlalchemy import text

from engine.games.events import TimeExceeded
from engine.ids import Seat
from storage import fingerprints, log
from storage.codec import codec_of
from storage.db import Database
from storage.fingerprints import Fingerprint
from storage.integrity import Finding
from storage.merkle import LogHead, Tree
from tests.bot.documents.proofs.browser import run
from tests.storage.rows import AT

DAY = date(2025, 5, 3)
NEXT = DAY + timedelta(days=1)
STREAMS = ("c/CN25", "g/K7QF/1", "g/K7QF/2", "m/K7QF", "p/17")


async def grow(db: Database, *streams: str) -> None:
    """Add an event to each of these logs."""
    async with db.transaction() as tx:
        for stream in streams:
            head = await log.head(tx, stream)
            event = TimeExceeded(at=AT, by=Seat.RED, days=head.seq)
            codec = codec_of("g/")
            await log.append(tx, stream, head.seq, [event], AT, codec=codec)


async def take(db: Database, day: date) -> Fingerprint | None:
    """Take the fingerprint of a day."""
    async with db.transaction() as tx:
        return await fingerprints.record(tx, day, AT, f"secret of {day}")


async def found(db: Database, published: dict[date, str] | None = None) -> list[Finding]:
    """Return the differences from the published fingerprints."""
    async with db.reading() as tx:
        return await fingerprints.differences(tx, published)


async def test_a_day_on_which_nothing_happened_has_none(db: Database) -> None:
    """There is one a day, and none if no log has grown since the last."""
    assert await take(db, DAY) is None
    await grow(db, *STREAMS)
    first = await take(db, DAY)
    assert first is not None
    assert first.logs == len(STREAMS)
    await grow(db, "g/K7QF/1")
    assert await take(db, DAY) is None

    second = await take(db, NEXT)

    assert second is not None
    assert second.logs == 1
    assert second.previous == first.fingerprint
    assert await take(db, NEXT + timedelta(days=1)) is None
    async with db.reading() as tx:
        assert await fingerprints.every(tx) == (first, second)
    assert await found(db, {DAY: first.fingerprint, NEXT: second.fingerprint}) == []


@pytest.mark.parametrize(
    ("damage", "stream"),
    [
        ("UPDATE events SET hash = previous WHERE stream = 'g/K7QF/1' AND seq = 1", "g/K7QF/1"),
        ("DELETE FROM events WHERE stream = 'm/K7QF'", "m/K7QF"),
        ("UPDATE fingerprint_heads SET hash = 'ab' WHERE stream = 'c/CN25'", "database"),
        ("DELETE FROM fingerprint_heads WHERE stream = 'p/17'", "database"),
        ("UPDATE fingerprints SET fingerprint = 'ab'", "database"),
        ("UPDATE fingerprints SET secret = 'ab'", "database"),
    ],
)
async def test_what_was_rewritten_is_found(db: Database, damage: str, stream: str) -> None:
    """Changed and missing rows are found, in logs and in stored fingerprints."""
    await grow(db, *STREAMS)
    await take(db, DAY)
    await grow(db, *STREAMS)
    await take(db, NEXT)
    assert await found(db) == []

    async with db.transaction() as tx:
        await tx.execute(text(damage))

    wrong = await found(db)
    assert stream in {each.stream for each in wrong}
    assert {each.kind for each in wrong} == {"fingerprint"}


async def test_a_season_made_up_again_is_not_the_published_one(db: Database) -> None:
    """Consistent logs and fingerprints are compared with those noted by others."""
    await grow(db, *STREAMS)
    made = await take(db, DAY)
    assert made is not None

    (wrong,) = await found(db, {DAY: "c" * 64})
    assert wrong.detail == f"2025-05-03: {'c' * 64} was published, another is kept here"
    (wrong,) = await found(db, {NEXT: "c" * 64})
    assert wrong.detail == f"2025-05-04: {'c' * 64} was published, none is kept here"


async def test_a_browser_finds_each_log_in_the_fingerprint(db: Database) -> None:
    """A log's last row leads to its day's fingerprint, and any other row does not."""
    await grow(db, *STREAMS)
    first = await take(db, DAY)
    await grow(db, *STREAMS[:3])
    second = await take(db, NEXT)
    assert first is not None
    assert second is not None

    async with db.reading() as tx:
        ways = await fingerprints.InclusionPaths(tx).of(["g/none", *STREAMS])

    assert [way.stream for way in ways] == [*STREAMS]
    assert [way.day for way in ways] == ["2025-05-04"] * 3 + ["2025-05-03"] * 2
    async with db.reading() as tx:
        rooted = await fingerprints.roots(tx)
    days = [
        {"day": f"{each.day}", "root": root, "fingerprint": each.fingerprint}
        for each, root in rooted
    ]
    code = "return dayClaims(given).map(({subject, verdict}) => [subject, verdict])"
    assert run(code, days) == [["2025-05-03 – 2025-05-04", "kept"]]
    days[0]["root"] = "0" * 64
    assert run(code, days) == [["2025-05-03 – 2025-05-03", "broken"]]
    rows = [asdict(way) for way in ways]
    forged = [{**each, "hash": "0" * 64} for each in rows]
    code = "return given.map(fingerprintOfPath)"
    assert run(code, rows) == [way.fingerprint for way in ways]
    secrets = {first.secret, second.secret}
    assert not {each for way in ways for each in astuple(way)} & secrets
    assert not set(run(code, forged)) & {first.fingerprint, second.fingerprint}


def test_every_leaf_of_every_tree_is_proved() -> None:
    """In trees of 1 to 17 logs each path leads from its leaf to the root, in the browser, too."""
    trees = []
    for size in range(1, 18):
        leaves = [
            LogHead(stream=f"g/{n}", seq=n + 1, hash=f"{n:064x}", salt=f"{n}") for n in range(size)
        ]
        tree = Tree(leaves)
        trees.append(
            {
                "root": tree.root,
                "leaves": [
                    {
                        "stream": leaf.stream,
                        "seq": leaf.seq,
                        "hash": leaf.hash,
                        "salt": leaf.salt,
                        "path": tree.path(leaf.stream),
                    }
                    for leaf in leaves
                ],
            }
        )
    code = """const start = {day: "d", previous: "p"};
        return given.every(({root, leaves}) => leaves.every((leaf) =>
            fingerprintOfPath({...leaf, ...start}) === dayFingerprint("d", "p", root)));"""
    assert run(code, trees) is True
    trees[4]["root"] = "0" * 64
    assert run(code, trees) is False


def test_no_logs_have_no_root() -> None:
    """No fingerprint of an empty set is made."""
    with pytest.raises(ValueError, match="no leaves"):
        Tree([])
