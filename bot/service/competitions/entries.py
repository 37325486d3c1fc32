"""Entries of a competition from lists of players: whom each name means, and what known people read.

A seat is reserved for a name until somebody opens its personal invitation (`seat_claims`).
`changed_entries` withdraws and replaces one player, `open_seats` lists the seats not taken yet.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.documents.tables.listed_players import ListedPlayer
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.operations.people.resolving import Answers, KnownHere, Named, Resolved, resolve
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.people import JOIN, LinkAnswer
from bot.texts.messages import Buttons, say
from bot.texts.notices.competitions.own_lists import own_list
from engine.competitions.competition import Competition
from engine.competitions.entering import enter
from engine.competitions.parts import Entry
from engine.competitions.sign_up import SignUpState
from engine.ids import PersonId
from engine.person_names import club_key
from storage.competitions import sign_ups


class NewEntry(NamedTuple):
    """A player of a list, and the person whom the resolver found."""

    player: ListedPlayer
    person: PersonId


async def enter_all(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    players: Iterable[NewEntry],
) -> CompetitionSnapshot:
    """Enter the players of a list, and notify those who have an account.

    Raises:
        EngineError: entries are closed, or the person is not an arbiter; nothing is written.
    """
    clubs = await clubs_in(recorder, snapshot.competition)
    entries: list[Entry] = []
    for new in players:
        entry = await entry_of(recorder, new.player, new.person, clubs)
        clubs.append(entry.club)
        entries.append(entry)
    events = enter(snapshot.competition, act(user_input), entries)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    names = await recorder.competitions.names(snapshot.competition)
    for entry in entries:
        await send_own_list(recorder, snapshot.competition, entry.player, names)
    return snapshot


async def entry_of(
    readers: Readers, player: ListedPlayer, who: PersonId, clubs: Iterable[str]
) -> Entry:
    """Return the entry of a listed player; a person keeps their club if the list has none.

    `clubs`: those of the competition, whose spelling counts (`clubs_in`).
    """
    club = player.club or (await readers.persons.get(who)).club
    return Entry(player=who, club=first_spelling(club, clubs), seeding=player.seeding)


async def clubs_in(context: Context, competition: Competition) -> list[str]:
    """Return the clubs of the phase's players and of those who signed up, as they were written."""
    applicants = await _people_with_seats(context, competition)
    entered = [entry.club for entry in competition.phase.entries]
    return [*entered, *(applicant.club for applicant in applicants)]


def first_spelling(club: str, clubs: Iterable[str]) -> str:
    """Return the club as it was written first, so that the draw keeps its members apart."""
    key = club_key(club)
    return next((first for first in clubs if key and club_key(first) == key), club)


async def send_own_list(
    recorder: Recorder, competition: Competition, player: PersonId, names: Mapping[PersonId, str]
) -> None:
    """Send an entered person with an account their list; an open seat has a button to take it."""
    if await recorder.persons.address(player) is None:
        return
    text = own_list(competition, player, names, recorder.today())
    buttons: Buttons = ()
    if player not in competition.claimed:
        code = await recorder.person_acts.place_invitation(competition.code, player)
        buttons = ((JOIN.button(say("button.join.open"), code, LinkAnswer.AGAIN),),)
    await recorder.notify_person(player, text, buttons)


async def people_here(readers: Readers, competition: Competition) -> KnownHere:
    """Return everybody of the competition, with the names and clubs that they have there."""
    entered = [entry for phase in competition.phases for entry in phase.entries]
    clubs = {entry.player: entry.club for entry in entered}
    withdrawn = [player for phase in competition.phases for player in phase.left]
    names = await readers.persons.names({*competition.phase.players, *clubs, *withdrawn})
    for applicant in await _people_with_seats(readers, competition):
        names.setdefault(applicant.person, applicant.name)
        clubs.setdefault(applicant.person, applicant.club)
    return KnownHere(names=names, clubs=clubs, arbiters=competition.arbiters)


async def entered_or_signed_up(context: Context, competition: Competition) -> frozenset[PersonId]:
    """Return the players of the current phase, and the people who have signed up for it."""
    signed_up = [applicant.person for applicant in await _people_with_seats(context, competition)]
    return frozenset((*competition.phase.players, *signed_up))


async def _people_with_seats(context: Context, competition: Competition) -> list[sign_ups.SignedUp]:
    """Return the people with a seat in the competition's open sign-up."""
    sign_up = await sign_ups.of(context.unit.tx, competition.code)
    if not sign_ups.is_under_way(sign_up):
        return []
    people = await sign_ups.people_of(context.unit.tx, competition.code)
    return [person for person in people if person.state is SignUpState.IN]


async def resolved_players(
    readers: Readers,
    competition: Competition,
    players: Iterable[ListedPlayer],
    answers: Answers,
) -> list[Resolved]:
    """Return whom each listed player means, with open questions."""
    named = [Named(name=player.name, club=player.club) for player in players]
    return await resolve(readers, named, answers, await people_here(readers, competition))
