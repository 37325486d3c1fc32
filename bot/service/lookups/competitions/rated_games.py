"""The approved games of competitions as a file for a rating, for people who may take them.

A game that was not played out may have a winner with the lower score; such games say nothing about
playing strength and are left out. The games of a phase are one tournament, dated by the day on
which its last game ended.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.games import COLUMNS
from bot.ratings.nightly.games import OfficialGame, official_games, rounds_of
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.standings import open_to
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from engine.competitions.phase import PhaseState
from storage.competitions import competition_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionGames:
    """The games of a competition that can be rated."""

    content: bytes
    """The games as a file."""
    left_out: int
    """The number of approved games that were not played out."""


async def rated_competitions(readers: Readers, user_input: UserInput) -> list[CompetitionSnapshot]:
    """Return the competitions with results whose games the person may have rated.

    Players and arbiters may take their own, which come first; a ratings officer may take any. Past
    seasons are left out, because their games are not known.
    """
    competitions = await open_to(readers, user_input)
    if readers.persons.keeps_ratings(user_input):
        known = {snapshot.competition.code for snapshot in competitions}
        codes = await competition_rows.latest_codes(readers.unit.tx)
        competitions += await readers.competitions.readable(
            code for code in codes if code not in known
        )
    return [
        snapshot
        for snapshot in competitions
        if not snapshot.competition.history
        and any(phase.results for phase in snapshot.competition.phases)
    ]


async def competition_games(readers: Readers, snapshot: CompetitionSnapshot) -> CompetitionGames:
    """Return the approved games of all phases."""
    names = await readers.competitions.names(snapshot.competition)
    rows: list[tuple[object, ...]] = []
    left_out = 0
    for number, phase in enumerate(snapshot.competition.phases, 1):
        approved = [game async for game in _approved_games(readers, phase)]
        played_out = [game for game in approved if game.is_good]
        left_out += len(approved) - len(played_out)
        day = max((game.ended for game in played_out if game.ended), default=None)
        rounds = rounds_of([(game.red, game.blue) for game in played_out])
        tournament = f"{snapshot.competition.title}, {number}"
        rows += [  # in the order of `COLUMNS`
            (day, tournament, round_, names[game.red], names[game.blue], *game.scores)
            for game, round_ in zip(played_out, rounds, strict=True)
        ]
    return CompetitionGames(content=csv_table(COLUMNS, rows), left_out=left_out)


async def _approved_games(readers: Readers, phase: PhaseState) -> AsyncIterator[OfficialGame]:
    """Yield the approved games of the phase's matches that count."""
    for listed in phase.counted_matches:
        if any(game in phase.results for game in listed.games):
            match = await readers.matches.get(listed.code)
            for game in official_games(match, phase.results, listed.seats):
                yield game
