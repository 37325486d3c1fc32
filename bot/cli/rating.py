"""`turretur rating`: lists by FRS, ABSP, PFS and FNGO from results files, and why a number is so.

A file with a fault ends the command with status 2, and nothing is computed.
What the JSON holds is said in `bot.ratings`, in the module of each system's list.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import Commands, json_option, out_option, refuse

if TYPE_CHECKING:
    from bot.cli.rating_lists import Asked

SYSTEMS = ("frs", "absp", "pfs", "fngo")
_FILE = click.Path(path_type=Path)
_Option = Callable[[Any], Any]


def _file(name: str, text: str) -> _Option:
    return click.option(f"--{name}", type=_FILE, metavar="FILE", help=text)


def _date(*, required: bool = True) -> _Option:
    text = "Of the list; tournaments that ended before it count."
    return click.option("--date", "day", required=required, metavar="DATE", help=text)


_events = _file("events", "Collective games: date, type, event, player, place.")
_players = _file("players", "Starting ratings: player, rating, games.")
_results = _file("results", "Games: date, tournament, round, player1, player2, score1, score2.")
_begin = click.option(
    "--from",
    "begin",
    type=_FILE,
    metavar="STATE",
    help="Go on from a rating kept by --save, instead of --players.",
)
_save = click.option(
    "--save", type=_FILE, metavar="STATE", help="Keep the rating, to go on from it with --from."
)
_new = click.option(
    "--new",
    multiple=True,
    metavar="NAME",
    help="A new player, although his name is close to a known one; may be repeated.",
)
_league = click.option(
    "--league",
    multiple=True,
    metavar="NAME",
    help="A tournament that is a league: one, however long nobody plays; may be repeated.",
)
_window = click.option(
    "--window",
    type=click.Choice(["150", "100"]),
    default="150",
    show_default=True,
    help="How many games count; 100 before 2011.",
)
_selection = click.option(
    "--selection",
    type=click.Choice(["latest", "best"]),
    default="latest",
    show_default=True,
    help="Which tournaments count where they hold over 200 games; best since 2023.",
)
_bands = click.option(
    "--bands",
    metavar="MOST:K,…",
    help="Disc differences and their K, as 4:0,12:5,24:10,40:15,64:20 (the inferred default).",
)


@click.group("rating", cls=Commands)
def command() -> None:
    """Rate results files by the federations' systems; explain a number.

    Files are CSV, XLSX, ODS or XLS with a header, or tournaments of tsh. Month by month: the first
    with --save STATE, each next one with --from STATE --save STATE: the same as in one run.
    """


@command.command("frs")
@_events
@_begin
@_save
@out_option
@json_option
def frs_command(**options: Any) -> None:
    """Rate collective games: FRS 2011, six types and the general rating."""
    _show("frs", **options)


@command.command("absp")
@_players
@_results
@_window
@_league
@_new
@_begin
@_save
@out_option
@json_option
def absp_command(**options: Any) -> None:
    """Rate free games by the British association's system."""
    _show("absp", **options)


@command.command("pfs")
@_players
@_results
@_date()
@_selection
@_league
@_new
@_begin
@_save
@out_option
@json_option
def pfs_command(**options: Any) -> None:
    """Make the list of a date by the Polish federation's system."""
    _show("pfs", **options)


@command.command("pfs-check")
@click.argument("form", type=_FILE, required=False, metavar="FILE")
@click.option("--form", "wants_form", is_flag=True, help="Print an empty form to fill in.")
@json_option
def pfs_check_command(form: Path | None, wants_form: bool, as_json: bool) -> None:
    """Check whether a tournament may be rated: §4 a-n of the Polish regulation.

    FILE is a form in TOML, or a table with the columns key and value; --form prints one.
    """
    from bot.cli.rating_check import check
    from bot.tables.forms import EMPTY_FORM

    if wants_form:
        click.echo(EMPTY_FORM, nl=False)
    elif form is None:
        refuse("rating pfs-check needs a FILE; --form prints an empty one")
    else:
        check(form, as_json=as_json)


@command.command("fngo")
@_players
@_results
@_bands
@_league
@_new
@_begin
@_save
@out_option
@json_option
def fngo_command(**options: Any) -> None:
    """Rate Othello games by Privitera's system."""
    _show("fngo", **options)


@command.command("explain")
@click.argument("system", type=click.Choice(SYSTEMS))
@click.argument("player")
@_events
@_players
@_results
@_date(required=False)
@_window
@_selection
@_bands
@_league
@_new
@_begin
@json_option
def explain_command(system: str, player: str, as_json: bool, **options: Any) -> None:
    """Show how a player's number was made, game by game, for checking by hand.

    Takes the same files and options as the system's own command.
    """
    from bot.cli.rating_lists import explain
    from bot.ratings.systems import System

    explain(System(system), player, _asked(options), as_json=as_json)


def _show(system: str, *, as_json: bool, **options: Any) -> None:
    """Print the list of a system."""
    from bot.cli.rating_lists import show_list
    from bot.ratings.systems import System

    show_list(System(system), _asked(options), as_json=as_json)


def _asked(options: dict[str, Any]) -> "Asked":
    """Return the options given, files apart."""
    from bot.cli.rating_lists import Asked

    paths = {name: options.pop(name, None) for name in ("events", "players", "results")}
    files = {name: path for name, path in paths.items() if path is not None}
    return Asked(files=files, **options)
