"""How fast a bot sends, and how long Telegram makes it wait if that is too fast."""

from collections import deque
from collections.abc import Container
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple


class Rate(NamedTuple):
    """The most messages in any window of so many seconds."""

    messages: int
    seconds: float


ALL_CHATS = Rate(30, 1.0)
"""Over all chats together."""
PRIVATE_CHAT = Rate(1, 1.0)
"""To one private chat."""
GROUP = Rate(20, 60.0)
"""To one group."""
BUSIEST_SECONDS = 1.0
"""The length of the windows in which `SendingPace.busiest` counts."""
CALLS_COUNTED = 100_000
"""The number of calls that `SendingPace.busiest` remembers; it knows nothing of earlier ones."""


class _Sending(NamedTuple):
    """The messages of one accepted call; an album counts as its pictures."""

    at: float
    chat: int
    messages: int


@dataclass(slots=True)
class _Window:
    """The instants of the last messages that one rate limits, the oldest first."""

    rate: Rate
    sent: deque[float] = field(default_factory=deque)

    def seconds_to_wait(self, at: float, messages: int) -> int:
        """Return the whole seconds until so many more messages are allowed, 0 if they are now."""
        while self.sent and self.sent[0] <= at - self.rate.seconds:
            self.sent.popleft()
        # An empty window lets any album pass; one larger than the rate would wait for ever.
        too_many = len(self.sent) + messages - self.rate.messages
        if not self.sent or too_many <= 0:
            return 0
        last_to_leave = self.sent[min(too_many, len(self.sent)) - 1]
        return max(1, ceil(last_to_leave + self.rate.seconds - at))


class SendingPace:
    """Counts the bot's messages, and says how long it must wait when it sends too fast.

    It refuses nothing until `enforced` is set, because most tests need no waiting. Messages from
    before do not count for any rate.
    """

    def __init__(self) -> None:
        self.enforced = False
        self._all_chats = _Window(ALL_CHATS)
        self._chats: dict[int, _Window] = {}
        self._accepted: deque[_Sending] = deque(maxlen=CALLS_COUNTED)

    def busiest(self, chats: Container[int] | None = None, *, since: float = 0.0) -> int:
        """Return the most messages in any one second, to these chats or to all.

        Only the last `CALLS_COUNTED` calls are counted, and of these only calls since that instant.
        """
        window: deque[_Sending] = deque()
        most = 0
        for sending in self._accepted:
            if sending.at >= since and (chats is None or sending.chat in chats):
                window.append(sending)
                while window[0].at <= sending.at - BUSIEST_SECONDS:
                    window.popleft()
                most = max(most, sum(counted.messages for counted in window))
        return most

    def admit(self, chat: int, at: float, *, messages: int = 1) -> int:
        """Count messages to a chat and return 0, or return the seconds that the bot must wait.

        A chat's id is negative for a group. `at` is a monotonic instant in seconds. Messages that
        must wait are not counted.
        """
        if self.enforced and (seconds := self._wait_or_count(chat, at, messages)):
            return seconds
        self._accepted.append(_Sending(at, chat, messages))
        return 0

    def _wait_or_count(self, chat: int, at: float, messages: int) -> int:
        """Return the seconds to wait; if there are none, count the messages for both rates.

        These are the rate of all chats and that of this chat.
        """
        own_rate = PRIVATE_CHAT if chat > 0 else GROUP
        windows = (self._all_chats, self._chats.setdefault(chat, _Window(own_rate)))
        seconds = max(window.seconds_to_wait(at, messages) for window in windows)
        if not seconds:
            for window in windows:
                window.sent.extend([at] * messages)
        return seconds
