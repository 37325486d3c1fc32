"""A game's word list together with the arbiters' rulings on words (art. 5.3).

A ruling on a word applies from then on in every game of the competition, to every player.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from bot.service.context import Context
from bot.service.readers.readers import Readers
from bot.texts.messages import Text, say
from engine.cases.events import RulingKind
from engine.competitions.competition import CompetitionStage
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.ids import PersonId
from engine.notation import fold
from storage.cases import case_rows
from storage.cases.case_rows import WORD_RULINGS, CaseRow

_NOBODY = PersonId(0)


@dataclass(frozen=True, slots=True)
class RuledWords(Container[str]):
    """A word list with words added or removed by rulings."""

    _listed: Container[str]
    _ruled: Mapping[str, bool]

    def __contains__(self, word: object) -> bool:
        """Return the ruling on the word, or else whether the list has it."""
        if isinstance(word, str) and word in self._ruled:
            return self._ruled[word]
        return word in self._listed


def key_of(word: str) -> str:
    """Return the word as lists contain it: upper case, without diacritics."""
    return fold(word).upper()


async def rulings_where(readers: Readers, game: Game) -> list[CaseRow]:
    """Return the rulings on words so far in the game's competition, the oldest first.

    Outside a competition, return those in the arbiter's own matches.
    """
    match = await readers.matches.get(game.match)
    return await _so_ruled(readers, competition=match.competition, arbiter=match.arbiter)


def is_valid(row: CaseRow) -> bool:
    """Return whether the case's ruling says that its words are valid."""
    return row.ruling == RulingKind.WORD_VALID.value


def ruled_in(rows: Iterable[CaseRow]) -> dict[str, bool]:
    """Return each word with a ruling, as lists contain it, and whether it is valid."""
    return {key_of(word): is_valid(row) for row in rows for word in row.words}


@dataclass(frozen=True, slots=True)
class PlayedWith:
    """A word list that a person uses as player or arbiter, with the rulings on words."""

    where: Text
    edition: EditionRef
    ruled: Mapping[str, bool]


async def played_with(readers: Readers, person: PersonId) -> list[PlayedWith]:
    """Return the word list of each open competition and match of the person (art. 3.1).

    Each competition appears once, for all matches of the person.
    """
    entered = await readers.competitions.all_played(person)
    competitions = {snapshot.competition.code: snapshot.competition for snapshot in entered}
    ruled = await readers.competitions.all_ruled(person)
    competitions |= {snapshot.competition.code: snapshot.competition for snapshot in ruled}
    lists = [
        PlayedWith(
            say("words.in_competition", title=competition.title),
            competition.edition,
            ruled_in(await _so_ruled(readers, competition=code)),
        )
        for code, competition in competitions.items()
        if competition.stage is not CompetitionStage.CLOSED
    ]
    matches = [
        *await readers.matches.active(person),
        *await readers.matches.ruled_under_way(person),
    ]
    single = {
        snapshot.match.code: snapshot.match
        for snapshot in matches
        if not snapshot.match.competition
    }
    return lists + [
        PlayedWith(
            say("words.in_match", match=code),
            match.edition,
            ruled_in(await _so_ruled(readers, arbiter=match.arbiter)),
        )
        for code, match in single.items()
    ]


async def _so_ruled(
    context: Context, *, competition: str = "", arbiter: PersonId = _NOBODY
) -> list[CaseRow]:
    return await case_rows.with_ruling(
        context.unit.tx, WORD_RULINGS, competition=competition, arbiter=arbiter
    )


async def lexicon_of(readers: Readers, game: Game) -> Container[str]:
    """Return the valid words of the game: its list, changed by rulings."""
    listed = readers.shared.lexicon(game.edition)
    ruled = ruled_in(await rulings_where(readers, game))
    return RuledWords(listed, ruled) if ruled else listed
