"""Blocks between two people, who then cannot arrange a friendly match with each other.

Neither sees the other's requests, and their messages in friendly matches stop. The block changes
nothing in competitions.
"""

from dataclasses import replace

from bot.runtime.shared import UserInput
from bot.service.matches import shown_requests
from bot.service.readers.readers import Readers
from bot.texts.buttons.matches import BlockAction
from bot.texts.notices.matches.block_texts import KnownPeople, KnownPerson
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from storage.conversation import chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind, scope_of


async def known_to(readers: Readers, person: PersonId) -> KnownPeople:
    """Return the people whom that person may block, and those whom they have blocked.

    They may block the authors of requests in their list, and opponents in friendly matches.
    """
    blocked = await chat_stops.blocked_by(readers.unit.tx, person)
    partners = await _partners(readers, person)
    names = await readers.persons.names(partners)
    played = [
        KnownPerson(who=names[player], action=BlockAction.BY_MATCH, about=match)
        for player, match in partners.items()
        if player not in blocked
    ]
    requests = {request.author: request for request in await shown_requests.listed(readers, person)}
    authors = [
        KnownPerson(who=request.who, action=BlockAction.BY_REQUEST, about=request.token)
        for author, request in requests.items()
        if author not in partners
    ]
    blocked_people = [
        KnownPerson(
            who=names.get(player) or await shown_requests.name_of(readers, player),
            action=BlockAction.UNBLOCK,
            about=f"{player}",
        )
        for player in blocked
    ]
    return KnownPeople(to_block=(*played, *authors), blocked=tuple(blocked_people))


async def block(readers: Readers, user_input: UserInput, action: BlockAction, about: str) -> None:
    """Block the person whom a button names, and stop messages in their friendly matches.

    `about`: the token of a request, or the code of a match, by the action.

    Raises:
        GameStateError: `button_unknown`, the button names nobody whom the person may block.
    """
    person = await _named_by(readers, user_input.person.id, action, about)
    if person is None:
        raise GameStateError(Fault("button_unknown"))
    tx, author = readers.unit.tx, user_input.person.id
    stop = ChatStop(scope=scope_of(person), kind=StopKind.PERSON, person=author, at=user_input.at)
    await chat_stops.stop(tx, stop)
    for match in await _friendly_matches(readers, author, person):
        await chat_stops.stop(tx, replace(stop, scope=match, kind=StopKind.MUTED))


async def unblock(readers: Readers, user_input: UserInput, about: str) -> bool:
    """Remove the person's own block of another; return False if there is none.

    `about`: the number of the blocked person, as a button has it.
    """
    tx, author = readers.unit.tx, user_input.person.id
    for person in await chat_stops.blocked_by(tx, author):
        if f"{person}" == about:
            matches = await _friendly_matches(readers, author, person)
            await chat_stops.unblock(tx, author, person, matches)
            return True
    return False


async def _named_by(
    readers: Readers, person: PersonId, action: BlockAction, about: str
) -> PersonId | None:
    """Return the author of a request that the person sees, or a friendly match's opponent.

    None if the button names nobody of these.
    """
    if action is BlockAction.BY_REQUEST:
        listed = await shown_requests.listed(readers, person)
        return next((request.author for request in listed if request.token == about), None)
    partners = await _partners(readers, person)
    return next((player for player, match in partners.items() if match == about), None)


async def _partners(readers: Readers, person: PersonId) -> dict[PersonId, MatchCode]:
    """Return the person's opponents in friendly matches, each with the latest match."""
    partners: dict[PersonId, MatchCode] = {}
    for snapshot in await readers.matches.readable_of(person):
        if snapshot.match.is_by_request:
            partners.setdefault(snapshot.match.partner(person), snapshot.match.code)
    return partners


async def _friendly_matches(readers: Readers, person: PersonId, other: PersonId) -> list[MatchCode]:
    """Return the codes of the friendly matches between two people."""
    return [
        snapshot.match.code
        for snapshot in await readers.matches.readable_of(person)
        if snapshot.match.is_by_request and other in snapshot.match.people
    ]
