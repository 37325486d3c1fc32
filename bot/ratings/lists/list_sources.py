"""What a new list may start from instead of a file: a published list, or its whole history."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.players import COLUMNS
from bot.ratings.calculation.systems import TRAITS
from bot.ratings.lists.naming import is_nightly
from bot.ratings.lists.rating_list import ListKind
from bot.ratings.lists.stored_lists import StoredList
from bot.texts.buttons.ratings import CHOOSE, RatingStep
from bot.texts.messages import Button, say
from bot.texts.pictures import NamedFile
from storage.ratings import published_lists, rating_runs


async def start_buttons(tx: AsyncConnection, system: str, token: str) -> tuple[Button, ...]:
    """Return a button that takes the starting ratings from the latest list; none without one."""
    if system not in TRAITS or not TRAITS[system].starts_from_lists:
        return ()
    latest = await published_lists.in_force(tx, system, ListKind.OVERALL)
    if latest is None:
        return ()
    label = say("button.rating_from_list", day=latest.day.isoformat())
    return (CHOOSE.button(label, RatingStep.FROM_LIST, f"{latest.id}", token),)


async def continue_buttons(tx: AsyncConnection, system: str, token: str) -> tuple[Button, ...]:
    """Return a button that continues from the latest lists with all their games; none without."""
    officers_lists = [
        published
        for published in await published_lists.all_in_force(tx)
        if published.system == system and not is_nightly(published.kind)
    ]
    latest = max(officers_lists, key=lambda published: (published.day, published.run), default=None)
    run = await rating_runs.find(tx, latest.run) if latest is not None else None
    if latest is None or run is None or not run.can_go_on:
        return ()
    label = say("button.rating_go_on", day=latest.day.isoformat())
    return (CHOOSE.button(label, RatingStep.GO_ON_FROM, f"{latest.id}", token),)


def starting_file(stored_list: StoredList) -> NamedFile:
    """Return a file of starting ratings, made from a list."""
    rows = ((row.player, row.exact, row.games) for row in stored_list.rows)
    # An unpublished list would be the first version.
    day, version = stored_list.day.isoformat(), max(1, stored_list.version)
    return NamedFile(f"lista-{stored_list.system}-{day}-v{version}.csv", csv_table(COLUMNS, rows))
