"""A task of the championship, run in the process of a job: check its files, or calculate.

There are three tasks: the points of one game, the standings of a season, and the next round.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import read_players
from bot.documents.tables.cnis_season import parse_signed, read_season
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.names import fold
from bot.documents.tables.places import read_places
from bot.documents.tables.scale_table import read_scale_table
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.listing import Table, table_to_json
from bot.ratings.calculation.file_roles import NEEDED, FileRole
from bot.ratings.calculation.systems import ChampionshipTask
from bot.ratings.calculation.task import RatingTask
from bot.ratings.calculation.task_files import TaskFiles
from bot.ratings.calculation.task_results import Json, TaskResults
from bot.ratings.calculation.terms import CalculationStep, Facts, Section
from bot.ratings.cnis.rounds import round_remarks, round_tables
from bot.ratings.cnis.season import (
    SeasonQuery,
    Standings,
    merged_seasons,
    season_remarks,
    standings_of,
)
from bot.ratings.cnis.tables import points_table, standings_tables
from bot.texts.i18n import load_catalogue
from engine.cnis.championship import CategoryTable
from engine.cnis.classification import award
from engine.cnis.rounds import check_history, next_round, unseated
from engine.cnis.scale import scale_for
from engine.cnis.season import AVERAGE
from engine.cnis.standings import Result, SeasonLine
from engine.cnis.systems import PairingSystem, tournament
from engine.cnis.values import Table as Values
from engine.errors import RuleViolation

_ANY_ROUND: Final = 1_000_000_000
"""A number above that of any round: the whole history is read."""
_ROLE_OF: Final = {
    "cnis_rounds_missing": FileRole.RESULTS,
    "cnis_scale_missing": FileRole.SCALES,
    "cnis_values_differ": FileRole.EVENTS,
}
"""The file that a refusal of that code is about; any other is about the first required file."""


class _TaskOutcome(NamedTuple):
    """The results of a task, not yet in any language."""

    summary: Mapping[str, Any]
    tables: tuple[Table, ...]
    sheets: Mapping[str, tuple[str, list[Section]]]
    """By key: a player's name, and the terms of their points."""


def summary_of(task: RatingTask, files: TaskFiles) -> Json:
    """Return a summary of the files' content; empty while a file is missing.

    Raises:
        TableError: a file has an error, or the regulation does not permit the task.
    """
    if not files.is_complete:
        return {}
    return {"understood": dict(_outcome(task, files).summary)}


def calculated(task: RatingTask, files: TaskFiles) -> TaskResults:
    """Return tables, terms and spreadsheet; all required files must be present.

    Raises:
        TableError: as with `summary_of`.
    """
    outcome, catalogue = _outcome(task, files), load_catalogue(task.language)
    pages = [table.sheet(catalogue.plain) for table in outcome.tables]
    book = exported(pages, FileForm.XLSX, task.book_day, catalogue.plain)
    tables = [table_to_json(table) for table in outcome.tables]
    return TaskResults(result={"tables": tables}, book=book, sheets=outcome.sheets)


def _outcome(task: RatingTask, files: TaskFiles) -> _TaskOutcome:
    """Carry out the task; a refusal by the regulation is an error in the file it is about.

    All required files must be present.

    Raises:
        TableError: as with `summary_of`.
    """
    try:
        return _MAKERS[task.system](task, files)
    except RuleViolation as refusal:
        role = _ROLE_OF.get(refusal.faults[0].code)
        about = None if role is None else files.table(role)
        file = about or files.needed(NEEDED[task.system].required[0])
        faults = [TableFault(fault.code, facts=_plain(fault.facts)) for fault in refusal.faults]
        raise TableError(file.name, faults) from None


def _plain(facts: Mapping[str, Any]) -> dict[str, str | int]:
    """Return facts of a refusal as text or numbers, as an error in a table has them."""
    return {
        name: fact if isinstance(fact, str | int) else ", ".join(map(str, fact))
        for name, fact in facts.items()
    }


def _values(files: TaskFiles) -> Values | None:
    """Return the organiser's own table of scales, or None if none was sent."""
    file = files.table(FileRole.SCALES)
    return None if file is None else read_scale_table(file)


