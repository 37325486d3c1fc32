"""Trouble on demand: what may go wrong between a bot and Telegram, told to happen.

sandbox.faults.add(Flood(retry_after=3), method="sendMessage", chat=person.id)
sandbox.faults.add(AnswerLost(), method="sendMediaGroup", after=1, times=2)
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flood:
    """429: the call is refused, and the bot told to wait that many seconds."""

    retry_after: int = 1


@dataclass(frozen=True, slots=True)
class ServerError:
    """The call is not carried out; Telegram answers with 500, or its proxy with 502 in HTML."""

    code: int = 500


@dataclass(frozen=True, slots=True)
class DropConnection:
    """The connection is cut before the call is carried out."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """No answer comes: the connection stays open until the bot gives up (60 s at most)."""

    carried_out: bool = False


@dataclass(frozen=True, slots=True)
class AnswerLost:
    """The call is carried out, then the connection is cut: the bot cannot know."""


@dataclass(frozen=True, slots=True)
class Migrate:
    """The group the call is for becomes a supergroup just before it: 400 with the new id."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Any other refusal, e.g. `Refuse(403, "Forbidden: user is deactivated")`."""

    code: int
    description: str


@dataclass(frozen=True, slots=True)
class EndlessFile:
    """A file that is downloaded never ends: that many bytes, a pause, and so on."""

    size: int = 1
    pause: float = 0.1
    """Seconds: no single piece takes long."""


FaultKind = (
    Flood | ServerError | DropConnection | TimeOut | AnswerLost | Migrate | Refuse | EndlessFile
)


@dataclass(slots=True, eq=False)
class Fault:
    """A fault waiting for its calls; `fired` counts how often it has happened."""

    kind: FaultKind
    method: str | None
    chat: int | None
    times: int
    after: int
    then: Callable[[], None] | None
    fired: int = 0

    def matches(self, method: str, chat: int | None) -> bool:
        """Return whether it is meant for this call."""
        return (self.method is None or self.method.lower() == method.lower()) and (
            self.chat is None or self.chat == chat
        )


class Faults:
    """The faults to come, in the order they were asked for."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(  # noqa: PLR0913  (each option narrows down when it happens)
        self,
        kind: FaultKind,
        *,
        method: str | None = None,
        chat: int | None = None,
        times: int = 1,
        after: int = 0,
        then: Callable[[], None] | None = None,
    ) -> Fault:
        """Make the next `times` matching calls go wrong, letting `after` of them pass first.

        `method` is a Bot API method, or `download` for files; None means any. `then` is called
        each time, where a call is carried out after that: a test may kill the bot's process there.
        """
        fault = Fault(kind, method, chat, times, after, then)
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Let everything go well from now on."""
        self._waiting.clear()

    def befalling(self, method: str, chat: int | None) -> Fault | None:
        """Return the fault that befalls this call, if any, and count it."""
        for fault in self._waiting:
            if not fault.matches(method, chat):
                continue
            if fault.after:
                fault.after -= 1
                continue
            fault.fired += 1
            if fault.fired >= fault.times:
                self._waiting.remove(fault)
            return fault
        return None
