"""`turretur rating`: rating lists from results files, one command a system, and explanations.

A file with an error ends the command with status 2, and nothing is computed. `bot.ratings.lists`
describes the JSON in the module of each system's list.
"""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.options import Commands, json_option, language_option, out_option
from bot.cli.output import refuse
from bot.cli.paths import FilePath
from bot.ratings.calculation.systems import System, SystemOption

if TYPE_CHECKING:
    from bot.cli.ratings.lists import CommandInput

_FILE = FilePath(path_type=Path)
_Option = Callable[[Any], Any]
_Command = Callable[..., None]


def _file_option(name: str, text: str) -> _Option:
    """Return the option that names a file; `text` is its help."""
    return click.option(f"--{name}", type=_FILE, metavar="FILE", help=text)


def _date_option(*, required: bool = True) -> _Option:
    """Return the option for the date of the list."""
    text = "The date of the list; tournaments that ended before it count."
    return click.option("--date", "day", required=required, metavar="DATE", help=text)


_events = _file_option("events", "Collective games: date, type, event, player, place.")
_known = _file_option(
    "players", "Names known before: player. One that is close to one is asked about."
)
_players = _file_option("players", "Starting ratings: player, rating, games.")
_results = _file_option(
    "results", "Games: date, tournament, round, player1, player2, score1, score2."
)
_begin = click.option(
    "--from",
    "begin",
    type=_FILE,
    metavar="STATE",
    help="Continue from a rating stored by --save, instead of --players.",
)
_save = click.option(
    "--save",
    type=_FILE,
    metavar="STATE",
    help="Store the rating here, to continue from it with --from.",
)
_new = click.option(
    "--new",
    multiple=True,
    metavar="NAME",
    help="Treat this player as new, although the name is close to a known one; may be repeated.",
)
_league = click.option(
    "--league",
    multiple=True,
    metavar="NAME",
    help="Rate this league as one tournament, whatever its breaks; may be repeated.",
)


_language = language_option("The language of what is printed for people.", default="en")


def _system_option(choice: SystemOption) -> _Option:
    """Return the command-line option for an option of a system; None if it is not given."""
    if not choice.values:
        return click.option(f"--{choice.name}", metavar=choice.form, help=choice.about)
    return click.option(
        f"--{choice.name}",
        type=click.Choice(choice.values),
        show_default=choice.values[0],
        help=choice.about,
    )


@click.group("rating", cls=Commands)
def command() -> None:
    """Rate results files by the federations' systems; explain a number.

    Files are CSV, XLSX, ODS or XLS with a header, or tournaments of tsh. To rate month by month,
    use --save STATE the first time, then --from STATE --save STATE: the result is the same as in
    one run.
    """


def _options_of(system: System) -> list[_Option]:
    """Return the options that the command of a system takes."""
    traits = system.traits
    own = [_system_option(choice) for choice in traits.choices]
    if traits.takes_calendar:
        return [_events, _known, *own, _new, _begin, _save, out_option, _language, json_option]
    dated = [_date_option()] if traits.is_dated else []
    return [
        *(_players, _results, *dated, *own),
        *(_league, _new, _begin, _save, out_option, _language, json_option),
    ]


def _with(options: Iterable[_Option], function: _Command) -> _Command:
    """Return the function with the options, in the order of the help text."""
    for option in reversed(list(options)):
        function = option(function)
    return function


def _show(system: System, *, as_json: bool, **options: Any) -> None:
    """Print the list of a system."""
    from bot.cli.ratings.lists import show_list

    show_list(system, _command_input(options), as_json=as_json)


for _each in System:
    command.command(_each.value, help=_each.traits.about)(
        _with(_options_of(_each), partial(_show, _each))
    )


@command.command("pfs-check")
@click.argument("form", type=_FILE, required=False, metavar="FILE")
@click.option("--form", "wants_form", is_flag=True, help="Print an empty form to fill in.")
@click.option(
    "--edition",
    type=click.Choice(["2015", "2023"]),
    default="2023",
    show_default=True,
    help="The text as published, or as changed on 6 May 2023 (closed tournaments).",
)
@json_option
def pfs_check_command(form: Path | None, wants_form: bool, edition: str, as_json: bool) -> None:
    """Check whether a tournament may be rated: §4 a-n of the Polish regulation.

    FILE is a form in TOML, or a table with the columns key and value; --form prints one. Ends with
    status 0 only if every condition is met, and with 1 if one is not met or not stated.
    """
    from bot.cli.ratings.check import print_check
    from bot.documents.tables.forms import EMPTY_FORM
    from engine.ratings.pfs_check import RulesEdition

    if wants_form:
        click.echo(EMPTY_FORM, nl=False)
    elif form is None:
        refuse("rating pfs-check needs a FILE; --form prints an empty one")
    else:
        print_check(form, RulesEdition(edition), as_json=as_json)


def _all_options(function: _Command) -> _Command:
    """Give a command the files and options of all systems."""
    choices = {choice.name: choice for system in System for choice in system.traits.choices}
    of_files = [_events, _players, _results, _date_option(required=False)]
    return _with(
        [*of_files, *map(_system_option, choices.values()), _league, _new, _begin, _language],
        function,
    )


@command.command("explain")
@click.argument("system", type=click.Choice([each.value for each in System]))
@click.argument("player")
@_all_options
@json_option
def explain_command(system: str, player: str, as_json: bool, **options: Any) -> None:
    """Show how a player's number was calculated, game by game, for checking by hand.

    Takes the same files and options as the system's own command.
    """
    from bot.cli.ratings.lists import explain

    explain(System(system), player, _command_input(options), as_json=as_json)


def _command_input(options: dict[str, Any]) -> "CommandInput":
    """Return the options, with files separate from the others."""
    from bot.cli.ratings.lists import CommandInput

    paths = {name: options.pop(name, None) for name in ("events", "players", "results")}
    files = {name: path for name, path in paths.items() if path is not None}
    names = {choice.name for system in System for choice in system.traits.choices}
    typed = {name: options.pop(name) for name in names & options.keys()}
    chosen = {name: value for name, value in typed.items() if value is not None}
    return CommandInput(files=files, chosen=chosen, **options)
