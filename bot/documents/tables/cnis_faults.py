"""Faults that only CNIS tables have, in addition to those of every table; and their English."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.documents.tables.faults import ENGLISH as EVERYWHERE
from bot.documents.tables.faults import Faults, TableFault

ENGLISH: Mapping[str, str] = {
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
"""What was expected, by code."""


@dataclass(frozen=True, slots=True)
class CnisFault(TableFault):
    """One thing that is wrong with a table of the championship."""

    @property
    def english(self) -> str:
        """Return what was expected, before its facts are filled in."""
        return ENGLISH.get(self.code) or EVERYWHERE[self.code]


class CnisFaults(Faults):
    """The faults of one file of the championship as they are found."""

    KIND = CnisFault
