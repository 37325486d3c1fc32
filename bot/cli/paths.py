"""Files that commands are given by name: a pipe that nobody writes to would never end."""

import os
from pathlib import Path
from typing import Any

import click

from bot.runtime.config.files import is_pipe

_GIVEN_OPEN = ("/dev/fd/", "/dev/stdin", "/proc/")
"""Where a shell's own pipes stand, as in `<(command)`: somebody writes to these."""


class FilePath(click.Path):
    """A path that names no pipe."""

    def convert(
        self, value: "str | os.PathLike[str]", param: "click.Parameter | None", ctx: Any
    ) -> Any:
        """Return the path."""
        path = super().convert(value, param, ctx)
        name = os.fsdecode(path)
        if is_pipe(Path(name)) and not name.startswith(_GIVEN_OPEN):
            self.fail(f"{name}: a pipe, not a file", param, ctx)
        return path