def _points(task: RatingTask, files: TaskFiles) -> _TaskOutcome:
    """Calculate the points of one game; V follows from the ratings, unless it was chosen.

    A player without a rating counts as average.
    """
    game = read_places(files.needed(FileRole.PLACES))
    chosen = parse_signed(task.options.get("value", ""))
    ratings = [game.ratings.get(player, Fraction(AVERAGE)) for player in game.places]
    by_rating = sum(ratings, Fraction()) / len(ratings) - AVERAGE
    value = by_rating if chosen is None else chosen
    scale = scale_for(len(game.places), value, _values(files))
    table = points_table(scale, award(game.places, scale))
    facts = {"players": len(game.places), "value": str(scale.value), "scale": scale.number}
    return _TaskOutcome(facts, (table,), {})


def _season(task: RatingTask, files: TaskFiles) -> _TaskOutcome:
    """Calculate the standings of a season from the files."""
    players = read_players(files.needed(FileRole.PLAYERS), with_birth=True)
    event_files = files.tables(FileRole.EVENTS)
    first_file = event_files[0]
    seasons = merged_seasons((file.name, read_season(file, players)) for file in event_files)
    query = SeasonQuery(
        file=first_file.name,
        players=players,
        seasons=seasons,
        table=_values(files),
        is_common=task.options.get("youth") == "common",
    )
    standings = standings_of(query)
    first_file.remarks += season_remarks(query)
    games = [game for season in seasons.values() for game in season.games]
    days = [game.day for game in games]
    facts = {
        "players": len(players.players),
        "newcomers": 0,  # a championship rates nobody for the first time
        "games": len(games),
        "first_day": min(days).isoformat() if days else None,
        "last_day": max(days).isoformat() if days else None,
    }
    return _TaskOutcome(facts, tuple(standings_tables(standings)), _season_sheets(standings))


def _season_sheets(standings: Standings) -> dict[str, tuple[str, list[Section]]]:
    """Return each player's season: results by event, and which of them count."""
    sheets: dict[str, tuple[str, list[Section]]] = {}
    for category, table in standings.tables.items():
        for line in table.lines:
            # A player who only fills up the category has their sheet in a younger one.
            if line.player not in table.filled:
                _, sections = sheets.setdefault(fold(line.player), (line.player, []))
                sections += _sections(category.value, table, line)
    return sheets


def _sections(category: str, table: CategoryTable, line: SeasonLine) -> list[Section]:
    """Return a player's season in one category: the total, then each discipline."""
    place = next(row.place for row in table.general if row.player == line.player)  # all have one
    facts: Facts = {"place": place, "points": f"{line.total:f}"}
    sections = [Section(f"cnis_{category}", facts, ())]
    for event, results in line.results.items():
        lines = tuple(map(_result, results))
        points: Facts = {"points": f"{line.points(event):f}"}
        sections.append(Section(f"cnis_event_{event.value}", points, lines))
    return sections


def _result(result: Result) -> CalculationStep:
    """Return the points of a game, whose label is `day type name`; the name may be missing."""
    day, _, name = (*result.game.split(" ", 2), "", "")[:3]
    facts: Facts = {"day": day, "type": result.type.value, "event": name}
    code = "cnis_local" if result.place is None else "cnis_result"
    if result.place is not None:
        facts["place"] = result.place
    if not result.counted:
        code += "_left_out"
    formula = result.expression if result.expression != f"{result.points}" else ""
    return CalculationStep(code, facts, formula, f"{result.points:f}")


def _round(task: RatingTask, files: TaskFiles) -> _TaskOutcome:
    """Pair the next round from the files."""
    players = read_players(files.needed(FileRole.PLAYERS), with_birth=False)
    history = files.table(FileRole.RESULTS)
    played = () if history is None else read_history(history, players, before=_ANY_ROUND)
    number = max((game.round for game in played), default=0) + 1
    check_history(played, number)
    system = PairingSystem(task.options.get("form", PairingSystem.KOTH))
    contestants = players.contestants(played)
    form = tournament(system, len(contestants))
    pairing = next_round(contestants, played, number=number, form=form)
    facts = {
        "players": len(pairing.order),
        "games": sum(game.second is not None for game in played),  # without byes
        "round": number,
        "rounds": form.rounds,
    }
    present = [contestant for contestant in contestants if not contestant.is_gone]
    missing = unseated(present, played, number)
    remarks = round_remarks(system, len(contestants), pairing, missing)
    return _TaskOutcome(facts, round_tables(pairing, remarks), {})


_Maker = Callable[[RatingTask, TaskFiles], _TaskOutcome]
_MAKERS: Final[Mapping[str, _Maker]] = {
    ChampionshipTask.POINTS: _points,
    ChampionshipTask.SEASON: _season,
    ChampionshipTask.ROUND: _round,
}
