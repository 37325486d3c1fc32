"""`/campionat`: the steps of a phase: seeds, groups, colours, lists, start, qualifiers, closing.

Steps that cannot be undone take two taps: closing the entries, qualification, closing.
"""

from functools import reduce

from bot.chat.cases.overview import case_row
from bot.chat.competitions.card import answer, ask, ask_twice, show_card, step_button
from bot.runtime.shared import Said
from bot.service.competitions import draws, phases
from bot.service.competitions.competitions import SeenCompetition, act
from bot.service.competitions.draft import MOST_GROUPS
from bot.service.competitions.redrawing import is_untouched
from bot.service.service import Service
from bot.texts.buttons.cases import CASE
from bot.texts.buttons.competitions import OfCard
from bot.texts.buttons.verb import YES
from bot.texts.messages import Text, rows_of, say
from bot.texts.notices.matches.proof import verify_draws_button
from engine.competitions.fold import evolve_competition
from engine.competitions.results import advance, advance_again, close
from engine.errors import Fault, NotationError

SHORTEST_REASON = 3
MOST_CASES = 10
"""The most open cases with a button before a competition is closed."""
_LEAVE_OPEN = "open"


async def _commit(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Close the entries after a second tap, and publish the commitments of the draws."""
    if step.what != YES:
        question = say("comp.ask.commit", n=len(seen.competition.phase.entries))
        await _confirm(service, said, seen, question, "commit")
        return
    seen = await draws.commit(service, said, seen)
    await show_card(service, said, seen, say("comp.done.committed"))


async def _draw(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Draw the number of groups in the button."""
    seen = await draws.draw(service, said, seen, int(step.what) if step.what.isdecimal() else None)
    await show_card(service, said, seen, say("comp.done.drawn"))


async def _ask_number(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Ask for another number of groups than planned."""
    del step
    competition = seen.competition
    most = min(MOST_GROUPS, len(competition.phase.entries) // 2)
    numbers = [
        step_button(competition, "number", "draw", f"{number}", n=number)
        for number in range(1, min(most, 12) + 1)
    ]
    await ask(service, said, seen, "draw", say("comp.ask.groups"), more=rows_of(numbers, 4))


async def _number_typed(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    if not said.args.strip().isdecimal():
        raise NotationError(Fault("number_of_groups", facts={"most": MOST_GROUPS}))
    await _draw(service, said, seen, step._replace(what=said.args.strip()))


async def _list(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Draw the colours and list the matches."""
    del step
    seen = await draws.list_all(service, said, seen)
    await show_card(
        service, said, seen, say("comp.done.listed", n=len(seen.competition.phase.matches))
    )


async def _publish(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Send the lists to everyone."""
    del step
    reached = await draws.publish(service, seen)
    phase, claimed = seen.competition.phase, seen.competition.claimed
    missing = len(set(phase.players) - claimed)
    late = say("comp.done.unreached", n=missing) if missing else None
    key = "comp.done.published" if reached else "comp.done.published_before"
    await show_card(service, said, seen, Text(key, {"n": reached, "late": late}))


async def _lists(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Show the groups and matches to the arbiter only."""
    del step
    service.toast(said)
    names = await service.competitions.names(seen.competition)
    groups, matches = draws.full_lists(seen.competition, names)
    service.reply(said, groups)
    if seen.competition.phase.matches:
        service.reply(said, matches)
    if seen.competition.phase.seeds.lots:
        check = verify_draws_button(seen.competition.code)
        service.reply(said, draws.sealed_text(seen.competition), check)


async def _start(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Start the phase on its day."""
    del step
    before = seen.seq
    seen = await phases.start(service, seen, said.at)
    note = say("comp.done.started") if seen.seq != before else say("comp.done.too_early")
    await show_card(service, said, seen, note)


async def _ask_annul(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Ask for the reason to annul the draws."""
    del step
    await ask(service, said, seen, "annul", say("comp.ask.annul"))


async def _annul(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Annul the draws for the typed reason."""
    del step
    reason = " ".join(said.args.split())
    if len(reason) < SHORTEST_REASON:
        raise NotationError(Fault("reason_needed"))
    seen = await draws.annul(service, said, seen, reason[:300])
    await show_card(service, said, seen, say("comp.done.annulled"))


async def _advance(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Show the qualifiers; confirm them at the second tap."""
    if step.what == YES:
        seen = await phases.open_next_phase(service, said, seen)
        await show_card(service, said, seen, say("comp.done.advanced"))
        return
    events = advance(seen.competition, act(said))
    then = reduce(evolve_competition, events, seen.competition)
    names = await service.competitions.names(then)
    await _confirm(
        service,
        said,
        seen,
        say("comp.ask.advance_players", players=phases.advancing_lines(then, names)),
        "advance",
    )


async def _again(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Show the qualifiers by the corrected results; confirm them at the second tap."""
    if step.what == YES:
        seen = await phases.reopen_next_phase(service, said, seen)
        await show_card(service, said, seen, say("comp.done.again"))
        return
    is_running = await is_untouched(service, seen.competition)
    events = advance_again(seen.competition, act(said), untouched=is_running)
    then = reduce(evolve_competition, events, seen.competition)
    names = await service.competitions.names(then)
    lines = phases.advancing_lines(then, names)
    out = [who for who in seen.competition.phase.players if who not in then.phase.players]
    named = say("comp.ask.again_out", who=", ".join(names[who] for who in out)) if out else None
    key = "comp.ask.again_running" if is_running else "comp.ask.again"
    question = say(key, players=lines, out=named)
    await _confirm(service, said, seen, question, "again")


async def _close(service: Service, said: Said, seen: SeenCompetition, step: OfCard) -> None:
    """Close the competition at the second tap; open cases are named and stay open.

    A case opened between the two taps is named before the closing.
    """
    waiting = await service.cases.open_within(seen.competition.code)
    if step.what == _LEAVE_OPEN or (step.what == YES and not waiting):
        seen = await phases.close_competition(service, said, seen)
        await show_card(service, said, seen)
        return
    close(seen.competition, act(said))
    if not waiting:
        await _confirm(service, said, seen, say("comp.ask.close"), "close")
        return
    rows = [await case_row(service, row) for row in waiting[:MOST_CASES]]
    cases = tuple(
        (CASE.button(say("cases.label", case=row.case_id), row.case_id, "open"),)
        for row in waiting[:MOST_CASES]
    )
    leave = step_button(seen.competition, "close_open", "close", _LEAVE_OPEN)
    back = step_button(seen.competition, "give_up", "card")
    question = say("comp.ask.close_open", n=len(waiting), rows=rows)
    await answer(service, said, question, (*cases, (leave,), (back,)))


async def _confirm(
    service: Service, said: Said, seen: SeenCompetition, question: Text, step: str
) -> None:
    yes = step_button(seen.competition, f"yes_{step}", step, YES)
    no = step_button(seen.competition, "give_up", "card")
    await ask_twice(service, said, question, yes, no)


STEPS = {
    "commit": _commit,
    "draw": _draw,
    "drawn": _ask_number,
    "list": _list,
    "publish": _publish,
    "lists": _lists,
    "start": _start,
    "annul": _ask_annul,
    "advance": _advance,
    "again": _again,
    "close": _close,
}
TYPED = {"draw": _number_typed, "annul": _annul}
