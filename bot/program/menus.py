"""The command menus: which commands a person is shown, in his language and for his office.

A menu is only a convenience; what a person may do is decided by `bot.chat.dispatch`.
"""

from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.chat.commands import COMMANDS, describe
from bot.runtime.log import get_logger
from bot.texts.delivery import EVERY_GROUP, DeliveryError, Retry, Trouble
from bot.texts.i18n import catalogue, negotiate
from bot.texts.messages import ARBITER, MENU, OPERATOR, menu_name, say
from engine.ids import PersonId
from storage.people import people
from storage.play import previews

if TYPE_CHECKING:
    from collections.abc import Awaitable, Collection, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.unit import Runtime
    from storage.people.people import Person


class KnownOffices:
    """Arbiters as they are stored, operators as the configuration names them."""

    def __init__(self, runtime: "Runtime", operators: "Collection[int]") -> None:
        self._runtime = runtime
        self._operators = operators

    async def menus(self) -> dict[int, str]:
        """Return, by chat, the menu of each who holds an office, or held one when it was shown."""
        found: dict[int, str] = {}
        async with self._runtime.database.reading() as tx:
            shown = await previews.all_waiting(tx, MENU)
            holders = [*await people.arbiters(tx), *await self._running(tx)]
            known = {one.id: one for one in await people.several(tx, shown.keys())}
        for person in {**known, **{one.id: one for one in holders}}.values():
            if person.chat is not None:
                found[person.chat] = menu_name(
                    person.language or negotiate(None), self._office(person)
                )
        return found

    async def _running(self, tx: "AsyncConnection") -> "list[Person]":
        found = [await people.by_telegram(tx, operator) for operator in self._operators]
        return [one for one in found if one is not None]

    def _office(self, person: "Person") -> str:
        if person.telegram_id in self._operators:
            return OPERATOR
        return ARBITER if person.arbiter else ""

    async def noted(self, chat: int, name: str) -> None:
        """Note that the chat is shown that menu now: an office's is to be taken back one day."""
        async with self._runtime.database.transaction() as tx:
            person = await people.by_chat(tx, chat)
            if person is not None and ":" in name:
                now = self._runtime.clock.now()
                await previews.wait_for(tx, PersonId(person.id), MENU, name, now)
            elif person is not None:
                await previews.forget_waiting(tx, person.id, MENU)


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
OPERATORS = (
    *("arbitru", "responsabil_rating", "mesa", "meciuri", "meci", "campionat", "preda"),
    *("compensare", "jocuri", "clasament", "setari", "ajutor"),
)
"""What whoever runs the bot finds in his: he names arbiters, and may rule himself."""
IN_GROUPS = ("clasament",)
"""What is answered in a group (`bot.chat.competitions.groups`)."""
_OF_OFFICE = {"": PLAYERS, ARBITER: ARBITERS, OPERATOR: OPERATORS}


class MenuSetter(Protocol):
    """Whoever can show a menu."""

    async def set_commands(
        self, commands: "Mapping[str, str]", *, language: str = "", chat: int | None = None
    ) -> None:
        """Show these commands in the menu of a language, of a chat, or of `EVERY_GROUP`.

        Without any, a chat has no menu of its own any more.
        """
        ...

    async def set_menu_button(self, label: str, web_app: str) -> None:
        """Have everybody's menu button open the Mini App there; "": show the commands."""
        ...


@cache
def menu(language: str, wanted: tuple[str, ...]) -> "Mapping[str, str]":
    """Return these commands in that order, each with its description."""
    words = catalogue(language)
    commands = {command.romanian: command for command in COMMANDS}
    return {
        (commands[name].english if language == "en" else name): words.plain(
            describe(name, is_operator=wanted is OPERATORS)
        )
        for name in wanted
    }


def menu_named(name: str) -> "Mapping[str, str]":
    """Return the menu of a language, `ro`, or of an office in it, `ro:arbiter`."""
    language, _, office = name.partition(":")
    return menu(language, _OF_OFFICE.get(office, PLAYERS))


class Offices(Protocol):
    """Whoever knows who holds an office, and who has been shown the menu of one."""

    async def menus(self) -> "Mapping[int, str]":
        """Return, by chat, the menu of each who holds an office, or held one when it was shown."""
        ...

    async def noted(self, chat: int, name: str) -> None:
        """Note that the chat is shown that menu now."""
        ...


class Menus:
    """Shows everybody his menu: both languages' to all, an arbiter's or operator's in his chat.

    Which of the two languages' a player sees his app decides, until he chooses one himself. Then,
    and when he is given an office or it is taken away, his chat gets a menu of its own at once, by
    way of the outbox (`bot.texts.messages.Notice`).

    Called again and again, it sees that this is so, and shows only what has changed: to an operator
    named in the configuration, to one who is not any more, to an arbiter who was forgotten. A menu
    that is refused is logged and left: the commands work without it.
    """

    def __init__(self, setter: MenuSetter, offices: Offices, *, board: str) -> None:
        """Take the address of the Mini App; "": there is none."""
        self._setter = setter
        self._offices = offices
        self._board, self._is_button_set = board, False
        self._shown: dict[tuple[str, int | None], Mapping[str, str]] = {}

    async def __call__(self) -> None:
        """Bring all menus up to date."""
        wanted: dict[tuple[str, int | None], Mapping[str, str]] = {
            ("", None): menu_named("ro"),
            ("en", None): menu_named("en"),
            ("", EVERY_GROUP): menu("ro", IN_GROUPS),
            ("en", EVERY_GROUP): menu("en", IN_GROUPS),
        }
        own = await self._offices.menus()
        wanted |= {("", chat): menu_named(name) for chat, name in own.items()}
        for place, commands in wanted.items():
            if self._shown.get(place) != commands and await self._show(place, commands):
                _, chat = place
                if chat is not None and chat in own:
                    await self._offices.noted(chat, own[chat])
        for place in self._shown.keys() - wanted.keys():
            await self._show(place, {})
        if not self._is_button_set:
            label = catalogue("ro").plain(say("menu.board"))
            setting = self._setter.set_menu_button(label, self._board)
            self._is_button_set = await _settled(setting)

    async def _show(self, place: tuple[str, int | None], commands: "Mapping[str, str]") -> bool:
        """Show a menu; return False if it is to be tried again."""
        language, chat = place
        setting = self._setter.set_commands(commands, language=language, chat=chat)
        if not await _settled(setting, chat=chat):
            return False
        self._shown[place] = commands
        if not commands:
            del self._shown[place]
        return True


async def _settled(setting: "Awaitable[None]", **facts: object) -> bool:
    """Set something of a menu; return False if it is to be tried again."""
    try:
        await setting
    except (Trouble, Retry) as error:
        log.warning("a command menu could not be set, and is tried again", reason=str(error))
        return False
    except DeliveryError as error:
        log.warning("a command menu could not be set", reason=str(error), **facts)
    return True
