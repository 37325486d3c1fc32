"""Public requests in groups that asked to see them: one message each, edited when it is over.

A post has the terms and no name: a block hides the author from some members, and a forgotten
person's name would stay in the group. The button opens the bot, which shows the request to those
who may accept it.
"""

from typing import Final

from bot.service.context import Context
from bot.texts.messages import Card, Notice, say
from bot.texts.notices.matches.request_texts import LINK_PREFIX, ListedRequest, post_of
from storage.competitions import groups
from storage.days import due
from storage.queues import outbox
from storage.streams import name_of, request_stream

EXPIRES: Final = "expires"
"""The kind of a posted request's only deadline."""
TAKEN, OVER = "requests.post_taken", "requests.post_over"
"""The final state of a post: the match has begun, or the request was withdrawn or expired."""


async def post(context: Context, request: ListedRequest) -> None:
    """Post a new public request to the groups that asked for it."""
    tx = context.unit.tx
    chats = await groups.showing_requests(tx)
    for chat in chats:
        link = context.shared.link(LINK_PREFIX + request.token)
        await _say(context, chat.chat, request.token, post_of(request, link))
    if chats:
        row = due.DueRow(stream=request_stream(request.token), kind=EXPIRES, due_at=request.until)
        await due.put(tx, row)


async def end(context: Context, token: str, key: str = OVER) -> None:
    """Say in each post of the request that it is over; a post that is not sent yet is withdrawn.

    `key`: the text of the final state, `TAKEN` or `OVER`.
    """
    tx, about = context.unit.tx, _about(token)
    await due.remove(tx, request_stream(token), EXPIRES)
    await outbox.withdraw(tx, about, about)
    for chat in await groups.of_all_competitions(tx):
        last_message = await outbox.latest_about(tx, chat.chat, about)
        if last_message is not None:
            await _say(context, chat.chat, token, Card(say(key)), edits=last_message)


async def on_day(context: Context, row: due.DueRow) -> None:
    """End the posts of a request that has expired."""
    await end(context, name_of(row.stream))


async def _say(
    context: Context, chat: int, token: str, card: Card, *, edits: int | None = None
) -> None:
    """Post the card in a group, or edit the request's post there.

    `edits`: the message number of that post; None to post it.
    """
    about = _about(token)
    kind = "open" if edits is None else "over"  # the key of an edit must differ from the post's
    notice = Notice(
        to=chat,
        text=card.text,
        buttons=card.buttons,
        about=about,
        edits=edits,
        silent=True,
        dedup=f"{about}:{chat}:{kind}",
    )
    await context.unit.store(notice)


def _about(token: str) -> str:
    """Return the thread of the request's posts, which their keys begin with."""
    return f"request:{token}"
