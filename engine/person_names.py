"""Compares the names of people: the same, likely the same, or different, with the reason.

Spellings that differ in capitals, diacritics, spaces, hyphens and full stops are the same name, and
"Pop, Ana" is "Ana Pop". Another order, one other letter, or one given name more may mean one person
or two; a person must decide. The regulation does not mention names.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, Generic, TypeVar

from engine.notation import fold
from engine.typed import single_spaced

_Key = TypeVar("_Key", bound=Hashable)

_UNDECOMPOSED: Final = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)
_BETWEEN: Final = re.compile(r"[\s.\-‐‑–—_'’`]+")
_SHORT_WORD: Final = 3
"""Shorter words distinguish people: initials, and the particles of a name."""


class Likeness(StrEnum):
    """How alike two names are, the nearest first."""

    SAME = "same"
    ORDER = "order"
    """They have the same words in another order."""
    LETTER = "letter"
    """They differ by one letter, or by one space."""
    GIVEN_NAME = "given_name"
    """One of them has one name more."""
    DIFFERENT = "different"


def name_key(name: str) -> str:
    """Return the normal form of a name, which all its spellings share."""
    plain = unicodedata.normalize(
        "NFKD", given_name_first(name).replace(",", " ").casefold().translate(_UNDECOMPOSED)
    )
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _BETWEEN.sub(" ", letters).strip()


def given_name_first(name: str) -> str:
    """Return "Ana Pop" for "Pop, Ana", and any other name unchanged."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    return f"{given} {surname}" if comma and surname and given and "," not in given else name


def likeness(one: str, other: str) -> Likeness:
    """Return how alike two names are, as they are written."""
    return _likeness(name_key(one), name_key(other))


def are_alike(one: str, other: str) -> bool:
    """Return whether two names are spellings of one."""
    return likeness(one, other) is Likeness.SAME


def club_key(club: str) -> str:
    """Return a club's letters and digits alone, which all its spellings share; "" for no club."""
    return "".join(sign for sign in fold(club).casefold() if sign.isalnum())


def clubs_agree(club: str, other: str) -> bool:
    """Return whether the clubs may be of one person: equal, or one of them unknown."""
    keys = club_key(club), club_key(other)
    return "" in keys or keys[0] == keys[1]


def keys_named(names: Mapping[_Key, str], typed: str) -> list[_Key]:
    """Return the keys of exactly the typed name; of none, those of every name that contains it.

    Capitals and diacritics do not matter.
    """
    sought = single_spaced(fold(typed)).casefold()
    folded = {who: fold(name).casefold() for who, name in names.items()}
    exact = [who for who, name in folded.items() if name == sought]
    return exact or [who for who, name in folded.items() if sought in name]


def told_apart(names: Mapping[_Key, str], clubs: Mapping[_Key, str]) -> dict[_Key, str]:
    """Return each name, with the club, if there is one, beside a name that several have."""
    bearers = Counter(map(name_key, names.values()))
    shown = dict(names)
    for who, name in names.items():
        if bearers[name_key(name)] > 1 and clubs.get(who):
            shown[who] = f"{name} ({clubs[who]})"
    return shown


def _likeness(one: str, other: str) -> Likeness:
    if one == other:
        return Likeness.SAME
    words, others = one.split(), other.split()
    if sorted(words) == sorted(others):
        return Likeness.ORDER
    if "".join(words) == "".join(others):
        return Likeness.LETTER
    rest, of_other = list(words), list(others)
    for word in words:
        if word in of_other:
            rest.remove(word)
            of_other.remove(word)
    if len(rest) == 1 and len(of_other) == 1:
        return Likeness.LETTER if _differ_by_one(rest[0], of_other[0]) else Likeness.DIFFERENT
    shorter = min(len(words), len(others))
    if shorter > 1 and sorted((len(rest), len(of_other))) == [0, 1]:
        return Likeness.GIVEN_NAME
    return Likeness.DIFFERENT


def _differ_by_one(word: str, other: str) -> bool:
    """Return whether one letter is changed, missing, extra or moved; numbers tell people apart."""
    if min(len(word), len(other)) < _SHORT_WORD:
        return False
    if any(sign.isdigit() for sign in word + other):
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    a, b = word[start:], other[start:]
    # In this order: changed or extra in the first word, missing there, or moved by one place.
    return a[1:] in {b[1:], b} or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


class NameIndex(Generic[_Key]):
    """Names with what they belong to, found by likeness."""

    def __init__(self, names: Iterable[tuple[str, _Key]] = ()) -> None:
        self._names: list[tuple[str, _Key]] = []
        self._by_word: dict[str, list[int]] = {}
        """The numbers of the names with that word."""
        self._by_letters: dict[str, list[int]] = {}
        for name, key in names:
            self.add(name, key)

    def add(self, name: str, key: _Key) -> None:
        """Add a name; one key may have several."""
        own, number = name_key(name), len(self._names)
        self._names.append((own, key))
        for word in {*own.split()}:
            self._by_word.setdefault(word, []).append(number)
        self._by_letters.setdefault(own.replace(" ", ""), []).append(number)

    def alike(self, name: str) -> Iterator[tuple[_Key, Likeness]]:
        """Yield every key with a name that is the same or likely, the first added first.

        The likeness is that of the key's nearest name.
        """
        own = name_key(name)
        near = {*self._by_letters.get(own.replace(" ", ""), ())}
        near = near.union(*(self._by_word.get(word, ()) for word in own.split()))
        found: dict[_Key, Likeness] = {}
        for other, key in (self._names[number] for number in sorted(near)):
            how = _likeness(own, other)
            if how is not Likeness.DIFFERENT:
                found[key] = min(found.get(key, how), how, key=[*Likeness].index)
        yield from found.items()
