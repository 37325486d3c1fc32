"""Deletes what old nightly lists no longer need: the terms of figures, and the games' results.

The lists themselves, the hash of their inputs and the games corrected before them stay. Terms are
kept for 30 days, and for ever with the last list of each month, whose terms cover the same games.
"""

from collections.abc import Iterable
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.task_results import pack, unpack
from storage.ratings import published_lists, rating_runs
from storage.ratings.published_lists import PublishedList


async def prune_terms(tx: AsyncConnection, before: date) -> None:
    """Delete the terms of the lists of earlier days, except each month's last list."""
    lists = await published_lists.nights_with_terms(tx)
    kept = {published_list.id for published_list in lasts_of_months(lists)}
    for nightly in lists:
        if nightly.day >= before or nightly.id in kept:
            continue
        run = await rating_runs.find(tx, nightly.run)
        if run is not None:
            await rating_runs.shorten(tx, run.id, _without_results(run.result))


def lasts_of_months(lists: Iterable[PublishedList]) -> list[PublishedList]:
    """Return the last list of every month, of each system and kind."""
    last_by_month: dict[tuple[str, str, int, int], PublishedList] = {}
    for nightly in sorted(lists, key=lambda nightly: (nightly.day, nightly.version)):
        month = nightly.day.year, nightly.day.month
        last_by_month[nightly.system, nightly.kind, *month] = nightly
    return list(last_by_month.values())


def _without_results(result: bytes) -> bytes:
    """Return the packed result without the games' results, which only the next list needs."""
    return pack({name: value for name, value in unpack(result).items() if name != "games"})
