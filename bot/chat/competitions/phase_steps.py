"""`/campionat`: the steps to a phase's start: seeds, groups, colours, lists.

`bot.chat.competitions.phase_ends` has the steps after its games.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, ask_second_tap, step_button
from bot.chat.competitions.file_buttons import file_buttons
from bot.documents.standings.list_sheets import PAIRINGS
from bot.runtime.shared import UserInput
from bot.service.competitions import draws, phases
from bot.service.lookups.competitions.sign_up_checks import check_sign_up_over
from bot.service.operations.cases.decisions import LONGEST_REASON
from bot.service.operations.competitions import namesakes
from bot.service.pure.competitions.draft import MOST_GROUPS, parse_groups
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.buttons.verb import YES
from bot.texts.clean_text import clean
from bot.texts.messages import rows_of, say
from bot.texts.notices.competitions.draws import full_lists, sealed_text
from bot.texts.notices.matches.proof import verify_draws_button
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import COMMITTED, DRAWING, OPEN, check_stage
from engine.errors import Fault, GameStateError, NotationError

_SHORTEST_REASON: Final = 3
"""The fewest characters of the reason to annul the draws."""
_MOST_NUMBERS: Final = 12
"""The most numbers of groups with a button; a higher one is typed."""


async def _commit(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the entries after a second tap, and publish the commitments of the draws."""
    check_stage(snapshot.competition, OPEN)
    await check_sign_up_over(service, snapshot.competition)
    if await _ask_about_namesakes(service, user_input, snapshot):
        return
    if step.what != YES:
        question = say("comp.ask.commit", n=len(snapshot.competition.phase.entries))
        ask_second_tap(service, user_input, snapshot, question, CardStep.COMMIT)
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
    service.answer(user_input, text, (*buttons, (back,)))
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
    """Draw as many groups as the button says."""
    await _draw_groups(service, user_input, snapshot, parse_groups(step.what))


async def _draw_groups(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, number: int
) -> None:
    """Draw that many groups, and show the card."""
    snapshot = await draws.draw(service, user_input, snapshot, number)
    await show_card(service, user_input, snapshot, say("comp.done.drawn"))


async def _ask_number(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for the number of groups."""
    competition = snapshot.competition
    check_stage(competition, COMMITTED)
    most = min(MOST_GROUPS, len(competition.phase.entries) // 2)  # a group has two players or more
    numbers = [
        step_button(competition, "number", CardStep.DRAW, f"{number}", n=number)
        for number in range(1, min(most, _MOST_NUMBERS) + 1)
    ]
    question, buttons = say("comp.ask.groups"), rows_of(numbers, 4)
    await ask(service, user_input, snapshot, CardStep.DRAW, question, more=buttons)


async def _number_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Draw the typed number of groups."""
    await _draw_groups(service, user_input, snapshot, parse_groups(user_input.args))


async def _list_matches(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Draw the colours and list the matches."""
    snapshot = await draws.list_all(service, user_input, snapshot)
    note = say("comp.done.listed", n=len(snapshot.competition.phase.matches))
    await show_card(service, user_input, snapshot, note)


def _check_listed(competition: Competition) -> None:
    """Refuse a button of lists that were annulled since, or whose phase has begun.

    Raises:
        GameStateError: `button_unknown`.
    """
    if competition.stage is not CompetitionStage.LISTED:
        raise GameStateError(Fault("button_unknown"))


async def _publish(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Send the lists to the arbiters and everyone who has joined, unless they have them already."""
    _check_listed(snapshot.competition)
    sent = await draws.publish(service, snapshot)
    competition = snapshot.competition
    missing = len(set(competition.phase.players) - competition.claimed)
    unreached = say("comp.done.unreached", n=missing) if missing else None
    if sent.players:
        note = say("comp.done.published", n=sent.players, late=unreached)
    elif sent.arbiters:
        note = say("comp.done.published_arbiters", late=unreached)
    else:
        note = say("comp.done.published_before", late=unreached)
    await show_card(service, user_input, snapshot, note)


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
        verify = verify_draws_button(snapshot.competition.code)
        service.reply(user_input, sealed_text(snapshot.competition), verify)


async def _start(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Start the phase on its day."""
    _check_listed(snapshot.competition)
    seq_before = snapshot.seq  # before its day, `start` returns the snapshot unchanged
    snapshot = await phases.start(service, snapshot, user_input.at)
    note = say("comp.done.started") if snapshot.seq != seq_before else say("comp.done.too_early")
    await show_card(service, user_input, snapshot, note)


async def _ask_annul(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Ask for the reason to annul the draws."""
    check_stage(snapshot.competition, DRAWING)
    await ask(service, user_input, snapshot, CardStep.ANNUL, say("comp.ask.annul"))


async def _annulment_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Annul the draws for the typed reason.

    Raises:
        NotationError: `reason_needed` or `reason_long`.
    """
    reason = " ".join(clean(user_input.args, longest=len(user_input.args), lines=False).split())
    if len(reason) < _SHORTEST_REASON:
        raise NotationError(Fault("reason_needed"))
    if len(reason) > LONGEST_REASON:
        raise NotationError(Fault("reason_long", facts={"n": len(reason), "most": LONGEST_REASON}))
    snapshot = await draws.annul(service, user_input, snapshot, reason)
    await show_card(service, user_input, snapshot, say("comp.done.annulled"))


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
}
TYPED: Final[Mapping[CardStep, Step]] = {
    CardStep.DRAW: _number_given,
    CardStep.ANNUL: _annulment_given,
}
