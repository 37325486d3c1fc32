"""Whether a tournament may be rated in Poland: a form read, and judged by the Polish calendar."""

from bot.documents.tables.files import TableFile
from bot.documents.tables.forms import read_form
from engine.ratings.pfs_check import Verdict, check


def check_form(file: TableFile) -> tuple[Verdict, ...]:
    """Return the verdict on each condition of §4.

    Raises:
        TableError: there is a fault, or more of them; all are named.
    """
    from holidays import country_holidays  # noqa: PLC0415  (a third of a second: only when needed)

    stated = read_form(file)
    years = {day.year for day in stated.days or ()}
    polish = country_holidays("PL", years={year + more for year in years for more in (-1, 0, 1)})
    return check(stated, lambda day: day in polish)
