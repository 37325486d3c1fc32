"""Headings of table columns: an internal name for each, and the words that people use for it.

All tables that people send are read with these words; `docs/tables.md` lists them. Case,
diacritics, blanks, hyphens and underscores make no difference: `Jucător 1` is `jucator1`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.documents.tables.names import fold


class ColumnHeading(NamedTuple):
    """The heading of a column in each language; the internal name is the English one."""

    romanian: tuple[str, ...] = ()
    italian: tuple[str, ...] = ()
    polish: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    """Other English words for the column."""


_PERSON: Final = ColumnHeading(
    (
        "jucător",
        "jucătorul",
        "nume",
        "numele",
        "nume și prenume",
        "numele și prenumele",
        "numele jucătorului",
        "prenume și nume",
        "concurent",
        "participant",
        "sportiv",
        "jucători",
    ),
    ("giocatore", "nome", "nome e cognome", "cognome e nome"),
    ("zawodnik", "gracz", "nazwisko", "imię i nazwisko", "nazwisko i imię"),
    ("name", "players", "player name", "full name"),
)
HEADINGS: Final[Mapping[str, ColumnHeading]] = {
    "date": ColumnHeading(("data", "ziua", "zi"), ("data", "giorno"), ("data", "dzień"), ("day",)),
    "tournament": ColumnHeading(("turneu", "turneul", "concurs"), ("torneo",), ("turniej",)),
    "round": ColumnHeading(("rundă", "runda", "tur", "turul"), ("turno",), ("runda",)),
    "player1": ColumnHeading(
        ("jucător 1", "jucătorul 1", "nume 1", "numele 1"),
        ("giocatore 1", "cognome 1"),
        ("zawodnik 1", "gracz 1", "nazwisko 1"),
        ("name 1", "surname 1", "last name 1"),
    ),
    "player2": ColumnHeading(
        ("jucător 2", "jucătorul 2", "nume 2", "numele 2"),
        ("giocatore 2", "cognome 2"),
        ("zawodnik 2", "gracz 2", "nazwisko 2"),
        ("name 2", "surname 2", "last name 2"),
    ),
    "score1": ColumnHeading(
        ("scor 1", "puncte 1", "punctaj 1"), ("punteggio 1", "punti 1"), ("wynik 1", "punkty 1")
    ),
    "score2": ColumnHeading(
        ("scor 2", "puncte 2", "punctaj 2"), ("punteggio 2", "punti 2"), ("wynik 2", "punkty 2")
    ),
    "player": _PERSON,
    "rating": ColumnHeading(
        ("cotă", "cota", "ratingul"),
        (),
        ("ranking",),
        ("elo", "rtg", "rating FRS", "rating ABSP", "rating PFS", "rating FNGO"),
    ),
    "games": ColumnHeading(("partide", "jocuri"), ("partite",), ("partie", "gry", "liczba partii")),
    "weighted_games": ColumnHeading(
        ("partide ponderate",), ("partite pesate",), ("partie ważone",)
    ),
    "career_games": ColumnHeading(
        ("partide în carieră",), ("partite in carriera",), ("partie w karierze",)
    ),
    "type": ColumnHeading(("tip", "tipul"), ("tipo",), ("typ", "rodzaj")),
    "event": ColumnHeading(
        ("joc", "jocul", "eveniment", "probă", "concurs"), ("evento", "gara"), ("zawody",)
    ),
    "place": ColumnHeading(
        ("loc", "locul", "poziția", "poz"), ("posto", "posizione"), ("miejsce",), ("rank", "pos")
    ),
    "stage": ColumnHeading(("etapă", "etapa"), ("tappa",), ("etap",)),
    "value": ColumnHeading(("valoare",), ("valore",), ("wartość",)),
    "game_value": ColumnHeading(("valoarea jocului",), ("valore del gioco",), ("wartość gry",)),
    "points": ColumnHeading(("puncte", "punctaj"), ("punti",), ("punkty",)),
    "competition": ColumnHeading(("competiție", "competiția"), ("competizione",), ("rozgrywki",)),
    "born": ColumnHeading(
        ("născut", "născută", "anul nașterii", "an naștere"),
        ("nato", "anno di nascita"),
        ("rok urodzenia",),
        ("year of birth",),
    ),
    "birth_year": ColumnHeading(),
    "club": ColumnHeading(
        (
            "clubul",
            "club sportiv",
            "clubul sportiv",
            "echipă",
            "echipa",
            "club/oraș",
            "club / oraș",
            "club/localitate",
            "localitate",
            "localitatea",
            "oraș",
            "orașul",
        ),
        ("circolo", "squadra", "città"),
        ("klub", "miasto"),
        ("team", "club/city", "club / city", "city", "club/town", "town"),
    ),
    "opt_out": ColumnHeading(("renunță",), ("rinuncia",), ("rezygnuje",)),
    "withdrawn": ColumnHeading(("retras", "retrasă"), ("ritirato",), ("wycofany",)),
    "classic": ColumnHeading(("clasic", "duplicat clasic")),
    "completive": ColumnHeading(("completiv", "duplicat completiv")),
    "elliptic": ColumnHeading(("eliptic", "duplicat eliptic")),
    "composition": ColumnHeading(("compunere",)),
    "anticipation": ColumnHeading(("anticipație", "anticipații")),
    "free": ColumnHeading(("liber", "libere", "partide libere")),
    "name": ColumnHeading(_PERSON.romanian, _PERSON.italian, _PERSON.polish, ("player",)),
    "given_name": ColumnHeading(
        ("prenume", "prenumele"), (), ("imię",), ("first name", "forename", "given names")
    ),
    "given_name1": ColumnHeading(
        ("prenume 1", "prenumele 1"), ("nome 1",), ("imię 1",), ("first name 1", "given name 1")
    ),
    "given_name2": ColumnHeading(
        ("prenume 2", "prenumele 2"), ("nome 2",), ("imię 2",), ("first name 2", "given name 2")
    ),
    "surname": ColumnHeading(
        ("nume de familie", "numele de familie"), ("cognome",), (), ("last name", "family name")
    ),
    "seed": ColumnHeading(
        ("cap de serie", "capul de serie", "loc", "locul", "poziția", "poz"), ("testa di serie",)
    ),
    "number": ColumnHeading(
        ("nr", "nr crt", "crt", "număr", "numărul"), ("numero",), ("numer", "lp"), ("no", "#")
    ),
}
"""Headings by internal name. Two columns may share a word if no table has both."""

RESULTS: Final = ("date", "tournament", "round", "player1", "player2", "score1", "score2")
"""The columns of head-to-head results."""


def plain(text: str) -> str:
    """Return a key that is the same for all ways to write a heading."""
    return fold(text).replace(" ", "")


_WORDS: Final[Mapping[str, frozenset[str]]] = {
    column: frozenset(plain(word) for words in heading for word in words)
    for column, heading in HEADINGS.items()
}
_INTERNAL: Final[Mapping[str, str]] = {plain(column): column for column in HEADINGS}
_KNOWN_HEADINGS: Final = frozenset(_INTERNAL).union(*_WORDS.values())


def _spellings(*columns: str) -> frozenset[str]:
    """Return every heading of these columns, folded, with its spaces."""
    return frozenset(
        fold(word) for column in columns for word in (column, *sum(HEADINGS[column], ()))
    )


_SPELLED: Final = _spellings(*HEADINGS)
"""All headings."""
_PERSONS: Final = _spellings("player", "name")
_NUMBERED: Final = _spellings("player1", "player2")
"""The headings of columns of persons: of one in a row, and of the two of a game."""


def columns_of(header: Iterable[str], known: Sequence[str]) -> list[str | None]:
    """Return the known column that each cell of a header names; None for no known column.

    The internal name takes precedence: beside `rating`, `cota` is another column.
    """
    words = [plain(cell) for cell in header]
    internal = {plain(column): column for column in known}
    others = {column: _WORDS.get(column, frozenset()) for column in known}
    taken = {internal[word] for word in words if word in internal}
    columns: list[str | None] = []
    for word in words:
        if word in internal:
            columns.append(internal[word])
            continue
        candidates = (column for column in known if column not in taken and word in others[column])
        columns.append(next(candidates, None))
    return columns


GIVEN_NAMES: Final = {
    "player": "given_name",
    "name": "given_name",
    "player1": "given_name1",
    "player2": "given_name2",
}
"""The column of given names beside each column with a person."""


def with_surnames(columns: Sequence[str | None], person: str) -> list[str | None]:
    """Return the columns of a header with the column of surnames as that of the persons.

    A column called only "name" beside it contains given names ("Cognome, Nome").
    """
    if "surname" not in columns:
        return list(columns)
    given = GIVEN_NAMES[person]
    is_given = given not in columns and columns.count(person) == 1
    renamed = {"surname": person, **({person: given} if is_given else {})}
    return [renamed.get(column or "", column) for column in columns]


_LOOKS: Final[Mapping[str, str]] = {
    "name": "nume numele prenume prenumele name names surname forename jucator jucatorul jucatori "
    "player nazwisko imie cognome nome giocatore zawodnik gracz concurent concurentul participant "
    "participantul sportiv sportivul adversar adversarul opponent",
    "rating": "rating ratingul rtg elo cota ranking",
    "place": "loc locul place rank posto posizione miejsce pozitia poz pos",
    "result": "scor scorul score result rezultat rezultatul rezultate puncte punctaj punctajul "
    "points punteggio punti wynik punkty",
}
DOUBTS: Final[Mapping[str, str]] = {
    "name": "doubtful_name",
    "rating": "doubtful_rating",
    "place": "doubtful_place",
    "result": "doubtful_result",
}
"""The code of the error of an unknown column, by what it looks like."""
_LOOKS_LIKE: Final = {word: kind for kind, words in _LOOKS.items() for word in words.split()}
_OTHERS: Final = (
    "club clubul clubului klub klubu circolo team echipa echipei turneu turneul turneului "
    "tournament torneo turniej oras orasul city"
)
_OF_OTHERS: Final = frozenset(_OTHERS.split())
"""Words of headings that name no person, such as "Club name"."""
_NOT_WORDS: Final = re.compile(r"[\W\d_]+")
_SET_ASIDE: Final = re.compile(r"\s*[(\[].*[)\]]\s*")


def is_set_aside(heading: str) -> bool:
    """Return whether the sender put the heading into brackets, so that the column is ignored."""
    return _SET_ASIDE.fullmatch(heading) is not None


def looks_like(heading: str) -> str | None:
    """Return what an unknown column probably has: "name", "rating", "place", "result" or None."""
    words = _NOT_WORDS.sub(" ", fold(heading)).split()
    if is_set_aside(heading) or _OF_OTHERS.intersection(words):
        return None
    return next((_LOOKS_LIKE[word] for word in words if word in _LOOKS_LIKE), None)


def internal_name(text: str, internal: Iterable[str]) -> str | None:
    """Return which internal name a cell means in any language, such as a type of game, or None."""
    return next(iter(columns_of([text], tuple(internal))), None)


def is_spelled(cell: str) -> bool:
    """Return whether a cell is a heading word by word: „Jucător I” is not „jucători”."""
    return fold(cell) in _SPELLED


def head_persons(cells: Sequence[str]) -> bool:
    """Return whether these cells are the headings of columns of persons, word by word.

    A single „Jucătorul 1” may be a name.
    """
    known = _PERSONS if len(cells) == 1 else _PERSONS | _NUMBERED
    return bool(cells) and all(fold(cell) in known for cell in cells)


def words_in(cells: Iterable[str]) -> int:
    """Return how many of these cells are headings of any table."""
    return sum(plain(cell) in _KNOWN_HEADINGS for cell in cells)
