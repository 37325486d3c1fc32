"""Tournaments as the files that a rating system reads; the players are keys of people. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from bot.documents.tables import events, games
from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.names import title_key
from bot.ratings.calculation.systems import System
from bot.ratings.nightly.games import rounds_of
from bot.ratings.nightly.results import RatedTournament
from engine.ratings.frs_games import FrsType
from storage.ratings.person_keys import key_of


def table_of(system: System, tournaments: Sequence[RatedTournament]) -> bytes:
    """Return the file of these tournaments, the earliest first; empty if no game counts."""
    titles = Counter(title_key(tournament.title) for tournament in tournaments)
    names = {tournament.key: tournament.title for tournament in tournaments}
    for tournament in tournaments:
        # Two tournaments whose names differ only in spelling would be read as one.
        if titles[title_key(tournament.title)] > 1:
            names[tournament.key] = f"{tournament.title} ({tournament.key})"
    return _table(system, tournaments, names)


def digest_of(system: System, tournaments: Sequence[RatedTournament]) -> str:
    """Return the SHA-256 of everything that affects the figures.

    No title affects them, so keys are in their place.
    """
    names = {tournament.key: tournament.key for tournament in tournaments}
    return sha256(_table(system, tournaments, names)).hexdigest()


def _table(
    system: System, tournaments: Iterable[RatedTournament], names: Mapping[str, str]
) -> bytes:
    """Return the tournaments as CSV, the earliest first, with these names by their keys."""
    ordered = sorted(tournaments, key=lambda tournament: (tournament.day, tournament.key))
    takes_calendar = system.traits.takes_calendar
    rows_of = _event_rows if takes_calendar else _game_rows
    rows = [row for tournament in ordered for row in rows_of(tournament, names[tournament.key])]
    return csv_table(events.COLUMNS if takes_calendar else games.COLUMNS, rows) if rows else b""


def _event_rows(tournament: RatedTournament, name: str) -> list[tuple[object, ...]]:
    """Return a tournament as one collective game of free games; a single player is no game."""
    if len(tournament.places) < 2:
        return []
    by_place = sorted((place, player) for player, place in tournament.places.items())
    return [
        (tournament.day, FrsType.FREE.value, name, key_of(player), place)
        for place, player in by_place
    ]


def _game_rows(tournament: RatedTournament, name: str) -> list[tuple[object, ...]]:
    """Return the games that were played out, in an order of rounds."""
    played_out = [game for game in tournament.games if game.is_good]
    played_out.sort(key=lambda game: game.id)
    rounds = rounds_of([(game.red, game.blue) for game in played_out])
    return [
        (tournament.day, name, round_, key_of(game.red), key_of(game.blue), *game.scores)
        for game, round_ in zip(played_out, rounds, strict=True)
    ]
