"""A person moves from their browser to their Telegram account, or from Telegram to a browser.

They stay the same person, so games, name, rating and settings stay. Waiting messages follow. The
running matches record how the player now takes part (art. 6.1).
"""

import json
import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.notices.play.written_moves import written_by
from bot.service.operations.matches.seating import access_of, access_text, tell_partner_of_access
from bot.service.operations.people import browsers, former_addresses
from bot.service.operations.people.former_addresses import AddressEnd
from bot.service.readers.play.previews import TYPED
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.messages import Notice, say
from bot.texts.outgoing import notice_from_json, notice_to_json
from bot.texts.page_links import DEVICE, link_with
from engine.competitions.competition import CompetitionStage
from engine.competitions.guards import check_access
from engine.errors import Fault, GameStateError
from engine.ids import WEB, PersonId
from engine.matches.decide import change_access
from storage.conversation import dialogues
from storage.people import (
    account_transfer,
    device_codes,
    former_chats,
    mail_addresses,
    web_sessions,
)
from storage.people.addresses import is_browser, new_browser
from storage.people.devices import DeviceEnd
from storage.people.people import Person
from storage.play import held_moves, previews
from storage.queues import outbox

TO_TELEGRAM: Final = "muta-"
"""The beginning of a code that moves its person to a Telegram account."""
CODE_BYTES: Final = 24
"""The random bytes of a code, which nobody can guess."""
CODE_LIFE: Final = timedelta(hours=1)
"""The time for which a code is valid."""


async def link_to_telegram(readers: Readers, person: Person) -> str:
    """Return the link that moves a browser's person to the Telegram account that opens it."""
    return readers.shared.link(await _new_code(readers, person, TO_TELEGRAM))


async def link_to_browser(readers: Readers, person: Person) -> str:
    """Return the link that moves a person in Telegram to the browser that opens it.

    Raises:
        GameStateError: `moving_operator`; or a match or competition of theirs takes no browser.
    """
    await _check_browser(readers, person)
    code = await _new_code(readers, person, "")
    return link_with(readers.shared.public_url, DEVICE, code)


async def _new_code(readers: Readers, person: Person, prefix: str) -> str:
    """Store and return a new code for the person, which begins with that prefix."""
    code = prefix + secrets.token_urlsafe(CODE_BYTES)
    until = readers.unit.now + CODE_LIFE
    await device_codes.offer_link(readers.unit.tx, person.id, code, until)
    return code


async def _check_browser(readers: Readers, person: Person) -> None:
    """Refuse a person who cannot play in a browser.

    Raises:
        GameStateError: `moving_operator`; or a match or competition of theirs takes no browser.
    """
    if person.account in readers.shared.operators:
        raise GameStateError(Fault("moving_operator"))
    for snapshot in await readers.matches.active(person.id):
        change_access(snapshot.match, person.id, WEB, readers.unit.now)
    for played in await readers.competitions.all_played(person.id):
        if played.competition.stage is not CompetitionStage.CLOSED:
            check_access(played.competition, WEB)


async def to_telegram(service: Service, user_input: UserInput, number: PersonId) -> Person:
    """Give the account that asks to the browser's person; return them.

    The account's own person, who has no part in anything, is replaced. The browser's devices end,
    and a confirmed e-mail address gets its last mail.

    Raises:
        GameStateError: `moving_taken`, the account belongs to another player or office.
    """
    player, newcomer = await service.persons.get(number), user_input.person
    if await service.persons.has_part(newcomer.id) or service.persons.is_operator(user_input):
        raise GameStateError(Fault("moving_taken", facts={"name": newcomer.name}))
    mail = await mail_addresses.of(service.unit.tx, number)
    await browsers.sign_out(service, player, DeviceEnd.MOVED)
    moved = replace(
        player,
        id=newcomer.id,
        name=newcomer.name,
        account=newcomer.account,
        address=newcomer.address,
        account_name=newcomer.account_name,
        reachable=True,
    )
    await account_transfer.transfer(service.unit.tx, number, moved)
    arrived = await _settle(service, number, player.address)
    former_addresses.tell(service, player, mail, AddressEnd.MOVED)
    return arrived


