"""Reads a typed line with a comma: a name and a club, or a surname and a given name.

„Pop Ana, CSM Cluj” is a name with its club. „Pop, Ana” is one name. If „Ana” is a known club and no
known given name, nobody can tell, and the line is a question.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.documents.tables.cells import parse_number
from bot.documents.tables.names import fold

_MOST_GIVEN_NAMES: Final = 3
"""The most given names of a person; more words after the comma are a club."""
_WITH_CLUB: Final = re.compile(r"(?P<given>[^()]+?)\s*\((?P<club>[^()]+)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTexts:
    """What the bot knows: the words of people's names, and their clubs, in their normal forms."""

    words: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()


NOTHING: Final = KnownTexts()


class Undecided(Exception):  # noqa: N818  (a question, not an error)
    """The words after the comma may be a given name or a club."""


def known_texts(people: Iterable[tuple[str, str]]) -> KnownTexts:
    """Return the words and clubs of these people, each with name and club."""
    words: set[str] = set()
    clubs: set[str] = set()
    for name, club in people:
        words.update(fold(name).split())
        clubs.add(fold(club))
    return KnownTexts(words=frozenset(words), clubs=frozenset(clubs - {""}))


def with_list(known: KnownTexts, rows: Iterable[Sequence[str]]) -> KnownTexts:
    """Return what is known with the whole names of a list and their clubs."""
    whole_names = [(row[0], row[1] if len(row) > 1 else "") for row in rows if _is_whole(row[0])]
    in_list = known_texts(whole_names)
    return KnownTexts(words=known.words | in_list.words, clubs=known.clubs | in_list.clubs)


def with_name_joined(cells: Sequence[str], known: KnownTexts) -> list[str]:
    """Return the cells of a line with commas, its surname and given name in one cell.

    Raises:
        Undecided: the words after the comma may be a given name or a club.
    """
    if len(cells) == 1:
        return list(cells)
    surname, given, *rest = cells
    in_brackets = _WITH_CLUB.fullmatch(given)
    if in_brackets is not None:
        given, rest = in_brackets["given"], [in_brackets["club"], *rest]
    if not (_is_surname(surname) and _may_be_given(given)):
        return list(cells)
    is_known = known.words.issuperset(fold(given).split())
    if fold(given) in known.clubs and not is_known:
        if rest:
            return list(cells)
        raise Undecided
    has_rank = bool(rest) and (not rest[0] or parse_number(rest[0]) is not None)
    if has_rank and not is_known:
        return list(cells)
    # A rank directly after the name needs an empty club before it.
    return [f"{given} {surname}", *([""] if has_rank and rest[0] else []), *rest]


def _is_whole(name: str) -> bool:
    """Return whether a name has more than one word."""
    return len(name.split()) > 1


def _is_surname(text: str) -> bool:
    return len(text.split()) == 1 and _has_letters_only(text)


def _may_be_given(text: str) -> bool:
    """Return whether the text may be one or several given names, and no club."""
    words = text.split()
    is_club = any(_is_acronym(word) for word in words) and not text.isupper()
    return (
        not is_club
        and 0 < len(words) <= _MOST_GIVEN_NAMES
        and all(_has_letters_only(word) for word in words)
    )


def _is_acronym(word: str) -> bool:
    """Return whether the word begins a club, as CS and CSM do; an initial has one letter."""
    return word.isupper() and len(word.rstrip(".")) > 1


def _has_letters_only(word: str) -> bool:
    return all(part.isalpha() for part in word.rstrip(".").split("-"))
