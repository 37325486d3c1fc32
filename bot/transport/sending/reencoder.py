"""Re-encoded pictures of people, each made once for all recipients.

They are downloaded and made one at a time; the sender whose pictures took least comes first. A
result is kept until every recipient has it, and longer if there is room. While too much waits to be
sent, no more are made, so many pictures need no more memory than a few. If a picture cannot be
forwarded, its sender is notified once, with what to do.
"""

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Final

from bot.documents.image_sanitiser.wire import TooLarge, Unusable
from bot.runtime.log import get_logger
from bot.runtime.shares import Budgets, Shares, alert_of
from bot.runtime.unit import Runtime
from bot.texts.delivery import FetchPieces
from bot.texts.delivery_errors import DeliveryError, MessageRefused, OverLimit
from bot.texts.messages import Notice, Relayed, say
from engine.ids import PersonId
from storage.people import people

log = get_logger()

ROOM: Final = 4 << 20
"""Bytes of unsent re-encoded pictures above which no other is made."""
MOST_KEPT: Final = 200
"""The most pictures whose outcome is remembered; most of them take no memory."""
LONGEST_WAIT: Final = 10.0
"""Seconds for which a picture waits for room, because a chat may be silent for an hour."""


class OverBudget(Unusable):
    """The sender's pictures took all the work of an hour; a later one may be passed on."""


Make = Callable[[AsyncIterator[bytes]], Awaitable[bytes]]
"""Re-encodes a picture from its pieces; raises `Unusable` if that is impossible."""


@dataclass(frozen=True, slots=True)
class _Result:
    """The outcome of a picture, and its instant in seconds of a monotonic clock."""

    outcome: bytes | Unusable | DeliveryError
    at: float

    @property
    def size(self) -> int:
        """Return the bytes that it takes in memory."""
        return len(self.outcome) if isinstance(self.outcome, bytes) else 0


class Reencoder:
    """Makes, caches and returns re-encoded pictures of people."""

    def __init__(
        self,
        runtime: Runtime,
        fetch: FetchPieces,
        make: Make,
        budgets: Budgets | None = None,
    ) -> None:
        """Use these functions; without `budgets`, no sender has ever used any."""
        self._runtime = runtime
        self._fetch = fetch
        self._make = make
        self._budgets = budgets or Budgets()
        self._shares = Shares(self._budgets)
        self._taken = asyncio.Event()
        """Set when a recipient has a picture, so that there may be room for another."""
        self._under_way: dict[str, asyncio.Task[_Result]] = {}
        self._results: OrderedDict[str, _Result] = OrderedDict()
        """File id → what is known of the picture, the oldest first."""
        self._awaited: Counter[str] = Counter()
        """The number of messages that have asked for each picture and do not have it yet."""

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether the outcome for the picture is known."""
        return relayed.file_id in self._results

    async def prepare(self, relayed: Relayed) -> None:
        """Make the picture and cache the outcome; requests for the same picture share it."""
        self._awaited[relayed.file_id] += 1
        await self._result(relayed)

    async def get(self, relayed: Relayed) -> bytes:
        """Return the picture; make it now if it is not cached.

        Raises:
            Unusable: the picture cannot be forwarded.
            DeliveryError: the picture could not be downloaded this time.
        """
        made = await self._result(relayed)
        if (left := self._awaited[relayed.file_id] - 1) > 0:
            self._awaited[relayed.file_id] = left
        else:
            del self._awaited[relayed.file_id]
        self._taken.set()
        self._drop_oldest()
        if isinstance(made.outcome, bytes):
            return made.outcome
        if isinstance(made.outcome, DeliveryError | OverBudget) and left <= 0:
            self._forget(relayed.file_id)  # the next try requests it again
        raise made.outcome

    async def _result(self, relayed: Relayed) -> _Result:
        """Return the re-encoded file; several requests for one file share the work."""
        known = self._results.get(relayed.file_id)
        if known is not None:
            return known
        task = self._under_way.get(relayed.file_id)
        if task is None:
            task = asyncio.ensure_future(self._make_result(relayed))
            self._under_way[relayed.file_id] = task
            task.add_done_callback(lambda _: self._under_way.pop(relayed.file_id, None))
        return await asyncio.shield(task)

    async def _make_result(self, relayed: Relayed) -> _Result:
        """Return the re-encoded file, or why there is none; it uses its sender's budget."""
        outcome: bytes | Unusable | DeliveryError
        try:
            async with self._shares.turn(relayed.by):
                if relayed.by and self._budgets.is_spent(relayed.by):
                    raise OverBudget(f"{relayed.by} has had the hour's work")
                await self._room()
                with self._budgets.spending(relayed.by):
                    async with aclosing(self._fetch(relayed.file_id)) as pieces:
                        outcome = await self._make(pieces)
        except OverLimit as error:
            outcome = TooLarge(str(error))
        except MessageRefused as error:
            outcome = Unusable(str(error))
        except (Unusable, DeliveryError) as error:
            outcome = error
        if not isinstance(outcome, bytes):
            kind = type(outcome).__name__
            log.warning("a picture is not passed on", reason=str(outcome), kind=kind)
        await alert_of(self._runtime, self._budgets)
        if isinstance(outcome, Unusable):
            await self._notify(relayed, outcome)
        made = self._results[relayed.file_id] = _Result(outcome, asyncio.get_running_loop().time())
        self._drop_oldest()
        return made

    async def _room(self) -> None:
        """Wait for room until enough pictures are sent, for a limited time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                while self._waiting_to_be_sent() >= ROOM:
                    self._taken.clear()
                    await self._taken.wait()

    def _waiting_to_be_sent(self) -> int:
        """Return the bytes of recent pictures that some recipient still awaits."""
        since = asyncio.get_running_loop().time() - LONGEST_WAIT
        results = self._results.items()
        return sum(file.size for name, file in results if self._awaited[name] and file.at > since)

    def _drop_oldest(self) -> None:
        """Drop the oldest outcomes while there are too many, first those that nobody awaits."""
        size = sum(file.size for file in self._results.values())
        for name in sorted(self._results, key=lambda name: self._awaited[name] > 0):
            if size <= 2 * ROOM and len(self._results) <= MOST_KEPT:
                return
            size -= self._results[name].size
            self._forget(name)

    def _forget(self, name: str) -> None:
        self._results.pop(name, None)  # to make room, it may have been dropped before
        del self._awaited[name]

    async def _notify(self, relayed: Relayed, why: Unusable) -> None:
        """Notify the sender, once, that the picture is not forwarded, and what to do."""
        if not relayed.by:
            return
        digest = hashlib.sha256(relayed.file_id.encode()).hexdigest()[:24]
        keys = {TooLarge: "relay.too_large", OverBudget: "relay.over_budget"}
        text = say(keys.get(type(why), "relay.broken"))
        async with self._runtime.unit() as unit:
            sender = await people.get(unit.tx, PersonId(relayed.by))
            if sender.address is not None:
                unit.say(Notice(to=sender.address, text=text, dedup=f"print:{digest}"))
