"""The state of each game that a token was last shown, so that only its owner may get a 304.

A game's version shows that the game itself has not changed. The stamp covers everything else on the
page: the day, the person's own conditional moves, and sheets under way. A state that is not
remembered, for instance after a start, is sent again.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

KEPT: Final = 20_000
"""The most states remembered, of all people together."""


class Stamps:
    """The stamp that each token was last shown, by game."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[str, str], Hashable] = OrderedDict()

    def is_shown(self, token: str, game: str, stamp: Hashable) -> bool:
        """Return whether the token was last shown the game with this stamp."""
        return self._shown.get((token, game)) == stamp

    def show(self, token: str, game: str, stamp: Hashable) -> None:
        """Remember that the token is now shown the game with this stamp."""
        self._shown[token, game] = stamp
        self._shown.move_to_end((token, game))
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
