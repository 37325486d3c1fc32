"""Parse requests such as `/lista frs clasic 2025-03-01`, and typed names of players. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Final

from bot.documents.tables.names import Names, fold
from bot.ratings.calculation.systems import TRAITS, System
from bot.ratings.lists.rating_list import ListKind
from engine.dates import parse_date
from engine.errors import Fault, NotationError
from engine.ratings.frs_games import FrsType
from storage.ratings.person_keys import NIGHTLY, NightlyKind

_ROMANIAN: Final[Mapping[str, str]] = {
    r"clasic[ae]?": FrsType.CLASSIC,
    r"completiv[ae]?": FrsType.COMPLETIVE,
    r"eliptic[ae]?": FrsType.ELLIPTIC,
    r"compuner[ei]": FrsType.COMPOSITION,
    r"anticipati[ei]": FrsType.ANTICIPATION,
    r"liber[ae]?": FrsType.FREE,
    r"general[ae]?": ListKind.GENERAL,
    r"temporar[ae]?": ListKind.TEMPORARY,
    r"competiti[ei]": NightlyKind.COMPETITIONS,
    r"amical[ae]?": NightlyKind.FRIENDLIES,
}
"""The kinds of lists by the Romanian words for them, in all forms and without diacritics."""
_ENGLISH: Final[Mapping[str, str]] = {
    **{kind.value: kind.value for kind in (*FrsType, *ListKind)},
    "competition": NightlyKind.COMPETITIONS,
    "competitions": NightlyKind.COMPETITIONS,
    "friendly": NightlyKind.FRIENDLIES,
    "friendlies": NightlyKind.FRIENDLIES,
}
_IGNORED: Final = frozenset({"duplicat", "duplicate", "lista", "list", "din", "of", "la"})
"""Words that a request may have around the others."""
_AROUND: Final = ".,;:!?"
"""Signs that a word may have around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRequest:
    """A request for a list."""

    system: str | None = None
    """None if the text names none; a nightly list has the system that the organiser chose."""
    kind: str | None = None
    """None if the text names none."""
    day: date | None = None
    """The day on which the list was in force; None for the last list."""


def read_request(text: str, today: date) -> ListRequest:
    """Return the request; its words may be in any order.

    Without a system, a kind of official list means FRS, which alone has several official kinds.

    Raises:
        NotationError: `lists_unknown_word`; `lists_several`, for two systems, kinds or days; or an
            error of `parse_date`.
    """
    systems: set[str] = set()
    kinds: set[str] = set()
    days: set[date] = set()
    for word in (part.strip(_AROUND) for part in text.split()):
        plain = fold(word)
        if plain in TRAITS:
            systems.add(plain)
        elif (named := _kind(plain)) is not None:
            kinds.add(named)
        elif word[:1].isdecimal():
            days.add(parse_date(word, today))
        elif plain and plain not in _IGNORED:
            raise NotationError(
                Fault("lists_unknown_word", facts={"word": word[:40], "systems": ", ".join(System)})
            )
    if len(systems) > 1 or len(kinds) > 1 or len(days) > 1:
        raise NotationError(Fault("lists_several"))
    system, kind = next(iter(systems), None), next(iter(kinds), None)
    if system is None and kind is not None and kind not in NIGHTLY:
        system = System.FRS.value
    return ListRequest(system=system, kind=kind, day=next(iter(days), None))


def _kind(word: str) -> str | None:
    """Return the kind of list that the folded word names, or None."""
    meant = (kind for form, kind in _ROMANIAN.items() if re.fullmatch(form, word))
    kind = _ENGLISH.get(word) or next(meant, None)
    return None if kind is None else str(kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPlayer:
    """A typed name, and the player it means."""

    text: str
    key: str = ""
    """The player's key; empty if there is no such player."""
    near: tuple[str, ...] = ()
    """Keys of players whose names are similar, or contain the typed words."""


def find_players(typed: str, known: Mapping[str, str], most: int) -> list[NamedPlayer]:
    """Return the players whom the text names, and no more than `most`; the others are left out.

    Semicolons and ends of lines separate names, and so do commas, unless „Pop, Ana” is one name.
    Of people of one name, all are meant.
    """
    players: list[NamedPlayer] = []
    parts = [part for part in re.split(r"[;\n]", typed) if part.strip()]
    for part in parts[:most]:
        pieces = [piece for piece in part.split(",") if piece.strip()][:most]
        whole = _all_named(part, known)
        named = [whole] if whole[0].key else [_all_named(piece, known) for piece in pieces]
        players += chain.from_iterable(named)
    return players[:most]


def _all_named(text: str, known: Mapping[str, str]) -> list[NamedPlayer]:
    """Return the player that the text means, or everybody of exactly that name."""
    player = find_player(text, known)
    namesakes = [key for key in player.near if fold(known[key]) == fold(player.text)]
    return [NamedPlayer(text=player.text, key=key) for key in namesakes] or [player]


def find_player(text: str, known: Mapping[str, str]) -> NamedPlayer:
    """Return the player the text means; `known` has names by key. One unambiguous word suffices.

    On nightly lists keys are numbers of people, of whom several may have one name.
    """
    text = " ".join(text.split())
    keys_by_name: dict[str, list[str]] = {}
    for key, name in known.items():
        keys_by_name.setdefault(fold(name), []).append(key)
    words = fold(text).split()
    named = keys_by_name.get(fold(text), [])
    meant = named or [
        key
        for name, keys in keys_by_name.items()
        if words and _contains(name.split(), words)
        for key in keys
    ]
    if len(meant) == 1:
        return NamedPlayer(text=text, key=meant[0])
    names = Names()
    for name in known.values():
        names.player(name)
    similar = names.near(text) if words else None
    near = [] if similar is None else keys_by_name[fold(similar)]
    return NamedPlayer(text=text, near=tuple(dict.fromkeys((*near, *meant))))


def _contains(parts: list[str], words: list[str]) -> bool:
    """Return whether every word is the beginning of a part of the name."""
    return all(any(part.startswith(word) for part in parts) for word in words)
