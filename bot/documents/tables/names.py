"""Names as people type them: one person under several spellings, and names that are similar.

Spellings that differ only in case, diacritics, blanks, hyphens and full stops mean one person.
Names that differ by one letter, or have the same words in another order, may mean one person or
two. This module finds them, and a person must decide.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from engine.ratings.protocol import Player

FirstMentions = dict[Player, tuple[int, str]]
"""The line and column in which each player first appears in a file."""

_LONGEST_NAME: Final = 80
"""The most characters of a name."""
_BYES: Final = frozenset({"bye", "liber", "pauza"})
_SHORT: Final = 6
"""Shorter names are not compared, because too many of them differ by one letter."""
_SHORT_WORD: Final = 3
"""Words below this length distinguish people on purpose, as initials do."""
_UNDECOMPOSED = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not decompose into a plain one and a mark."""
_BETWEEN: Final = re.compile(r"[\s.\-‐‑–—_'’`]+")


def fold(name: str) -> str:
    """Return a key that is the same for all spellings of a name."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_UNDECOMPOSED))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _BETWEEN.sub(" ", letters).strip()


def title_key(title: str) -> str:
    """Return a key that is the same for all spellings of a tournament's or a game's name."""
    return fold(title) or title  # a name of nothing but signs such as "-" is a name, too


def is_bye(text: str) -> bool:
    """Return whether a cell means that there is no opponent: `bye`, `liber` or `pauză`."""
    return fold(text) in _BYES


def fault_of(text: str) -> str:
    """Return the error code of a cell that is no player's name."""
    return "bye" if is_bye(text) else "name"


class Names:
    """All players met so far, each under the spelling that came first."""

    def __init__(self, new: Iterable[str] = ()) -> None:
        """Start with names that are certainly separate people, however similar to others."""
        self._by_key: dict[str, Player] = {}
        self._by_text: dict[str, Player] = {}
        self._certain = {fold(name) for name in new}
        self._close: _Closeness | None = None
        """An index of all players met; built on demand, and dropped when another player is met."""

    def player(self, text: str) -> Player | None:
        """Return the player of that name, known or new; None if the text is no name, or a bye."""
        player = self._by_text.get(text)
        if player is not None:
            return player
        name = " ".join(unicodedata.normalize("NFC", text).split())
        key = fold(name)
        if not key or key in _BYES or len(name) > _LONGEST_NAME or not name.isprintable():
            return None
        player = self._by_key.setdefault(key, Player(name))
        self._by_text[text] = player
        self._close = None
        return player

    def find(self, text: str) -> Player | None:
        """Return the player of that name if known, else None."""
        return self._by_key.get(fold(text))

    def strangers(self, known: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
        """Yield each player who is not in `known`, with a similarly named player who is."""
        listed = dict.fromkeys(known)
        unknown = [
            player
            for key, player in self._by_key.items()
            if player not in listed and key not in self._certain
        ]
        close = _Closeness(listed if unknown else ())
        for player in unknown:
            near = close.to(player)
            if near is not None:
                yield player, near

    def twins(self, among: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
        """Yield each of these players with an earlier one of similar name."""
        close = _Closeness(())
        for player in among:
            near = close.to(player)
            if near is not None and fold(player) not in self._certain:
                yield player, near
            close.add(player)

    def turned(self, among: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
        """Yield each of these players with an earlier one whose name has another order of words."""
        first: dict[tuple[str, ...], Player] = {}
        for player in among:
            other = first.setdefault(words_of(player), player)
            if other != player and fold(player) not in self._certain:
                yield player, other

    def near(self, text: str) -> Player | None:
        """Return a known player with a name similar to the text, or None."""
        self._close = self._close or _Closeness(self._by_key.values())
        return self._close.to(Player(text))


class _Closeness:
    """An index of names, by every spelling with one letter left out, and by their sorted words."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_key: dict[str, list[Player]] = {}
        """The names that share a key, see `_keys`."""
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        """Add a name to the index."""
        for key in self._keys(player):
            self._by_key.setdefault(key, []).append(player)

    def to(self, player: Player) -> Player | None:
        """Return an indexed name similar to this one but not equal, or None."""
        folded = fold(player)
        for key in self._keys(player):
            for other in self._by_key.get(key, ()):
                if _is_close(folded, fold(other)):
                    return other
        return None

    @staticmethod
    def _keys(player: Player) -> Iterator[str]:
        """Yield keys; names that differ by a letter or the order of words share one."""
        key = fold(player)
        if len(key) >= _SHORT:
            # Numbers distinguish people, so names with different numbers are not compared.
            digits = "".join(sign for sign in key if sign.isdigit())
            yield f"{digits}|{key}"
            for place, sign in enumerate(key):
                if not sign.isdigit():
                    yield f"{digits}|{key[:place]}{key[place + 1 :]}"
            yield " ".join([f"{digits}|", *sorted(_words(key))])


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in a fixed order, so that "Pop, Ana" is "Ana Pop"."""
    return tuple(sorted(_words(fold(name))))


def _words(key: str) -> list[str]:
    """Return the words of a folded name; "Pop, Ana" has those of "Ana Pop"."""
    return key.replace(",", " ").split()


def _is_close(one: str, other: str) -> bool:
    """Return whether the names differ by one letter (changed, missing, extra, moved) or word order.

    Both have the same numbers. Initials and very short words distinguish people on purpose.
    """
    if one == other:
        return False
    words, other_words = _words(one), _words(other)
    if sorted(words) == sorted(other_words):
        return True
    differing = [pair for pair in zip(words, other_words, strict=False) if pair[0] != pair[1]]
    if any(min(map(len, pair)) < _SHORT_WORD for pair in differing):
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    # From the first letter that differs on, all but that letter must be equal.
    rest, other_rest = one[start:], other[start:]
    is_changed = rest[1:] == other_rest[1:]
    is_extra, is_missing = rest[1:] == other_rest, rest == other_rest[1:]
    is_moved = rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:]
    return is_changed or is_extra or is_missing or is_moved
