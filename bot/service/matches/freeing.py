"""An arbiter's decision that frees a seat in a match or competition, with a new link.

The usual reason is that the wrong person has the seat (art. 9.6), or that the player has another
account. Its code is `m:MATCH:PERSON` or `c:COMPETITION:PERSON`.
`bot.service.operations.matches.starts` and `bot.service.competitions.seat_claims` let the next
person take the seat.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.notices.competitions import freed_places
from bot.service.notices.competitions.freed_places import SeatOffer
from bot.service.notices.notifier import Notifier
from bot.service.operations.matches.seating import begun_in_present_phase, seat
from bot.service.operations.people import browsers
from bot.service.pure.acts import act, order_of
from bot.service.pure.rows import is_open
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.cases import LIFT
from bot.texts.buttons.verb import person_in
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.people.links import forward_buttons
from engine.competitions.entering import vacate
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode, PersonId
from engine.matches.decide import free_place
from engine.matches.match import check_unfinished
from storage.people import invitations, people

KIND = "free"
"""The kind of the decision."""
GIVE_BACK = "unfree"
"""The kind of the decision that gives the seat back (`bot.service.people.giving_back`)."""
_IN_MATCH, _IN_COMPETITION = "m", "c"
"""What a code says first: whether its seat is in a match or in a competition."""


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A person's seat, in a match outside competitions or else in a competition."""

    person: PersonId
    """The person who has the seat, or the placeholder of a free one."""
    match: MatchCode | None = None
    """The match; None for a seat in a competition."""
    competition: CompetitionCode = NO_COMPETITION

    @property
    def about(self) -> str:
        """Return the seat's code for buttons and questions."""
        if self.match is None:
            return f"{_IN_COMPETITION}:{self.competition}:{self.person}"
        return f"{_IN_MATCH}:{self.match}:{self.person}"


def place_of(about: str) -> PersonSeat:
    """Return the seat of a code.

    Raises:
        GameStateError: the bot never wrote this code.
    """
    kind, _, rest = about.partition(":")
    code, _, number = rest.rpartition(":")
    person = person_in(number)
    if kind == _IN_MATCH:
        return PersonSeat(person, match=MatchCode(code))
    if kind == _IN_COMPETITION:
        return PersonSeat(person, competition=CompetitionCode(code))
    raise GameStateError(Fault("button_unknown"))


@dataclass(frozen=True, slots=True)
class SeatContext:
    """The match or the competition of a seat, for the arbiter who rules it; the other is None."""

    place: PersonSeat
    match: MatchSnapshot | None
    competition: CompetitionSnapshot | None

    @property
    def named(self) -> Text:
        """Return the match or competition as a text that follows „în”."""
        if self.match is not None:
            return say("link.in_match", match=self.match.match.code)
        if self.competition is None:
            raise GameStateError(Fault("button_unknown"))
        return say("link.in_competition", title=self.competition.competition.title)

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Return the people who have a seat there, or are expected."""
        if self.match is not None:
            return self.match.match.people
        return self.competition.competition.phase.players if self.competition else ()


async def ruled_by(readers: Readers, user_input: UserInput, place: PersonSeat) -> SeatContext:
    """Return the match or competition of the seat, if the person is an arbiter there.

    Raises:
        GameStateError: the person is no arbiter there, or nobody of that number has a seat there.
    """
    match = competition = None
    if place.match is not None:
        match = await readers.matches.ruled_by(user_input, place.match)
    else:
        competition = await readers.competitions.ruled_by(user_input, place.competition)
    where = SeatContext(place, match, competition)
    if place.person not in where.people:
        raise GameStateError(Fault("place_not_taken"))
    return where


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the preview: the person, the seat that they lose, and the consequences.

    Raises:
        GameStateError: the seat is not taken, or a case with its player is open there.
    """
    where = await ruled_by(readers, user_input, place_of(about))
    await _check(readers, user_input, where, reason)
    running = [
        snapshot for snapshot in await _matches(readers, where) if snapshot.match.all_running
    ]
    return say(
        "place.show",
        who=await readers.persons.name(where.place.person),
        where=where.named,
        running=say("place.time_runs") if running else None,
    )


async def _check(readers: Readers, user_input: UserInput, where: SeatContext, reason: str) -> None:
    """Refuse a seat that cannot be freed, before anything is written.

    Raises:
        GameStateError: the engine refuses it, the match is over, the player was disqualified, or a
            case is open there.
    """
    person = where.place.person
    if where.match is not None:
        check_unfinished(where.match.match, "9.6")  # its results are those of who played it
        free_place(where.match.match, order_of(user_input, "", reason), person, person)
        played_in = await readers.competitions.of_match(where.match.match)
        if played_in is not None and person in played_in.competition.excluded:
            raise GameStateError(Fault("place_of_excluded", "10.3"))
    elif where.competition is not None:
        vacate(where.competition.competition, act(user_input), person, person, reason)
    codes = {snapshot.match.code for snapshot in await _matches(readers, where)}
    for row in await readers.cases.concerning(person):
        if is_open(row) and row.match_id in codes:
            raise GameStateError(Fault("case_open_there", facts={"case": row.case_id}))


