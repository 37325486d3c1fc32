"""Paths for commands: no named pipes, whose reading might never end, and folders to be made."""

import os
from pathlib import Path
from typing import Any

import click

from bot.runtime.config.named_files import is_pipe

_GIVEN_OPEN = ("/dev/fd/", "/dev/stdin", "/proc/")
"""The places of a shell's own pipes, as in `<(command)`, which have a writer."""


def nearest_existing(path: Path) -> Path:
    """Return the path itself, or else the nearest folder above it that exists."""
    whole = path.absolute()
    return next(place for place in (whole, *whole.parents) if place.exists())


class FilePath(click.Path):
    """A path that is no named pipe."""

    def convert(
        self, value: "str | os.PathLike[str]", param: "click.Parameter | None", ctx: Any
    ) -> Any:
        """Return the path, or end the command if it is a named pipe."""
        path = super().convert(value, param, ctx)
        name = os.fsdecode(path)
        if is_pipe(Path(name)) and not name.startswith(_GIVEN_OPEN):
            self.fail(f"{name}: a pipe, not a file", param, ctx)
        return path
