"""Official games of two people, as the rating systems need them. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import Final

from engine.figures import Figures, Outcome
from engine.games.events import Ending
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.match import Match

Seats = Callable[[Leg], tuple[PersonId, PersonId]]
"""Returns the players of a leg, Red first."""

_PLAYED_OUT: Final = frozenset({Ending.PLAYED_OUT, Ending.PASSES})
"""The endings of a game that was played out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialGame:
    """A game with its official result."""

    id: GameId
    red: PersonId
    blue: PersonId
    figures: Figures
    ended: date | None
    """The day on which it ended; None if it has a result without an end."""
    is_whole: bool
    """Whether it was played out."""

    @property
    def scores(self) -> tuple[int, int]:
        """Return the scores of Red and Blue.

        Raises:
            ValueError: they are not stated; such a game is not `is_good`.
        """
        if self.figures.scores is None:
            raise ValueError("the result does not state its scores")
        return self.figures.scores

    @property
    def is_good(self) -> bool:
        """Return whether it was played out and its winner has the higher score.

        Other games say nothing about playing strength.
        """
        if self.figures.scores is None:
            return False
        red, blue = self.figures.scores
        by_scores = Outcome.DRAW
        if red != blue:
            by_scores = Outcome.RED if red > blue else Outcome.BLUE
        return self.ended is not None and self.is_whole and self.figures.outcome is by_scores


def official_games(
    match: Match, results: Mapping[GameId, Figures], seats: Seats
) -> Iterator[OfficialGame]:
    """Yield the games of a match that have an official result; `seats` names Red and Blue."""
    ended = {ended_leg.leg: ended_leg for ended_leg in match.ended}
    for leg in Leg:
        number = game_id(match.code, leg)
        if number in results:
            end = ended.get(leg)
            red, blue = seats(leg)
            yield OfficialGame(
                id=number,
                red=red,
                blue=blue,
                figures=results[number],
                ended=end.on if end is not None else None,
                is_whole=end is not None and end.ending in _PLAYED_OUT,
            )


def rounds_of(pairs: Sequence[tuple[PersonId, PersonId]]) -> list[int]:
    """Return a round for each pair's game, so that nobody plays twice in one round.

    A phase has no rounds, because a player's matches run at the same time. Each game gets the first
    round in which both players are free.
    """
    busy: dict[PersonId, set[int]] = {}
    rounds: list[int] = []
    for red, blue in pairs:
        rounds_of_red, rounds_of_blue = busy.setdefault(red, set()), busy.setdefault(blue, set())
        round_ = next(number for number in count(1) if number not in rounds_of_red | rounds_of_blue)
        rounds_of_red.add(round_)
        rounds_of_blue.add(round_)
        rounds.append(round_)
    return rounds