async def _matches(readers: Readers, where: SeatContext) -> list[MatchSnapshot]:
    """Return the matches whose seat is freed; finished phases stay unchanged."""
    if where.match is not None:
        return [where.match]
    if where.competition is None:
        return []
    competition = where.competition.competition
    return await begun_in_present_phase(readers, competition, where.place.person)


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Free the seat, keep it for the name written for it, and create a link.

    The person loses a name and a browser that they have from the seat alone. They, their opponents
    and the other arbiters are notified.
    """
    where = await ruled_by(service, user_input, place_of(about))
    await _check(service, user_input, where, reason)
    person = where.place.person
    who = await service.persons.name(person)
    matches = await _matches(service, where)
    expected = await _expected(service, where)
    placeholder = await service.person_acts.expect(expected.name, club=expected.club)
    if where.competition is not None:
        events = vacate(where.competition.competition, act(user_input), person, placeholder, reason)
        await service.competition_acts.record(where.competition, events, user_input.at)
    order = order_of(user_input, "", reason)
    for snapshot in matches:
        freed = free_place(snapshot.match, order, person, placeholder)
        await seat(service, snapshot, freed, person, placeholder, user_input.at)
    await _end_access(service, where, user_input.at)
    facts: dict[str, Param] = {
        "where": where.named,
        "who": who,
        "by": user_input.person.name,
        "reason": reason,
    }
    text, buttons = await _card_with_link(service, where, placeholder)
    next_offer = SeatOffer(None, ())
    if where.competition is not None:
        competition = await service.competitions.get(where.place.competition)
        next_offer = await freed_places.offer_instead(service, competition, placeholder)
    await _notify(service, user_input, where, matches, facts, next_offer=next_offer)
    return Card(next_offer.below(text), (*buttons, *next_offer.buttons))


async def _end_access(service: Service, where: SeatContext, at: datetime) -> None:
    """Void the used link, and end what the seat alone gave the person: a name, and a browser."""
    person = where.place.person
    await invitations.void_used(
        service.unit.tx,
        person,
        at,
        match=where.place.match,
        competition=where.place.competition,
    )
    await service.meeting.restore_name(person)
    if not await service.meeting.has_place(person):
        await browsers.end_access(service, await service.persons.get(person))


async def _expected(readers: Readers, where: SeatContext) -> people.Person:
    """Return the person whose name and club an arbiter wrote for the seat.

    That is the placeholder of the used link, or the present player if they used none.
    """
    invitation = await invitations.place_taken(
        readers.unit.tx,
        where.place.person,
        match=where.place.match,
        competition=where.place.competition,
    )
    return await readers.persons.get(invitation or where.place.person)


async def _notify(  # noqa: PLR0913  (the decision, and who is next)
    notifier: Notifier,
    user_input: UserInput,
    where: SeatContext,
    matches: list[MatchSnapshot],
    facts: dict[str, Param],
    *,
    next_offer: SeatOffer,
) -> None:
    """Notify the previous player, their opponents and the other arbiters, each once."""
    person = where.place.person
    await notifier.notify_person(person, Text("place.freed_you", facts))
    text = Text("place.freed_other", facts)
    playing = (snapshot.match for snapshot in matches if not snapshot.match.is_over)
    for partner in dict.fromkeys(match.partner(person) for match in playing):
        await notifier.notify_person(partner, text, about=where.place.match or "")
    if where.competition is not None:
        notice = next_offer.below(Text("place.freed_arbiters", facts))
        await notifier.notify_arbiters(
            where.competition.competition, notice, next_offer.buttons, but=user_input.person.id
        )


async def _card_with_link(recorder: Recorder, where: SeatContext, placeholder: PersonId) -> Card:
    """Return the confirmation with a new link, to be forwarded, and the button that undoes it."""
    if where.place.match is not None:
        code = await recorder.person_acts.new_match_invitation(where.place.match, placeholder)
    else:
        code = await recorder.person_acts.new_place_invitation(where.place.competition, placeholder)
    in_browser = where.competition is None or where.competition.competition.browser_seats
    links = recorder.shared.seat_links(code, in_browser=in_browser)
    who = await recorder.persons.name(placeholder)
    buttons = forward_buttons(links, who, where.named)
    undo = LIFT.button(
        say("button.undo"), GIVE_BACK, replace(where.place, person=placeholder).about
    )
    return Card(
        say("place.freed", who=who, where=where.named, link=links.shown), (buttons, (undo,))
    )
