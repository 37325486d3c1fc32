"""Who advances from a phase, and when the next one begins."""

from datetime import date

from bot.texts.messages import Text, say
from bot.texts.notices.competitions.phase_lists import advance_notes
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.participation import reserves
from engine.ids import PersonId


def when_text(competition: Competition, today: date) -> Text:
    """Return the text that says when the next phase starts."""
    phase = phase_name(competition, competition.phase.plan.phase)
    if competition.phase.plan.start <= today:  # overdue: the phase's lists are not made yet
        return say("comp.advanced_late", phase=phase)
    start = competition.phase.plan.start.isoformat()
    return say("comp.advanced_when", phase=phase, start=start)


def advancing_lines(competition: Competition, names: dict[PersonId, str]) -> list[Text]:
    """Return a line for each player who advanced into the current phase, and one for reserves.

    There are none in a phase into which nobody advanced.
    """
    before = competition.previous_phase
    if before is None or before.advanced is None:
        return []
    lines = [
        say(
            "comp.advancing_best" if qualifier.best_other else "comp.advancing",
            number=number,
            who=names[qualifier.player],
            group=qualifier.group,
            place=qualifier.place,
        )
        for number, qualifier in enumerate(before.advanced.players, 1)
        if qualifier.player in competition.phase.players
    ]
    waiting = [names[entry.player] for entry in reserves(competition)]
    lines += advance_notes(competition, names)
    return [*lines, *([say("comp.reserves", who=waiting)] if waiting else [])]
