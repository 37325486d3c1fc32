"""Telegram's limits, and an optional count of how fast a bot sends."""

from collections import deque
from collections.abc import Container
from math import ceil

TEXT = 4096
"""The most UTF-16 units of a text, counted after parsing, which is the stricter way."""
CAPTION = 1024
CALLBACK_DATA = 64
"""The most bytes of a button's data."""
ANSWER = 200
"""The most characters of the answer to a button press."""
PAYLOAD = 64
"""The most characters of a deep link's payload."""
BUTTONS = 100
ALBUM = range(2, 11)
PHOTO_BYTES = 10 * 1024 * 1024
PHOTO_SIDES = 10_000
"""The most pixels of a photo's width and height added together."""
PHOTO_RATIO = 20
UPLOAD_BYTES = 50 * 1024 * 1024
DOWNLOAD_BYTES = 20 * 1024 * 1024
REACTIONS = frozenset(
    "👍👎🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🤡🥱😍🐳💯🤣🏆"
    "🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝🤗🫡🎅🎄💅🤪🗿🆒💘"
    "🙉🦄😘💊🙊😎👾😡"
)
"""Emoji of one character that a bot may react with."""
COMMANDS = 100
COMMAND_DESCRIPTION = 256

ALL_CHATS = (30, 1.0)
"""The most messages in any window of so many seconds, over all chats."""
PRIVATE_CHAT = (1, 1.0)
GROUP = (20, 60.0)


COUNTED = 100_000
"""The number of remembered calls, for later statistics per second."""


class SendingPace:
    """Counts the bot's messages, and returns how long it must wait when it sends too fast.

    It refuses nothing until `enforced` is set, because most tests need no waiting.
    """

    def __init__(self) -> None:
        self.enforced = False
        self._sent: dict[int, deque[float]] = {}
        self._taken: deque[tuple[float, int, int]] = deque(maxlen=COUNTED)
        """Instant, chat, and number of messages."""

    def busiest(self, chats: Container[int] | None = None, *, since: float = 0.0) -> int:
        """Return the most messages in any one second, to these chats or to all."""
        window: deque[tuple[float, int]] = deque()
        most = 0
        for at, chat, messages in self._taken:
            if at >= since and (chats is None or chat in chats):
                window.append((at, messages))
                while window[0][0] <= at - ALL_CHATS[1]:
                    window.popleft()
                most = max(most, sum(size for _, size in window))
        return most

    def wait(self, chat: int, at: float, *, messages: int = 1) -> int:
        """Count messages to a chat (negative: a group); return the seconds to wait, 0 if none.

        `at` is a monotonic instant in seconds. A refused message is not counted.
        """
        if self.enforced and (wait := self._refused(chat, at, messages)):
            return wait
        self._taken.append((at, chat, messages))
        return 0

    def _refused(self, chat: int, at: float, messages: int) -> int:
        own = PRIVATE_CHAT if chat > 0 else GROUP
        waits = [self._over(0, ALL_CHATS, at, messages), self._over(chat, own, at, messages)]
        if any(waits):
            return max(waits)
        for key in (0, chat):
            self._sent.setdefault(key, deque()).extend([at] * messages)
        return 0

    def _over(self, key: int, limit: tuple[int, float], at: float, messages: int) -> int:
        count, seconds = limit
        sent = self._sent.get(key, deque())
        while sent and sent[0] <= at - seconds:
            sent.popleft()
        # An album counts as its pictures; it may pass when the window is empty.
        if not sent or len(sent) + messages <= count:
            return 0
        return max(1, ceil(sent[0] + seconds - at))
