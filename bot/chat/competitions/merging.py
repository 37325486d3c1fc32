"""`/campionat`: an arbiter records that two people known to the bot are one.

`bot.chat.people.same_person` is the operators' way to the same question, preview and decision.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask, drop_question, step_button
from bot.chat.competitions.identities import PairButton, identity_question, named_people, preview
from bot.chat.competitions.phase_players import entry_of
from bot.runtime.shared import UserInput
from bot.service.people import merging
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import person_in
from engine.ids import PersonId
from storage.people.people import Person


def _step_buttons(snapshot: CompetitionSnapshot, step: CardStep) -> PairButton:
    """Return the function that makes the buttons of a step of the competition's card."""
    code = snapshot.competition.code
    return lambda label, kept, gone: CARD.button(label, code, step, f"{kept}", f"{gone}")


async def _ask_whom(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask who a player also is: a person of a similar name, or a typed name."""
    player = entry_of(snapshot.competition, step.what).player
    name = (await service.competitions.names(snapshot.competition))[player]
    people = await merging.alike(service, player, name)
    await _ask_identity(service, user_input, snapshot, player, people)


async def _ask_identity(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    people: list[Person],
) -> None:
    """Ask who the player also is, and wait for a typed name."""
    name = (await service.competitions.names(snapshot.competition))[player]
    question, buttons = await identity_question(
        service, player, name, people, _step_buttons(snapshot, CardStep.MERGE_PREVIEW)
    )
    await ask(service, user_input, snapshot, CardStep.MERGE, question, f"{player}", more=buttons)


async def _name_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Offer the people of the typed name."""
    player = entry_of(snapshot.competition, step.what).player
    people = await named_people(service, player, user_input.args)
    await _ask_identity(service, user_input, snapshot, player, people)


async def _preview(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show both people and what follows; the arbiter confirms by choosing the name that stays."""
    player, namesake = person_in(step.what), person_in(step.choice)
    names = await merging.names_here(service, snapshot, player, namesake)
    pair = await merging.pair_of(service, player, namesake)
    text, buttons = await preview(
        service, user_input, pair, names, _step_buttons(snapshot, CardStep.MERGE_CONFIRMED)
    )
    await drop_question(service, user_input, snapshot.competition)
    out = step_button(snapshot.competition, "give_up", CardStep.PLAYERS)
    service.answer(user_input, text, (*buttons, (out,)))


async def _merge(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Join the two people."""
    kept, gone = person_in(step.what), person_in(step.choice)
    await merging.names_here(service, snapshot, kept, gone)  # refuses people who are not in it
    text = await merging.carry_out(service, user_input, await merging.pair_of(service, kept, gone))
    merged = await service.competitions.load(snapshot.competition.code)
    await show_card(service, user_input, merged, text)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.MERGE: _ask_whom,
    CardStep.MERGE_PREVIEW: _preview,
    CardStep.MERGE_CONFIRMED: _merge,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.MERGE: _name_given}
