"""Random histories of a match: what arbiters do, in rulings and in results."""

from datetime import timedelta
from decimal import Decimal

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.ids import Leg, Seat
from tests.engine.competitions.desk import ARBITER
from tests.engine.laws.history import PlayedMatch, legs, seats, whose

OF_ONE = ("lost_on_time", "no_show", "abandoned", "loss", "as_played", "warning")
"""Rulings that name a player, and no figure."""
OF_BOTH = (
    *("level", "both_lost_on_time", "reopened", "earlier_end", "restored", "rejected", "upheld"),
)
"""Rulings that name nobody."""
figures = st.tuples(st.integers(10000, 16600), st.integers(0, 3333))


class RuledMatch(PlayedMatch):
    """A match in which arbiters rule, and approve results."""

    @rule(leg=legs, seat=seats, kind=st.sampled_from((*OF_ONE, *OF_BOTH)))
    def decides(self, leg: Leg, seat: Seat, kind: str) -> None:
        """Make a ruling that needs no figure."""
        named = {"seat": seat} if kind in OF_ONE else {}
        self.world.makes_ruling(self.of(leg), kind, **named)

    @rule(leg=legs, upheld=whose)
    def answers_question(self, leg: Leg, upheld: bool) -> None:
        """Answer a question about a word, or change the answer."""
        self.world.answers_question(self.of(leg), upheld=upheld)

    @rule(leg=legs, back=st.integers(1, 4), kind=st.sampled_from(("annulled", "returned")))
    def takes_back(self, leg: Leg, back: int, kind: str) -> None:
        """Annul moves, or send the last one back."""
        leg = self.of(leg)
        keep = len(self.world.games[leg].moves) - (back if kind == "annulled" else 1)
        if keep >= 0:
            self.world.makes_ruling(leg, kind, move=keep)

    @rule(leg=legs, place=st.integers(0, 5), points=st.integers(1, 90))
    def corrects(self, leg: Leg, place: int, points: int) -> None:
        """Correct the points of a move."""
        self.world.makes_ruling(self.of(leg), "score", move=place, number=points)

    @rule(leg=legs, seat=seats, days=st.sampled_from((-5, -1, 1, 5, 10)))
    def extends(self, leg: Leg, seat: Seat, days: int) -> None:
        """Grant days, or withdraw granted days."""
        self.world.makes_ruling(self.of(leg), "extension", seat=seat, number=days)

    @rule(leg=legs, seat=seats, points=st.sampled_from(("0.1", "0.3", "0.5", "1")))
    def fines(self, leg: Leg, seat: Seat, points: str) -> None:
        """Take points off a figure."""
        self.world.makes_ruling(self.of(leg), "penalty", seat=seat, penalty=Decimal(points))

    @rule(leg=legs, seat=seats, kind=st.sampled_from(("exclusion", "reinstated")))
    def excludes(self, leg: Leg, seat: Seat, kind: str) -> None:
        """Disqualify a player, or lift a disqualification."""
        self.world.makes_ruling(self.of(leg), kind, seat=seat)

    @rule(last=st.integers(1, 3))
    def lifts(self, last: int) -> None:
        """Take back one of the last rulings."""
        if len(self.world.deeds) >= last:
            self.world.lifts(self.world.deeds[-last])

    @rule(leg=legs, seat=seats, ago=st.integers(1, 12), days=st.integers(1, 6))
    def makes_good(self, leg: Leg, seat: Seat, ago: int, days: int) -> None:
        """Give back the days of an outage."""
        first = self.world.today - timedelta(ago)
        self.world.makes_good(self.of(leg), seat, first, days)

    @rule(first=whose, agrees=whose)
    def answers_results(self, first: bool, agrees: bool) -> None:
        """Agree with proposed results, or object to them."""
        self.world.answers_results(self.world.match.people[first], agrees=agrees)

    @rule(first=whose, own=figures, of=st.sampled_from(((Leg.HOME,), (Leg.RETURN,), tuple(Leg))))
    def takes_over(self, first: bool, own: tuple[int, int], of: tuple[Leg, ...]) -> None:
        """Take over the figures that a player proposes (art. 8.5)."""
        first_figure, second = (Decimal(one).scaleb(-4) for one in own)
        person = self.world.match.people[first]
        self.world.takes_over(person, (first_figure, second), of)

    @rule()
    def approves(self) -> None:
        """Approve the proposed results."""
        self.world.actor = ARBITER
        self.world.homologates()
