"""The message that brings a turn: the sheets of a placement, for the player who is to answer it.

His thinking time runs from the day on which Telegram took it (art. 7.1), not the board that goes
before it. It is told from all others by its key, which names the turn. Pure.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.texts.messages import CompetitionSheet, Notice
from bot.texts.notices.cast import Cast
from engine.games.game import Game, Stage

_KEY: Final = "turn:"


def turn_key(game: Game) -> str:
    """Return the key of the message that brings the game's present turn."""
    return f"{_KEY}{game.id}:{game.turns}"


def brings_turn(notice: Notice) -> bool:
    """Return whether the message is one that brings a turn."""
    return notice.dedup.startswith(_KEY)


def bringing(notices: Iterable[Notice], game: Game, cast: Cast) -> list[Notice]:
    """Return the messages about a turn that has just begun, the one that brings it under its key.

    That is the first with sheets for the player to move, or for who writes for him.
    """
    found = list(notices)
    if game.stage is Stage.RUNNING:
        for place, notice in enumerate(found):
            is_his = notice.to == cast.at(game.turn).chat and not notice.is_copy
            if is_his and any(isinstance(one, CompetitionSheet) for one in notice.pictures):
                found[place] = replace(notice, dedup=turn_key(game))
                break
    return found


def step(game: Game, seq: int) -> int:
    """Return the number of the game's last event, arrivals not counted: they change no board.

    What was shown before an arrival is as good after it.
    """
    return seq - len(game.arrivals)
