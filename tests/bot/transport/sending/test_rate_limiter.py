"""Order of sending: moves first, chats in turn, nobody waits for ever, strangers have a limit."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.transport.sending.pacing import UNLIMITED, Pace, Rates
from bot.transport.sending.rate_limiter import CONCURRENT_SENDS_TO_STRANGERS, RateLimiter
from storage.queues.precedence import Precedence

PREVIEW, MOVE, ASKED, TOLD, STRANGER = Precedence
SLOW = Rates(overall=200, chat=1e9, group=1e9)


@dataclass
class Hall:
    """Chats in a queue with one sender; the served chat leaves at once."""

    rate_limiter: RateLimiter
    served: list[int] = field(default_factory=list)
    """Chats in the order in which they went."""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def come(self, *waiting: tuple[int, Precedence], of: Precedence | None = None) -> None:
        """Add these chats to the queue, one after another.

        `of`: the messages' own precedence, if their lanes are more urgent.
        """
        for chat, precedence in waiting:
            self.tasks.append(asyncio.create_task(self._stand(chat, precedence, of)))
        await asyncio.sleep(0)

    async def _stand(self, chat: int, precedence: Precedence, of: Precedence | None) -> None:
        async with self.rate_limiter.slot(chat, precedence, chat, 1, of) as slot, slot.call(1):
            self.served.append(chat)

    async def all_served(self) -> Sequence[int]:
        """Return the chats in their order, once nobody waits."""
        await asyncio.gather(*self.tasks)
        return self.served


@asynccontextmanager
async def busy(rates: Rates = UNLIMITED, *, senders: int = 1) -> AsyncIterator[Hall]:
    """Give a queue whose senders are all busy inside the block."""
    rate_limiter = RateLimiter(Pace(rates), senders=senders)
    async with rate_limiter.slot(0, MOVE, 0, 0):
        yield Hall(rate_limiter)


async def test_moves_go_first_then_answers_then_the_rest_then_strangers() -> None:
    """A move's messages pass all others, whichever came first."""
    async with busy() as hall:
        await hall.come((1, STRANGER), (2, TOLD), (3, ASKED), (4, MOVE), (5, ASKED), (6, MOVE))

    assert await hall.all_served() == [4, 6, 3, 5, 2, 1]


async def test_a_chat_that_has_had_nothing_passes_those_that_have() -> None:
    """Among equals the chat that has waited longest is next."""
    async with busy(SLOW) as hall:
        await hall.come((1, MOVE), (2, MOVE))
    await hall.all_served()
    async with hall.rate_limiter.slot(0, MOVE, 0, 0):
        await hall.come((2, MOVE), (1, MOVE), (3, MOVE))

    assert await hall.all_served() == [1, 2, 3, 1, 2]


async def test_previews_and_moves_go_among_each_other() -> None:
    """Typed moves that are invalid produce many previews, and sheets do not wait for them."""
    async with busy() as hall:
        await hall.come((1, MOVE), (2, PREVIEW), (3, MOVE), (4, PREVIEW))

    assert await hall.all_served() == [1, 2, 3, 4]


async def test_what_only_lies_before_something_urgent_lets_urgent_messages_pass() -> None:
    """A preview in a lane with a waiting answer is not sent before a move."""
    async with busy() as hall:
        await hall.come((1, PREVIEW), of=ASKED)
        await hall.come((2, PREVIEW), (3, MOVE))
        await hall.come((4, ASKED))

    assert await hall.all_served() == [2, 3, 1, 4]


async def test_nobody_waits_for_ever() -> None:
    """With any number of moves, every tenth turn is the last chat's."""
    async with busy() as hall:
        await hall.come((99, STRANGER), (98, TOLD), *((chat, MOVE) for chat in range(1, 31)))
    served = await hall.all_served()

    assert served.index(99) < 10
    assert served.index(98) < 20


async def test_a_message_made_urgent_moves_to_its_new_kind() -> None:
    """A chat whose new message is urgent passes chats that wait with less urgent ones."""
    async with busy() as hall:
        await hall.come((1, TOLD), (2, ASKED), (3, TOLD))
        hall.rate_limiter.hurry(3, MOVE)

    assert await hall.all_served() == [3, 2, 1]


async def test_strangers_never_have_all_senders() -> None:
    """While calls to strangers hang, others are served."""
    rate_limiter = RateLimiter(Pace(UNLIMITED), senders=4)
    hang = asyncio.Event()
    begun: list[int] = []
    asked = asyncio.Event()

    async def stand(chat: int, precedence: Precedence) -> None:
        async with rate_limiter.slot(chat, precedence, chat, 1), asyncio.timeout(60):
            begun.append(chat)
            if 77 in begun and len(begun) > CONCURRENT_SENDS_TO_STRANGERS:
                asked.set()
            await hang.wait()

    tasks = [asyncio.create_task(stand(chat, STRANGER)) for chat in range(10)]
    tasks.append(asyncio.create_task(stand(77, TOLD)))
    async with asyncio.timeout(60):
        await asked.wait()

    assert len(begun) == CONCURRENT_SENDS_TO_STRANGERS + 1
    hang.set()
    await asyncio.gather(*tasks)
    assert len(begun) == 11


async def test_a_cancelled_wait_uses_no_turn() -> None:
    """A delivery cancelled while it waits, or during its call, leaves its sender to the next."""
    async with busy() as hall:
        await hall.come((1, MOVE), (2, MOVE))
        hall.tasks.pop(0).cancel()
    assert await hall.all_served() == [2]

    begun = asyncio.Event()

    async def hangs() -> None:
        async with hall.rate_limiter.slot(3, MOVE, 3, 1) as slot, slot.call(1):
            begun.set()
            await asyncio.Future[None]()

    task = asyncio.create_task(hangs())
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    await hall.come((4, MOVE))

    assert await hall.all_served() == [2, 4]


async def test_a_message_that_has_begun_goes_on_before_others_begin() -> None:
    """The text after an album is sent before the messages of other chats."""
    rate_limiter = RateLimiter(Pace(Rates(overall=100, chat=1e9, group=1e9)))
    order: list[str] = []

    async def album() -> None:
        async with rate_limiter.slot(1, TOLD, 1, 10) as slot:
            async with slot.call(10):
                order.append("album")
                await asyncio.sleep(0.01)
            async with slot.call(1):
                order.append("text")

    async def move() -> None:
        async with rate_limiter.slot(2, MOVE, 2, 1) as slot, slot.call(1):
            order.append("move")

    first = asyncio.create_task(album())
    await asyncio.sleep(0)
    await asyncio.gather(first, asyncio.create_task(move()))

    assert order == ["album", "text", "move"]
