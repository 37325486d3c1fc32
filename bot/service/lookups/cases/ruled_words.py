"""A game's word list together with the arbiters' rulings on words (art. 5.3).

A ruling on a word applies from then on in every game of the competition, to every player.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from bot.service.context import Context
from bot.service.readers.readers import Readers
from engine.cases.events import RulingKind
from engine.games.game import Game
from engine.ids import NO_ARBITER, NO_COMPETITION, CompetitionCode, PersonId
from engine.notation import listed_form
from storage.cases import case_rows
from storage.cases.case_rows import WORD_RULINGS, CaseRow


@dataclass(frozen=True, slots=True)
class RuledWords(Container[str]):
    """A word list with words added or removed by rulings."""

    _listed: Container[str]
    _ruled: Mapping[str, bool]
    """Whether each word with a ruling is valid."""

    def __contains__(self, word: object) -> bool:
        """Return the ruling on the word, or else whether the list has it."""
        if isinstance(word, str) and word in self._ruled:
            return self._ruled[word]
        return word in self._listed


async def word_rulings_for(readers: Readers, game: Game) -> list[CaseRow]:
    """Return the rulings on words so far in the game's competition, the oldest first.

    Outside a competition, return those in the arbiter's own matches.
    """
    match = await readers.matches.get(game.match)
    return await word_rulings_in(readers, competition=match.competition, arbiter=match.arbiter)


def is_valid(row: CaseRow) -> bool:
    """Return whether the case's ruling says that its words are valid."""
    return row.ruling == RulingKind.WORD_VALID.value


def validity_of(rows: Iterable[CaseRow]) -> dict[str, bool]:
    """Return each word with a ruling, as lists contain it, and whether it is valid."""
    return {listed_form(word): is_valid(row) for row in rows for word in row.words}


async def word_rulings_in(
    context: Context,
    *,
    competition: CompetitionCode = NO_COMPETITION,
    arbiter: PersonId = NO_ARBITER,
) -> list[CaseRow]:
    """Return the rulings on words in the competition, the oldest first.

    Without a competition, return those in the arbiter's matches outside any.
    """
    return await case_rows.with_ruling(
        context.unit.tx, WORD_RULINGS, competition=competition, arbiter=arbiter
    )


async def lexicon_of(readers: Readers, game: Game) -> Container[str]:
    """Return the valid words of the game: its list, changed by rulings."""
    listed = readers.shared.lexicon(game.edition)
    ruled = validity_of(await word_rulings_for(readers, game))
    return RuledWords(listed, ruled) if ruled else listed
