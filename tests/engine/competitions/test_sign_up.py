"""The waiting list of a sign-up: who moves up after any acts in any order."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.competitions.sign_up import (
    ACTIVE,
    Applicant,
    Limits,
    SignUpState,
    in_order,
    moved_up,
    next_in_line,
)
from engine.ids import PersonId

IN, WAITING, OUT = SignUpState.IN, SignUpState.WAITING, SignUpState.OUT
CLUBS = ("", "Argus", "ARGUS", "Cluj")
ACTS = st.lists(st.tuples(st.integers(1, 12), st.booleans(), st.sampled_from(CLUBS)), max_size=40)


def settled(people: list[Applicant], limits: Limits, clubs: list[str]) -> list[Applicant]:
    """Return the people after the waiting list has moved up."""
    up = moved_up(people, limits, clubs)
    return [replace(one, state=IN) if one.player in up else one for one in people]


@given(ACTS, st.integers(0, 6), st.one_of(st.none(), st.integers(1, 2)))
def test_places_are_never_exceeded_and_nobody_waits_while_one_is_free(
    acts: list[tuple[int, bool, str]], places: int, per_club: int | None
) -> None:
    """After each act all seats are taken, or only people of full clubs wait."""
    limits, entered = Limits(places=places + 1, per_club=per_club), ["Cluj"]
    people: list[Applicant] = []
    for number, (who, withdraws, club) in enumerate(acts):
        inside = {one.player for one in people if one.state is IN}
        people = [one for one in people if one.player != who]
        if not withdraws:
            new = Applicant(player=PersonId(who), number=number, club=club, state=WAITING)
            people.append(new)
        people = settled(people, limits, entered)
        taken = [one for one in people if one.state is IN]
        assert len(taken) <= places
        assert inside - {who} <= {one.player for one in taken}
        clubs = [*entered, *(one.club for one in taken)]
        for one in in_order(people, WAITING):
            same = sum(each.casefold() == one.club.casefold() for each in clubs)
            is_club_full = per_club is not None and one.club != "" and same >= per_club
            assert len(taken) == places or is_club_full


@given(st.integers(1, 30), st.integers(1, 30))
def test_those_who_sign_up_first_have_the_places(number: int, places: int) -> None:
    """Seats go to the first to sign up, and the others wait in that order."""
    people = [
        Applicant(player=PersonId(who), number=who, club="", state=WAITING)
        for who in range(1, number + 1)
    ]
    after = settled(people, Limits(places=places), [])
    assert [one.player for one in in_order(after, IN)] == [*range(1, min(number, places) + 1)]
    assert [one.player for one in in_order(after, WAITING)] == [*range(places + 1, number + 1)]


@pytest.mark.parametrize(
    ("limits", "rating", "admitted"),
    [
        (Limits(), None, True),
        (Limits(rating_from=1200), None, None),
        (Limits(rating_from=1200), 1200, True),
        (Limits(rating_from=1200), 1199, False),
        (Limits(rating_to=1800), 1800, True),
        (Limits(rating_to=1800), 1801, False),
        (Limits(rating_from=1200, rating_to=1800), 1500, True),
    ],
)
def test_a_rating_outside_the_limits_is_not_admitted(
    limits: Limits, rating: int | None, admitted: bool | None
) -> None:
    """A rating outside the limits is refused; a player without rating needs the arbiter."""
    assert limits.admits(rating) is admitted


def test_who_withdrew_is_not_active() -> None:
    """A player who withdrew or was refused is not active."""
    assert {OUT, SignUpState.REFUSED}.isdisjoint(ACTIVE)


def test_the_next_in_line_is_of_a_club_that_has_room() -> None:
    """People of a full club are passed over; a person who cannot be reached is not."""
    people = [
        Applicant(player=PersonId(1), number=1, club="Cluj", state=WAITING),
        Applicant(player=PersonId(2), number=2, club="Argus", state=WAITING, in_reach=False),
        Applicant(player=PersonId(3), number=3, club="", state=WAITING),
        Applicant(player=PersonId(4), number=4, club="", state=OUT),
    ]

    assert next_in_line(people, Limits(places=2, per_club=1), ["CLUJ"]) == [2, 3]
    assert next_in_line(people, Limits(places=2), ["CLUJ"]) == [1, 2, 3]


def test_a_seat_passes_over_who_cannot_be_told_of_it() -> None:
    """The next person in reach gets it; the other waits with the first place in line."""
    first = Applicant(player=PersonId(1), number=1, club="", state=WAITING, in_reach=False)
    second = Applicant(player=PersonId(2), number=2, club="", state=WAITING)

    assert moved_up([first, second], Limits(places=1), []) == [PersonId(2)]
    assert next_in_line([first, second], Limits(places=1), []) == [PersonId(1), PersonId(2)]
