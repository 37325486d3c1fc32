"""Signing up for a competition and withdrawing, as a person does it for themselves.

Every act locks the sign-up's row first, so that two people never get the last seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries
from bot.service.competitions.entries import first_spelling
from bot.service.context import Context
from bot.service.lookups.competitions import sign_up_ratings
from bot.service.lookups.competitions.signed_up import entry_of, line_of
from bot.service.notices.competitions.moving_up import settle
from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions import namesakes
from bot.service.operations.matches.seating import access_of
from bot.service.operations.people.resolving import has_fixed_name
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import say
from bot.texts.notices.competitions.sign_up_lists import entry_question
from engine.competitions.competition import Competition
from engine.competitions.guards import check_access
from engine.competitions.sign_up import ACTIVE, SignUpState
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from engine.person_names import are_alike
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp
from storage.people.addresses import is_browser

MOST_FROM_BROWSERS: Final = 30
"""The most people in browsers whom the arbiters have not accepted yet: a browser costs nothing."""
MOST_PEOPLE: Final = 300
"""The most people in the list of a sign-up, as in any list of players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpDetails:
    """The data that a person enters about themselves; "" where they enter none."""

    name: str
    club: str = ""
    email: str = ""


async def given_by(
    readers: Readers, person: PersonId, code: CompetitionCode
) -> SignUpDetails | None:
    """Return the person's known data: of this sign-up, their games or another sign-up; or None.

    A name that an arbiter has written cannot be changed here. An e-mail address is only for the
    sign-up in which it was entered.
    """
    entries = await sign_ups.of_person(readers.unit.tx, person)
    here = next((entry for entry in entries if entry.competition == code), None)
    latest = here or (entries[-1] if entries else None)
    email = "" if here is None else here.email
    if await has_fixed_name(readers, person):
        stored = await readers.persons.get(person)
        club = stored.club if latest is None else latest.club
        return SignUpDetails(name=stored.name, club=club, email=email)
    if latest is None:
        return None
    return SignUpDetails(name=latest.name, club=latest.club, email=email)


async def sign_up(
    notifier: Notifier, user_input: UserInput, code: CompetitionCode, details: SignUpDetails
) -> SignedUp:
    """Sign the person up, at most once; return their state.

    They get a free seat, wait for one, or wait for an arbiter's decision; then the arbiters are
    asked. The arbiters' list is updated, and they are asked about namesakes.

    Raises:
        GameStateError: `sign_up_closed`, `browser_seats_off`, `sign_up_arbiter`, `sign_up_plays`,
            `sign_up_listed`, `sign_up_same_name`, `sign_up_rating` or `sign_up_too_many`.
    """
    tx, person = notifier.unit.tx, user_input.person.id
    terms, snapshot = await _locked_open(notifier, code, user_input.at)
    people = await sign_ups.people_of(tx, code)
    earlier = await entry_of(notifier, code, person)
    if earlier is not None and earlier.state is not SignUpState.OUT:
        return earlier
    await _check_person(notifier, snapshot.competition, person, details, people)
    rating = await sign_up_ratings.rating_of(notifier, person, details.name)
    is_admitted = terms.limits.admits(rating)
    if is_admitted is False:
        raise GameStateError(Fault("sign_up_rating", facts={"rating": rating or 0}))
    in_browser = bool(await access_of(notifier, person))
    await _check_room(notifier, people, is_new=earlier is None, in_browser=in_browser)
    # Without a rating it is not known whether the limits admit the person, so an arbiter decides.
    awaits_decision = terms.needs_word or is_admitted is None or in_browser
    entered = snapshot.competition.phase.entries
    clubs = [*(applicant.club for applicant in people), *(entry.club for entry in entered)]
    new = SignedUp(
        competition=code,
        person=person,
        number=max((applicant.number for applicant in people), default=0) + 1,
        name=details.name,
        club=first_spelling(details.club, clubs),
        email=details.email,
        rating=rating,
        state=SignUpState.ASKED if awaits_decision else SignUpState.WAITING,
    )
    await sign_ups.put_person(tx, new)
    await settle(notifier, snapshot, terms, but=person)
    await namesakes.ask(notifier, snapshot.competition, person)
    if awaits_decision:
        text, buttons = entry_question(snapshot.competition, line_of(new), in_browser=in_browser)
        await notifier.notify_arbiters(snapshot.competition, text, buttons)
    # `settle` may have given them a seat.
    return await entry_of(notifier, code, person) or new


async def _check_room(
    readers: Readers, people: Sequence[SignedUp], *, is_new: bool, in_browser: bool
) -> None:
    """Refuse one more person in a list that is full, or has many unaccepted people in browsers.

    Raises:
        GameStateError: `sign_up_too_many`.
    """
    if is_new and len(people) >= MOST_PEOPLE:
        raise GameStateError(Fault("sign_up_too_many", facts={"most": MOST_PEOPLE}))
    if in_browser and await _is_crowded(readers, people):
        raise GameStateError(Fault("sign_up_too_many", facts={"most": MOST_FROM_BROWSERS}))


