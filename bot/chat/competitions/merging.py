"""`/campionat`: an arbiter records that two people known to the bot are one.

`bot.chat.people.same_person` is the operators' way to the same question, preview and decision.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, ask, step_button
from bot.chat.competitions.phase_players import entry_of
from bot.runtime.shared import UserInput
from bot.service.people import merging
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import person_in
from bot.texts.messages import Button, Card, Text, say
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId
from storage.people.people import Person

PairButton = Callable[[Text, PersonId, PersonId], Button]
"""Makes the button with that label for two people."""


def _step_buttons(snapshot: CompetitionSnapshot, step: CardStep) -> PairButton:
    """Return the function that makes the buttons of a step of the competition's card."""
    code = snapshot.competition.code
    return lambda label, one, other: CARD.button(label, code, step, f"{one}", f"{other}")


async def identity_question(
    service: Service, person: PersonId, name: str, people: Sequence[Person], pair_button: PairButton
) -> Card:
    """Return the question who a person also is, and a button for each of these people."""
    rows = [await merging.described(service, candidate) for candidate in people]
    buttons = tuple(
        (pair_button(say("button.merge.with", who=candidate.name, n=number), person, candidate.id),)
        for number, candidate in enumerate(people, 1)
    )
    return Card(say("merge.ask", who=name, rows=rows or None), buttons)


async def named_people(service: Service, person: PersonId | None, typed: str) -> list[Person]:
    """Return the people, other than `person`, of the typed name.

    Raises:
        NotationError: `merge_nobody`.
    """
    people = await merging.alike(service, person, typed)
    if not people:
        raise NotationError(Fault("merge_nobody", facts={"text": typed[:60]}))
    return people


async def _ask_whom(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Ask who a player also is: a person of a similar name, or a typed name."""
    player = entry_of(snapshot.competition, step.what).player
    name = (await service.competitions.names(snapshot.competition))[player]
    people = await merging.alike(service, player, name)
    await _choose(service, user_input, snapshot, player, people)


async def _choose(
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


async def _typed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Offer the people of the typed name."""
    player = entry_of(snapshot.competition, step.what).player
    people = await named_people(service, player, user_input.args)
    await _choose(service, user_input, snapshot, player, people)


def _account(person: Person) -> Text | None:
    """Return the name of the person's account, as a part of a button's label."""
    return say("merge.of_account", account=person.account_name) if person.account_name else None


async def _possible(
    service: Service, user_input: UserInput, both: merging.Pair
) -> list[merging.Pair]:
    """Return the two with each name that may stay.

    Raises:
        GameStateError: neither may; the two cannot be one person.
    """
    possible, refused = [], []
    for pair in (both, merging.Pair(kept=both.gone, gone=both.kept)):
        try:
            await merging.check(service, user_input, pair)
        except GameStateError as error:
            refused.append(error)
        else:
            possible.append(pair)
    if not possible:
        raise refused[0]
    return possible


async def preview(
    service: Service,
    user_input: UserInput,
    both: merging.Pair,
    names: Mapping[PersonId, str],
    pair_button: PairButton,
) -> Card:
    """Return what joining two people does, and a button for each name that may stay.

    `names`: those under which they play where they are joined.

    Raises:
        GameStateError: they cannot be one person.
    """
    possible = await _possible(service, user_input, both)
    two = (both.kept, both.gone)
    named = [replace(person, name=names.get(person.id, person.name)) for person in two]
    have_accounts = all(person.account is not None for person in two)
    text = say(
        "merge.preview",
        rows=[await merging.described(service, person) for person in named],
        accounts=say("merge.two_accounts") if have_accounts else None,
    )
    buttons = [
        (
            pair_button(
                say(
                    "button.merge.keep",
                    who=names.get(pair.kept.id, pair.kept.name),
                    account=_account(pair.kept),
                ),
                pair.kept.id,
                pair.gone.id,
            ),
        )
        for pair in possible
    ]
    return Card(text, tuple(buttons))


async def _preview(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show both people and what follows; the arbiter confirms by choosing the name that stays."""
    one, other = person_in(step.what), person_in(step.choice)
    names = await merging.names_here(service, snapshot, one, other)
    both = await merging.pair_of(service, one, other)
    text, buttons = await preview(
        service, user_input, both, names, _step_buttons(snapshot, CardStep.MERGE_CONFIRMED)
    )
    await service.questions.close(user_input)
    out = step_button(snapshot.competition, "give_up", CardStep.PLAYERS)
    await answer(service, user_input, text, (*buttons, (out,)))


async def _merge(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Join the two people."""
    kept, gone = person_in(step.what), person_in(step.choice)
    await merging.names_here(service, snapshot, kept, gone)
    text = await merging.carry_out(service, user_input, await merging.pair_of(service, kept, gone))
    now = await service.competitions.load(snapshot.competition.code)
    await show_card(service, user_input, now, text)


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.MERGE: _ask_whom,
    CardStep.MERGE_PREVIEW: _preview,
    CardStep.MERGE_CONFIRMED: _merge,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.MERGE: _typed}
