"""The word lists that a person uses as player or arbiter, each with its rulings (art. 3.1, 5.3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.lookups.cases.ruled_words import validity_of, word_rulings_in
from bot.service.readers.readers import Readers
from bot.texts.messages import Text, say
from engine.competitions.competition import CompetitionStage
from engine.games.events import EditionRef
from engine.ids import PersonId


@dataclass(frozen=True, slots=True)
class UsedWordList:
    """The word list of a competition or match, with the arbiters' rulings on words."""

    where: Text
    edition: EditionRef
    ruled: Mapping[str, bool]
    """Whether each word with a ruling is valid."""


async def word_lists_of(readers: Readers, person: PersonId) -> list[UsedWordList]:
    """Return the word list of each open competition and match that the person plays or rules.

    A competition appears once, for all its matches.
    """
    return [*await _of_competitions(readers, person), *await _of_single_matches(readers, person)]


async def _of_competitions(readers: Readers, person: PersonId) -> list[UsedWordList]:
    """Return the lists of the open competitions that the person plays or rules."""
    snapshots = [
        *await readers.competitions.all_played(person),
        *await readers.competitions.all_ruled(person),
    ]
    competitions = {snapshot.competition.code: snapshot.competition for snapshot in snapshots}
    return [
        UsedWordList(
            say("words.in_competition", title=competition.title),
            competition.edition,
            validity_of(await word_rulings_in(readers, competition=code)),
        )
        for code, competition in competitions.items()
        if competition.stage is not CompetitionStage.CLOSED
    ]


async def _of_single_matches(readers: Readers, person: PersonId) -> list[UsedWordList]:
    """Return the lists of the unfinished matches outside competitions that they play or rule."""
    snapshots = [
        *await readers.matches.active(person),
        *await readers.matches.ruled_under_way(person),
    ]
    matches = {snapshot.match.code: snapshot.match for snapshot in snapshots}
    return [
        UsedWordList(
            say("words.in_match", match=code),
            match.edition,
            validity_of(await word_rulings_in(readers, arbiter=match.arbiter)),
        )
        for code, match in matches.items()
        if not match.competition
    ]
