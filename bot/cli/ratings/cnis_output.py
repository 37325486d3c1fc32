"""The answers of `turretur cnis`: JSON, text, or a file.

Scales, standings, stages and rounds; with `--out` as CSV or as a spreadsheet.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from bot.cli.output import counted, in_columns
from bot.cli.output_files import write_sheets
from bot.documents.tables.faults import joined
from bot.documents.views.listing import Table
from bot.documents.views.spreadsheets import BookSheet
from bot.ratings.cnis.rounds import round_tables
from bot.ratings.cnis.season import Standings
from bot.ratings.cnis.tables import scale_notes, scale_table, standings_tables
from bot.texts.i18n import load_catalogue
from engine.cnis.championship import CategoryTable
from engine.cnis.pairing import PairedRound
from engine.cnis.scale import Scale
from engine.cnis.season import Classified, Discipline
from engine.cnis.stage import StageTable
from engine.cnis.standings import RankedRow, SeasonLine
from engine.cnis.titles import CHAMPION, Title


def scale_json(scale: Scale) -> dict[str, Any]:
    """Return a scale; `reconstructed` unless it was read from the organiser's table."""
    return {
        "scale": scale.number,
        "points": list(scale.points),
        "reconstructed": scale.reconstructed,
        "notes": _notes([scale]),
    }


def scale_text(scale: Scale) -> str:
    """Return a scale as text, with the calculation of every place."""
    lines = [
        f"{counted(scale.participants, 'participant')}, V = {scale.value}: scale {scale.number}",
        f"S: {scale.choice}",
    ]
    lines += [] if scale.step is None else [f"pas = {scale.step}"]
    lines += _notes([scale])
    rows = [
        (f"{place_points.place}", f"{place_points.points}", place_points.expression)
        for place_points in scale.places
    ]
    return "\n".join([*lines, *in_columns([("place", "points", ""), *rows])])


def standings_json(standings: Standings) -> dict[str, Any]:
    """Return the tables, their scales and titles, and the calculation of every figure."""
    scales = [
        _scale_row(game, name)
        for name, category_table in standings.tables.items()
        for game in category_table.scales
    ]
    return {
        "year": standings.year,
        "reconstructed": any(scale["reconstructed"] for scale in scales),
        "categories": {
            name: _category_json(category_table)
            for name, category_table in standings.tables.items()
        },
        "titles": [
            {
                "category": title.category,
                "event": title.event,
                "place": title.place,
                "title": _title(title),
                "player": title.player,
            }
            for title in standings.titles
        ],
        "scales": scales,
        "notes": _notes(game.scale for table in standings.tables.values() for game in table.scales),
    }


def standings_text(standings: Standings) -> str:
    """Return the tables as text, with the titles at the end."""
    lines: list[str] = []
    for name, table in standings.tables.items():
        lines += [f"{name.capitalize()}, {standings.year}", *_table_lines(table)]
        if table.merged_into:
            lines.append(f"Ranked with: {table.merged_into}")
        lines.append("")
    lines += _notes(game.scale for table in standings.tables.values() for game in table.scales)
    lines += [
        f"{_title(title)} {title.category} {title.event or 'absolute'}: {title.player}"
        for title in standings.titles
    ]
    return "\n".join(lines).rstrip()


def _table_lines(table: CategoryTable) -> Iterable[str]:
    """Return the general table of a category in columns; a word marks the players it adds."""
    events = list(table.events)
    lines_of = {line.player: line for line in table.lines}
    rows = []
    for row in table.general:
        cells = [_or_dash(lines_of[row.player], event) for event in events]
        mark = "local" if row.local else ""
        if row.player in table.filled:
            mark = "younger"
        rows.append((f"{row.place}", row.player, *cells, f"{row.points}", mark))
    return in_columns([("", "player", *events, "total", ""), *rows]) if rows else ["nobody"]


def stage_json(name: str, stage: StageTable) -> dict[str, Any]:
    """Return the common table of a youth stage."""
    results: dict[str, list[dict[str, Any]]] = {}
    for game in stage.games:
        for award in game.awards:
            terms = {"game": game.game.label, "place": award.place, "terms": award.expression}
            results.setdefault(award.player, []).append({**terms, "points": number(award.points)})
    return {
        "stage": name,
        "reconstructed": any(game.scale.reconstructed for game in stage.games),
        "general": [
            {"place": row.place, "player": row.player, "points": number(row.points)}
            | {"results": results[row.player]}
            for row in stage.general
        ],
        "scales": [_scale_row(game, "youth") for game in stage.games],
        "notes": _notes(game.scale for game in stage.games),
    }


