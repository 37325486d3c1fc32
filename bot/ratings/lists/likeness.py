"""Names that may be misspellings of one person's name: found, and corrected after an answer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.documents.tables.names import FirstMentions, Names, fold
from bot.ratings.lists.inputs import Calendar, RatedResults
from engine.ratings.protocol import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """A name similar to another."""

    found: str
    """The name in the file."""
    near: str
    """The other name, which may be the correct one."""
    line: int
    """The line of the name's first appearance; 0 if unknown."""
    is_known: bool
    """Whether the other name is on a starting or a published list; if not, it is in this file."""


def likenesses(
    played: Mapping[Player, int],
    known: Iterable[str],
    certain: Iterable[str],
    met: Iterable[Iterable[Player]],
) -> list[Likeness]:
    """Return names of the file similar to a known one, then those similar to one another.

    `played` has the names of the file, each with its line, and `met` the players of each game.
    Names in `certain` belong to separate people, as do those of two people who met in a game; they
    are left out.
    """
    names = Names(certain)
    for name in (*known, *played):
        names.player(name)
    known_keys = {fold(name) for name in known}
    listed = [player for name in known if (player := names.find(name)) is not None]
    unknown = [player for player in played if fold(player) not in known_keys]
    similar_to_known = {name: near for name, near in names.strangers(listed) if name in played}
    similar = similar_to_known | {
        name: near for name, near in names.twins(unknown) if name not in similar_to_known
    }
    separate = _separate_pairs(similar, met)
    return [
        Likeness(found=name, near=near, line=played[name], is_known=name in similar_to_known)
        for name, near in similar.items()
        if _pair(name, near) not in separate
    ]


def _pair(name: str, near: str) -> frozenset[str]:
    return frozenset({fold(name), fold(near)})


def _separate_pairs(
    similar: Mapping[Player, Player], met: Iterable[Iterable[Player]]
) -> set[frozenset[str]]:
    """Return the pairs of similar names who met in a game, and so cannot be one person."""
    pairs = {_pair(name, near) for name, near in similar.items()}
    if not pairs:
        return set()
    doubtful = {key for pair in pairs for key in pair}
    keys: dict[Player, str] = {}  # because a file may have a million games
    separate: set[frozenset[str]] = set()
    for group in met:
        present = set()
        for player in group:
            if player not in keys:
                keys[player] = fold(player)
            if keys[player] in doubtful:
                present.add(keys[player])
        if len(present) > 1:
            separate |= {pair for pair in pairs if pair <= present}
    return separate


def calendar_with(calendar: Calendar, same: Mapping[str, str]) -> Calendar:
    """Return the calendar with corrected names."""
    if not same:
        return calendar
    correct = _Correction(same)
    events = [
        replace(event, places={correct(player): place for player, place in event.places.items()})
        for event in calendar.events
    ]
    return Calendar(events=events, played=_corrected_mentions(calendar.played, correct))


def results_with(results: RatedResults, same: Mapping[str, str]) -> RatedResults:
    """Return the results with corrected names."""
    if not same:
        return results
    correct = _Correction(same)
    games = [
        game._replace(first=correct(game.first), second=correct(game.second))
        for game in results.games
    ]
    return replace(results, games=games, played=_corrected_mentions(results.played, correct))


def _corrected_mentions(played: FirstMentions, correct: "_Correction") -> FirstMentions:
    """Return the first appearance of each player, in the same order."""
    mentions: FirstMentions = {}
    for player, where in played.items():
        mentions.setdefault(correct(player), where)
    return mentions


class _Correction:
    """Corrects names: `same` has misspelt names, each with the correct one."""

    def __init__(self, same: Mapping[str, str]) -> None:
        self._correct_names = {fold(misspelt): correct for misspelt, correct in same.items()}
        self._corrected: dict[Player, Player] = {}

    def __call__(self, player: Player) -> Player:
        """Return the correct name; several corrections of one name apply in turn."""
        if player not in self._corrected:
            name: str = player
            for _ in self._correct_names:  # at most so many in turn, even if they form a circle
                name = self._correct_names.get(fold(name), name)
            self._corrected[player] = Player(name)
        return self._corrected[player]


def groups_of(calendar: Calendar) -> Iterator[Sequence[Player]]:
    """Yield the participants of each collective game."""
    for event in calendar.events:
        yield tuple(event.places)


def pairs_of(results: RatedResults) -> Iterator[Sequence[Player]]:
    """Yield the two players of each game."""
    for game in results.games:
        yield game.first, game.second
