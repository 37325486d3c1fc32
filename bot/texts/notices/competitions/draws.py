"""The drawing lists of a competition, sealed and in full."""

from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import stage
from bot.texts.notices.competitions.phase_lists import Names, groups_lines, matches_lines
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition


def sealed_text(competition: Competition) -> Text:
    """Return the notice that the phase's draws are fixed; `/verifica` shows the commitments."""
    return say(
        "comp.committed",
        title=competition.title,
        phase=phase_name(competition, competition.phase.plan.phase),
    )


def full_lists(competition: Competition, names: Names) -> tuple[Text, Text]:
    """Return the groups with all colours, and the matches."""
    phase = competition.phase
    return (
        say(
            "comp.groups_list",
            title=competition.title,
            stage=stage(competition),
            groups=groups_lines(competition, names),
        ),
        say(
            "comp.matches_list",
            title=competition.title,
            n=len(phase.matches),
            matches=matches_lines(phase, names),
        ),
    )
