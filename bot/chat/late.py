"""The handlers of what is seldom asked for, as the tables name them: none is loaded yet.

Arbiters' work, competitions, disputes and ratings: on most days nobody asks for most of it, and
the program starts sooner without (docs/adr/0029-late.md). Whoever checks types sees the modules
themselves; whoever runs the program gets, of each handler, what loads it when it is called.
"""

from typing import TYPE_CHECKING

from bot.chat.lazy import Lazy

if TYPE_CHECKING:
    pass

else:

    class _Module:
        """A module of handlers, of which only the name is known."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, handler: str) -> Lazy:
            return Lazy(f"{self._name}.{handler}")

    def __getattr__(name: str) -> _Module:
        if name.startswith("_"):
            raise AttributeError(name)
        return _Module(name)
