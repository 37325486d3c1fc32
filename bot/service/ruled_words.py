"""The word list of a game with the rulings laid over it (art. 5.3).

A word that an arbiter has ruled on is what he said it is, from then on and in every game of the
competition: whoever places it next is treated like the one it was ruled for.
"""

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING

from engine.cases.events import RulingKind
from engine.games.game import Game
from engine.notation import fold
from storage import cases as table
from storage.cases import CaseRow

if TYPE_CHECKING:
    from bot.service.readers import Readers

WORD_RULINGS = (
    RulingKind.WORD_VALID.value,
    RulingKind.WORD_INVALID.value,
    RulingKind.WORD_ACCEPTED.value,
)
"""The rulings that say of words whether they are valid."""


class RuledWords(Container[str]):
    """A word list in which some words are in, or out, by a ruling."""

    def __init__(self, listed: Container[str], ruled: Mapping[str, bool]) -> None:
        self._listed = listed
        self._ruled = ruled

    def __contains__(self, word: object) -> bool:
        """Return what was ruled of the word, or else whether it is in the list."""
        if isinstance(word, str) and word in self._ruled:
            return self._ruled[word]
        return word in self._listed


def key_of(word: str) -> str:
    """Return the word as lists hold it: upper case, without diacritics."""
    return fold(word).upper()


async def rulings_where(service: "Readers", game: Game) -> list[CaseRow]:
    """Return the rulings on words made so far in the game's competition, the oldest first.

    Outside a competition they are those of the arbiter's own matches.
    """
    match = (await service.matches.load(game.match)).match
    return await table.with_ruling(
        service.unit.tx, WORD_RULINGS, competition=match.competition, arbiter=match.arbiter
    )


async def lexicon_of(service: "Readers", game: Game) -> Container[str]:
    """Return the words that are valid in the game: its list, and what was ruled of words."""
    listed = service.shared.lexicon(game.edition)
    ruled = {
        key_of(word): row.ruling == RulingKind.WORD_VALID.value
        for row in await rulings_where(service, game)
        for word in row.words
    }
    return RuledWords(listed, ruled) if ruled else listed
