"""The usual name of a competition's series, and its spelling in other competitions."""

import re
from typing import Final

from bot.documents.tables.names import fold
from bot.service.context import Context
from storage.competitions import series

# A year, also one of two such as 2025/26, with the signs before it.
_YEAR: Final = re.compile(r"[\s,/–-]*\b(?:19|20)\d\d\b(?:\s*[/–-]\s*\d{2,4})?")
SHORTEST_SERIES: Final = 3
"""The least characters of a series' name."""


def usual_series(title: str) -> str:
    """Return the title without its year, as a series is usually called; "" if nothing is left."""
    name = " ".join(_YEAR.sub(" ", title).split()).strip(" ,-–·")
    return name if len(name) >= SHORTEST_SERIES else ""


async def spelt_as_known(context: Context, name: str) -> str:
    """Return the series' name as it is already written, if it differs only in spelling."""
    known = dict.fromkeys((await series.every(context.unit.tx)).values())
    return next((word for word in known if fold(word) == fold(name)), name)


async def offered_series(context: Context, title: str) -> str:
    """Return the series that a competition of that title obviously belongs to, or "".

    That is the title without its year; or a known series with exactly this title.
    """
    usual = usual_series(title)
    if not usual:
        return ""
    known = {fold(name): name for name in (await series.every(context.unit.tx)).values()}
    if fold(usual) in known:
        return known[fold(usual)]
    return usual if usual != " ".join(title.split()) else ""
