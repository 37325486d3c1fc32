"""The official results of a phase, with the matches that they belong to. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.figures import Figures
from engine.ids import GameId, Leg, PersonId, game_id


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialResult:
    """The official result of a game."""

    listed: ListedMatch
    """The match of the game."""
    leg: Leg
    figures: Figures

    @property
    def game(self) -> GameId:
        """Return the game's name."""
        return game_id(self.listed.code, self.leg)

    @property
    def seats(self) -> tuple[PersonId, PersonId]:
        """Return the Red and the Blue player."""
        return self.listed.seats(self.leg)


def official_results(phase: PhaseState, matches: Iterable[ListedMatch]) -> Iterator[OfficialResult]:
    """Yield the results of these matches of the phase, in their order and that of the legs.

    Games without a result are left out.
    """
    for listed in matches:
        for leg in Leg:
            figures = phase.results.get(game_id(listed.code, leg))
            if figures is not None:
                yield OfficialResult(listed=listed, leg=leg, figures=figures)
