"""The work in the process that `process` starts: check files, or calculate.

The result is JSON. A check returns errors, or a summary and doubtful names. A rating returns lists,
all terms and the spreadsheet, compressed for storage.
"""

import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping

from bot.documents.tables.faults import TableError
from bot.ratings.calculation.systems import is_championship
from bot.ratings.calculation.task import RatingTask
from bot.ratings.calculation.task_files import TaskFiles
from bot.ratings.calculation.task_results import NO_COURSES, Json, TaskResults, pack, pack_sheet
from bot.ratings.calculation.wording import fault_to_json
from bot.ratings.cnis import tasks as cnis
from bot.ratings.lists import tasks as ratings

OnStage = Callable[[str], None]
"""Called with the stage that begins: `reading`, `rating`, `writing`."""


def check(task: RatingTask, contents: Mapping[int, bytes]) -> Json:
    """Return `roles`, `faults` and `remarks` of the files by number, and a summary of them.

    Without errors the summary has `understood`, and of a rating also `doubts` and `options`.
    """
    files = TaskFiles(task, contents)
    summary: Json = {}
    try:
        summary = _summary_of(task, files)
    except TableError as error:
        files.add_faults(error)
    return _findings(files) | summary


def _findings(files: TaskFiles) -> Json:
    """Return the roles, errors and remarks of the files."""
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


def _summary_of(task: RatingTask, files: TaskFiles) -> Json:
    """Return the summary from the module of the task's system: a championship or a rating."""
    if not is_championship(task.system):
        return ratings.summary_of(task, files)
    return cnis.summary_of(task, files)


def rate(task: RatingTask, contents: Mapping[int, bytes], on_stage: OnStage) -> Json:
    """Return `result`, `book`, `saved` and `sheets`, each compressed for storage and in Base64.

    Raises:
        TableError: a file has an error; the caller should have checked the files before.
    """
    on_stage("reading")
    results = _calculated(task, TaskFiles(task, contents), on_stage)
    return {
        "result": _b64(pack(results.result)),
        "book": _b64(results.book),
        "saved": None if results.saved is None else _b64(zlib.compress(results.saved)),
        "sheets": {
            key: [player, _b64(pack_sheet(sections, results.courses.get(key, NO_COURSES)))]
            for key, (player, sections) in results.sheets.items()
        },
    }


def _calculated(task: RatingTask, files: TaskFiles, on_stage: OnStage) -> TaskResults:
    """Return the results from the module of the task's system: a championship or a rating."""
    if not is_championship(task.system):
        return ratings.calculated(task, files, on_stage)
    return cnis.calculated(task, files)


def _b64(content: bytes) -> str:
    return b64encode(content).decode()
