"""PFS: whether a tournament may be rated (§4 of the "Regulamin rankingowy" of 3 August 2015).

Fifteen conditions, lettered as in the text (ł follows l), for the facts in an application. A
missing fact leaves a condition open, unless another part of it has failed. The caller provides the
public holidays. The federation's board has the final decision.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

_DAY = timedelta(days=1)
_MINUTES = 15  # the least thinking time (§4 a)
_ROUNDS = 6  # the fewest (§4 f)
_AHEAD = 30 * _DAY  # from the announcement to the first day (§4 h)
_WIDTH = 80  # of the narrowest table, in centimetres (§4 j)
_SATURDAY = 5
BIG_POINTS = "big points"
"""The first of the criteria for a rated tournament."""


class RulesEdition(StrEnum):
    """An edition of §4: the text as published, or with its later changes."""

    AUGUST_2015 = "2015"
    """At least half of the participants in a closed tournament are on the list (§4 c)."""
    MAY_2023 = "2023"
    """Since 6 May 2023 that half is no longer required; the board's approval still is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """The facts in an application for a tournament; None means not stated."""

    minutes: int | None = None
    """Thinking time of each player for a game, in minutes."""
    first_criterion: str | None = None
    closed: bool | None = None
    """Whether the tournament is open to selected players only."""
    participants: int | None = None
    listed_participants: int | None = None
    """The number of participants on the current list."""
    criteria_approved: bool | None = None
    """Whether the board has approved the criteria for participation."""
    rules_observed: bool | None = None
    referee_licensed: bool | None = None
    federation_program: bool | None = None
    rounds: int | None = None
    days: tuple[date, ...] | None = None
    """The days of play."""
    announced: date | None = None
    fee: Fraction | None = None
    fee_limit: Fraction | None = None
    other_fees: bool | None = None
    """Whether there are any other fees."""
    table_width: int | None = None
    """The width of the table for each game, in centimetres."""
    referee_table: bool | None = None
    good_lighting: bool | None = None
    enough_tables: bool | None = None
    toilets: bool | None = None
    sets_provided: bool | None = None
    clocks_provided: bool | None = None
    lodging_announced: bool | None = None
    meals_announced: bool | None = None
    word_computer: bool | None = None
    """Whether there is a second computer only for word look-ups."""
    word_list_checked: bool | None = None
    """Whether the referee has checked that its word list is the current one."""
    club: bool | None = None
    """Whether a club organises it."""
    club_days: tuple[date, ...] | None = None
    """The days of that club's other rated tournaments."""
    protected_days: tuple[date, ...] | None = None
    """The days of Grand Prix tournaments, the Cup and the championship."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionResult:
    """The result for one condition: met, not met, or not stated (None)."""

    letter: str
    met: bool | None
    days: tuple[date, ...] = field(default=())
    """The days on which the condition fails."""


def check(
    stated: Application,
    is_holiday: Callable[[date], bool],
    edition: RulesEdition = RulesEdition.MAY_2023,
) -> tuple[ConditionResult, ...]:
    """Return the result for each condition of §4 in that edition, in the order of the text."""
    working = _working_days(stated, is_holiday)
    crowded = _same_month(stated)
    clashing = _common(stated.days, stated.protected_days)
    return (
        ConditionResult(letter="a", met=_is_at_least(stated.minutes, _MINUTES)),
        ConditionResult(letter="b", met=_is_same(stated.first_criterion, BIG_POINTS)),
        ConditionResult(letter="c", met=_open_or_approved(stated, edition)),
        ConditionResult(letter="d", met=stated.rules_observed),
        ConditionResult(letter="e", met=_all(stated.referee_licensed, stated.federation_program)),
        ConditionResult(letter="f", met=_is_at_least(stated.rounds, _ROUNDS)),
        ConditionResult(letter="g", met=_is_empty(working), days=working or ()),
        ConditionResult(letter="h", met=_announced_in_time(stated)),
        ConditionResult(letter="i", met=_fee_within_limit(stated)),
        ConditionResult(letter="j", met=_room_is_fit(stated)),
        ConditionResult(letter="k", met=_all(stated.sets_provided, stated.clocks_provided)),
        ConditionResult(letter="l", met=_all(stated.lodging_announced, stated.meals_announced)),
        ConditionResult(letter="ł", met=_all(stated.word_computer, stated.word_list_checked)),
        ConditionResult(letter="m", met=_is_empty(crowded), days=crowded or ()),
        ConditionResult(letter="n", met=_is_empty(clashing), days=clashing or ()),
    )


def _all(*parts: bool | None) -> bool | None:
    """Return False if any part fails, otherwise None if any is not stated, otherwise True."""
    if False in parts:
        return False
    return None if None in parts else True


def _is_at_least(stated: int | None, least: int) -> bool | None:
    return None if stated is None else stated >= least


def _is_same(stated: str | None, wanted: str) -> bool | None:
    return None if stated is None else stated == wanted


def _is_empty(days: tuple[date, ...] | None) -> bool | None:
    return None if days is None else not days


def _open_or_approved(stated: Application, edition: RulesEdition) -> bool | None:
    """Return §4 c: the board approved a closed tournament; until 2023 half are also listed.

    None, here and below, if the application does not state enough.
    """
    if not stated.closed:
        return None if stated.closed is None else True
    if edition is RulesEdition.MAY_2023:
        return stated.criteria_approved
    half = None
    if stated.participants is not None and stated.listed_participants is not None:
        half = 2 * stated.listed_participants >= stated.participants
    return _all(half, stated.criteria_approved)


def _working_days(
    stated: Application, is_holiday: Callable[[date], bool]
) -> tuple[date, ...] | None:
    """Return the days that fail §4 g: working days, except one alone between two days off."""
    if stated.days is None:
        return None

    def is_off(day: date) -> bool:
        return day.weekday() >= _SATURDAY or is_holiday(day)

    return tuple(
        day
        for day in stated.days
        if not is_off(day) and not (is_off(day - _DAY) and is_off(day + _DAY))
    )


def _announced_in_time(stated: Application) -> bool | None:
    """Return §4 h: at least 30 days are between the announcement and the first day."""
    if stated.announced is None or not stated.days:
        return None
    return stated.announced + _AHEAD <= min(stated.days)


def _fee_within_limit(stated: Application) -> bool | None:
    """Return §4 i: the fee is within the limit, and there are no other fees."""
    within = None
    if stated.fee is not None and stated.fee_limit is not None:
        within = stated.fee <= stated.fee_limit
    return _all(within, None if stated.other_fees is None else not stated.other_fees)


def _room_is_fit(stated: Application) -> bool | None:
    """Return §4 j, which has five parts."""
    return _all(
        _is_at_least(stated.table_width, _WIDTH),
        stated.referee_table,
        stated.good_lighting,
        stated.enough_tables,
        stated.toilets,
    )


def _same_month(stated: Application) -> tuple[date, ...] | None:
    """Return the days of the club's other tournaments in the same month (§4 m)."""
    if not stated.club:
        return None if stated.club is None else ()
    if stated.days is None or stated.club_days is None:
        return None
    months = {(day.year, day.month) for day in stated.days}
    return tuple(day for day in stated.club_days if (day.year, day.month) in months)


def _common(
    days: tuple[date, ...] | None, others: tuple[date, ...] | None
) -> tuple[date, ...] | None:
    """Return the days in both lists (§4 n)."""
    if days is None or others is None:
        return None
    return tuple(day for day in days if day in others)
