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
    nights = await published_lists.nights_with_terms(tx)
    last = {published_list.id for published_list in lasts_of_months(nights)}
    for night in nights:
        run = None
        if night.day < before and night.id not in last:
            run = await rating_runs.find(tx, night.run)
        if run is not None:
            await rating_runs.drop_terms(tx, run.id, _without_results(run.result))


def lasts_of_months(lists: Iterable[PublishedList]) -> list[PublishedList]:
    """Return the last list of every month, of each system and kind."""
    lasts: dict[tuple[str, str, int, int], PublishedList] = {}
    for published_list in sorted(lists, key=lambda each: (each.day, each.version)):
        lasts[
            published_list.system,
            published_list.kind,
            published_list.day.year,
            published_list.day.month,
        ] = published_list
    return list(lasts.values())


def _without_results(result: bytes) -> bytes:
    """Return the packed result without the games' results, which only the next list needs."""
    return pack({name: value for name, value in unpack(result).items() if name != "games"})
