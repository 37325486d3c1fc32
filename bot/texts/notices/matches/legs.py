"""The finished games of a match, and what they bring together. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.coefficients import Coefficients
from engine.ids import PersonId, game_id
from engine.matches.events import LegStarted
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.matches.results import match_coefficients


@dataclass(frozen=True, slots=True)
class LegCard:
    """One finished game of a match and its value."""

    started: LegStarted
    ended: LegEnded
    worth: Coefficients


def legs_of(match: Match) -> list[LegCard]:
    """Return the finished games with their values, the home game first."""
    started = {leg_started.leg: leg_started for leg_started in match.started}
    values = match_coefficients(match)
    return [
        LegCard(started[ended.leg], ended, values[game_id(match.code, ended.leg)])
        for ended in match.ended
    ]


def sums_of(match: Match, legs: Sequence[LegCard]) -> dict[PersonId, Decimal]:
    """Return each player's coefficients of all games together."""
    sums = {person: Decimal(0) for person in match.people}
    for card in legs:
        sums[card.started.red] += card.worth.first
        sums[card.started.blue] += card.worth.second
    return sums
