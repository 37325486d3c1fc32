"""What is wrong with a table: a code, where, and the facts; and the English of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

MOST_FAULTS = 1000
"""So many are gathered from one file; then reading stops."""
_MOST_NAMES = 20
"""Named in one remark."""
_LONGEST = 200
"""Characters of a cell that are shown."""

ENGLISH: Mapping[str, str] = {
    "bytes": "expected at most {most} bytes, found {found}",
    "rows": "expected at most {most} rows",
    "unpacked": "expected a spreadsheet that unpacks to at most {most} bytes",
    "spreadsheet": "expected a table (CSV, XLSX, ODS or XLS), found a broken or protected one",
    "formula": "expected a value, found a formula without one; paste the column as values",
    "error": "expected a value, found the error {found}",
    "columns": "expected at most {most} columns",
    "binary": "expected a table (CSV, XLSX, ODS or XLS), found something else",
    "foreign": "expected a table (CSV, XLSX, ODS or XLS), found a file that is {found}",
    "long": "expected at most {most} characters",
    "encoding": "expected UTF-8 or UTF-16; save the file as CSV UTF-8",
    "quotes": "expected quotation marks that close",
    "nobody": "expected at least one row",
    "header": "expected a header: {columns}",
    "column_missing": "expected this column in the header",
    "column_missing_beside": "expected this column in the header; not known there: {names}",
    "column_twice": "expected this column once",
    "cells": "expected as many cells as the header has, {count}, found {found}",
    "name": "expected a name, found {found!r}",
    "text": "expected a name for it, found nothing",
    "date": "expected a date such as 2025-05-31 or 31.05.2025, found {found!r}",
    "whole": "expected a whole number, found {found!r}",
    "positive": "expected a whole number from 1, found {found!r}",
    "count": "expected a whole number from 0, found {found!r}",
    "number": "expected a number such as 120 or 120.5, found {found!r}",
    "frs_too_early": "expected a game after {eve}, as those are rated (art. 2), found {found}",
    "absp_too_early": "expected a game from {first} on, when the system begins, found {found}",
    "discs": "expected discs from 0 to 64, found {found!r}",
    "discs_sum": "expected both scores to make 64, found {found}",
    "same_player": "expected another player than {found!r}",
    "bye": "expected a player, found {found!r}, which is a bye",
    "twice": "expected each game once; line {first} has it already",
    "busy": "expected each player once in round {number}; line {first} has {found!r} already",
    "player_twice": "expected each player once; line {first} has {found!r} already",
    "type": "expected one of {types}, found {found!r}",
    "place": "expected place {wanted}, found {found}: {better} are placed better",
    "alone": "expected two participants or more in {event!r}",
    "games_without_rating": "expected no games for a player without rating, found {found}",
    "rating_without_games": "expected the number of games that the rating rests on",
    "weighted": "expected no more than the games, {most}, found {found}",
    "career": "expected no fewer than the games, {least}, found {found}",
    "in_saved": "expected only what the saved rating does not have; it has {found!r} already",
    "similar": (
        "expected a player of {file}, found {found!r}; did you mean {near!r}?"
        " (if he is new: --new {found!r})"
    ),
    "no_name": "expected a name, found nothing",
    "empty_list": "expected a player a line: name, club, seed",
    "too_many": "expected at most {most} players",
    "too_many_cells": "expected name, club and seed, found {found} cells",
    "toml": "expected TOML: {found}",
    "key": "expected one of {keys}",
    "key_twice": "expected this once",
    "stopped": "too many faults; reading stopped here",
    "truth": "expected true or false, found {found!r}",
    "days": "expected dates such as 2025-05-31, found {found!r}",
    "encoding_guessed": "read as {encoding}, as it is not UTF-8; check the letters of names",
    "first_sheet": "read the first of {sheets} sheets, {name!r}",
    "tsh_day": (
        "expected the day of play, which tsh does not keep:"
        " call the file 2025-05-31-cluj.t, or begin it with # 2025-05-31 Open Cluj"
    ),
    "tsh_line": "expected Surname, Name rating opponents; scores, found {found!r}",
    "tsh_pairing": "expected player {found} to meet player {own} in round {number}, as he does him",
    "tsh_score": "expected a score in round {number}; {near!r} has one",
    "tsh_unplayed": "pairings without a score are left out: {count}",
    "started_absp": (
        "started from a list: each game before counts as its player's rating; ratings may differ by"
        " some points from those of all games in one run, until the window holds none of them"
        " (--save and --from make no difference)"
    ),
    "started_pfs": (
        "started from a list: each game before counts as its player's rating, as if played on the"
        " eve of the first tournament; ratings may differ from those of all games in one run,"
        " for two years at least (--save and --from make no difference)"
    ),
    "titles": "read from here on; the title above the header is passed over, from line {first}",
    "columns_ignored": "columns that are not known are left aside: {names}",
    "bye_left_out": "{found!r} is a bye and no player; left out",
    "unplayed": "not ranked, having neither a rating nor a game: {names}",
    "byes_only": "not ranked, having nothing but byes: {names}",
    "long_ago": "not ranked, having played none of the last games that count: {names}",
    "saved_broken": "expected a saved rating as it was written, found a damaged or changed one",
    "saved_system": "expected a saved rating of {wanted}, found one of {found}",
    "saved_has": "expected new results; the saved rating has this file, as {found!r}",
    "saved_players": "expected no starting ratings beside a saved rating, which has them",
    "twin_saved": "{found!r} is close to {near!r} of the saved rating; rated as two players",
    "twins": "{found!r} is close to {near!r} of line {first}; rated as two players",
    "no_league": "expected the name of a tournament for the league, found {found!r}",
    "split": (
        "{found!r} is rated as {count} tournaments, a week or more lying between its days;"
        " if it is a league: --league {found!r}"
    ),
    "more_splits": "more names that are rated as several tournaments: {count}",
    "disorder": (
        "rows are not in the order of their dates, {earlier} comes after {day};"
        " taken by date, those of one day as they stand"
    ),
    "more_twins": "more pairs of names that are close to each other: {count}",
    # Of the championship's tables alone:
    "born": "expected a year of birth such as 1987, found {found!r}",
    "born_missing": "expected a column born, with years of birth",
    "opt_out": "expected dean, hopeful, both or nothing, found {found!r}",
    "yes": "expected yes or nothing, found {found!r}",
    "signed": "expected a number such as -3 or 12.5, found {found!r}",
    "value_twice": "expected value or game_value, not both",
    "competition": "expected seniors or youth, found {found!r}",
    "youth_type": "expected one of {types} in a youth competition, found {found!r}",
    "place_or_points": "expected a place, or points of a local tournament, and not both",
    "player_unknown": "expected a player of {file}, found {found!r}",
    "player_near": "expected a player of {file}, found {found!r}; did you mean {near!r}?",
    "same_name": "expected each player once; line {first} has him as {near!r}",
    "one_tournament": "expected only games of {wanted!r}, found {found!r}",
    "later_round": "expected a round before {number}, found {found}",
    "no_results": "expected results of the competition asked for, found none",
    "years": "expected dates of one year, found {found}; say --year",
    "too_early": "expected results from {first} on, when the regulation begins, found {found}",
    "in_two_files": "expected each game in one file; {game} is in another as well",
    "stage": "expected results of stage {wanted}, found {found}",
    "other_years": "asked for {year}; results of {years} are left out",
    "too_old": "no table of youth has {names}: 21 or older in {year}",
    "scale_header": "expected a scale from 1 to 100, each once, found {found!r}",
    "scale_place": "expected place {wanted}, found {found!r}",
    "scale_value": "expected a whole number, found {found!r}",
    "scale_rises": "expected at most the {above} of the place above, found {found}",
    "scale_beyond": "expected nothing below place {scale} of this scale, found {found!r}",
}
"""What was expected, by code; the last are remarks upon a file in which nothing is wrong."""


@dataclass(frozen=True, slots=True)
class TableFault:
    """One thing that is wrong."""

    code: str
    line: int = 0
    """From 1, as a text editor or a spreadsheet counts; 0: the file as a whole."""
    column: str = ""
    facts: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def is_of_no_table(self) -> bool:
        """Return whether it is that the whole file is something else."""
        return self.code in {"foreign", "binary"} and not self.line

    def __str__(self) -> str:
        """Return where it is and what was expected, in one line of English."""
        places = [f"line {self.line}"] if self.line else []
        places += [f"column {self.column}"] if self.column else []
        where = ", ".join(places) + ": " if places else ""
        return " ".join((where + ENGLISH[self.code].format(**self.facts)).split())


class TableError(Exception):
    """A table cannot be used; it knows the file and its faults, by line."""

    def __init__(self, file: str, faults: Iterable[TableFault]) -> None:
        self.file = file
        self.faults = sorted(faults, key=lambda fault: fault.line)
        super().__init__(file, self.faults)

    def __str__(self) -> str:
        """Return file and first fault, and in which lines there are others, in one line."""
        more = ""
        if len(self.faults) > 1:
            lines = list(dict.fromkeys(str(fault.line) for fault in self.faults[1:]))
            shown = ", ".join(lines[:5]) + (", …" if len(lines) > 5 else "")
            more = f" (and {len(self.faults) - 1} more, line {shown})"
        return f"{self.file}: {self.faults[0]}{more}"


class Faults:
    """The faults of one file as they are found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.headings: Mapping[str, str] = {}
        """What the file calls our columns."""
        self._found: list[TableFault] = []

    def add(self, code: str, line: int, column: str = "", **facts: str | int) -> None:
        """Note a fault.

        Raises:
            TableError: with all faults so far, where there are so many that no more are wanted.
        """
        column = self.headings.get(column, column)[:_LONGEST]
        self._found.append(TableFault(code, line, column, _shortened(facts)))
        if len(self._found) >= MOST_FAULTS:
            self._found.append(TableFault("stopped", line))
            self.check()

    def check(self) -> None:
        """Go on only if there are none.

        Raises:
            TableError: with all faults.
        """
        if self._found:
            raise TableError(self.file, self._found)


def listed(names: Sequence[str]) -> str:
    """Return names as a remark has them: the first of them, and how many more there are."""
    more = len(names) - _MOST_NAMES
    shown = ", ".join(name[:_LONGEST] for name in names[:_MOST_NAMES])
    return f"{shown} (+ {more})" if more > 0 else shown


def _shortened(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return facts of which none is too long to be shown."""
    return {
        name: f"{fact[:_LONGEST]}…" if isinstance(fact, str) and len(fact) > _LONGEST else fact
        for name, fact in facts.items()
    }
