"""A published list to start from: who may have one, and the file of starting ratings it makes."""

from typing import TYPE_CHECKING

from bot.documents.tables.columns import csv_table
from bot.documents.tables.players import COLUMNS
from bot.ratings.jobs.systems import TRAITS
from bot.ratings.lists.shown import OVERALL
from bot.ratings.lists.stored_lists import ShownList
from bot.texts.messages import Button, say
from storage import ratings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def starting_lists(tx: "AsyncConnection", system: str, token: str) -> tuple[Button, ...]:
    """Return a button that takes the starting ratings from the latest published list."""
    if system not in TRAITS or not TRAITS[system].starts_from_lists:
        return ()
    latest = await ratings.in_force(tx, system, OVERALL)
    if latest is None:
        return ()
    label = say("button.rating_from_list", day=latest.day.isoformat())
    return (Button(label, f"rat:from:{latest.id}:{token}"),)


def starting_file(shown: ShownList) -> tuple[str, bytes]:
    """Return name and content of a file of starting ratings, as a list has them."""
    rows = ((row.player, row.exact, row.games) for row in shown.rows)
    name = f"lista-{shown.system}-{shown.day.isoformat()}-v{max(1, shown.version)}.csv"
    return name, csv_table(COLUMNS, rows)
