"""Sign-ups as their arbiters run them: opening, deciding about a person, closing.

When the sign-up closes, those with a seat become the competition's players, with their accounts
joined. Every act locks the sign-up's row first, so that two people never get the last seat.
"""

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.runtime.listeners import News, PublishedFacts
from bot.runtime.shared import UserInput
from bot.service.competitions import changed_entries
from bot.service.competitions.applicants import enter_applicants, take_name
from bot.service.competitions.entries import first_spelling
from bot.service.context import Context
from bot.service.lookups.competitions.sign_up_checks import check_last_day, check_takes_entries
from bot.service.lookups.competitions.sign_up_offers import link_of, shown_as
from bot.service.lookups.competitions.sign_up_terms import SignUpTerms
from bot.service.lookups.competitions.signed_up import entry_of
from bot.service.notices.competitions.moving_up import notify_of_list, notify_of_state, settle
from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions import namesakes
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.notices.competitions.competitions import card_button
from bot.texts.notices.competitions.sign_ups import closed_post, opened_post
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.parts import Entry
from engine.competitions.sign_up import ACTIVE, SignUpState
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp
from storage.days import due
from storage.streams import name_of, sign_up_stream

CLOSING: Final = "closing"
"""The kind of a sign-up's only deadline."""


async def set_terms(
    notifier: Notifier, user_input: UserInput, snapshot: CompetitionSnapshot, terms: SignUpTerms
) -> SignUp:
    """Open the sign-up, or change the terms of an open one; waiting people may move up.

    A new sign-up is posted to the competition's group. The returned one is as stored.

    Raises:
        GameStateError: `entries_closed` or `sign_up_day`.
    """
    competition, tx = snapshot.competition, notifier.unit.tx
    check_takes_entries(competition)
    check_last_day(competition, terms.last_day, notifier.today())
    before = await sign_ups.of(tx, competition.code, locked=True)
    is_new = before is None or before.closed_at is not None
    zone = ZoneInfo(competition.rules.time_zone)
    sign_up = SignUp(
        competition=competition.code,
        person=user_input.person.id,
        limits=terms.limits,
        asks_email=terms.asks_email,
        needs_word=terms.needs_word,
        closes_at=datetime.combine(terms.last_day + timedelta(days=1), time(), zone),
        version=(before.version if before is not None else 0) + 1,
    )
    await sign_ups.save(tx, sign_up)
    row = due.DueRow(
        stream=sign_up_stream(competition.code), kind=CLOSING, due_at=sign_up.closes_at
    )
    await due.put(tx, row)
    if is_new:
        await _drop_former(notifier, competition)
        await _notify_of_opening(notifier, competition, sign_up)
    await settle(notifier, snapshot, sign_up, is_new=is_new)
    return sign_up


async def _drop_former(context: Context, competition: Competition) -> None:
    """Mark people of an earlier sign-up as withdrawn if they are no longer players.

    A former sign-up's seats must not count against the limits of the new one.
    """
    tx, code = context.unit.tx, competition.code
    for applicant in await sign_ups.people_of(tx, code):
        if applicant.state is SignUpState.IN and applicant.person not in competition.phase.players:
            await sign_ups.set_state(tx, code, applicant.person, SignUpState.OUT)


async def _notify_of_opening(readers: Readers, competition: Competition, sign_up: SignUp) -> None:
    """Post the sign-up to the competition's group."""
    offer = await shown_as(readers, competition, sign_up)
    post = opened_post(offer, link_of(readers, competition.code))
    await _post(readers, competition.code, *post)


async def _post(readers: Readers, code: CompetitionCode, text: Text, buttons: Buttons = ()) -> None:
    """Queue a post to the competition's group, if it has one."""
    chat = await readers.groups.of_competition(code)
    if chat is not None:
        readers.unit.say(Notice(to=chat.chat, text=text, buttons=buttons, about=code))


async def decide(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    person: PersonId,
    *,
    accept: bool,
) -> SignedUp | None:
    """Record the arbiter's decision about a person, and notify them of their new state.

    Return the person's sign-up after it; None if they are not signed up. A player's stays as it is:
    `changed_entries` removes players. After the closing, an accepted person becomes a player at
    once, despite the limits.

    Raises:
        GameStateError: `entries_closed`.
    """
    code = snapshot.competition.code
    check_takes_entries(snapshot.competition)
    sign_up = await sign_ups.of(recorder.unit.tx, code, locked=True)
    applicant = await entry_of(recorder, code, person)
    if sign_up is None or applicant is None or applicant.state is SignUpState.OUT:
        return None
    if person in snapshot.competition.phase.players:
        return applicant
    if accept and sign_up.closed_at is not None:
        snapshot = await _enter_late(recorder, snapshot, sign_up, applicant, user_input.at)
        await settle(recorder, snapshot, sign_up, but=person)
        return await entry_of(recorder, code, person) or applicant
    state = SignUpState.WAITING if accept else SignUpState.REFUSED  # `settle` gives free seats
    if applicant.state is state or (accept and applicant.state is SignUpState.IN):
        return applicant
    await sign_ups.set_state(recorder.unit.tx, code, person, state)
    if not accept:
        recorder.unit.news.append(News(PublishedFacts()))
    await settle(recorder, snapshot, sign_up, but=person)
    after = await entry_of(recorder, code, person) or applicant
    await notify_of_state(recorder, snapshot.competition, after)
    return after


