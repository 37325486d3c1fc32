"""Public sign-ups of competitions: opening, signing up, withdrawing, closing.

`engine.competitions.sign_up` decides who moves up; this module writes and notifies. Every act locks
the sign-up's row first, so that two people never get the last seat. When the sign-up closes, those
with a seat become the competition's players, with their accounts joined.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.documents.tables.names import fold
from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.competitions import places
from bot.service.context import Context
from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions import namesakes
from bot.service.operations.people.resolving import has_fixed_name
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.notices.competitions.competitions import card_button, own_list
from bot.texts.notices.competitions.sign_ups import (
    SIGN_UP_LINK,
    Line,
    Offer,
    asked_text,
    closed_post,
    live_list,
    opened_post,
    state_button,
    state_text,
)
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import claim_place, enter
from engine.competitions.guards import Act
from engine.competitions.parts import Entry, PhasePlan
from engine.competitions.sign_up import (
    ACTIVE,
    NO_LIMITS,
    Applicant,
    Limits,
    SignUpState,
    in_order,
    moved_up,
)
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from engine.person_names import are_alike
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp
from storage.days import due
from storage.queues import outbox
from storage.ratings import published_lists as ratings
from storage.ratings.person_keys import FRIENDLIES, NIGHTLY, key_of
from storage.streams import name_of, sign_up_stream

CLOSING: Final = "closing"
"""The kind of a sign-up's only deadline."""
MOST: Final = 300
"""The most people in the list of a sign-up, as in any list of players."""
_FIRST: Final = "frs"
"""The rating system whose list counts if there are several."""
_DAYS_BEFORE: Final = 7
"""The usual days between the last day of sign-up and the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpTerms:
    """The terms of a sign-up, as an arbiter sets them."""

    last_day: date
    limits: Limits = NO_LIMITS
    asks_email: bool = False
    needs_word: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpDetails:
    """The data that a person enters about themselves."""

    name: str
    club: str = ""
    email: str = ""


def usual_terms(competition: Competition, today: date) -> SignUpTerms:
    """Return the terms that the card offers first."""
    day = competition.phase.plan.start - timedelta(days=_DAYS_BEFORE)
    return SignUpTerms(last_day=max(today, day))


def terms_of(sign_up: SignUp, competition: Competition) -> SignUpTerms:
    """Return the terms of a sign-up."""
    return SignUpTerms(
        last_day=sign_up.last_day(competition.rules.time_zone),
        limits=sign_up.limits,
        asks_email=sign_up.asks_email,
        needs_word=sign_up.needs_word,
    )


async def offer_of(
    service: Context, competition: Competition, terms: SignUpTerms, *, is_open: bool
) -> Offer:
    """Return a sign-up of these terms as people see it."""
    return Offer(
        competition=competition,
        limits=terms.limits,
        asks_email=terms.asks_email,
        needs_word=terms.needs_word,
        last_day=terms.last_day,
        taken=await _taken(service, competition, is_open=is_open),
        is_open=is_open,
    )


async def shown_as(service: Context, competition: Competition, one: SignUp) -> Offer:
    """Return a sign-up as people see it."""
    is_open = one.is_open(service.unit.now)
    return await offer_of(service, competition, terms_of(one, competition), is_open=is_open)


def check_takes_entries(competition: Competition) -> None:
    """Refuse a competition whose players are listed already, or that has begun.

    Raises:
        GameStateError: `entries_closed`.
    """
    if competition.number or competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))


def check_last_day(competition: Competition, day: date, today: date) -> None:
    """Refuse a last day that is past, or not before the phase.

    Raises:
        GameStateError: `sign_up_day`.
    """
    start = competition.phase.plan.start
    if not today <= day < start:
        facts = {"first": today.isoformat(), "start": start.isoformat()}
        raise GameStateError(Fault("sign_up_day", facts=facts))


async def check_start(service: Context, competition: Competition, plan: PhasePlan) -> None:
    """Refuse a first day that is not after the last day of the open sign-up.

    Raises:
        GameStateError: `sign_up_after_start`.
    """
    one = await sign_ups.of(service.unit.tx, competition.code)
    if one is None or one.closed_at is not None or plan.phase is not competition.phase.plan.phase:
        return
    day = one.last_day(competition.rules.time_zone)
    if plan.start <= day:
        facts = {"day": day.isoformat(), "start": plan.start.isoformat()}
        raise GameStateError(Fault("sign_up_after_start", facts=facts))


async def set_terms(
    service: Notifier, user_input: UserInput, snapshot: CompetitionSnapshot, terms: SignUpTerms
) -> SignUp:
    """Open the sign-up, or change the terms of an open one; waiting people may move up.

    Raises:
        GameStateError: `entries_closed` or `sign_up_day`.
    """
    competition, tx = snapshot.competition, service.unit.tx
    check_takes_entries(competition)
    check_last_day(competition, terms.last_day, service.today())
    before = await sign_ups.of(tx, competition.code, locked=True)
    is_new = before is None or before.closed_at is not None
    zone = ZoneInfo(competition.rules.time_zone)
    new = SignUp(
        competition=competition.code,
        person=user_input.person.id,
        limits=terms.limits,
        asks_email=terms.asks_email,
        needs_word=terms.needs_word,
        closes_at=datetime.combine(terms.last_day + timedelta(days=1), time(), zone),
        version=(before.version if before is not None else 0) + 1,
    )
    await sign_ups.save(tx, new)
    row = due.DueRow(stream=sign_up_stream(new.competition), kind=CLOSING, due_at=new.closes_at)
    await due.put(tx, row)
    if is_new:
        await _drop_former(service, competition)
        await _notify_of_opening(service, competition, new)
    await _settle(service, snapshot, new, is_new=is_new)
    return new


async def _drop_former(service: Context, competition: Competition) -> None:
    """Mark people of an earlier sign-up as withdrawn if they are no longer players."""
    tx, code = service.unit.tx, competition.code
    for each in await sign_ups.people_of(tx, code):
        if each.state is SignUpState.IN and each.person not in competition.phase.players:
            await sign_ups.set_state(tx, code, each.person, SignUpState.OUT)


async def _notify_of_opening(service: Readers, competition: Competition, sign_up: SignUp) -> None:
    """Post the sign-up to the competition's group."""
    chat = await service.groups.of_competition(competition.code)
    if chat is not None:
        link = link_of(service, competition.code)
        offer = await shown_as(service, competition, sign_up)
        text, buttons = opened_post(offer, link)
        post = Notice(to=chat.chat, text=text, buttons=buttons, about=competition.code)
        service.unit.say(post)


