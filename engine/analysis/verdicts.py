"""The analysis of a game: each placement checked by the best method that the record allows.

It runs turn by turn, so that the caller may stop between two turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.analysis.ending import ProvenTurn, RecordEnding, prove_end
from engine.analysis.positions import PASS, PlacementText, RecordPosition, positions
from engine.analysis.static import StaticTurn, turn
from engine.analysis.three_ply import ThreePlyAnalysis, ThreePlyEstimate, opened
from engine.errors import Fault
from engine.gcg.record import GameRecord
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg

VERSION: Final = 6
"""The version of all figures; raise it if the same game may now give other figures."""


class FigureLabel(StrEnum):
    """The method by which a figure was found."""

    STATIC = "static"
    """By the points of the placement alone, compared with those of every possible play."""
    ESTIMATED = "estimated"
    """With the best-scoring reply and answer, by the tiles drawn, as far as the game went."""
    PROVEN = "proven"
    """By the final spread, with best play by both to the end."""
    NOT_PROVEN = "not proven"
    """For an endgame only: the proof needs more positions than the budget allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The analysis of one placement of a record."""

    position: RecordPosition
    label: FigureLabel
    """The method by which `best` and `lost` were found."""
    rank: int | None
    """1 plus the number of plays that score more; None, like the fields below, without a rack."""
    of: int | None
    """The number of legal plays."""
    best: PlacementText | None
    """The best play by the method of the label; None without a play or without a rack."""
    lost: int | None
    """The points by which the best play is better, in the sense of the label."""
    behind: int | None
    """The points by which the highest-scoring play counts more, whatever the label."""
    sevens_missed: int | None
    """The number of plays of the whole rack, if the one made did not use it; otherwise 0."""
    line: tuple[PlacementText, ...] = ()
    """The best play and the moves after it: two, or to the end if proven; none if static."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAnalysis:
    """The results that a record allows; `verdicts` has the individual turns."""

    found: tuple[RecordPosition, ...]
    """The placements of the record, each with the position before it."""
    fault: Fault | None
    """The fault that ends the record early."""
    ending: RecordEnding | None
    """None if no deep analysis was requested, or both racks are never known."""
    is_open: bool
    """Whether the future tiles are known in their order."""
    verdicts: Iterator[Verdict]
    """One verdict for each placement of the record, in its order; each is calculated on demand."""


def analyse(  # noqa: PLR0913  (a record, its rules and options)
    record: GameRecord,
    graph: Dawg,
    tile_set: TileSet,
    rules: Ruleset,
    *,
    deep: bool,
    sequence: str = "",
) -> RecordAnalysis:
    """Start the analysis of a finished game; `deep` also looks ahead and proves the end.

    `sequence` has all tiles in drawing order, including those never drawn. If it is empty, the
    tiles come from the record.
    """
    found, fault = positions(record, tile_set, rules)
    ending = prove_end(found, graph, tile_set, rules) if deep else None
    letters = opened(record, found, tile_set, rules, sequence) if deep else ()

    def verdicts() -> Iterator[Verdict]:
        lookout = ThreePlyAnalysis(graph, tile_set, rules)
        coming = {each.position.number: each for each in letters}
        proven = {} if ending is None else {each.position.number: each for each in ending.turns}
        for each in found:
            judged = turn(each, graph, tile_set, rules)
            if each.number in proven:
                yield _proven(each, judged, proven[each.number])
            elif each.number in coming and coming[each.number].further:
                yield _estimated(each, judged, lookout.estimate(coming[each.number]))
            else:
                yield _static(each, judged)

    return RecordAnalysis(
        found=found, fault=fault, ending=ending, is_open=bool(letters), verdicts=verdicts()
    )


def _static(position: RecordPosition, turn: StaticTurn | None) -> Verdict:
    best = None
    if turn is not None and turn.best is not None:
        best = PlacementText(turn.best.position, turn.best.word, turn.best_points)
    return _verdict(position, turn, FigureLabel.STATIC, best, None if turn is None else turn.lost)


def _estimated(
    position: RecordPosition, turn: StaticTurn | None, ahead: ThreePlyEstimate
) -> Verdict:
    verdict = _verdict(position, turn, FigureLabel.ESTIMATED, ahead.line[0], ahead.lost)
    return replace(verdict, line=ahead.line)


def _proven(position: RecordPosition, turn: StaticTurn | None, proof: ProvenTurn) -> Verdict:
    # No points cap applies any more where an end is proven (art. 1.4).
    line = tuple(
        PASS if move is None else PlacementText(move.position, move.word, move.score)
        for move in proof.line
    )
    return replace(_verdict(position, turn, FigureLabel.PROVEN, line[0], proof.lost), line=line)


def _verdict(
    position: RecordPosition,
    turn: StaticTurn | None,
    label: FigureLabel,
    best: PlacementText | None,
    lost: int | None,
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
