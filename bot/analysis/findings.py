"""What is known of one finished game, as it is stored; and what is chosen of it to be told.

Pure values: who made a move is a seat, and nobody is named. Moves are counted as the game has them,
from 0, those of both players together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from cattrs.preconf.json import make_converter

from engine.ids import Seat

VERSION: Final = 5
"""That of the engine's figures, which the bot does not load: a test holds the two together."""
DEAREST: Final = 3
"""How many turns are shown as boards."""


class Label(StrEnum):
    """How a figure was found."""

    STATIC = "static"
    """By the points of one placement alone."""
    ESTIMATED = "estimated"
    """With the partner's dearest reply and the dearest answer to it."""
    PROVEN = "proven"
    """By the final score with best play of both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A placement as players write it, and what it counts; a pass has no word."""

    position: str
    word: str
    points: int

    @property
    def written(self) -> str:
        """Return it as it is typed: `H8 CASA`, or `PAS`."""
        return f"{self.position} {self.word}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One placement, and what else there was."""

    move: int
    seat: Seat
    made: Laid
    rank: int
    """By points alone: 1 and how many placements score more."""
    of: int
    best: Laid | None
    """What was dearest, by the label; None: there was nothing better."""
    lost: int
    """By the label; never below 0."""
    label: Label
    behind: int
    """How many points the dearest placement of the hand counted more, whatever the label."""
    sevens_missed: int
    miss: str | None
    """The kind of the best (`engine.analysis.misses`), where something was lost."""
    line: tuple[Laid, ...] = ()
    """The best and what follows it: of an estimated one the partner's reply and the answer to it,
    of a proven one best play of both to the end."""

    @property
    def continuation(self) -> str:
        """Return what follows the best, with what each counts: `H8 CASA 20 → PAS 0`."""
        return " → ".join(f"{step.written} {step.points}" for step in self.line[1:])

    @property
    def round(self) -> int:
        """Return the round, from 1."""
        return self.move // 2 + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The end of the game, in which all letters are in the hands."""

    move: int
    """The first placement of it."""
    spread: int | None
    """The final score of who makes it less the partner's, with best play; None: not proven."""
    coefficients: tuple[Decimal, Decimal] | None = None
    """Of who makes it and of the partner, if both play for them (art. 8.1); None: not proven."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """Everything that is known of a game."""

    edition: str
    """The word list it was held against, by name."""
    official: bool = False
    """Whether that is the federation's own."""
    turns: tuple[Turn, ...]
    end: End | None

    def of(self, seat: Seat) -> tuple[Turn, ...]:
        """Return a player's turns."""
        return tuple(turn for turn in self.turns if turn.seat is seat)

    @property
    def dearest(self) -> tuple[Turn, ...]:
        """Return the turns that lost most, the dearest first."""
        lost = [turn for turn in self.turns if turn.lost and turn.best is not None]
        return tuple(sorted(lost, key=lambda turn: (-turn.lost, turn.move))[:DEAREST])


@dataclass(frozen=True, slots=True)
class Account:
    """Points that were got, and those that the same hands allowed: the accuracy, no rating."""

    got: int
    possible: int
    """With the dearest placement at each turn, everything before it being as it was."""
    lost: int
    """By each turn's own label."""

    @property
    def percent(self) -> int:
        """Return the accuracy in whole hundredths, rounded down."""
        return 100 * self.got // self.possible if self.possible else 100


def account(turns: Iterable[Turn]) -> Account:
    """Return the account of these turns."""
    known = tuple(turns)
    got = sum(one.made.points for one in known)
    possible = got + sum(one.behind for one in known)
    return Account(got=got, possible=possible, lost=sum(one.lost for one in known))


_converter = make_converter()
_converter.register_unstructure_hook(Decimal, str)
_converter.register_structure_hook(Decimal, lambda stored, _: Decimal(stored))


def findings_to_json(findings: Findings) -> str:
    """Return findings as they are stored."""
    return str(_converter.dumps(findings, ensure_ascii=False))


def findings_from_json(stored: str | bytes) -> Findings:
    """Return what was stored."""
    found: Findings = _converter.loads(stored, Findings)
    return found