def link_of(service: Context, code: CompetitionCode) -> str:
    """Return the public link of the competition's sign-up."""
    return service.shared.link(SIGN_UP_LINK + code)


async def offered(
    service: Readers, at: datetime, *, but: Container[CompetitionCode]
) -> list[tuple[CompetitionCode, str]]:
    """Return codes and titles of the competitions to which people may sign up at that instant."""
    found = await sign_ups.all_open(service.unit.tx)
    codes = [one.competition for one in found if one.is_open(at) and one.competition not in but]
    return [(code, (await service.competitions.load(code)).competition.title) for code in codes]


async def given_by(
    service: Readers, person: PersonId, code: CompetitionCode
) -> SignUpDetails | None:
    """Return the person's known data: of this sign-up, their games or another sign-up; or None."""
    found = await sign_ups.of_person(service.unit.tx, person)
    here = [one for one in found if one.competition == code]
    last = (here or found)[-1:]
    known = await service.persons.get(person)
    if await has_fixed_name(service, person):
        club = last[0].club if last else known.club
        return SignUpDetails(name=known.name, club=club, email=here[0].email if here else "")
    if not last:
        return None
    return SignUpDetails(name=last[0].name, club=last[0].club, email=here[0].email if here else "")


async def sign_up(
    service: Notifier, user_input: UserInput, code: CompetitionCode, given: SignUpDetails
) -> SignedUp:
    """Sign the person up, at most once; return the outcome.

    Raises:
        GameStateError: `sign_up_closed`, `sign_up_arbiter`, `sign_up_plays`, `sign_up_same_name`,
            `sign_up_rating` or `sign_up_too_many`.
    """
    tx, person = service.unit.tx, user_input.person.id
    one, snapshot = await _open_one(service, code, user_input.at)
    people = await sign_ups.people_of(tx, code)
    known = next((each for each in people if each.person == person), None)
    if known is not None and known.state is not SignUpState.OUT:
        return known
    await _check_person(service, snapshot.competition, person, given, people)
    rating = await _rating_of(service, person, given.name)
    is_admitted = one.limits.admits(rating)
    if is_admitted is False:
        raise GameStateError(Fault("sign_up_rating", facts={"rating": rating or 0}))
    if known is None and len(people) >= MOST:
        raise GameStateError(Fault("sign_up_too_many", facts={"most": MOST}))
    waits = one.needs_word or is_admitted is None
    new = SignedUp(
        competition=code,
        person=person,
        number=max((each.number for each in people), default=0) + 1,
        name=given.name,
        club=_one_spelling(given.club, people, snapshot.competition),
        email=given.email,
        rating=rating,
        state=SignUpState.ASKED if waits else SignUpState.WAITING,
    )
    await sign_ups.put_person(tx, new)
    await _settle(service, snapshot, one, but=person)
    await namesakes.ask(service, snapshot.competition, person)
    if waits:
        await service.notify_arbiters(
            snapshot.competition, *asked_text(snapshot.competition, _line(new))
        )
    return await _of_person(service, code, person) or new


