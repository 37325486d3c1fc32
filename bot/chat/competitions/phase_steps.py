"""`/campionat`: the steps of a phase: seeds, groups, colours, lists, start, qualifiers, closing.

Steps that concern everybody take two taps: closing the entries, qualification, closing.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Final

from bot.chat.cases.overview import case_row
from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, ask, ask_twice, step_button
from bot.chat.competitions.file_buttons import file_buttons
from bot.documents.standings.list_sheets import PAIRINGS
from bot.runtime.shared import UserInput
from bot.service.competitions import draws, phases
from bot.service.operations.competitions import namesakes
from bot.service.operations.competitions.redrawing import is_untouched
from bot.service.pure.competitions.draft import MOST_GROUPS
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot, act
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.buttons.verb import YES
from bot.texts.messages import Text, rows_of, say
from bot.texts.notices.competitions.advancing import advancing_lines
from bot.texts.notices.competitions.draws import full_lists, sealed_text
from bot.texts.notices.matches.proof import verify_draws_button
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Events
from engine.competitions.results import advance, advance_again, close
from engine.errors import Fault, NotationError
from engine.ids import PersonId

SHORTEST_REASON = 3
MOST_CASES = 10
"""The most open cases with a button before a competition is closed."""
_LEAVE_OPEN = "open"


async def _commit(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the entries after a second tap, and publish the commitments of the draws."""
    if await _ask_about_namesakes(service, user_input, snapshot):
        return
    if step.what != YES:
        question = say("comp.ask.commit", n=len(snapshot.competition.phase.entries))
        await _confirm(service, user_input, snapshot, question, CardStep.COMMIT)
        return
    snapshot = await draws.commit(service, user_input, snapshot)
    await show_card(service, user_input, snapshot, say("comp.done.committed"))


