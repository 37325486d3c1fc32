"""The commands in each menu, in order, with their descriptions in the reader's language."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from bot.chat.commands import COMMANDS, SUBJECTS, describe
from bot.texts.i18n import load_catalogue
from bot.texts.messages import ARBITER, OPERATOR, say

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

_OF_OFFICE = {"": PLAYERS, ARBITER: ARBITERS, OPERATOR: OPERATORS}


@cache
def menu(language: str, wanted: tuple[str, ...]) -> Mapping[str, str]:
    """Return these commands in order, each with its description."""
    catalogue = load_catalogue(language)
    commands = {command.romanian: command for command in COMMANDS}
    return {
        commands[name].name_in(language): catalogue.plain(
            describe(name, is_operator=wanted is OPERATORS)
        )
        for name in wanted
    }


def menu_named(name: str) -> Mapping[str, str]:
    """Return the menu of a language, `ro`, or of a role in it, `ro:arbiter`."""
    language, _, office = name.partition(":")
    return menu(language, _OF_OFFICE.get(office, PLAYERS))


def menu_by_subject(language: str, *, is_arbiter: bool) -> list[dict[str, Any]]:
    """Return the commands by subject, with descriptions, for the page of a browser."""
    catalogue = load_catalogue(language)
    known = {command.romanian: command for command in COMMANDS}
    subjects = []
    for subject, names in SUBJECTS.items():
        if subject in {"keeper", "operator"} or (subject == "arbiter" and not is_arbiter):
            continue
        rows = [
            {
                "command": "/" + known[name].name_in(language),
                "says": catalogue.plain(describe(name)),
            }
            for name in dict.fromkeys(names)
            if name in known
        ]
        subjects.append({"title": catalogue.plain(say(f"help.subject.{subject}")), "rows": rows})
    return subjects
