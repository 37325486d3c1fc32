"""Running games in which nobody can move: found once a day and reported to their arbiters.

A game is not stalled if the player to move, or their writer (art. 9.6), has an account and may
play. Neither is a game on an arbiter's task list.
"""

from datetime import date
from enum import StrEnum

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.notices.notifier import Notifier
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import OPEN_TASK, TaskKind
from bot.texts.messages import Notice, rows_of, say
from bot.texts.notices.people.links import competition_places_button, match_places_button
from engine.competitions.competition import Competition, CompetitionStage
from engine.matches.match import Match


class StallReason(StrEnum):
    """Why nobody can move in a running game."""

    OUT = "out"
    """A player of the match was disqualified or has withdrawn."""
    OVER = "over"
    """The game's phase is over."""
    ABSENT = "absent"
    """The player to move has no account, and nobody writes for them."""


async def report(runtime: Runtime, shared: BotSettings) -> None:
    """Notify the arbiter of each stalled game, once for each turn; damaged ones are left out."""
    async with runtime.unit() as unit:
        service = Service(unit, shared)
        for snapshot in await service.game_lists.all_running():
            with leaving_out_damaged():
                reason = await reason_of(service, snapshot)
                if reason is not None:
                    await _notify(service, snapshot, reason)


async def reason_of(service: Service, snapshot: GameSnapshot) -> StallReason | None:
    """Return why nobody can move; None if somebody can, or if a task list has the game."""
    match = await service.matches.get(snapshot.game.match)
    competition_snapshot = await service.competitions.of_match(match)
    competition = None if competition_snapshot is None else competition_snapshot.competition
    player = snapshot.game.side(snapshot.game.turn).person
    if competition is not None and competition.former_players & {*match.people}:
        reason = StallReason.OUT
    elif await service.closings.is_match_closed(match, service.unit.now):
        reason = StallReason.OVER
    elif (await service.matches.member(match, player)).address is None:
        reason = StallReason.ABSENT
    else:
        return None
    return None if await _is_listed(service, snapshot, match, competition) else reason


async def _is_listed(
    service: Service, snapshot: GameSnapshot, match: Match, competition: Competition | None
) -> bool:
    """Return whether the game is on an arbiter's task list, or the arbiter has postponed it."""
    game = snapshot.game
    if match.put_off.get(game.id, date.min) > service.games.today(game):
        return True
    arbiter = await service.competitions.chief_arbiter(match)
    items = (await service.task_lists.of(arbiter)).items
    if any(item.match == match.code and item.kind is not TaskKind.LETTER for item in items):
        return True
    if competition is None:
        return False
    # A competition's tasks cover several games, so each must concern this one.
    kinds = {item.kind for item in items if item.about == competition.code}
    phase, player = competition.phase, game.side(game.turn).person
    awaited = {*phase.players} - competition.claimed - phase.former_players
    is_of_phase = competition.stage is CompetitionStage.RUNNING and game.id in phase.games
    return (TaskKind.JOINING in kinds and player in awaited) or (
        TaskKind.CLOSING in kinds and is_of_phase
    )


async def _notify(notifier: Notifier, snapshot: GameSnapshot, reason: StallReason) -> None:
    """Notify the chief arbiter, or the operators if no arbiter has an account."""
    game = snapshot.game
    match = await notifier.matches.get(game.match)
    names = await notifier.persons.names(match.people)
    player = game.side(game.turn).person
    text = say(
        "stalled.game",
        game=game.id,
        first=names[match.first],
        second=names[match.second],
        why=say(f"stalled.{reason}", who=names[player]),
    )
    buttons = [OPEN_TASK.button(say("button.stalled_file"), TaskKind.SILENCE, game.id)]
    if reason is StallReason.ABSENT:
        buttons.append(
            competition_places_button(match.competition)
            if match.competition
            else match_places_button(match.code)
        )
    arbiter = (await notifier.participants.of(game)).arbiter
    # A new turn, player or reason is reported again.
    dedup = f"stalled:{game.id}:{len(game.moves)}:{player}:{reason}"
    if arbiter.address is None:
        for operator in notifier.shared.operators:
            notice = Notice(to=operator, text=text, about=game.id, dedup=f"{dedup}:{operator}")
            await notifier.notify(notice, can_wait=True)
        return
    notice = Notice(
        to=arbiter.address,
        text=text,
        buttons=rows_of(buttons, 1),
        about=game.id,
        dedup=f"{dedup}:{arbiter.id}",
    )
    await notifier.notify(notice, can_wait=True)