async def _open_one(
    service: Readers, code: CompetitionCode, at: datetime
) -> tuple[SignUp, CompetitionSnapshot]:
    """Return the competition's open sign-up, locked.

    Raises:
        GameStateError: `sign_up_closed`.
    """
    one = await sign_ups.of(service.unit.tx, code, locked=True)
    if one is None or not one.is_open(at):
        raise GameStateError(Fault("sign_up_closed"))
    return one, await service.competitions.load(code)


async def _check_person(
    service: Readers,
    competition: Competition,
    person: PersonId,
    given: SignUpDetails,
    people: Iterable[SignedUp],
) -> None:
    """Refuse an arbiter of the competition, a player, and a name that another person has."""
    if person in competition.arbiters:
        raise GameStateError(Fault("sign_up_arbiter"))
    if person in competition.phase.players:
        raise GameStateError(Fault("sign_up_plays"))
    names = await service.persons.names(competition.phase.players)
    if any(are_alike(name, given.name) for name in names.values()):
        raise GameStateError(Fault("sign_up_listed", facts={"name": given.name}))
    others = [one.name for one in people if one.person != person and one.state in ACTIVE]
    if any(are_alike(name, given.name) for name in others):
        raise GameStateError(Fault("sign_up_same_name", facts={"name": given.name}))


def _one_spelling(club: str, people: Iterable[SignedUp], competition: Competition) -> str:
    """Return the club as it was written first, so that the draw keeps its members apart."""
    known = [*(one.club for one in people), *(one.club for one in competition.phase.entries)]
    return next((each for each in known if each and are_alike(each, club)), club)


async def _rating_of(service: Context, person: PersonId, name: str) -> int | None:
    """Return the person's rating on the list in force, by the name claimed there or given here.

    The list of the bot's own competitions counts if no officer's list has the person.
    """
    tx = service.unit.tx
    linked = await ratings.linked(tx, person)
    key = fold(name) if linked is None else linked.key
    lists = await ratings.all_in_force(tx)
    lists.sort(key=lambda one: (one.kind in NIGHTLY, one.system != _FIRST, one.system, one.kind))
    for each in (one for one in lists if one.kind != FRIENDLIES):
        own = key_of(person) if each.kind in NIGHTLY else key
        row = await ratings.row_of(tx, each.id, own)
        if row is not None:
            return row.rating
    return None


