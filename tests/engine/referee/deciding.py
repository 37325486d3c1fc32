"""Two arbiters: the chief arbiter's rulings in a running game are final (art. 10.1).

Another arbiter may make any ruling that reverses no part of them. Each ruling of the chief arbiter
becomes a condition on the sheet, which is checked after each ruling of the other.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from engine.ids import Leg, Seat
from tests.engine.referee.claiming import Claiming
from tests.engine.referee.played import legs, seats
from tests.engine.referee.sheet import Sheet

Promise = Callable[[Sheet, Sheet], bool]
"""Returns whether a ruling still applies, from the sheet before and after another ruling."""
_OF_TIME = ("time", "no_show", "abandoned")
kinds = st.sampled_from(("annulled", "returned", "restored", "extension", "score"))
TIME = ("lost_on_time", "no_show", "abandoned")


@dataclass(frozen=True)
class Undoing:
    """A ruling that would reverse a final one."""

    leg: Leg
    seat: Seat
    kind: str
    number: int


class Deciding(Claiming):
    """A match with a chief arbiter and another arbiter."""

    def __init__(self) -> None:
        """Start without a ruling."""
        super().__init__()
        self.promises: dict[Leg, list[Promise]] = {leg: [] for leg in Leg}
        self.undone_by: list[Undoing] = []

    @rule(leg=legs, seat=seats)
    def rejects_claim(self, leg: Leg, seat: Seat) -> None:
        """Reject a claim of exceeded time against the player, as the chief arbiter."""
        leg = self._of(leg)
        if self._running(leg) is not None:
            self.program.rejects_claim(leg, seat)
            self.promises[leg].append(_no_loss_of_time(seat))
            self.undone_by += [Undoing(leg, seat, kind, 0) for kind in TIME]

    @rule(leg=legs, back=st.integers(1, 3))
    def main_upholds_word(self, leg: Leg, back: int) -> None:
        """Rule that the words of a move are valid, as the chief arbiter."""
        leg = self._of(leg)
        sheet = self._running(leg)
        if sheet is None or back > len(sheet.moves) or sheet.moves[-back].is_pass:
            return
        at = sheet.moves[-back].at
        self.program.upholds_word(leg, at)
        self.promises[leg].append(_placement_stays(at))
        kinds = ("annulled", "returned") if back == 1 else ("annulled",)
        self.undone_by += [Undoing(leg, Seat.RED, kind, back) for kind in kinds]

    @rule(leg=legs, seat=seats, kind=kinds, number=st.sampled_from((-5, 1, 2, 5)))
    def main_decides(self, leg: Leg, seat: Seat, kind: str, number: int) -> None:
        """Make a ruling in a running game, as the chief arbiter in its own case."""
        leg = self._of(leg)
        if self._running(leg) is None:
            return
        before = deepcopy(self.pair.sheets[leg])
        self.program.ruled = None
        self._decides(leg, seat, kind, number)
        at, sheet = self.program.ruled, self.pair.sheets[leg]
        if at is None or sheet.ended is not None:
            return
        self.program.keeps_case(leg)
        opposite = {"annulled": "restored", "returned": "restored", "restored": "annulled"}
        undone = -number if kind == "extension" else number
        self.undone_by.append(Undoing(leg, seat, opposite.get(kind, kind), undone))
        if kind in {"annulled", "returned"}:
            after = {one.at for one in sheet.moves}
            self.promises[leg].append(_StaysOff({one.at for one in before.moves} - after))
        elif kind == "restored":
            self.promises[leg].append(lambda was, now: _kept(was, now, lambda one: one < at))
        elif kind == "extension":
            self.promises[leg].append(_days_stay(seat, number))
        else:
            self.promises[leg].append(_points_stay(sheet.moves[number - 1].at))

    @rule(
        leg=legs,
        seat=seats,
        kind=kinds | st.sampled_from(("lost_on_time", "both_lost_on_time", "no_show", "abandoned")),
        number=st.sampled_from((-5, 1, 2, 5)),
    )
    def other_decides(self, leg: Leg, seat: Seat, kind: str, number: int) -> None:
        """Attempt a ruling as another arbiter, who must not reverse a final one."""
        leg = self._of(leg)
        program = self.program.copied()
        pair, leave = deepcopy((self.pair, self.leave))  # the sheets refer to this leave
        self.program.ruled = None
        self._decides(leg, seat, kind, number)
        if self.program.ruled is None:
            return
        was, now = pair.sheets[leg], self.pair.sheets[leg]
        breaks = not all(holds(was, now) for holds in self.promises[leg])
        assert self.program.was_final is breaks, (leg, kind, seat, number)
        if breaks:
            self.program, self.pair, self.leave = program, pair, leave

    @precondition(lambda self: self.undone_by)
    @rule(last=st.integers(0, 3))
    def other_undoes(self, last: int) -> None:
        """Attempt to reverse one of the last final rulings, as another arbiter."""
        one = self.undone_by[-1 - last % len(self.undone_by)]
        self.other_decides(leg=one.leg, seat=one.seat, kind=one.kind, number=one.number)

    @rule(
        leg=legs,
        kind=st.sampled_from(("claim", "word", "annulled", "restored", "extension", "score")),
        number=st.sampled_from((1, 2, 5)),
    )
    def both_decide(self, leg: Leg, kind: str, number: int) -> None:
        """Rule on the player to move as the chief arbiter, and try to reverse it as another."""
        leg = self._of(leg)
        sheet, known = self._running(leg), len(self.undone_by)
        if sheet is None:
            return
        if kind == "claim":
            self.rejects_claim(leg=leg, seat=sheet.turn)
        elif kind == "word":
            self.moves(leg=leg, tiles=4)
            self.main_upholds_word(leg=leg, back=1)
        else:
            self.main_decides(leg=leg, seat=sheet.turn, kind=kind, number=number)
        if len(self.undone_by) > known:
            self.other_undoes(last=0)

    @rule(leg=legs, seat=seats, points=st.sampled_from(("0.1", "0.5")))
    def main_fines(self, leg: Leg, seat: Seat, points: str) -> None:
        """Give a penalty as the chief arbiter; nobody else may rule in that case.

        Another arbiter's penalty in another case is added to it (art. 10.3).
        """
        leg = self._of(leg)
        if self._running(leg) is None:
            return
        self.program.ruled = None
        self.fines(leg=leg, seat=seat, points=points, case=f"main {len(self.program.cases[leg])}")
        assert self.program.ruled is not None
        self.program.keeps_case(leg)
        assert self.program.is_closed_to_others(leg)
        self.fines(leg=leg, seat=seat, points="0.1", case="other")
        assert not self.program.was_final

    @invariant()
    def forgets_restored(self) -> None:
        """Drop the condition that a move stays off once the chief arbiter has restored it."""
        for leg, promises in self.promises.items() if hasattr(self, "pair") else ():
            sheet = self.pair.sheets.get(leg)
            standing = {one.at for one in sheet.moves} if sheet else set()
            for promise in promises:
                if isinstance(promise, _StaysOff):
                    promise.gone -= standing

    def _decides(self, leg: Leg, seat: Seat, kind: str, number: int) -> None:
        """Make a ruling of this kind if it is possible."""
        if kind in {"annulled", "returned"}:
            self.takes_back(leg=leg, back=abs(number), kind=kind)
        elif kind == "restored":
            self.restores(leg=leg)
        elif kind == "extension":
            self.extends(leg=leg, seat=seat, days=number)
        elif kind == "score" and 0 < number <= len(self.pair.sheets[leg].moves):
            points = self.pair.sheets[leg].moves[number - 1].points
            self.puts_right(leg=leg, place=number - 1, points=points + 1)
        elif kind != "score":
            self.decides(leg=leg, seat=seat, kind=kind)


def _no_loss_of_time(seat: Seat) -> Promise:
    def holds(was: Sheet, now: Sheet) -> bool:
        end = now.ended
        if end is None or end == was.ended:
            return True
        return end.how != "both_time" and not (end.how in _OF_TIME and end.by is seat)

    return holds


def _placement_stays(at: object) -> Promise:
    def stands(sheet: Sheet) -> bool:
        return any(one.at == at for one in sheet.moves)

    return lambda was, now: not stands(was) or stands(now)


@dataclass
class _StaysOff:
    """The condition that moves stay off the board until the chief arbiter restores them."""

    gone: set[datetime]

    def __call__(self, was: Sheet, now: Sheet) -> bool:
        return not self.gone & ({one.at for one in now.moves} - {one.at for one in was.moves})


def _kept(was: Sheet, now: Sheet, which: Callable[[object], bool]) -> bool:
    gone = {one.at for one in was.moves} - {one.at for one in now.moves}
    return not any(which(one) for one in gone)


def _days_stay(seat: Seat, number: int) -> Promise:
    sign = 1 if number > 0 else -1
    return lambda was, now: (now.granted[seat] - was.granted[seat]) * sign >= 0


def _points_stay(at: object) -> Promise:
    def points(sheet: Sheet) -> list[int]:
        return [one.points for one in sheet.moves if one.at == at]

    return lambda was, now: not points(was) or not points(now) or points(was) == points(now)
