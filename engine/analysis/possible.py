"""The potential of a sequence: the highest combined score of both players that is found on it.

Both players cooperate and know every tile to come. It is a beam search: for each number of tiles on
the board it keeps the best boards and continues each with its best plays. The result is a real
game, so it proves that the score is possible. It does not prove that no higher score exists, so it
is labelled *estimated*. The same width always finds the same game. The search runs in steps, so
that a program can stop it, store it as plain data and resume it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from typing import Any, Final, NamedTuple, TypeVar

from engine.analysis.positions import PASS, PlacementText, final_scores
from engine.board import EMPTY_BOARD, Board
from engine.generator import best_plays, plays
from engine.placement import new_tiles
from engine.rulesets import Ruleset, capped
from engine.tiles import JOKER, TileSet, without
from engine.words.dawg import Dawg

WIDTH: Final = 100
"""Boards kept for each number of tiles."""
WAYS: Final = 12
"""The plays tried on each board for each number of new tiles."""
_SPARE: Final = 4
"""The factor by which more pending turns are kept than the width, because some will be equal."""
_JOKER: Final = 20
"""The assumed value of a blank on a rack when boards are compared."""
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceGame:
    """A game on the sequence, up to some turn."""

    board: Board
    racks: tuple[str, str]
    """The rack of the first player, and of the other."""
    drawn: int
    """The number of tiles of the sequence drawn so far."""
    scores: tuple[int, int] = (0, 0)
    """Counted points, with the end-of-game adjustments once the game is over."""
    steps: tuple[PlacementText, ...] = ()
    """The turns in order, including passes; the first player has the first turn."""
    passes: int = 0
    """The number of passes in a row."""
    is_over: bool = False

    @property
    def total(self) -> int:
        """The combined score of both players."""
        return sum(self.scores)


class DealtSequence(NamedTuple):
    """A sequence and the rules of the games on it."""

    letters: str
    tile_set: TileSet
    rules: Ruleset

    def begun(self) -> SequenceGame:
        """Return the game before its first turn."""
        size = self.rules.rack_size
        racks = self.letters[:size], self.letters[size : 2 * size]
        return SequenceGame(board=EMPTY_BOARD, racks=racks, drawn=2 * size)

    def played(self, course: SequenceGame, step: PlacementText) -> SequenceGame:
        """Return the game after that turn, which must be legal."""
        who = len(course.steps) % 2
        if (placement := step.placement) is None:
            return self._passed(course)
        laid = new_tiles(course.board, placement)
        taken = self.letters[course.drawn : course.drawn + len(laid)]
        rack = without(course.racks[who], [tile for _, tile in laid]) + taken
        after = replace(
            course,
            board=course.board.lay(laid),
            racks=_with(course.racks, who, rack),
            drawn=course.drawn + len(taken),
            scores=_with(course.scores, who, course.scores[who] + step.points),
            steps=(*course.steps, step),
            passes=0,
        )
        return after if rack else self._ended(after)

    def _passed(self, course: SequenceGame) -> SequenceGame:
        after = replace(course, steps=(*course.steps, PASS), passes=course.passes + 1)
        return after if after.passes < self.rules.passes_to_end else self._ended(after)

    def _ended(self, course: SequenceGame) -> SequenceGame:
        scores = final_scores(course.scores, course.racks, self.tile_set, self.rules)
        return replace(course, scores=scores, is_over=True)


class _Next(NamedTuple):
    """A pending turn; the best sorts first, and of equal ones the one found first."""

    order: int
    """The negative worth of the game after the turn."""
    serial: int
    """The number of turns found before; it also keeps games out of the comparison."""
    course: SequenceGame
    step: PlacementText


class Search:
    """The beam search on one sequence: call `step` until `is_done`, or store `saved` and resume."""

    def __init__(
        self, letters: str, tile_set: TileSet, rules: Ruleset, width: int = WIDTH, ways: int = WAYS
    ) -> None:
        """Start a search on a whole sequence in drawing order."""
        self._dealt = DealtSequence(letters, tile_set, rules)
        self.letters, self.width, self._ways = letters, width, ways
        self._serial = 0
        self._pending: dict[int, list[_Next]] = {}
        """The turns that lead to each number of tiles on the board."""
        self.best: SequenceGame | None = None
        """The finished game with the highest combined score so far."""
        self._now = [self._dealt.begun()]
        """The games to continue next; all have the same number of tiles on the board."""

    @property
    def is_done(self) -> bool:
        """Whether every kept board has been played to its end."""
        return not self._now

    def step(self, graph: Dawg) -> None:
        """Continue all games with the fewest tiles; this searches at most `width` boards."""
        for course in self._now:
            jokers = sum(rack.count(JOKER) for rack in course.racks)
            on_board = sum(1 for _ in course.board.tiles())
            for step, new in self._next_turns(course, graph):
                self._serial += 1
                kept = jokers - sum(map(str.islower, new))
                worth = course.total + step.points + _JOKER * kept
                coming = self._pending.setdefault(on_board + len(new), [])
                coming.append(_Next(-worth, self._serial, course, step))
        for count, coming in self._pending.items():
            self._pending[count] = nsmallest(_SPARE * self.width, coming)
        self._now = []
        while self._pending and not self._now:
            self._now = list(self._kept(self._pending.pop(min(self._pending))))

    def saved(self) -> dict[str, Any]:
        """Return the state needed to resume, as JSON values."""
        return {
            "letters": self.letters,
            "rules": self._dealt.rules.name,
            "width": self.width,
            "ways": self._ways,
            "best": None if self.best is None else [list(step) for step in self.best.steps],
            "now": [[list(step) for step in course.steps] for course in self._now],
            "pending": {
                str(count): [
                    [one.order, [list(step) for step in (*one.course.steps, one.step)]]
                    for one in coming
                ]
                for count, coming in self._pending.items()
            },
        }

    @classmethod
    def restored(cls, saved: dict[str, Any], tile_set: TileSet, rules: Ruleset) -> "Search":
        """Return the search that `saved` describes; it resumes as if it had never stopped.

        Raises:
            ValueError: the saved search was made with other rules.
        """
        if saved["rules"] != rules.name:
            raise ValueError(f"a search by other rules: {saved['rules']}, not {rules.name}")
        search = cls(saved["letters"], tile_set, rules, saved["width"], saved["ways"])
        known: dict[tuple[PlacementText, ...], SequenceGame] = {}

        def course(steps: Sequence[Sequence[Any]]) -> SequenceGame:
            made = tuple(PlacementText(*step) for step in steps)
            if made not in known:
                before = course(made[:-1]) if made else None
                dealt = search._dealt
                known[made] = dealt.played(before, made[-1]) if before else dealt.begun()
            return known[made]

        search.best = None if saved["best"] is None else course(saved["best"])
        search._now = [course(steps) for steps in saved["now"]]
        for count, coming in saved["pending"].items():
            search._pending[int(count)] = [
                _Next(order, serial, course(steps[:-1]), PlacementText(*steps[-1]))
                for serial, (order, steps) in enumerate(coming)
            ]
            search._serial = max(search._serial, len(coming))
        return search

    def _next_turns(self, course: SequenceGame, graph: Dawg) -> Iterator[tuple[PlacementText, str]]:
        """Yield the possible next turns of a game, with the new tiles; a pass if no play exists."""
        tile_set, rules = self._dealt.tile_set, self._dealt.rules
        turn = len(course.steps)
        cap = rules.cap(turn % 2, turn // 2)
        found = plays(course.board, course.racks[turn % 2], graph, tile_set, rules)
        for play in best_plays(found, course.board, self._ways):
            new = new_tiles(course.board, play.placement)
            step = PlacementText(play.position, play.word, capped(play.score, cap))
            yield step, "".join(tile for _, tile in new)
        if not found:
            yield PASS, ""

    def _kept(self, coming: Sequence[_Next]) -> Iterator[SequenceGame]:
        """Yield the best games with one number of tiles, without duplicates."""
        known: set[tuple[object, ...]] = set()
        for one in sorted(coming):
            course = self._dealt.played(one.course, one.step)
            if course.is_over:
                if self.best is None or course.total > self.best.total:
                    self.best = course
                continue
            state = _state(course)
            if state not in known:
                known.add(state)
                yield course
            if len(known) == self.width:
                return


def _state(course: SequenceGame) -> tuple[object, ...]:
    """Return all that decides the rest of a game, with the rounds, because of the caps."""
    racks = tuple("".join(sorted(rack)) for rack in course.racks)
    return course.board.across, racks, len(course.steps), course.passes


def _with(pair: tuple[_Item, _Item], index: int, value: _Item) -> tuple[_Item, _Item]:
    return (value, pair[1]) if index == 0 else (pair[0], value)
