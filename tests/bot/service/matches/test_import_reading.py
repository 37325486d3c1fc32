"""An arbiter's form, as the bot reads it on the day on which it is sent."""

from datetime import UTC, datetime

import pytest

from bot.service.matches.import_reading import checked
from bot.service.matches.pending_imports import PendingForm
from bot.texts.i18n import load_catalogue
from engine.games.fold import begin
from engine.ids import PersonId, Seat
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
