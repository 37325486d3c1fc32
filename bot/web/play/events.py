"""Notify pages of changed games: server-sent events, `data: {"game": …, "version": …}`.

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
from bot.web.refusals import RefusedError, plainly
from bot.web.responses import NEVER
from engine.ids import PersonId
from storage.people import web_sessions
from storage.people.addresses import is_browser
from storage.play import game_rows
from storage.queues import feed as shown

log = get_logger()

BEAT: Final = 25.0
"""Seconds between two comments, because proxies close a connection that is silent for a minute."""
LOOK_EVERY: Final = 2.0
"""Seconds between two polls for ended tokens, and for commits of other programs."""
LATELY: Final = timedelta(minutes=1)
"""How long an ended game is still polled."""
MOST_STREAMS: Final = 8
"""The most streams of one person: devices, or pages that did not close their stream."""


@dataclass(slots=True)
class StreamPlace:
    """One of the streams that a person may have open."""

    person: PersonId
    _open: dict[PersonId, int]
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
    """The open streams of this program."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._bells: dict[asyncio.Event, str] = {}
        """The token of each open stream, by the event that wakes it up."""
        self._revoked: set[asyncio.Event] = set()
        """The streams that must end, because their token has."""
        self._open: dict[PersonId, int] = {}
        self._is_closed = False
        self._known: dict[str, int] = {}
        self._newest: dict[int, int] = {}
        """The last message of each open address at the last poll."""
        self._people: set[PersonId] = set()
        """The people whose games the last poll covered; for others no earlier state is known."""

    def __len__(self) -> int:
        """Return how many streams are open."""
        return len(self._bells)

    def place(self, person: PersonId) -> StreamPlace:
        """Reserve and return one more stream for the person; the caller must release it.

        Raises:
            RefusedError: 429, the person has too many open.
        """
        if self._open.get(person, 0) >= MOST_STREAMS:
            raise RefusedError(plainly(429, "too_many_streams"))
        self._open[person] = self._open.get(person, 0) + 1
        return StreamPlace(person, self._open)

    async def stream(
        self, place: StreamPlace, token: str, chat: int | None = None
    ) -> AsyncIterator[bytes]:
        """Yield the bytes for a person until the client disconnects or their token ends.

        `chat`: the person's address, whose new messages are news in a browser.
        """
        person, wake_up, news = place.person, asyncio.Event(), dict[str, int]()
        feed = False

        def heard(what: object) -> None:
            nonlocal feed
            if isinstance(what, GameChanged):
                news[what.game] = what.version
                wake_up.set()
            elif isinstance(what, MessageShown):
                feed = True
                wake_up.set()

        with ExitStack() as stack:
            listeners = self._runtime.listeners
            stack.enter_context(listeners.listening(PlayerGames(person), heard))
            if chat is not None and is_browser(chat):
                stack.enter_context(listeners.listening(ShownMessages(chat), heard))
            self._bells[wake_up] = token
            stack.callback(self._revoked.discard, wake_up)
            stack.callback(self._bells.pop, wake_up)
            yield b": open\n\n"
            while not self._is_closed:
                has_news = await _is_set_in_time(wake_up)
                if wake_up in self._revoked:
                    return
                if has_news and is_browser(chat) and not await self._is_good(token):
                    return
                if has_news:
                    lines = [_event(game, version) for game, version in news.items()]
                    if feed:
                        lines.append(_FEED)
                    news.clear()
                    feed = False
                    yield b"".join(lines)
                elif await self._is_good(token):
                    yield b":\n\n"
                else:
                    return

    async def _is_good(self, token: str) -> bool:
        async with self._runtime.database.reading_latest() as tx:
            return await web_sessions.find(tx, token, self._runtime.clock.now()) is not None

    def close(self) -> None:
        """End all streams, because the server stops."""
        self._is_closed = True
        for wake_up in self._bells:
            wake_up.set()

    async def watch(self) -> None:
        """Poll for ended tokens, and for commits of other programs, until cancelled.

        A change that this program has already sent is sent again, which does no harm.
        """
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.end_revoked()
                if self._runtime.database.shared:
                    await self.poll()
            except Exception as error:  # noqa: BLE001  (the database is not reachable; the next round retries)
                report(log, "games that change cannot be looked for", error)

    async def end_revoked(self) -> None:
        """End the streams whose token is no longer valid."""
        if not self._bells:
            return
        async with self._runtime.database.reading_latest() as tx:
            now, tokens = self._runtime.clock.now(), set(self._bells.values())
            valid = await web_sessions.valid(tx, tokens, now)
        for wake_up, token in self._bells.items():
            if token in tokens - valid:
                self._revoked.add(wake_up)
                wake_up.set()

    async def poll(self) -> None:
        """Notify people with an open stream of their games that changed since the last poll."""
        before = self._people
        people = {
            player_games.person for player_games in self._runtime.listeners.about(PlayerGames)
        }
        since = self._runtime.clock.now() - LATELY
        async with self._runtime.database.reading_latest() as tx:
            versions = await game_rows.versions_of(tx, people, since) if people else []
        news = [
            News(PlayerGames(person), GameChanged(game, version))
            for game, version, players in versions
            if self._known.get(game) != version
            for person in players
            if person in before
        ]
        self._known = {game: version for game, version, _ in versions}
        self._people = people
        news += await self._new_messages()
        self._runtime.listeners.notify(news)

    async def _new_messages(self) -> list[News]:
        """Return the news for browsers whose messages another program has stored or sent."""
        addresses = {
            shown_messages.address
            for shown_messages in self._runtime.listeners.about(ShownMessages)
        }
        async with self._runtime.database.reading_latest() as tx:
            newest = await shown.newest(tx, addresses)
        before, self._newest = self._newest, newest
        return [
            News(ShownMessages(address), MessageShown())
            for address, number in newest.items()
            if before.get(address, number) != number
        ]


class Streaming(StreamingResponse):
    """A response that streams events, and releases its stream even if it never started."""

    def __init__(self, place: StreamPlace, lines: AsyncIterator[bytes]) -> None:
        headers = {**NEVER, "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines until the client disconnects."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._place.leave()


_FEED: Final = b'data: {"feed": true}\n\n'


async def _is_set_in_time(wake_up: asyncio.Event) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(BEAT):
            await wake_up.wait()
            wake_up.clear()
            return True
    return False


def _event(game: str, version: int) -> bytes:
    return f"data: {json.dumps({'game': game, 'version': version})}\n\n".encode()
