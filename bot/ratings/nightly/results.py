"""The tournaments that feed a nightly list, read from the log.

Each phase of a competition is one tournament, dated by the day on which the last of its games
ended. A phase counts from its first official result, with its table of that night. So the figures
of a running phase change until its last result. A friendly match that both players wanted rated is
one tournament, once it is over. An imported competition that continues here counts; a past season
and a single imported match do not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.ranks import shared_ranks
from bot.ratings.nightly.games import OfficialGame, official_games
from bot.runtime.folding import fold_match, load_competition, load_match
from bot.runtime.shared import BotSettings
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, match_of
from engine.matches.match import Match, MatchStage
from engine.matches.results import match_figures
from engine.matches.seating import player_of_game
from storage.competitions import competition_rows
from storage.matches import match_rows

_OVER: Final = frozenset(
    stage.value for stage in (MatchStage.PLAYED, MatchStage.PROPOSED, MatchStage.HOMOLOGATED)
)
"""The stages of a match of which both games are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedTournament:
    """Official games that a rating system treats as one tournament."""

    key: str
    """Identifies the tournament, whatever its title: code and phase, or the match."""
    title: str
    day: date
    """The day of the last game."""
    games: tuple[OfficialGame, ...]
    places: Mapping[PersonId, int]
    """The players' places by their coefficients per game; equal players share a place."""
    played: frozenset[MatchCode] = frozenset()
    """The matches of which both games are over, official or not."""

    def counted(self, *, needs_play: bool) -> frozenset[MatchCode]:
        """Return the matches with a game that counts.

        If the system `needs_play`, only games that were played out count.
        """
        return frozenset(match_of(game.id) for game in self.games if game.is_good or not needs_play)


async def competition_tournaments(
    tx: AsyncConnection, shared: BotSettings
) -> tuple[RatedTournament, ...]:
    """Return the phases with official results or finished matches of all public competitions."""
    tournaments = []
    for code in await competition_rows.codes(tx):
        if code in shared.left_out:
            continue
        competition, _ = await load_competition(tx, shared, CompetitionCode(code))
        if competition.history:  # nobody knows how its games ended
            continue
        rows = await match_rows.courses_in(tx, code)
        over = {row.match_id for row in rows if row.status in _OVER}
        for number, phase in enumerate(competition.phases, 1):
            games = await _games(tx, shared, phase, competition.forgotten)
            played = frozenset(
                counted_match.code
                for counted_match in phase.counted_matches
                if counted_match.code in over
            )
            if games or played:
                tournaments.append(
                    RatedTournament(
                        key=f"{code}/{number}",
                        title=f"{competition.title}, {number}",
                        day=_day(phase, games),
                        games=games,
                        places=_places(phase, games),
                        played=played,
                    )
                )
    return tuple(tournaments)


async def friendly_tournaments(
    tx: AsyncConnection, shared: BotSettings
) -> tuple[RatedTournament, ...]:
    """Return the rated matches outside competitions whose results are official."""
    tournaments = []
    heads = await match_rows.friendly_heads(tx, MatchStage.HOMOLOGATED.value)
    for code, head in heads.items():
        match = await fold_match(tx, shared, code, head)
        if match.rated and match.kind.counts and match.ended:
            games = tuple(official_games(match, match_figures(match), match.colours))
            tournaments.append(
                RatedTournament(
                    key=code,
                    title=code,
                    day=max(ended_leg.on for ended_leg in match.ended),
                    games=games,
                    places=shared_places(_averages(games)),
                    played=frozenset([match.code]),
                )
            )
    return tuple(tournaments)


def _averages(games: Iterable[OfficialGame]) -> dict[PersonId, Fraction]:
    """Return each player's coefficient per game."""
    earned: dict[PersonId, list[Fraction]] = {}
    for game in games:
        for player, coefficient in ((game.red, game.figures.red), (game.blue, game.figures.blue)):
            earned.setdefault(player, []).append(Fraction(coefficient))
    return {
        player: sum(coefficients, Fraction()) / len(coefficients)
        for player, coefficients in earned.items()
    }


async def _games(
    tx: AsyncConnection,
    shared: BotSettings,
    phase: PhaseState,
    forgotten: frozenset[PersonId],
) -> tuple[OfficialGame, ...]:
    """Return the official games of the phase, each under the people who played it."""
    games: list[OfficialGame] = []
    for listed in phase.counted_matches:
        if any(game in phase.results for game in listed.games):
            match, _ = await load_match(tx, shared, listed.code)
            seats = partial(_players, match, listed, forgotten)
            games += official_games(match, phase.results, seats)
    return tuple(games)


def _players(
    match: Match, listed: ListedMatch, forgotten: frozenset[PersonId], leg: Leg
) -> tuple[PersonId, PersonId]:
    """Return who played Red and Blue in a leg; a seat may have changed hands since."""
    red, blue = listed.seats(leg)
    return (
        player_of_game(match, leg, red, forgotten),
        player_of_game(match, leg, blue, forgotten),
    )


def _day(phase: PhaseState, games: Iterable[OfficialGame]) -> date:
    """Return the day of the phase's last game; of its start, if no game was played."""
    days = [game.ended for game in games if game.ended is not None]
    return max(days, default=phase.started or date.max)


def _places(phase: PhaseState, games: Iterable[OfficialGame]) -> dict[PersonId, int]:
    """Return the places of the players with an official result who were not disqualified.

    Groups differ in size, and a running phase in the number of games played. So the coefficient per
    game decides, as between groups.
    """
    rows = [row for table in phase.tables().values() for row in table]
    disqualified = {row.player for row in rows if row.place is None}
    averages = {
        player: average
        for player, average in _averages(games).items()
        # The table has a player who was replaced under the number of their substitute.
        if phase.replaced.get(player, player) not in disqualified
    }
    return shared_places(averages)


def shared_places(averages: Mapping[PersonId, Fraction]) -> dict[PersonId, int]:
    """Return the place of each player, the highest average first; equal players share a place."""
    best_first = sorted(averages, key=lambda player: (-averages[player], player))
    ranks = shared_ranks(averages[player] for player in best_first)
    return dict(zip(best_first, ranks, strict=True))
