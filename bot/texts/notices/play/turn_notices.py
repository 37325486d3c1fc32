"""What a message is for a game: the beginning of a turn, a view of its board, or its sheets."""

from typing import Final

from bot.texts.messages import Notice
from bot.texts.pictures import BoardShown, CompetitionSheet
from engine.games.game import Game

_KEY: Final = "turn:"


def turn_key(game: Game) -> str:
    """Return the key of the message that begins the game's present turn."""
    return f"{_KEY}{game.id}:{game.turns}"


def brings_turn(notice: Notice) -> bool:
    """Return whether the message begins a turn."""
    return notice.dedup.startswith(_KEY)


def shows_turn(notice: Notice) -> bool:
    """Return whether a new message, no change of an earlier one, shows a game's board."""
    return not notice.edits and shows_board(notice)


def shows_board(notice: Notice) -> bool:
    """Return whether the message shows a game's board as it is, with nothing tried out on it."""
    return any(
        isinstance(picture, BoardShown) and picture.is_of_game for picture in notice.pictures
    )


def has_sheets(notice: Notice) -> bool:
    """Return whether the message brings the sheets of a game, and is no arbiter's copy."""
    shows = any(isinstance(picture, CompetitionSheet) for picture in notice.pictures)
    return shows and not notice.is_copy
