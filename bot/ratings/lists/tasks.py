"""A task of ratings, run in the process of a job: check files together, or rate them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import date
from hashlib import sha256

from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.names import fold
from bot.documents.tables.players import read_known
from bot.documents.views.exports import FileForm, exported
from bot.ratings.calculation.file_roles import FileRole
from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task import RatingTask, leagues_of
from bot.ratings.calculation.task_files import TaskFiles
from bot.ratings.calculation.task_results import Course, Json, TaskResults
from bot.ratings.lists.book import rating_book
from bot.ratings.lists.inputs import Calendar, RatedResults, read_calendar, read_results
from bot.ratings.lists.likeness import calendar_with, groups_of, likenesses, pairs_of, results_with
from bot.ratings.lists.list_module import ListOptions
from bot.ratings.lists.makers import (
    no_game_remark,
    rated,
    rules_of,
    start_remark,
    without_garbage_collection,
)
from bot.ratings.lists.ranked_lists import list_to_json, ranked_lists
from bot.ratings.lists.rating_list import RatingList
from bot.ratings.lists.saved_rating import (
    History,
    InputFile,
    SavedError,
    SavedRating,
    saved_from_json,
    saved_to_json,
)
from bot.texts.i18n import load_catalogue
from engine.ratings.protocol import Player


def summary_of(task: RatingTask, files: TaskFiles) -> Json:
    """Return what `RatingTask` has checked: `understood`, `doubts`, and of a saved file `options`.

    The summary is empty while a file is missing.

    Raises:
        TableError: a file has an error.
    """
    saved = _saved_rating(task, files)
    if not files.is_complete:
        return {}
    earlier = None if saved is None else saved.history
    takes_calendar = System(task.system).traits.takes_calendar
    summary = (_calendar_summary if takes_calendar else _results_summary)(task, files, earlier)
    return summary if saved is None else summary | {"options": _changed_options(saved)}


def _calendar_summary(task: RatingTask, files: TaskFiles, earlier: History | None) -> Json:
    """Return the summary of collective games."""
    calendar = _calendar(task, files, earlier)
    players = files.table(FileRole.PLAYERS)
    listed = read_known(players) if players is not None else ()
    return _summary(task, calendar, earlier, listed, groups_of(calendar))


def _results_summary(task: RatingTask, files: TaskFiles, earlier: History | None) -> Json:
    """Return the summary of individual games; their remarks are added to the files."""
    results, system = _results(task, files, earlier), System(task.system)
    players = files.table(FileRole.PLAYERS)
    note = start_remark(results, system)
    if note is not None and players is not None:
        players.remarks.append(note)
    note = no_game_remark(results, system, task.day)
    if note is not None:
        files.needed(FileRole.RESULTS).remarks.append(note)
    return _summary(task, results, earlier, results.starts, pairs_of(results))


def _changed_options(saved: SavedRating) -> dict[str, str]:
    """Return the options of the saved rating that is continued, without those by default."""
    defaults = saved.system.options({})
    return {name: chosen for name, chosen in saved.options.items() if chosen != defaults.get(name)}


def _saved_rating(task: RatingTask, files: TaskFiles) -> SavedRating | None:
    """Return the saved rating to continue, or None if there is none.

    Raises:
        TableError: the file is no saved rating, is of another system, comes with a file of
            players, or has one of the other files already.
    """
    file = files.content(FileRole.SAVED)
    if file is None:
        return None
    name, content = file
    try:
        saved = saved_from_json(name, content)
    except SavedError:
        raise TableError(name, [TableFault("saved_broken")]) from None
    if saved.system != task.system:
        facts = {"wanted": task.system, "found": saved.system}
        raise TableError(name, [TableFault("saved_system", facts=facts)])
    players = files.table(FileRole.PLAYERS)
    if players is not None:
        raise TableError(players.name, [TableFault("saved_players")])
    earlier_names = {earlier.sha256: earlier.name for earlier in saved.inputs}
    for input_file in _inputs(files):
        if input_file.sha256 in earlier_names:
            facts = {"found": earlier_names[input_file.sha256]}
            raise TableError(input_file.name, [TableFault("saved_has", facts=facts)])
    return saved


def _inputs(files: TaskFiles) -> tuple[InputFile, ...]:
    """Return the files of games and players, as a saved rating names them."""
    roles = (FileRole.EVENTS, FileRole.RESULTS, FileRole.PLAYERS)
    contents = (files.content(role) for role in roles)
    return tuple(
        InputFile(file.name, sha256(file.content).hexdigest())
        for file in contents
        if file is not None
    )


def _calendar(task: RatingTask, files: TaskFiles, earlier: History | None) -> Calendar:
    """Return the collective games with corrected names, after those of the saved rating."""
    before = earlier if isinstance(earlier, Calendar) else None
    return calendar_with(read_calendar(files.needed(FileRole.EVENTS), before), task.same)


def _results(task: RatingTask, files: TaskFiles, earlier: History | None) -> RatedResults:
    """Return the games and starting ratings with corrected names.

    A name that is similar to a known one is no error here, because the chat asks about it.
    """
    source = earlier if isinstance(earlier, RatedResults) else files.table(FileRole.PLAYERS)
    results = read_results(
        source,
        files.needed(FileRole.RESULTS),
        new=(*task.same, *task.new),
        rules=rules_of(System(task.system), leagues_of(task.options)),
        accepts_similar=True,
    )
    return results_with(results, task.same)


def _summary(
    task: RatingTask,
    history: History,
    earlier: History | None,
    listed: Iterable[Player],
    met: Iterable[Iterable[Player]],
) -> Json:
    """Return what the files contain, with the names that may be one person's.

    `earlier` is the history of the saved rating, and `listed` the players on a file's list. `met`
    has the players of each game, who are different people.
    """
    saved_players = {} if earlier is None else earlier.played
    new_lines = {
        player: line for player, (line, _) in history.played.items() if player not in saved_players
    }
    known = (*listed, *saved_players, *task.known)
    doubts = likenesses(new_lines, known, (*task.same, *task.new), met)
    summary = history.understood
    days = {"first_day": summary.first_day, "last_day": summary.last_day}
    return {
        "understood": {
            "players": summary.players,
            "newcomers": len(summary.newcomers),
            "games": summary.games,
            "competitions": summary.competitions,
            **{name: day.isoformat() if day else None for name, day in days.items()},
        },
        "doubts": [asdict(doubt) for doubt in doubts],
    }


def calculated(task: RatingTask, files: TaskFiles, stage: Callable[[str], None]) -> TaskResults:
    """Return lists, terms and spreadsheet; `stage` is called with `rating`, then `writing`.

    Raises:
        TableError: a file has an error; the caller should have checked the files before.
    """
    with without_garbage_collection():
        system, saved = System(task.system), _saved_rating(task, files)
        read = _calendar if system.traits.takes_calendar else _results
        history = read(task, files, None if saved is None else saved.history)
        stage("rating")
        rating_list = rated(
            system, history, ListOptions(day=task.day or date.max, chosen=task.options)
        )
        stage("writing")
        lists = ranked_lists(rating_list)
        sheets = {
            fold(player): (player, rating_list.sheet(player)) for player in rating_list.players
        }
        pages = rating_book(rating_list, sheets.values(), task.language)
        plain = load_catalogue(task.language).plain
        book = exported(pages, FileForm.XLSX, task.book_day, plain)
    result = {"lists": [list_to_json(ranked) for ranked in lists]}
    continued = SavedRating(
        system=system,
        options=system.options(task.options),
        inputs=(*(() if saved is None else saved.inputs), *_inputs(files)),
        history=history,
    )
    return TaskResults(
        result=result,
        book=book,
        sheets=sheets,
        saved=saved_to_json(continued),
        courses=_courses(rating_list),
    )


def _courses(rating_list: RatingList) -> dict[str, dict[str, Course]]:
    """Return each player's ratings after each of their tournaments, by key and kind of list."""
    courses: dict[str, dict[str, Course]] = defaultdict(dict)
    for kind, player, course in rating_list.courses():
        courses[fold(player)][kind] = course
    return courses
