"""Notifies arbiters that a correction has changed the order of a finished phase.

The draw of the next phase stays. Until somebody moves in that phase, arbiters may rebuild its list
of players.
"""

from collections.abc import Iterator

from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.readers.readers import Readers
from bot.service.recording.changes import CompetitionChange
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import card_button
from bot.texts.phase_names import phase_name
from engine.competitions.advancing import changed_goers
from engine.competitions.competition import Competition
from engine.competitions.guards import PREPARING
from engine.competitions.participation import may_be_called
from engine.competitions.phase import PhaseState
from engine.ids import PersonId


async def notify_arbiters(service: Notifier, change: CompetitionChange) -> None:
    """Notify the arbiters of changed ranks in each phase that others advanced from."""
    competition = change.after.competition
    names = await service.competitions.names(competition)
    for was, phase in zip(change.before.phases, competition.phases, strict=True):
        rows = list(_moved(was, phase, names)) if phase.advanced is not None else []
        if not rows:
            continue
        text = say(
            "comp.order_changed",
            title=competition.title,
            phase=phase_name(competition, phase.plan.phase),
            rows=rows,
            going=_going(competition, names),
            again=await _again(service, competition),
        )
        await service.notify_arbiters(competition, text, card_button(competition))


def _moved(was: PhaseState, phase: PhaseState, names: dict[PersonId, str]) -> Iterator[Text]:
    """Yield a line for each player whose rank in their group has changed."""
    for group in phase.groups:
        before = {row.player: row.place for row in was.table(group)}
        for row in phase.table(group):
            place = before.get(row.player)
            if place is not None and row.place is not None and place != row.place:
                yield say(
                    "comp.order_row",
                    who=names[row.player],
                    group=group.name,
                    before=place,
                    after=row.place,
                )


def _going(competition: Competition, names: dict[PersonId, str]) -> Text | None:
    """Return the players who would now advance but did not, and the reverse.

    A player who has left the competition or the phase is named in neither list.
    """
    advanced = competition.phases[competition.number - 1].advanced
    found = changed_goers(competition)
    if found is None or advanced is None:
        return None
    now = {one.player for one in found[0]}
    then = {one.player for one in advanced.players}
    if now == then:
        return None
    new = {player for player in now - then if may_be_called(competition, player)}
    old = {player for player in then - now if player in competition.phase.players}
    if not new and not old:
        return None
    return say(
        "comp.order_going",
        coming=_named("comp.order_coming", new, names),
        leaving=_named("comp.order_leaving", old, names),
    )


def _named(key: str, players: set[PersonId], names: dict[PersonId, str]) -> Text | None:
    """Return the sentence about these players; None if there are none."""
    listed = ", ".join(sorted(names[player] for player in players))
    return say(key, players=listed) if listed else None


async def _again(service: Readers, competition: Competition) -> Text | None:
    """Return the offer to rebuild the list; None if it is too late or nothing would change."""
    if changed_goers(competition) is None:
        return None
    if await is_untouched(service, competition):
        return say("comp.order_again_running")
    return say("comp.order_again") if competition.stage in PREPARING else None
