"""What has changed from one list to the next. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage.rated_row import RatedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player on both lists."""

    now: RatedRow
    before: RatedRow

    @property
    def change(self) -> int:
        """Return by how much the rating, as it is shown, has risen."""
        return self.now.rating - self.before.rating

    @property
    def climbed(self) -> int | None:
        """Return by how many places he has gone up; None: he had none, or has none."""
        if self.now.place is None or self.before.place is None:
            return None
        return self.before.place - self.now.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """A list against another."""

    moves: tuple[Move, ...]
    """In the order of the list."""
    new: tuple[RatedRow, ...]
    """Who was not on the other list."""
    gone: tuple[RatedRow, ...]
    """Who is not on this one."""

    @property
    def up(self) -> list[Move]:
        """Return who has gained, the most first."""
        gained = [move for move in self.moves if move.change > 0]
        return sorted(gained, key=lambda move: (-move.change, move.now.number))

    @property
    def down(self) -> list[Move]:
        """Return who has lost, the most first."""
        lost = [move for move in self.moves if move.change < 0]
        return sorted(lost, key=lambda move: (move.change, move.now.number))


def moves_of(rows: Sequence[RatedRow], before: Iterable[RatedRow]) -> Moves:
    """Return what has changed; who stands on a list twice counts by his first row there."""
    earlier = by_key(before)
    present = by_key(rows)
    moves = [Move(now=row, before=earlier[key]) for key, row in present.items() if key in earlier]
    return Moves(
        moves=tuple(moves),
        new=tuple(row for key, row in present.items() if key not in earlier),
        gone=tuple(row for key, row in earlier.items() if key not in present),
    )


def by_key(rows: Iterable[RatedRow]) -> Mapping[str, RatedRow]:
    """Return the first row of every player."""
    found: dict[str, RatedRow] = {}
    for row in rows:
        found.setdefault(row.key, row)
    return found
