"""Faults on demand between a bot and Telegram.

sandbox.faults.add(Flood(retry_after=3), method="sendMessage", chat=person.id)
sandbox.faults.add(AnswerLost(), method="sendMediaGroup", after=1, times=2)
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flood:
    """429: the call is refused, with the number of seconds to wait."""

    retry_after: int = 1


@dataclass(frozen=True, slots=True)
class ServerError:
    """The call has no effect; Telegram answers with 500, as JSON."""


@dataclass(frozen=True, slots=True)
class BadGateway:
    """The call does not reach Telegram; the proxy before it answers with 502, as HTML."""


@dataclass(frozen=True, slots=True)
class DropConnection:
    """The connection is cut before the call has any effect."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """No answer arrives: the connection stays open until the bot gives up (at most 60 s)."""

    carried_out: bool = False


@dataclass(frozen=True, slots=True)
class AnswerLost:
    """The call has its effect, then the connection is cut, so the bot cannot know the effect."""


@dataclass(frozen=True, slots=True)
class Migrate:
    """The group of the call becomes a supergroup just before it: 400 with the new id."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Any other refusal, such as `Refuse(403, "Forbidden: user is deactivated")`."""

    code: int
    description: str


@dataclass(frozen=True, slots=True)
class EndlessFile:
    """A download that never ends: that many bytes, a pause, and so on."""

    size: int = 1
    pause: float = 0.1
    """Seconds between two pieces, so that no single piece takes long."""


FaultKind = (
    Flood
    | ServerError
    | BadGateway
    | DropConnection
    | TimeOut
    | AnswerLost
    | Migrate
    | Refuse
    | EndlessFile
)


def takes_effect(kind: FaultKind) -> bool:
    """Return whether a call with that fault is carried out, though its caller gets no answer."""
    return isinstance(kind, AnswerLost) or (isinstance(kind, TimeOut) and kind.carried_out)


@dataclass(slots=True, eq=False, kw_only=True)
class PlannedFault:
    """A fault that waits for its calls."""

    kind: FaultKind
    method: str | None
    """None: any method."""
    chat: int | None
    """None: any chat."""
    times: int
    """How often it happens in all."""
    after: int
    """How many matching calls pass before it happens."""
    then: Callable[[], None] | None
    """What runs right before the answer to each such call."""
    passed: int = 0
    """How many matching calls have passed."""
    fired: int = 0
    """How often it has happened."""

    def matches(self, method: str, chat: int | None) -> bool:
        """Return whether the fault applies to this call."""
        return (self.method is None or self.method.lower() == method.lower()) and (
            self.chat is None or self.chat == chat
        )


class Faults:
    """The pending faults, in the order in which they were added."""

    def __init__(self) -> None:
        self._waiting: list[PlannedFault] = []

    def add(  # noqa: PLR0913  (each option limits the calls it applies to)
        self,
        kind: FaultKind,
        *,
        method: str | None = None,
        chat: int | None = None,
        times: int = 1,
        after: int = 0,
        then: Callable[[], None] | None = None,
    ) -> PlannedFault:
        """Make the next `times` matching calls fail; let the first `after` of them pass.

        `method` is a Bot API method, or `download` for files; None means any. `then` runs at
        each such call, after it was carried out or refused and before its answer: a test may kill
        the bot's process there. Calls that an earlier fault takes do not count for `after`.
        """
        fault = PlannedFault(
            kind=kind, method=method, chat=chat, times=times, after=after, then=then
        )
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Remove all pending faults."""
        self._waiting.clear()

    def fire(self, method: str, chat: int | None) -> PlannedFault | None:
        """Let the first matching fault happen to this call and return it; None if none matches."""
        for fault in self._waiting:
            if not fault.matches(method, chat):
                continue
            if fault.passed < fault.after:
                fault.passed += 1
                continue
            fault.fired += 1
            if fault.fired >= fault.times:
                self._waiting.remove(fault)
            return fault
        return None
