"""What a person typed or pressed in their feed, in the form of an update from a chat."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from http import HTTPStatus

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.unit import UnitOfWork
from bot.service.context import reader_of
from bot.texts.messages import Incoming, Notice, Sender
from bot.web.people.feed import Feed
from bot.web.people.feed_page import notice_of
from bot.web.refusals import Json, refusal_error
from storage.people.people import Person
from storage.queues import feed
from storage.queues.feed import TYPED
from storage.queues.inbox import Pending

Dispatch = Callable[[Incoming, UnitOfWork], Awaitable[None]]
"""Handles what a person sent, as the chat does."""


async def chat_input(
    tx: AsyncConnection, person: Person, pending: Pending, asked: Json, shown: Feed
) -> Incoming:
    """Return a stored text or press as if the person had done it in a chat.

    Raises:
        RefusedError: 401, the person has no address any more; 404, they have no such message.
    """
    if person.address is None or person.account is None:
        raise refusal_error(HTTPStatus.UNAUTHORIZED, "unauthorized")
    target = asked.get("message")
    notice: Notice | None = None
    if target is not None:
        row = await feed.message(tx, person.address, pending.received_at, target)
        notice = None if row is None else notice_of(row)
        if notice is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
    incoming = Incoming(
        update=-pending.id,  # Telegram's updates have positive numbers
        sender=Sender(person.account, person.account_name, person.language or ""),
        chat=person.address,
        is_private=True,
        at=pending.received_at,
        message=TYPED + pending.id,
        text=asked.get("text", ""),
    )
    if data := asked.get("button", ""):
        return replace(
            incoming,
            message=target or 0,
            callback=f"web:{pending.id}",
            data=data,
            captioned=notice is not None and _is_captioned(notice),
        )
    reply_text = "" if notice is None else shown.plain(notice, reader_of(person))
    return replace(incoming, reply_to=target, reply_text=reply_text)


def _is_captioned(notice: Notice) -> bool:
    """Return whether Telegram would put the buttons under a picture or a file."""
    files = len(notice.pictures) + (notice.document is not None) + (notice.relayed is not None)
    return files == 1
