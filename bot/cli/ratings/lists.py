"""Read and rate the files of `turretur rating`, and print the answer."""

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

import click

from bot.cli.output import complain, print_json, refuse
from bot.cli.ratings import rating_output
from bot.cli.table_files import table_file, worded
from bot.cli.written_files import write_whole
from bot.documents.tables.cells import parse_day
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names
from bot.documents.tables.players import read_known
from bot.ratings.calculation.systems import System
from bot.ratings.lists.inputs import (
    SAVED,
    Calendar,
    InputSummary,
    RatedResults,
    read_calendar,
    read_results,
)
from bot.ratings.lists.likeness import groups_of, likenesses
from bot.ratings.lists.list_module import ListOptions
from bot.ratings.lists.makers import (
    no_game_remark,
    normal_option,
    rated,
    rules_of,
    start_remark,
    without_garbage_collection,
)
from bot.ratings.lists.rating_list import RatingList
from bot.ratings.lists.saved_rating import (
    MOST_BYTES,
    History,
    InputFile,
    SavedError,
    SavedRating,
    saved_from_json,
    saved_to_json,
)
from engine.ratings.protocol import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandInput:
    """The files and options of a command."""

    files: Mapping[str, Path]
    """Paths by the name of their option."""
    day: str | None = None
    chosen: Mapping[str, str] = field(default_factory=dict)
    """Typed values, by the names of the systems' options."""
    new: tuple[str, ...] = ()
    league: tuple[str, ...] = ()
    begin: Path | None = None
    """The saved rating to continue from, or None."""
    save: Path | None = None
    language: str = "en"
    """The language of the printed text."""
    out: Path | None = None


class _RatedList(NamedTuple):
    """A list, its history and its input files."""

    rating_list: RatingList
    history: History
    inputs: tuple[InputFile, ...]

    @property
    def summary(self) -> InputSummary:
        """Return what was understood of the input files."""
        return self.history.understood


def show_list(system: System, command_input: CommandInput, *, as_json: bool) -> None:
    """Print the list of a system; write and save it if requested."""
    _check_options(f"rating {system}", system, command_input)
    with without_garbage_collection():
        _show_list(system, command_input, as_json=as_json)


def _show_list(system: System, command_input: CommandInput, *, as_json: bool) -> None:
    """Make the list and show it, in a function of its own so that all of it is freed afterwards."""
    options = _options(system, command_input)
    rated_list = _rated(system, command_input, options)
    if command_input.out is not None:
        rating_output.write_list(
            command_input.out, rated_list.rating_list, rated_list.summary, command_input.language
        )
    if command_input.save is not None:
        save(command_input.save, rated_list, system, options)
    note = no_game_remark(rated_list.history, system, options.day)
    if note is not None:
        complain(worded(note, command_input.language))
    if as_json:
        _print_members(rated_list.rating_list)
        return
    rating_output.print_list(
        rated_list.rating_list.tables(), rated_list.summary, command_input.language
    )
    note = start_remark(rated_list.history, system)
    if note is not None and command_input.begin is None:
        click.echo(f"* {worded(note, command_input.language)}")


def explain(system: System, name: str, command_input: CommandInput, *, as_json: bool) -> None:
    """Print how a player's figures were calculated."""
    _check_options(f"rating explain {system}", system, command_input)
    with without_garbage_collection():
        rating_list = _rated(system, command_input, _options(system, command_input)).rating_list
        player = _player_named(name, rating_list.players)
        sections = rating_list.sheet(player)
    if as_json:
        print_json(rating_output.sheet_json(sections, command_input.language))
    else:
        rating_output.print_sheet(player, sections, command_input.language)


def _check_options(command: str, system: System, command_input: CommandInput) -> None:
    """End the command if an option is missing, or is none of the system's."""
    traits = system.traits
    own_files = {"events"} if traits.takes_calendar else {"players", "results"}
    accepted = own_files | {"players"} | {choice.name for choice in traits.choices}
    accepted |= set() if traits.takes_calendar else {"league"}
    # A saved rating may be shown as it is, without new files.
    required = {*own_files} if command_input.begin is None else set()
    required |= {"date"} if traits.is_dated else set()
    given = {*command_input.files, *command_input.chosen}
    given |= {"date"} if command_input.day is not None else set()
    given |= {"league"} if command_input.league else set()
    if required - given:
        refuse(f"{command} needs --{min(required - given)}")
    if given - accepted - required:
        refuse(f"{command} takes no --{min(given - accepted - required)}")
    if command_input.begin is not None and "players" in given:
        refuse("--players: expected none with --from, which has its own starting ratings")


def _rated(system: System, command_input: CommandInput, options: ListOptions) -> _RatedList:
    """Return the list of a system, with its history and input files.

    The command ends if a file has an error.
    """
    before = None if command_input.begin is None else saved_of(command_input.begin, system, options)
    with ExitStack() as stack:
        files = {
            key: stack.enter_context(table_file(path, command_input.language))
            for key, path in command_input.files.items()
        }
        inputs = inputs_of(command_input.files.values(), before)
        history = _history(system, command_input, files, before)
    return _RatedList(rated(system, history, options), history, inputs)


