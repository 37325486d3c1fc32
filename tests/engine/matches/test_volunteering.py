"""Volunteer arbiters in matches that began by a request (art. 1.1)."""

from dataclasses import replace
from datetime import datetime

import pytest

from engine.errors import GameStateError
from engine.ids import PROGRAM, PersonId
from engine.matches.arbiters import AGAIN_AFTER_DAYS, request_arbiter, volunteer
from engine.matches.match import Match, MatchStage
from engine.matches.practice import Strength
from tests.builders import noon
from tests.engine.matches.friendly_shared import friendly
from tests.engine.matches.staged import after

DANA = PersonId(40)


def asked(match: Match, at: datetime) -> Match:
    """Return the match after one of its players has requested an arbiter."""
    return after(match, *request_arbiter(match, by=match.first, at=at))


def refused(match: Match, arbiter: PersonId = DANA) -> str:
    """Return the code with which that person is refused as arbiter."""
    with pytest.raises(GameStateError) as error:
        volunteer(match, arbiter=arbiter, at=noon(1))
    return error.value.faults[0].code


def test_the_first_who_accepts_rules_the_match() -> None:
    """The first volunteer becomes the arbiter, and the next one is refused."""
    match = asked(friendly(), noon(0))

    ruled = after(match, *volunteer(match, arbiter=DANA, at=noon(1)))

    assert (ruled.arbiter, ruled.kind.has_arbiter, ruled.is_by_request) == (DANA, True, True)
    assert refused(ruled, PersonId(41)) == "arbiter_there"


@pytest.mark.article("1.1")
def test_no_player_and_nobody_unasked_rules_the_match() -> None:
    """Volunteers need a request, and a player of the match cannot volunteer."""
    match = friendly()
    assert refused(match) == "arbiter_not_requested"
    assert refused(asked(match, noon(0)), match.second) == "arbiter_cannot_play"


def test_an_arbiter_is_asked_for_again_only_after_some_days() -> None:
    """Neither player can repeat the request before some days have passed."""
    match = asked(friendly(), noon(0))
    with pytest.raises(GameStateError) as error:
        request_arbiter(match, by=match.second, at=noon(AGAIN_AFTER_DAYS - 1))
    assert error.value.faults[0].code == "arbiter_requested"
    again = after(match, *request_arbiter(match, by=match.second, at=noon(AGAIN_AFTER_DAYS)))
    assert again.arbiter_requested == noon(AGAIN_AFTER_DAYS)


def test_no_arbiter_comes_to_a_match_that_is_over_has_one_or_is_practice() -> None:
    """A match that is official, has an arbiter or is practice refuses volunteers."""
    match = asked(friendly(), noon(0))
    assert refused(replace(match, stage=MatchStage.HOMOLOGATED)) == "arbiter_too_late"
    assert refused(replace(match, arbiter=PersonId(41))) == "arbiter_there"
    assert refused(replace(match, second=PROGRAM, strength=Strength.EASY)) == "arbiter_there"
