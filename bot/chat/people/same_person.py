"""`/persoana`: an operator finds a person, and records that two people are one.

Arbiters do the same on a player's card, `bot.chat.competitions.merging`. An operator may join any
two people, also those who play in friendly matches alone.
"""

from bot.chat.competitions.identities import identity_question, named_people, preview
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.people import merging
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.people import SAME_PERSON
from bot.texts.messages import Button, Text, say
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.people.people import Person


async def person(service: Service, user_input: UserInput) -> None:
    """Handle `/persoana NAME`: the people of that name, each with a button."""
    if not user_input.args:
        service.reply(user_input, say("merge.usage"))
        return
    people = await named_people(service, None, user_input.args)
    if len(people) == 1:
        await _ask_whom(service, user_input, people[0], await _namesakes(service, people[0]))
        return
    rows = [await merging.described(service, candidate) for candidate in people]
    buttons = [
        (SAME_PERSON.button(say("button.merge.with", who=candidate.name, n=number), candidate.id),)
        for number, candidate in enumerate(people, 1)
    ]
    service.reply(user_input, say("merge.found", rows=rows), tuple(buttons))


async def _namesakes(service: Service, known_person: Person) -> list[Person]:
    return await merging.alike(service, known_person.id, known_person.name)


async def _ask_whom(
    service: Service, user_input: UserInput, known_person: Person, people: list[Person]
) -> None:
    """Ask who the person also is: one of these people, or a typed name."""
    text, buttons = await identity_question(
        service, known_person.id, known_person.name, people, _preview_button
    )
    asked = await service.questions.ask(user_input, Topic.SAME_PERSON, f"{known_person.id}")
    service.answer(user_input, text, (*buttons, asked.way_out))


def _preview_button(label: Text, person_id: PersonId, other_id: PersonId) -> Button:
    return SAME_PERSON.button(label, person_id, other_id)


def _join_button(label: Text, kept: PersonId, gone: PersonId) -> Button:
    return SAME_PERSON.button(label, kept, gone, sure=True)


async def name_given(service: Service, user_input: UserInput, about: str) -> None:
    """Offer the people of the typed name.

    Raises:
        GameStateError: the person is no operator, or there is no such person.
    """
    service.persons.check_operator(user_input)
    known_person = await _person_of(service, PersonId(int(about)))
    await _ask_whom(
        service,
        user_input,
        known_person,
        await named_people(service, known_person.id, user_input.args),
    )


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `same:ONE` (who they also are), `same:ONE:OTHER` (the preview), and `…:yes`.

    Raises:
        GameStateError: the person is no operator, or the two cannot be one person.
    """
    service.persons.check_operator(user_input)
    person_id, other_id, sure = SAME_PERSON.read(user_input.args)
    if other_id is None:
        known_person = await _person_of(service, person_id)
        await _ask_whom(service, user_input, known_person, await _namesakes(service, known_person))
        return
    pair = await merging.pair_of(service, person_id, other_id)
    if not sure:
        text, buttons = await preview(service, user_input, pair, names={}, pair_button=_join_button)
        await service.questions.drop(user_input, Topic.SAME_PERSON, f"{person_id}")
        no = KEEP.button(say("button.undecide"))
        service.answer(user_input, text, (*buttons, (no,)))
    else:
        answer_text = await merging.carry_out(
            service, user_input, pair, person_key="merge.told_by_operator"
        )
        service.edit(user_input, answer_text)


async def _person_of(service: Service, number: PersonId) -> Person:
    """Return the person of that number.

    Raises:
        GameStateError: `merge_unknown`, there is no such person.
    """
    try:
        return await service.persons.get(number)
    except KeyError:
        raise GameStateError(Fault("merge_unknown")) from None
