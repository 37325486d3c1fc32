"""An arbiter's form, as the bot reads it on the day on which it is sent."""

from datetime import UTC, datetime

import pytest

from bot.documents.tables.import_stated import ImportForm, StatedResult
from bot.service.matches.import_reading import checked, in_one_spelling
from bot.service.matches.pending_imports import PendingForm
from bot.service.operations.people.resolving import Named
from bot.service.pure.matches.form_parts import players_of
from bot.texts.i18n import load_catalogue
from engine.games.fold import begin
from engine.ids import Leg, PersonId, Seat
from tests.bot.documents.dossier.match import shared
from tests.import_forms import form, game_line
from tests.random_games import start_of

NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}


@pytest.mark.parametrize(("hour", "is_future"), [(21, True), (22, False)])
def test_a_day_is_in_the_future_by_the_calendar_of_the_federation(
    hour: int, is_future: bool
) -> None:
    """A game that began today is not doubted after midnight in Bucharest, when UTC lags."""
    content = form([game_line(begin(start_of(1)), NAMES)])  # begins on 2 March 2026
    pending = PendingForm(token="", name="form.xlsx", content=content)

    read = checked(shared(), pending, PersonId(9), datetime(2026, 3, 1, hour, 30, tzinfo=UTC))

    remarks = " ".join(map(load_catalogue("en").plain, read.form.remarks))
    assert ("is in the future" in remarks) is is_future


def test_an_answer_about_a_name_means_the_player_whom_the_question_named() -> None:
    """Questions count each player once, whatever other spellings the rows before have."""
    pairs = [("Ana Pop", "Dan Ene"), ("Pop, Ana", "Ion Rus"), ("Ioan Rus", "Eva Luca")]
    results = [
        StatedResult(row=row, leg=Leg.HOME, group="", red=red, blue=blue, scores=(400, 300))
        for row, (red, blue) in enumerate(pairs, 2)
    ]

    one_player = in_one_spelling(
        ImportForm(results=tuple(results)), {Named(name="Ioan Rus").about: "r2"}
    )

    assert [*players_of(one_player).values()] == ["Ana Pop", "Dan Ene", "Ion Rus", "Eva Luca"]
