"""The files of `turretur rating`, read and rated, and the answer printed."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

import click

from bot.cli import rating_english
from bot.cli.output import print_json, refuse
from bot.cli.rating_saved import inputs_of, save, saved_of
from bot.cli.rating_written import write_list
from bot.cli.table_files import table_file
from bot.ratings.inputs import (
    Calendar,
    Results,
    Understood,
    format_bands,
    parse_bands,
    read_calendar,
    read_results,
    started,
)
from bot.ratings.saved import History, Input, Saved
from bot.ratings.shown import RatingList
from bot.ratings.systems import Options, System, rate_calendar, rate_results, uncollected
from bot.tables.cells import parse_day
from bot.tables.files import TableFile
from bot.tables.names import Names
from engine.ratings.absp import Window
from engine.ratings.fngo import Band
from engine.ratings.pfs_values import Selection
from engine.ratings.protocol import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The files and options of a command."""

    files: Mapping[str, Path]
    """By the name of their option."""
    day: str | None = None
    window: str = "150"
    selection: str = "latest"
    bands: str | None = None
    new: tuple[str, ...] = ()
    league: tuple[str, ...] = ()
    begin: Path | None = None
    """The rating that is gone on from."""
    save: Path | None = None
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
        made = _made(system, asked)
        if asked.out is not None:
            write_list(asked.out, made.rated, made.understood)
        if asked.save is not None:
            save(asked.save, made.history, (system, _options(asked)), made.inputs)
        if as_json:
            _print_members(made.rated)
            return
        rating_english.print_list(made.rated.tables(), made.understood)
        note = started(made.history, system)
        if note is not None and asked.begin is None:
            click.echo(f"Note: {note}.")


def explain(system: System, name: str, asked: Asked, *, as_json: bool) -> None:
    """Print how a player's numbers were made."""
    _check_options(f"rating explain {system}", system, asked)
    with uncollected():
        made = _made(system, asked).rated
        sections = made.sheet(_player_named(name, made.players))
    if not as_json:
        rating_english.print_sheet(sections)
        return
    print_json(
        [
            {
                "title": rating_english.title(section),
                "lines": [
                    {
                        "name": rating_english.words(line).strip(),
                        "expression": line.expression,
                        "value": line.value,
                    }
                    for line in section.lines
                ],
            }
            for section in sections
        ]
    )


def _check_options(command: str, system: System, asked: Asked) -> None:
    """End the command where it lacks an option, or has one that the system does not take."""
    taken = {"events"} if system.takes_calendar else {"players", "results"}
    wanted = set(taken) if asked.begin is None else set()
    wanted |= {"date"} if system is System.PFS else set()
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
    options = _options(asked)
    before = None if asked.begin is None else saved_of(asked.begin, system, options)
    with ExitStack() as stack:
        files = {key: stack.enter_context(table_file(one)) for key, one in asked.files.items()}
        inputs = inputs_of(asked.files.values(), before)
        history = _history(system, asked, files, before)
    if isinstance(history, Calendar):
        return _Made(rate_calendar(history), history, inputs)
    return _Made(rate_results(system, history, options), history, inputs)


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
    if system.takes_calendar:
        return read_calendar(file, known if isinstance(known, Calendar) else None)
    source = known if isinstance(known, Results) else files["players"]
    return read_results(source, file, new=asked.new, expected=system.expected(asked.league))


def _options(asked: Asked) -> Options:
    """Return what was chosen, or end the command."""
    day = None if asked.day is None else parse_day(asked.day)
    if asked.day is not None and day is None:
        refuse(f"--date: expected a date such as 2025-05-31, found {asked.day!r}")
    return Options(
        day=day or date.max,
        window=Window(int(asked.window)),
        selection=Selection(asked.selection),
        bands=_bands(asked.bands),
    )


def _bands(text: str | None) -> tuple[Band, ...] | None:
    """Return the bands of K, or end the command; None: the inferred ones."""
    if text is None:
        return None
    bands = parse_bands(text)
    if bands is None:
        refuse(f"--bands: expected rising differences and their K as {format_bands()}, not {text}")
    return bands


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
