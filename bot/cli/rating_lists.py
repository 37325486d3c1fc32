"""The files of `turretur rating`, read and rated, and the answer printed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from bot.cli import rating_english
from bot.cli.output import print_json, refuse
from bot.cli.table_files import table_file
from bot.ratings.inputs import Understood, format_bands, parse_bands, read_calendar, read_results
from bot.ratings.shown import RatingList
from bot.ratings.systems import Options, System, rate_calendar, rate_results, uncollected
from bot.tables.cells import parse_day
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


def show_list(system: System, asked: Asked, *, as_json: bool) -> None:
    """Print the list of a system."""
    with uncollected():
        _print_list(*_made(system, asked), as_json=as_json)


def _print_list(made: RatingList, understood: Understood, *, as_json: bool) -> None:
    if as_json:
        _print_members(made)
    else:
        rating_english.print_list(made.tables(), understood)


def explain(system: System, name: str, asked: Asked, *, as_json: bool) -> None:
    """Print how a player's numbers were made."""
    _check_options(system, asked)
    with uncollected():
        made, _ = _made(system, asked)
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


def _check_options(system: System, asked: Asked) -> None:
    """End the command where the system's own command would not have these options."""
    wanted = {"events"} if system.takes_calendar else {"players", "results"}
    wanted |= {"date"} if system is System.PFS else set()
    given = set(asked.files) | ({"date"} if asked.day is not None else set())
    if wanted - given:
        refuse(f"rating explain {system} needs --{min(wanted - given)}")
    if given - wanted:
        refuse(f"rating explain {system} takes no --{min(given - wanted)}")


def _made(system: System, asked: Asked) -> tuple[RatingList, Understood]:
    """Return the list of a system, and what its files hold.

    The command ends where a file has a fault.
    """
    if system.takes_calendar:
        with table_file(asked.files["events"]) as file:
            calendar = read_calendar(file)
        return rate_calendar(calendar), calendar.understood
    options = _options(asked)
    with (
        table_file(asked.files["players"]) as players,
        table_file(asked.files["results"]) as file,
    ):
        results = read_results(players, file, new=asked.new, discs=system.discs, since=system.since)
    return rate_results(system, results, options), results.understood


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
