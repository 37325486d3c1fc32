"""Planning a competition and its phases: arbiters, dates, and the number of players who advance.

An import can be taken back: until it is restored, the competition and its matches count nowhere,
and nothing of the log changes. `engine.competitions.entering` handles the players.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import (
    ArbitersChanged,
    BrowserSeatsSet,
    CompetitionCreated,
    ImportTakenBack,
    PhasePlanned,
)
from engine.competitions.guards import LIVING, Act, Events, check_arbiter, phase_running
from engine.competitions.parts import PhasePlan
from engine.errors import Fault, GameStateError, refuse
from engine.ids import PersonId
from engine.rulesets import Phase, Ruleset, SequenceScope
from engine.thinking_time import day_of


def create(wanted: CompetitionCreated) -> Events:
    """Create a competition with these settings.

    Raises:
        RuleViolation: `no_arbiter`, or a fault from `plan_faults`.
    """
    faults = [] if wanted.arbiters else [Fault("no_arbiter", "2.1")]
    refuse(faults + plan_faults(wanted.plans, wanted.rules))
    return (wanted,)


def set_arbiters(competition: Competition, act: Act, arbiters: Sequence[PersonId]) -> Events:
    """Set the arbiters, the chief arbiter first; this also hands a competition over.

    Anyone named twice counts once. Return no events if these are the arbiters already.

    Raises:
        RuleViolation: `no_arbiter` or `arbiter_cannot_play`.
        GameStateError: the person is not an arbiter of it, or it is closed.
    """
    check_arbiter(competition, act, LIVING)
    playing = {entry.player for phase in competition.phases for entry in phase.entries}
    faults = [Fault("arbiter_cannot_play", "1.1", {"player": p}) for p in arbiters if p in playing]
    refuse(faults if arbiters else [Fault("no_arbiter", "2.1")])
    each_once = tuple(dict.fromkeys(arbiters))
    if each_once == competition.arbiters:
        return ()
    return (ArbitersChanged(at=act.at, by=act.by, arbiters=each_once),)


def set_browser_seats(competition: Competition, act: Act, *, allowed: bool) -> Events:
    """Set whether browsers may take seats; return no events if that is so already.

    Raises:
        GameStateError: the person is not an arbiter of it, or it is closed.
    """
    check_arbiter(competition, act, LIVING)
    if competition.browser_seats is allowed:
        return ()
    return (BrowserSeatsSet(at=act.at, by=act.by, allowed=allowed),)


def check_changeable(competition: Competition, act: Act, phase: Phase) -> None:
    """Refuse a phase of whose plan nothing can change any more.

    Raises:
        GameStateError: the person is not an arbiter of it, it is closed, or the phase is over.
    """
    check_arbiter(competition, act, LIVING)
    if phase in {past.plan.phase for past in competition.phases[: competition.number]}:
        raise GameStateError(Fault("phase_over", facts={"phase": phase}))


def may_only_close(competition: Competition, phase: Phase) -> bool:
    """Return whether the phase is running, so that only its closing date can change."""
    return competition.stage is CompetitionStage.RUNNING and phase is competition.phase.plan.phase


def plan_phase(competition: Competition, act: Act, plan: PhasePlan) -> Events:
    """Change a phase's dates and advancement, or add a phase.

    In a running phase only the closing date can change, and not to a past day. Leave is adapted to
    the new dates (art. 7.2).

    Raises:
        RuleViolation: `closing_in_the_past`, or a fault from `plan_faults`.
        GameStateError: the person is not an arbiter of it, the phase is over, or it is running
            and more than its closing date would change.
    """
    check_changeable(competition, act, plan.phase)
    present_plans = [phase.plan for phase in competition.phases]
    faults = []
    present = competition.phase.plan
    if may_only_close(competition, plan.phase):
        if replace(plan, closing=present.closing) != present:
            raise GameStateError(phase_running(competition))
        if plan.closing < day_of(act.at, competition.rules.time_zone):
            faults.append(Fault("closing_in_the_past", "9.4", {"closing": f"{plan.closing}"}))
    plans = [plan if old.phase is plan.phase else old for old in present_plans]
    if plan not in plans:
        plans.append(plan)
    refuse(faults + plan_faults(plans, competition.rules))
    return (PhasePlanned(at=act.at, by=act.by, plan=plan),)


def plan_faults(plans: Sequence[PhasePlan], rules: Ruleset) -> list[Fault]:
    """Return the faults of the phases and their dates.

    Return games that share a sequence must start on one day. Otherwise a player could read it in a
    match that is ahead (art. 2.1). The codes: `return_day_needed`, and those of `contradictions`.
    """
    needs_days = rules.sequence_scope is SequenceScope.LEG
    without = [plan for plan in plans if needs_days and plan.returns is None]
    missing = [Fault("return_day_needed", "2.1", _dates(plan)) for plan in without]
    return missing + contradictions(plans, rules)


def contradictions(plans: Sequence[PhasePlan], rules: Ruleset) -> list[Fault]:
    """Return the faults of phases of which some days may still be missing.

    The codes: `no_phase`, `phases_out_of_order` (including repeated ones), `closing_before_start`,
    `return_day_outside`, `starts_before_results`, `nobody_advances`.
    """
    faults = [] if plans else [Fault("no_phase", "7.1")]
    in_order = tuple(Phase)
    for plan in plans:
        if plan.closing <= plan.start:
            faults.append(Fault("closing_before_start", "9.4", _dates(plan)))
        if plan.returns is not None and not plan.start < plan.returns <= plan.closing:
            facts = {**_dates(plan), "returns": f"{plan.returns}"}
            faults.append(Fault("return_day_outside", "7.1", facts))
        if min(plan.advance, plan.best_others) < 0:
            faults.append(Fault("nobody_advances", facts={"phase": plan.phase}))
    for before, after in pairwise(plans):
        if in_order.index(after.phase) <= in_order.index(before.phase):
            faults.append(Fault("phases_out_of_order", "7.1", {"phase": after.phase}))
        if after.start <= before.results_due(rules):
            facts = {**_dates(after), "due": f"{before.results_due(rules)}"}
            faults.append(Fault("starts_before_results", "9.7", facts))
        if not before.advance and not before.best_others:
            faults.append(Fault("nobody_advances", facts={"phase": before.phase}))
    return faults


def _dates(plan: PhasePlan) -> dict[str, str]:
    return {"phase": plan.phase, "start": f"{plan.start}", "closing": f"{plan.closing}"}


def take_import_back(
    competition: Competition, act: Act, reason: str, *, restored: bool = False
) -> Events:
    """Take back the import of the competition, even after the end, or restore it as it was.

    Raises:
        GameStateError: `not_an_arbiter`; `competition_taken_back`, or `not_imported`, because a
            competition that was played here cannot be taken back; `import_in_force`, if there is
            nothing to restore.
    """
    title = {"title": competition.title}
    # While an import is taken back, it can only be restored.
    check_arbiter(replace(competition, taken_back=False) if restored else competition, act)
    if not competition.imported:
        raise GameStateError(Fault("not_imported", facts=title))
    if restored and not competition.taken_back:
        raise GameStateError(Fault("import_in_force", facts=title))
    return (ImportTakenBack(at=act.at, by=act.by, reason=reason, restored=restored),)