async def _of_person(service: Context, code: CompetitionCode, person: PersonId) -> SignedUp | None:
    found = await sign_ups.of_person(service.unit.tx, person)
    return next((one for one in found if one.competition == code), None)


async def withdraw(service: Recorder, user_input: UserInput, code: CompetitionCode) -> bool:
    """Withdraw the person; return False if they are not signed up.

    Raises:
        GameStateError: the competition has begun.
    """
    tx, person = service.unit.tx, user_input.person.id
    one = await sign_ups.of(tx, code, locked=True)
    known = await _of_person(service, code, person)
    if one is None or known is None or known.state not in ACTIVE:
        return False
    snapshot = await service.competitions.load(code)
    if person in snapshot.competition.phase.players:
        snapshot = await places.withdraw_one(service, user_input, snapshot, person)
    await sign_ups.put_person(tx, replace(known, state=SignUpState.OUT, email=""))
    service.unit.news.append(News(PublishedFacts()))
    await _settle(service, snapshot, one)
    return True


async def made_arbiter(service: Notifier, snapshot: CompetitionSnapshot, person: PersonId) -> None:
    """Take a new arbiter out of the open sign-up, tell them, and let the next person move up."""
    code = snapshot.competition.code
    one = await sign_ups.of(service.unit.tx, code, locked=True)
    known = await _of_person(service, code, person)
    if one is None or one.closed_at is not None or known is None or known.state not in ACTIVE:
        return
    await sign_ups.put_person(service.unit.tx, replace(known, state=SignUpState.OUT, email=""))
    service.unit.news.append(News(PublishedFacts()))
    await service.notify_person(
        person, say("sign_up.arbiter_out", title=snapshot.competition.title)
    )
    await _settle(service, snapshot, one)


async def decide(
    service: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    person: PersonId,
    *,
    accept: bool,
) -> SignedUp | None:
    """Record the arbiter's decision about a person; return the outcome, None if unknown.

    After the closing, an accepted person becomes a player at once, despite the limits.

    Raises:
        GameStateError: `entries_closed`.
    """
    tx, code = service.unit.tx, snapshot.competition.code
    check_takes_entries(snapshot.competition)
    one = await sign_ups.of(tx, code, locked=True)
    known = await _of_person(service, code, person)
    if one is None or known is None or known.state is SignUpState.OUT:
        return None
    is_closed = one.closed_at is not None
    if person in snapshot.competition.phase.players:
        return known
    if accept and is_closed:
        is_called = known.state is SignUpState.WAITING
        key = "sign_up.called" if is_called else "sign_up.entered"
        snapshot = await _enter(service, snapshot, one, [known], user_input.at, key=key)
        await sign_ups.set_state(tx, code, person, SignUpState.IN)
    elif accept and known.state not in {SignUpState.IN, SignUpState.WAITING}:
        await sign_ups.set_state(tx, code, person, SignUpState.WAITING)
    elif not accept and known.state is not SignUpState.REFUSED:
        await sign_ups.set_state(tx, code, person, SignUpState.REFUSED)
        service.unit.news.append(News(PublishedFacts()))
    else:
        return known
    await _settle(service, snapshot, one, but=person)
    after = await _of_person(service, code, person) or known
    if not (accept and is_closed):
        await _notify_of_state(service, snapshot.competition, after)
    return after


async def set_email(service: Context, person: PersonId, code: CompetitionCode, to: str) -> None:
    """Store the e-mail address of a person who signed up."""
    await sign_ups.of(service.unit.tx, code, locked=True)
    known = await _of_person(service, code, person)
    if known is not None and known.state in ACTIVE:
        await sign_ups.put_person(service.unit.tx, replace(known, email=to))


