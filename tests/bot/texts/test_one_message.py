"""A list that is edited as it grows stays within one message, however long its names are."""

from collections.abc import Callable
from itertools import cycle, islice

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text
from bot.texts.notices.competitions.sign_up_lists import live_list
from bot.texts.notices.competitions.sign_ups import SignUpLine, SignUpOffer
from bot.texts.notices.people.links import Newcomer, came_list
from bot.texts.splitting import TEXT, shown_length
from engine.competitions.sign_up import ACTIVE, Limits
from engine.ids import PersonId
from tests.engine.competitions.desk import Desk

LONG = "\N{PARTY POPPER}Ștefănescu-" * 5


def signed_up(people: int) -> Text:
    """Return the arbiters' list of a sign-up with so many people of long names."""
    competition = Desk().now
    offer = SignUpOffer(
        competition=competition,
        limits=Limits(places=60),
        asks_email=False,
        needs_word=False,
        last_day=competition.phases[0].plan.start,
        taken=60,
        is_open=True,
    )
    lines = [
        SignUpLine(
            person=PersonId(number),
            name=LONG,
            club=LONG,
            email="",
            rating=1500,
            state=state,
            in_reach=False,
        )
        for number, state in enumerate(islice(cycle(ACTIVE), people))
    ]
    lists = {state: [line for line in lines if line.state is state] for state in ACTIVE}
    return live_list(offer, lists, "https://t.me/turretur_bot?start=ins-CN25").text


def came(people: int) -> Text:
    """Return the list of so many players who have taken their seats, with long names."""
    newcomer = Newcomer(name=LONG, account=LONG * 2, written=LONG, in_browser=False)
    return came_list("Campionatul Național", [newcomer] * people, people)


@pytest.mark.parametrize("text_of", [signed_up, came])
@pytest.mark.parametrize("people", [0, 7, 30, 300])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_growing_list_is_one_message(
    text_of: Callable[[int], Text], people: int, language: str
) -> None:
    """Each change edits the list in its place, so it must never be split."""
    assert shown_length(load_catalogue(language).html(text_of(people))) <= TEXT


def test_a_list_names_everybody_as_long_as_they_fit() -> None:
    """No name is left out without need."""
    assert load_catalogue("ro").plain(signed_up(7)).count(LONG) == 2 * 7
