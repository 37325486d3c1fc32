"""Why a line of a notebook is no longer possible, as text."""

from bot.texts.messages import Text, say
from engine.games.game import move_notation
from engine.games.notebook import LineProgress, LineResult, NotebookLine
from engine.games.planned_moves import planned_notation


def fate_text(line: NotebookLine, course: LineProgress) -> Text:
    """Return why a line is no longer possible: all of it was played, or another move was."""
    if course.outcome is not LineResult.OTHERWISE or course.instead is None:
        return say(f"notebook.{course.outcome.value}")
    return say(
        "notebook.otherwise",
        colour=say(f"colour.{course.instead.by.value}"),
        move=move_notation(course.instead),
        wanted=planned_notation(line.moves[course.done]),
    )
