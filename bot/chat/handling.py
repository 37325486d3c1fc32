"""What the tables of routes are made of: handlers, and commands with who may use them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.runtime.shared import Said
from bot.service.service import Service

Handler = Callable[[Service, Said], Awaitable[None]]
"""Deals with a command or a press."""
Answer = Callable[[Service, Said, str], Awaitable[None]]
"""Takes an answer; the text is what was kept with the question."""


class Role(Enum):
    """Who may use a command."""

    ANYONE = "anyone"
    ARBITER = "arbiter"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, its Romanian and its English name, and who may use it."""

    romanian: str
    english: str
    handler: Handler
    role: Role = Role.ANYONE
