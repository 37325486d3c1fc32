"""The analysis of a game: each placement checked by the best method that the record allows.

It runs turn by turn, so that the caller may stop between two turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.analysis.ahead import Ahead, Lookout, opened
from engine.analysis.ending import Ending, ProvenTurn, prove_end
from engine.analysis.positions import Position, positions
from engine.analysis.static import Turn, turn
from engine.errors import Fault
from engine.gcg import GameRecord
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg

VERSION: Final = 5
"""The version of all figures; a new number means that the same game may give other figures."""


class Label(StrEnum):
    """How a figure was found."""

    STATIC = "static"
    """By the points of the placement alone."""
    ESTIMATED = "estimated"
    """With the opponent's best-scoring reply and the best answer, by the tiles that were drawn."""
    PROVEN = "proven"
    """By the final spread, with best play by both to the end."""
    NOT_PROVEN = "not proven"
    """For an endgame only: the proof needs more positions than the budget allows."""


class Shown(NamedTuple):
    """A placement for display; a pass has no position, and `PAS` as its word."""

    position: str
    """As players write it: `H8` across, `8H` down."""
    word: str
    """The whole main word, blanks in lower case."""
    points: int
    """The counted points (art. 1.4)."""


PASS: Final = Shown("", "PAS", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The analysis of one placement of a record."""

    position: Position
    label: Label
    """How `best` and `lost` were found."""
    rank: int | None
    """1 plus the number of plays that score more; None, like the fields below, without a rack."""
    of: int | None
    """The number of legal plays."""
    best: Shown | None
    """None if there was none, or nothing is known."""
    lost: int | None
    """The points by which the best play is better, in the sense of the label."""
    behind: int | None
    """The points by which the highest-scoring play counts more, whatever the label."""
    sevens_missed: int | None
    """The number of plays of the whole rack, if the one made was none."""
    line: tuple[Shown, ...] = ()
    """The best play and the moves after it; empty for a static figure.

    An estimate has the opponent's reply and the answer to it; a proof has best play by both to the
    end.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The results that a record allows; `verdicts` has the individual turns."""

    found: tuple[Position, ...]
    fault: Fault | None
    """The fault that ends the record early."""
    ending: Ending | None
    """None if no deep analysis was requested, or both racks are never known."""
    is_open: bool
    """Whether the future tiles are known in their order."""
    verdicts: Iterator[Verdict]
    """One for each placement of the record, in its order; each is calculated on demand."""


def analyse(  # noqa: PLR0913  (a record, how it is read, and what is asked)
    record: GameRecord,
    graph: Dawg,
    tile_set: TileSet,
    rules: Ruleset,
    *,
    deep: bool,
    sequence: str = "",
) -> Analysis:
    """Start the analysis of a finished game; `deep` also looks ahead and proves the end.

    `sequence` is all its tiles in drawing order, including those never drawn. If it is empty, the
    tiles come from the record.
    """
    found, fault = positions(record, tile_set, rules)
    ending = prove_end(found, graph, tile_set, rules) if deep else None
    letters = opened(record, found, tile_set, rules, sequence) if deep else ()

    def verdicts() -> Iterator[Verdict]:
        lookout = Lookout(graph, tile_set, rules)
        coming = {each.position.number: each for each in letters}
        proven = {} if ending is None else {each.position.number: each for each in ending.turns}
        for each in found:
            judged = turn(each, graph, tile_set, rules)
            if each.number in proven:
                yield _proven(each, judged, proven[each.number])
            elif each.number in coming:
                yield _estimated(each, judged, lookout.ahead(coming[each.number]))
            else:
                yield _static(each, judged)

    return Analysis(
        found=found, fault=fault, ending=ending, is_open=bool(letters), verdicts=verdicts()
    )


def _static(position: Position, turn: Turn | None) -> Verdict:
    best = None
    if turn is not None and turn.best is not None:
        best = Shown(turn.best.position, turn.best.word, turn.best_points)
    return _verdict(position, turn, Label.STATIC, best, None if turn is None else turn.lost)


def _estimated(position: Position, turn: Turn | None, ahead: Ahead) -> Verdict:
    verdict = _verdict(position, turn, Label.ESTIMATED, Shown(*ahead.best), ahead.lost)
    return replace(verdict, line=tuple(Shown(*step) for step in ahead.line))


def _proven(position: Position, turn: Turn | None, proof: ProvenTurn) -> Verdict:
    # No points cap applies any more where an end is proven (art. 1.4).
    line = tuple(
        PASS if move is None else Shown(move.position, move.word, move.points)
        for move in proof.line
    )
    return replace(_verdict(position, turn, Label.PROVEN, line[0], proof.lost), line=line)


def _verdict(
    position: Position, turn: Turn | None, label: Label, best: Shown | None, lost: int | None
) -> Verdict:
    return Verdict(
        position=position,
        label=label,
        rank=None if turn is None else turn.rank,
        of=None if turn is None else turn.of,
        best=best,
        lost=lost,
        behind=None if turn is None else turn.lost,
        sevens_missed=None if turn is None else turn.sevens_missed,
    )
