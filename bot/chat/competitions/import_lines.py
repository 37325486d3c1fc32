"""Lines that the previews of an import have in common: faults, and one game's result."""

from typing import Final

from bot.documents.tables.import_stated import FormFault, StatedResult
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.messages import Text, say
from bot.texts.score_texts import score_text

SHOWN_FAULTS: Final = 25
"""The most faults in one preview."""
SHOWN_GAMES: Final = 20
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
    lines = [fault_line(fault) for fault in faults[:SHOWN_FAULTS]]
    others = len(faults) - len(lines)
    more = say("import.more_faults", n=others) if others else None
    return say("import.faults", n=len(faults), faults=lines, more=more)


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


def first_lines(lines: list[Text]) -> list[Text]:
    """Return the lines that a preview shows, with the number of those that it leaves out."""
    rest = len(lines) - SHOWN_GAMES
    return [*lines[:SHOWN_GAMES], say("import.more_games", n=rest)] if rest > 0 else lines
