"""What the engine refuses, and why.

    EngineError                 never raised itself
    ├── NotationError           the text cannot be read as a move, a date, a game record …
    ├── RuleViolation           it can be read, and the regulation forbids it (all faults at once)
    └── GameStateError          it would be allowed at another moment, or to another person

    BrokenLog                   not a refusal: stored events that no game of ours can have

No text for people lives here: a fault carries a code, the article and its facts, and
`bot.texts.i18n` turns them into a sentence in the reader's language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Fact = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: a stable code, the article it offends, and the facts of the case."""

    code: str
    article: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the fault as one plain line, for logs and the command line."""
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        article = f" (art. {self.article})" if self.article else ""
        return f"{self.code}{article} {facts}".rstrip()


class EngineError(Exception):
    """Base of everything the engine refuses; never raised itself."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("; ".join(map(str, faults)))


class NotationError(EngineError):
    """The text cannot be read; the first fault says where it went wrong."""


class RuleViolation(EngineError):  # noqa: N818  (the field speaks of violations)
    """The regulation forbids it; every fault is named, not only the first."""

    @classmethod
    def from_faults(cls, faults: Iterable[Fault]) -> "RuleViolation":
        """Build the refusal from any collection of faults."""
        return cls(*faults)


class GameStateError(EngineError):
    """Not now, or not you: the command does not fit the state of the game."""


class BrokenLog(Exception):  # noqa: N818  (says what is broken)
    """Stored events follow each other in a way that no game can; a fault of ours, or tampering."""