async def _is_crowded(readers: Readers, people: Iterable[SignedUp]) -> bool:
    """Return whether many people in browsers wait for the arbiters already."""
    undecided = [applicant.person for applicant in people if applicant.state is SignUpState.ASKED]
    await readers.persons.gather(undecided)
    chats = [await readers.persons.address(person) for person in undecided]
    return sum(map(is_browser, chats)) >= MOST_FROM_BROWSERS


class _LockedSignUp(NamedTuple):
    """The terms of a sign-up whose row is locked, and its competition."""

    terms: SignUp
    snapshot: CompetitionSnapshot


async def _locked_open(readers: Readers, code: CompetitionCode, at: datetime) -> _LockedSignUp:
    """Lock the competition's sign-up and return it, if it is open.

    Raises:
        GameStateError: `sign_up_closed`.
    """
    terms = await sign_ups.of(readers.unit.tx, code, locked=True)
    if terms is None or not terms.is_open(at):
        raise GameStateError(Fault("sign_up_closed"))
    return _LockedSignUp(terms, await readers.competitions.load(code))


class _LockedEntry(NamedTuple):
    """The terms of a sign-up whose row is locked, and one person's active entry in it."""

    terms: SignUp
    entry: SignedUp


async def _locked_entry(
    context: Context, code: CompetitionCode, person: PersonId
) -> _LockedEntry | None:
    """Lock the sign-up and return it with the person's entry; None if they are not signed up."""
    terms = await sign_ups.of(context.unit.tx, code, locked=True)
    entry = await entry_of(context, code, person)
    if terms is None or entry is None or entry.state not in ACTIVE:
        return None
    return _LockedEntry(terms, entry)


async def _check_person(
    readers: Readers,
    competition: Competition,
    person: PersonId,
    details: SignUpDetails,
    people: Iterable[SignedUp],
) -> None:
    """Refuse a person in a browser without a seat for one, an arbiter, a player, and a taken name.

    Raises:
        GameStateError: `browser_seats_off`, `sign_up_arbiter`, `sign_up_plays`, `sign_up_listed` or
            `sign_up_same_name`.
    """
    check_access(competition, await access_of(readers, person))
    if person in competition.arbiters:
        raise GameStateError(Fault("sign_up_arbiter"))
    if person in competition.phase.players:
        raise GameStateError(Fault("sign_up_plays"))
    names = await readers.persons.names(competition.phase.players)
    if any(are_alike(name, details.name) for name in names.values()):
        raise GameStateError(Fault("sign_up_listed", facts={"name": details.name}))
    other_names = [
        applicant.name
        for applicant in people
        if applicant.person != person and applicant.state in ACTIVE
    ]
    if any(are_alike(name, details.name) for name in other_names):
        raise GameStateError(Fault("sign_up_same_name", facts={"name": details.name}))


async def withdraw(recorder: Recorder, user_input: UserInput, code: CompetitionCode) -> bool:
    """Withdraw the person; return False if they are not signed up.

    Somebody who waits may move up. A player's entry is withdrawn, too, with notices.

    Raises:
        GameStateError: `phase_running`, also after the end of the phase or the competition.
    """
    person = user_input.person.id
    locked = await _locked_entry(recorder, code, person)
    if locked is None:
        return False
    snapshot = await recorder.competitions.load(code)
    if person in snapshot.competition.phase.players:
        snapshot = await changed_entries.withdraw_one(recorder, user_input, snapshot, person)
    await _put_out(recorder, locked.entry)
    await settle(recorder, snapshot, locked.terms)
    return True


async def _put_out(context: Context, entry: SignedUp) -> None:
    """Store that a person has left the sign-up, without their e-mail address; rebuild the site.

    The public list must lose a name at once; a new name may wait for the next build.
    """
    out = replace(entry, state=SignUpState.OUT, email="")
    await sign_ups.put_person(context.unit.tx, out)
    context.unit.news.append(News(PublishedFacts()))


async def take_out_new_arbiter(
    notifier: Notifier, snapshot: CompetitionSnapshot, person: PersonId
) -> None:
    """Take a new arbiter out of the open sign-up, tell them, and let the next person move up."""
    code = snapshot.competition.code
    locked = await _locked_entry(notifier, code, person)
    if locked is None or locked.terms.closed_at is not None:
        return
    await _put_out(notifier, locked.entry)
    await notifier.notify_person(
        person, say("sign_up.arbiter_out", title=snapshot.competition.title)
    )
    await settle(notifier, snapshot, locked.terms)


async def set_email(context: Context, person: PersonId, code: CompetitionCode, to: str) -> None:
    """Store the e-mail address of a person who signed up."""
    locked = await _locked_entry(context, code, person)
    if locked is not None:
        await sign_ups.put_person(context.unit.tx, replace(locked.entry, email=to))
