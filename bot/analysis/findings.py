"""The stored analysis of one finished game, and the selections of it that are shown.

Pure values: the player of a move is a seat, and no person is named. Moves are numbered as in the
game, from 0, both players together.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from cattrs.preconf.json import make_converter

from engine.ids import Seat

VERSION: Final = 6
"""The version of the engine's figures; a test compares it, because the bot does not import them."""
WORST_SHOWN: Final = 3
"""The number of turns shown as boards."""
_OFTEN_MISSED: Final = 3
"""The least number of misses of one kind that count as a habit."""


def seat_of(move: int) -> Seat:
    """Return the player of the move with that index: Red has the even ones."""
    return Seat.RED if move % 2 == 0 else Seat.BLUE


def round_of(move: int) -> int:
    """Return the round of the move with that index, from 1."""
    return move // 2 + 1


class FindingLabel(StrEnum):
    """The method by which a figure was found."""

    STATIC = "static"
    """By the points of one move alone."""
    ESTIMATED = "estimated"
    """With the opponent's best reply and the best answer to it, as far as the game went."""
    PROVEN = "proven"
    """By the final score with best play of both players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """A move in players' notation, and its points; a pass has no position and the word `PAS`."""

    position: str
    word: str
    points: int

    @property
    def notation(self) -> str:
        """Return the move as it is typed: `H8 CASA`, or `PAS`."""
        return f"{self.position} {self.word}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFinding:
    """A finding on one move, with its player and its round."""

    move: int
    """The index of the move in the game; of an endgame, that of its first move."""

    @property
    def seat(self) -> Seat:
        """Return the player of the move."""
        return seat_of(self.move)

    @property
    def round(self) -> int:
        """Return the round of the move, from 1."""
        return round_of(self.move)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFinding(MoveFinding):
    """One move, and the alternatives."""

    made: PlayedMove
    rank: int
    """The rank by points alone: 1 plus the number of plays that score more."""
    of: int
    """The number of possible plays."""
    best: PlayedMove | None
    """The best play by the label's method; None if, and only if, no points were lost."""
    lost: int
    """Points lost by the label's method; never below 0."""
    label: FindingLabel
    behind: int
    """The difference to the highest-scoring play of the rack, whatever the label."""
    sevens_missed: int
    """The number of plays of the whole rack; 0 if one was made."""
    miss: str | None
    """The kind of the best play (`engine.analysis.misses`), if points were lost."""
    line: tuple[PlayedMove, ...] = ()
    """The best play and the moves after it.

    For an estimate these are the opponent's reply and the answer to it; for a proof, the best play
    of both to the end.
    """

    def __post_init__(self) -> None:
        """Refuse a loss without the play that would have avoided it."""
        if (self.best is None) != (self.lost == 0):
            raise ValueError(f"a turn that lost {self.lost} points, with the best play {self.best}")

    @property
    def continuation(self) -> str:
        """Return the moves after the best play, with the points of each: `H8 CASA 20 → PAS 0`."""
        return " → ".join(f"{step.notation} {step.points}" for step in self.line[1:])


@dataclass(frozen=True, slots=True, kw_only=True)
class EndFinding(MoveFinding):
    """The endgame, in which all remaining tiles are on the racks."""

    spread: int | None
    """The first mover's final score minus the opponent's, with best play; None if not proven."""
    coefficients: tuple[Decimal, Decimal] | None = None
    """Coefficients of first mover and opponent if both play for them (art. 8.1); else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The whole analysis of a game."""

    edition: str
    """The name of the word list used."""
    official: bool = False
    """Whether that is the federation's official list."""
    turns: tuple[TurnFinding, ...]
    end: EndFinding | None

    def of(self, seat: Seat) -> tuple[TurnFinding, ...]:
        """Return a player's turns."""
        return tuple(turn for turn in self.turns if turn.seat is seat)

    @property
    def is_estimated(self) -> bool:
        """Return whether any figure is an estimate."""
        return any(turn.label is FindingLabel.ESTIMATED for turn in self.turns)

    @property
    def has_losses(self) -> bool:
        """Return whether any turn lost points."""
        return any(turn.lost for turn in self.turns)

    @property
    def worst_turns(self) -> tuple[TurnFinding, ...]:
        """Return the `WORST_SHOWN` turns that lost most points, the worst first."""
        lost = [turn for turn in self.turns if turn.lost]
        return tuple(sorted(lost, key=lambda turn: (-turn.lost, turn.move))[:WORST_SHOWN])


@dataclass(frozen=True, slots=True)
class PointsAccount:
    """Points scored, and the points possible with the same racks: the accuracy (not a rating)."""

    got: int
    possible: int
    """The sum of the highest-scoring plays at each turn, with the earlier moves as made."""
    lost: int
    """The points lost, each by its turn's own label."""

    @property
    def percent(self) -> int:
        """Return the accuracy in whole per cent, rounded down."""
        return 100 * self.got // self.possible if self.possible else 100


def account(turns: Iterable[TurnFinding]) -> PointsAccount:
    """Return the account of these turns."""
    findings = tuple(turns)
    got = sum(finding.made.points for finding in findings)
    possible = got + sum(finding.behind for finding in findings)
    lost = sum(finding.lost for finding in findings)
    return PointsAccount(got=got, possible=possible, lost=lost)


def most_overlooked(turns: Iterable[TurnFinding]) -> str | None:
    """Return the kind of play that a player overlooked most, or None if none stands out."""
    misses = Counter(turn.miss for turn in turns if turn.miss is not None)
    most = max(misses.values(), default=0)
    kinds = [kind for kind, times in misses.items() if times == most]
    return kinds[0] if most >= _OFTEN_MISSED and len(kinds) == 1 else None


_converter = make_converter()
_converter.register_unstructure_hook(Decimal, str)
_converter.register_structure_hook(Decimal, lambda stored, _: Decimal(stored))


def findings_to_json(findings: Findings) -> str:
    """Return findings as JSON for storage."""
    return str(_converter.dumps(findings, ensure_ascii=False))


def findings_from_json(stored: str | bytes) -> Findings:
    """Return the findings that `findings_to_json` wrote."""
    findings: Findings = _converter.loads(stored, Findings)
    return findings