async def _ask_about_namesakes(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> bool:
    """Ask about two players who may be one person; return False if there are none."""
    pairs = await namesakes.of(service, snapshot.competition)
    if not pairs:
        return False
    text, buttons = namesakes.question(snapshot.competition, pairs[0])
    back = step_button(snapshot.competition, "give_up", CardStep.CARD)
    await answer(service, user_input, text, (*buttons, (back,)))
    return True


async def _settle_namesakes(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Store that two players of similar names are two people; ask about the next two."""
    for pair in await namesakes.of(service, snapshot.competition):
        if (f"{pair.first}", f"{pair.second}") == (step.what, step.choice):
            await namesakes.settle(service, pair)
    if not await _ask_about_namesakes(service, user_input, snapshot):
        await show_card(service, user_input, snapshot, say("namesakes.done"))


async def _draw(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Draw the number of groups in the button."""
    snapshot = await draws.draw(
        service, user_input, snapshot, int(step.what) if step.what.isdecimal() else None
    )
    await show_card(service, user_input, snapshot, say("comp.done.drawn"))


async def _ask_number(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for another number of groups than planned."""
    competition = snapshot.competition
    most = min(MOST_GROUPS, len(competition.phase.entries) // 2)
    numbers = [
        step_button(competition, "number", CardStep.DRAW, f"{number}", n=number)
        for number in range(1, min(most, 12) + 1)
    ]
    await ask(
        service,
        user_input,
        snapshot,
        CardStep.DRAW,
        say("comp.ask.groups"),
        more=rows_of(numbers, 4),
    )


async def _number_typed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    if not user_input.args.strip().isdecimal():
        raise NotationError(Fault("number_of_groups", facts={"most": MOST_GROUPS}))
    await _draw(service, user_input, snapshot, step._replace(what=user_input.args.strip()))


async def _list_matches(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Draw the colours and list the matches."""
    snapshot = await draws.list_all(service, user_input, snapshot)
    await show_card(
        service,
        user_input,
        snapshot,
        say("comp.done.listed", n=len(snapshot.competition.phase.matches)),
    )


async def _publish(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Send the lists to everyone."""
    reached = await draws.publish(service, snapshot)
    phase, claimed = snapshot.competition.phase, snapshot.competition.claimed
    missing = len(set(phase.players) - claimed)
    late = say("comp.done.unreached", n=missing) if missing else None
    key = "comp.done.published" if reached else "comp.done.published_before"
    await show_card(service, user_input, snapshot, Text(key, {"n": reached, "late": late}))


async def _show_lists(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show the groups and matches to the arbiter only."""
    service.toast(user_input)
    names = await service.competitions.names(snapshot.competition)
    groups, matches = full_lists(snapshot.competition, names)
    service.reply(user_input, groups)
    if snapshot.competition.phase.matches:
        files = file_buttons(snapshot.competition, snapshot.competition.number, PAIRINGS)
        service.reply(user_input, matches, (files,))
    if snapshot.competition.phase.seeds.lots:
        check = verify_draws_button(snapshot.competition.code)
        service.reply(user_input, sealed_text(snapshot.competition), check)


async def _start(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Start the phase on its day."""
    before = snapshot.seq
    snapshot = await phases.start(service, snapshot, user_input.at)
    note = say("comp.done.started") if snapshot.seq != before else say("comp.done.too_early")
    await show_card(service, user_input, snapshot, note)


async def _ask_annul(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for the reason to annul the draws."""
    await ask(service, user_input, snapshot, CardStep.ANNUL, say("comp.ask.annul"))


async def _annul(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Annul the draws for the typed reason."""
    reason = " ".join(user_input.args.split())
    if len(reason) < SHORTEST_REASON:
        raise NotationError(Fault("reason_needed"))
    snapshot = await draws.annul(service, user_input, snapshot, reason[:300])
    await show_card(service, user_input, snapshot, say("comp.done.annulled"))


async def _advance(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the qualifiers; confirm them at the second tap."""
    if step.what == YES:
        snapshot = await phases.open_next_phase(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.done.advanced"))
        return
    events = advance(snapshot.competition, act(user_input))
    then, names = await _after(service, snapshot, events)
    question = say("comp.ask.advance_players", players=advancing_lines(then, names))
    await _confirm(service, user_input, snapshot, question, CardStep.ADVANCE)


async def _advance_again(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the qualifiers by the corrected results; confirm them at the second tap."""
    if step.what == YES:
        snapshot = await phases.reopen_next_phase(service, user_input, snapshot)
        await show_card(service, user_input, snapshot, say("comp.done.again"))
        return
    is_running = await is_untouched(service, snapshot.competition)
    events = advance_again(snapshot.competition, act(user_input), untouched=is_running)
    then, names = await _after(service, snapshot, events)
    lines = advancing_lines(then, names)
    out = [who for who in snapshot.competition.phase.players if who not in then.phase.players]
    named = say("comp.ask.again_out", who=", ".join(names[who] for who in out)) if out else None
    key = "comp.ask.again_running" if is_running else "comp.ask.again"
    question = say(key, players=lines, out=named)
    await _confirm(service, user_input, snapshot, question, CardStep.ADVANCE_AGAIN)


async def _after(
    service: Service, snapshot: CompetitionSnapshot, events: Events
) -> tuple[Competition, dict[PersonId, str]]:
    """Return the competition after these events, and the names of its people then."""
    then = reduce(evolve_competition, events, snapshot.competition)
    return then, await service.competitions.names(then)


async def _close(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the competition at the second tap; open cases are named and stay open.

    A case opened between the two taps is named before the closing.
    """
    waiting = await service.cases.open_within(snapshot.competition.code)
    if step.what == _LEAVE_OPEN or (step.what == YES and not waiting):
        snapshot = await phases.close_competition(service, user_input, snapshot)
        await show_card(service, user_input, snapshot)
        return
    close(snapshot.competition, act(user_input))
    if not waiting:
        await _confirm(service, user_input, snapshot, say("comp.ask.close"), CardStep.CLOSE)
        return
    rows = [await case_row(service, row) for row in waiting[:MOST_CASES]]
    cases = tuple(
        (CASE.button(say("cases.label", case=row.case_id), row.case_id, CaseAction.OPEN),)
        for row in waiting[:MOST_CASES]
    )
    leave = step_button(snapshot.competition, "close_open", CardStep.CLOSE, _LEAVE_OPEN)
    back = step_button(snapshot.competition, "give_up", CardStep.CARD)
    question = say("comp.ask.close_open", n=len(waiting), rows=rows)
    await answer(service, user_input, question, (*cases, (leave,), (back,)))


async def _confirm(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    question: Text,
    step: CardStep,
) -> None:
    """Ask for a second tap on the step."""
    yes = step_button(snapshot.competition, f"yes_{step}", step, YES)
    no = step_button(snapshot.competition, "give_up", CardStep.CARD)
    await ask_twice(service, user_input, question, yes, no)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.NAMESAKES_APART: _settle_namesakes,
    CardStep.COMMIT: _commit,
    CardStep.DRAW: _draw,
    CardStep.ASK_DRAWN_NUMBER: _ask_number,
    CardStep.LIST_MATCHES: _list_matches,
    CardStep.PUBLISH: _publish,
    CardStep.SHOW_LISTS: _show_lists,
    CardStep.START: _start,
    CardStep.ANNUL: _ask_annul,
    CardStep.ADVANCE: _advance,
    CardStep.ADVANCE_AGAIN: _advance_again,
    CardStep.CLOSE: _close,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.DRAW: _number_typed, CardStep.ANNUL: _annul}
