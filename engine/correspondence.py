"""Names of message threads, by which a person's reply finds its conversation. Pure.

Most messages are about a game, a match or a competition, and its code is the name. Three kinds of
message expect a written reply, so their names have a suffix. They are a player's letters to their
arbiters, the chat between opponents, and the statements in a case.
"""

from typing import Final

from engine.ids import GameId, PersonId

_LETTERS: Final = "#w"
_CHAT: Final = "#l"
_STATEMENTS: Final = "#s"
_MOST_DIGITS: Final = 17  # of a person's number; the storage takes no greater one


def thread_of(about: str, player: PersonId) -> str:
    """Return the name of a player's correspondence with the arbiters about a game or match."""
    return f"{about}{_LETTERS}{player}"


def player_of(thread: str) -> PersonId | None:
    """Return the player of a correspondence with the arbiters; None for any other thread."""
    _, mark, number = thread.partition(_LETTERS)
    is_number = number.isdecimal() and len(number) <= _MOST_DIGITS
    return PersonId(int(number)) if mark and is_number else None


def about_of(thread: str) -> str:
    """Return the code of the game or match that a thread is about."""
    return thread.partition("#")[0]


def game_of(thread: str) -> GameId | None:
    """Return the game that a thread is about; None if it is about a match or a competition.

    Only a game's code, such as `K7QF/2`, has a slash.
    """
    about = about_of(thread)
    return GameId(about) if "/" in about else None


def chat_of(game: GameId) -> str:
    """Return the name of the chat between the opponents of a game."""
    return f"{game}{_CHAT}"


def game_of_chat(thread: str) -> GameId | None:
    """Return the game of a chat between opponents, or None for any other thread."""
    return GameId(about_of(thread)) if thread.endswith(_CHAT) else None


def statements_of(case: str) -> str:
    """Return the name of the thread in which the players of a case get news and answer."""
    return f"{case}{_STATEMENTS}"


def case_of(thread: str) -> str | None:
    """Return the case on which a player may comment in this thread; None for any other thread."""
    return thread.removesuffix(_STATEMENTS) if thread.endswith(_STATEMENTS) else None


def card_of(thread: str) -> str | None:
    """Return the case of an arbiter's card, or None if the thread is not a card."""
    _, mark, number = thread.partition("#")
    return thread if mark and number.isdecimal() else None
