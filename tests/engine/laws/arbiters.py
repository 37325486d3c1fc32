"""Random histories of a match: what arbiters do, in rulings and in results."""

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import ClassVar

from engine.ids import Leg, Seat
from tests.engine.competitions.desk import ARBITER
from tests.engine.laws.history import DRAWN, PLAYERS, PlayedMatch
from tests.engine.laws.program import lift
from tests.engine.laws.rulings import liftings
from tests.engine.laws.search import Draw

OF_ONE = ("lost_on_time", "no_show", "abandoned", "loss", "as_played", "warning")
"""Rulings that name a player, and no figure."""
OF_BOTH = ("both_lost_on_time", "level", "rejected", "upheld")
"""Rulings that name nobody."""
KINDS = (*OF_ONE, *OF_BOTH)
ARBITERS = {
    "decides": 6,
    "answers_question": 3,
    "takes_back": 2,
    "undoes": 3,
    "corrects": 2,
    "extends": 2,
    "fines": 2,
    "excludes": 1,
    "lifts": 3,
    "makes_good": 1,
    "answers_results": 2,
    "takes_over": 3,
    "approves": 1,
}
"""The acts of arbiters, and the players' answers to results, each with its weight."""
OF_ARBITERS: Mapping[str, Draw] = {
    "upheld": lambda chance: chance.random() < 0.5,
    "back": lambda chance: chance.randint(1, 4),
    "taken": lambda chance: chance.choice(("annulled", "returned")),
    "place": lambda chance: chance.randint(0, 5),
    "points": lambda chance: chance.randint(1, 90),
    "grant": lambda chance: chance.choice((-5, -1, 1, 5, 10)),
    "fine": lambda chance: chance.choice(("0.1", "0.3", "0.5", "1")),
    "out": lambda chance: chance.choice(("exclusion", "reinstated")),
    "last": lambda chance: chance.randint(1, 3),
    "agrees": lambda chance: chance.random() < 0.5,
    "own": lambda chance: (chance.randint(10000, 16600), chance.randint(0, 3333)),
    "of": lambda chance: chance.choice(((Leg.HOME,), (Leg.RETURN,), tuple(Leg))),
}


class RuledMatch(PlayedMatch):
    """A match in which arbiters rule, and approve results."""

    usual: ClassVar[Mapping[str, int]] = {**PLAYERS, **ARBITERS}
    draws: ClassVar[Mapping[str, Draw]] = {**DRAWN, **OF_ARBITERS}

    def decides(self, leg: Leg, seat: Seat, number: int) -> None:
        """Make the first possible ruling that needs no figure, in an order that begins anywhere."""
        start = number % len(KINDS)
        for kind in (*KINDS[start:], *KINDS[:start]):
            named = {"seat": seat} if kind in OF_ONE else {}
            if self.world.makes_ruling(self.of(leg), kind, **named):
                return

    def answers_question(self, leg: Leg, upheld: bool) -> None:
        """Answer a question about a word, or change the answer."""
        self.world.answers_question(self.of(leg), upheld=upheld)

    def takes_back(self, leg: Leg, back: int, taken: str) -> None:
        """Annul moves, or send the last one back."""
        leg = self.of(leg)
        keep = len(self.world.games[leg].moves) - (back if taken == "annulled" else 1)
        if keep >= 0:
            self.world.makes_ruling(leg, taken, move=keep)

    def undoes(self, leg: Leg, number: int) -> None:
        """Take back the end of the game, or the moves that were taken back last."""
        found = liftings(self.world.games[self.of(leg)])
        if found:
            self.world.decides(self.of(leg), found[number % len(found)])

    def corrects(self, leg: Leg, place: int, points: int) -> None:
        """Correct the points of a move."""
        self.world.makes_ruling(self.of(leg), "score", move=place, number=points)

    def extends(self, leg: Leg, seat: Seat, grant: int) -> None:
        """Grant days, or withdraw granted days."""
        self.world.grants(self.of(leg), seat, grant)

    def fines(self, leg: Leg, seat: Seat, fine: str) -> None:
        """Take points off a figure."""
        self.world.makes_ruling(self.of(leg), "penalty", seat=seat, penalty=Decimal(fine))

    def excludes(self, leg: Leg, seat: Seat, out: str) -> None:
        """Disqualify a player, or lift a disqualification."""
        self.world.makes_ruling(self.of(leg), out, seat=seat)

    def lifts(self, last: int) -> None:
        """Take back one of the last rulings."""
        if len(self.world.deeds) >= last:
            lift(self.world, self.world.deeds[-last])

    def makes_good(self, leg: Leg, seat: Seat, ago: int, few: int) -> None:
        """Give back the days of an outage."""
        first = self.world.today - timedelta(ago)
        self.world.makes_good(self.of(leg), seat, first, few)

    def answers_results(self, first: bool, agrees: bool) -> None:
        """Agree with proposed results, or object to them."""
        self.world.answers_results(self.world.match.people[first], agrees=agrees)

    def takes_over(self, first: bool, own: tuple[int, int], of: tuple[Leg, ...]) -> None:
        """Take over the figures that a player proposes (art. 8.5)."""
        first_figure, second = (Decimal(one).scaleb(-4) for one in own)
        person = self.world.match.people[first]
        self.world.takes_over(person, (first_figure, second), of)

    def approves(self) -> None:
        """Approve the proposed results."""
        self.world.actor = ARBITER
        self.world.homologates()
