"""The command menus: which commands a person is shown, in his language and for his role.

A menu is only a convenience; what a person may do is decided by `bot.dispatch`.
"""

from typing import TYPE_CHECKING, Protocol

from bot.delivery import DeliveryError
from bot.dispatch import COMMANDS, Role
from bot.i18n import catalogue
from bot.log import get_logger
from bot.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

log = get_logger()

LANGUAGES = ("ro", "en")
HIDDEN = frozenset({"start", "pas", "depune"})
"""Commands that everybody writes in another way, or never by hand."""


class MenuSetter(Protocol):
    """Whoever can show a menu."""

    async def set_commands(
        self, commands: "Mapping[str, str]", *, language: str = "", chat: int | None = None
    ) -> None:
        """Show these commands in the menu of a language or a chat."""
        ...


def menu(language: str, roles: frozenset[Role]) -> dict[str, str]:
    """Return the commands of these roles in that language, each with its description."""
    words = catalogue(language)
    return {
        (command.english if language == "en" else command.romanian): words.plain(
            say(f"menu.{command.romanian}")
        )
        for command in COMMANDS
        if command.role in roles and command.romanian not in HIDDEN
    }


async def show_menus(setter: MenuSetter, arbiters: "Mapping[int, str]") -> None:
    """Set the menus of both languages, and those of the arbiters' chats (chat → language).

    A menu that cannot be set is logged and left: the commands work without it.
    """
    players = frozenset({Role.ANYONE})
    try:
        await setter.set_commands(menu("ro", players))
        await setter.set_commands(menu("en", players), language="en")
        for chat, language in arbiters.items():
            roles = players | {Role.ARBITER}
            await setter.set_commands(menu(language, roles), chat=chat)
    except DeliveryError as error:
        log.warning("the command menus could not be set", reason=str(error))
