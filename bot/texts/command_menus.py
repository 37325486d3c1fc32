"""The names of the command menus: one for each language, and for each role in it."""

from enum import StrEnum
from typing import NamedTuple


class MenuRole(StrEnum):
    """The roles with a command menu of their own; everybody else has the players' menu."""

    PLAYER = ""
    ARBITER = "arbiter"
    OPERATOR = "operator"


class MenuName(NamedTuple):
    """The language and the role of a command menu."""

    language: str
    role: MenuRole = MenuRole.PLAYER

    def __str__(self) -> str:
        """Return the form in which notices and the database have it: `ro` or `ro:arbiter`."""
        return f"{self.language}:{self.role}" if self.role else self.language


def parse_menu_name(stored: str) -> MenuName:
    """Return the name that `MenuName` wrote."""
    language, _, role = stored.partition(":")
    return MenuName(language, MenuRole(role))


def menu_role(*, is_operator: bool, is_arbiter: bool) -> MenuRole:
    """Return the role whose menu a person gets; an operator's comes before an arbiter's."""
    if is_operator:
        return MenuRole.OPERATOR
    return MenuRole.ARBITER if is_arbiter else MenuRole.PLAYER
