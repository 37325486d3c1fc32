"""Whose colour a thing is drawn in."""

from enum import StrEnum


class Side(StrEnum):
    """The two players by their colours."""

    RED = "red"
    BLUE = "blue"
