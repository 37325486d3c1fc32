"""Codes of rulings in the data of buttons, which anybody may send."""

from datetime import UTC, datetime

import pytest

from bot.texts.notices.cases.codes import code_of, ruling_of
from engine.cases.case import Case
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.errors import GameStateError
from engine.ids import GameId, PersonId, Seat

CASE = Case(
    id=CaseId("K7QF/1#1"),
    game=GameId("K7QF/1"),
    opened=datetime(2025, 5, 3, tzinfo=UTC),
    copy=3,
    by=PersonId(1),
    words=("CASA", "MERE"),
)


@pytest.mark.parametrize("code", ["annulled.m-1", "word_invalid.w-1", "annulled.m", "annulled.x1"])
def test_a_code_that_the_bot_never_wrote_is_refused(code: str) -> None:
    """A made-up place never means the last move or word."""
    with pytest.raises(GameStateError, match="button_unknown"):
        ruling_of(code, CASE)


def test_days_are_given_and_taken_back_by_their_code() -> None:
    """Only the number of a ruling may be negative."""
    ruling = Ruling(kind=RulingKind.EXTENSION, seat=Seat.BLUE, number=-3)
    assert ruling_of(code_of(ruling), CASE) == ruling
