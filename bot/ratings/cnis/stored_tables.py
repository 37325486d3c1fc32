"""A championship's tables read from where they are kept: those of a run, or a scale by itself."""

from fractions import Fraction
from typing import TYPE_CHECKING

from bot.documents.tables.cnis_season import parse_signed
from bot.documents.views.listing import Table, tables_of
from bot.ratings.cnis.tables import scale_table
from bot.ratings.cnis.typed import MOST_PARTICIPANTS
from bot.ratings.jobs.packing import unpack
from bot.ratings.jobs.views import number_in
from engine.cnis.scale import scale_for
from engine.errors import Fault, GameStateError
from storage import rating_runs

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

SCALE = "scale"


def scale_ref(participants: int, value: Fraction) -> str:
    """Return the name of a scale."""
    return f"{SCALE}.{participants}.{value.numerator}.{value.denominator}"


async def find_tables(tx: "AsyncConnection", ref: str) -> tuple[list[Table], int, str]:
    """Return the tables that belong together, which of them is meant, and of what they are.

    Raises:
        GameStateError: `rating_gone`: it is not kept any more, or never was.
    """
    run, _, key = ref.partition(".")
    if run == SCALE:
        return [_scale(key)], 0, ref
    number = number_in(run)
    found = await rating_runs.find(tx, number) if number is not None else None
    tables = list(tables_of(unpack(found.result))) if found is not None else []
    for place, table in enumerate(tables):
        if table.key == key:
            return tables, place, run
    raise GameStateError(Fault("rating_gone"))


def _scale(written: str) -> Table:
    number, _, value = written.partition(".")
    above, _, below = value.partition(".")
    numerator = parse_signed(above)
    participants, denominator = number_in(number), number_in(below)
    if not participants or participants > MOST_PARTICIPANTS or numerator is None or not denominator:
        raise GameStateError(Fault("rating_gone"))
    return scale_table(scale_for(participants, numerator / denominator))
