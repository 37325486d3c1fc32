"""The state of each game that each page has seen last, so that it is not sent again."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

MOST_STAMPS: Final = 20_000
"""The most stamps remembered, of all people together."""


class GameStamps:
    """The stamp of each game that each token was last shown (`GameView.stamp`)."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[str, str], Hashable] = OrderedDict()

    def is_shown(self, token: str, game: str, stamp: Hashable) -> bool:
        """Return whether the token was last shown the game with this stamp."""
        return self._shown.get((token, game)) == stamp

    def show(self, token: str, game: str, stamp: Hashable) -> None:
        """Remember that the token is now shown the game with this stamp."""
        self._shown[token, game] = stamp
        self._shown.move_to_end((token, game))
        while len(self._shown) > MOST_STAMPS:
            self._shown.popitem(last=False)
