"""The command menus: which commands a person is shown, in his language and for his role.

A menu is only a convenience; what a person may do is decided by `bot.chat.dispatch`.
"""

from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.chat.routes import COMMANDS
from bot.runtime.log import get_logger
from bot.texts.delivery import EVERY_GROUP, DeliveryError, Retry, Trouble
from bot.texts.i18n import catalogue
from bot.texts.messages import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    Arbiters = Callable[[], Awaitable[Mapping[int, str]]]
    """Gives the chats of the arbiters, and the language each reads."""

log = get_logger()

PLAYERS = (
    *("jocuri", "tabla", "fisa", "timp", "cuvant", "mesaj", "concediu", "contestatie"),
    *("clasament", "arbitru", "setari", "ajutor"),
)
"""What a player finds in his menu: a dozen at most, the rest is in `/ajutor`."""
ARBITERS = (
    *("mesa", "meciuri", "meci", "campionat", "omologheaza", "cazuri", "decizie", "prelungire"),
    *("jocuri", "clasament", "setari", "ajutor"),
)
"""What an arbiter finds in his."""
IN_GROUPS = ("clasament",)
"""What is answered in a group (`bot.chat.handlers.groups`)."""


class MenuSetter(Protocol):
    """Whoever can show a menu."""

    async def set_commands(
        self, commands: "Mapping[str, str]", *, language: str = "", chat: int | None = None
    ) -> None:
        """Show these commands in the menu of a language, of a chat, or of `EVERY_GROUP`.

        Without any, a chat has no menu of its own any more.
        """
        ...


@cache
def menu(language: str, wanted: tuple[str, ...]) -> "Mapping[str, str]":
    """Return these commands in that order, each with its description."""
    words = catalogue(language)
    commands = {command.romanian: command for command in COMMANDS}
    return {
        (commands[name].english if language == "en" else name): words.plain(say(f"menu.{name}"))
        for name in wanted
    }


def players_menu(language: str) -> "Mapping[str, str]":
    """Return the menu of whoever has no other role."""
    return menu(language, PLAYERS)


class Menus:
    """Shows everybody his menu: both languages' to all, an arbiter's own in his chat.

    Which of the two languages' a player sees his app decides, until he chooses one himself: then
    his chat gets a menu of its own, by way of the outbox (`bot.texts.messages.Notice`).

    Called again and again, it shows only what has changed: an arbiter newly named, another language
    chosen, an arbiter who was forgotten (nobody stops being one otherwise): his chat shows what
    everybody's does. A menu that is refused is logged and left: the commands work without it.
    """

    def __init__(self, setter: MenuSetter, arbiters: "Arbiters") -> None:
        self._setter = setter
        self._arbiters = arbiters
        self._shown: dict[tuple[str, int | None], Mapping[str, str]] = {}

    async def __call__(self) -> None:
        """Bring all menus up to date."""
        wanted: dict[tuple[str, int | None], Mapping[str, str]] = {
            ("", None): players_menu("ro"),
            ("en", None): players_menu("en"),
            ("", EVERY_GROUP): menu("ro", IN_GROUPS),
            ("en", EVERY_GROUP): menu("en", IN_GROUPS),
        }
        for chat, language in (await self._arbiters()).items():
            wanted["", chat] = menu(language, ARBITERS)
        for place, commands in wanted.items():
            if self._shown.get(place) != commands:
                await self._show(place, commands)
        for place in self._shown.keys() - wanted.keys():
            await self._show(place, {})

    async def _show(self, place: tuple[str, int | None], commands: "Mapping[str, str]") -> None:
        language, chat = place
        try:
            await self._setter.set_commands(commands, language=language, chat=chat)
        except (Trouble, Retry) as error:
            log.warning("a command menu could not be set, and is tried again", reason=str(error))
            return
        except DeliveryError as error:
            log.warning("a command menu could not be set", reason=str(error), chat=chat)
        self._shown[place] = commands
        if not commands:
            del self._shown[place]
