"""People who play in a browser: new devices, and the end of their access."""

from bot.service.recording.recorder import Recorder
from bot.texts.messages import Notice, say
from storage.people import devices
from storage.people.addresses import is_browser
from storage.people.people import Person


async def tell_of_device(service: Recorder, person: Person, name: str) -> None:
    """Tell the person of a new device, and silently the arbiters of their running games."""
    if person.chat is not None:
        await service.notify(Notice(to=person.chat, text=say("device.added", device=name)))
    for arbiter in await _arbiters(service, person):
        if arbiter.chat is not None:
            text = say("device.added_told", who=person.name, device=name)
            await service.notify(Notice(to=arbiter.chat, text=text, silent=True))


async def _arbiters(service: Recorder, person: Person) -> list[Person]:
    found: dict[int, Person] = {}
    for snapshot in await service.matches.active(person.id):
        for arbiter in await service.competitions.arbiters(snapshot.match):
            found[arbiter] = await service.persons.get(arbiter)
    return list(found.values())


async def end_access(service: Recorder, person: Person) -> None:
    """End all devices of a person who has lost their last seat."""
    if is_browser(person.chat):
        await devices.end(service.unit.tx, person.id)


async def note_gone(service: Recorder, person: Person) -> None:
    """Record that the person has ended their last device, as if they had blocked the bot."""
    if is_browser(person.chat) and person.reachable:
        await service.person_acts.alter(person.id, reachable=False)
        await service.notify_arbiters_of_unreachable(person)
