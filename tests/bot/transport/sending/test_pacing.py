"""Send rates: in no second more than allowed, in all, to strangers, to a chat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.transport.sending.pacing import UNLIMITED, Pace, Rates

RATES = Rates(overall=30, chat=1, group=20 / 60, burst=3)
CALLS = st.tuples(
    st.integers(1, 9),  # the chat
    st.integers(1, 10),  # messages
    st.booleans(),  # to a stranger
    st.floats(0, 3),  # seconds until the call has ended
    st.floats(0, 1),  # when in that time the messages were taken
)


class Telegram:
    """Takes calls as early as the limiter allows, and records when messages came."""

    def __init__(self, pace: Pace, begun: float = 0.0) -> None:
        self.pace = pace
        self.now = begun
        self.taken: list[tuple[float, int, bool]] = []
        """Instant, chat, and whether it was a stranger's; an entry a message."""
        self._under_way: list[tuple[float, int, bool]] = []
        pace.reset(begun)

    def call(self, chat: int, count: int, strange: bool, takes: float, part: float) -> None:
        """Make a call as soon as it is allowed; others end meanwhile."""
        while pause := self._pause(chat, count, strange):
            ends = min((end for end, _, _ in self._under_way), default=float("inf"))
            self._wait_until(min(ends, self.now + pause))
        self.pace.spend(chat, count, self.now, strange=strange)
        self._under_way.append((self.now + takes, count, strange))
        self.taken += [(self.now + part * takes, chat, strange)] * count

    def _pause(self, chat: int, count: int, strange: bool) -> float:
        pauses = [self.pace.chat_pause(chat, count, self.now), self.pace.pause(count, self.now)]
        if strange:
            pauses.append(self.pace.strangers_pause(count, self.now))
        return max(pauses)

    def _wait_until(self, at: float) -> None:
        self.now = max(at, self.now + 1e-9)  # far from zero, a sum may be no later than its part
        for end, count, strange in sorted(self._under_way):
            if end <= self.now:
                self._under_way.remove((end, count, strange))
                self.pace.note_end(count, end, strange=strange)

    def most(self, *, strangers: bool = False) -> int:
        """Return the most messages in any second, in all or to strangers."""
        at = sorted(each for each, _, strange in self.taken if strange or not strangers)
        return max((sum(a <= b < a + 1 - 1e-6 for b in at) for a in at), default=0)


@given(st.lists(CALLS, max_size=60))
async def test_no_second_has_more_than_is_allowed(
    calls: list[tuple[int, int, bool, float, float]],
) -> None:
    """At any times of calls it is 30 in all, 6 to strangers; an album is not split."""
    telegram = Telegram(Pace(RATES))
    for call in calls:
        telegram.call(*call)

    assert telegram.most() <= 30
    assert telegram.most(strangers=True) <= max(6, *(count for _, count, *_ in calls), 0)


async def test_after_a_restart_the_second_before_counts() -> None:
    """Thirty were sent before the kill, so the restarted program counts them."""
    before = Telegram(Pace(RATES))
    for chat in range(100, 160):
        before.call(chat, 1, False, 0.0, 0.0)
    after = Telegram(Pace(RATES), begun=before.now)
    for chat in range(200, 260):
        after.call(chat, 1, False, 0.0, 0.0)
    after.taken += before.taken

    assert after.most() <= 30


@given(st.lists(CALLS, max_size=30))
async def test_no_chat_gets_more_than_its_share(
    calls: list[tuple[int, int, bool, float, float]],
) -> None:
    """In any period a chat gets its burst and its rate, a group less."""
    pace = Pace(RATES)
    telegram = Telegram(pace)
    for chat, count, strange, *_ in calls:
        telegram.call(-chat if chat % 2 else chat, min(count, 3), strange, 0.0, 0.0)

    for chat in {chat for _, chat, _ in telegram.taken}:
        rate = RATES.group if chat < 0 else RATES.chat
        at = [instant for instant, each, _ in telegram.taken if each == chat]
        for first, start in enumerate(at):
            for last in range(first, len(at)):
                assert last - first + 1 <= RATES.burst + (at[last] - start) * rate + 1e-6


@pytest.mark.parametrize(
    ("chat", "count", "seconds"), [(7, 3, 1.1), (7, 4, 2.0), (7, 10, 8.0), (-7, 5, 7.0)]
)
async def test_a_few_at_once_then_one_a_second(chat: int, count: int, seconds: float) -> None:
    """A person gets three messages at once, then one a second; a group twenty a minute."""
    telegram = Telegram(Pace(RATES))
    for _ in range(count):
        telegram.call(chat, 1, False, 0.0, 0.0)

    assert telegram.now == pytest.approx(seconds, abs=0.1)


async def test_many_chats_share_the_overall_rate() -> None:
    """At thirty a second three hundred people get theirs within ten seconds, evenly."""
    telegram = Telegram(Pace(RATES))
    for chat in range(1, 301):
        telegram.call(chat, 1, False, 0.0, 0.0)

    assert telegram.now == pytest.approx(1 + 299 / 30)
    assert telegram.taken[1][0] - telegram.taken[0][0] == pytest.approx(1 / 30)


async def test_an_album_counts_as_its_pictures() -> None:
    """An album larger than the burst is sent at once, and the chat then waits for all of it."""
    telegram = Telegram(Pace(RATES))
    telegram.call(7, 5, False, 0.0, 0.0)
    assert telegram.now == pytest.approx(1.0)
    telegram.call(7, 1, False, 0.0, 0.0)

    assert telegram.now == pytest.approx(4.0)


async def test_without_limits_nothing_waits() -> None:
    """Demonstrations and tests send at full speed from the start."""
    telegram = Telegram(Pace(UNLIMITED))
    for chat in range(1, 301):
        telegram.call(chat, 10, False, 0.0, 0.0)

    assert telegram.now == pytest.approx(0.0, abs=1e-3)


async def test_old_chats_are_forgotten() -> None:
    """Thousands of old chats use no memory."""
    telegram = Telegram(Pace(RATES))
    for chat in range(1, 1500):
        telegram.call(chat, 1, False, 0.0, 0.0)
        telegram.now += 1

    assert len(telegram.pace._chats) < 1002
