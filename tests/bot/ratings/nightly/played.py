"""A season as plain results by game, and the nightly lists by a slow calculation.

The calculation shares nothing with `bot.ratings.nightly` and `engine.ratings` but values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from bot.ratings.nightly.games import OfficialGame
from bot.ratings.nightly.results import RatedTournament, shared_places
from engine.figures import figures
from engine.ids import GameId, PersonId
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame
from tests import plain_ratings

BEGIN = date(2025, 5, 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a phase, and its result."""

    phase: int
    number: int
    red: int
    blue: int
    red_score: int
    blue_score: int
    is_whole: bool = True

    @property
    def name(self) -> GameId:
        """Return the game's number."""
        return GameId(f"P{self.phase}{self.number:02}/1")

    @property
    def day(self) -> date:
        """Return the day on which it ended."""
        return BEGIN + timedelta(days=20 * self.phase + self.number % 7)

    @property
    def shares(self) -> tuple[Decimal, Decimal]:
        """Return both coefficients: some share of 2."""
        all_ = self.red_score + self.blue_score
        red = (2 * Decimal(self.red_score) / all_).quantize(Decimal("0.0001"))
        return red, 2 - red

    def corrected(self) -> "Played":
        """Return the game with the scores swapped."""
        return replace(self, red_score=self.blue_score, blue_score=self.red_score)


Season = Mapping[GameId, Played]


def tournaments_of(season: Season) -> list[RatedTournament]:
    """Return the season in the log's form."""
    found = []
    for phase in sorted({one.phase for one in season.values()}):
        games = [one for one in season.values() if one.phase == phase]
        found.append(
            RatedTournament(
                key=f"CUP/{phase}",
                title=f"Cupa, {phase}",
                day=max(one.day for one in games),
                games=tuple(_official(one) for one in games),
                places=shared_places(_averages(games)),
            )
        )
    return found


def _official(one: Played) -> OfficialGame:
    worth = figures(*one.shares, scores=(one.red_score, one.blue_score), article="8.1")
    return OfficialGame(
        id=one.name,
        red=PersonId(one.red),
        blue=PersonId(one.blue),
        figures=worth,
        ended=one.day,
        is_whole=one.is_whole,
    )


def _averages(games: list[Played]) -> dict[PersonId, Fraction]:
    got: dict[PersonId, list[Decimal]] = {}
    for one in games:
        for who, share in zip((one.red, one.blue), one.shares, strict=True):
            got.setdefault(PersonId(who), []).append(share)
    return {who: Fraction(sum(shares)) / len(shares) for who, shares in got.items()}


def plain_list(system: str, season: Season) -> dict[str, int]:
    """Return the rating of every player, calculated at once from all results."""
    values = _plain_frs(season) if system == "frs" else _plain_absp(season)
    return {player: plain_ratings.half_up(value) for player, value in values.items()}


def _plain_frs(season: Season) -> dict[Player, plain_ratings.Real]:
    events = []
    for phase in sorted({one.phase for one in season.values()}):
        games = [one for one in season.values() if one.phase == phase]
        means = _averages(games)
        places = {
            Player(f"#{who}"): 1 + sum(other > mean for other in means.values())
            for who, mean in means.items()
        }
        day = max(one.day for one in games)
        events.append(CalendarGame(kind=FrsType.FREE, name=f"{phase}", day=day, places=places))
    return plain_ratings.frs(events)[FrsType.FREE][0]


def _plain_absp(season: Season) -> dict[Player, Fraction]:
    games = [
        RatedGame(
            max(each.day for each in season.values() if each.phase == one.phase),
            f"{one.phase}",
            number,
            Player(f"#{one.red}"),
            Player(f"#{one.blue}"),
            one.red_score,
            one.blue_score,
        )
        for number, one in enumerate(sorted(season.values(), key=lambda one: one.name), 1)
        if one.is_whole
    ]
    return plain_ratings.absp({}, games)[0]
