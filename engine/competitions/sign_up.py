"""The public sign-up of a competition: its limits, and its waiting list.

Entries by sign-up become events of the competition only when the sign-up closes
(`bot.service.competitions.sign_ups`). The regulation does not mention sign-ups.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.ids import PersonId
from engine.person_names import club_key


class SignUpState(StrEnum):
    """The state of a person's sign-up."""

    IN = "in"
    """The person has a seat."""
    WAITING = "waiting"
    """The person waits for a seat, in the order of sign-up."""
    ASKED = "asked"
    """The person waits for the arbiter's decision."""
    REFUSED = "refused"
    OUT = "out"
    """The person withdrew."""


ACTIVE = frozenset({SignUpState.IN, SignUpState.WAITING, SignUpState.ASKED})
"""The states of people who still want to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a sign-up: seats in all and per club, and ratings; None means no limit."""

    places: int | None = None
    """The most players."""
    per_club: int | None = None
    """The most players of one club."""
    rating_from: int | None = None
    """The lowest rating that may enter."""
    rating_to: int | None = None
    """The highest rating that may enter."""

    def admits(self, rating: int | None) -> bool | None:
        """Return whether a player of that rating may enter.

        None if the player has no rating although the sign-up limits it; then the arbiter decides.
        """
        if self.rating_from is None and self.rating_to is None:
            return True
        if rating is None:
            return None
        is_low = self.rating_from is not None and rating < self.rating_from
        is_high = self.rating_to is not None and rating > self.rating_to
        return not is_low and not is_high


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicant:
    """A person who signed up, with the facts that decide whether they get a seat."""

    player: PersonId
    number: int
    """The person's position in the order of sign-up."""
    club: str
    state: SignUpState
    in_reach: bool = True
    """Whether a message reaches the person, so that they learn of a seat."""


def moved_up(
    applicants: Sequence[Applicant], limits: Limits, clubs: Iterable[str]
) -> list[PersonId]:
    """Return the waiting people who get a seat now, in order.

    A person whose club is full is skipped, and so is one who cannot be reached. `clubs` has the
    club of each player whom an arbiter entered, "" for none; these players also fill seats.
    """
    inside = [one for one in applicants if one.state is SignUpState.IN]
    of_club = Counter(map(club_key, [*clubs, *(one.club for one in inside)]))
    found: list[PersonId] = []
    for one in in_order(applicants, SignUpState.WAITING):
        is_over = limits.places is not None and of_club.total() >= limits.places
        if one.in_reach and not is_over and not _is_full(one.club, limits, of_club):
            of_club[club_key(one.club)] += 1
            found.append(one.player)
    return found


def next_in_line(
    applicants: Iterable[Applicant], limits: Limits, clubs: Iterable[str]
) -> list[PersonId]:
    """Return the waiting people who may get one more seat, in order, reached or not.

    `clubs` has the club of every other player, "" for none.
    """
    of_club = Counter(map(club_key, clubs))
    waiting = in_order(applicants, SignUpState.WAITING)
    return [one.player for one in waiting if not _is_full(one.club, limits, of_club)]


def in_order(applicants: Iterable[Applicant], state: SignUpState) -> list[Applicant]:
    """Return the people in that state, in the order of sign-up."""
    return sorted((one for one in applicants if one.state is state), key=lambda one: one.number)


def _is_full(club: str, limits: Limits, of_club: Counter[str]) -> bool:
    """Return whether the club has all the players that it may have."""
    key = club_key(club)
    return bool(key) and limits.per_club is not None and of_club[key] >= limits.per_club
