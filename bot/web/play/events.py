"""Notify pages of changed games: server-sent events, `data: {"game": …}`.

Changes that this program commits are sent at once; those of other programs with the same database
are found by polling. So is the end of a token, whatever ended it: the command line also forgets
people. An idle stream only gets a comment now and then, which shows both ends that the connection
still works.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bot.runtime.error_reports import report
from bot.runtime.listeners import (
    GameChanged,
    MessageShown,
    News,
    PlayerGames,
    ShownMessages,
)
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.web.headers import NOT_STORED
from bot.web.refusals import refusal_error
from engine.ids import GameId, PersonId
from storage.people import web_sessions
from storage.people.addresses import is_browser
from storage.play import game_rows
from storage.play.game_rows import GameVersion
from storage.queues import feed

log = get_logger()

BEAT: Final = 25.0
"""Seconds between two comments, because proxies close a connection that is silent for a minute."""
POLL_SECONDS: Final = 2.0
"""Seconds between two polls for ended tokens, and for commits of other programs."""
LATELY: Final = timedelta(minutes=1)
"""How long an ended game is still polled, so that its end is sent."""
MOST_STREAMS: Final = 8
"""The most streams of one person: devices, or pages that did not close their stream."""
_COMMENT: Final = b":\n\n"
"""What an idle stream sends; the page ignores it."""
_NEW_MESSAGES: Final = b'data: {"feed": true}\n\n'
"""The event of new or changed messages in the feed, which the page then asks for."""


class _PendingNews:
    """What changed for a person since their stream last sent something."""

    def __init__(self) -> None:
        self.wake_up = asyncio.Event()
        """Set when there is news, and when the stream must look whether it has to end."""
        self._games: set[str] = set()
        """The changed games."""
        self._has_messages = False

    def note(self, news: object) -> None:
        """Note a change that the stream is to send; this is called by the listeners."""
        if isinstance(news, GameChanged):
            self._games.add(news.game)
        elif isinstance(news, MessageShown):
            self._has_messages = True
        else:
            return
        self.wake_up.set()

    def take(self) -> bytes:
        """Return the events to send, and forget them; empty if there are none."""
        events = [f"data: {json.dumps({'game': game})}\n\n".encode() for game in self._games]
        if self._has_messages:
            events.append(_NEW_MESSAGES)
        self._games.clear()
        self._has_messages = False
        return b"".join(events)


@dataclass(slots=True)
class StreamPlace:
    """One of the streams that a person may have open."""

    person: PersonId
    _open: dict[PersonId, int]
    """The number of streams of each person, shared by all places."""
    _is_left: bool = False

    def leave(self) -> None:
        """Release the stream, once."""
        if self._is_left:
            return
        self._is_left = True
        self._open[self.person] -= 1
        if not self._open[self.person]:
            del self._open[self.person]


class Events:
    """The open streams of this program.

    Each is known by the event that wakes it up.
    """

    def __init__(self, runtime: Runtime) -> None:
        """Prepare without streams; `watch` polls for those that open later."""
        self._runtime = runtime
        self._open_tokens: dict[asyncio.Event, str] = {}
        """The token of each open stream."""
        self._revoked: set[asyncio.Event] = set()
        """The streams that must end, because their token has."""
        self._open: dict[PersonId, int] = {}
        """The number of streams of each person."""
        self._is_closed = False
        self._known: dict[GameId, GameVersion] = {}
        """The version of each game at the last poll."""
        self._newest: dict[int, int] = {}
        """The last message of each open address at the last poll."""
        self._polled: set[PersonId] = set()
        """The people whose games the last poll covered; for others no earlier state is known."""

    def __len__(self) -> int:
        """Return how many streams are open."""
        return len(self._open_tokens)

    def streaming(self, person: PersonId, token: str, address: int | None) -> "Streaming":
        """Return the response that streams a person's news until it is closed or the token ends.

        `address`: where the bot writes to the person; in a browser new messages are news, too.

        Raises:
            RefusedError: 429, the person has too many streams open.
        """
        place = self._place(person)
        return Streaming(place, self._lines(person, token, address))

    def _place(self, person: PersonId) -> StreamPlace:
        """Reserve one more stream for the person, which its place releases."""
        if self._open.get(person, 0) >= MOST_STREAMS:
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_many_streams")
        self._open[person] = self._open.get(person, 0) + 1
        return StreamPlace(person, self._open)

    async def _lines(
        self, person: PersonId, token: str, address: int | None
    ) -> AsyncIterator[bytes]:
        """Yield the bytes for a person until the client disconnects or their token ends."""
        pending = _PendingNews()
        with ExitStack() as stack:
            listeners = self._runtime.listeners
            stack.enter_context(listeners.listening(PlayerGames(person), pending.note))
            if address is not None and is_browser(address):
                stack.enter_context(listeners.listening(ShownMessages(address), pending.note))
            self._open_tokens[pending.wake_up] = token
            stack.callback(self._revoked.discard, pending.wake_up)
            stack.callback(self._open_tokens.pop, pending.wake_up)
            yield b": open\n\n"
            while not self._is_closed:
                is_woken = await _is_set_in_time(pending.wake_up)
                if pending.wake_up in self._revoked:
                    return
                # News cost a browser a query, so that one just signed out gets none; in Telegram
                # tokens rarely end early, and the poll for ended ones is enough.
                if (is_browser(address) or not is_woken) and not await self._is_valid(token):
                    return
                yield pending.take() if is_woken else _COMMENT

    async def _is_valid(self, token: str) -> bool:
        """Return whether the token has not ended."""
        async with self._runtime.database.reading_latest() as tx:
            return await web_sessions.find(tx, token, self._runtime.clock.now()) is not None

    def close(self) -> None:
        """End all streams, because the server stops."""
        self._is_closed = True
        for wake_up in self._open_tokens:
            wake_up.set()

    async def watch(self) -> None:
        """Poll for ended tokens, and for commits of other programs, until cancelled.

        A change that this program has already sent is sent again, which does no harm.
        """
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.end_revoked()
                if self._runtime.database.shared:
                    await self.poll()
            except Exception as error:  # noqa: BLE001  (the database is not reachable; the next round retries)
                report(log, "games that change cannot be looked for", error)

    async def end_revoked(self) -> None:
        """End the streams whose token is no longer valid."""
        if not self._open_tokens:
            return
        async with self._runtime.database.reading_latest() as tx:
            now, tokens = self._runtime.clock.now(), set(self._open_tokens.values())
            ended = tokens - await web_sessions.valid(tx, tokens, now)
        for wake_up, token in self._open_tokens.items():
            if token in ended:
                self._revoked.add(wake_up)
                wake_up.set()

    async def poll(self) -> None:
        """Notify people with an open stream of their games that changed since the last poll."""
        polled_before = self._polled
        people = {
            player_games.person for player_games in self._runtime.listeners.subjects_of(PlayerGames)
        }
        since = self._runtime.clock.now() - LATELY
        async with self._runtime.database.reading_latest() as tx:
            versions = await game_rows.versions_of(tx, people, since) if people else []
        news = [
            News(PlayerGames(person), GameChanged(version.game))
            for version in versions
            if self._known.get(version.game) != version
            for person in version.players
            if person in polled_before
        ]
        self._known = {version.game: version for version in versions}
        self._polled = people
        news += await self._new_messages()
        self._runtime.listeners.notify(news)

    async def _new_messages(self) -> list[News]:
        """Return the news for browsers whose messages another program has stored or sent."""
        addresses = {
            shown_messages.address
            for shown_messages in self._runtime.listeners.subjects_of(ShownMessages)
        }
        async with self._runtime.database.reading_latest() as tx:
            newest = await feed.newest(tx, addresses)
        before, self._newest = self._newest, newest
        return [
            News(ShownMessages(address), MessageShown())
            for address, number in newest.items()
            if before.get(address, number) != number
        ]


class Streaming(StreamingResponse):
    """A response that streams events, and releases its stream even if it never started."""

    def __init__(self, place: StreamPlace, lines: AsyncIterator[bytes]) -> None:
        headers = {**NOT_STORED, "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines until the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._place.leave()


async def _is_set_in_time(wake_up: asyncio.Event) -> bool:
    """Wait for the event at most until the next beat; clear it, and return whether it was set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(BEAT):
            await wake_up.wait()
            wake_up.clear()
            return True
    return False
