"""Names as people type them: one person under several spellings, and names that are too close.

Spellings that differ in case, diacritics, blanks, hyphens and full stops are one person's. Names
that are one letter apart, or have the same words in another order, may be one person's or not:
those are found, and somebody has to say.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from engine.ratings.protocol import Player

Firsts = dict[Player, tuple[int, str]]
"""Line and column in which each player of a file first stands."""

_MOST = 80
_BYES: Final = frozenset({"bye", "liber", "pauza"})
_SHORT = 6
"""Names of fewer letters are not compared: too many are one letter apart."""
_SHORT_WORD = 3
_UNDECOMPOSED = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
)
_BETWEEN = re.compile(r"[\s.\-‐‑–—_'’`]+")


def fold(name: str) -> str:
    """Return what is the same in all spellings of a name."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_UNDECOMPOSED))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _BETWEEN.sub(" ", letters).strip()


def is_bye(text: str) -> bool:
    """Return whether a cell says that there is no opponent: `bye`, `liber` or `pauză`."""
    return fold(text) in _BYES


def fault_of(text: str) -> str:
    """Return what is wrong with a cell that is no player's name."""
    return "bye" if is_bye(text) else "name"


class Names:
    """Everybody met so far, each under the spelling that came first."""

    def __init__(self, new: Iterable[str] = ()) -> None:
        """Take the names that are new for certain, however close to others."""
        self._by_key: dict[str, Player] = {}
        self._by_text: dict[str, Player] = {}
        self._certain = {fold(name) for name in new}
        self._close: _Closeness | None = None
        """Of everybody met, once somebody has asked; until the next is met."""

    def player(self, text: str) -> Player | None:
        """Return the player of that name, met before or not; None if it is no name, or a bye."""
        player = self._by_text.get(text)
        if player is not None:
            return player
        name = " ".join(unicodedata.normalize("NFC", text).split())
        key = fold(name)
        if not key or key in _BYES or len(name) > _MOST or not name.isprintable():
            return None
        player = self._by_key.setdefault(key, Player(name))
        self._by_text[text] = player
        self._close = None
        return player

    def find(self, text: str) -> Player | None:
        """Return the player of that name, if he was met before."""
        return self._by_key.get(fold(text))

    def strangers(self, known: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
        """Yield each player who is not among the known with one of them whose name is close."""
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
        """Yield each of these players with an earlier one of them whose name is close."""
        close = _Closeness(())
        for player in among:
            near = close.to(player)
            if near is not None and fold(player) not in self._certain:
                yield player, near
            close.add(player)

    def near(self, text: str) -> Player | None:
        """Return a player met whose name is close to the text."""
        self._close = self._close or _Closeness(self._by_key.values())
        return self._close.to(Player(text))


class _Closeness:
    """Names filed under every spelling with a letter left out, and under their sorted words."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._files: dict[str, list[Player]] = {}
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        """File a name."""
        for file in self._keys(player):
            self._files.setdefault(file, []).append(player)

    def to(self, player: Player) -> Player | None:
        """Return a filed name close to this one, and not the same."""
        own = fold(player)
        for file in self._keys(player):
            for other in self._files.get(file, ()):
                if _is_close(own, fold(other)):
                    return other
        return None

    @staticmethod
    def _keys(player: Player) -> Iterator[str]:
        key = fold(player)
        if len(key) >= _SHORT:
            # Numbers tell people apart: names with other ones are not even looked at.
            digits = "".join(sign for sign in key if sign.isdigit())
            yield f"{digits}|{key}"
            for place, sign in enumerate(key):
                if not sign.isdigit():
                    yield f"{digits}|{key[:place]}{key[place + 1 :]}"
            yield " ".join([f"{digits}|", *sorted(_words(key))])


def _words(key: str) -> list[str]:
    """Return the words of a folded name; "Pop, Ana" has those of "Ana Pop"."""
    return key.replace(",", " ").split()


def _is_close(one: str, other: str) -> bool:
    """Return whether one letter is other, missing, too many or out of place; or the word order.

    Of two names with the same numbers. Initials and very short words tell people apart on purpose.
    """
    if one == other:
        return False
    words, others = _words(one), _words(other)
    if sorted(words) == sorted(others):
        return True
    differing = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if any(min(map(len, pair)) < _SHORT_WORD for pair in differing):
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    return a[1:] in {b[1:], b} or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
