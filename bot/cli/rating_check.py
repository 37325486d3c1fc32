"""`turretur rating pfs-check`: each condition of §4, met, not met or not stated, with its words."""

from collections.abc import Mapping
from pathlib import Path

import click

from bot.cli.output import NO, print_json, table_file
from bot.documents.tables.files import TableFile
from bot.documents.tables.forms import read_form
from engine.ratings.pfs_check import Verdict, check


def check_form(file: TableFile) -> tuple[Verdict, ...]:
    """Return the verdict on each condition of §4.

    Raises:
        TableError: there is a fault, or more of them; all are named.
    """
    from holidays import country_holidays

    stated = read_form(file)
    years = {day.year for day in stated.days or ()}
    polish = country_holidays("PL", years={year + more for year in years for more in (-1, 0, 1)})
    return check(stated, lambda day: day in polish)


CONDITIONS: Mapping[str, str] = {
    "a": "each player has at least 15 minutes for a game",
    "b": "the first criterion of the ranking is big points",
    "c": "of those in a closed tournament at least half are listed, and the board approved it",
    "d": "the rules of referees, ranking and tournaments are observed",
    "e": "a referee licensed by the federation runs it with the federation's program",
    "f": "there are at least 6 rounds",
    "g": "it is played on days off work, or on a working day alone between two of them",
    "h": "the application was made at least 30 days before",
    "i": "the fee is within the federation's limit, and nothing else must be paid",
    "j": "80 cm of table a game, a table for the referee, good light, enough tables, toilets",
    "k": "sets and clocks are provided",
    "l": "players are told where to sleep and to eat",
    "ł": "a second computer with the current word list serves for nothing but looking words up",
    "m": "a club has at most one rated tournament a month",
    "n": "it does not fall on a Grand Prix tournament, the Cup or the championship",
}
_SAID = {True: "met", False: "NOT MET", None: "not stated"}


def print_check(form: Path, *, as_json: bool) -> None:
    """Print the verdict on each letter of a form; end with status 1 where one is not met."""
    with table_file(form) as file:
        verdicts = check_form(file)
    if as_json:
        print_json([{"letter": v.letter, "met": v.met, "text": _text(v)} for v in verdicts])
    else:
        for verdict in verdicts:
            click.echo(f"{verdict.letter}  {_SAID[verdict.met]:<10}  {_text(verdict)}")
        click.echo("The board of the federation has the last word.")
    if any(verdict.met is False for verdict in verdicts):
        raise SystemExit(NO)


def _text(verdict: Verdict) -> str:
    """Return the condition, and the days on which it fails."""
    days = ", ".join(str(day) for day in verdict.days)
    return CONDITIONS[verdict.letter] + (f": not so with {days}" if days else "")
