"""The commands in each menu, in order, with their descriptions in the reader's language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bot.chat.commands import COMMANDS, SUBJECTS, describe
from bot.texts.command_menus import MenuName, MenuRole
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import say

PLAYERS = (
    *("jocuri", "joaca", "exerseaza", "fisa", "cuvant", "mesaj", "concediu", "contestatie"),
    *("clasament", "arbitru", "setari", "ajutor"),
)
"""The commands in a player's menu: at most a dozen; `/ajutor` lists the rest."""

ARBITERS = (
    *("mesa", "meciuri", "meci", "campionat", "omologheaza", "cazuri", "decizie", "prelungire"),
    *("jocuri", "clasament", "setari", "ajutor"),
)
"""The commands in an arbiter's menu."""

OPERATORS = (
    *("arbitru", "responsabil_rating", "mesa", "meciuri", "meci", "campionat", "preda"),
    *("compensare", "jocuri", "clasament", "setari", "ajutor"),
)
"""The commands in an operator's menu; operators name arbiters and may rule themselves."""

IN_GROUPS = ("clasament",)
"""The commands that a group may use (`bot.chat.competitions.group_messages`)."""

_BY_ROLE = {
    MenuRole.PLAYER: PLAYERS,
    MenuRole.ARBITER: ARBITERS,
    MenuRole.OPERATOR: OPERATORS,
}
_IN_TELEGRAM_ONLY = {"keeper", "operator"}
"""The subjects of people who need a Telegram account."""


@cache
def menu(language: str, wanted: tuple[str, ...], *, formal: bool) -> Mapping[str, str]:
    """Return these commands in order, each with its description.

    A command that does more for operators has another description in their menu.
    """
    catalogue = load_catalogue(language, formal=formal)
    commands = {command.romanian: command for command in COMMANDS}
    return {
        commands[name].name_in(language): catalogue.plain(
            describe(name, is_operator=wanted == OPERATORS)
        )
        for name in wanted
    }


def menu_named(name: MenuName, *, formal: bool) -> Mapping[str, str]:
    """Return the commands of that menu in order, each with its description."""
    return menu(name.language, _BY_ROLE[name.role], formal=formal)


def menu_by_subject(catalogue: Catalogue, *, is_arbiter: bool) -> list[dict[str, Any]]:
    """Return the commands by subject, for the page of a browser (docs/app.md).

    A subject has its `title` and `rows`; a row has a `command` and what it `says` in the menu.
    """
    commands = {command.romanian: command for command in COMMANDS}
    subjects = []
    for subject, names in SUBJECTS.items():
        if subject in _IN_TELEGRAM_ONLY or (subject == "arbiter" and not is_arbiter):
            continue
        rows = [
            {
                "command": "/" + commands[name].name_in(catalogue.language),
                "says": catalogue.plain(describe(name)),
            }
            for name in dict.fromkeys(names)
            if name in commands
        ]
        subjects.append({"title": catalogue.plain(say(f"help.subject.{subject}")), "rows": rows})
    return subjects
