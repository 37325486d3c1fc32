"""Sets the command menus at Telegram, by language and role.

A menu is only a convenience; `bot.chat.private_input` decides what a person may do.
"""

from collections.abc import Awaitable, Mapping
from typing import NamedTuple, Protocol

from bot.program.menu_contents import IN_GROUPS, menu, menu_named
from bot.runtime.log import get_logger
from bot.texts.command_menus import MenuName
from bot.texts.delivery import EVERY_GROUP
from bot.texts.delivery_errors import ConnectionFailed, DeliveryError, Retry
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say

log = get_logger()

PROFILES = {"": "ro", "en": "en"}
"""The language of the texts for strangers, by the language code of their app; "" is any other."""


class MenuSetter(Protocol):
    """Anything that can set a menu."""

    async def set_commands(
        self, commands: Mapping[str, str], *, language: str = "", chat: int | None = None
    ) -> None:
        """Set the menu of a language, of a chat, or of `EVERY_GROUP`.

        Without commands, the chat's own menu is removed.
        """
        ...

    async def set_menu_button(self, label: str, web_app: str) -> None:
        """Make the menu button open the Mini App there; "" makes it show the commands."""
        ...

    async def set_profile(self, description: str, short: str, *, language: str = "") -> None:
        """Set the texts that a person reads before Start and on the bot's profile."""
        ...


class Offices(Protocol):
    """Source of people's roles, and of the role menus shown to them."""

    async def menus(self) -> Mapping[int, MenuName]:
        """Return, by chat, the menu of each person who has a role or was last shown its menu."""
        ...

    async def record_shown(self, chat: int, name: MenuName) -> None:
        """Record the menu that the chat now shows."""
        ...


class MenuPlace(NamedTuple):
    """Where a menu is shown."""

    language: str
    """The language of the readers' apps; "" for all that have no menu of their own."""
    chat: int | None
    """The only chat with this menu, `EVERY_GROUP`, or None for all private chats."""


class Menus:
    """Sets all menus: one for each language, and one in the chat of each arbiter and operator.

    It also sets the texts that introduce the bot to strangers, once in each run.

    The language of a player's app selects the menu until the player chooses a language. The chat
    then gets its own menu at once through the outbox (`bot.texts.messages.Notice`). A new or
    removed role does the same.

    Repeated calls check this and set only what has changed: a new or former operator in the
    configuration, or a forgotten arbiter. A refused menu is logged and ignored; the commands work
    without it.
    """

    def __init__(self, setter: MenuSetter, offices: Offices, *, board: str, formal: bool) -> None:
        """Store the address of the Mini App; "" if there is none."""
        self._setter = setter
        self._offices = offices
        self._formal = formal
        self._board, self._is_button_set = board, False
        self._profiles = dict(PROFILES)
        """The introductions that are still to be set."""
        self._shown: dict[MenuPlace, Mapping[str, str]] = {}
        """The menus that this program has set."""

    async def __call__(self) -> None:
        """Bring all menus up to date."""
        wanted: dict[MenuPlace, Mapping[str, str]] = {
            MenuPlace("", None): menu_named(MenuName("ro"), formal=self._formal),
            MenuPlace("en", None): menu_named(MenuName("en"), formal=self._formal),
            MenuPlace("", EVERY_GROUP): menu("ro", IN_GROUPS, formal=self._formal),
            MenuPlace("en", EVERY_GROUP): menu("en", IN_GROUPS, formal=self._formal),
        }
        menus_by_chat = await self._offices.menus()
        wanted |= {
            MenuPlace("", chat): menu_named(name, formal=self._formal)
            for chat, name in menus_by_chat.items()
        }
        for place, commands in wanted.items():
            is_new = self._shown.get(place) != commands and await self._show(place, commands)
            if is_new and place.chat is not None and place.chat in menus_by_chat:
                await self._offices.record_shown(place.chat, menus_by_chat[place.chat])
        # For example the chat of a former operator.
        for place in self._shown.keys() - wanted.keys():
            await self._show(place, {})
        if not self._is_button_set:
            label = load_catalogue("ro", formal=self._formal).plain(say("menu.board"))
            call = self._setter.set_menu_button(label, self._board)
            self._is_button_set = await _was_answered(call)
        for code, language in [*self._profiles.items()]:
            await self._introduce(code, language)

    async def _introduce(self, code: str, language: str) -> None:
        """Set the texts before Start and on the profile; if Telegram fails, the next call does."""
        catalogue = load_catalogue(language, formal=self._formal)
        description = catalogue.plain(say("profile.description"))
        short = catalogue.plain(say("profile.short"))
        if await _was_answered(self._setter.set_profile(description, short, language=code)):
            self._profiles.pop(code, None)  # a call at the same time may have done it

    async def _show(self, place: MenuPlace, commands: Mapping[str, str]) -> bool:
        """Set a menu; return False if it must be retried."""
        call = self._setter.set_commands(commands, language=place.language, chat=place.chat)
        if not await _was_answered(call, chat=place.chat):
            return False
        if commands:
            self._shown[place] = commands
        else:
            self._shown.pop(place, None)
        return True


async def _was_answered(call: Awaitable[None], **facts: object) -> bool:
    """Make the call; return False if it must be retried, which a refusal is not."""
    try:
        await call
    except (ConnectionFailed, Retry) as error:
        log.warning("a command menu could not be set, and is tried again", reason=str(error))
        return False
    except DeliveryError as error:
        log.warning("a command menu could not be set", reason=str(error), **facts)
    return True
