"""People who play in a browser: new devices, and the end of their access.

Only the person and an arbiter of theirs add a device; an opponent could take the seat.
"""

import secrets
from datetime import timedelta
from typing import Final

from bot.runtime.listeners import MessageShown, News, ShownMessages
from bot.runtime.mail_states import mail_state_of
from bot.runtime.unit import UnitOfWork
from bot.service.context import Context
from bot.service.notices.notifier import Notifier
from bot.service.operations.people import former_addresses
from bot.service.operations.people.former_addresses import AddressEnd
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Button, Card, Notice, Text, say
from bot.texts.page_links import DEVICE, link_with
from bot.texts.sharing import WHATSAPP
from engine.competitions.competition import CompetitionStage
from engine.ids import PersonId
from storage.people import device_codes, devices, mail_addresses
from storage.people.addresses import is_browser
from storage.people.devices import DeviceEnd
from storage.people.people import Person

LINK_LIFE: Final = timedelta(days=7)
"""The validity of an arbiter's link."""
LINK_BYTES: Final = 24
"""192 bits: the link lets anybody in who has it."""


async def browsers_text(recorder: Recorder, person: Person) -> Text:
    """Return a player's browsers, when they last opened one, and their mails, for an arbiter."""
    own_devices = await devices.of_person(recorder.unit.tx, person.id, recorder.unit.now)
    state = await mail_state_of(recorder.unit.tx, recorder.shared, person.id)
    mail = say("mail_state.none") if state is None else state.text
    if not own_devices:
        return say("place.browser_out", mail=mail)
    names = ", ".join(dict.fromkeys(device.name for device in own_devices))
    return say(
        "place.browser", account=names, opened=own_devices[0].opened_at.isoformat(), mail=mail
    )


async def recovery_card(recorder: Recorder, person: Person) -> Card:
    """Return a card with a new link for a person who has lost their devices.

    The link adds one browser, once, and is valid for `LINK_LIFE`. It can be sent on by WhatsApp.
    """
    code = secrets.token_urlsafe(LINK_BYTES)
    expires = recorder.unit.now + LINK_LIFE
    await device_codes.offer_link(recorder.unit.tx, person.id, code, expires)
    link = link_with(recorder.shared.public_url, DEVICE, code)
    words = say("device.link_words", who=person.name, link=link)
    send = Button(say("button.whatsapp", who=person.name), url=WHATSAPP, words=words)
    return Card(say("device.link", who=person.name, link=link), ((send,),))


async def sign_out(
    context: Context, person: Person, why: DeviceEnd, device: int | None = None
) -> int:
    """End one device of the person or all of them; return how many. Their open streams close.

    The browser says why when it is opened again. After the last device, the mails that wait for the
    person are dropped.
    """
    tx = context.unit.tx
    ended = await devices.end(tx, person.id, why, context.unit.now, device)
    if not await devices.of_person(tx, person.id, context.unit.now):
        await mail_addresses.drop_queued(tx, person.id)
    if person.address is not None:
        context.unit.news.append(News(ShownMessages(person.address), MessageShown()))
    return ended


async def shut_out(context: Context, person: Person) -> None:
    """End all devices of the person for an arbiter, and forget the address that they confirmed.

    Somebody else may have been there with an address of their own (art. 9.6), and a mailed link
    would let them in again.
    """
    confirmed = await mail_addresses.of(context.unit.tx, person.id)
    await sign_out(context, person, DeviceEnd.ARBITER)
    former_addresses.tell(context, person, confirmed, AddressEnd.SHUT_OUT)
    await mail_addresses.remove(context.unit.tx, person.id)


async def let_in_again(recorder: Recorder, person: Person) -> None:
    """Record that a person who had ended their devices reads again, and send what they missed."""
    if not person.reachable:
        await recorder.person_acts.alter(person.id, reachable=True)
        await recorder.welcome_back(person)


async def tell_of_device(notifier: Notifier, person: Person, name: str) -> None:
    """Tell the person of a new device, and silently their arbiters."""
    if person.address is not None:
        await notifier.notify(Notice(to=person.address, text=say("device.added", device=name)))
    for arbiter in await _arbiters(notifier, person):
        if arbiter.address is not None:
            text = say("device.added_told", who=person.name, device=name)
            await notifier.notify(Notice(to=arbiter.address, text=text, silent=True))


async def _arbiters(readers: Readers, person: Person) -> list[Person]:
    """Return the arbiters of the person's matches and competitions that are not over."""
    arbiters: set[PersonId] = set()
    for snapshot in await readers.matches.active(person.id):
        arbiters.update(await readers.competitions.arbiters(snapshot.match))
    for played in await readers.competitions.all_played(person.id):
        if played.competition.stage is not CompetitionStage.CLOSED:
            arbiters.update(played.competition.arbiters)
    await readers.persons.gather(arbiters)
    return [await readers.persons.get(arbiter) for arbiter in sorted(arbiters)]


async def end_access(context: Context, person: Person) -> None:
    """End all devices of a person who has lost their last seat."""
    if is_browser(person.address):
        await sign_out(context, person, DeviceEnd.SEAT_FREED)


async def has_left(unit: UnitOfWork, person: Person) -> bool:
    """Return whether the person has ended their last browser and gets no mails either.

    Then nothing reaches them, as if they had blocked the bot.
    """
    if person.reachable or await devices.of_person(unit.tx, person.id, unit.now):
        return False
    mails = await mail_addresses.of(unit.tx, person.id)
    return mails is None or not mails.is_used


async def note_gone(recorder: Recorder, person: Person) -> None:
    """Record that nothing reaches the person any more, as if they had blocked the bot.

    The arbiters of their running games are notified.
    """
    if is_browser(person.address) and person.reachable:
        await recorder.person_acts.alter(person.id, reachable=False)
        await recorder.notify_arbiters_of_unreachable(person)
