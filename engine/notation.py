"""Reading and writing placements in the notation of art. 4.2.

Letter first is across (`H8 CASA`), number first is down (`8H CASA`). The space may be missing, or
the word may come first (`H8CASA`, `CASA H8`). In an upper-case word a blank is the lower-case
letter (`CaSA`). In a lower-case word it is in round brackets (`c(a)sa`). The older form `A0` is
also read. Points, total and the direction in words may follow (`H8 CASA 8`, `H8 CASA across`);
they are ignored here. The typed text is folded here (`fold`), on top of what `engine.typed`
removes. `engine.written_placement` reads the adjacent words.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from engine.board import ROW_NAMES, SIZE, Axis, Square
from engine.errors import Fault, NotationError
from engine.placement import Placement
from engine.typed import EMOJI, QUOTES, latin, plain_signs, visible

_POSITION = re.compile(
    r"(?:(?P<row>[A-Za-z])[\s-]?(?P<column>\d{1,2})"
    r"|(?P<down_column>\d{1,2})[\s-]?(?P<down_row>[A-Za-z]))"
    r"(?=\s|[:.,;-]|$)"
)
"""A position that a space or punctuation separates from the word: `H8`, `h-8`, `8 H`, `H99`."""
_LETTER = re.compile(r"\((?P<bracket>[A-Za-z])\)|(?P<old>[A-Za-z])0|(?P<plain>[A-Za-z])")
"""One letter of a word; a blank in brackets, `(a)`, or in the older form, `A0`."""
_ROW = rf"[{ROW_NAMES[0]}-{ROW_NAMES[-1]}{ROW_NAMES[0].lower()}-{ROW_NAMES[-1].lower()}]"
_COLUMN = f"(?:{'|'.join(str(number) for number in range(SIZE, 0, -1))})"
"""A column, those of two digits first: in `H12`, it is 12 and not 1."""
_SQUARE = rf"(?:{_ROW}{_COLUMN}|{_COLUMN}{_ROW})"
"""Stricter than `_POSITION`: it must be on the board where nothing else marks a placement."""
_WORD = r"[A-Za-z(][A-Za-z0()]+"
"""A word of two letters or more, with its blanks in either form: `CaSA`, `c(a)sa`, `CA0SA`."""
_POINTS = r"(?i:[ ,;:=(+/-]+(?:total:? )?\d{1,4}(?: ?(?:puncte|pct|p))?[.)]?)*"
"""The points and the total that may follow the word, as on a sheet (art. 4.2), in any case."""
_DIRECTIONS = {
    Axis.ACROSS: re.compile(r"(?:(?:^|[ ,(]+)pe |[ ,(]+)(?:orizontala?|across)\)?$", re.IGNORECASE),
    Axis.DOWN: re.compile(r"(?:(?:^|[ ,(]+)pe |[ ,(]+)(?:verticala?|down)\)?$", re.IGNORECASE),
}
"""The direction in words after the word, as the bot's own instructions name it; it must agree.

Without a word, `pe` belongs to the direction and is not the word PE.
"""
CONTRADICTIONS: Final = {Axis.ACROSS: "across_says_down", Axis.DOWN: "down_says_across"}
"""The code of the error if the words name the other direction than the position, by the latter."""
_END = r"[.,;!]*"
"""The punctuation after a whole placement."""
_WITH_POINTS = re.compile(rf"(?P<word>.*?){_POINTS}{_END}")
"""What follows a position, with any points: `CASA 8 p.`."""
_GLUED = re.compile(rf"(?P<position>{_SQUARE})(?P<word>{_WORD}){_POINTS}{_END}")
"""A whole placement without its space: `H8CASA`, `h8casa 8 pct.`."""
_BEFORE_WORD = re.compile(rf"{_SQUARE}(?=[A-Za-z(]{{2}})")
"""A position at the start of a longer text, directly before its word: the `H8` of `H8CASA`."""
_WORD_FIRST = re.compile(rf"(?P<word>{_WORD}) (?P<position>{_SQUARE}){_POINTS}{_END}")
"""A whole placement whose word is first: `CASA H8`, `casa 8h +8`."""
_LONGEST_MOVE = 4 * SIZE + 40
"""The most characters of a word with its points; a longer text is not read as a word.

