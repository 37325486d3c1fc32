"""The files of `turretur rating`, read and rated, and the answer printed."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

import click

from bot.cli.output import print_json, refuse, table_file, worded
from bot.cli.ratings import shown as rating_shown
from bot.cli.ratings.saved import inputs_of, save, saved_of
from bot.cli.ratings.shown import write_list
from bot.documents.tables.cells import parse_day
from bot.documents.tables.formats.files import TableFile
from bot.documents.tables.names import Names
from bot.documents.tables.players import read_known
from bot.ratings.jobs.systems import System
from bot.ratings.lists.alike import check_participants
from bot.ratings.lists.inputs import (
    SAVED,
    Calendar,
    Results,
    Understood,
    read_calendar,
    read_results,
)
from bot.ratings.lists.making import Options
from bot.ratings.lists.saved import History, Input, Saved
from bot.ratings.lists.shown import RatingList
from bot.ratings.lists.systems import choice_read, expected_of, rated, started, uncollected
from engine.ratings.protocol import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The files and options of a command."""

    files: Mapping[str, Path]
    """By the name of their option."""
    day: str | None = None
    chosen: Mapping[str, str] = field(default_factory=dict)
    """As typed, by the names of the systems' choices."""
    new: tuple[str, ...] = ()
    league: tuple[str, ...] = ()
    begin: Path | None = None
    """The rating that is gone on from."""
    save: Path | None = None
    language: str = "en"
    """Of what is printed for people."""
    out: Path | None = None


class _Made(NamedTuple):
    """A list, and what it was made of."""

    rated: RatingList
    history: History
    inputs: tuple[Input, ...]

    @property
    def understood(self) -> Understood:
        return self.history.understood


def show_list(system: System, asked: Asked, *, as_json: bool) -> None:
    """Print the list of a system; write and keep it where that is wanted."""
    _check_options(f"rating {system}", system, asked)
    with uncollected():
        _show_list(system, asked, as_json=as_json)


def _show_list(system: System, asked: Asked, *, as_json: bool) -> None:
    """Make the list and show it; when this is over, nothing of it is left to be collected."""
    made = _made(system, asked)
    if asked.out is not None:
        write_list(asked.out, made.rated, made.understood)
    if asked.save is not None:
        save(asked.save, made.history, (system, _options(system, asked)), made.inputs)
    if as_json:
        _print_members(made.rated)
        return
    rating_shown.print_list(made.rated.tables(), made.understood, asked.language)
    note = started(made.history, system)
    if note is not None and asked.begin is None:
        click.echo(f"* {worded(note, asked.language)}")


def explain(system: System, name: str, asked: Asked, *, as_json: bool) -> None:
    """Print how a player's numbers were made."""
    _check_options(f"rating explain {system}", system, asked)
    with uncollected():
        made = _made(system, asked).rated
        player = _player_named(name, made.players)
        sections = made.sheet(player)
    if as_json:
        print_json(rating_shown.sheet_json(sections, asked.language))
    else:
        rating_shown.print_sheet(player, sections, asked.language)


def _check_options(command: str, system: System, asked: Asked) -> None:
    """End the command where it lacks an option, or has one that the system does not take."""
    needed = {"events"} if system.traits.takes_calendar else {"players", "results"}
    taken = needed | {"players"}
    wanted = set(needed) if asked.begin is None else set()
    wanted |= {"date"} if system.traits.is_dated else set()
    given = set(asked.files) | ({"date"} if asked.day is not None else set())
    if wanted - given:
        refuse(f"{command} needs --{min(wanted - given)}")
    if given - taken - wanted:
        refuse(f"{command} takes no --{min(given - taken - wanted)}")
    if asked.begin is not None and "players" in given:
        refuse("--players: expected none with --from, which has its own starting ratings")


def _made(system: System, asked: Asked) -> _Made:
    """Return the list of a system, and what it was made of.

    The command ends where a file has a fault.
    """
    options = _options(system, asked)
    before = None if asked.begin is None else saved_of(asked.begin, system, options)
    with ExitStack() as stack:
        files = {
            key: stack.enter_context(table_file(one, asked.language))
            for key, one in asked.files.items()
        }
        inputs = inputs_of(asked.files.values(), before)
        history = _history(system, asked, files, before)
    return _Made(rated(system, history, options), history, inputs)


def _history(
    system: System, asked: Asked, files: Mapping[str, TableFile], before: Saved | None
) -> History:
    """Return what is rated: what was saved, and what the files hold."""
    known = None if before is None else before.history
    file = files.get("events", files.get("results"))
    if file is None:
        if known is None:
            raise KeyError("results")
        return known
    if system.traits.takes_calendar:
        return _calendar(asked, files, known if isinstance(known, Calendar) else None)
    source = known if isinstance(known, Results) else files["players"]
    return read_results(source, file, new=asked.new, expected=expected_of(system, asked.league))


def _calendar(asked: Asked, files: Mapping[str, TableFile], known: Calendar | None) -> Calendar:
    """Return the collective games; names that may be known ones have to be said to be new."""
    old = {} if known is None else dict.fromkeys(known.played, SAVED)
    if "players" in files:
        old = dict.fromkeys(read_known(files["players"]), files["players"].name)
    calendar = read_calendar(files["events"], known, new=asked.new)
    check_participants(files["events"], calendar, old, asked.new)
    return calendar


def _options(system: System, asked: Asked) -> Options:
    """Return what was chosen, or end the command."""
    day = None if asked.day is None else parse_day(asked.day)
    if asked.day is not None and day is None:
        refuse(f"--date: expected a date such as 2025-05-31, found {asked.day!r}")
    return Options(day=day or date.max, chosen=_chosen(system, asked.chosen))


def _chosen(system: System, typed: Mapping[str, str]) -> dict[str, str]:
    """Return what was chosen of what the system lets one choose, or end the command."""
    chosen: dict[str, str] = {}
    for choice in system.traits.choices:
        if choice.name in typed:
            value = choice_read(system, choice, typed[choice.name])
            if value is None:
                refuse(f"--{choice.name}: expected {choice.example}, not {typed[choice.name]}")
            chosen[choice.name] = value
    return chosen


def _player_named(text: str, everybody: list[Player]) -> Player:
    """Return the player of that name, or end the command, with the name that was meant perhaps."""
    names = Names()
    for player in everybody:
        names.player(player)
    found = names.find(text)
    if found is None:
        near = names.near(text)
        hint = f"; did you mean {near!r}?" if near is not None else ""
        refuse(f"nobody is called {text!r} in this list{hint}")
    return found


def _print_members(made: RatingList) -> None:
    """Print the JSON object, a member at a time."""
    begin = "{"
    for name, value in made.as_json():
        member = json.dumps({name: value}, ensure_ascii=False, separators=(",", ":"))
        click.echo(begin + member[1:-1], nl=False)
        begin = ","
    click.echo("{}" if begin == "{" else "}")
