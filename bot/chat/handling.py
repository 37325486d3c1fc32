"""The building blocks of the route tables: commands with roles, and the types of handlers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.runtime.shared import UserInput
from bot.service.service import Service

Handler = Callable[[Service, UserInput], Awaitable[None]]
"""The handler of a command or a button.

The handler of a button is called by its act or `…_pressed`; `pressed` serves all buttons of a verb.
"""
AnswerHandler = Callable[[Service, UserInput, str], Awaitable[None]]
"""The handler of an answer, `…_given`; its last argument is the data stored with the question."""


class CommandRole(Enum):
    """The role that may use a command."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its Romanian and English name, and the required role.

    `former` is an earlier English name. It still works, but menus and texts do not show it.
    """

    romanian: str
    english: str
    role: CommandRole = CommandRole.ANYONE
    former: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name that a person may type, each once."""
        every = (self.romanian, self.english, self.former)
        return tuple(dict.fromkeys(name for name in every if name))

    def name_in(self, language: str | None) -> str:
        """Return the name that a reader of that language is shown; None is the usual language."""
        return self.english if language == "en" else self.romanian
