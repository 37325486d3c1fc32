"""Lines that the messages of an import have in common: faults, results, games beside them."""

from typing import Final

from bot.documents.tables.import_stated import FormFault, StatedResult
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.messages import Text, say
from bot.texts.score_texts import score_text

_SHOWN_FAULTS: Final = 25
"""The most faults in one message."""
MOST_LINES: Final = 20
"""The most games, results or players in one preview."""


def fault_line(fault: FormFault) -> Text:
    """Return a fault, with its sheet, row and column as far as it has them."""
    if not fault.row:
        return say("import.at_sheet", sheet=fault.sheet, what=fault.what)
    if not fault.column:
        return say("import.at_row", sheet=fault.sheet, row=fault.row, what=fault.what)
    return say(
        "import.at_cell", sheet=fault.sheet, row=fault.row, column=fault.column, what=fault.what
    )


def faults_text(faults: tuple[FormFault, ...]) -> Text:
    """Return the faults by sheet, row and column, only the first of many."""
    return say("import.faults", n=len(faults), faults=_first_faults(faults))


def games_beside(checked_import: CheckedImport, unread: tuple[FormFault, ...] = ()) -> Text:
    """Return how many results have their games beside them, and the files that fit none.

    `unread` are the faults of files that could not be read as games at all.
    """
    faults = (*unread, *checked_import.season.faults)
    return say(
        "import.games_beside",
        n=len(checked_import.season.of_result),
        most=len(checked_import.form.results),
        faults=_first_faults(faults) or None,
    )


def _first_faults(faults: tuple[FormFault, ...]) -> list[Text]:
    """Return the lines of the first faults, with the number of those left out."""
    lines = [fault_line(fault) for fault in faults]
    return first_lines(lines, most=_SHOWN_FAULTS, left_out="import.more_faults")


def result_line(result: StatedResult) -> Text:
    """Return the line of one game of a past season."""
    counted = figures_of(result)
    return say(
        "import.result",
        red=result.red,
        blue=result.blue,
        leg=say(f"leg_name.{result.leg.value}"),
        score=score_text(counted.scores),
        red_coefficient=f"{counted.red}",
        blue_coefficient=f"{counted.blue}",
    )


def first_lines(
    lines: list[Text], *, most: int = MOST_LINES, left_out: str = "import.more_games"
) -> list[Text]:
    """Return the first `most` lines, and below them the number of those that are left out.

    `left_out`: the catalogue key that says that number.
    """
    rest = len(lines) - most
    return [*lines[:most], say(left_out, n=rest)] if rest > 0 else lines
