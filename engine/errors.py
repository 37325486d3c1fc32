"""The errors with which the engine refuses a command.

    EngineError                 base class, never raised itself
    ├── NotationError           the text cannot be read as a move, a date, a game record …
    ├── RuleViolation           it can be read, but the regulation forbids it (lists all faults)
    └── GameStateError          it is not allowed at this moment, or not for this person

    BrokenLog                   not a refusal: the stored events contradict each other

Messages for people are in `bot.texts.i18n`. A fault has only a code, the article and its facts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Fact = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason for a refusal: a stable code, the article, and the facts."""

    code: str
    article: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """The values for the message, by name."""

    def __str__(self) -> str:
        """Return the fault as one plain line, for logs and the command line."""
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        article = f" (art. {self.article})" if self.article else ""
        return f"{self.code}{article} {facts}".rstrip()


class EngineError(Exception):
    """Base class of all refusals; never raised itself."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("; ".join(map(str, faults)))


class NotationError(EngineError):
    """The text cannot be read; the first fault says where the mistake is."""


class RuleViolation(EngineError):  # noqa: N818  (the usual word of the field)
    """The regulation forbids it; the error lists every fault."""


def refuse(faults: Sequence[Fault]) -> None:
    """Raise a `RuleViolation` with all faults, if there are any."""
    if faults:
        raise RuleViolation(*faults)


class GameStateError(EngineError):
    """The command does not fit the current state of the game, or the person who sent it."""


class BrokenLog(Exception):  # noqa: N818  (the name needs no suffix)
    """The stored events contradict each other, because of a bug or tampering."""
