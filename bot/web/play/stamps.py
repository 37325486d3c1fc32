"""Who has been shown a game as it stands, by his token: for him alone 304 is an answer.

A game's version says that nothing has happened in it. What the page shows besides hangs on the day,
on one's own conditional replies and on sheets under way: the stamp. What is not remembered, after a
start for instance, is shown again.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

KEPT: Final = 20_000
"""Games shown, of all people together."""


class Stamps:
    """The stamp of each game as each token was shown it last."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[str, str], Hashable] = OrderedDict()

    def is_shown(self, token: str, game: str, stamp: Hashable) -> bool:
        """Return whether that is how the game was shown last."""
        return self._shown.get((token, game)) == stamp

    def show(self, token: str, game: str, stamp: Hashable) -> None:
        """Note that the game is shown so now."""
        self._shown[token, game] = stamp
        self._shown.move_to_end((token, game))
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
