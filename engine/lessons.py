"""The three lessons of *How to play*: a word, a crossing and a blank, on positions of one game.

A lesson is a position with the learner's rack, and what the move must have. Nothing is stored: the
position follows from the lesson's number. The words of the examples were chosen by hand.
"""

from collections.abc import Container
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import reduce
from typing import Final

from engine.errors import Fault
from engine.games.appraisal import Appraisal, appraise
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import EditionRef, GameStarted
from engine.games.fold import evolve, replay
from engine.games.game import Game
from engine.ids import PROGRAM, GameId, Leg, MatchCode, PersonId, Seat
from engine.matches.practice import practice_rules
from engine.notation import parse_placement
from engine.placement import EVERY_WORD, Placement
from engine.rulesets import NATIONAL_2025, Phase

LEARNER: Final = PersonId(1)
_DAY: Final = date(2025, 1, 1)
_AT: Final = datetime(2025, 1, 1, 12, tzinfo=UTC)
_RACKS: Final = "CASATRE" + "BUNIDOL"
_DRAWN: Final = "MOIN" + "?LD" + "EACU"
"""The tiles that the learner draws after each of the three moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A position to move from; lessons are numbered from 1."""

    number: int
    before: tuple[str, ...]
    """The learner's moves before it; the opponent passes after each."""
    example: str
    """A move that is possible and ends the lesson."""
    needs_blank: bool = False
    """Whether the move must place the blank."""


LESSONS: Final = (
    Lesson(number=1, before=(), example="H8 CASA"),
    Lesson(number=2, before=("H8 CASA",), example="9G MARE"),
    Lesson(number=3, before=("H8 CASA", "9G MARE"), example="J8 LEu", needs_blank=True),
)


def lesson_game(lesson: Lesson, edition: EditionRef) -> Game:
    """Return the lesson's position as a game with that word list; the learner is Red."""
    started = GameStarted(
        at=_AT,
        game=GameId("LECTIE/1"),
        match=MatchCode("LECTIE"),
        leg=Leg.HOME,
        phase=Phase.PRELIMINARY,
        rules=practice_rules(NATIONAL_2025),
        edition=edition,
        red=LEARNER,
        blue=PROGRAM,
        sequence=_RACKS + _DRAWN,
        start=_DAY,
    )
    game = replay((started,))
    for move in lesson.before:
        game = _after(game, Place(by=Seat.RED, placement=parse_placement(move)))
        game = _after(game, Pass(by=Seat.BLUE))
    return game


def appraise_in(game: Game, placement: Placement, words: Container[str]) -> Appraisal:
    """Return the effect of a placement in a lesson's position, with all its errors."""
    return appraise(game, Seat.RED, placement, _DAY, words)


def missed(lesson: Lesson, appraisal: Appraisal) -> Fault | None:
    """Return why a possible move does not end the lesson, or None."""
    if lesson.needs_blank and not any(tile.islower() for tile in appraisal.word):
        return Fault("lesson_needs_blank")
    return None


def _after(game: Game, command: Command) -> Game:
    return reduce(evolve, decide(game, command, _AT, EVERY_WORD), game)
