"""All that an analysis says of a game: each placement judged by the best means the record allows.

Made turn by turn, so that who works it out may stop between two of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.analysis.ahead import Ahead, Lookout, opened
from engine.analysis.ending import Ending, ProvenTurn, prove_end
from engine.analysis.positions import Position, positions
from engine.analysis.static import Turn, turn
from engine.dawg import Dawg
from engine.errors import Fault
from engine.gcg import GameRecord
from engine.rulesets import Ruleset
from engine.tiles import TileSet

VERSION: Final = 5
"""Of all figures; another number means that the same game may be told another thing."""


class Label(StrEnum):
    """How a figure was found."""

    STATIC = "static"
    """By the points of the placement alone."""
    ESTIMATED = "estimated"
    """With the partner's dearest reply and the dearest answer to it, by the letters that came."""
    PROVEN = "proven"
    """By the final spread, with best play of both to the end."""
    NOT_PROVEN = "not proven"
    """Of an end alone: it takes more than was looked at."""


class Shown(NamedTuple):
    """A placement as it is told; a pass has no position, and `PAS` for its word."""

    position: str
    """As players write it: `H8` across, `8H` down."""
    word: str
    """The whole main word, jokers in lower case."""
    points: int
    """Those that count (art. 1.4)."""


PASS: Final = Shown("", "PAS", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is said of one placement of a record."""

    position: Position
    label: Label
    """How `best` and `lost` were found."""
    rank: int | None
    """1 and how many placements score more; None, as all below, where the hand is not told."""
    of: int | None
    """How many placements there were."""
    best: Shown | None
    """None: there was none, or nothing is known."""
    lost: int | None
    """By how many points the best is better, as the label says."""
    behind: int | None
    """How many points the dearest placement of the hand counts more, whatever the label."""
    sevens_missed: int | None
    """How many placements of the whole hand there were, where the one made was none."""
    line: tuple[Shown, ...] = ()
    """The best, and what follows it: of an estimated one the partner's reply and the answer to it,
    of a proven one best play of both to the end. Empty of one judged by points alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What a record allows to be said; ask `verdicts` for the turns themselves."""

    found: tuple[Position, ...]
    fault: Fault | None
    """What ends the record before its time."""
    ending: Ending | None
    """None: it was not asked for, or both hands are never known."""
    is_open: bool
    """Whether the letters to come are known, in their order."""
    verdicts: Iterator[Verdict]
    """One a placement of the record, in its order; each is worked out when it is asked for."""


def analyse(  # noqa: PLR0913  (a record, how it is read, and what is asked)
    record: GameRecord,
    graph: Dawg,
    tile_set: TileSet,
    rules: Ruleset,
    *,
    deep: bool,
    sequence: str = "",
) -> Analysis:
    """Begin the analysis of a finished game; `deep` looks ahead, too, and proves the end.

    `sequence` is all its letters in the order of drawing, those that nobody came to draw too; empty
    where only the record tells them.
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
    # No cap is left to come where an end is proven (art. 1.4).
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
