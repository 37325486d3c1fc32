from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.transport.sending.pacing import Pace, Rates

RATES = Rates(overall=30, chat=1, group=20 / 60, burst=3)


class Watch:
    """A clock that moves only when somebody sleeps by it."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        """Return the seconds that have been slept."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Move on."""
        self.now += seconds


def pace(watch: Watch) -> Pace:
    """Return a pace by that clock."""
    return Pace(RATES, time=watch.time, sleep=watch.sleep)


@given(st.lists(st.tuples(st.sampled_from([1, 2, -3]), st.integers(1, 3)), max_size=30))
async def test_no_chat_gets_more_than_its_share(messages: list[tuple[int, int]]) -> None:
    """In any stretch of time a chat gets its burst and what its rate allows, and no more."""
    watch = Watch()
    limit = pace(watch)
    sent: dict[int, list[float]] = defaultdict(list)
    for chat, count in messages:
        await limit.wait(chat, count)
        sent[chat] += [watch.now] * count

    for chat, instants in sent.items():
        rate = RATES.group if chat < 0 else RATES.chat
        for first, start in enumerate(instants):
            for last in range(first, len(instants)):
                allowed = RATES.burst + (instants[last] - start) * rate
                assert last - first + 1 <= allowed + 1e-6


@pytest.mark.parametrize(
    ("chat", "count", "seconds"), [(7, 3, 0.0), (7, 4, 1.0), (7, 10, 7.0), (-7, 5, 6.0)]
)
async def test_a_few_at_once_then_one_a_second(chat: int, count: int, seconds: float) -> None:
    """A person gets three messages at once, then one a second; a group twenty a minute."""
    watch = Watch()
    limit = pace(watch)
    for _ in range(count):
        await limit.wait(chat)

    assert watch.now == pytest.approx(seconds)


async def test_many_chats_share_the_overall_rate() -> None:
    """Three hundred people are told within the ten seconds that thirty a second take."""
    watch = Watch()
    limit = pace(watch)
    for chat in range(1, 301):
        await limit.wait(chat)

    assert watch.now == pytest.approx((300 - 30) / 30)


async def test_an_album_counts_as_its_pictures() -> None:
    """An album larger than the burst goes out at once, and the chat then waits for all of it."""
    watch = Watch()
    limit = pace(watch)
    await limit.wait(7, 5)
    assert watch.now == 0.0
    await limit.wait(7)

    assert watch.now == pytest.approx(3.0)


async def test_old_chats_are_forgotten() -> None:
    """The pace of thousands of chats written to long ago takes no memory."""
    watch = Watch()
    limit = pace(watch)
    for chat in range(1, 1500):
        await limit.wait(chat)
        watch.now += 1

    assert len(limit._chats) < 1002
