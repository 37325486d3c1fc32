"""The names of phases. A competition of one phase is called by its own name."""

from bot.texts.messages import Text, say
from bot.texts.templates import ONLY_PHASE
from engine.competitions.competition import Competition
from engine.rulesets import Phase


def phase_name(competition: Competition, phase: Phase) -> Text:
    """Return the phase's name, or the competition's name if it has no other phase.

    `{title} · {phase}` then shows the name once (`bot.texts.templates.named_once`).
    """
    if has_one_phase(competition):
        return Text(ONLY_PHASE, {"title": competition.title})
    return own_name(phase)


def own_name(phase: Phase) -> Text:
    """Return the phase's own name, whatever else the competition has: „Faza finală”."""
    return say(f"phase.{phase.value}")


def phase_place(competition: Competition) -> Text:
    """Return where a player now has a seat: „faza finală”, or „competiție” if it has one phase."""
    if has_one_phase(competition):
        return say("phase.seat_only")
    return say(f"phase.seat_{competition.phase.plan.phase.value}")


def has_one_phase(competition: Competition) -> bool:
    """Return whether the competition has no other phase."""
    return len(competition.phases) == 1
