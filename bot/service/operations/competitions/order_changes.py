"""Notifies arbiters that a correction has changed the order of a finished phase.

The draw of the next phase stays. Until somebody moves in that phase, arbiters may rebuild its list
of players.
"""

from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.readers.readers import Readers
from bot.service.recording.changes import CompetitionChange
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import card_button
from bot.texts.notices.competitions.order_changes import going_text, moved_lines
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.guards import PREPARING


async def notify_arbiters(notifier: Notifier, change: CompetitionChange) -> None:
    """Notify the arbiters of changed ranks in each phase that others advanced from."""
    competition = change.after.competition
    names = await notifier.competitions.names(competition)
    for phase_before, phase in zip(change.before.phases, competition.phases, strict=True):
        if phase.advanced is None:
            continue
        rows = list(moved_lines(phase_before, phase, names))
        if not rows:
            continue
        text = say(
            "comp.order_changed",
            title=competition.title,
            phase=phase_name(competition, phase.plan.phase),
            rows=rows,
            going=going_text(competition, names),
            again=await _offer_to_rebuild(notifier, competition),
        )
        await notifier.notify_arbiters(competition, text, card_button(competition))


async def _offer_to_rebuild(readers: Readers, competition: Competition) -> Text | None:
    """Return the offer to rebuild the list; None if it is too late or nothing would change."""
    if competition.changed_qualifiers is None:
        return None
    if await is_untouched(readers, competition):
        return say("comp.order_again_running")
    return say("comp.order_again") if competition.stage in PREPARING else None
