"""What the tables of routes are made of: commands with their roles, and handlers by name.

A table names a handler as `play.sent.send`: package, module and function below `bot.chat`. The
module is imported when the handler is first needed, so that the program starts without the modules
that few people use (docs/adr/0007-layers-and-subjects.md).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from bot.runtime.shared import Said
from bot.service.service import Service

Handler = Callable[[Service, Said], Awaitable[None]]
"""Handles a command or a button."""


class Role(Enum):
    """Who may use a command."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its Romanian and its English name, its handler, and who may use it."""

    romanian: str
    english: str
    handler: str
    role: Role = Role.ANYONE


@cache
def load(name: str) -> Callable[..., Awaitable[None]]:
    """Return the handler of that name; import its module if this has not happened yet."""
    module, _, function = name.rpartition(".")
    handler: Callable[..., Awaitable[None]] = getattr(import_module(f"bot.chat.{module}"), function)
    return handler


async def call(name: str, service: Service, said: Said, *more: Any) -> None:
    """Run the handler of that name; `more` is what its table passes besides."""
    await load(name)(service, said, *more)