async def close(
    service: Recorder, snapshot: CompetitionSnapshot, at: datetime
) -> CompetitionSnapshot:
    """Close the sign-up and enter everybody with a seat; notify everybody who signed up."""
    tx, code = service.unit.tx, snapshot.competition.code
    one = await sign_ups.of(tx, code, locked=True)
    if one is None or one.closed_at is not None:
        return snapshot
    await sign_ups.close(tx, code, at)
    await due.remove(tx, sign_up_stream(code), CLOSING)
    one = replace(one, closed_at=at)
    people = await sign_ups.people_of(tx, code)
    inside = [each for each in people if each.state is SignUpState.IN]
    if snapshot.competition.stage is CompetitionStage.OPEN:
        snapshot = await _enter(service, snapshot, one, inside, at)
    left = [each for each in people if each.state in ACTIVE - {SignUpState.IN}]
    for each in left:
        await service.notify_person(each.person, _left_text(snapshot.competition, each))
    await _notify_of_list(service, snapshot.competition, one, people)
    text = say(
        "sign_up.closed_told", title=snapshot.competition.title, n=len(inside), left=len(left)
    )
    await service.notify_arbiters(snapshot.competition, text, card_button(snapshot.competition))
    await namesakes.ask(service, snapshot.competition)
    chat = await service.groups.of_competition(code)
    if chat is not None:
        players = len(snapshot.competition.phase.players)
        text = closed_post(snapshot.competition, players)
        service.unit.say(Notice(to=chat.chat, text=text, about=code))
    return snapshot


def _left_text(competition: Competition, one: SignedUp) -> Text:
    key = "sign_up.left_waiting" if one.state is SignUpState.WAITING else "sign_up.left_asked"
    return Text(key, {"title": competition.title})


async def on_day(service: Recorder, row: due.DueRow) -> None:
    """Close the sign-up of a due row after its last day."""
    code = CompetitionCode(name_of(row.stream))
    await due.remove(service.unit.tx, row.stream, row.kind)
    one = await sign_ups.of(service.unit.tx, code, locked=True)
    if one is None or one.closed_at is not None:
        return
    if service.unit.now < one.closes_at:  # the last day was moved meanwhile
        await due.put(service.unit.tx, replace(row, due_at=one.closes_at))
        return
    await close(service, await service.competitions.load(code), service.unit.now)


async def check_closed(service: Context, competition: Competition) -> None:
    """Refuse a step that needs all players while people still sign up.

    Raises:
        GameStateError: `sign_up_open`.
    """
    one = await sign_ups.of(service.unit.tx, competition.code, locked=True)
    if one is not None and one.closed_at is None:
        raise GameStateError(Fault("sign_up_open"))


async def move_up_everywhere(service: Notifier) -> None:
    """Give seats left by forgotten people to waiting people, in every open sign-up."""
    for one in await sign_ups.all_open(service.unit.tx):
        locked = await sign_ups.of(service.unit.tx, one.competition, locked=True)
        if locked is not None and locked.closed_at is None:
            await _settle(service, await service.competitions.load(one.competition), locked)


