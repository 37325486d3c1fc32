"""A task about ratings: its files read and checked together, or rated, in the process of a job."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date

from bot.documents.tables.faults import TableError
from bot.documents.tables.names import fold
from bot.ratings.jobs.files import Json, Made, TaskFiles
from bot.ratings.jobs.systems import System
from bot.ratings.jobs.task import Role, Task, leagues_of
from bot.ratings.lists.book import rating_book
from bot.ratings.lists.inputs import Calendar, Results, Understood, read_calendar, read_results
from bot.ratings.lists.likeness import calendar_with, groups_of, likenesses, pairs_of, results_with
from bot.ratings.lists.making import Options
from bot.ratings.lists.ranking import ranked_lists
from bot.ratings.lists.shown import RatingList
from bot.ratings.lists.systems import expected_of, rated, started, uncollected
from engine.ratings.protocol import Player


def understood(task: Task, files: TaskFiles) -> Json:
    """Return what was understood of the files and which names are in doubt.

    Nothing while a file is missing.

    Raises:
        TableError: a file has a fault.
    """
    if System(task.system).traits.takes_calendar:
        if not files.has(Role.EVENTS):
            return {}
        calendar = _calendar(task, files)
        lines = {player: line for player, (line, _) in calendar.played.items()}
        return _summary(task, calendar.understood, lines, task.known, groups_of(calendar))
    if not files.has(Role.RESULTS):
        return {}
    results = _results(task, files)
    note = started(results, System(task.system))
    if note is not None and files.has(Role.PLAYERS):
        files.remarks[files.number(Role.PLAYERS)].append(note)
    lines = {player: line for player, (line, _) in results.played.items()}
    known = [*results.starts, *task.known]
    return _summary(task, results.understood, lines, known, pairs_of(results))


def _calendar(task: Task, files: TaskFiles) -> Calendar:
    """Return the collective games, names put right that are known to be wrong."""
    return calendar_with(read_calendar(files.needed(Role.EVENTS)), task.same)


def _results(task: Task, files: TaskFiles) -> Results:
    """Return the games and starting ratings, names put right that are known to be wrong."""
    names = [*task.same, *task.new]
    expected = expected_of(System(task.system), leagues_of(task.options))
    while True:
        results, table = files.needed(Role.RESULTS), files.table(Role.PLAYERS)
        try:
            found = read_results(table, results, new=names, expected=expected)
        except TableError as error:
            similar = [fault.facts["found"] for fault in error.faults if fault.code == "similar"]
            if len(similar) < len(error.faults):
                raise
            names += map(str, similar)  # they are asked about, and no faults
        else:
            return results_with(found, task.same)


def _summary(
    task: Task,
    found: Understood,
    lines: Mapping[Player, int],
    known: Iterable[str],
    met: Iterable[Iterable[Player]],
) -> Json:
    doubts = likenesses(lines, known, [*task.same, *task.new], met)
    days = {"first_day": found.first_day, "last_day": found.last_day}
    return {
        "understood": {
            "players": found.players,
            "newcomers": len(found.newcomers),
            "games": found.games,
            "competitions": found.competitions,
            **{name: day.isoformat() if day else None for name, day in days.items()},
        },
        "doubts": [asdict(doubt) for doubt in doubts],
    }


def made(task: Task, files: TaskFiles, stage: Callable[[str], None]) -> Made:
    """Return lists, terms and spreadsheet; `stage` is told `rating`, then `writing`.

    Raises:
        TableError: a file has a fault; it should have been checked.
    """
    with uncollected():
        found = _rated(task, files, stage)
        stage("writing")
        lists = ranked_lists(found)
        sheets = {fold(player): (player, found.sheet(player)) for player in found.players}
        book = rating_book(found, sheets.values(), task.language, task.day or date(2000, 1, 1))
    result = {
        "lists": [
            {"kind": each.kind, "rows": [list(asdict(row).values()) for row in each.rows]}
            for each in lists
        ]
    }
    return Made(result=result, book=book, sheets=sheets)


def _rated(task: Task, files: TaskFiles, stage: Callable[[str], None]) -> RatingList:
    system = System(task.system)
    given = _calendar(task, files) if system.traits.takes_calendar else _results(task, files)
    stage("rating")
    return rated(system, given, Options(day=task.day or date.max, chosen=task.options))
