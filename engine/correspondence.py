"""What a message to somebody belongs to, as a name: so that his reply finds its way. Pure.

Most messages are about a game, a match or a competition, and are named by its code alone. Three
kinds expect words in answer, and have a name of their own after the game's: a player's letters to
his arbiters, the lines between partners, and what is said in a case.
"""

from typing import Final

from engine.ids import GameId, PersonId

_LETTERS: Final = "#w"
_LINES: Final = "#l"
_SAID: Final = "#s"


def thread_of(about: str, player: PersonId) -> str:
    """Return the name of a player's correspondence with the arbiters about a game or match."""
    return f"{about}{_LETTERS}{player}"


def player_of(thread: str) -> PersonId | None:
    """Return whose correspondence with the arbiters that is; None: it is none."""
    _, mark, number = thread.partition(_LETTERS)
    return PersonId(int(number)) if mark and number.isdecimal() and len(number) < 18 else None


def about_of(thread: str) -> str:
    """Return the game, or the match's code, that a message belongs to."""
    return thread.partition("#")[0]


def lines_of(game: GameId) -> str:
    """Return the name of what partners write to each other in a game."""
    return f"{game}{_LINES}"


def game_of_lines(thread: str) -> GameId | None:
    """Return the game of which these are the partners' lines; None: they are none."""
    return GameId(about_of(thread)) if thread.endswith(_LINES) else None


def statements_of(case: str) -> str:
    """Return the name of what the players of a case are told of it, and may answer in it."""
    return f"{case}{_SAID}"


def case_of(thread: str) -> str | None:
    """Return the case in which a player is to say something; None: it is no such message."""
    return thread.removesuffix(_SAID) if thread.endswith(_SAID) else None


def card_of(thread: str) -> str | None:
    """Return the case whose card, an arbiter's, that is; None: it is none."""
    _, mark, number = thread.partition("#")
    return thread if mark and number.isdecimal() else None
