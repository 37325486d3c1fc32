"""Random histories of a match: what players and the clock do.

There is no reference. A law compares two states that the program itself computes, so a second
reading of the regulation is not needed. `search` checks the law after each act.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

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
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.importing import StatedTurn
from engine.games.planned_moves import Wordless
from engine.ids import Leg, Seat
from engine.matches.decide import request_return
from engine.matches.events import Statement
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025, RULESETS
from tests.builders import START
from tests.engine.laws.notes import Setting
from tests.engine.laws.program import began, runs
from tests.engine.laws.search import Act, Draw, History
from tests.engine.laws.world import World

_MOVES = Act("moves", {"leg": Leg.HOME, "tiles": 4})
_PASSES = Act("moves", {"leg": Leg.HOME, "tiles": 0})
_WAITS = Act("waits", {"days": 33})
_RESIGNS = Act("ends", {"leg": Leg.HOME, "seat": Seat.BLUE, "words": "resigns"})
_ENDS_RETURN = (
    Act("waits", {"days": 6}),
    Act("moves", {"leg": Leg.RETURN, "tiles": 5}),
    Act("ends", {"leg": Leg.RETURN, "seat": Seat.RED, "words": "resigns"}),
)
_OVER = (_MOVES, _MOVES, _MOVES, _RESIGNS, *_ENDS_RETURN)


def _ruled(kind: str, seat: Seat | None = None) -> Act:
    return Act("is_ruled", {"kind": kind, "seat": seat})


OPENINGS: Mapping[str, tuple[Act, ...]] = {
    "": (),
    "moved": (_MOVES, _MOVES, _MOVES),
    "late": (_WAITS,),
    "both late": (_WAITS, _MOVES, _WAITS),
    "both lost": (_WAITS, _MOVES, _WAITS, _ruled("both_lost_on_time")),
    "overdrawn": (_WAITS, _MOVES, _RESIGNS, *_ENDS_RETURN),
    "as played": (_WAITS, _MOVES, _RESIGNS, _ruled("as_played", Seat.RED)),
    "asked": (
        Act("asks_word", {"leg": Leg.HOME, "tiles": 3}),
        Act("plans_reply", {"leg": Leg.HOME, "tiles": 0}),
        Act("waits", {"days": 35}),
    ),
    "asked for long": (Act("asks_word", {"leg": Leg.HOME, "tiles": 3}), _WAITS, _WAITS),
    "asked later": (
        *(_MOVES, _MOVES, _MOVES),
        Act("asks_word", {"leg": Leg.HOME, "tiles": 1}),
        _WAITS,
    ),
    "passed": (_PASSES, _PASSES, _PASSES, _PASSES),
    "imported": (Act("is_imported", {"moves": 3}),),
    "closed": (_WAITS, Act("closes_soon", {"days": 8})),
    "called off": (Act("is_called_off", {}),),
    "resigned": (_MOVES, _MOVES, _MOVES, _RESIGNS),
    "late return": (_RESIGNS, Act("is_late_return", {})),
    "over": _OVER,
    "over again": _OVER,
    "never came": (_ruled("no_show", Seat.RED), *_ENDS_RETURN),
}
"""The acts with which a history begins: a game runs, one is over, or both are."""
SETTINGS = (*[Setting.CHAMPIONSHIP] * 4, Setting.FRIENDLY, Setting.REQUEST)
DRAWN: Mapping[str, Draw] = {
    "partner": lambda chance: chance.random() < 0.5,
    "short": lambda chance: chance.random() < 0.5,
    "closing": lambda chance: chance.choice((60, 200)),
    "returns": lambda chance: chance.choice((None, None, 40)),
    "setting": lambda chance: chance.choice(SETTINGS),
    "opening": lambda chance: chance.choice([*OPENINGS]),
    "leg": lambda chance: chance.choice([*Leg]),
    "seat": lambda chance: chance.choice([*Seat]),
    "first": lambda chance: chance.random() < 0.5,
    "accepts": lambda chance: chance.random() < 0.5,
    "days": lambda chance: chance.randint(*chance.choice(((1, 9), (1, 9), (28, 34)))),
    "few": lambda chance: chance.randint(1, 6),
    "tiles": lambda chance: chance.choice((0, 1, 2, 3, 4, 5, 6, 7)),
    "ago": lambda chance: chance.randint(*chance.choice(((0, 6), (0, 40)))),
    "ahead": lambda chance: chance.randint(1, 8),
    "more": lambda chance: chance.randint(0, 9),
    "number": lambda chance: chance.randrange(1000),
    "words": lambda chance: chance.choice(("resigns", *["proposes", "agrees"] * 2, "declines")),
}
PLAYERS = {
    "waits": 6,
    "moves": 12,
    "judges": 3,
    "enters_sheet": 4,
    "plans_reply": 3,
    "asks_word": 3,
    "blocks": 2,
    "goes_on_leave": 2,
    "withdraws_leave": 2,
    "ends": 4,
    "wants_return": 3,
    "ends_all": 2,
}
"""The acts of players and of the clock, each with its weight."""


class PlayedMatch(History):
    """A match of two games, with the acts of its players."""

    usual: ClassVar[Mapping[str, int]] = PLAYERS
    """The acts, each with its weight."""
    draws: ClassVar[Mapping[str, Draw]] = DRAWN
    """Random values of an act, by the name of its parameter."""
    world: World

    def begins(  # noqa: PLR0917  (each is drawn)
        self,
        partner: bool,
        short: bool,
        closing: int,
        returns: int | None,
        setting: Setting,
        opening: str,
    ) -> None:
        """Start the home game; a short one soon reaches its last tiles.

        `closing`: the day on which the phase closes; `returns`: the fixed day of return games.
        """
        rules = RULESETS["cn-2025.2-partner"] if partner else NATIONAL_2025
        on = None if returns is None else START + timedelta(returns)
        until = START + timedelta(closing)
        self.world = World(rules, 22 if short else 100, until, on, setting)
        for person in self.world.match.people:
            self.world.takes_place(person)
        self.world.starts_when_due()
        for act in OPENINGS[opening]:
            getattr(self, act.name)(**act.values)

    def is_ruled(self, kind: str, seat: Seat | None) -> None:
        """Rule in the home game."""
        self.world.makes_ruling(Leg.HOME, kind, **({} if seat is None else {"seat": seat}))

    def is_imported(self, moves: int) -> None:
        """Import the home game with so many moves, each of which took two days."""
        elsewhere = self.world.copied()
        for _ in range(moves):
            elsewhere.day += 2
            found = elsewhere.placeable(Leg.HOME, 4)
            if found is not None:
                elsewhere.does(Leg.HOME, found)
        made = [one for one in elsewhere.games[Leg.HOME].moves if isinstance(one, PlacementMade)]
        self.waits(days=2 * moves)
        self.world.imports(
            [
                StatedTurn(
                    row=row, placement=Placement(one.square, one.axis, one.word), sent=one.sent
                )
                for row, one in enumerate(made, 1)
            ]
        )

    def closes_soon(self, days: int) -> None:
        """Let the phase close tomorrow, and one player contest the other's time."""
        self.world.moves_closing(self.world.today + timedelta(1))
        self.waits(days=days)
        blue = self.world.games[Leg.HOME].blue.person
        self.world.actor = blue
        self.world.says_at_closing(Leg.HOME, blue, Statement.CONTESTED)

    def is_called_off(self) -> None:
        """Cancel the match, which is possible outside a championship."""
        self.world.cancels()

    def is_late_return(self) -> None:
        """Confirm the late day of the return game, if it is late."""
        self.world.confirms_late_return()

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

    def waits(self, days: int) -> None:
        """Let days pass, with the program's check of time on each."""
        for _ in range(days):
            self.world.tomorrow()
            self.world.checks_time()
            self.world.starts_when_due()

    def moves(self, leg: Leg, tiles: int) -> None:
        """Lay this many tiles, or pass."""
        leg = self.of(leg)
        if self.running(leg):
            self.world.does(leg, self.wanted(leg, tiles))

    def judges(self, leg: Leg, accepts: bool) -> None:
        """Accept the last move or send it back."""
        leg = self.of(leg)
        if self.running(leg):
            command = AcceptPlacement if accepts else ReturnPlacement
            self.world.does(leg, command(by=self.world.games[leg].turn), ())

    def enters_sheet(self, leg: Leg, tiles: int, ago: int) -> None:
        """Enter a move from a paper sheet, perhaps days after it was sent."""
        leg = self.of(leg)
        if runs(self.world, leg):
            received = began(self.world, leg)
            sent = max(self.world.today - timedelta(ago), received)
            self.world.enters(leg, self.wanted(leg, tiles), received, sent)

    def plans_reply(self, leg: Leg, tiles: int) -> None:
        """Plan PAS as the reply to any move, or to one with this many tiles."""
        leg = self.of(leg)
        if runs(self.world, leg):
            found = self.world.placeable(leg, tiles) if tiles else None
            self.world.plans_reply(leg, found.placement if found else Wordless.ANY)

    def asks_word(self, leg: Leg, tiles: int) -> None:
        """Ask the arbiter about the words of a move, which waits for the answer."""
        leg = self.of(leg)
        command = self.world.placeable(leg, tiles) if runs(self.world, leg) else None
        if command is not None:
            self.world.asks_word(leg, command)

    def blocks(self, first: bool) -> None:
        """Block the bot, or receive its messages again."""
        person = self.world.match.people[first]
        self.world.blocked ^= {person}
        if person not in self.world.blocked:
            self.world.receives(person)

    def goes_on_leave(self, first: bool, ahead: int, more: int) -> None:
        """Announce leave, which applies to both games."""
        self.world.goes_on_leave(self.world.match.people[first], ahead, more)

    def withdraws_leave(self, first: bool, number: int) -> None:
        """Withdraw announced leave."""
        self.world.withdraws_leave(self.world.match.people[first], number)

    def ends(self, leg: Leg, seat: Seat, words: str) -> None:
        """Resign, or propose, accept or decline to end the game early."""
        leg = self.of(leg)
        command: Command = Resign(by=seat)
        if words == "proposes":
            command = ProposeInterruption(by=seat)
        elif words != "resigns":
            command = AnswerInterruption(by=seat, accept=words == "agrees")
            if self.running(leg):
                self.world.does(leg, ProposeInterruption(by=seat.partner))
        if self.running(leg):
            self.world.does(leg, command)

    def wants_return(self, first: bool) -> None:
        """Ask for the return game."""
        world = self.world
        person = world.actor = world.match.people[first]
        if world.says(lambda: request_return(world.match, person, world.now)):
            world.starts_when_due()

    def ends_all(self, seat: Seat, few: int) -> None:
        """Bring both games to an end, so that rulings on results are frequent."""
        for _ in Leg:
            for leg in tuple(self.world.games):
                self.ends(leg=leg, seat=seat, words="resigns")
            self.waits(days=few)
