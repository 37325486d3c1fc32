"""Import forms for games that began elsewhere, filled in from games of the engine."""

from collections.abc import Iterable, Mapping
from datetime import date

from bot.documents.tables.import_columns import COLUMNS, COMPETITION_LINES, ENDING_WORDS
from bot.documents.tables.import_stated import (
    COMPETITION,
    GAMES,
    LEAVE,
    MOVES,
    RESULTS,
    RULINGS,
    SHEETS,
)
from bot.documents.views.spreadsheets import BookSheet, spreadsheet
from engine.games.events import Passed
from engine.games.game import Game
from engine.ids import Leg, Seat
from engine.notation import format_placement
from engine.placement import Placement
from engine.thinking_time import LeavePeriod

Line = Mapping[str, str | int]
DAY = date(2026, 1, 1)


def form(
    games: Iterable[Line],
    moves: Iterable[Line] = (),
    leave: Iterable[Line] = (),
    results: Iterable[Line] = (),
    *,
    rulings: Iterable[Line] = (),
    about: Mapping[str, str] | None = None,
    language: int = 0,
) -> bytes:
    """Return a completed form as XLSX; `about` fills the sheet of the competition."""
    sheets = [
        BookSheet(
            name=SHEETS[COMPETITION][language],
            columns=tuple(words[language] for words in COLUMNS[COMPETITION].values()),
            rows=[
                (COMPETITION_LINES[key][language], value) for key, value in (about or {}).items()
            ],
        )
    ]
    stated = {GAMES: games, MOVES: moves, LEAVE: leave, RULINGS: rulings, RESULTS: results}
    for sheet, lines in stated.items():
        sheets.append(
            BookSheet(
                name=SHEETS[sheet][language],
                columns=tuple(words[language] for words in COLUMNS[sheet].values()),
                rows=[tuple(line.get(column, "") for column in COLUMNS[sheet]) for line in lines],
            )
        )
    return spreadsheet(sheets, DAY)


def game_line(game: Game, names: Mapping[Seat, str], **more: str) -> dict[str, str]:
    """Return the form's row for the game."""
    line = {
        "game": game.id,
        "leg": "tur" if game.leg is Leg.HOME else "retur",
        "red": names[Seat.RED],
        "blue": names[Seat.BLUE],
        "start": shown(game.start),
        "sequence": game.sequence,
    }
    if game.ended is not None:
        line["ending"] = ENDING_WORDS[game.ended.ending][0]
        line["ended"] = shown(game.day_of(game.ended.at))
        if game.ended.by is not None:
            line["loser"] = "R" if game.ended.by is Seat.RED else "A"
    return line | more


def move_lines(game: Game) -> list[dict[str, str | int]]:
    """Return the form's rows for the moves of the game, with every figure."""
    totals = dict.fromkeys(Seat, 0)
    lines: list[dict[str, str | int]] = []
    for move in game.moves:
        points, text = 0, "PAS"
        if not isinstance(move, Passed):
            points = move.counted
            text = format_placement(Placement(move.square, move.axis, move.word))
        totals[move.by] += points
        lines.append(
            {
                "game": game.id,
                "round": move.round,
                "colour": "R" if move.by is Seat.RED else "A",
                "placement": text,
                "points": points,
                "total": totals[move.by],
                "received": shown(move.received),
                "sent": shown(move.sent),
                "days": move.days,
            }
        )
    return lines


def leave_lines(periods: Mapping[str, Iterable[LeavePeriod]]) -> list[dict[str, str]]:
    """Return the form's rows for each player's leave."""
    return [
        {"player": name, "first": shown(one.first), "last": shown(one.last)}
        for name, own in periods.items()
        for one in own
    ]


def shown(day: date) -> str:
    """Return the day as people type it."""
    return f"{day:%d.%m.%Y}"
