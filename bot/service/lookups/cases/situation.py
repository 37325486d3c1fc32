"""Collects the states that a ruling may affect."""

from collections.abc import Iterable, Sequence

from bot.documents.standings.stored_scene import matches_of
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.readers.readers import Readers
from engine.cases.situation import Situation
from engine.figures import Figures
from engine.games.endings import may_be_excluded_from
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.results import match_figures


async def load_situation(readers: Readers, game: GameId) -> Situation:
    """Return everything that a ruling in the game may affect.

    Outside competitions that is the game and its match alone. What is damaged is left out, so a
    ruling about all games of a player needs `check_whole`.
    """
    snapshot = await readers.games.load(game)
    match = await readers.matches.get(snapshot.game.match)
    competition_snapshot = await readers.competitions.of_match(match)
    if competition_snapshot is None:
        return Situation(game=snapshot.game, match=match)
    competition = competition_snapshot.competition
    own_phases = [n for n, phase in enumerate(competition.phases) if game in phase.games]
    if not own_phases:  # the phase was drawn again without it
        return Situation(game=snapshot.game, match=match, competition=competition)
    # A ruling in an earlier phase may also change who plays in the present one.
    phase_matches = [
        phase_match
        for number in sorted({*own_phases, competition.number})
        for phase_match in await matches_of(readers.unit.tx, readers.shared, competition, number)
    ]
    players_matches = await _matches_of_both(readers, match)
    return Situation(
        game=snapshot.game,
        match=match,
        competition=competition,
        proposed=proposed_figures(other for other in phase_matches if other.code != match.code),
        elsewhere=await _elsewhere(readers, players_matches, game),
        to_come=tuple(
            other
            for other in players_matches
            if other.code != match.code and other.stage is MatchStage.BETWEEN
        ),
    )


async def _matches_of_both(readers: Readers, here: Match) -> list[Match]:
    """Return both players' readable matches in the competition, of every phase, by code."""
    matches = {
        snapshot.match.code: snapshot.match
        for person in here.people
        for snapshot in await readers.matches.readable_in(person, here.competition)
    }
    return [matches[code] for code in sorted(matches)]


async def _elsewhere(
    readers: Readers, matches: Sequence[Match], here: GameId
) -> tuple[tuple[Match, Game], ...]:
    """Return the other readable games there that run, or that a disqualification ended."""
    elsewhere: list[tuple[Match, Game]] = []
    for match in matches:
        for started in games_of(match):
            if started == here:
                continue
            with leaving_out_damaged():
                game = await readers.games.get(started)
                if may_be_excluded_from(game):
                    elsewhere.append((match, game))
    return tuple(elsewhere)


async def check_whole(readers: Readers, game: Game, player: PersonId) -> None:
    """Check that `load_situation` leaves out nothing of that player of the game.

    Raises:
        GameStateError: the log of a match or game of theirs in the competition is damaged.
    """
    competition = (await readers.matches.get(game.match)).competition
    for snapshot in await readers.matches.played_in(player, competition) if competition else ():
        for started in games_of(snapshot.match):
            await readers.games.get(started)


def proposed_figures(matches: Iterable[Match]) -> dict[GameId, Figures]:
    """Return the results in these matches that wait for approval."""
    return {
        game: figures
        for match in matches
        if match.stage is not MatchStage.HOMOLOGATED
        for game, figures in match_figures(match).items()
    }
