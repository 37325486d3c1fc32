"""`/campionat`: the dates of the phases, and the numbers of qualifiers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, ask_yes_or_no, step_button
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import sign_up_checks
from bot.service.operations.competitions import namesakes
from bot.service.pure.acts import act
from bot.service.pure.competitions.stored_answers import advancing, parse_advance
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.days import in_figures
from bot.texts.messages import Button, Param, Text, rows_of, say
from bot.texts.notices.competitions.competitions import plan_line, plan_lines, rules_line
from bot.texts.phase_names import has_one_phase, phase_name
from engine.competitions.competition import Competition
from engine.competitions.guards import phase_running
from engine.competitions.parts import PhasePlan
from engine.competitions.planning import check_changeable, may_only_close, plan_phase
from engine.dates import parse_date, parse_period
from engine.errors import Fault, GameStateError


async def _show_plan(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show the phases and what may be changed."""
    competition = snapshot.competition
    buttons: list[Button] = []
    for phase in competition.phases[competition.number :]:
        name = phase.plan.phase.value
        key = "dates_only" if has_one_phase(competition) else f"dates_{name}"
        buttons.append(step_button(competition, key, CardStep.DATES, name))
        has_qualifiers = phase.plan.advance or phase.plan.best_others
        if has_qualifiers and not may_only_close(competition, phase.plan.phase):
            buttons.append(step_button(competition, "goes_on", CardStep.ADVANCING, name))
    text = say(
        "comp.plans",
        plans=plan_lines(competition, service.today()),
        rules=rules_line(competition),
    )
    back = step_button(competition, "back", CardStep.CARD)
    service.edit(user_input, text, (*rows_of(buttons, 1), (back,)))


async def _ask_dates(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask for the dates of a phase."""
    plan = _plan_of(snapshot.competition, step.what)
    check_changeable(snapshot.competition, act(user_input), plan.phase)  # now, not after the dates
    facts: dict[str, Param] = {
        "phase": phase_name(snapshot.competition, plan.phase),
        "first": plan.start.isoformat(),
        "last": plan.closing.isoformat(),
    }
    question = Text("comp.ask.dates", facts)
    if plan.returns is not None:
        facts["returns"] = plan.returns.isoformat()
        question = Text("comp.ask.dates_returns", facts)
    await ask(service, user_input, snapshot, CardStep.DATES, question, step.what)


async def _dates_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Read the typed dates of a phase; ask again if only its closing moves, and to today."""
    competition, today = snapshot.competition, service.today()
    current_plan = _plan_of(competition, step.what)
    text, returns = in_figures(user_input.args), current_plan.returns
    if returns is not None:  # the last of three days is that of the return games
        text, _, last = text.strip().rpartition(" ")
        returns = parse_date(last, today)
    start, closing = parse_period(text, today)
    plan = replace(current_plan, start=start, closing=closing, returns=returns)
    # At the end of today the games would end. Other dates change only before there are games.
    if plan == current_plan or plan != replace(current_plan, closing=today):
        await _change_plan(service, user_input, snapshot, plan)
        return
    plan_phase(competition, act(user_input), plan)  # refuse now, not after the answer
    question = say("comp.ask.closing_today", phase=phase_name(competition, plan.phase))
    yes = step_button(
        competition, "yes_closing_today", CardStep.CLOSE_TODAY, step.what, f"{closing}"
    )
    no = step_button(competition, "give_up", CardStep.PLAN)
    ask_yes_or_no(service, user_input, question, yes, no)


async def _close_today(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Move the closing to today at the second tap; refuse a tap on a later day."""
    today = service.today()
    if step.choice != today.isoformat():
        raise GameStateError(Fault("button_unknown"))
    plan = replace(_plan_of(snapshot.competition, step.what), closing=today)
    await _change_plan(service, user_input, snapshot, plan)


async def _ask_advancing(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask how many players advance from a phase.

    Raises:
        GameStateError: the number can no longer change; refused now, not after the answer.
    """
    competition, phase = snapshot.competition, _plan_of(snapshot.competition, step.what).phase
    check_changeable(competition, act(user_input), phase)
    if may_only_close(competition, phase):
        raise GameStateError(phase_running(competition))
    question = say("comp.ask.advance_number")
    await ask(service, user_input, snapshot, CardStep.ADVANCING, question, step.what)


async def _advancing_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Read how many players advance from each group, and how many of the best others."""
    per_group, others = advancing(parse_advance(user_input.args))
    current_plan = _plan_of(snapshot.competition, step.what)
    plan = replace(current_plan, advance=per_group, best_others=others)
    await _change_plan(service, user_input, snapshot, plan)


async def _change_plan(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, plan: PhasePlan
) -> None:
    """Change a phase's plan and notify everyone; the plan that it has already notifies nobody."""
    events = plan_phase(snapshot.competition, act(user_input), plan)
    if plan == snapshot.competition.state_of(plan.phase).plan:
        await show_card(service, user_input, snapshot, say("comp.done.plan_unchanged"))
        return
    await sign_up_checks.check_start(service, snapshot.competition, plan)
    snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    await namesakes.ask(service, competition)
    phase = competition.state_of(plan.phase)
    line = plan_line(competition, phase, service.today())
    text = say("comp.plan_changed", title=competition.title, plan=line)
    await service.notify_arbiters(competition, text, but=user_input.person.id)
    await service.notify_players(competition, text)
    await show_card(service, user_input, snapshot, say("comp.done.planned"))


def _plan_of(competition: Competition, name: str) -> PhasePlan:
    """Return the plan of the phase with that name.

    Raises:
        GameStateError: no phase has that name.
    """
    for phase in competition.phases:
        if phase.plan.phase.value == name:
            return phase.plan
    raise GameStateError(Fault("no_phase", "7.1"))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.PLAN: _show_plan,
    CardStep.DATES: _ask_dates,
    CardStep.CLOSE_TODAY: _close_today,
    CardStep.ADVANCING: _ask_advancing,
}
TYPED: Final[Mapping[CardStep, Step]] = {
    CardStep.DATES: _dates_given,
    CardStep.ADVANCING: _advancing_given,
}
