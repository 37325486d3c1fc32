"""Personal links to a place: whom each is for, where the place is, and who has it by now.

What is said to whoever opens one is `bot.chat.people.joining`; how a place is taken are
`bot.service.matches.starts` and `bot.service.competitions.places`, how it is freed
`bot.service.matches.freeing`.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from bot.texts.messages import Text, say
from engine.competitions.competition import CompetitionStage
from engine.ids import MatchCode, PersonId
from engine.matches.match import MatchStage
from engine.notation import fold
from storage.people.invitations import Invite

if TYPE_CHECKING:
    from bot.service.service import Service


class Standing(Enum):
    """What a link is to whoever opens it."""

    OPEN = "it gives the place, if he is who it is for"
    HELD = "he has the place it gave"
    PARTNERS = "he has a place there, and it is for another"
    ARBITERS = "he rules there, and cannot play"
    FREED = "he had the place, and an arbiter has freed it"
    USED = "somebody else has the place"
    REPLACED = "another link was made in its stead"
    EXPIRED = "it was not used in time"
    CANCELLED = "the match was called off"
    GONE = "the place is no more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A link to a place, and all that is said of it."""

    invite: Invite
    place: PersonId
    """For whom the place was kept."""
    who: str
    """Whom the link is for, as an arbiter wrote it."""
    where: Text
    """The match, or the competition, as it is named after „în”."""
    arbiters: tuple[PersonId, ...]
    """Who rules there, the main arbiter first."""
    arbiter: str
    people: frozenset[PersonId]
    """Who has a place there, or is waited for."""
    partner: str | None = None
    """With whom he plays, in a match in which the place is still kept."""
    is_over: bool = False
    """Whether nobody is let in any more."""
    is_cancelled: bool = False

    @property
    def about(self) -> str:
        """Return the code of the match or the competition."""
        return self.invite.match_id or self.invite.competition

    def standing(self, person: PersonId, now: datetime) -> Standing:  # noqa: PLR0911  (one line a case)
        """Return what the link is to that person now."""
        invite = self.invite
        if self.is_cancelled:
            return Standing.CANCELLED
        if person in self.people:
            is_anothers = invite.used_by in self.people - {person} or self.place in self.people
            return Standing.PARTNERS if is_anothers and person != self.place else Standing.HELD
        if person in self.arbiters:
            return Standing.ARBITERS
        if invite.used_by == person:
            return Standing.FREED
        if invite.voided_at is not None:
            return Standing.REPLACED
        if invite.used_by is not None:
            return Standing.USED
        if self.is_over or self.place not in self.people:
            return Standing.GONE
        return Standing.OPEN if now < invite.expires_at else Standing.EXPIRED


async def offer_of(service: "Service", invite: Invite) -> Offer | None:
    """Return what a link offers; None: no place, but a role."""
    if invite.person is None:
        return None
    if invite.competition:
        return await _in_competition(service, invite, invite.person)
    if invite.match_id is None:
        return None
    return await _in_match(service, invite, invite.match_id, invite.person)


async def _in_competition(service: "Service", invite: Invite, place: PersonId) -> Offer:
    competition = (await service.competitions.load(invite.competition)).competition
    return Offer(
        invite=invite,
        place=place,
        who=(await service.persons.get(place)).name,
        where=say("link.in_competition", title=competition.title),
        arbiters=competition.arbiters,
        arbiter=(await service.persons.get(competition.arbiters[0])).name,
        people=frozenset(competition.phase.players),
        is_over=competition.stage is CompetitionStage.CLOSED,
    )


async def _in_match(service: "Service", invite: Invite, code: MatchCode, place: PersonId) -> Offer:
    match = (await service.matches.load(code)).match
    arbiters = await service.competitions.arbiters(match)
    partner = None
    if place in match.people:
        partner = (await service.persons.get(match.partner(place))).name
    return Offer(
        invite=invite,
        place=place,
        who=(await service.persons.get(place)).name,
        where=say("link.in_match", match=match.code),
        arbiters=arbiters,
        arbiter=(await service.persons.get(arbiters[0])).name,
        people=frozenset(match.people),
        partner=partner,
        is_over=match.is_over,
        is_cancelled=match.stage is MatchStage.CANCELLED,
    )


async def namesake(service: "Service", offer: Offer, person: PersonId) -> str | None:
    """Return the name of another there by which the person would go, too, if he took the place.

    Two on one sheet, or in one table, who are called alike would be taken for one.
    """
    name = await service.meeting.name_with(person, offer.place)
    others = await service.persons.names(offer.people - {offer.place, person})
    wanted = fold(name).casefold()
    return next((one for one in others.values() if fold(one).casefold() == wanted), None)
