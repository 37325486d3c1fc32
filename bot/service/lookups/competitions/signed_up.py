"""The people of a sign-up: their states, the order of those who wait, and their lines in a list."""

from collections.abc import Sequence

from bot.service.context import Context
from bot.service.lookups.competitions.sign_up_offers import shown_as
from bot.service.readers.readers import Readers
from bot.texts.messages import Card
from bot.texts.notices.competitions.sign_ups import SignUpLine, state_card
from engine.competitions.competition import Competition
from engine.competitions.sign_up import Applicant, SignUpState, in_order
from engine.ids import CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp


async def entry_of(context: Context, code: CompetitionCode, person: PersonId) -> SignedUp | None:
    """Return the person as they signed up, also if they have withdrawn; None if never."""
    entries = await sign_ups.of_person(context.unit.tx, person)
    return next((applicant for applicant in entries if applicant.competition == code), None)


async def shown_to(
    context: Context, competition: Competition, sign_up: SignUp, person: PersonId
) -> Card | None:
    """Return the state of the person's sign-up with its buttons; None if they are not in it."""
    entry = await entry_of(context, competition.code, person)
    if entry is None or entry.state is SignUpState.OUT:
        return None
    is_closed = sign_up.closed_at is not None
    if entry.state is SignUpState.IN and is_closed and person not in competition.phase.players:
        return None  # the player withdrew after the closing
    people = await sign_ups.people_of(context.unit.tx, competition.code)
    waiting = in_order(map(applicant_of, people), SignUpState.WAITING)
    queue = [applicant.player for applicant in waiting]
    place = queue.index(person) + 1 if person in queue else 0  # 0: only those who wait have one
    return state_card(await shown_as(context, competition, sign_up), line_of(entry), place)


async def lines_of(
    readers: Readers, people: Sequence[SignedUp], state: SignUpState
) -> list[SignUpLine]:
    """Return the people in that state as lines of a list, in order."""
    away = await out_of_reach(readers, people)
    return [
        line_of(person, in_reach=person.person not in away)
        for person in people
        if person.state is state
    ]


def line_of(applicant: SignedUp, *, in_reach: bool = True) -> SignUpLine:
    """Return the person as a line of the list; `in_reach`: whether the bot can reach them."""
    return SignUpLine(
        person=applicant.person,
        name=applicant.name,
        club=applicant.club,
        email=applicant.email,
        rating=applicant.rating,
        state=applicant.state,
        in_reach=in_reach,
    )


def applicant_of(applicant: SignedUp, *, in_reach: bool = True) -> Applicant:
    """Return the person as the engine sees them, for who moves up."""
    return Applicant(
        player=applicant.person,
        number=applicant.number,
        club=applicant.club,
        state=applicant.state,
        in_reach=in_reach,
    )


async def out_of_reach(readers: Readers, people: Sequence[SignedUp]) -> frozenset[PersonId]:
    """Return the people who wait for a seat, but whom the bot cannot reach to offer it."""
    waiting = [person.person for person in people if person.state is SignUpState.WAITING]
    await readers.persons.gather(waiting)
    known = [await readers.persons.get(person) for person in waiting]
    return frozenset(person.id for person in known if not person.can_be_reached)