async def _enter_late(
    recorder: Recorder,
    snapshot: CompetitionSnapshot,
    sign_up: SignUp,
    applicant: SignedUp,
    at: datetime,
) -> CompetitionSnapshot:
    """Enter a person after the closing; the text says whether they are called from the queue."""
    is_called = applicant.state is SignUpState.WAITING
    key = "sign_up.called" if is_called else "sign_up.entered"
    snapshot = await enter_applicants(recorder, snapshot, sign_up, [applicant], at, key=key)
    code = snapshot.competition.code
    await sign_ups.set_state(recorder.unit.tx, code, applicant.person, SignUpState.IN)
    return snapshot


async def close(
    recorder: Recorder, snapshot: CompetitionSnapshot, at: datetime
) -> CompetitionSnapshot:
    """Close the sign-up and enter everybody with a seat; notify everybody who signed up.

    The arbiters are notified and asked about namesakes, and the group gets a post. A closed sign-up
    stays as it is.
    """
    tx, code = recorder.unit.tx, snapshot.competition.code
    sign_up = await sign_ups.of(tx, code, locked=True)
    if not sign_ups.is_under_way(sign_up):
        return snapshot
    await sign_ups.close(tx, code, at)
    await due.remove(tx, sign_up_stream(code), CLOSING)
    sign_up = replace(sign_up, closed_at=at)
    people = await sign_ups.people_of(tx, code)
    inside = [person for person in people if person.state is SignUpState.IN]
    if snapshot.competition.stage is CompetitionStage.OPEN:
        snapshot = await enter_applicants(recorder, snapshot, sign_up, inside, at)
    without_seat = [person for person in people if person.state in ACTIVE - {SignUpState.IN}]
    for applicant in without_seat:
        text = _without_seat_text(snapshot.competition, applicant)
        await recorder.notify_person(applicant.person, text)
    await notify_of_list(recorder, snapshot.competition, sign_up, people)
    text = say(
        "sign_up.closed_told",
        title=snapshot.competition.title,
        n=len(inside),
        left=len(without_seat),
    )
    await recorder.notify_arbiters(snapshot.competition, text, card_button(snapshot.competition))
    await namesakes.ask(recorder, snapshot.competition)
    players = len(snapshot.competition.phase.players)
    await _post(recorder, code, closed_post(snapshot.competition, players))
    return snapshot


def _without_seat_text(competition: Competition, applicant: SignedUp) -> Text:
    """Return what a person reads who has no seat when the sign-up closes."""
    key = "sign_up.left_waiting" if applicant.state is SignUpState.WAITING else "sign_up.left_asked"
    return Text(key, {"title": competition.title})


async def on_day(recorder: Recorder, row: due.DueRow) -> None:
    """Close the sign-up of a due row after its last day; if that was moved, plan the row again."""
    code = CompetitionCode(name_of(row.stream))
    await due.remove(recorder.unit.tx, row.stream, row.kind)
    sign_up = await sign_ups.of(recorder.unit.tx, code, locked=True)
    if not sign_ups.is_under_way(sign_up):
        return
    if recorder.unit.now < sign_up.closes_at:  # the last day was moved meanwhile
        await due.put(recorder.unit.tx, replace(row, due_at=sign_up.closes_at))
        return
    await close(recorder, await recorder.competitions.load(code), recorder.unit.now)


async def call_instead(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    place: PersonId,
    entry: Entry,
) -> CompetitionSnapshot:
    """Give the seat that is reserved for `place` to a person who waits in the closed sign-up.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    tx, code = recorder.unit.tx, snapshot.competition.code
    sign_up = await sign_ups.of(tx, code, locked=True)
    applicant = await entry_of(recorder, code, entry.player)
    if sign_up is None or applicant is None:
        raise GameStateError(Fault("not_a_reserve"))
    await take_name(recorder, applicant)
    clubs = [entered.club for entered in snapshot.competition.phase.entries]
    entry = replace(entry, club=first_spelling(entry.club, clubs))
    called = say("sign_up.called", title=snapshot.competition.title, own=None)
    snapshot = await changed_entries.replace_one(
        recorder, user_input, snapshot, place, entry, called=called
    )
    await sign_ups.set_state(tx, code, entry.player, SignUpState.IN)
    await settle(recorder, snapshot, sign_up, but=entry.player)
    return snapshot
