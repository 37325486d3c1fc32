"""„Did you mean …?”: the command that a mistyped command or a sentence may mean.

A hint shows the command by its name in the reader's language, and never by a former name.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Final

from bot.chat.commands import BY_NAME
from bot.chat.handling import Command
from bot.texts.messages import Text, say
from engine.notation import fold

_NEAR: Final = 0.75
"""The least similarity of two names, from 0 to 1 (`difflib`); it allows a wrong letter or two."""
_MOST_WORDS: Final = 10
"""The most words of a sentence that asks; a longer one is a message to the opponent."""

COMMAND_OF_TYPED: Final = {
    **dict.fromkeys(("partide", "partidele_mele", "partida", "joc"), "jocuri"),
    **dict.fromkeys(("mutare", "muta", "mut", "depunere"), "depune"),
    **dict.fromkeys(("scor", "scrabble"), "tabla"),
    **dict.fromkeys(("rezultate", "puncte", "score", "results", "table"), "clasament"),
    **dict.fromkeys(("zile", "ceas", "days", "clock"), "timp"),
    **dict.fromkeys(("vacanta", "pauza", "holiday", "vacation"), "concediu"),
    **dict.fromkeys(("dictionar", "cuvinte", "dictionary"), "cuvant"),
    **dict.fromkeys(("oras", "orasul", "ora", "nume"), "setari"),
    **dict.fromkeys(("intrebare", "intreaba"), "arbitru"),
    **dict.fromkeys(("excludere", "penalizare", "avertisment", "hotarare"), "decizie"),
    **dict.fromkeys(("amical", "provocare", "revansa"), "joaca"),
    **dict.fromkeys(("campioni", "campionii", "palmares", "castigatori", "premii"), "galerie"),
    **dict.fromkeys(("champions", "winners"), "galerie"),
    **dict.fromkeys(("gaseste", "cautare", "jucatori", "find", "players"), "cauta"),
    "arhiva": "arhiva_mea",
    **dict.fromkeys(("reguli", "rules"), "regulament"),
}
"""Other words that people type after the slash, and the Romanian name of the command meant."""

COMMAND_OF_SPOKEN: Final = {
    **dict.fromkeys(("timp", "timpul", "termen", "termenul", "time"), "timp"),
    **dict.fromkeys(("litere", "literele", "letters"), "litere"),
    **dict.fromkeys(("arbitru", "arbitrul", "arbitrului", "arbiter"), "arbitru"),
    **dict.fromkeys(("abandonez", "renunt", "batut", "predau", "resign"), "abandon"),
    **dict.fromkeys(("gresit", "gresita", "greseala", "contest"), "contestatie"),
    **dict.fromkeys(("wrong", "mistake"), "contestatie"),
    **dict.fromkeys(("returnez", "returnare"), "returneaza"),
    **dict.fromkeys(("concediu", "concediul", "vacanta", "holiday"), "concediu"),
    **dict.fromkeys(("clasament", "clasamentul", "standings"), "clasament"),
    **dict.fromkeys(("partide", "partidele", "rand", "randul", "acord"), "jocuri"),
    **dict.fromkeys(("games", "turn"), "jocuri"),
    **dict.fromkeys(("tabla", "scorul", "board"), "tabla"),
    **dict.fromkeys(("dictionar", "dictionarul"), "cuvant"),
    **dict.fromkeys(("regulament", "regulamentul", "regulile", "rules"), "regulament"),
    **dict.fromkeys(("retrag", "retragere", "withdraw", "retire"), "retragere"),
    **dict.fromkeys(("trec", "trece", "sar", "pasez", "skip", "pass"), "pas"),
}
"""Words that ask for a command's result in a sentence: „cât timp mai am?”, by Romanian name."""
_TAKES_BACK: Final = re.compile(
    r"\b(am (trimis |depus |scris |pus )?gresit|m-am inselat|i made a mistake|my mistake)\b"
    r"|\b(take (it |that )?back|undo)\b"
    r"|\b(anul|retrag|schimb|corect|change)\w*\b.*\b(mutar|depuner|move|placement)"
)
"""Requests to take back a sent move."""


def command_hint(
    typed: str, language: str | None, may_use: Callable[[Command], bool]
) -> Text | None:
    """Return „did you mean …?” for a word that means or resembles a command of the person.

    A similar name in the reader's language precedes one in the other language. None for any other
    word.
    """
    word = fold(typed).lower()
    meant = BY_NAME.get(COMMAND_OF_TYPED.get(word, ""))
    if meant is None or not may_use(meant):
        usable = {name: command for name, command in BY_NAME.items() if may_use(command)}
        in_language = [command.name_in(language) for command in usable.values()]
        near = _nearest(word, in_language) or _nearest(word, usable)
        meant = None if near is None else usable[near]
    return None if meant is None else _hint(meant, language)


def hint_instead_of(command: Command, language: str | None) -> Text | None:
    """Return „did you mean …?” for another role's command whose name players may mean otherwise.

    None for a command whose name players would not type for anything else.
    """
    meant = COMMAND_OF_TYPED.get(command.romanian)
    return None if meant is None else _hint(BY_NAME[meant], language)


def spoken_hint(text: str, language: str | None) -> Text | None:
    """Return „did you mean …?” for a sentence that asks for a command's result.

    The answer to a request to take back a move is that the move stays. None for any other sentence.
    """
    plain = fold(text).lower()
    words = re.findall(r"\w+", plain)
    if len(words) > _MOST_WORDS:
        return None
    if _TAKES_BACK.search(plain):
        return say("hint.sent_stays")
    meant = next((word for word in words if word in COMMAND_OF_SPOKEN), None)
    return None if meant is None else _hint(BY_NAME[COMMAND_OF_SPOKEN[meant]], language)


def _nearest(word: str, names: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(word, list(names), n=1, cutoff=_NEAR)), None)


def _hint(command: Command, language: str | None) -> Text:
    return say("hint.command", command=f"/{command.name_in(language)}")
