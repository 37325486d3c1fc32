"""The work itself: files checked, or rated, in the process that `bot.ratings.bench` starts.

What comes back is JSON: of a check the faults, or what was understood and which names are in doubt;
of a rating the lists, everybody's terms and the spreadsheet, packed as they are stored.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from bot.ratings.book import rating_book
from bot.ratings.files import TaskFiles
from bot.ratings.inputs import Calendar, Results, Understood, read_calendar, read_results
from bot.ratings.likeness import (
    calendar_with,
    groups_of,
    likenesses,
    pairs_of,
    results_with,
)
from bot.ratings.packing import pack, pack_sheet
from bot.ratings.ranking import ranked_lists
from bot.ratings.shown import RatingList
from bot.ratings.systems import Options, System, rate_calendar, rate_results, uncollected
from bot.ratings.task import NEEDS, Role, Task
from bot.ratings.wording import fault_to_json
from bot.tables.faults import TableError
from bot.tables.names import fold
from engine.ratings.absp import Window
from engine.ratings.pfs_history import Selection
from engine.ratings.protocol import Player

Json = dict[str, Any]
Stage = Callable[[str], None]
"""Told what is being done: `reading`, `rating`, `writing`."""


def check(task: Task, contents: Mapping[int, bytes]) -> Json:
    """Return what is wrong with the files, or what was understood of them."""
    files = TaskFiles(task, contents, NEEDS[task.system])
    found: Json = {}
    try:
        found = _championship(task, files) if _is_championship(task) else _understood(task, files)
    except TableError as error:
        files.note(error)
    return checked(files) | found


def checked(files: TaskFiles) -> Json:
    """Return what is known of the files themselves."""
    return {
        "roles": {str(number): role.value for number, role in files.roles.items()},
        "faults": {
            str(number): [fault_to_json(fault) for fault in faults]
            for number, faults in files.faults.items()
        },
        "remarks": {
            str(number): [fault_to_json(fault) for fault in remarks]
            for number, remarks in files.remarks.items()
            if remarks
        },
    }


def _is_championship(task: Task) -> bool:
    return task.system.startswith("cnis")


def _championship(task: Task, files: TaskFiles) -> Json:
    from bot.cnis.working import made  # noqa: PLC0415  (a graph library: only where it is needed)

    found = made(task, files)
    return {} if found is None else {"understood": dict(found.understood)}


def _understood(task: Task, files: TaskFiles) -> Json:
    if System(task.system).takes_calendar:
        if not files.has(Role.EVENTS):
            return {}
        calendar = calendar_with(read_calendar(files.needed(Role.EVENTS)), task.same)
        lines = {player: line for player, (line, _) in calendar.played.items()}
        return _summary(task, calendar.understood, lines, task.known, groups_of(calendar))
    if not files.has(Role.RESULTS):
        return {}
    results = _results(task, files)
    lines = {player: line for player, (line, _) in results.played.items()}
    known = [*results.starts, *task.known]
    return _summary(task, results.understood, lines, known, pairs_of(results))


def _results(task: Task, files: TaskFiles) -> Results:
    """Return the games and starting ratings, names put right that are known to be wrong."""
    names = [*task.same, *task.new]
    discs = System(task.system).discs
    while True:
        results = files.needed(Role.RESULTS)
        try:
            found = read_results(files.table(Role.PLAYERS), results, new=names, discs=discs)
        except TableError as error:
            similar = [fault.facts["found"] for fault in error.faults if fault.code == "similar"]
            if len(similar) < len(error.faults):
                raise
            names += map(str, similar)  # they are asked about, and no faults
        else:
            return results_with(found, task.same)


def _summary(
    task: Task,
    understood: Understood,
    lines: Mapping[Player, int],
    known: Iterable[str],
    met: Iterable[Iterable[Player]],
) -> Json:
    doubts = likenesses(lines, known, [*task.same, *task.new], met)
    days = {"first_day": understood.first_day, "last_day": understood.last_day}
    return {
        "understood": {
            "players": understood.players,
            "newcomers": len(understood.newcomers),
            "games": understood.games,
            "competitions": understood.competitions,
            **{name: day.isoformat() if day else None for name, day in days.items()},
        },
        "doubts": [asdict(doubt) for doubt in doubts],
    }


def rate(task: Task, contents: Mapping[int, bytes], stage: Stage) -> Json:
    """Return lists, terms and spreadsheet.

    Raises:
        TableError: a file has a fault; it should have been checked.
    """
    stage("reading")
    files = TaskFiles(task, contents, NEEDS[task.system])
    if _is_championship(task):
        return _rated(task, files)
    with uncollected():
        made = _made(task, files, stage)
        stage("writing")
        lists = ranked_lists(made)
        sheets = {fold(player): (player, made.sheet(player)) for player in made.players}
        book = rating_book(made, sheets.values(), task.language, task.day or date(2000, 1, 1))
    result = {
        "lists": [
            {"kind": each.kind, "rows": [list(asdict(row).values()) for row in each.rows]}
            for each in lists
        ]
    }
    return {
        "result": _b64(pack(result)),
        "book": _b64(book),
        "sheets": {
            key: [player, _b64(pack_sheet(sections))] for key, (player, sections) in sheets.items()
        },
    }


def _rated(task: Task, files: TaskFiles) -> Json:
    """Return what came of a championship's files."""
    from bot.cnis.working import made, packed  # noqa: PLC0415

    found = made(task, files)
    if found is None:
        raise ValueError("a file is missing that was there when they were checked")
    kept = packed(task, found)
    return {
        "result": _b64(kept["result"]),
        "book": _b64(kept["book"]),
        "sheets": {key: [player, _b64(sheet)] for key, (player, sheet) in kept["sheets"].items()},
    }


def _made(task: Task, files: TaskFiles, stage: Stage) -> RatingList:
    system = System(task.system)
    if system.takes_calendar:
        calendar: Calendar = calendar_with(read_calendar(files.needed(Role.EVENTS)), task.same)
        stage("rating")
        return rate_calendar(calendar)
    results = _results(task, files)
    options = Options(
        day=task.day or date.max,
        window=Window(int(task.options.get("window", Window.SINCE_2011))),
        selection=Selection(task.options.get("selection", Selection.LATEST)),
    )
    stage("rating")
    return rate_results(system, results, options)


def _b64(content: bytes) -> str:
    return b64encode(content).decode()