async def call_instead(
    service: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    place: PersonId,
    entry: Entry,
) -> CompetitionSnapshot:
    """Give the seat that is reserved for `place` to a person who waits in the closed sign-up.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    tx, code = service.unit.tx, snapshot.competition.code
    one = await sign_ups.of(tx, code, locked=True)
    known = await _of_person(service, code, entry.player)
    if one is None or known is None:
        raise GameStateError(Fault("not_a_reserve"))
    await _name(service, known)
    called = say("sign_up.called", title=snapshot.competition.title, own=None)
    snapshot = await places.replace_one(service, user_input, snapshot, place, entry, called=called)
    await sign_ups.set_state(tx, code, entry.player, SignUpState.IN)
    await _settle(service, snapshot, one, but=entry.player)
    return snapshot


async def _name(service: Recorder, one: SignedUp) -> None:
    """Call the person by the name that they gave, unless an arbiter has written another one."""
    if not await has_fixed_name(service, one.person):
        await service.person_acts.alter(one.person, name=one.name, club=one.club)


async def _enter(  # noqa: PLR0913  (the people, and what they read)
    service: Recorder,
    snapshot: CompetitionSnapshot,
    one: SignUp,
    people: Sequence[SignedUp],
    at: datetime,
    *,
    key: str = "sign_up.entered",
) -> CompetitionSnapshot:
    """Enter these people as the arbiter would, each with their own account."""
    competition = snapshot.competition
    out = {*competition.phase.players, *competition.arbiters, *competition.excluded}
    new = [each for each in people if each.person not in out]
    if not new:
        return snapshot
    for each in new:
        await _name(service, each)
    seeds, kept = _seeds(new), await _kept_for(service, competition, new)
    entries = [
        Entry(player=each.person, club=each.club, seeding=seeds.get(each.person))
        for each in new
        if each.person not in kept
    ]
    by = one.person if one.person in competition.arbiters else competition.arbiters[0]
    events = enter(competition, Act(by=by, at=at), entries)
    snapshot = await service.competition_acts.record(snapshot, events, at)
    claims = [
        event
        for each in new
        for event in claim_place(
            snapshot.competition, kept.get(each.person, each.person), Act(by=each.person, at=at)
        )
    ]
    snapshot = await service.competition_acts.record(snapshot, claims, at)
    names = await service.competitions.names(snapshot.competition)
    for each in new:
        own = own_list(snapshot.competition, each.person, names, service.today())
        text = Text(key, {"title": competition.title, "own": own})
        await service.notify_person(each.person, text)
    return snapshot


async def _kept_for(
    service: Readers, competition: Competition, people: Iterable[SignedUp]
) -> Mapping[PersonId, PersonId]:
    """Return the open seats that an arbiter has entered under the names of some of these people.

    By person: the placeholder whose seat nobody has taken yet.
    """
    free = [who for who in competition.phase.players if who not in competition.claimed]
    names = await service.persons.names(free)
    return {each.person: who for each in people for who in free if are_alike(names[who], each.name)}


def _seeds(people: Sequence[SignedUp]) -> Mapping[PersonId, int]:
    """Return ranks made from ratings, 1 for the highest; equal ratings share a rank."""
    ranked = sorted({one.rating for one in people if one.rating is not None}, reverse=True)
    return {one.person: ranked.index(one.rating) + 1 for one in people if one.rating is not None}


async def _settle(
    service: Notifier,
    snapshot: CompetitionSnapshot,
    one: SignUp,
    *,
    but: PersonId | None = None,
    is_new: bool = False,
) -> None:
    """Let waiting people move up, notify them except `but`, and update the arbiters' list."""
    tx, competition, code = service.unit.tx, snapshot.competition, snapshot.competition.code
    people = await sign_ups.people_of(tx, code)
    if one.closed_at is None:
        away = await _out_of_reach(service, people)
        applicants = [_applicant(each, in_reach=each.person not in away) for each in people]
        up = moved_up(applicants, one.limits, _other_clubs(competition, people))
        for person in up:
            await sign_ups.set_state(tx, code, person, SignUpState.IN)
            if person != but:
                text = say("sign_up.moved_up", title=competition.title)
                await service.notify_person(person, text, ((state_button(code),),))
        people = [
            replace(each, state=SignUpState.IN) if each.person in up else each for each in people
        ]
    await sign_ups.touch(tx, code)
    await _notify_of_list(service, competition, one, people, is_new=is_new)


