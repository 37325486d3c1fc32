"""An analysis as a spreadsheet: every turn, the field comparison, and the labels explained."""

from collections.abc import Iterator, Mapping, Sequence

from bot.analysis.analysed_games import AnalysedGame, read
from bot.analysis.compared_turns import ComparedTurn
from bot.analysis.field_comparison import compare
from bot.analysis.findings import Findings, TurnFinding
from bot.analysis.messages import words_of
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue
from bot.texts.messages import Plain, say
from bot.texts.pictures import NamedFile
from engine.games.events import Passed
from engine.games.game import move_notation
from engine.ids import GameId, PersonId, Seat

_FINDING_COLUMNS = (
    *("rank", "of", "best", "best_points", "lost", "label", "line", "sevens", "miss"),
)
_TURN_COLUMNS = ("round", "who", "placement", "points", *_FINDING_COLUMNS, "days")
_FIELD_COLUMNS = ("round", "hand", "who", "placement", "points", "here")


async def workbook_of(
    runtime: Runtime, shared: BotSettings, game: str, catalogue: Catalogue
) -> NamedFile:
    """Return the .xlsx file.

    Raises:
        ClosedAgain: the analysis may no longer be shown.
    """
    async with runtime.database.reading() as tx:
        analysed = await read(tx, shared, GameId(game))
        comparison = await compare(tx, shared, analysed.game)
    sheets = [turns_sheet(analysed, analysed.names_in(catalogue), catalogue.plain)]
    if comparison.turns:
        field_names = {person: catalogue.name(name) for person, name in comparison.names.items()}
        sheets.append(comparison_sheet(comparison.turns, field_names, catalogue.plain))
    sheets.append(labels_sheet(analysed.findings, catalogue.plain))
    content = exported(sheets, FileForm.XLSX, analysed.game.start, catalogue.plain)
    return NamedFile(
        f"{catalogue.plain(say('analysis.book.file'))}-{game.replace('/', '-')}.xlsx", content
    )


def turns_sheet(analysed: AnalysedGame, names: Mapping[Seat, str], plain: Plain) -> BookSheet:
    """Return the sheet of all turns; passes are included without figures."""
    findings = {turn.move: turn for turn in analysed.findings.turns}
    return BookSheet(
        name=plain(say("analysis.book.turns")),
        columns=tuple(plain(say(f"analysis.book.column.{key}")) for key in _TURN_COLUMNS),
        rows=[
            (
                move.round,
                names[move.by],
                move_notation(move),
                0 if isinstance(move, Passed) else move.counted,
                *_finding_cells(findings.get(number), plain),
                move.days,
            )
            for number, move in enumerate(analysed.game.moves)
        ],
    )


def _finding_cells(turn: TurnFinding | None, plain: Plain) -> tuple[Cell, ...]:
    """Return the cells of `_FINDING_COLUMNS`; empty ones for a move without analysis."""
    if turn is None:
        return (None,) * len(_FINDING_COLUMNS)
    best = turn.best
    return (
        turn.rank,
        turn.of,
        None if best is None else best.notation,
        None if best is None else best.points,
        turn.lost,
        plain(say(f"analysis.label.{turn.label}")),
        turn.continuation or None,
        turn.sevens_missed,
        None if turn.miss is None else plain(say(f"analysis.miss.{turn.miss}")),
    )


def comparison_sheet(
    turns: Sequence[ComparedTurn], names: Mapping[PersonId, str], plain: Plain
) -> BookSheet:
    """Return the sheet of all moves from the same racks, the highest-scoring first in a turn."""
    return BookSheet(
        name=plain(say("button.analysis.tables")),
        columns=tuple(plain(say(f"analysis.book.tables.{key}")) for key in _FIELD_COLUMNS),
        rows=[row for turn in turns for row in _moves_of(turn, names, plain)],
    )


def _moves_of(
    turn: ComparedTurn, names: Mapping[PersonId, str], plain: Plain
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each move of the turn; the last cell marks the move of the game itself."""
    for move in sorted((turn.own, *turn.in_others), key=lambda move: -move.points):
        is_own = plain(say("analysis.book.tables.yes")) if move is turn.own else None
        yield plain(turn.name), turn.rack, names[move.person], move.written, move.points, is_own


def labels_sheet(findings: Findings, plain: Plain) -> BookSheet:
    """Return the sheet with the meaning of each label, and the word list."""
    title, *lines = plain(say("analysis.means")).splitlines()
    title = title.lstrip("🔎 ")
    lines.append(plain(words_of(findings.edition, is_official=findings.official)))
    return BookSheet(name=title, columns=(title,), rows=[(line,) for line in lines])
