"""Conditions for rating a tournament: §4 a–n of the Polish "Regulamin rankingowy"."""

from dataclasses import fields, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from engine.ratings.pfs_check import BIG_POINTS, Application, RulesEdition, check

SATURDAY = date(2025, 6, 14)
CORPUS_CHRISTI = date(2025, 6, 19)
"""A Thursday."""
GOOD = Application(
    minutes=15,
    first_criterion=BIG_POINTS,
    closed=False,
    rules_observed=True,
    referee_licensed=True,
    federation_program=True,
    rounds=6,
    days=(SATURDAY, SATURDAY + timedelta(days=1)),
    announced=SATURDAY - timedelta(days=30),
    fee=Fraction(50),
    fee_limit=Fraction(50),
    other_fees=False,
    table_width=80,
    referee_table=True,
    good_lighting=True,
    enough_tables=True,
    toilets=True,
    sets_provided=True,
    clocks_provided=True,
    lodging_announced=True,
    meals_announced=True,
    word_computer=True,
    word_list_checked=True,
    club=True,
    club_days=(date(2025, 5, 31), date(2025, 7, 1)),
    protected_days=(SATURDAY - timedelta(days=7),),
)


def verdicts(stated: Application) -> dict[str, bool | None]:
    """Return for each letter whether the condition is met; `None` if undecided."""
    found = check(stated, lambda day: day == CORPUS_CHRISTI, RulesEdition.AUGUST_2015)
    return {one.letter: one.met for one in found}


def test_all_met_at_the_limits() -> None:
    """An application exactly at every limit meets all fifteen conditions, in order."""
    assert verdicts(GOOD) == dict.fromkeys("abcdefghijklłmn", True)


def test_nothing_stated_nothing_decided() -> None:
    """An empty application leaves every condition undecided."""
    assert verdicts(Application()) == dict.fromkeys("abcdefghijklłmn")


@pytest.mark.parametrize(
    ("letter", "stated"),
    [
        ("a", {"minutes": 14}),
        ("b", {"first_criterion": "small points"}),
        ("c", {"closed": True, "participants": 21, "listed_participants": 10}),
        ("c", {"closed": True, "criteria_approved": False}),
        ("d", {"rules_observed": False}),
        ("e", {"referee_licensed": False}),
        ("e", {"federation_program": False}),
        ("f", {"rounds": 5}),
        ("g", {"days": (date(2025, 6, 13),)}),
        ("h", {"announced": SATURDAY - timedelta(days=29)}),
        ("i", {"fee": Fraction("50.01")}),
        ("i", {"other_fees": True}),
        ("j", {"table_width": 79}),
        ("j", {"referee_table": False}),
        ("j", {"good_lighting": False}),
        ("j", {"enough_tables": False}),
        ("j", {"toilets": False}),
        ("k", {"sets_provided": False}),
        ("k", {"clocks_provided": False}),
        ("l", {"lodging_announced": False}),
        ("l", {"meals_announced": False}),
        ("ł", {"word_computer": False}),
        ("ł", {"word_list_checked": False}),
        ("m", {"club_days": (date(2025, 6, 1),)}),
        ("n", {"protected_days": (SATURDAY,)}),
    ],
)
def test_each_condition_can_fail(letter: str, stated: dict[str, Any]) -> None:
    """One wrong value fails its own letter and no other."""
    found = verdicts(replace(GOOD, **stated))
    failed = {one for one, met in found.items() if met is False}

    assert letter in failed
    assert failed <= {letter, "h"} if letter == "g" else failed == {letter}


@pytest.mark.parametrize("name", [one.name for one in fields(Application)])
def test_each_thing_not_stated_leaves_its_condition_open(name: str) -> None:
    """A missing value leaves a condition undecided and is never taken as met."""
    stated = replace(
        GOOD, closed=True, participants=20, listed_participants=10, criteria_approved=True
    )
    assert None not in verdicts(stated).values()
    assert None in verdicts(replace(stated, **{name: None})).values()


def test_a_failed_part_decides_although_another_is_not_stated() -> None:
    """A narrow table fails letter j, even if the lighting is not stated."""
    stated = replace(GOOD, table_width=60, good_lighting=None)

    assert verdicts(stated)["j"] is False


@pytest.mark.parametrize(
    ("days", "met"),
    [
        ((CORPUS_CHRISTI,), True),
        ((CORPUS_CHRISTI, CORPUS_CHRISTI + timedelta(days=1), date(2025, 6, 21)), True),
        ((date(2025, 6, 17), date(2025, 6, 18), CORPUS_CHRISTI), False),
        ((date(2025, 6, 16),), False),
    ],
)
def test_a_working_day_between_two_days_off_may_be_played(
    days: tuple[date, ...], met: bool
) -> None:
    """The Friday after Corpus Christi is allowed; an ordinary Monday is not (§4 g)."""
    found = {
        one.letter: one for one in check(replace(GOOD, days=days), lambda d: d == CORPUS_CHRISTI)
    }

    assert found["g"].met is met
    assert bool(found["g"].days) is not met


def test_an_open_tournament_needs_no_half_listed() -> None:
    """Letter c concerns closed tournaments only, and letter m clubs only."""
    assert verdicts(replace(GOOD, participants=None, listed_participants=None))["c"] is True
    assert verdicts(replace(GOOD, club=False, club_days=None))["m"] is True


def test_half_listed_is_not_asked_for_since_2023() -> None:
    """Since 6 May 2023 a closed tournament needs the board's approval only (§4 c)."""
    few = replace(GOOD, closed=True, participants=21, listed_participants=10)
    approved, refused = (replace(few, criteria_approved=given) for given in (True, False))
    found = [check(one, lambda _: False)[2].met for one in (approved, refused, few)]

    assert found == [True, False, None]
