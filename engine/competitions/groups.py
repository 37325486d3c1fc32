"""Dividing players into groups, and colours in the home leg: pure functions of a recorded seed.

Groups: the ranking by strength is cut into pots with one player for each group. The plain snake
fills the groups from each pot in turn, forwards and then backwards. The result is as near to it as
the separation of clubmates allows. Colours: a circulant tournament. docs/design/standings.md has
the method and its guarantees. Never change a label or an order here, because published draws would
become unverifiable.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeVar

from engine.chance import Chance
from engine.competitions.parts import Entry, Group
from engine.errors import Fault, RuleViolation
from engine.ids import PersonId

_ORDER = "tur-retur groups 1"
_COLOURS = "tur-retur colours 1"
_LOTS = "tur-retur lots 1"

_Item = TypeVar("_Item")
_End = tuple[str, int]
"""An end of a player in the colouring: a pot, without a name, or a part of a club."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two players of a group, with their colours in the home leg."""

    red: PersonId
    blue: PersonId


def check_groups(players: int, groups: int) -> None:
    """Refuse a number of groups of which some would have fewer than two players.

    Raises:
        RuleViolation: `group_too_small`.
    """
    if groups < 1 or players < 2 * groups:
        facts = {"players": players, "groups": groups}
        raise RuleViolation(Fault("group_too_small", facts=facts))


def seeding_order(entries: Iterable[Entry], seed: bytes) -> tuple[Entry, ...]:
    """Return the entries from strongest to weakest; equal and unseeded ones are ordered by lot.

    The entries are shuffled from their order in the log and then sorted by seeding. The sort keeps
    the shuffled order among equals.
    """
    shuffled = _shuffled(tuple(entries), Chance(_ORDER, seed))
    unseeded = 1 + max((entry.seeding or 0 for entry in shuffled), default=0)
    return tuple(sorted(shuffled, key=lambda entry: entry.seeding or unseeded))


def lots(players: Iterable[PersonId], seed: bytes) -> dict[PersonId, int]:
    """Return each player's lot; the lower lot is ahead if nothing else separates two players."""
    drawn = _shuffled(tuple(players), Chance(_LOTS, seed))
    return {player: lot for lot, player in enumerate(drawn, 1)}


def divide(order: Sequence[Entry], groups: int) -> tuple[Group, ...]:
    """Return the groups for entries in order of strength.

    Every group has one player of each pot (of the last, at most one). Each club is spread evenly:
    no group has two more of its players than another, so no other division has fewer pairs of
    clubmates. Among such divisions, no exchange of two players of a pot is nearer to the snake.
    """
    clubs = tuple(entry.club or f"\0{index}" for index, entry in enumerate(order))
    colouring = _Colouring(clubs, groups)
    for index in range(len(order)):
        colouring.add(index)
    division = _Division(colouring.groups_of(), clubs, groups)
    division.straighten()
    members: list[list[PersonId]] = [[] for _ in range(groups)]
    for entry, group in zip(order, division.placed, strict=True):
        members[group].append(entry.player)
    return tuple(
        Group(name=group_name(number), players=tuple(players))
        for number, players in enumerate(members)
    )


