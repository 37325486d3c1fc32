"""Finds players and results in the public facts of competitions, by words of their names."""

from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from bot.service.lookups.competitions.records import (
    Appearance,
    NamedCompetition,
    NamedResult,
    PersonKey,
    words_of,
)

_NEAR: Final = 0.75
"""The least similarity of a mistyped word and a known one, from 0 to 1."""


def matches(typed_words: Iterable[str], words: Iterable[str]) -> bool:
    """Return whether every typed word begins one of these words, in any order."""
    known = tuple(words)
    return all(any(word.startswith(typed) for word in known) for typed in typed_words)


def find_people(
    contests: Iterable[NamedCompetition], words: frozenset[str]
) -> list[list[Appearance]]:
    """Return the players with these words in their public name: the appearances of each."""
    by_person: dict[PersonKey, list[Appearance]] = defaultdict(list)
    for contest in contests:
        for player in contest.players:
            if matches(words, contest.words[player]):
                appearance = Appearance(contest=contest, player=player)
                by_person[appearance.key].append(appearance)
    return list(by_person.values())


def find_results(contests: Iterable[NamedCompetition], words: frozenset[str]) -> list[NamedResult]:
    """Return the results with these words in the players' names or the competition's title.

    At least one word is of a player's name.
    """
    results = []
    for contest in contests:
        title = words_of(contest.competition.title)
        for result in contest.results():
            names = frozenset().union(*(contest.words[who] for who in result.seats))
            has_name = any(matches([word], names) for word in words)
            if has_name and matches(words, names | title):
                results.append(result)
    return results


def nearest_words(contests: Iterable[NamedCompetition], words: Iterable[str]) -> list[str]:
    """Return the words in their order, each unknown one replaced by the most similar known word.

    Known are the words of the players' public names and of the titles. A word without a similar
    one stays.
    """
    known = {word for contest in contests for who in contest.players for word in contest.words[who]}
    known |= {word for contest in contests for word in words_of(contest.competition.title)}
    return [word if matches([word], known) else _nearest(word, known) for word in words]


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the most similar known word with the same first letter, or the word itself.

    Without that condition, common endings would make unrelated surnames similar.
    """
    alike = sorted(candidate for candidate in known if candidate[:1] == word[:1])
    return next(iter(get_close_matches(word, alike, n=1, cutoff=_NEAR)), word)
