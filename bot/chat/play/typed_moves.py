"""The parser of typed moves and passes, alone or after the code of their game.

`H8 SEAT`, `PAS`, `5BAV H8 SEAT`, `5BAV/2: PAS`. The caller checks the game of the code. A near miss
gets a hint with the correct form, but only if the rack allows that move.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from bot.service.readers.matches.match_snapshots import CODE_LENGTH, CODE_LETTERS
from bot.texts.messages import Text, say
from engine.board import EMPTY, SIZE, squares
from engine.games.appraisal import Appraisal
from engine.games.game import Game
from engine.ids import Seat
from engine.notation import fold, format_placement, is_pass, looks_like_placement
from engine.placement import Placement
from engine.tiles import JOKER, missing_tiles
from engine.typed import code_first

_CODED: Final = re.compile(
    rf"(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}}(?:/[12])?)\s*[:,]?\s+(?P<move>(?!la\s)\S.*)",
    re.DOTALL | re.IGNORECASE,
)

_LEAD: Final = re.compile(
    r"(?:(?:am )?(?:depus|pus|jucat)|depun|joc|pun|mut|turul? *\d{1,2}|\d{1,2}[.)])[:,]? +",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move or pass, and the code before it."""

    text: str
    code: str = ""
    """Upper case; "" without a code."""


def read_move(text: str) -> TypedMove | None:
    """Return the move or pass that the text means, valid or not; None for any other text."""
    text = _without_lead(text.strip())
    if is_bare(text):
        return TypedMove(text)
    match = _CODED.fullmatch(code_first(text))
    if match is None or not is_bare(match["move"]):
        return None
    return TypedMove(match["move"], match["code"].upper())


def lone_word(text: str) -> str:
    """Return the word that is the whole text, in the form of a word list, or ""."""
    word = fold(text.strip().rstrip(".!")).upper()
    return word if word.isascii() and word.isalpha() and 1 < len(word) <= SIZE else ""


def may_be_laid(word: str, game: Game, seat: Seat) -> bool:
    """Return whether that player may mean the word, wherever it fits.

    The board must have the tiles that the rack lacks, but not the whole word.
    """
    short = missing_tiles(word, game.side(seat).rack)
    on_board = {tile.upper() for _, tile in game.board.tiles()}
    return len(short) < len(word) and on_board.issuperset(short)


def _without_lead(text: str) -> str:
    """Return a move without introductory words: `turul 3: H8 CASA`, `depun H8 CASA`."""
    rest = _LEAD.sub("", text, count=1)
    return rest if rest != text and is_bare(rest) and not is_bare(text) else text


def is_bare(text: str) -> bool:
    """Return whether the text is a move without a code."""
    return is_pass(text) or looks_like_placement(text)


_NEAR = 0.75
"""The least similarity of two commands, from 0 to 1; it allows a wrong letter or two."""


COMMAND_OF_TYPED: Final = {
    **dict.fromkeys(("partide", "partidele_mele", "partida", "joc"), "jocuri"),
    **dict.fromkeys(("mutare", "muta", "mut", "depunere"), "depune"),
    **dict.fromkeys(("scor", "scrabble"), "tabla"),
    **dict.fromkeys(("rezultate", "puncte"), "clasament"),
    **dict.fromkeys(("score", "results", "table"), "standings"),
    **dict.fromkeys(("zile", "ceas"), "timp"),
    **dict.fromkeys(("days", "clock"), "time"),
    **dict.fromkeys(("vacanta", "pauza"), "concediu"),
    **dict.fromkeys(("holiday", "vacation"), "leave"),
    **dict.fromkeys(("dictionar", "cuvinte"), "cuvant"),
    **dict.fromkeys(("oras", "orasul", "ora", "nume"), "setari"),
    **dict.fromkeys(("intrebare", "intreaba"), "arbitru"),
    **dict.fromkeys(("excludere", "penalizare", "avertisment", "hotarare"), "decizie"),
    **dict.fromkeys(("amical", "provocare", "revansa"), "joaca"),
    **dict.fromkeys(("campioni", "campionii", "palmares", "castigatori", "premii"), "galerie"),
    **dict.fromkeys(("champions", "winners"), "hall_of_fame"),
    **dict.fromkeys(("gaseste", "cautare", "jucatori"), "cauta"),
    **dict.fromkeys(("find", "players"), "search"),
    "dictionary": "word",
    "arhiva": "arhiva_mea",
    "rules": "regulation",
    "reguli": "regulament",
}
"""Other words that people use for a command."""


