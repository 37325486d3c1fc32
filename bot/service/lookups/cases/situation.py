"""Collects the states that a ruling may affect, and defines a ruling with its effects."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.documents.standings.stored_scene import matches_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.readers import Readers
from engine.cases.situation import Consequences, Situation
from engine.figures import Figures
from engine.games.endings import may_be_excluded_from
from engine.games.game import Game
from engine.ids import GameId
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.results import match_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingResult:
    """A ruling: the case after it, and its effects."""

    snapshot: CaseSnapshot
    before: Situation
    consequences: Consequences


async def situation(readers: Readers, game: GameId) -> Situation:
    """Return everything that a ruling in the game may affect."""
    snapshot = await readers.games.load(game)
    match = await readers.matches.get(snapshot.game.match)
    competition_snapshot = await readers.competitions.of_match(match)
    if competition_snapshot is None:
        return Situation(game=snapshot.game, match=match)
    competition = competition_snapshot.competition
    own_phases = [n for n, phase in enumerate(competition.phases) if game in phase.games]
    if not own_phases:
        return Situation(game=snapshot.game, match=match, competition=competition)
    other_matches = [
        other
        for number in sorted({*own_phases, competition.number})
        for other in await matches_of(readers.unit.tx, readers.shared, competition, number)
    ]
    others = await _of_both(readers, match)
    return Situation(
        game=snapshot.game,
        match=match,
        competition=competition,
        proposed=_proposed(other_matches, match),
        elsewhere=await _elsewhere(readers, others, game),
        to_come=tuple(
            other
            for other in others
            if other.code != match.code and other.stage is MatchStage.BETWEEN
        ),
    )


async def _of_both(readers: Readers, here: Match) -> list[Match]:
    """Return both players' matches in the competition, of every phase, by code."""
    matches = {
        snapshot.match.code: snapshot.match
        for person in here.people
        for snapshot in await readers.matches.played_by(person)
        if snapshot.match.competition == here.competition
    }
    return [matches[code] for code in sorted(matches)]


async def _elsewhere(
    readers: Readers, others: Sequence[Match], game: GameId
) -> tuple[tuple[Match, Game], ...]:
    """Return both players' other games that are running, or that a disqualification ended."""
    games: list[tuple[Match, Game]] = []
    for match in others:
        for other in map(GameId, games_of(match)):
            if other == game:
                continue
            game_elsewhere = await readers.games.get(other)
            if may_be_excluded_from(game_elsewhere):
                games.append((match, game_elsewhere))
    return tuple(games)


def _proposed(others: Sequence[Match], here: Match) -> dict[GameId, Figures]:
    """Return the results of the other matches that wait for approval."""
    return {
        game: figures
        for match in others
        if match.code != here.code and match.stage is not MatchStage.HOMOLOGATED
        for game, figures in match_figures(match).items()
    }
