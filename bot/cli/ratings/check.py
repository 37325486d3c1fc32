"""`turretur rating pfs-check`: each condition of §4 (met, not met or not stated) with its text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from bot.cli.output import answer_no, print_json
from bot.cli.table_files import table_file
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.forms import read_form
from engine.ratings.pfs_check import ConditionResult, RulesEdition, check


def _check_form(file: TableFile, edition: RulesEdition) -> tuple[ConditionResult, ...]:
    """Return the verdict on each condition of §4 in that edition.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    from holidays import country_holidays  # here, because it is slow to import

    stated = read_form(file)
    # Also the years around, because the days before and after a tournament matter.
    years = {day.year for day in stated.days or ()}
    polish = country_holidays("PL", years={year + more for year in years for more in (-1, 0, 1)})
    return check(stated, lambda day: day in polish, edition)


_CONDITIONS: Final[Mapping[str, str]] = {
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
_APPROVED_ALONE: Final = "who may take part in a closed tournament is approved by the board"
"""The text of condition c since 6 May 2023."""
_EDITIONS: Final[Mapping[RulesEdition, str]] = {
    RulesEdition.AUGUST_2015: "the text of 3 August 2015",
    RulesEdition.MAY_2023: "the text of 3 August 2015 as changed on 6 May 2023",
}
_VERDICTS: Final = {True: "met", False: "not met", None: "not stated"}


def print_check(form: Path, edition: RulesEdition, *, as_json: bool) -> None:
    """Print the verdict on each condition of a form; end with status 1 unless all are met.

    A tournament must meet every condition, so one that is not stated is not enough (§4).
    """
    with table_file(form) as file:
        verdicts = _check_form(file, edition)
    if as_json:
        print_json(
            [
                {
                    "letter": verdict.letter,
                    "verdict": _VERDICTS[verdict.met],
                    "text": _text(verdict, edition),
                    "edition": edition.value,
                }
                for verdict in verdicts
            ]
        )
    else:
        for verdict in verdicts:
            word = _VERDICTS[verdict.met]
            mark = word.upper() if verdict.met is False else word
            click.echo(f"{verdict.letter}  {mark:<10}  {_text(verdict, edition)}")
        click.echo(f"Checked by {_EDITIONS[edition]}. The board of the federation decides.")
    if not all(verdict.met for verdict in verdicts):
        answer_no()


def _text(verdict: ConditionResult, edition: RulesEdition) -> str:
    """Return the condition, and the days on which it is not met."""
    is_changed = edition is RulesEdition.MAY_2023 and verdict.letter == "c"
    condition = _APPROVED_ALONE if is_changed else _CONDITIONS[verdict.letter]
    days = ", ".join(str(day) for day in verdict.days)
    return condition + (f": not so with {days}" if days else "")
