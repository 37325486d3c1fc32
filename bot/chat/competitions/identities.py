"""Two known people who may be one: the question who a person also is, and the joining's preview.

`merging` asks as an arbiter, and `bot.chat.people.same_person` as an operator.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.runtime.shared import UserInput
from bot.service.people import merging
from bot.service.service import Service
from bot.texts.messages import Button, Card, Text, say
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId
from storage.people.people import Person

PairButton = Callable[[Text, PersonId, PersonId], Button]
"""Makes the button with that label for two people."""


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
    """Return the people of the typed name, without `person`, who is None if anybody may be meant.

    Raises:
        NotationError: `merge_nobody`.
    """
    people = await merging.alike(service, person, typed)
    if not people:
        raise NotationError(Fault("merge_nobody", facts={"text": typed[:60]}))
    return people


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
    possible = await _possible_pairs(service, user_input, both)
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


async def _possible_pairs(
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


def _account(person: Person) -> Text | None:
    """Return the name of the person's account, as a part of a button's label."""
    return say("merge.of_account", account=person.account_name) if person.account_name else None