def stage_text(name: str, stage: StageTable) -> str:
    """Return the common table of a youth stage as text."""
    rows = [(f"{row.place}", row.player, f"{row.points}") for row in stage.general]
    notes = _notes(game.scale for game in stage.games)
    return "\n".join([f"Stage {name}", *in_columns([("", "player", "points"), *rows]), *notes])


def round_json(paired: PairedRound, system: str, notes: Sequence[str]) -> dict[str, Any]:
    """Return a round's tables."""
    return {
        "round": paired.number,
        "system": system,
        "pairings": [
            {
                "table": pairing.table,
                "player1": pairing.first,
                "player2": pairing.second,
                "met": pairing.met,
                "same_club": pairing.same_club,
            }
            for pairing in paired.pairings
        ],
        "bye": paired.bye,
        "byes": list(paired.byes),
        "notes": list(notes),
    }


def round_text(paired: PairedRound, notes: Sequence[str]) -> str:
    """Return the pairings of a round as text."""
    rows = []
    for pairing in paired.pairings:
        remarks = [f"met {pairing.met} before"] if pairing.met else []
        remarks += ["one club"] if pairing.same_club else []
        rows.append((f"{pairing.table}", pairing.first, pairing.second, ", ".join(remarks)))
    lines = [f"Round {paired.number}", *in_columns([("table", "", "", ""), *rows])]
    lines += [f"Bye: {joined(paired.byes)}"] if paired.byes else []
    return "\n".join([*lines, *notes])


def number(points: Decimal) -> int | float:
    """Return points for JSON: whole, or with two decimals."""
    return int(points) if points == int(points) else float(points)


def _category_json(table: CategoryTable) -> dict[str, Any]:
    """Return the general table of a category with each player's results, and its events."""
    lines = {line.player: line for line in table.lines}
    return {
        "general": [
            {**_ranked(row), "filled": row.player in table.filled} | _line_json(lines[row.player])
            for row in table.general
        ],
        "events": {event: list(map(_ranked, rows)) for event, rows in table.events.items()},
        "merged_into": table.merged_into,
    }


def _ranked(row: RankedRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "points": number(row.points),
        "local": row.local,
    }


def _line_json(line: SeasonLine) -> dict[str, Any]:
    """Return a player's events and all their results."""
    results = [result for found in line.results.values() for result in found]
    return {
        "events": {event: number(line.points(event)) for event in line.results},
        "results": [
            {
                "game": result.game,
                "type": result.type,
                "place": result.place,
                "points": number(result.points),
                "terms": result.expression,
                "counted": result.counted,
            }
            for result in results
        ],
    }


def _scale_row(game: Classified, category: str) -> dict[str, Any]:
    """Return the scale of a game."""
    return {
        "category": category,
        "game": game.game.label,
        "participants": game.scale.participants,
        "value": game.scale.value,
        "scale": game.scale.number,
        "reconstructed": game.scale.reconstructed,
    }


def _title(title: Title) -> str:
    return "champion" if title.place == CHAMPION else "vice-champion"


def _or_dash(line: SeasonLine, event: Discipline) -> str:
    return f"{line.points(event)}" if event in line.results else "-"


def _notes(scales: Iterable[Scale]) -> list[str]:
    return [load_catalogue("en").plain(note) for note in scale_notes(scales)]


Answer = Scale | Standings | StageTable | PairedRound
"""What the commands calculate, and can write to a file."""


def write_answer(path: Path | None, answer: Answer) -> None:
    """Write the answer to a file, if one was named."""
    if path is None:
        return
    if isinstance(answer, StageTable):
        rows = ((row.place, row.player, float(row.points)) for row in answer.general)
        write_sheets(path, [BookSheet(name="1", columns=("place", "player", "points"), rows=rows)])
        return
    plain = load_catalogue("en").plain
    write_sheets(path, [table.sheet(plain) for table in _tables(answer)])


def _tables(answer: Scale | Standings | PairedRound) -> Iterable[Table]:
    if isinstance(answer, Scale):
        return [scale_table(answer)]
    if isinstance(answer, Standings):
        return standings_tables(answer)
    return round_tables(answer, ())[:1]