def _history(
    system: System,
    command_input: CommandInput,
    files: Mapping[str, TableFile],
    before: SavedRating | None,
) -> History:
    """Return the history to rate: the saved one, plus the content of the files."""
    known = None if before is None else before.history
    file = files.get("events", files.get("results"))
    if file is None:
        if known is None:
            raise ValueError("neither results nor a saved rating, which `_check_options` refuses")
        return known
    if system.traits.takes_calendar:
        return _calendar(command_input, files, known if isinstance(known, Calendar) else None)
    source = known if isinstance(known, RatedResults) else files["players"]
    return read_results(
        source, file, new=command_input.new, rules=rules_of(system, command_input.league)
    )


def _calendar(
    command_input: CommandInput, files: Mapping[str, TableFile], known: Calendar | None
) -> Calendar:
    """Return the collective games; end the command if a new name resembles a known one."""
    old = {} if known is None else dict.fromkeys(known.played, SAVED)
    if "players" in files:
        old = dict.fromkeys(read_known(files["players"]), files["players"].name)
    calendar = read_calendar(files["events"], known, new=command_input.new)
    check_participants(files["events"], calendar, old, command_input.new)
    return calendar


def _options(system: System, command_input: CommandInput) -> ListOptions:
    """Return the chosen options, or end the command."""
    day = None if command_input.day is None else parse_day(command_input.day)
    if command_input.day is not None and day is None:
        refuse(f"--date: expected a date such as 2025-05-31, found {command_input.day!r}")
    return ListOptions(day=day or date.max, chosen=_chosen(system, command_input.chosen))


def _chosen(system: System, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the system's options, or end the command."""
    chosen: dict[str, str] = {}
    for choice in system.traits.choices:
        if choice.name in typed:
            value = normal_option(system, choice, typed[choice.name])
            if value is None:
                refuse(f"--{choice.name}: expected {choice.example}, not {typed[choice.name]}")
            chosen[choice.name] = value
    return chosen


def _player_named(text: str, everybody: list[Player]) -> Player:
    """Return the player of that name, or end the command with any similar name."""
    names = Names()
    for player in everybody:
        names.player(player)
    named = names.find(text)
    if named is None:
        near = names.near(text)
        hint = f"; did you mean {near!r}?" if near is not None else ""
        refuse(f"nobody is called {text!r} in this list{hint}")
    return named


def _print_members(rating_list: RatingList) -> None:
    """Print the JSON object, one member at a time."""
    begin = "{"  # then a comma before every further member
    for name, value in rating_list.as_json():
        member = json.dumps({name: value}, ensure_ascii=False, separators=(",", ":"))
        click.echo(begin + member[1:-1], nl=False)
        begin = ","
    click.echo("{}" if begin == "{" else "}")


def saved_of(path: Path, system: System, options: ListOptions) -> SavedRating:
    """Return the saved rating; end the command if its system or options differ."""
    try:
        with path.open("rb") as content:
            saved = saved_from_json(str(path), content.read(MOST_BYTES + 1))
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
    except SavedError as error:
        refuse(str(error))
    if saved.system is not system:
        refuse(f"{path}: expected a rating of {system}, found one of {saved.system}")
    options_now = system.options(options.chosen)
    if saved.options != options_now:
        name = min(
            option for option in options_now if saved.options.get(option) != options_now[option]
        )
        was = saved.options.get(name, "")
        refuse(
            f"{path}: rated with --{name} {was:.200}, not {options_now[name]}; say the same option"
        )
    return saved


def inputs_of(paths: Iterable[Path], before: SavedRating | None) -> tuple[InputFile, ...]:
    """Return all input files of a rating; end the command if the saved rating has a new one."""
    known = before.inputs if before is not None else ()
    new = []
    for path in paths:
        with path.open("rb") as content:
            digest = file_digest(content, "sha256").hexdigest()
        first = next((file for file in known if file.sha256 == digest), None)
        if first is not None:
            refuse(f"{path}: expected new results; the saved rating has this file, as {first.name}")
        new.append(InputFile(path.name, digest))
    return (*known, *new)


def save(path: Path, rated_list: _RatedList, system: System, options: ListOptions) -> None:
    """Write a saved rating, from which a later command can continue."""
    saved = SavedRating(
        system=system,
        options=system.options(options.chosen),
        inputs=rated_list.inputs,
        history=rated_list.history,
    )
    write_whole(path, saved_to_json(saved))


def check_participants(
    file: TableFile, calendar: Calendar, old: Mapping[Player, str], new: Iterable[str]
) -> None:
    """Refuse participants with names similar to a known one, or to an earlier one in the file.

    `old` has the known names, each with its file. Names in `new` belong to separate people, as do
    those of two people who took part in one game.

    Raises:
        TableError: there are such names; the exception lists all of them.
    """
    lines = {player: line for player, (line, _) in calendar.played.items() if player not in old}
    faults = FileFaults(file.name)
    for likeness in likenesses(lines, old, new, groups_of(calendar)):
        facts: dict[str, str | int] = {"found": likeness.found, "near": likeness.near}
        if likeness.is_known:
            faults.add("similar", likeness.line, "player", **facts, file=old[Player(likeness.near)])
        else:
            first = calendar.played[Player(likeness.near)][0]
            faults.add("similar_above", likeness.line, "player", **facts, first=first)
    faults.check()
