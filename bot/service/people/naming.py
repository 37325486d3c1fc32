"""Corrections of a person's name by an arbiter: everywhere at once, with a notice.

Names are stored outside the logs, which contain only numbers, so no event changes.
"""

from bot.runtime.shared import UserInput
from bot.service.matches.freeing import SeatContext
from bot.service.operations.competitions import namesakes
from bot.service.people.typed_names import LONGEST_QUOTED, typed_name
from bot.service.readers.people.persons import LONGEST_NAME, readable_name
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, NotationError
from engine.ids import PersonId
from engine.person_names import Likeness, likeness
from storage.people import invitations

SHORTEST_NAME = 2
"""The least characters of a name."""


async def corrected(readers: Readers, where: SeatContext, typed: str) -> str:
    """Return a name that is typed for a seat, in its stored form.

    What tells namesakes apart stays in brackets: `Ion Rus (Iași)`.

    Raises:
        NotationError: `name_unreadable`, `typed_*`, or `name_of_another`, because two people would
            share it.
    """
    plain = typed_name(typed)
    name = readable_name(f"{plain.name} ({plain.club})" if plain.club else plain.name)
    if len(name) < SHORTEST_NAME or len(typed.strip()) > LONGEST_NAME or "\n" in typed.strip():
        raise NotationError(
            Fault("name_unreadable", facts={"text": typed.strip()[:LONGEST_QUOTED]})
        )
    others = [person for person in where.people if person != where.place.person]
    for other_name in (await readers.persons.names(others)).values():
        if likeness(other_name, name) is Likeness.SAME:
            raise NotationError(Fault("name_of_another", facts={"name": other_name}))
    return name


async def rename(recorder: Recorder, user_input: UserInput, where: SeatContext, name: str) -> Text:
    """Rename the person of the seat, notify them and their other arbiters; return the confirmation.

    Open seats that are written for the old name are renamed, too. Arbiters are asked about
    namesakes.
    """
    person = where.place.person
    old = await recorder.persons.name(person)
    for player in (person, *await invitations.places_of(recorder.unit.tx, person, old)):
        await recorder.person_acts.alter(player, name=name)
    await namesakes.ask_everywhere(recorder, person)
    facts = {"old": old, "name": name, "by": user_input.person.name}
    await recorder.notify_person(person, Text("name.corrected_you", facts))
    for arbiter in await _arbiters(recorder, person) - {user_input.person.id, person}:
        await recorder.notify_person(arbiter, Text("name.corrected_other", facts), silent=True)
    return Text("name.corrected", facts)


async def _arbiters(readers: Readers, person: PersonId) -> set[PersonId]:
    """Return the chief arbiters of all that the person is playing."""
    # A match of a competition was arranged by its chief arbiter of that day.
    arbiters = {
        await readers.competitions.chief_arbiter(snapshot.match)
        for snapshot in await readers.matches.active(person)
    }
    for snapshot in await readers.competitions.all_played(person):
        if snapshot.competition.stage is not CompetitionStage.CLOSED:
            arbiters.add(snapshot.competition.chief_arbiter)
    return arbiters
