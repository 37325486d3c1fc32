"""The messages about a match, a game or a case, as they had been delivered at an instant."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.facts import Addressee, ArchiveOf, Elsewhere, MessageDelivery
from bot.documents.dossier.secrets import is_public, key_of, without_words
from bot.texts.outgoing import text_from_json
from engine.ids import CompetitionCode, PersonId
from storage.competitions import groups
from storage.people import former_chats
from storage.people.people import Person
from storage.people.personal_words import NOBODYS_CHAT
from storage.queues import outbox

Chats = Mapping[int, Addressee]
"""The addressee of each known chat, by its id at Telegram."""


class Deliveries(NamedTuple):
    """The messages that a case file shows, in the order of their queueing."""

    shown: tuple[MessageDelivery, ...]
    left_out: int
    """How many messages are left out, because they are private."""


async def chats_of(
    tx: AsyncConnection,
    members: Mapping[PersonId, Person],
    competition: CompetitionCode,
    arbiters: Iterable[PersonId],
) -> Chats:
    """Return the chats, present and former, of these people, and the groups of the competition.

    `competition` is empty for a match outside any.
    """
    former = await former_chats.of_people(tx, members)
    chats: dict[int, Addressee] = {NOBODYS_CHAT: Elsewhere.FORGOTTEN, **former}
    group = await groups.of_competition(tx, competition) if competition else None
    if group is not None:
        chats[group.chat] = Elsewhere.COMPETITION_GROUP
    for arbiter in arbiters:
        if (archive := await groups.archive_of(tx, arbiter)) is not None:
            chats[archive.chat] = ArchiveOf(arbiter)
    # A present chat comes last: it may have been another person's before.
    present = ((person.address, who) for who, person in members.items())
    return chats | {chat: who for chat, who in present if chat is not None}


async def deliveries_of(
    tx: AsyncConnection, about: Sequence[str], chats: Chats, at: datetime
) -> Deliveries:
    """Return the messages about any of these subjects that were queued before the instant."""
    deliveries: list[tuple[int, MessageDelivery]] = []  # with the number of the outbox row
    left_out = 0
    for subject in about:
        for row in await outbox.deliveries(tx, subject):
            if row.created_at >= at:
                continue
            payload = json.loads(row.payload)
            if not is_public(key_of(payload.get("text", {}))):
                left_out += 1
                continue
            deliveries.append((row.id, _delivery(subject, row, payload, chats, at)))
    in_order = sorted(deliveries, key=lambda numbered: numbered[0])
    return Deliveries(tuple(delivery for _, delivery in in_order), left_out)


def _delivery(
    about: str, row: outbox.Delivery, payload: Mapping[str, Any], chats: Chats, at: datetime
) -> MessageDelivery:
    """Return the message in its state at that instant: later confirmations do not count."""
    is_waiting = row.sent_at is not None and row.sent_at > at
    return MessageDelivery(
        about=about,
        at=row.created_at,
        to=chats.get(row.chat, Elsewhere.UNKNOWN),
        text=without_words(text_from_json(payload["text"])),
        pictures=len(payload.get("pictures", ())),
        state=outbox.MessageState.QUEUED if is_waiting else row.state,
        sent_at=None if is_waiting else row.sent_at,
        messages=() if is_waiting else row.message_ids,
    )