`_WITH_POINTS` tries every end of the word again, so the time grows with the square of the length.
"""
_QUOTES = str.maketrans("", "", QUOTES)
_BESIDE = re.compile(r" ?[,;+/\[]| \(")
"""The separator between a main word and the adjacent words after it."""
_TWO_LETTERS = re.compile(r"[A-Z][a-z]")
PASS = "PAS"  # noqa: S105  (a move, not a password)
"""A pass as players write it (art. 5.3)."""
_PASSES = frozenset({PASS, "PASS"})


def fold(text: str) -> str:
    """Return the text with its diacritics folded: Ă Â → A, Î → I, Ș Ş → S, Ț Ţ → T.

    Characters that show nothing are left out, and letters of other alphabets that look Latin are
    read as Latin, so that texts that look alike are equal.
    """
    if text.isascii():
        return text
    decomposed = visible(unicodedata.normalize("NFKD", latin(plain_signs(visible(text)))))
    return unicodedata.normalize(
        "NFC", "".join(c for c in decomposed if not unicodedata.combining(c))
    )


def listed_form(word: str) -> str:
    """Return the word as lists contain it: upper case, without diacritics.

    Words of a placement have their blanks in lower case, so only this form tells equal words.
    """
    return fold(word).upper()


def is_pass(text: str) -> bool:
    """Return whether the text announces a pass (art. 5.3)."""
    return _plain(text).rstrip(".!").strip().upper() in _PASSES


def looks_like_placement(text: str) -> bool:
    """Return whether the text begins with a position, unlike ordinary conversation.

    A word and its position alone also count, in either order, with or without a space.
    """
    return _POSITION.match(_position_first(text)) is not None


def reads_as_move(text: str) -> bool:
    """Return whether the text is taken as a move or pass, valid or not."""
    return is_pass(text) or looks_like_placement(text)


def parse_placement(text: str) -> Placement:
    """Return the placement that `text` writes: position and main word.

    Raises:
        NotationError: `no_position`, `position_off_board`, `no_word`, `several_words`,
            `unreadable_word`, or one of `CONTRADICTIONS`.
    """
    plain = _position_first(text)
    match = _POSITION.match(plain)
    if match is None:
        raise NotationError(Fault("no_position", "4.2", {"text": plain[:40]}))
    square, axis = _position(match)
    typed = _without_points(plain, match)
    undirected = _DIRECTIONS[axis.other].sub("", typed)
    if not undirected:
        raise NotationError(Fault("no_word", "4.2", {"position": match.group().strip()}))
    if undirected != typed:
        facts = {
            "position": square.position(axis),
            "meant": square.position(axis.other),
            "word": re.split(r"[ ,;+/]", undirected)[0][:40],
        }
        raise NotationError(Fault(CONTRADICTIONS[axis], "4.2", facts))
    if " " in typed:
        facts = {"position": square.position(axis), "words": typed[:40]}
        raise NotationError(Fault("several_words", "4.2", facts))
    return Placement(square, axis, parse_word(typed))


def position_and_rest(text: str) -> tuple[str, str] | None:
    """Return the position at the start of the text, and the rest with its line breaks.

    Return None if the text begins with no position. The space after the position may be missing.
    """
    lines = "\n".join(filter(None, map(_plain, text.splitlines())))
    match = _POSITION.match(lines) or _BEFORE_WORD.match(lines)
    return None if match is None else (match.group(), lines[match.end() :].strip(" \t\n:.,;-"))


def readings(text: str) -> tuple[str, ...]:
    """Return the possible meanings of a placement, each as an unambiguous text.

    `H8 Ca` is `H8 CA` with a phone's automatic capital, or `H8 C(a)` with a blank: both are likely
    (art. 4.2). Any other text has one meaning, so it is returned unchanged.
    """
    plain = _position_first(text)
    match = _POSITION.match(plain)
    typed = _BESIDE.split(_without_points(plain, match))[0] if match else ""
    if match is None or not _TWO_LETTERS.fullmatch(typed):
        return (text,)
    position = match.group().strip().upper()
    return f"{position} {typed.upper()}", f"{position} {typed[0]}({typed[1]})"


def parse_position(text: str) -> tuple[Square, Axis]:
    """Return the square and direction that `H8` or `8H` names.

    Raises:
        NotationError: `no_position` or `position_off_board`.
    """
    plain = _plain(text)
    match = _POSITION.fullmatch(plain)
    if match is None:
        raise NotationError(Fault("no_position", "4.2", {"text": plain[:40]}))
    return _position(match)


def format_placement(placement: Placement) -> str:
    """Return the placement as players write it: `H8 CaSA`; `parse_placement` reads it back."""
    return f"{placement.square.position(placement.axis)} {format_word(placement.word)}"


def format_word(word: str) -> str:
    """Return the word with its blanks in lower case, or in brackets if lower case would mislead.

    `Ab`, a tile and a blank, looks like a word with a phone's automatic capital; `A(b)` does not.

    Raises:
        NotationError: `unreadable_word`, a character is not a letter.
    """
    if parse_word(word) == word:
        return word
    return "".join(f"({letter})" if letter.islower() else letter for letter in word)


def parse_word(typed: str) -> str:
    """Return the word in upper case with its blanks in lower case.

    `CaSA`, `c(a)sa`, `C(A)SA` and `CA0SA` mark a blank. `Casa`, as phones write it, marks none.

    Raises:
        NotationError: `unreadable_word`, with the character that is not a letter.
    """
    word = fold(typed)
    letters = [*_letters(word)]
    unmarked = "".join(letter for letter, is_marked in letters if not is_marked)
    # Lower case marks blanks in an upper-case word alone; `Casa` is a phone's automatic capital.
    marks_by_case = not unmarked[1:].islower() and not unmarked.islower()
    return "".join(
        letter.lower() if is_marked or (letter.islower() and marks_by_case) else letter.upper()
        for letter, is_marked in letters
    )


def _letters(word: str) -> Iterator[tuple[str, bool]]:
    """Yield each letter as typed, and whether brackets or a 0 mark it as a blank.

    Raises:
        NotationError: `unreadable_word`.
    """
    place = 0
    while place < len(word):
        match = _LETTER.match(word, place)
        if match is None:
            raise NotationError(
                Fault("unreadable_word", "4.2", {"word": word[:40], "character": word[place]})
            )
        letter = match["bracket"] or match["old"] or match["plain"]
        yield letter, match["plain"] is None
        place = match.end()


def _plain(text: str) -> str:
    """Return the text folded, without quotation marks and without an emoji at its end."""
    plain = " ".join(fold(text).translate(_QUOTES).split())
    while plain and unicodedata.category(plain[-1]) in EMOJI:
        plain = plain[:-1].rstrip()
    return plain


def _without_points(plain: str, position: re.Match[str]) -> str:
    """Return the text after the position, without any points and direction at its end."""
    typed = plain[position.end() :].strip(" \t:.,;-!")
    match = _WITH_POINTS.fullmatch(typed) if len(typed) <= _LONGEST_MOVE else None
    axis = Axis.ACROSS if position["row"] is not None else Axis.DOWN
    return _DIRECTIONS[axis].sub("", match["word"] if match else typed)


def _position_first(text: str) -> str:
    """Return the plain text; of a word and its position alone, the position comes first."""
    plain = _plain(text)
    match = _GLUED.fullmatch(plain) or _WORD_FIRST.fullmatch(plain)
    if match is None or _POSITION.match(plain):
        return plain
    return f"{match['position']} {match['word']}"


def _position(match: re.Match[str]) -> tuple[Square, Axis]:
    """Return the square and direction that a match of `_POSITION` names.

    Raises:
        NotationError: `position_off_board`.
    """
    is_across = match["row"] is not None
    letter = (match["row"] if is_across else match["down_row"]).upper()
    number = int(match["column"] if is_across else match["down_column"])
    if letter not in ROW_NAMES or not 1 <= number <= SIZE:
        raise NotationError(Fault("position_off_board", "4.2", {"position": match.group().strip()}))
    square = Square(ROW_NAMES.index(letter), number - 1)
    return square, Axis.ACROSS if is_across else Axis.DOWN
