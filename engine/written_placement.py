"""Placements written in full (art. 4.2), with adjacent words, points and total.

The adjacent words are under the main word or after it, with commas, plus signs or brackets. This
module reads them; `differences` compares them with the board.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import NotationError
from engine.notation import CONTRADICTIONS, parse_placement, parse_word, position_and_rest
from engine.placement import Placement

_TOKEN = re.compile(
    r"(?:(?P<label>total(?:ul)?|punctaj(?:ul)?|puncte|pct)[ :=]*)?"
    r"(?P<figure>\d{1,4})(?: ?(?:puncte|pct|p)\b)?"
    r"|(?P<word>(?:\([A-Za-z]\)|[A-Za-z]0?)+)"
    r"|(?P<sign>(?:[ ,;:=+/|()\[\].\n]|(?<![^ \n])-|-(?![^ \n]))+)",
    re.IGNORECASE,
)
_APART = frozenset(",;:+/|()[]\n")
"""Signs that separate words; if there are only spaces, the board decides."""
_LONGEST = 200  # characters after the position; a longer text is ordinary talk
_MOST_WORDS = 8
"""The main word, and one adjacent word for each tile of a rack."""
_SHORTEST = 2  # letters of a word


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPlacement:
    """A placement with the adjacent words, points and total that its author wrote."""

    placement: Placement
    words: tuple[str, ...] = ()
    """The adjacent words, in upper case."""
    points: int | None = None
    total: int | None = None
    """The author's score after the placement, as written; None if not written."""
    is_loose: bool = False
    """Whether only spaces separate some of the words, so that they may be ordinary talk."""


class WrittenPart(StrEnum):
    """The parts that may be written beside the placement."""

    WORDS = "words"
    POINTS = "points"
    TOTAL = "total"


class _Kind(StrEnum):
    """The kinds of tokens, by the name of their group in `_TOKEN`."""

    FIGURE = "figure"
    WORD = "word"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _Kind
    text: str
    label: str = ""
    """The word before a figure, such as `total`; empty without one."""


def parse_written(text: str) -> WrittenPlacement:
    """Return the placement that the text writes, with the words, points and total beside it.

    Raises:
        NotationError: as `parse_placement`.
    """
    tokens = _tokens(text)
    try:
        placement = parse_placement(text)
    except NotationError as error:
        if error.faults[0].code in {*CONTRADICTIONS.values(), "no_word"}:
            raise  # words that name the direction are no words on the board
        written = _with_words(text, tokens)
        if written is None:
            raise
        return written
    # Words after the placement's own, which `parse_placement` has read, name its direction.
    points, total = _figures([token for token in tokens if token.kind is not _Kind.WORD])
    return WrittenPlacement(placement=placement, points=points, total=total)


def rest_of(text: str) -> str:
    """Return the text after the main word, with its separator; "" if the text cannot be read."""
    found = position_and_rest(text)
    word = re.match(r"[^ ,;:=+/|\[\]\n]*", found[1]) if found else None
    return found[1][word.end() :] if found and word else ""


def differences(
    written: WrittenPlacement, words: Iterable[str], points: Iterable[int], total: int
) -> tuple[WrittenPart, ...]:
    """Return the parts that the author wrote wrongly; a part not written is not wrong.

    `words` are the adjacent words that the placement forms. `points` are its points, uncapped and
    capped; `total` is the author's score after it.
    """
    right, wrong = tuple(points), []
    if written.words and sorted(written.words) != sorted(word.upper() for word in words):
        wrong.append(WrittenPart.WORDS)
    # A single figure may be either.
    one_figure = written.points is None or written.total is None
    allowed = {*right, total} if one_figure else {*right}
    if written.points is not None and written.points not in allowed:
        wrong.append(WrittenPart.POINTS)
    allowed = {*right, total} if one_figure else {total}
    if written.total is not None and written.total not in allowed:
        wrong.append(WrittenPart.TOTAL)
    return tuple(wrong)


def is_talk(written: WrittenPlacement, words: Iterable[str]) -> bool:
    """Return whether the words after the placement, separated by spaces, are none of its own."""
    return written.is_loose and not {*written.words} & {word.upper() for word in words}


def _with_words(text: str, tokens: list[_Token]) -> WrittenPlacement | None:
    """Return the placement with its adjacent words, or None if the text is in another form."""
    found = position_and_rest(text)
    words = [token.text for token in tokens if token.kind is _Kind.WORD]
    if found is None or not 1 < len(words) <= _MOST_WORDS or tokens[0].kind is not _Kind.WORD:
        return None
    folded = [parse_word(word).upper() for word in words]
    if any(len(word) < _SHORTEST for word in folded):
        return None
    last = max(at for at, token in enumerate(tokens) if token.kind is _Kind.WORD)
    has_own = any(token.kind is _Kind.FIGURE for token in tokens[:last])
    after = tokens[last + 1 :]
    if has_own:  # each word has its points, so the first figure belongs to the last word
        own = next((at for at, token in enumerate(after) if token.kind is _Kind.FIGURE), None)
        after = after if own is None or after[own].label else after[own + 1 :]
    points, total = _figures(after)
    return WrittenPlacement(
        placement=parse_placement(f"{found[0]} {words[0]}"),
        words=tuple(folded[1:]),
        points=points,
        total=total,
        is_loose=_is_loose(tokens[: last + 1]),
    )


def _tokens(text: str) -> list[_Token]:
    """Return the words, figures and signs after the position; none if there is anything else."""
    found = position_and_rest(text)
    if found is None or len(found[1]) > _LONGEST:
        return []
    rest, tokens, place = found[1].rstrip(" .,;!\n"), list[_Token](), 0
    while place < len(rest):
        match = _TOKEN.match(rest, place)
        if match is None or match.lastgroup is None:
            return []
        kind = next(kind for kind in _Kind if match[kind] is not None)
        if tokens and kind is not _Kind.SIGN and tokens[-1].kind is not _Kind.SIGN:
            return []
        tokens.append(_Token(kind, match[kind], (match["label"] or "").lower()))
        place = match.end()
    return tokens


def _is_loose(tokens: list[_Token]) -> bool:
    """Return whether only spaces or figures separate two of the words."""
    signs = ""
    for token in tokens[1:]:
        if token.kind is _Kind.SIGN:
            signs += token.text
        elif token.kind is _Kind.WORD:
            if not _APART & {*signs}:
                return True
            signs = ""
    return False


def _figures(tokens: list[_Token]) -> tuple[int | None, int | None]:
    """Return points and total of figures and signs; None where one is missing or ambiguous."""
    total, plain, before = None, list[int](), ""
    for token in tokens:
        if token.kind is _Kind.SIGN:
            before = token.text
        elif token.label.startswith("total"):
            total = int(token.text)
        else:
            plain = [int(token.text)] if "=" in before else [*plain, int(token.text)]
    if total is None and len(plain) == 2:
        return plain[0], plain[1]
    return (plain[0] if len(plain) == 1 else None), total
