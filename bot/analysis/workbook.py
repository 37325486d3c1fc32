"""Findings as a spreadsheet: every turn with what it could have been."""

from typing import TYPE_CHECKING

from bot.analysis.findings import Turn
from bot.analysis.reading import Known, read
from bot.documents.views.spreadsheets import BookSheet, Cell, spreadsheet
from bot.texts.messages import Word, say
from engine.ids import GameId

if TYPE_CHECKING:
    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime
    from bot.texts.i18n import Catalogue

_COLUMNS = (
    *("round", "who", "placement", "points", "rank", "of", "best", "best_points"),
    *("lost", "label", "line", "sevens", "miss", "days"),
)


async def book_of(
    runtime: "Runtime", shared: "Shared", game: str, words: "Catalogue"
) -> tuple[str, bytes]:
    """Return name and content of the file.

    Raises:
        ClosedAgain: nothing of the game may be seen.
    """
    async with runtime.database.reading() as tx:
        known = await read(tx, shared, GameId(game))
    started = known.game.start
    content = spreadsheet([turns_sheet(known, words.plain)], started)
    return f"{words.plain(say('analysis.book.file'))}-{game.replace('/', '-')}.xlsx", content


def turns_sheet(known: Known, word: Word) -> BookSheet:
    """Return the sheet of all turns."""
    return BookSheet(
        name=word(say("analysis.book.turns")),
        columns=tuple(word(say(f"analysis.book.column.{key}")) for key in _COLUMNS),
        rows=[_row(known, turn, word) for turn in known.findings.turns],
    )


def _row(known: Known, turn: Turn, word: Word) -> tuple[Cell, ...]:
    best = turn.best
    return (
        turn.round,
        known.names[turn.seat],
        turn.made.written,
        turn.made.points,
        turn.rank,
        turn.of,
        None if best is None else best.written,
        None if best is None else best.points,
        turn.lost,
        word(say(f"analysis.label.{turn.label}")),
        turn.continuation or None,
        turn.sevens_missed,
        None if turn.miss is None else word(say(f"analysis.miss.{turn.miss}")),
        known.game.moves[turn.move].days,
    )
