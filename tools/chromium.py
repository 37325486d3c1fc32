"""Finds the browser for the browser tests, the pictures of the guide, and the benchmarks."""

import shutil
from typing import Final

CHROMIUMS: Final = ("chromium-headless-shell", "chromium")
"""The programs that serve; the headless shell takes less than half of the processor time."""


class ChromiumMissingError(Exception):
    """Neither program is installed."""

    def __init__(self) -> None:
        super().__init__(f"Chromium is missing: sudo apt-get install -y {CHROMIUMS[0]}")


def chromium_path() -> str:
    """Return the path of the browser that is installed.

    Raises:
        ChromiumMissingError: there is none.
    """
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return path
    raise ChromiumMissingError