def group_name(number: int) -> str:
    """Return the name of the group with that index: A to Z, then AA, AB and so on."""
    above, letter = divmod(number, 26)
    return (group_name(above - 1) if above else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[letter]


def clubmates(groups: Iterable[Group], entries: Iterable[Entry]) -> int:
    """Return the number of pairs of clubmates who meet in a group."""
    clubs = {entry.player: entry.club for entry in entries}
    counts = (Counter(clubs[player] for player in group.players) for group in groups)
    return sum(met * (met - 1) // 2 for count in counts for club, met in count.items() if club)


def pairings(group: Group, seed: bytes) -> tuple[Pairing, ...]:
    """Return every pair of the group with its colours in the home leg, drawn from the seed.

    Each player's numbers of home games as Red and as Blue differ by at most 1. The players sit
    round a table in an order drawn by lot; each is Red against the next half of the table. Of two
    opposite players, the one in the first half is Red.
    """
    seated = _shuffled(group.players, Chance(f"{_COLOURS} {group.name}", seed))
    table = len(seated)
    found = []
    for one, other in combinations(range(table), 2):
        ahead = 2 * (other - one) <= table
        red, blue = (one, other) if ahead else (other, one)
        found.append(Pairing(red=seated[red], blue=seated[blue]))
    return tuple(found)


def red_games(pairs: Iterable[Pairing]) -> dict[PersonId, tuple[int, int]]:
    """Return each player's number of home games as Red and as Blue."""
    listed = tuple(pairs)
    red, blue = Counter(pair.red for pair in listed), Counter(pair.blue for pair in listed)
    return {player: (red[player], blue[player]) for player in sorted(red | blue)}


def _shuffled(items: Sequence[_Item], chance: Chance) -> tuple[_Item, ...]:
    """Return the items in an order drawn by lot; all orders are equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = chance.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _shift(index: int, group: int, groups: int) -> int:
    """Return the distance between a group and the player's group in the plain snake."""
    pot, column = divmod(index, groups)
    return abs(group - (groups - 1 - column if pot % 2 else column))


class _Colouring:
    """A colouring of the edges of a bipartite graph: pots and clubs, with groups as colours.

    Every player is an edge between their pot and their club. A club with more players than there
    are groups counts as several. Edges that meet never have the same colour (König's theorem).
    """

    def __init__(self, clubs: Sequence[str], groups: int) -> None:
        self._groups = groups
        before: Counter[str] = Counter()
        self._ends: list[tuple[_End, _End]] = []
        """The pot and the club, or part of a club, of each player."""
        for index, club in enumerate(clubs):
            self._ends.append((("", index // groups), (club, before[club] // groups)))
            before[club] += 1
        self._at: dict[tuple[_End, int], int] = {}
        """The player of each pot and each club in each group."""

    def add(self, index: int) -> None:
        """Put the player in the group nearest to their snake group, moving others if necessary."""
        near = sorted(range(self._groups), key=lambda to: (_shift(index, to, self._groups), to))
        pot, team = self._ends[index]
        at_pot = [group for group in near if (pot, group) not in self._at]
        at_team = [group for group in near if (team, group) not in self._at]
        both = [group for group in at_pot if group in at_team]
        if not both:
            self._exchange(pot, at_team[0], at_pot[0])
        self._put(index, both[0] if both else at_team[0])

    def groups_of(self) -> list[int]:
        """Return the group of each added player, by their index in the order of strength."""
        found = {index: group for (_, group), index in self._at.items()}
        return [found[index] for index in sorted(found)]

    def _put(self, index: int, group: int) -> None:
        self._at |= dict.fromkeys(((end, group) for end in self._ends[index]), index)

    def _exchange(self, pot: _End, wanted: int, free: int) -> None:
        """Free the wanted group at the pot, by exchanging both groups along a chain from there.

        The chain cannot reach the club that asks: it could enter only through the wanted group,
        where the club has no player. Weaker players move rather than stronger ones.
        """
        chain: list[tuple[int, int]] = []
        mover, to = self._at.get((pot, wanted)), free
        while mover is not None:
            chain.append((mover, to))
            # Who moves to the free group meets another player at the club, who then moves away.
            mover, to = self._at.get((self._ends[mover][to == free], to)), wanted + free - to
        for index, to in chain:
            for end in self._ends[index]:
                del self._at[end, wanted + free - to]
        for index, to in chain:
            self._put(index, to)


class _Division:
    """The group of each player, and the number of players of each club in each group."""

    def __init__(self, placed: list[int], clubs: Sequence[str], groups: int) -> None:
        self.placed = placed
        self._clubs = clubs
        self._groups = groups
        self._met = Counter(zip(clubs, placed, strict=True))

    def straighten(self) -> None:
        """Make every exchange within a pot that brings it nearer to the plain snake.

        Two players change places, or one takes an empty place of the last pot. No exchange adds
        meetings of clubmates. Each one reduces the sum of all shifts, so the process ends.
        """
        every = list(product(range(len(self.placed)), range(self._groups)))
        while any(self._exchange_if_better(index, group) for index, group in every):
            pass

    def _exchange_if_better(self, mover: int, to: int) -> bool:
        """Move the player to that group if it is an improvement; return whether it was."""
        first = mover - mover % self._groups
        pot = range(first, min(first + self._groups, len(self.placed)))
        away = self.placed[mover]
        moves = [(mover, to), *((mate, away) for mate in pot if self.placed[mate] == to)]
        gain = sum(
            _shift(index, self.placed[index], self._groups) - _shift(index, group, self._groups)
            for index, group in moves
        )
        met = 0  # how many more pairs of clubmates meet; two clubmates change nothing
        if len({self._clubs[index] for index, _ in moves}) == len(moves):
            met = sum(
                self._met[self._clubs[index], group]
                - (self._met[self._clubs[index], self.placed[index]] - 1)
                for index, group in moves
            )
        if gain <= 0 or met > 0:
            return False
        for index, group in moves:
            club = self._clubs[index]
            self._met[club, self.placed[index]] -= 1
            self._met[club, group] += 1
            self.placed[index] = group
        return True