async def _out_of_reach(service: Readers, people: Sequence[SignedUp]) -> frozenset[PersonId]:
    """Return the people who wait for a seat, but could not be told of it."""
    waiting = [each.person for each in people if each.state is SignUpState.WAITING]
    await service.persons.gather(waiting)
    known = [await service.persons.get(each) for each in waiting]
    return frozenset(one.id for one in known if not one.can_be_reached)


def _applicant(one: SignedUp, *, in_reach: bool = True) -> Applicant:
    return Applicant(
        player=one.person, number=one.number, club=one.club, state=one.state, in_reach=in_reach
    )


def _other_clubs(competition: Competition, people: Iterable[SignedUp]) -> list[str]:
    """Return the club of each player whom an arbiter entered."""
    inside = {one.person for one in people if one.state is SignUpState.IN}
    return [entry.club for entry in competition.phase.entries if entry.player not in inside]


async def _taken(service: Context, competition: Competition, *, is_open: bool) -> int:
    """Return how many seats are taken, by an arbiter or, while it is open, by sign-up."""
    players = set(competition.phase.players)
    if is_open:
        people = await sign_ups.people_of(service.unit.tx, competition.code)
        players |= {one.person for one in people if one.state is SignUpState.IN}
    return len(players)


async def shown_to(
    service: Context, competition: Competition, one: SignUp, person: PersonId
) -> tuple[Text, Buttons] | None:
    """Return the state of the person's sign-up with its buttons; None if they are not in it."""
    known = await _of_person(service, competition.code, person)
    if known is None or known.state is SignUpState.OUT:
        return None
    is_gone = one.closed_at is not None and person not in competition.phase.players
    if is_gone and known.state is SignUpState.IN:  # the player withdrew after the closing
        return None
    people = await sign_ups.people_of(service.unit.tx, competition.code)
    waiting = in_order(map(_applicant, people), SignUpState.WAITING)
    place = next((n for n, each in enumerate(waiting, 1) if each.player == person), 0)
    return state_text(await shown_as(service, competition, one), _line(known), place)


async def _notify_of_state(service: Notifier, competition: Competition, known: SignedUp) -> None:
    one = await sign_ups.of(service.unit.tx, competition.code)
    shown = None if one is None else await shown_to(service, competition, one, known.person)
    if shown is not None:
        await service.notify_person(known.person, *shown)


async def lines_of(service: Readers, people: Sequence[SignedUp], state: SignUpState) -> list[Line]:
    """Return the people in that state as lines of a list, in order."""
    away = await _out_of_reach(service, people)
    return [_line(one, in_reach=one.person not in away) for one in people if one.state is state]


def _line(one: SignedUp, *, in_reach: bool = True) -> Line:
    return Line(
        person=one.person,
        name=one.name,
        club=one.club,
        email=one.email,
        rating=one.rating,
        state=one.state,
        in_reach=in_reach,
    )


async def _notify_of_list(
    service: Readers,
    competition: Competition,
    one: SignUp,
    people: Sequence[SignedUp],
    *,
    is_new: bool = False,
) -> None:
    """Show the arbiters who has signed up: one silent message that is edited.

    A change that is not sent yet is replaced, so that a rush of sign-ups sends few edits.
    """
    tx, code = service.unit.tx, competition.code
    about, link = f"signup:{code}", link_of(service, code)
    lists = {state: await lines_of(service, people, state) for state in ACTIVE}
    text, buttons = live_list(await shown_as(service, competition, one), lists, link)
    now = await sign_ups.of(tx, code)
    for arbiter in competition.arbiters:
        chat = (await service.persons.get(arbiter)).chat
        if chat is None:
            continue
        key = f"{about}:{arbiter}:"
        await outbox.withdraw(tx, about, key)
        sent = None if is_new else await outbox.latest_about(tx, chat, about)
        notice = Notice(
            to=chat,
            text=text,
            buttons=buttons,
            about=about,
            edits=sent,
            silent=sent is not None,
            dedup=f"{key}{now.version if now is not None else 0}",
        )
        await service.unit.store(notice)
