"""Buttons and answers of analyses, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

BUTTONS: Final[Mapping[str, str]] = {
    "an": "analysis.analysis.pressed",
}