async def to_browser(service: Service, person: Person, device: str) -> Person:
    """Move a person from Telegram to a browser; return them. Their chat gets a last message.

    Raises:
        GameStateError: `moving_operator`; or a match or competition of theirs takes no browser.
    """
    await _check_browser(service, person)
    old, address = person.address, new_browser()
    await web_sessions.end(service.unit.tx, person.id)
    await service.person_acts.alter(
        person.id, account=address, address=address, account_name=device, reachable=True
    )
    moved = await _settle(service, person.id, old)
    if old is not None:
        service.unit.say(Notice(to=old, text=say("moving.left_telegram", account=device)))
    return moved


async def _settle(service: Service, number: PersonId, old: int | None) -> Person:
    """Do what follows once the person has the new address; return them with it.

    What waits for the `old` address goes to the new one, running matches record the change, and
    opponents and arbiters are notified. The person gets the current sheets of their games, and
    their unsent moves.
    """
    service.persons.forget(number)
    person = await service.persons.get(number)
    if old is not None and person.address is not None:
        await former_chats.left(service.unit.tx, number, old, service.unit.now)
        await _carry_over(service, person, old, person.address)
    access = await access_of(service, number)
    for snapshot in await service.matches.active(number):
        events = change_access(snapshot.match, number, access, service.unit.now)
        if not events:
            continue
        match = (await service.match_acts.advance(snapshot, events, service.unit.now)).match
        if not match.kind.counts:
            continue
        await tell_partner_of_access(service, match, number)
        text = access_text(match, number, person.name)
        for arbiter in await service.competitions.arbiters(match):
            await service.notify_person(arbiter, text, about=match.code, silent=True)
    # Without its own menu, a chat in Telegram has one in the language of its app.
    if person.arbiter or not is_browser(person.address):
        await service.person_acts.show_menu(number)
    await service.send_missed(number)
    await _offer_written_moves(service, person)
    return person


async def _carry_over(service: Service, person: Person, old: int, new: int) -> None:
    """Let everything that waits for the old address wait for the new one.

    An open question is dropped, because nobody could see what it asks.
    """
    tx = service.unit.tx
    for row, payload in await outbox.queued_in(tx, old):
        notice = notice_from_json(json.loads(payload))
        carried = _carried(notice)
        if carried is None:
            await outbox.rewrite(tx, row, None)
        elif carried != notice:
            await outbox.rewrite(tx, row, json.dumps(notice_to_json(carried), ensure_ascii=False))
    await outbox.readdress(tx, old, new)
    await held_moves.readdress(tx, person.id, new)
    await previews.readdress(tx, person.id, new)
    for key in (dialogues.QUESTION, TYPED):
        await dialogues.forget(tx, person.id, key)


def _carried(notice: Notice) -> Notice | None:
    """Return the notice as another address may get it; None if it may not.

    The number of a message means another one there. So an edit becomes a silent message, a reply
    is none, and a reaction or an answer to a press is dropped.
    """
    is_edit = notice.edits is not None
    if notice.answers or (notice.text is None and (is_edit or notice.reaction)):
        return None
    silent = notice.silent or is_edit or bool(notice.reaction)
    return replace(notice, edits=None, captioned=False, reply_to=None, silent=silent)


async def _offer_written_moves(service: Service, person: Person) -> None:
    """Offer the moves that the person has written and not sent; their previews stayed behind."""
    for game, written in (await written_by(service, person.id)).items():
        text = say("moving.written", move=written.move, game=game)
        await service.notify_person(person.id, text, ((written.button,),), about=game, silent=True)


def is_link(code: str) -> bool:
    """Return whether a code of `/start` has the form of one that moves a person to Telegram."""
    return code.startswith(TO_TELEGRAM)


async def owner(readers: Readers, code: str) -> Person | None:
    """Return the browser's person whom a code moves to Telegram; None for a void code."""
    number = await device_codes.offered_to(readers.unit.tx, code, readers.unit.now)
    person = None if number is None else await readers.persons.get(number)
    return person if person is not None and is_browser(person.address) else None


async def take(readers: Readers, code: str) -> PersonId | None:
    """Return the person of a valid code, which is then void; None for another code."""
    return await device_codes.take(readers.unit.tx, code, readers.unit.now)
