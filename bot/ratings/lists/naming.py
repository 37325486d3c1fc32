"""Whom a typed name means, among those who are known. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.documents.tables.names import Names, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name as it was typed, and who is meant."""

    text: str
    key: str = ""
    """Of the player; empty: nobody is called so."""
    near: tuple[str, ...] = ()
    """Keys of those whose names come near, or contain the words typed."""


def find_names(text: str, known: Mapping[str, str]) -> Named:
    """Return whom the text means; `known` are names by key. A word that fits only one will do."""
    text = " ".join(text.split())
    key = fold(text)
    if key in known:
        return Named(text=text, key=key)
    words = key.split()
    holding = [each for each in known if words and _holds(each.split(), words)]
    if len(holding) == 1:
        return Named(text=text, key=holding[0])
    names = Names()
    for name in known.values():
        names.player(name)
    close = names.near(text) if key else None
    near = ([] if close is None else [fold(close)]) + holding
    return Named(text=text, near=tuple(dict.fromkeys(each for each in near if each in known)))


def _holds(name: list[str], words: list[str]) -> bool:
    """Return whether every word begins a word of the name."""
    return all(any(part.startswith(word) for part in name) for word in words)