COMMAND_OF_SPOKEN: Final = {
    **dict.fromkeys(("timp", "timpul", "termen", "termenul"), "timp"),
    **dict.fromkeys(("litere", "literele"), "litere"),
    **dict.fromkeys(("arbitru", "arbitrul", "arbitrului"), "arbitru"),
    **dict.fromkeys(("abandonez", "renunt", "batut", "predau"), "abandon"),
    **dict.fromkeys(("gresit", "gresita", "greseala", "contest"), "contestatie"),
    **dict.fromkeys(("concediu", "concediul", "vacanta"), "concediu"),
    **dict.fromkeys(("clasament", "clasamentul"), "clasament"),
    **dict.fromkeys(("partide", "partidele", "rand", "randul", "acord"), "jocuri"),
    **dict.fromkeys(("tabla", "scorul"), "tabla"),
    **dict.fromkeys(("dictionar", "dictionarul"), "cuvant"),
    **dict.fromkeys(("regulament", "regulamentul", "regulile"), "regulament"),
    **dict.fromkeys(("retrag", "retragere"), "retragere"),
    **dict.fromkeys(("trec", "trece", "sar", "pasez"), "pas"),
    **dict.fromkeys(("withdraw", "retire"), "withdraw"),
    **dict.fromkeys(("skip", "pass"), "pass"),
    "time": "time",
    "letters": "letters",
    "arbiter": "arbiter",
    "resign": "resign",
    "wrong": "claim",
    "mistake": "claim",
    "holiday": "leave",
    "standings": "standings",
    **dict.fromkeys(("games", "turn"), "games"),
    "board": "board",
    "rules": "regulation",
}
"""Words that ask for a command's result in a sentence: „cât timp mai am?”."""
_TAKES_BACK: Final = re.compile(
    r"\b(am gresit|m-am inselat|i made a mistake|my mistake|take (it |that )?back|undo)\b"
    r"|\b(anul|retrag|schimb|corect|change)\w*\b.*\b(mutar|depuner|move|placement)"
)
"""Requests to take back a sent move."""
_SQUARE: Final = re.compile(r"(?<!\w)(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))(?!\w)")
_SHORTEST_TOLD: Final = 3
_LONGEST_ASKED: Final = 10
"""The most words of a sentence that asks; a longer one is a message to the opponent."""


def spoken_hint(text: str) -> Text | None:
    """Return „did you mean …?” for a sentence that asks for a command's result.

    The answer to a request to take back a move is that the move stays.
    """
    plain = fold(text).lower()
    words = re.findall(r"\w+", plain)
    if _TAKES_BACK.search(plain) and len(words) <= _LONGEST_ASKED:
        return say("hint.sent_stays")
    meant = [
        COMMAND_OF_SPOKEN[word] for word in words[:_LONGEST_ASKED] if word in COMMAND_OF_SPOKEN
    ]
    if not meant or len(words) > _LONGEST_ASKED:
        return None
    return say("hint.command", command=f"/{meant[0]}")


def described_square(text: str) -> str:
    """Return the position of a word that a sentence describes, in move notation, or "".

    „CASA la H8” is across, „la 8H” and „pe verticală la H8” are down.
    """
    plain = fold(text).upper()
    named = _SQUARE.findall(plain)
    if len(named) != 1 or len(re.findall(r"\w+", plain)) > _LONGEST_ASKED:
        return ""
    row, column, first, second = named[0]
    is_down = "VERTICAL" in plain or (not row and "ORIZONTAL" not in plain)
    row, column = row or second, column or first
    return f"{column}{row}" if is_down else f"{row}{column}"


def described_word(text: str, game: Game) -> str:
    """Return the word that a sentence describes, in capitals or else the longest, or "".

    A short word in small letters is part of the sentence: „la”, „de”.
    """
    words = [typed_word for typed_word in re.findall(r"\w+", text) if lone_word(typed_word)]
    loud = [word for word in words if word.isupper()]
    meant = loud or [word for word in words if len(word) >= _SHORTEST_TOLD]
    able = [
        typed_word for typed_word in meant if may_be_laid(lone_word(typed_word), game, game.turn)
    ]
    return lone_word(max(able, key=len, default=""))


def command_hint(typed: str, known: Iterable[str]) -> Text | None:
    """Return „did you mean …?” for a word that resembles or means one of these commands."""
    word, names = fold(typed).lower(), tuple(known)
    meant = [COMMAND_OF_TYPED[word]] if COMMAND_OF_TYPED.get(word) in names else []
    near = meant or get_close_matches(word, names, n=1, cutoff=_NEAR)
    return say("hint.command", command=f"/{near[0]}") if near else None


def rack_hint(game: Game, seat: Seat, placement: Placement, appraisal: Appraisal) -> Text | None:
    """Return the correct form of a move if only the use of blanks is wrong, else None.

    A missing letter may be a blank; a missing blank may be the letter itself.
    """
    rack = game.side(seat).rack
    if any(fault.code != "not_on_rack" for fault in appraisal.faults):
        return None
    short = list(missing_tiles(appraisal.tiles.upper(), rack))
    if not appraisal.faults or len(short) > rack.count(JOKER):
        return None
    jokers = len(short)
    letters = list(appraisal.word)
    new = [
        game.board[at] == EMPTY for at in squares(placement.square, placement.axis, len(letters))
    ]
    # If one of several equal letters must be a blank, it is the last, as typed if possible.
    for index in sorted(range(len(letters)), key=lambda i: (letters[i].isupper(), -i)):
        if new[index]:
            letter = letters[index].upper()
            lacking = letter in short
            if lacking:
                short.remove(letter)
            letters[index] = letter.lower() if lacking else letter
    available = Placement(placement.square, placement.axis, "".join(letters))
    return say("hint.joker" if jokers else "hint.letters", placement=format_placement(available))
