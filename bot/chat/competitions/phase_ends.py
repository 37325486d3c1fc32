"""`/campionat`: the steps after a phase's games: who advances, again if needed, and the closing.

Each takes two taps, because it concerns everybody.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Final

from bot.chat.cases.overview import case_row
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask_second_tap, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import phases
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.buttons.verb import YES
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.advancing import advancing_lines
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Events
from engine.competitions.results import advance, advance_again, close

_MOST_CASES: Final = 10
"""The most open cases with a button before a competition is closed."""
_SHOWN: Final = "qualifiers_shown"
"""The key under which the last question about qualifiers is stored, as a hash."""
_CASES_SHOWN: Final = "open_cases_shown"
"""The same of the last question about open cases."""
_LEAVE_OPEN: Final = "open"
"""The choice to close the competition although cases are open."""


async def _advance(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the qualifiers; confirm them at the second tap."""
    events = advance(snapshot.competition, act(user_input))
    next_competition = _after(snapshot.competition, events)
    lines = advancing_lines(next_competition, await service.competitions.names(next_competition))
    question = say("comp.ask.advance_players", players=lines)
    if await _is_confirmed(service, user_input, snapshot, step, question):
        snapshot = await phases.open_next_phase(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.done.advanced"))


async def _advance_again(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the qualifiers by the corrected results; confirm them at the second tap."""
    competition = snapshot.competition
    is_running = await is_untouched(service, competition)
    events = advance_again(competition, act(user_input), untouched=is_running)
    next_competition = _after(competition, events)
    names = await service.competitions.names(next_competition)
    out = [
        names[who] for who in competition.phase.players if who not in next_competition.phase.players
    ]
    question = say(
        "comp.ask.again_running" if is_running else "comp.ask.again",
        players=advancing_lines(next_competition, names),
        out=say("comp.ask.again_out", who=out) if out else None,
    )
    if await _is_confirmed(service, user_input, snapshot, step, question):
        snapshot = await phases.reopen_next_phase(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.done.again"))


async def _is_confirmed(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    question: Text,
) -> bool:
    """Return whether the second tap confirms what was shown; otherwise ask the question.

    A ruling may have changed the qualifiers between the two taps.
    """
    if step.what == YES and await service.dialogues.is_as_shown(user_input, _SHOWN, question):
        return True
    await service.dialogues.remember_shown(user_input, _SHOWN, question)
    ask_second_tap(service, user_input, snapshot, question, step.step)
    return False


def _after(competition: Competition, events: Events) -> Competition:
    """Return the competition after these events, which are not recorded yet."""
    return reduce(evolve_competition, events, competition)


async def _close(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the competition at the second tap; open cases are named and stay open.

    A case opened between the two taps is named before the closing.
    """
    open_cases = await service.cases.open_within(snapshot.competition.code)
    close(snapshot.competition, act(user_input))  # refuse now, not after the answer
    if not open_cases:
        if step.what in {YES, _LEAVE_OPEN}:
            await _close_now(service, user_input, snapshot)
        else:
            ask_second_tap(service, user_input, snapshot, say("comp.ask.close"), CardStep.CLOSE)
        return
    rows = [await case_row(service, row) for row in open_cases[:_MOST_CASES]]
    question = say("comp.ask.close_open", n=len(open_cases), rows=rows)
    is_as_shown = await service.dialogues.is_as_shown(user_input, _CASES_SHOWN, question)
    if is_as_shown and step.what == _LEAVE_OPEN:
        await _close_now(service, user_input, snapshot)
        return
    cases = tuple(
        (CASE.button(say("cases.label", case=row.case_id), row.case_id, CaseAction.OPEN),)
        for row in open_cases[:_MOST_CASES]
    )
    leave = step_button(snapshot.competition, "close_open", CardStep.CLOSE, _LEAVE_OPEN)
    back = step_button(snapshot.competition, "give_up", CardStep.CARD)
    service.answer(user_input, question, (*cases, (leave,), (back,)))


async def _close_now(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> None:
    """Close the competition, and show its card."""
    snapshot = await phases.close_competition(service, user_input, snapshot)
    await show_card(service, user_input, snapshot)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.ADVANCE: _advance,
    CardStep.ADVANCE_AGAIN: _advance_again,
    CardStep.CLOSE: _close,
}
