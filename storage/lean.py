"""SQLAlchemy without its object mapper, which is never used here.

`sqlalchemy.ext.asyncio` loads it for the sessions that it offers beside its connections: a
fifteenth of what starting the bot takes, and 6 MB. The two modules that do are taken for loaded,
and empty. Imported by the package `storage`, before anything of SQLAlchemy.
"""

import sys
from types import ModuleType


class _LeftOut(ModuleType):
    """A module whose names stand for nothing."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


for _part in ("session", "scoping"):
    _name = f"sqlalchemy.ext.asyncio.{_part}"
    sys.modules.setdefault(_name, _LeftOut(_name))
