"""Checks of a sign-up's state and days, before something is written that depends on them."""

from datetime import date

from bot.service.context import Context
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.parts import PhasePlan
from engine.errors import Fault, GameStateError
from storage.competitions import sign_ups


def check_takes_entries(competition: Competition) -> None:
    """Refuse a competition whose players are listed already, or that has begun.

    Raises:
        GameStateError: `entries_closed`.
    """
    if competition.number or competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))


def check_last_day(competition: Competition, day: date, today: date) -> None:
    """Refuse a last day of sign-up that is past, or not before the first day of the phase.

    Raises:
        GameStateError: `sign_up_day`.
    """
    start = competition.phase.plan.start
    if not today <= day < start:
        facts = {"first": today.isoformat(), "start": start.isoformat()}
        raise GameStateError(Fault("sign_up_day", facts=facts))


async def check_start(context: Context, competition: Competition, plan: PhasePlan) -> None:
    """Refuse a new plan of the present phase that begins before the open sign-up ends.

    Raises:
        GameStateError: `sign_up_after_start`.
    """
    if plan.phase is not competition.phase.plan.phase:
        return
    sign_up = await sign_ups.of(context.unit.tx, competition.code)
    if not sign_ups.is_under_way(sign_up):
        return
    last_day = sign_up.last_day(competition.rules.time_zone)
    if plan.start <= last_day:
        facts = {"day": last_day.isoformat(), "start": plan.start.isoformat()}
        raise GameStateError(Fault("sign_up_after_start", facts=facts))


async def check_sign_up_over(context: Context, competition: Competition) -> None:
    """Refuse a step that needs all players while people still sign up.

    Raises:
        GameStateError: `sign_up_open`.
    """
    sign_up = await sign_ups.of(context.unit.tx, competition.code, locked=True)
    if sign_ups.is_under_way(sign_up):
        raise GameStateError(Fault("sign_up_open"))
