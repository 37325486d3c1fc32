"""Signing up for a competition and withdrawing, as a person does it for themselves.

Every act locks the sign-up's row first, so that two people never get the last seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from bot.documents.tables.names import fold
from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries
from bot.service.context import Context
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
from storage.ratings import claimed_names, published_lists
from storage.ratings.person_keys import NIGHTLY, NightlyKind, key_of

MOST_FROM_BROWSERS: Final = 30
"""The most people in browsers whom the arbiters have not accepted yet: a browser costs nothing."""
MOST_PEOPLE: Final = 300
"""The most people in the list of a sign-up, as in any list of players."""
_FIRST_SYSTEM: Final = "frs"
"""The rating system whose list counts if there are several."""


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
    open_sign_up, snapshot = await _open_sign_up(notifier, code, user_input.at)
    people = await sign_ups.people_of(tx, code)
    earlier = await entry_of(notifier, code, person)
    if earlier is not None and earlier.state is not SignUpState.OUT:
        return earlier
    await _check_person(notifier, snapshot.competition, person, details, people)
    rating = await _rating_of(notifier, person, details.name)
    is_admitted = open_sign_up.limits.admits(rating)
    if is_admitted is False:
        raise GameStateError(Fault("sign_up_rating", facts={"rating": rating or 0}))
    in_browser = bool(await access_of(notifier, person))
    await _check_room(notifier, people, is_new=earlier is None, in_browser=in_browser)
    # Without a rating it is not known whether the limits admit the person, so an arbiter decides.
    awaits_decision = open_sign_up.needs_word or is_admitted is None or in_browser
    new = SignedUp(
        competition=code,
        person=person,
        number=max((applicant.number for applicant in people), default=0) + 1,
        name=details.name,
        club=_one_spelling(details.club, people, snapshot.competition),
        email=details.email,
        rating=rating,
        state=SignUpState.ASKED if awaits_decision else SignUpState.WAITING,
    )
    await sign_ups.put_person(tx, new)
    await settle(notifier, snapshot, open_sign_up, but=person)
    await namesakes.ask(notifier, snapshot.competition, person)
    if awaits_decision:
        text, buttons = entry_question(snapshot.competition, line_of(new), in_browser=in_browser)
        await notifier.notify_arbiters(snapshot.competition, text, buttons)
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


class _OpenSignUp(NamedTuple):
    """An open sign-up, locked, and its competition."""

    sign_up: SignUp
    snapshot: CompetitionSnapshot


async def _open_sign_up(readers: Readers, code: CompetitionCode, at: datetime) -> _OpenSignUp:
    """Return the competition's open sign-up, locked.

    Raises:
        GameStateError: `sign_up_closed`.
    """
    opened = await sign_ups.of(readers.unit.tx, code, locked=True)
    if opened is None or not opened.is_open(at):
        raise GameStateError(Fault("sign_up_closed"))
    return _OpenSignUp(opened, await readers.competitions.load(code))


async def _check_person(
    readers: Readers,
    competition: Competition,
    person: PersonId,
    details: SignUpDetails,
    people: Iterable[SignedUp],
) -> None:
    """Refuse an arbiter of the competition, a player, and a name that another person has.

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


def _one_spelling(club: str, people: Iterable[SignedUp], competition: Competition) -> str:
    """Return the club as it was written first, so that the draw keeps its members apart."""
    spellings = [
        *(person.club for person in people),
        *(entry.club for entry in competition.phase.entries),
    ]
    return next((first for first in spellings if first and are_alike(first, club)), club)


async def _rating_of(context: Context, person: PersonId, name: str) -> int | None:
    """Return the person's rating on the list in force, by the name claimed there or given here.

    The list of the bot's own competitions counts if no officer's list has the person.
    """
    tx = context.unit.tx
    claimed = await claimed_names.of(tx, person)
    name_key = fold(name) if claimed is None else claimed.key
    in_force = await published_lists.all_in_force(tx)
    lists = [rating_list for rating_list in in_force if rating_list.kind != NightlyKind.FRIENDLIES]
    # Officers' lists come first, and among them those of the federation's system.
    lists.sort(
        key=lambda rating_list: (
            rating_list.kind in NIGHTLY,
            rating_list.system != _FIRST_SYSTEM,
            rating_list.system,
            rating_list.kind,
        )
    )
    for rating_list in lists:
        # The bot's own lists are by person, officers' lists by name.
        key = key_of(person) if rating_list.kind in NIGHTLY else name_key
        row = await published_lists.row_of(tx, rating_list.id, key)
        if row is not None:
            return row.rating
    return None


async def withdraw(recorder: Recorder, user_input: UserInput, code: CompetitionCode) -> bool:
    """Withdraw the person; return False if they are not signed up.

    Somebody who waits may move up. A player's entry is withdrawn, too, with notices.

    Raises:
        GameStateError: the competition has begun.
    """
    tx, person = recorder.unit.tx, user_input.person.id
    locked = await sign_ups.of(tx, code, locked=True)
    entry = await entry_of(recorder, code, person)
    if locked is None or entry is None or entry.state not in ACTIVE:
        return False
    snapshot = await recorder.competitions.load(code)
    if person in snapshot.competition.phase.players:
        snapshot = await changed_entries.withdraw_one(recorder, user_input, snapshot, person)
    await _put_out(recorder, entry)
    await settle(recorder, snapshot, locked)
    return True


async def _put_out(context: Context, entry: SignedUp) -> None:
    """Store that a person has left the sign-up, without their e-mail address; rebuild the site."""
    out = replace(entry, state=SignUpState.OUT, email="")
    await sign_ups.put_person(context.unit.tx, out)
    context.unit.news.append(News(PublishedFacts()))


async def take_out_new_arbiter(
    notifier: Notifier, snapshot: CompetitionSnapshot, person: PersonId
) -> None:
    """Take a new arbiter out of the open sign-up, tell them, and let the next person move up."""
    code = snapshot.competition.code
    locked = await sign_ups.of(notifier.unit.tx, code, locked=True)
    entry = await entry_of(notifier, code, person)
    if locked is None or locked.closed_at is not None:
        return
    if entry is None or entry.state not in ACTIVE:
        return
    await _put_out(notifier, entry)
    await notifier.notify_person(
        person, say("sign_up.arbiter_out", title=snapshot.competition.title)
    )
    await settle(notifier, snapshot, locked)


async def set_email(context: Context, person: PersonId, code: CompetitionCode, to: str) -> None:
    """Store the e-mail address of a person who signed up."""
    # Only for its lock: no other act changes the person meanwhile.
    await sign_ups.of(context.unit.tx, code, locked=True)
    entry = await entry_of(context, code, person)
    if entry is not None and entry.state in ACTIVE:
        await sign_ups.put_person(context.unit.tx, replace(entry, email=to))
