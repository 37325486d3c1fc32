"""Random histories of a match: what players and the clock do.

There is no reference. A law compares two states that the program itself computes, so a second
reading of the regulation is not needed. The law is checked after each act.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.games.commands import (
    AcceptPlacement,
    AnswerInterruption,
    Command,
    Pass,
    Place,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.game import Game
from engine.games.planned_moves import Wordless
from engine.ids import Leg, Seat
from engine.matches.decide import request_return
from engine.rulesets import NATIONAL_2025, RULESETS
from tests.builders import START
from tests.engine.laws.program import World, began, runs

Law = Callable[[World], None]
"""A law: it raises `AssertionError` in a world in which the law is broken."""


class LawBrokenError(Exception):
    """A law is broken in a random history."""


legs, seats, whose = st.sampled_from(Leg), st.sampled_from(Seat), st.booleans()
OPENINGS = ("", "moved", "late", "asked", "resigned", "over", "over", "never came")
"""The states in which a history begins: a game runs, one is over, or both are."""
LONG = 200
"""Days to the closing date in most histories."""


class PlayedMatch(RuleBasedStateMachine):
    """A match of two games, with the acts of its players."""

    law: ClassVar[Law]
    """The law that is checked after each act."""
    examples: ClassVar[int] = 0
    """The histories so far."""
    steps: ClassVar[int] = 0
    """The acts so far, in all histories."""
    first: ClassVar[tuple[int, int] | None] = None
    """The histories and acts until the law was broken first; None if it never was."""

    def __init__(self) -> None:
        """Begin a history."""
        super().__init__()
        type(self).examples += 1
        self._looked = -1

    @initialize(partner=whose, short=whose, soon=st.booleans(), opening=st.sampled_from(OPENINGS))
    def begins(self, *, partner: bool, short: bool, soon: bool, opening: str) -> None:
        """Start the home game; a short one soon reaches its last tiles."""
        rules = RULESETS["cn-2025.2-partner"] if partner else NATIONAL_2025
        closing = START + timedelta(60 if soon else LONG)
        self.world = World(rules, 22 if short else 100, closing)
        for person in self.world.match.people:
            self.world.takes_place(person)
        self.world.starts_when_due()
        self.opens(opening)

    def opens(self, opening: str) -> None:
        """Bring the match into the state in which the history begins."""
        if opening in {"moved", "resigned", "over"}:
            for _ in range(3):
                self.moves(leg=Leg.HOME, tiles=4)
        if opening == "late":
            self.waits(days=33)
        if opening == "asked":
            self.asks_word(leg=Leg.HOME, tiles=3)
            self.plans_reply(leg=Leg.HOME, tiles=0)
            self.waits(days=35)
        if opening == "never came":
            self.world.makes_ruling(Leg.HOME, "no_show", seat=Seat.RED)
        if opening in {"resigned", "over"}:
            self.ends(leg=Leg.HOME, seat=Seat.BLUE, words="resigns")
        if opening in {"over", "never came"}:
            self.waits(days=6)
            self.moves(leg=Leg.RETURN, tiles=5)
            self.ends(leg=Leg.RETURN, seat=Seat.RED, words="resigns")

    @invariant()
    def holds(self) -> None:
        """Check the law, if anything has happened since it was checked last."""
        if not hasattr(self, "world"):
            return
        kind = type(self)
        kind.steps += 1
        if self._looked == self.world.changes:
            return
        self._looked = self.world.changes
        try:
            kind.law(self.world)
        except AssertionError as error:
            kind.first = kind.first or (kind.examples, kind.steps)
            raise LawBrokenError(str(error)) from error

    def of(self, leg: Leg) -> Leg:
        """Return that leg, or the home game if the other has not begun."""
        return leg if leg in self.world.games else Leg.HOME

    def running(self, leg: Leg) -> Game | None:
        """Return the game if it runs."""
        game = self.world.games[leg]
        return game if game.ended is None else None

    def wanted(self, leg: Leg, tiles: int) -> Place | Pass:
        """Return a move with this many tiles, or a pass if there is none."""
        found = self.world.placeable(leg, tiles) if tiles else None
        return found or Pass(by=self.world.games[leg].turn)

    @rule(days=st.integers(1, 9) | st.integers(28, 34))
    def waits(self, days: int) -> None:
        """Let days pass, with the program's check of time on each."""
        for _ in range(days):
            self.world.tomorrow()
            self.world.checks_time()
            self.world.starts_when_due()

    @rule(leg=legs, tiles=st.integers(0, 7))
    def moves(self, leg: Leg, tiles: int) -> None:
        """Lay this many tiles, or pass."""
        leg = self.of(leg)
        if self.running(leg):
            self.world.does(leg, self.wanted(leg, tiles))

    @rule(leg=legs, accepts=st.booleans())
    def judges(self, leg: Leg, accepts: bool) -> None:
        """Accept the last move or send it back."""
        leg = self.of(leg)
        if self.running(leg):
            command = AcceptPlacement if accepts else ReturnPlacement
            self.world.does(leg, command(by=self.world.games[leg].turn), ())

    @rule(leg=legs, tiles=st.integers(0, 7), ago=st.integers(0, 40))
    def enters_sheet(self, leg: Leg, tiles: int, ago: int) -> None:
        """Enter a move from a paper sheet, perhaps days after it was sent."""
        leg = self.of(leg)
        if runs(self.world, leg):
            received = began(self.world, leg)
            sent = max(self.world.today - timedelta(ago), received)
            self.world.enters(leg, self.wanted(leg, tiles), received, sent)

    @rule(leg=legs, tiles=st.integers(0, 5))
    def plans_reply(self, leg: Leg, tiles: int) -> None:
        """Plan PAS as the reply to any move, or to one with this many tiles."""
        leg = self.of(leg)
        if runs(self.world, leg):
            found = self.world.placeable(leg, tiles) if tiles else None
            self.world.plans_reply(leg, found.placement if found else Wordless.ANY)

    @rule(leg=legs, tiles=st.integers(2, 7))
    def asks_word(self, leg: Leg, tiles: int) -> None:
        """Ask the arbiter about the words of a move, which waits for the answer."""
        leg = self.of(leg)
        command = self.world.placeable(leg, tiles) if runs(self.world, leg) else None
        if command is not None:
            self.world.asks_word(leg, command)

    @rule(first=whose)
    def blocks(self, first: bool) -> None:
        """Block the bot, or receive its messages again."""
        self.world.blocked ^= {self.world.match.people[first]}

    @rule(first=whose, ahead=st.integers(1, 8), more=st.integers(0, 9))
    def goes_on_leave(self, first: bool, ahead: int, more: int) -> None:
        """Announce leave, which applies to both games."""
        self.world.goes_on_leave(self.world.match.people[first], ahead, more)

    @rule(first=whose, last=whose)
    def withdraws_leave(self, first: bool, last: bool) -> None:
        """Withdraw announced leave."""
        self.world.withdraws_leave(self.world.match.people[first], -1 if last else 0)

    @rule(
        leg=legs,
        seat=seats,
        words=st.sampled_from(("resigns", "proposes", "proposes", "agrees", "declines")),
    )
    def ends(self, leg: Leg, seat: Seat, words: str) -> None:
        """Resign, or propose, accept or decline to end the game early."""
        leg = self.of(leg)
        command: Command = Resign(by=seat)
        if words == "proposes":
            command = ProposeInterruption(by=seat)
        elif words != "resigns":
            command = AnswerInterruption(by=seat, accept=words == "agrees")
        if self.running(leg):
            self.world.does(leg, command)

    @rule(first=whose)
    def wants_return(self, first: bool) -> None:
        """Ask for the return game."""
        world = self.world
        person = world.actor = world.match.people[first]
        if world.says(lambda: request_return(world.match, person, world.now)):
            world.starts_when_due()

    @rule(seat=seats, days=st.integers(1, 6))
    def ends_all(self, seat: Seat, days: int) -> None:
        """Bring both games to an end, so that rulings on results are frequent."""
        for _ in Leg:
            for leg in tuple(self.world.games):
                self.ends(leg=leg, seat=seat, words="resigns")
            self.waits(days=days)
