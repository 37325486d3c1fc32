"""What sequences allowed: better results replace worse ones, and wanted searches are listed."""

from dataclasses import replace
from datetime import UTC, datetime

from engine.ids import GameId
from storage.analysis import sequences
from storage.analysis.sequences import MOST_ATTEMPTS, SearchedSequence
from storage.db import Database

AT = datetime(2025, 5, 1, 2, 10, tzinfo=UTC)
WISH = SearchedSequence(seed="ab" * 32, game_id=GameId("ABCD/1"), version=5, wanted=600, at=AT)
FOUND = replace(WISH, wanted=0, width=60, total=1412, edition="LOC-2025", official=True)


async def test_a_wider_search_counts_and_a_narrower_one_takes_nothing_away(db: Database) -> None:
    """The best result and the widest search stay, and wider wanted searches remain wanted."""
    async with db.transaction() as tx:
        await sequences.want(tx, WISH)
        await sequences.keep(tx, FOUND)
        assert [one.wanted for one in await sequences.waiting(tx)] == [600]
        await sequences.keep(tx, replace(FOUND, width=600, total=1398, edition="LOC-2020"))
        assert await sequences.waiting(tx) == []
        await sequences.keep(tx, replace(FOUND, total=1300))
        found = await sequences.found_on(tx, [WISH.seed, "cd" * 32], WISH.version)

    assert found == {WISH.seed: replace(FOUND, wanted=600, width=600)}


async def test_another_version_of_the_search_knows_nothing_and_begins_again(db: Database) -> None:
    """The results of an earlier version are not shown, and are replaced."""
    async with db.transaction() as tx:
        await sequences.keep(tx, FOUND)
        assert await sequences.found_on(tx, [WISH.seed], 6) == {}
        await sequences.want(tx, replace(WISH, version=6))
        waiting = await sequences.waiting(tx)
        await sequences.want(tx, replace(WISH, version=6))

        assert waiting == await sequences.waiting(tx) == [replace(WISH, version=6)]


async def test_what_comes_to_nothing_again_and_again_is_wanted_no_more(db: Database) -> None:
    """A search that failed repeatedly is requested again only with a larger width."""
    async with db.transaction() as tx:
        await sequences.want(tx, WISH)
        for _ in range(MOST_ATTEMPTS):
            assert len(await sequences.waiting(tx)) == 1
            await sequences.count_failure(tx, WISH.seed)
        await sequences.want(tx, WISH)
        assert await sequences.waiting(tx) == []
        await sequences.want(tx, replace(WISH, wanted=700))

        assert len(await sequences.waiting(tx)) == 1
