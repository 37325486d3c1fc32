"""An arbiter's decision that gives a freed seat back to its former player.

It is possible as long as nobody else has taken the seat. Its code is that of the seat that is
reserved: `m:MATCH:PLACE` or `c:COMPETITION:PLACE` (`bot.service.matches.freeing`).
"""

from bot.runtime.shared import UserInput
from bot.service.matches.freeing import GIVE_BACK, SeatContext, place_of, ruled_by
from bot.service.notices.play.resumed_games import notify_of_resumed
from bot.service.operations.matches.seating import begun_matches, seat
from bot.service.pure.acts import act, order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.messages import Card, Param, Text, say
from engine.competitions.entering import former_holder, return_place
from engine.competitions.events import CompetitionEvent
from engine.errors import Fault, GameStateError
from engine.ids import PersonId, game_id
from engine.matches.decide import return_seat
from storage.people import invitations

KIND = GIVE_BACK
"""The kind of the decision."""


async def holder_of(readers: Readers, where: SeatContext) -> PersonId:
    """Return the former player of the free seat.

    Raises:
        GameStateError: `place_taken`, or the person's data was erased (`person_forgotten`).
    """
    placeholder, freed = where.place.person, None
    if where.match is not None:
        freed = where.match.match.former_player_of(placeholder)
    elif where.competition is not None:
        freed = former_holder(where.competition.competition, placeholder)
    if freed is None:
        raise GameStateError(Fault("place_taken"))
    holder = await number_now(readers, freed)
    if holder is None:
        raise GameStateError(Fault("person_forgotten", facts={"player": freed}))
    return holder


async def number_now(readers: Readers, former: PersonId) -> PersonId | None:
    """Return the number that a seat's former player has now; None if their data was erased.

    A match in which a person has no seat does not say that their numbers were merged.
    """
    number = (await invitations.merged(readers.unit.tx)).get(former, former)
    return None if await readers.persons.is_forgotten(number) else number


async def may_be_given_back(readers: Readers, user_input: UserInput, about: str) -> PersonId | None:
    """Return the former player to whom the seat may be given back, or None."""
    try:
        where = await ruled_by(readers, user_input, place_of(about))
        await _competition_events(readers, user_input, where, "")
        return await holder_of(readers, where)
    except GameStateError:
        return None


async def _competition_events(
    readers: Readers, user_input: UserInput, where: SeatContext, reason: str
) -> tuple[CompetitionEvent, ...]:
    """Return the competition's events; for a match, only check that it allows the decision.

    Raises:
        GameStateError: the seat cannot be given back.
    """
    person, placeholder = await holder_of(readers, where), where.place.person
    if where.competition is not None:
        return return_place(where.competition.competition, act(user_input), placeholder, reason)
    if where.match is not None:
        return_seat(where.match.match, order_of(user_input, "", reason), placeholder, person)
    return ()


async def _matches(readers: Readers, where: SeatContext) -> list[MatchSnapshot]:
    """Return the matches whose freed seat is given back."""
    if where.match is not None:
        return [where.match]
    if where.competition is None:
        return []
    begun = await begun_matches(readers, where.competition.competition, where.place.person)
    return [
        snapshot
        for snapshot in begun
        if snapshot.match.former_player_of(where.place.person) is not None
    ]


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the preview: the person who has the seat again, and the games that continue."""
    where = await ruled_by(readers, user_input, place_of(about))
    await _competition_events(readers, user_input, where, reason)
    who = await readers.persons.name(await holder_of(readers, where))
    matches = await _matches(readers, where)
    games = [
        game_id(snapshot.match.code, leg)
        for snapshot in matches
        for leg in snapshot.match.all_running
    ]
    return say("place.back_show", who=who, where=where.named, games=", ".join(games) or None)


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Give the seat back, and notify the player, their opponents and the arbiters once."""
    where = await ruled_by(service, user_input, place_of(about))
    events = await _competition_events(service, user_input, where, reason)
    person, placeholder = await holder_of(service, where), where.place.person
    matches = await _matches(service, where)
    await service.meeting.take_name(person, placeholder)
    if where.competition is not None:
        await service.competition_acts.record(where.competition, events, user_input.at)
    order = order_of(user_input, "", reason)
    for snapshot in matches:
        returned = return_seat(snapshot.match, order, placeholder, person)
        await seat(service, snapshot, returned, placeholder, person, user_input.at)
    facts: dict[str, Param] = {
        "where": where.named,
        "who": await service.persons.name(person),
        "by": user_input.person.name,
        "reason": reason,
    }
    await service.notify_person(person, Text("place.back_you", facts))
    playing = [snapshot.match for snapshot in matches if not snapshot.match.is_over]
    for partner in dict.fromkeys(match.partner(placeholder) for match in playing):
        text = Text("place.back_other", facts)
        await service.notify_person(partner, text, about=where.place.match or "")
    if where.competition is not None:
        notice = Text("place.back_arbiters", facts)
        await service.notify_arbiters(
            where.competition.competition, notice, but=user_input.person.id
        )
    for match in playing:
        for leg in match.all_running:
            await notify_of_resumed(service, game_id(match.code, leg))
    return Card(Text("place.back_done", facts))
