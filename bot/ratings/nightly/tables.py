"""Tournaments as the files that a rating system reads; the players are keys of people. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from bot.documents.tables import events, games
from bot.documents.tables.csv_writing import csv_table
from bot.ratings.calculation.systems import System
from bot.ratings.nightly.games import rounds_of
from bot.ratings.nightly.results import RatedTournament
from engine.ratings.frs_games import FrsType
from storage.ratings.person_keys import key_of


def table_of(system: System, tournaments: Sequence[RatedTournament]) -> bytes:
    """Return the file of these tournaments, the earliest first; empty if no game counts."""
    titles = Counter(tournament.title for tournament in tournaments)
    names = {
        # Two tournaments of one title would be read as one.
        tournament.key: f"{tournament.title} ({tournament.key})"
        if titles[tournament.title] > 1
        else tournament.title
        for tournament in tournaments
    }
    return _table(system, tournaments, names)


def digest_of(system: System, tournaments: Sequence[RatedTournament]) -> str:
    """Return the SHA-256 of everything that affects the figures, which no title does."""
    names = {tournament.key: tournament.key for tournament in tournaments}
    return sha256(_table(system, tournaments, names)).hexdigest()


def _table(
    system: System, tournaments: Iterable[RatedTournament], names: Mapping[str, str]
) -> bytes:
    """Return the tournaments as CSV, the earliest first, with these names by their keys."""
    ordered = sorted(tournaments, key=lambda tournament: (tournament.day, tournament.key))
    rows = [
        row
        for tournament in ordered
        for row in (
            _event(tournament, names[tournament.key])
            if system.traits.takes_calendar
            else _games(tournament, names[tournament.key])
        )
    ]
    columns = events.COLUMNS if system.traits.takes_calendar else games.COLUMNS
    return csv_table(columns, rows) if rows else b""


def _event(tournament: RatedTournament, name: str) -> list[tuple[object, ...]]:
    """Return a tournament as one collective game of free games; a single player is no game."""
    if len(tournament.places) < 2:
        return []
    ordered = sorted(tournament.places.items(), key=lambda each: (each[1], each[0]))
    return [
        (tournament.day, FrsType.FREE.value, name, key_of(player), place)
        for player, place in ordered
    ]


def _games(tournament: RatedTournament, name: str) -> list[tuple[object, ...]]:
    """Return the games that were played out, in an order of rounds."""
    good = sorted((game for game in tournament.games if game.is_good), key=lambda game: game.id)
    rounds = rounds_of([(game.red, game.blue) for game in good])
    return [
        (tournament.day, name, round_, key_of(game.red), key_of(game.blue), *game.scores)
        for game, round_ in zip(good, rounds, strict=True)
    ]
