"""A mail that came back later: its address counts as refused, as if the server had said so at once.

What the server's 250 has recorded stays: the sheets arrived on that day (art. 7.1).
"""

from datetime import timedelta
from typing import Final

from bot.service.operations.people.mails import note_refused_address
from bot.service.recording.recorder import Recorder
from bot.texts.bounces import Bounce, BounceAddresses
from storage.people import mail_addresses
from storage.people.people import Person
from storage.queues import outbox_mails

LATEST: Final = timedelta(days=7)
"""How long after its mail a report counts; servers give up after five days."""


async def came_back(recorder: Recorder, person: Person, bounce: Bounce) -> bool:
    """Record that the mail came back; return False if it says nothing about the present address."""
    tx = recorder.unit.tx
    present = await mail_addresses.of(tx, person.id)
    sent_at = await outbox_mails.mailed_at(tx, bounce.row)
    if present is None or not present.is_used or sent_at is None:
        return False
    # Only the key decides whether it fits, so the mailbox is not needed here.
    is_genuine = BounceAddresses("", recorder.shared.mail_key).fits(bounce, present.address)
    is_of_present = present.confirmed_at <= sent_at
    if not is_genuine or not is_of_present or recorder.unit.now - sent_at > LATEST:
        return False
    await note_refused_address(recorder, person)
    return True
