"""Personal links to a seat: their recipient, the seat, and its present holder.

`bot.chat.people.joining` answers the person who opens one. `bot.service.operations.matches.starts`
and `bot.service.competitions.seat_claims` give the seat; `bot.service.matches.freeing` frees it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.messages import Text, say
from engine.competitions.competition import CompetitionStage
from engine.ids import MatchCode, PersonId
from engine.matches.match import MatchStage
from engine.person_names import are_alike
from storage.people.invitations import Invite


class LinkStatus(Enum):
    """The meaning of a link to the person who opens it."""

    OPEN = auto()
    """It gives them the seat, if they say that they are the person whom it is for."""
    HELD = auto()
    """They have the seat already."""
    PARTNERS = auto()
    """They have another seat there, so the link is for another player, such as their opponent."""
    ARBITERS = auto()
    """They rule there, and cannot play."""
    FREED = auto()
    """They had the seat, and an arbiter has freed it."""
    USED = auto()
    """Somebody else has the seat."""
    REPLACED = auto()
    """Another link was made in its place."""
    EXPIRED = auto()
    """It was not used in time."""
    ANOTHERS = auto()
    """It is for a person whom the bot knows, and this is another account."""
    CANCELLED = auto()
    """The match was called off."""
    GONE = auto()
    """The seat no longer exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLink:
    """A link to a seat, with all facts for its texts."""

    invite: Invite
    place: PersonId
    """The person who is expected in the seat: a placeholder, or somebody known."""
    who: str
    """The recipient's name as an arbiter wrote it."""
    where: Text
    """The match or competition as a text that follows „în”."""
    arbiters: tuple[PersonId, ...]
    """The arbiters there, the chief arbiter first."""
    arbiter: str
    """The name of the chief arbiter."""
    people: frozenset[PersonId]
    """The people who have a seat there, or are expected."""
    partner: str | None = None
    """The opponent's name, in a match in which the seat is still open."""
    claimed: frozenset[PersonId] = frozenset()
    """The people who have taken their seats there."""
    has_owner: bool = False
    """Whether the seat is reserved for a person whose account the bot knows."""
    is_over: bool = False
    """Whether nobody can join any longer."""
    is_cancelled: bool = False
    """Whether the match was called off."""
    takes_browsers: bool = True
    """Whether the competition has seats in browsers."""
    is_for_sheets: bool = False
    """Whether moves need photographs (art. 4.2), which no browser sends."""

    @property
    def about(self) -> str:
        """Return the code of the match or the competition."""
        return self.invite.match_id or self.invite.competition

    def status(self, person: PersonId, now: datetime) -> LinkStatus:  # noqa: PLR0911  (one return for each case)
        """Return the link's present meaning to that person.

        The order matters: what the person has is said before what became of the link.
        """
        invite = self.invite
        if self.is_cancelled:
            return LinkStatus.CANCELLED
        # The placeholder of an open seat is among the people, but has not taken it.
        if person in self.people and (person != self.place or person in self.claimed):
            if person == self.place:
                return LinkStatus.HELD
            is_anothers = invite.used_by in self.people - {person} or self.place in self.people
            return LinkStatus.PARTNERS if is_anothers else LinkStatus.HELD
        if person in self.arbiters:
            return LinkStatus.ARBITERS
        if invite.used_by == person:
            return LinkStatus.FREED
        if invite.voided_at is not None:
            return LinkStatus.REPLACED
        if self.is_over:  # also of a used link: nobody can take the seat any longer
            return LinkStatus.GONE
        if invite.used_by is not None:
            return LinkStatus.USED
        if self.place not in self.people:
            return LinkStatus.GONE
        if self.has_owner and person != self.place:
            return LinkStatus.ANOTHERS
        return LinkStatus.OPEN if now < invite.expires_at else LinkStatus.EXPIRED


async def link_of_invite(readers: Readers, invite: Invite) -> SeatLink | None:
    """Return a link's offer; None if it gives a role instead of a seat."""
    if invite.person is None:
        return None
    if invite.competition:
        return await _in_competition(readers, invite, invite.person)
    if invite.match_id is None:
        return None
    return await _in_match(readers, invite, invite.match_id, invite.person)


async def _in_competition(readers: Readers, invite: Invite, place: PersonId) -> SeatLink:
    """Return the link to a seat in a competition."""
    competition = await readers.competitions.get(invite.competition)
    return SeatLink(
        invite=invite,
        place=place,
        who=await readers.persons.name(place),
        where=say("link.in_competition", title=competition.title),
        arbiters=competition.arbiters,
        arbiter=await readers.persons.name(competition.chief_arbiter),
        people=frozenset(competition.phase.players),
        claimed=frozenset(competition.claimed),
        has_owner=await _has_account(readers, place),
        is_over=competition.stage is CompetitionStage.CLOSED,
        takes_browsers=competition.browser_seats,
    )


async def _in_match(readers: Readers, invite: Invite, code: MatchCode, place: PersonId) -> SeatLink:
    """Return the link to a seat in a match outside competitions."""
    match = await readers.matches.get(code)
    arbiters = await readers.competitions.arbiters(match)
    partner = None
    if place in match.people:
        partner = await readers.persons.name(match.partner(place))
    return SeatLink(
        invite=invite,
        place=place,
        who=await readers.persons.name(place),
        where=say("link.in_match", match=match.code),
        arbiters=arbiters,
        arbiter=await readers.persons.name(arbiters[0]),
        people=frozenset(match.people),
        claimed=match.seated,
        has_owner=await _has_account(readers, place),
        partner=partner,
        is_over=match.is_over,
        is_cancelled=match.stage is MatchStage.CANCELLED,
        is_for_sheets=match.channel_settings.sheets_only,
    )


async def _has_account(readers: Readers, place: PersonId) -> bool:
    """Return whether the seat is reserved for a person whose account the bot knows."""
    return (await readers.persons.get(place)).account is not None


async def namesake(service: Service, offer: SeatLink, person: PersonId) -> str | None:
    """Return another participant's name that the person would share, or None.

    Two equal names on one sheet or in one table could be confused.
    """
    name = await service.meeting.name_with(person, offer.place)
    others = await service.persons.names(offer.people - {offer.place, person})
    return next((other_name for other_name in others.values() if are_alike(other_name, name)), None)
