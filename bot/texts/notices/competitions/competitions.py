"""The card of a competition: its stage, its plan, and the next step of its arbiter.

Pure: from competitions and names to texts. `bot.service.competitions.phases` and
`bot.service.competitions.places` decide who is notified and when. Tables of results are in
`bot.documents.standings`.
"""

from datetime import date

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.competitions.phase_lists import Names, free_place_line, groups_lines
from bot.texts.phase_names import has_one_phase, own_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import Liftable
from engine.competitions.phase import PhaseState
from engine.ids import PersonId
from engine.rulesets import Ruleset

MOST_ON_CARD = 24
"""The most players whose groups the card shows; lists show more."""


def card(
    competition: Competition, names: Names, today: date, signing_up: date | None = None
) -> Text:
    """Return the competition's card: its settings, its state and the next step.

    `signing_up`: the last day on which people sign up by the public link, if they may.
    """
    phase = competition.phase
    entries = len(phase.entries)
    next_text = next_line(competition, names, today)
    if signing_up is not None:
        next_text = say("comp.next.sign_up", day=signing_up.isoformat())
    open_seats = len(competition.open_seats)
    waiting = say("comp.players_waiting", n=open_seats) if open_seats else None
    return say(
        "comp.card",
        title=competition.title,
        code=competition.code,
        stage=stage(competition),
        plans=plan_lines(competition, today),
        players=say("comp.players_count", n=entries, waiting=waiting) if entries else None,
        groups=(groups_lines(competition, names) or None) if entries <= MOST_ON_CARD else None,
        rules=rules_line(competition) if competition.stage is CompetitionStage.OPEN else None,
        arbiters=[names[arbiter] for arbiter in competition.arbiters],
        next=next_text,
    )


def card_button(competition: Competition) -> Buttons:
    """Return the button under arbiters' notices that opens the competition's card."""
    return ((CARD.button(say("button.comp.card"), competition.code, CardStep.CARD),),)


def undo_button(
    competition: Competition, kind: Liftable, player: PersonId | None = None
) -> Buttons:
    """Return the button that takes an act back, under its notice and where the act is seen.

    `player` is the player whom the act concerns; None for an act on the whole competition.
    """
    label = Text(f"button.comp.undo_{kind}", {})
    return ((CARD.button(label, competition.code, CardStep.UNDO, kind.value, f"{player or 0}"),),)


def list_again_line(competition: Competition) -> Text | None:
    """Return that the matches must be listed again; None unless there are groups alone."""
    is_unlisted = competition.stage is CompetitionStage.GROUPED
    return say("comp.list_again") if is_unlisted else None


def next_step(competition: Competition, today: date) -> str:
    """Return the end of the key of the arbiter's next step, as in `comp.next.start`."""
    stage_now, phase = competition.stage, competition.phase
    if stage_now is CompetitionStage.OPEN and len(phase.entries) < 2:
        return "players"
    if stage_now is CompetitionStage.LISTED and today >= phase.plan.start:
        return "start"
    if stage_now is CompetitionStage.RUNNING and not phase.open_games():
        return "close" if competition.next_phase is None else "advance"
    return stage_now.name.lower()


def next_line(competition: Competition, names: Names, today: date) -> Text:
    """Return the arbiter's next step as a line; a free seat precedes all others."""
    free = free_place_line(competition, names)
    return free or say(f"comp.next.{next_step(competition, today)}")


def stage(competition: Competition) -> Text:
    """Return the competition's state, with the phase concerned."""
    name = competition.stage.name.lower()
    return stage_line(competition, competition.phase, say(f"comp.stage.{name}"))


def stage_line(competition: Competition, phase: PhaseState, state: Text) -> Text:
    """Return a phase's state as a line; an only phase needs no name, as the title is above."""
    if has_one_phase(competition):
        return say("comp.stage_only", stage=state)
    return say("comp.stage", phase=own_name(phase.plan.phase), stage=state)


def plan_lines(competition: Competition, today: date) -> list[Text]:
    """Return a line for each phase: dates, groups and number of qualifiers."""
    return [plan_line(competition, phase, today) for phase in competition.phases]


def plan_line(competition: Competition, phase: PhaseState, today: date) -> Text:
    """Return one line about a phase: dates, groups and number of qualifiers."""
    plan = phase.plan
    groups = len(phase.groups) or plan.groups  # an arbiter may draw another number than planned
    goes_on = None
    if plan.advance or plan.best_others:
        goes_on = say("comp.goes_on", going=going(plan.advance, plan.best_others, groups))
    return say(
        "comp.plan",
        phase=say("comp.plan_only") if has_one_phase(competition) else own_name(plan.phase),
        dates=dates_text(competition, phase, today),
        groups=groups,
        goes_on=goes_on,
        returns=None
        if plan.returns is None
        else say("comp.plan_returns", day=plan.returns.isoformat()),
    )


def dates_text(competition: Competition, phase: PhaseState, today: date) -> Text:
    """Return a phase's first and last day; if its first day is past, that another must be set."""
    closing = phase.plan.closing.isoformat()
    if competition.is_late(phase, today):
        return say("comp.dates_late", closing=closing)
    return say("comp.dates", start=phase.first_day.isoformat(), closing=closing)


def going(per_group: int, best_others: int, groups: int) -> Text:
    """Return the number of qualifiers: from each group, and of best others; or of the only one."""
    if groups == 1:
        return say("comp.going_first", n=per_group + best_others)
    others = say("comp.best_others", n=best_others) if best_others else None
    return say("comp.going", advance=per_group, others=others)


def rules_line(competition: Competition) -> Text:
    """Return the frozen rules: sequences, disqualification, word list (art. 2.1, 3.1).

    They include the organisers' reading of points that the regulation leaves open.
    """
    return say(
        "comp.rules",
        scope=say(f"comp.scope.{competition.rules.sequence_scope.value}"),
        exclusion=say(f"comp.exclusion.{competition.exclusion.value}"),
        edition=competition.edition.name,
        reading=reading_line(competition.rules),
    )


def reading_line(rules: Ruleset) -> Text:
    """Return how unfinished games count at the closing: the options of art. 9.4."""
    return say(
        "comp.reading",
        never_begun=say(f"comp.never_begun.{rules.never_begun.value}"),
        unfinished=say(f"comp.unfinished.{rules.unfinished.value}"),
    )
