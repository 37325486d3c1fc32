"""Handlers of what is seldom asked for: loaded with the first who asks, not with the program.

The rating side and the dossiers are a sixth of the program: without them it starts that much sooner
and takes less memory (docs/adr/0029-late.md). What reads the
table of routes is named so in it, too.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Lazy:
    """A handler by the name of its module among the handlers and its own: `rating.pressed`."""

    name: str

    def loaded(self) -> Callable[..., Awaitable[None]]:
        """Return the handler itself."""
        module, _, name = self.name.partition(".")
        handler: Callable[..., Awaitable[None]] = getattr(
            import_module(f"bot.chat.handlers.{module}"), name
        )
        return handler

    async def __call__(self, *asked: Any) -> None:
        """Handle what is asked."""
        await self.loaded()(*asked)
