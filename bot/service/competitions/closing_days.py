"""The days before and after a phase closes, on which players and arbiters read of unfinished games.

A week and two days before the last day, players say whether their games will finish (art. 6.2). On
the morning after it play stops, and each player makes a statement about each unfinished game (art.
9.4), with a reminder on the last day for statements. All steps are stored as due rows, so they
survive an outage.
"""

from bot.service.lookups.competitions.unfinished_games import unfinished_in
from bot.service.notices.competitions.closing_notices import (
    ask_forecasts,
    ask_statements,
    show_arbiters,
)
from bot.service.pure.days.agenda import DueKind
from bot.service.service import Service
from engine.competitions.competition import Competition, CompetitionStage
from engine.thinking_time import day_of


async def on_day(service: Service, competition: Competition, kind: str) -> None:
    """Execute the step of that day of the closing; a late one sends nothing that is untrue."""
    if competition.stage is not CompetitionStage.RUNNING:
        return
    closed = day_of(service.unit.now, competition.rules.time_zone) > competition.phase.plan.closing
    unfinished = await unfinished_in(service, competition)
    if closed and await service.closing_acts.end_accepted(unfinished):
        unfinished = await unfinished_in(service, competition)
    if kind in {DueKind.CLOSING_SOON, DueKind.CLOSING_NEAR} and not closed:
        await ask_forecasts(service, competition, unfinished, again=kind == DueKind.CLOSING_NEAR)
    elif kind in {DueKind.CLOSING, DueKind.RESULTS} and closed:
        await ask_statements(service, competition, unfinished)
    if unfinished and kind in {DueKind.CLOSING_NEAR, DueKind.CLOSING, DueKind.CLOSING_OVER}:
        await show_arbiters(service, competition)
