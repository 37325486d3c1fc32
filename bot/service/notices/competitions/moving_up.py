"""Waiting people of a sign-up move up, and those whom it concerns are notified.

`engine.competitions.sign_up` decides who moves up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.lookups.competitions.sign_up_offers import link_of, shown_as
from bot.service.lookups.competitions.signed_up import (
    applicant_of,
    lines_of,
    out_of_reach,
    shown_to,
)
from bot.service.notices.notifier import Notifier
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.texts.messages import Notice, say
from bot.texts.notices.competitions.sign_up_lists import live_list
from bot.texts.notices.competitions.sign_ups import state_button
from engine.competitions.competition import Competition
from engine.competitions.sign_up import ACTIVE, SignUpState, moved_up
from engine.ids import PersonId
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp, SignUp
from storage.queues import outbox


async def settle(
    notifier: Notifier,
    snapshot: CompetitionSnapshot,
    sign_up: SignUp,
    *,
    but: PersonId | None = None,
    is_new: bool = False,
) -> None:
    """Let waiting people move up, notify them except `but`, and update the arbiters' list.

    In a closed sign-up nobody moves up. `is_new`: the list is a new message, for a new sign-up. The
    sign-up's row must be locked.
    """
    competition, code = snapshot.competition, snapshot.competition.code
    people: Sequence[SignedUp] = await sign_ups.people_of(notifier.unit.tx, code)
    if sign_up.closed_at is None:
        people = await _move_up(notifier, competition, sign_up, people, but=but)
    await sign_ups.touch(notifier.unit.tx, code)  # the version is part of the list's key
    await notify_of_list(notifier, competition, sign_up, people, is_new=is_new)


async def _move_up(
    notifier: Notifier,
    competition: Competition,
    sign_up: SignUp,
    people: Sequence[SignedUp],
    *,
    but: PersonId | None,
) -> list[SignedUp]:
    """Give free seats to waiting people, and notify them; return all people as they are then."""
    away = await out_of_reach(notifier, people)
    applicants = [applicant_of(person, in_reach=person.person not in away) for person in people]
    moving = moved_up(applicants, sign_up.limits, _other_clubs(competition, people))
    text = say("sign_up.moved_up", title=competition.title)
    for person in moving:
        await sign_ups.set_state(notifier.unit.tx, competition.code, person, SignUpState.IN)
        if person != but:
            await notifier.notify_person(person, text, ((state_button(competition.code),),))
    return [
        replace(person, state=SignUpState.IN) if person.person in moving else person
        for person in people
    ]


async def move_up_everywhere(notifier: Notifier) -> None:
    """Give seats left by forgotten people to waiting people, in every open sign-up.

    Those of damaged competitions are left out.
    """
    for sign_up in await sign_ups.all_open(notifier.unit.tx):
        code = sign_up.competition
        locked = await sign_ups.of(notifier.unit.tx, code, locked=True)
        if locked is not None and locked.closed_at is None:
            with leaving_out_damaged():
                await settle(notifier, await notifier.competitions.load(code), locked)


async def notify_of_state(
    notifier: Notifier, competition: Competition, applicant: SignedUp
) -> None:
    """Tell the person the state of their sign-up, if they still are in it."""
    sign_up = await sign_ups.of(notifier.unit.tx, competition.code)
    if sign_up is None:
        return
    state = await shown_to(notifier, competition, sign_up, applicant.person)
    if state is not None:
        await notifier.notify_person(applicant.person, *state)


async def notify_of_list(
    readers: Readers,
    competition: Competition,
    sign_up: SignUp,
    people: Sequence[SignedUp],
    *,
    is_new: bool = False,
) -> None:
    """Show the arbiters who has signed up: one silent message that is edited.

    A change that is not sent yet is replaced, so that a rush of sign-ups sends few edits. `is_new`:
    send a new message, which the following changes edit.
    """
    tx, code = readers.unit.tx, competition.code
    about, link = f"signup:{code}", link_of(readers, code)
    lists = {state: await lines_of(readers, people, state) for state in ACTIVE}
    text, buttons = live_list(await shown_as(readers, competition, sign_up), lists, link)
    stored = await sign_ups.of(tx, code)
    version = 0 if stored is None else stored.version
    for arbiter in competition.arbiters:
        chat = await readers.persons.address(arbiter)
        if chat is None:
            continue
        key = f"{about}:{arbiter}:"  # the version of the list follows
        await outbox.withdraw(tx, about, key)
        last_message = None if is_new else await outbox.latest_about(tx, chat, about)
        notice = Notice(
            to=chat,
            text=text,
            buttons=buttons,
            about=about,
            edits=last_message,
            silent=last_message is not None,
            dedup=f"{key}{version}",
        )
        await readers.unit.store(notice)


def _other_clubs(competition: Competition, people: Iterable[SignedUp]) -> list[str]:
    """Return the club of each player whom an arbiter entered; they count against the limits."""
    inside = {person.person for person in people if person.state is SignUpState.IN}
    return [entry.club for entry in competition.phase.entries if entry.player not in inside]
