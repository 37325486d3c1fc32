"""The names of phases. A competition of one phase is called by its own name."""

from bot.texts.messages import Text, say
from bot.texts.templates import ONLY_PHASE
from engine.competitions.competition import Competition
from engine.rulesets import Phase


def phase_name(competition: Competition, phase: Phase) -> Text:
    """Return the phase's name, or the competition's name if it has no other phase.

    `{title} · {phase}` then shows the name once (`bot.texts.i18n`).
    """
    if has_one_phase(competition):
        return Text(ONLY_PHASE, {"title": competition.title})
    return say(f"phase.{phase.value}")


def phase_place(competition: Competition) -> Text:
    """Return where a player has a seat: „faza finală”, or „competiție” if it has one phase."""
    kind = "only" if has_one_phase(competition) else competition.phase.plan.phase.value
    return say(f"phase.seat_{kind}")


def has_one_phase(competition: Competition) -> bool:
    """Return whether the competition has no other phase."""
    return len(competition.phases) == 1
