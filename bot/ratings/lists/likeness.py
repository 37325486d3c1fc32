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
    near: str
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

    `played` has the names of the file, each with its line. Names in `certain` belong to separate
    people, as do those of two people who met in a game; they are left out.
    """
    names = Names(certain)
    for text in (*known, *played):
        names.player(text)
    spelt = {fold(text) for text in known}
    listed = [player for text in known if (player := names.find(text)) is not None]
    unknown = [player for player in played if fold(player) not in spelt]
    pairs = {name: (near, True) for name, near in names.strangers(listed) if name in played}
    for name, near in names.twins(unknown):
        pairs.setdefault(name, (near, False))
    apart = _apart(pairs, met)
    return [
        Likeness(found=name, near=near, line=played[name], is_known=is_known)
        for name, (near, is_known) in pairs.items()
        if frozenset({fold(name), fold(near)}) not in apart
    ]


def _apart(
    pairs: Mapping[Player, tuple[Player, bool]], met: Iterable[Iterable[Player]]
) -> set[frozenset[str]]:
    """Return the pairs who met in a game, and so cannot be one person."""
    wanted = {frozenset({fold(apart), fold(near)}) for apart, (near, _) in pairs.items()}
    if not wanted:
        return set()
    concerned = {key for pair in wanted for key in pair}
    keys: dict[Player, str] = {}
    apart: set[frozenset[str]] = set()
    for group in met:
        present = set()
        for player in group:
            if player not in keys:
                keys[player] = fold(player)
            if keys[player] in concerned:
                present.add(keys[player])
        if len(present) > 1:
            apart |= {pair for pair in wanted if pair <= present}
    return apart


def calendar_with(calendar: Calendar, same: Mapping[str, str]) -> Calendar:
    """Return the calendar with corrected names."""
    if not same:
        return calendar
    right = _Right(same)
    events = [
        replace(event, places={right(player): place for player, place in event.places.items()})
        for event in calendar.events
    ]
    return Calendar(events=events, played=_put_right(calendar.played, right))


def results_with(results: RatedResults, same: Mapping[str, str]) -> RatedResults:
    """Return the results with corrected names."""
    if not same:
        return results
    right = _Right(same)
    games = [
        game._replace(first=right(game.first), second=right(game.second)) for game in results.games
    ]
    return replace(results, games=games, played=_put_right(results.played, right))


def _put_right(played: FirstMentions, right: "_Right") -> FirstMentions:
    """Return the first appearance of each player, in the same order."""
    found: FirstMentions = {}
    for player, where in played.items():
        found.setdefault(right(player), where)
    return found


class _Right:
    """Corrects names."""

    def __init__(self, same: Mapping[str, str]) -> None:
        self._meant = {fold(found): near for found, near in same.items()}
        self._known: dict[Player, Player] = {}

    def __call__(self, player: Player) -> Player:
        """Return the correct name; several corrections of one name apply in turn."""
        if player not in self._known:
            meant: str = player
            for _ in self._meant:
                meant = self._meant.get(fold(meant), meant)
            self._known[player] = Player(meant)
        return self._known[player]


def groups_of(calendar: Calendar) -> Iterator[Sequence[Player]]:
    """Yield the participants of each collective game."""
    for event in calendar.events:
        yield tuple(event.places)


def pairs_of(results: RatedResults) -> Iterator[Sequence[Player]]:
    """Yield the two players of each game."""
    for game in results.games:
        yield game.first, game.second
