"""Headings of table columns: an internal name for each, and the words that people use for it.

All tables that people send are read with these words; `docs/tables.md` lists them. Case,
diacritics, blanks, hyphens and underscores make no difference: `Jucător 1` is `jucator1`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.documents.tables.names import fold


class Heading(NamedTuple):
    """The heading of a column in each language; the internal name is the English one."""

    romanian: tuple[str, ...] = ()
    italian: tuple[str, ...] = ()
    polish: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    """Other English words for the column."""


_PERSON: Final = Heading(
    ("jucător", "jucătorul", "nume", "numele", "nume și prenume", "jucători"),
    ("giocatore", "nome", "nome e cognome", "cognome e nome"),
    ("zawodnik", "gracz", "nazwisko", "imię i nazwisko", "nazwisko i imię"),
    ("name", "players", "player name"),
)
HEADINGS: Final[Mapping[str, Heading]] = {
    "date": Heading(("data", "ziua", "zi"), ("data", "giorno"), ("data", "dzień"), ("day",)),
    "tournament": Heading(("turneu", "turneul", "concurs"), ("torneo",), ("turniej",)),
    "round": Heading(("rundă", "runda", "tur", "turul"), ("turno",), ("runda",)),
    "player1": Heading(
        ("jucător 1", "jucătorul 1"), ("giocatore 1",), ("zawodnik 1", "gracz 1"), ("name 1",)
    ),
    "player2": Heading(
        ("jucător 2", "jucătorul 2"), ("giocatore 2",), ("zawodnik 2", "gracz 2"), ("name 2",)
    ),
    "score1": Heading(
        ("scor 1", "puncte 1", "punctaj 1"), ("punteggio 1", "punti 1"), ("wynik 1", "punkty 1")
    ),
    "score2": Heading(
        ("scor 2", "puncte 2", "punctaj 2"), ("punteggio 2", "punti 2"), ("wynik 2", "punkty 2")
    ),
    "player": _PERSON,
    "rating": Heading(("cotă", "cota"), (), ("ranking",)),
    "games": Heading(("partide", "jocuri"), ("partite",), ("partie", "gry", "liczba partii")),
    "weighted_games": Heading(("partide ponderate",), ("partite pesate",), ("partie ważone",)),
    "career_games": Heading(
        ("partide în carieră",), ("partite in carriera",), ("partie w karierze",)
    ),
    "type": Heading(("tip", "tipul"), ("tipo",), ("typ", "rodzaj")),
    "event": Heading(
        ("joc", "jocul", "eveniment", "probă", "concurs"), ("evento", "gara"), ("zawody",)
    ),
    "place": Heading(("loc", "locul"), ("posto", "posizione"), ("miejsce",), ("rank",)),
    "stage": Heading(("etapă", "etapa"), ("tappa",), ("etap",)),
    "value": Heading(("valoare",), ("valore",), ("wartość",)),
    "game_value": Heading(("valoarea jocului",), ("valore del gioco",), ("wartość gry",)),
    "points": Heading(("puncte", "punctaj"), ("punti",), ("punkty",)),
    "competition": Heading(("competiție", "competiția"), ("competizione",), ("rozgrywki",)),
    "born": Heading(
        ("născut", "născută", "anul nașterii", "an naștere"),
        ("nato", "anno di nascita"),
        ("rok urodzenia",),
        ("year of birth",),
    ),
    "birth_year": Heading(),
    "club": Heading(("clubul", "echipă", "echipa"), ("circolo", "squadra"), ("klub",), ("team",)),
    "opt_out": Heading(("renunță",), ("rinuncia",), ("rezygnuje",)),
    "withdrawn": Heading(("retras", "retrasă"), ("ritirato",), ("wycofany",)),
    "classic": Heading(("clasic", "duplicat clasic")),
    "completive": Heading(("completiv", "duplicat completiv")),
    "elliptic": Heading(("eliptic", "duplicat eliptic")),
    "composition": Heading(("compunere",)),
    "anticipation": Heading(("anticipație", "anticipații")),
    "free": Heading(("liber", "libere", "partide libere")),
    "name": Heading(_PERSON.romanian, _PERSON.italian, _PERSON.polish, ("player",)),
    "seed": Heading(
        ("cap de serie", "loc", "cotă", "cota", "nr"), ("testa di serie",), (), ("rating",)
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
_OURS: Final[Mapping[str, str]] = {plain(column): column for column in HEADINGS}
_ALL: Final = frozenset(_OURS).union(*_WORDS.values())


def columns_of(header: Iterable[str], known: Sequence[str]) -> list[str | None]:
    """Return the known column that each cell of a header names; None for no known column.

    The internal name takes precedence: beside `rating`, `cota` is another column.
    """
    words = [plain(cell) for cell in header]
    ours = {plain(column): column for column in known}
    others = {column: _WORDS.get(column, frozenset()) for column in known}
    taken = {ours[word] for word in words if word in ours}
    found: list[str | None] = []
    for word in words:
        other = (one for one in known if one not in taken and word in others[one])
        found.append(ours[word] if word in ours else next(other, None))
    return found


def named(text: str, ours: Iterable[str]) -> str | None:
    """Return the internal name that a cell means in any language, or None: a type of game, say."""
    return next(iter(columns_of([text], tuple(ours))), None)


def words_in(cells: Iterable[str]) -> int:
    """Return how many of these cells are headings of any table."""
    return sum(plain(cell) in _ALL for cell in cells)
