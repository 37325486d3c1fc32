"""The games that a phase's last day leaves unfinished (art. 9.4)."""

from datetime import date

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.readers.readers import Readers
from bot.texts.notices.competitions.closings import UnfinishedGame
from engine.cases.case import CaseStage
from engine.cases.events import CaseId, ClaimKind
from engine.competitions.competition import Competition
from engine.ids import GameId, Leg, game_id
from engine.matches.match import UNFINISHED, Match
from engine.thinking_time import day_of


async def unfinished_in(readers: Readers, competition: Competition) -> list[UnfinishedGame]:
    """Return the games to settle of the current phase that count for somebody, by match.

    Damaged matches are left out, because the others must not wait for them.
    """
    unfinished: list[UnfinishedGame] = []
    for snapshot in await readers.matches.within(competition.code):
        match = snapshot.match
        if match.phase is competition.phase.plan.phase:
            with leaving_out_damaged():
                if not is_reopened(readers, match, competition):
                    unfinished += await _counting(readers, competition, match)
    return unfinished


async def _counting(
    readers: Readers, competition: Competition, match: Match
) -> list[UnfinishedGame]:
    """Return the match's games to settle; none if a disqualification makes it void."""
    if not await readers.competitions.counts(match):
        return []
    return await unfinished_of(readers, competition, match)


def is_reopened(readers: Readers, match: Match, competition: Competition) -> bool:
    """Return whether the match's own last day is after the closing of its phase (art. 9.4).

    A running game of it needs its own ruling, even after that day.
    """
    until = match.play_until
    if until is None or until <= _closing(match, competition):
        return False
    today = day_of(readers.unit.now, match.rules.time_zone)
    return today <= until or bool(match.all_running)


def _closing(match: Match, competition: Competition) -> date:
    """Return the closing date of the match's phase, which may be over."""
    return competition.state_of(match.phase).plan.closing


async def unfinished_of(
    readers: Readers, competition: Competition, match: Match
) -> list[UnfinishedGame]:
    """Return the match's running games, or its next one; none if nothing is left to play."""
    if match.stage not in UNFINISHED:
        return []
    legs = match.all_running or tuple(leg for leg in (match.next_leg,) if leg is not None)
    return [await unfinished_game(readers, competition, match, leg) for leg in legs]


async def unfinished_game(
    readers: Readers, competition: Competition, match: Match, leg: Leg
) -> UnfinishedGame:
    """Return that game of the competition's match, which runs or has not begun."""
    closing = match.last_day(_closing(match, competition))
    if leg not in match.all_running:
        return UnfinishedGame(match, leg, closing, None)
    game = await readers.games.get(game_id(match.code, leg))
    return UnfinishedGame(match, leg, closing, game, await _open_claim(readers, game.id))


async def _open_claim(readers: Readers, game: GameId) -> CaseId | None:
    """Return the open case of a time claim that met its requirements (art. 7.2), if any."""
    for snapshot in await readers.cases.of_game(game):
        case = snapshot.case
        if case.kind is ClaimKind.TIME and case.stage is CaseStage.PENDING:
            return case.id
    return None
