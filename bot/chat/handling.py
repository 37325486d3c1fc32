"""The building blocks of the route tables: commands with roles, and handlers by name.

A table names a handler as `play.preview_buttons.send`: package, module and function below
`bot.chat`. The module is imported when the handler is first needed, so that the program starts
without rarely used modules (docs/adr/0007-layers-and-subjects.md).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.runtime.shared import UserInput
    from bot.service.service import Service


class CommandRole(Enum):
    """The role that may use a command."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its Romanian and English name, its handler, and the required role.

    `former` is an earlier English name. It still works, but menus and texts do not show it.
    """

    romanian: str
    english: str
    handler: str
    role: CommandRole = CommandRole.ANYONE
    former: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name that a person may type, each once."""
        every = (self.romanian, self.english, self.former)
        return tuple(dict.fromkeys(name for name in every if name))


@cache
def load(name: str) -> Callable[..., Awaitable[None]]:
    """Return the handler of that name; import its module first if necessary."""
    module, _, function = name.rpartition(".")
    handler: Callable[..., Awaitable[None]] = getattr(import_module(f"bot.chat.{module}"), function)
    return handler


async def call(name: str, service: "Service", user_input: "UserInput", *more: Any) -> None:
    """Run the handler of that name; `more` are its table's extra arguments."""
    await load(name)(service, user_input, *more)
