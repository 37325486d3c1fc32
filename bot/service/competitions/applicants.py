"""The entry of people who signed up: their names, seats and ranks, and what they are told."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bot.service.competitions.entries import first_spelling
from bot.service.operations.people.resolving import has_fixed_name
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text
from bot.texts.notices.competitions.own_lists import own_list
from engine.competitions.competition import Competition
from engine.competitions.entering import claim_place, enter
from engine.competitions.guards import Act
from engine.competitions.parts import Entry
from engine.ids import PersonId
from engine.person_names import are_alike
from storage.competitions.sign_ups import SignedUp, SignUp


async def take_name(recorder: Recorder, applicant: SignedUp) -> None:
    """Call the person by the name that they gave, unless an arbiter has written another one."""
    if not await has_fixed_name(recorder, applicant.person):
        await recorder.person_acts.alter(applicant.person, name=applicant.name, club=applicant.club)


async def enter_applicants(  # noqa: PLR0913  (the people, and what they read)
    recorder: Recorder,
    snapshot: CompetitionSnapshot,
    sign_up: SignUp,
    people: Sequence[SignedUp],
    at: datetime,
    *,
    key: str = "sign_up.entered",
) -> CompetitionSnapshot:
    """Enter these people as the arbiter would, each with their own account, and notify them.

    People who cannot be players, or are players already, are left out. `key`: what the others read.
    """
    competition = snapshot.competition
    not_entered = {*competition.phase.players, *competition.arbiters, *competition.excluded}
    new = [person for person in people if person.person not in not_entered]
    if not new:
        return snapshot
    for applicant in new:
        await take_name(recorder, applicant)
    seeds, reserved = _seeds(new), await _reserved_seats(recorder, competition, new)
    clubs = [entry.club for entry in competition.phase.entries]
    entries: list[Entry] = []
    for applicant in new:
        if applicant.person not in reserved:
            club, seed = first_spelling(applicant.club, clubs), seeds.get(applicant.person)
            entries.append(Entry(player=applicant.person, club=club, seeding=seed))
            clubs.append(club)
    # The arbiter who opened the sign-up may rule elsewhere by now.
    by = sign_up.person if sign_up.person in competition.arbiters else competition.chief_arbiter
    events = enter(competition, Act(by=by, at=at), entries)
    snapshot = await recorder.competition_acts.record(snapshot, events, at)
    claims = [
        event
        for applicant in new
        for event in claim_place(
            snapshot.competition,
            reserved.get(applicant.person, applicant.person),
            Act(by=applicant.person, at=at),
        )
    ]
    snapshot = await recorder.competition_acts.record(snapshot, claims, at)
    await _notify_entered(recorder, snapshot.competition, new, key)
    return snapshot


async def _notify_entered(
    recorder: Recorder, competition: Competition, people: Iterable[SignedUp], key: str
) -> None:
    """Tell each of these people that they are entered, with their own list."""
    names = await recorder.competitions.names(competition)
    for applicant in people:
        own = own_list(competition, applicant.person, names, recorder.today())
        text = Text(key, {"title": competition.title, "own": own})
        await recorder.notify_person(applicant.person, text)


async def _reserved_seats(
    readers: Readers, competition: Competition, people: Iterable[SignedUp]
) -> Mapping[PersonId, PersonId]:
    """Return the open seats that an arbiter has entered under the names of some of these people.

    By person: the placeholder whose seat nobody has taken yet. Of two people of one name, the first
    gets the seat of that name.
    """
    open_seats = [entry.player for entry in competition.open_seats]
    names = await readers.persons.names(open_seats)
    reserved: dict[PersonId, PersonId] = {}
    for applicant in people:
        alike = [seat for seat in open_seats if are_alike(names[seat], applicant.name)]
        if alike:
            reserved[applicant.person] = alike[0]
            open_seats.remove(alike[0])
    return reserved


def _seeds(people: Sequence[SignedUp]) -> Mapping[PersonId, int]:
    """Return ranks made from ratings, 1 for the highest; equal ratings share a rank."""
    ranked = sorted({person.rating for person in people if person.rating is not None}, reverse=True)
    return {
        person.person: ranked.index(person.rating) + 1
        for person in people
        if person.rating is not None
    }
