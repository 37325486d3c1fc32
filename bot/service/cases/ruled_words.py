"""The word list of a game with the rulings laid over it (art. 5.3).

A word that an arbiter has ruled on is what he said it is, from then on and in every game of the
competition: whoever places it next is treated like the one it was ruled for.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.texts.messages import Text, say
from engine.cases.events import RulingKind
from engine.competitions.competition import CompetitionStage
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.ids import PersonId
from engine.notation import fold
from storage.cases import case_rows as table
from storage.cases.case_rows import CaseRow

if TYPE_CHECKING:
    from bot.service.readers import Readers

WORD_RULINGS = (
    RulingKind.WORD_VALID.value,
    RulingKind.WORD_INVALID.value,
    RulingKind.WORD_ACCEPTED.value,
)
"""The rulings that say of words whether they are valid."""
_NOBODY = PersonId(0)


@dataclass(frozen=True, slots=True)
class RuledWords(Container[str]):
    """A word list in which some words are in, or out, by a ruling."""

    _listed: Container[str]
    _ruled: Mapping[str, bool]

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
    return await _so_ruled(service, competition=match.competition, arbiter=match.arbiter)


def is_valid(row: CaseRow) -> bool:
    """Return whether the case's ruling says that its words are valid."""
    return row.ruling == RulingKind.WORD_VALID.value


def ruled_in(rows: Iterable[CaseRow]) -> dict[str, bool]:
    """Return each word that was ruled on, as lists hold it, and whether it is valid."""
    return {key_of(word): is_valid(row) for row in rows for word in row.words}


@dataclass(frozen=True, slots=True)
class PlayedWith:
    """A word list that a person plays with or rules by, and the rulings laid over it."""

    where: Text
    edition: EditionRef
    ruled: Mapping[str, bool]


async def played_with(service: "Readers", person: PersonId) -> list[PlayedWith]:
    """Return the word list of each open competition and match of the person (art. 3.1).

    A competition comes once, however many matches the person has there.
    """
    entered = await service.competitions.all_played(person)
    found = {seen.competition.code: seen.competition for seen in entered}
    ruled = await service.competitions.all_ruled(person)
    found |= {seen.competition.code: seen.competition for seen in ruled}
    lists = [
        PlayedWith(
            say("words.in_competition", title=competition.title),
            competition.edition,
            ruled_in(await _so_ruled(service, competition=code)),
        )
        for code, competition in found.items()
        if competition.stage is not CompetitionStage.CLOSED
    ]
    matches = [
        *await service.matches.active(person),
        *await service.matches.ruled_under_way(person),
    ]
    single = {seen.match.code: seen.match for seen in matches if not seen.match.competition}
    return lists + [
        PlayedWith(
            say("words.in_match", match=code),
            match.edition,
            ruled_in(await _so_ruled(service, arbiter=match.arbiter)),
        )
        for code, match in single.items()
    ]


async def _so_ruled(
    service: "Readers", *, competition: str = "", arbiter: PersonId = _NOBODY
) -> list[CaseRow]:
    return await table.with_ruling(
        service.unit.tx, WORD_RULINGS, competition=competition, arbiter=arbiter
    )


async def lexicon_of(service: "Readers", game: Game) -> Container[str]:
    """Return the words that are valid in the game: its list, and what was ruled of words."""
    listed = service.shared.lexicon(game.edition)
    ruled = ruled_in(await rulings_where(service, game))
    return RuledWords(listed, ruled) if ruled else listed
