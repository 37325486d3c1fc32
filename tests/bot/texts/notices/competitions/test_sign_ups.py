"""The terms of a sign-up, as its readers see them."""

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.notices.competitions.sign_ups import rating_text
from engine.competitions.sign_up import Limits


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(), "oricare"),
        (Limits(rating_from=1200), "de la 1200 în sus"),
        (Limits(rating_to=1800), "cel mult 1800"),
        (Limits(rating_from=1200, rating_to=1800), "1200–1800"),
    ],
)
def test_the_ratings_that_may_enter_are_named_as_they_are_limited(
    limits: Limits, expected: str
) -> None:
    """Each limit is named exactly if the organiser has set it."""
    assert load_catalogue("ro").plain(rating_text(limits)) == expected
