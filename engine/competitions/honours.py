"""The podium of a finished competition, and the medals of a series of competitions."""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, Generic, TypeVar

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.standings import StandingsRow, overall
from engine.ids import PersonId

PODIUM: Final = 3
"""The last place on the podium."""
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")

Someone = TypeVar("Someone", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Honour:
    """A player's final place in a competition."""

    player: PersonId
    place: int
    coefficients: Decimal
    """The sum of the player's coefficients in the last phase."""
    games: int


@dataclass(frozen=True, slots=True)
class Medals(Generic[Someone]):
    """The first, second and third places of one person in a series."""

    person: Someone
    counts: tuple[int, int, int]
    """The numbers of first, second and third places."""

    @property
    def titles(self) -> int:
        """Return how many competitions the person won."""
        return self.counts[0]


def year_of(competition: Competition) -> int:
    """Return the last year in the title that is near that of the first day; else the latter.

    Another one in the title is a part of its name, as in *Cupa 1 Decembrie 1918*.
    """
    first = competition.phases[0].plan.start.year
    named = (int(year) for year in reversed(_YEAR.findall(competition.title)))
    return next((year for year in named if abs(year - first) <= 1), first)


def latest_last(competition: Competition) -> tuple[int, date]:
    """Return the sort key by which the competitions of a series follow one another."""
    return year_of(competition), competition.phases[0].plan.start


def final_places(competition: Competition) -> tuple[Honour, ...]:
    """Return the final places of the last phase's players, best first; empty before the end.

    Players who are out of the competition are left out, and so are those without a game, whose
    place stays empty. Several groups are in one order (art. 8.1).
    """
    if competition.stage is not CompetitionStage.CLOSED:
        return ()
    phase = competition.phase
    tables = phase.tables()
    rows: Sequence[StandingsRow] = overall(tables.values(), phase.lots)
    is_one_group = len(tables) == 1
    return tuple(
        Honour(
            player=row.player,
            place=row.place if is_one_group and row.place is not None else number,
            coefficients=row.coefficients,
            games=row.games,
        )
        for number, row in enumerate(rows, 1)
        if row.games
    )


def podium(competition: Competition) -> tuple[Honour, ...]:
    """Return the first three places of a competition that is over."""
    return tuple(each for each in final_places(competition) if each.place <= PODIUM)


def medals(places: Iterable[tuple[Someone, int]]) -> tuple[Medals[Someone], ...]:
    """Return each person's medals from their places on podiums, 1 to 3, most titles first.

    People with equal medals stay in the order in which they are first named.
    """
    counts: dict[Someone, list[int]] = {}
    for person, place in places:
        counts.setdefault(person, [0] * PODIUM)[place - 1] += 1
    every = [Medals(person, (one, two, three)) for person, (one, two, three) in counts.items()]
    return tuple(sorted(every, key=lambda each: tuple(-count for count in each.counts)))
