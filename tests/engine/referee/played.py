"""Random histories: the players' actions in a match, in program and reference alike."""

from datetime import date, timedelta
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.games.commands import (
    AcceptPlacement,
    AnswerInterruption,
    Command,
    Pass,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.events import LeaveAnnounced, LeaveWithdrawn, PlacementMade
from engine.ids import Leg, PersonId, Seat
from engine.matches.decide import (
    announce_leave,
    confirm_late_return,
    request_return,
    withdraw_leave,
)
from engine.rulesets import NATIONAL_2025, RULESETS
from engine.thinking_time import LeavePeriod
from engine.tiles import value_of
from tests.builders import START
from tests.engine.competitions.desk import ARBITER
from tests.engine.referee.pair import Pair, only
from tests.engine.referee.program import Program
from tests.engine.referee.sheet import Made, Sheet
from tests.engine.referee.time import Period

legs, seats = st.sampled_from(Leg), st.sampled_from(Seat)
spoken = st.sampled_from(("resigns", "proposes", "agrees", "declines"))
OPENINGS = ("", "", "", "", "accepted", "returned", "ruled twice", "both out")
"""The openings of a history; half of the histories have none."""
SILENCE = 5
"""The days after which an unanswered last move counts as accepted (art. 5.2)."""


class Played(RuleBasedStateMachine):
    """A match in the program and in the reference, with its players' actions."""

    steps: ClassVar[int] = 0

    @initialize(
        partner=st.booleans(),
        short=st.booleans(),
        days=st.integers(20, 90),
        late=st.sampled_from(((), (), (0,), (1,), (0, 1))),
        returns=st.none() | st.integers(1, 60),
        opening=st.sampled_from(OPENINGS),
    )
    def begins(
        self,
        *,
        partner: bool,
        short: bool,
        days: int,
        late: tuple[int, ...],
        returns: int | None,
        opening: str,
    ) -> None:
        """Start the home game; a short one soon reaches its last tiles.

        `late`: players without their seat yet; `returns`: the fixed start of all return games;
        `opening`: a rare series of actions at once, for which both players are present.
        """
        rules = RULESETS["cn-2025.2-partner"] if partner else NATIONAL_2025
        self.returns = None if returns is None else START + timedelta(returns)
        self.program = Program(rules, 22 if short else 100, START + timedelta(days), self.returns)
        people = {leg: self.program.match.colours(leg) for leg in Leg}
        self.leave: dict[int, list[Period]] = {person: [] for person in people[Leg.HOME]}
        self.pair = Pair(people)
        for place, person in enumerate(self.program.match.people):
            if place not in late or opening:
                self._takes_place(person)
        self._starts()
        self.opens(opening)

    def opens(self, opening: str) -> None:
        """Perform the history's opening; a match without claims has none."""

    @property
    def today(self) -> date:
        """Return the present day of the history."""
        return START + timedelta(self.program.day)

    def _starts(self) -> None:
        expected = not self.is_closed and self.pair.next_due(self.today, self.returns)
        leg = self.program.starts_when_due()
        assert (leg is not None) is expected
        if leg is not None:
            self._begun(leg)

    def _begun(self, leg: Leg, *, closed: bool = False) -> tuple[Seat, ...]:
        """Create the sheet of a game; return the disqualified seats, which end it at once."""
        rules, people = self.program.match.rules, self.pair.people[leg]
        leave = {seat: self.leave[people[seat is Seat.BLUE]] for seat in Seat}
        self.pair.sheets[leg] = sheet = Sheet(
            self.today,
            rules.preliminary_days,
            self.program.games[leg].may_return,
            leave,
            people,
            self.pair.joined,
            self.program.closing,
        )
        out = tuple(seat for seat in Seat if people[seat is Seat.BLUE] in self.pair.excluded)
        if out and not closed:
            sheet.closes("no_show", only(out), self.today, barred=True)
        return out

    def _takes_place(self, person: PersonId) -> None:
        self.pair.joined.add(person)
        self.program.takes_place(person)

    @rule(who=st.booleans())
    def comes(self, who: bool) -> None:
        """Take a seat that is not taken yet."""
        person = self.program.match.people[who]
        if person not in self.pair.joined:
            self._takes_place(person)

    @rule(who=st.booleans())
    def wants_return(self, who: bool) -> None:
        """Ask for the return game, which starts once both have asked."""
        program, person = self.program, self.program.match.people[who]
        if person not in self.pair.joined or self.is_closed:
            return
        if program.says(lambda: request_return(program.match, person, program.now)):
            assert self.returns is None
            self.pair.ready.add(person)
            self._starts()

    @rule()
    def confirms_late_return(self) -> None:
        """Confirm a fixed day of the return game that is more than five days later."""
        program = self.program
        said = program.says(lambda: confirm_late_return(program.match, ARBITER, program.now))
        self.pair.late |= said

    def _running(self, leg: Leg) -> Sheet | None:
        sheet = self.pair.sheets[leg]
        return sheet if sheet.ended is None else None

    def _played(self, leg: Leg) -> Sheet | None:
        return None if self.is_closed else self._running(leg)

    def _is_there(self, leg: Leg, seat: Seat) -> bool:
        return self.pair.people[leg][seat is Seat.BLUE] in self.pair.joined

    def _of(self, leg: Leg) -> Leg:
        """Return that leg, or the home game if the other has not begun."""
        return leg if leg in self.pair.sheets else Leg.HOME

    @property
    def is_closed(self) -> bool:
        """Return whether the phase is closed, so that nobody can move."""
        return self.today > self.program.closing

    @rule(days=st.integers(1, 9) | st.integers(28, 34))
    def waits(self, days: int) -> None:
        """Let days pass, with a time check on each."""
        for _ in range(days):
            self.program.tomorrow()
            self._looks_at_clocks()
            self._starts()

    def _looks_at_clocks(self) -> None:
        """Check for exceeded time, and for last moves that were not sent back in time."""
        self.program.checks_time()
        for sheet in self.pair.sheets.values():
            if sheet.waits and sheet.accepts_by(SILENCE) < self.today:
                sheet.accepted(self.today)

    @rule(leg=legs, tiles=st.integers(0, 7))
    def moves(self, leg: Leg, tiles: int) -> None:
        """Lay this many tiles, or pass if the board has no room for them."""
        leg = self._of(leg)
        sheet = self._played(leg)
        if sheet is None or not self._is_there(leg, sheet.turn):
            return
        command = self.program.placeable(leg, tiles) if tiles else None
        seat = sheet.turn
        if not self.program.does(leg, command or Pass(by=seat)):
            assert sheet.waits
            return
        sheet.moved(self.today, self._made(leg))

    def _made(self, leg: Leg) -> Made:
        """Return the game's last move as the reference records it."""
        game = self.program.games[leg]
        move = game.moves[-1]
        held = {one: value_of(game.side(one).rack, game.tile_set) for one in Seat}
        is_last = not game.side(move.by).rack and not game.left_in_sequence
        if not isinstance(move, PlacementMade):
            return Made(move.by, 0, move.at, is_pass=True, is_last=is_last, held=held)
        return Made(
            move.by,
            move.points,
            move.at,
            is_last=is_last,
            is_jokers=move.tiles.islower(),
            held=held,
        )

    @rule(leg=legs, accepts=st.booleans())
    def judges(self, leg: Leg, accepts: bool) -> None:
        """Accept the last move or send it back."""
        leg = self._of(leg)
        sheet = self._played(leg)
        if sheet is None or not self._is_there(leg, sheet.turn):
            return
        command = AcceptPlacement if accepts else ReturnPlacement
        assert self.program.does(leg, command(by=sheet.turn), ()) is sheet.returnable
        if sheet.returnable and accepts:
            sheet.accepted(self.today, said=True)
        elif sheet.returnable:
            sheet.returned(self.today)

    @rule(first=st.booleans(), ahead=st.integers(1, 8), more=st.integers(0, 9))
    def goes_on_leave(self, first: bool, ahead: int, more: int) -> None:
        """Announce leave, which applies to both games."""
        program = self.program
        person = program.match.people[first]
        if person not in self.pair.joined:
            return
        begins = self.today + timedelta(ahead)
        period = Period(begins, begins + timedelta(more))
        wanted = LeavePeriod(period.first, period.last)
        if program.says(lambda: announce_leave(program.match, person, wanted, program.now)):
            self.leave[person].append(period)
            for leg in program.match.all_running:
                seat = program.games[leg].seat_of(person)
                assert seat is not None
                event = LeaveAnnounced(at=program.now, by=seat, period=wanted)
                program.follow(leg, (event,))
                self.pair.sheets[leg].notes_leave(self.today)

    @precondition(lambda self: any(self.leave.values()))
    @rule(first=st.booleans(), last=st.booleans())
    def withdraws_leave(self, first: bool, last: bool) -> None:
        """Withdraw announced leave, which is possible before it begins."""
        program = self.program
        person = program.match.people[first]
        if not self.leave[person]:
            return
        period = self.leave[person][-last]
        unwanted = LeavePeriod(period.first, period.last)
        said = program.says(lambda: withdraw_leave(program.match, person, unwanted, program.now))
        assert said is (period.first > self.today and not self.pair.is_over)
        if not said:
            return
        self.leave[person].remove(period)
        for leg in program.match.all_running:
            seat = program.games[leg].seat_of(person)
            assert seat is not None
            program.follow(leg, (LeaveWithdrawn(at=program.now, by=seat, period=unwanted),))

    @rule(
        leg=legs, seat=seats, words=st.sampled_from(("resigns", "proposes", "agrees", "declines"))
    )
    def ends(self, leg: Leg, seat: Seat, words: str) -> None:
        """Resign, or propose, accept or decline ending early."""
        leg = self._of(leg)
        sheet = self._played(leg)
        if sheet is None or not self._is_there(leg, seat):
            return
        proposed = self.program.games[leg].interruption_by
        if words == "resigns":
            command: Command = Resign(by=seat)
        elif words == "proposes":
            command = ProposeInterruption(by=seat)
        else:
            command = AnswerInterruption(by=seat, accept=words == "agrees")
        if not self.program.does(leg, command):
            return
        if words == "resigns":
            how = "no_show" if sheet.absent(seat) else "abandoned"
            sheet.closes(how, seat, self.today)
        elif words == "agrees" or (words == "proposes" and proposed is seat.partner):
            assert sheet.rounds
            assert sheet.score(Seat.RED) != sheet.score(Seat.BLUE)
            sheet.closes("interrupted", None, self.today)
