"""The lessons of *How to play*: each has a possible example, and says what a move lacks."""

from itertools import pairwise

import pytest

from engine.errors import Fault
from engine.games.events import EditionRef
from engine.ids import Seat
from engine.lessons import LESSONS, Lesson, appraise_in, lesson_game, missed
from engine.notation import parse_placement
from engine.placement import EVERY_WORD

EDITION = EditionRef(name="list", sha256="0" * 64)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_example_of_a_lesson_ends_it(lesson: Lesson) -> None:
    """The learner is to move, and the example can be sent as it stands."""
    game = lesson_game(lesson, EDITION)
    appraisal = appraise_in(game, parse_placement(lesson.example), EVERY_WORD)
    assert (game.turn, game.edition) == (Seat.RED, EDITION)
    assert not appraisal.faults
    assert missed(lesson, appraisal) is None


def test_the_lesson_of_the_blank_needs_the_blank() -> None:
    """Another possible move does not end it, but it would end any other lesson."""
    last = LESSONS[-1]
    appraisal = appraise_in(lesson_game(last, EDITION), parse_placement("J9 EL"), EVERY_WORD)
    assert not appraisal.faults
    assert missed(last, appraisal) == Fault("lesson_needs_blank")
    assert missed(LESSONS[0], appraisal) is None


def test_the_lessons_are_positions_of_one_game() -> None:
    """Each begins where the example of the one before ended."""
    for before, after in pairwise(LESSONS):
        assert after.before == (*before.before, before.example)
        assert after.number == before.number + 1
