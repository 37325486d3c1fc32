"""Findings as a spreadsheet: every turn with its alternatives, field comparison, definitions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.analysis.field_comparison import Stop, travelled
from bot.analysis.findings import Findings, Turn
from bot.analysis.messages import words_of
from bot.analysis.reading import Known, read
from bot.documents.views.spreadsheets import BookSheet, Cell, spreadsheet
from bot.texts.messages import Word, say
from engine.games.events import Passed
from engine.games.game import written
from engine.ids import GameId, PersonId, Seat

if TYPE_CHECKING:
    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime
    from bot.texts.i18n import Catalogue

_COLUMNS = (
    *("round", "who", "placement", "points", "rank", "of", "best", "best_points"),
    *("lost", "label", "line", "sevens", "miss", "days"),
)
_OF_TABLES = ("round", "hand", "who", "placement", "points", "here")


async def book_of(
    runtime: "Runtime", shared: "Shared", game: str, words: "Catalogue"
) -> tuple[str, bytes]:
    """Return name and content of the file.

    Raises:
        ClosedAgain: nothing of the game may be shown.
    """
    async with runtime.database.reading() as tx:
        known = await read(tx, shared, GameId(game))
        others = await travelled(tx, shared, known.game)
    names = {seat: words.name(name) for seat, name in known.names.items()}
    called = {person: words.name(name) for person, name in others.names.items()}
    sheets = [turns_sheet(known, names, words.plain)]
    if others.stops:
        sheets.append(tables_sheet(others.stops, called, words.plain))
    sheets.append(means_sheet(known.findings, words.plain))
    content = spreadsheet(sheets, known.game.start)
    return f"{words.plain(say('analysis.book.file'))}-{game.replace('/', '-')}.xlsx", content


def turns_sheet(known: Known, names: Mapping[Seat, str], word: Word) -> BookSheet:
    """Return the sheet of all turns; passes are included without figures."""
    found = {turn.move: turn for turn in known.findings.turns}
    return BookSheet(
        name=word(say("analysis.book.turns")),
        columns=tuple(word(say(f"analysis.book.column.{key}")) for key in _COLUMNS),
        rows=[
            (
                move.round,
                names[move.by],
                written(move),
                0 if isinstance(move, Passed) else move.counted,
                *_judged(found.get(number), word),
                move.days,
            )
            for number, move in enumerate(known.game.moves)
        ],
    )


def _judged(turn: Turn | None, word: Word) -> tuple[Cell, ...]:
    """Return the cells about a move, from its rank to the kind of its miss."""
    if turn is None:
        return (None,) * 9
    best = turn.best
    return (
        turn.rank,
        turn.of,
        None if best is None else best.written,
        None if best is None else best.points,
        turn.lost,
        word(say(f"analysis.label.{turn.label}")),
        turn.continuation or None,
        turn.sevens_missed,
        None if turn.miss is None else word(say(f"analysis.miss.{turn.miss}")),
    )


def tables_sheet(stops: Sequence[Stop], names: Mapping[PersonId, str], word: Word) -> BookSheet:
    """Return the sheet of every table's move from the same racks, the highest-scoring first."""
    return BookSheet(
        name=word(say("button.analysis.tables")),
        columns=tuple(word(say(f"analysis.book.tables.{key}")) for key in _OF_TABLES),
        rows=[row for stop in stops for row in _tables_at(stop, names, word)],
    )


def _tables_at(stop: Stop, names: Mapping[PersonId, str], word: Word) -> Iterator[tuple[Cell, ...]]:
    made = sorted((stop.own, *stop.others), key=lambda one: -one.points)
    for one in made:
        here = word(say("analysis.book.tables.yes")) if one is stop.own else None
        turn = word(stop.name)
        yield turn, stop.hand, names[one.person], one.written, one.points, here


def means_sheet(found: Findings, word: Word) -> BookSheet:
    """Return the sheet with the word list and the meaning of each label."""
    title, *lines = word(say("analysis.means")).splitlines()
    title = title.lstrip("🔎 ")
    lines.append(word(words_of(found.edition, is_official=found.official)))
    return BookSheet(name=title, columns=(title,), rows=[(line,) for line in lines])
