"""The words of the form for games that began elsewhere: its columns, lines and cell values.

Each is Romanian or English; the empty form has the Romanian ones.
"""

from collections.abc import Mapping
from typing import Final

from bot.documents.tables.import_stated import COMPETITION, GAMES, LEAVE, MOVES, RESULTS, RULINGS
from engine.games.events import Ending
from engine.ids import Leg, Seat
from engine.rulesets import Phase

COLUMNS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    COMPETITION: {"what": ("Ce", "What"), "value": ("Valoarea", "Value")},
    GAMES: {
        "game": ("Partida", "Game"),
        "leg": ("Manșa", "Leg"),
        "group": ("Grupa", "Group"),
        "red": ("ROȘU", "Red"),
        "blue": ("ALBASTRU", "Blue"),
        "start": ("Începută la", "Started on"),
        "sequence": ("Șirul", "Sequence"),
        "ending": ("Încheiată prin", "Ended by"),
        "loser": ("De către", "By whom"),
        "ended": ("Încheiată la", "Ended on"),
        "channel": ("Legătura", "Channel"),
    },
    MOVES: {
        "game": ("Partida", "Game"),
        "round": ("Tura", "Round"),
        "colour": ("Culoarea", "Colour"),
        "placement": ("Depunerea", "Move"),
        "points": ("Puncte", "Points"),
        "total": ("Total", "Total"),
        "received": ("Primită la", "Received on"),
        "sent": ("Trimisă la", "Sent on"),
        "days": ("Zile", "Days"),
        "accepted": ("Admisă", "Accepted"),
        "returned": ("Returnată la", "Sent back on"),
        "restored": ("Repusă la", "Restored on"),
    },
    LEAVE: {
        "player": ("Jucătorul", "Player"),
        "first": ("Prima zi", "First day"),
        "last": ("Ultima zi", "Last day"),
        "announced": ("Anunțat la", "Announced on"),
    },
    RULINGS: {
        "game": ("Partida", "Game"),
        "colour": ("Culoarea", "Colour"),
        "what": ("Ce", "What"),
        "value": ("Cât", "How much"),
        "on": ("La", "On"),
        "reason": ("Motivul", "Reason"),
    },
    RESULTS: {
        "group": ("Grupa", "Group"),
        "leg": ("Manșa", "Leg"),
        "red": ("ROȘU", "Red"),
        "blue": ("ALBASTRU", "Blue"),
        "red_score": ("Puncte ROȘU", "Red points"),
        "blue_score": ("Puncte ALBASTRU", "Blue points"),
        "red_coefficient": ("Coeficient ROȘU", "Red coefficient"),
        "blue_coefficient": ("Coeficient ALBASTRU", "Blue coefficient"),
    },
}
"""The columns of each sheet in order, with their Romanian and English headings."""
REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    COMPETITION: ("what", "value"),
    GAMES: ("red", "blue", "start", "sequence"),
    MOVES: ("placement", "sent"),
    LEAVE: ("player", "first", "last"),
    RULINGS: ("colour", "what", "value", "on"),
    RESULTS: ("red", "blue"),
}
"""The columns without which a row is no header of the sheet."""
GUIDE_SHEETS: Final = ("Cum se completează", "How to fill it in")
"""The names of the sheet with explanations."""
EXAMPLE_WORDS: Final = ("exemplu", "example")
"""The words that mark a row as an example, which is not read."""
COMPETITION_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "title": ("Titlul", "Title"),
    "phase": ("Faza", "Phase"),
    "start": ("A început la", "Began on"),
    "closing": ("Se închide la", "Closes on"),
    "advance": ("Merg mai departe", "Advance"),
    "final_start": ("Finala începe la", "Final starts on"),
    "final_closing": ("Finala se închide la", "Final closes on"),
}
"""The lines of the competition's sheet."""
SEATS: Final = {
    **dict.fromkeys(("r", "roșu", "red"), Seat.RED),
    **dict.fromkeys(("a", "albastru", "b", "blue"), Seat.BLUE),
}
"""The words for the colours."""
LEGS: Final = {
    **dict.fromkeys(("tur", "home", "1", ""), Leg.HOME),
    **dict.fromkeys(("retur", "return", "2"), Leg.RETURN),
}
"""The words for the legs; an empty cell means the home game."""
PHASES: Final = {
    **dict.fromkeys(("preliminară", "preliminary", ""), Phase.PRELIMINARY),
    **dict.fromkeys(("finală", "final"), Phase.FINAL),
}
"""The words for the phases; an empty cell means the preliminary one."""
DAYS, PENALTY = "days", "penalty"
"""The kinds of rulings: granted days, and points off a coefficient."""
RULING_WORDS: Final = {DAYS: ("zile", "days"), PENALTY: ("penalizare", "penalty")}
"""The Romanian and the English word for each ruling."""
RULINGS_BY_WORD: Final = {word: what for what, words in RULING_WORDS.items() for word in words}
ENDING_WORDS: Final = {
    Ending.PLAYED_OUT: ("ultimele litere", "last tiles"),
    Ending.PASSES: ("pase", "passes"),
    Ending.ABANDONED: ("abandon", "resigned"),
    Ending.TIME: ("timp", "time"),
    Ending.INTERRUPTED: ("întrerupere", "end early"),
    Ending.NO_SHOW: ("neprezentare", "no-show"),
}
"""The Romanian and the English word for each end."""
ENDINGS: Final = {word: ending for ending, words in ENDING_WORDS.items() for word in words}
