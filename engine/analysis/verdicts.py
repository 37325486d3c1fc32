"""The analysis of a game: each placement checked by the best method that the record allows.

It runs turn by turn, so that the caller may stop between two turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.analysis.ending import ProvenTurn, RecordEnding, prove_end
from engine.analysis.positions import PASS, PlacementText, RecordPosition, positions
from engine.analysis.static import StaticTurn, static_turn
from engine.analysis.three_ply import ThreePlyAnalysis, ThreePlyEstimate, lookahead_positions
from engine.errors import Fault
from engine.gcg.record import GameRecord
from engine.rulesets import Ruleset
from engine.tiles import TileSet
from engine.words.dawg import Dawg

VERSION: Final = 6
"""The version of all figures; raise it, and that of `bot.analysis.findings`, with them.

Only figures of this program's games are stored, whose records never take a play back.
"""


class FigureLabel(StrEnum):
    """The method by which a figure was found."""

    STATIC = "static"
    """By the points of the placement alone, compared with those of every possible play."""
    ESTIMATED = "estimated"
    """With the best-scoring reply and answer, by the tiles drawn, as far as the game went."""
    PROVEN = "proven"
    """By the final spread, with best play by both to the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The analysis of one placement of a record."""

    position: RecordPosition
    label: FigureLabel
    """The method by which `best` and `lost` were found."""
    static: StaticTurn | None
    """The same placement by points alone, whatever the label; None without a rack."""
    best: PlacementText | None
    """The best play by the method of the label; None without a play or without a rack."""
    lost: int | None
    """The points by which the best play is better, in the sense of the label."""
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
    """Whether a deep analysis was requested, and the future tiles are known in their order."""
    verdicts: Iterator[Verdict]
    """One verdict for each placement of the record, in its order; each is calculated when read."""


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

    `sequence` has all tiles in drawing order, also undrawn ones; if empty, the record gives them.
    """
    found, fault = positions(record, tile_set, rules)
    ending = prove_end(found, graph, tile_set, rules) if deep else None
    lookaheads = lookahead_positions(record, found, tile_set, rules, sequence) if deep else ()

    def verdicts() -> Iterator[Verdict]:
        estimator = ThreePlyAnalysis(graph, tile_set, rules)
        ahead = {each.position.number: each for each in lookaheads if each.further}
        proofs = {} if ending is None else {each.position.number: each for each in ending.turns}
        for position in found:
            static = static_turn(position, graph, tile_set, rules)
            if position.number in proofs:
                yield _proven(static, proofs[position.number])
            elif position.number in ahead:
                yield _estimated(position, static, estimator.estimate(ahead[position.number]))
            else:
                yield _static(position, static)

    return RecordAnalysis(
        found=found, fault=fault, ending=ending, is_open=bool(lookaheads), verdicts=verdicts()
    )


def _static(position: RecordPosition, static: StaticTurn | None) -> Verdict:
    best, lost = None, None if static is None else static.lost
    if static is not None and static.best is not None:
        best = PlacementText(static.best.position, static.best.word, static.best_points)
    return Verdict(position=position, label=FigureLabel.STATIC, static=static, best=best, lost=lost)


def _estimated(
    position: RecordPosition, static: StaticTurn | None, ahead: ThreePlyEstimate
) -> Verdict:
    return Verdict(
        position=position,
        label=FigureLabel.ESTIMATED,
        static=static,
        best=ahead.line[0],
        lost=ahead.lost,
        line=ahead.line,
    )


def _proven(static: StaticTurn | None, proof: ProvenTurn) -> Verdict:
    """Return the verdict by the proven end, before which no cap on points applies (art. 1.4)."""
    line = tuple(
        PASS if move is None else PlacementText(move.position, move.word, move.score)
        for move in proof.line
    )
    return Verdict(
        position=proof.position,
        label=FigureLabel.PROVEN,
        static=static,
        best=line[0],
        lost=proof.lost,
        line=line,
    )
