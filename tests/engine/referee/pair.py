"""A reference for matches of two games: coefficients and possible rulings (art. 7-10)."""

from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal

from engine.ids import Leg, PersonId, Seat
from tests.engine.referee.results import abandoned, article_of, finished, interrupted
from tests.engine.referee.sheet import FIVE, PLAYED, End, Sheet

NOTHING, LEVEL = Decimal("0.0000"), Decimal("1.0000")
PRESENT = Decimal("1.5300")
GIVEN_UP = ("abandoned", "time", "closed", "forfeited", "excluded")
"""Endings that a player lost by an action or by a missed deadline."""
LOST = (*GIVEN_UP, "no_show")

Worth = tuple[Decimal, Decimal, str]
"""Red's coefficient, Blue's, and the article."""


@dataclass
class Pair:
    """The two games of a match."""

    people: dict[Leg, tuple[PersonId, PersonId]]
    """Red and Blue in each game."""
    sheets: dict[Leg, Sheet] = field(default_factory=dict)
    penalties: dict[tuple[PersonId, Leg, str], Decimal] = field(default_factory=dict)
    """Penalties by case; those of several cases add up (art. 10.3)."""
    upheld: set[tuple[Leg, Seat]] = field(default_factory=set)
    taken_over: dict[Leg, tuple[Decimal, Decimal, object]] = field(default_factory=dict)
    """Figures taken over from a player, and what they were taken over for (art. 8.5)."""
    homologated: bool = False
    excluded: set[PersonId] = field(default_factory=set)
    said: dict[tuple[Leg, PersonId], str] = field(default_factory=dict)
    """What each player declared of a game at this closing date."""
    joined: set[PersonId] = field(default_factory=set)
    ready: set[PersonId] = field(default_factory=set)
    """Players who ask for the return game."""
    late: bool = False
    """Whether the organiser has confirmed a fixed day that is late for this match."""
    over_on: date | None = None

    @property
    def is_over(self) -> bool:
        """Return whether both games have ended."""
        return len(self.sheets) == len(Leg) and all(one.ended for one in self.sheets.values())

    def next_due(self, today: date, returns: date | None) -> bool:
        """Return whether the next game starts automatically that day (art. 7.1).

        The return game starts five days after the home game, or on the day fixed for all. A later
        fixed day needs the organiser's confirmation.
        """
        if not self.sheets:
            return True
        home = self.sheets[Leg.HOME].ended
        if Leg.RETURN in self.sheets or home is None:
            return False
        latest = (self.over_on or home.on) + timedelta(FIVE)
        day = latest if returns is None else returns if self.late else min(returns, latest)
        asked = returns is None and len(self.ready) == len(Seat)
        return asked or today >= day

    def notes_home(self) -> None:
        """Record the day on which the home game ended; a ruling on its end does not change it."""
        home = self.sheets[Leg.HOME].ended
        self.over_on = None if home is None else self.over_on or home.on
        if home is None:
            self.ready.clear()

    def worth(self, leg: Leg) -> Worth:
        """Return the coefficients of a finished game, less penalties (art. 8-10)."""
        red, blue, article = self._sanctioned(leg)
        off = [self.points_off(person, leg) for person in self.people[leg]]
        if any(off):
            article = "10.3"
        return max(red - off[0], NOTHING), max(blue - off[1], NOTHING), article

    def out(self, leg: Leg) -> list[Seat]:
        """Return the seats of the disqualified players."""
        return [seat for seat in Seat if self.people[leg][seat is Seat.BLUE] in self.excluded]

    def stays_over(self, leg: Leg) -> bool:
        """Return whether no ruling resumes the game: it is official, or both are disqualified."""
        return self.homologated or len(self.out(leg)) == len(Seat)

    def goes_on(self, leg: Leg, day: date) -> None:
        """Record that a game is in play again, or is lost by a disqualified player (spec 9.1)."""
        self.upheld = {one for one in self.upheld if one[0] is not leg}
        for seat in self.out(leg):
            self.sheets[leg].closes("excluded", seat, day, barred=True)

    def takes_over(self, leg: Leg, red: Decimal, blue: Decimal) -> None:
        """Record figures that count as long as the game has its present end and scores."""
        self.taken_over[leg] = red, blue, self._grounds(leg)

    def _grounds(self, leg: Leg) -> object:
        """Return the end of a game without sanctions, and its figures."""
        sheet, end = self.sheets[leg], self._base(leg)
        points = tuple(sheet.score(seat) for seat in Seat)
        return end.how, end.by, end.declared, end.untaken, points, sheet.rounds

    def _base(self, leg: Leg) -> End:
        """Return the end beneath losses as a sanction, with those who are absent today."""
        end = self.sheets[leg].ended
        assert end is not None
        if end.was is None:
            return end
        now = {"untaken": end.untaken, "gone": end.gone, "stayed_away": end.stayed_away}
        return replace(end.was, **now)  # type: ignore[arg-type]  # three tuples of seats

    def points_off(self, person: PersonId, leg: Leg) -> Decimal:
        """Return the sum of a player's penalties in a game."""
        found = (off for key, off in self.penalties.items() if key[:2] == (person, leg))
        return sum(found, Decimal(0))

    def _sanctioned(self, leg: Leg) -> Worth:
        """Return the figures after losses, from which nobody may gain who is at fault (10.3)."""
        end, base = self.sheets[leg].ended, self._base(leg)
        assert end is not None
        before = self._beside(leg)
        worth = {Seat.RED: before[0], Seat.BLUE: before[1]}
        article = before[2]
        no_winners = {*end.losers, *base.losers_by_fault, *end.stayed_away, *end.untaken}
        for seat in end.losers:
            lost = self._if_forfeited(leg, seat)
            article, partner = lost[2], seat.partner
            own, others = lost[seat is Seat.BLUE], lost[seat is Seat.RED]
            assert isinstance(own, Decimal)
            assert isinstance(others, Decimal)
            gains = partner not in no_winners
            most = max(worth[partner], others) if gains else worth[partner]
            is_plain = most == others and min(worth[seat], own) == own
            worth[seat] = own if is_plain else min(worth[seat], own, 2 - most)
            worth[partner] = most
        return worth[Seat.RED], worth[Seat.BLUE], article

    def _if_forfeited(self, leg: Leg, seat: Seat) -> Worth:
        """Return the figures of a game if that player had lost it by a ruling alone."""
        sheet = copy(self.sheets[leg])
        end = sheet.ended
        assert end is not None
        sheet.ended = replace(
            end, how="forfeited", by=seat, stayed_away=(), was=None, losers=(), untaken=()
        )
        return alone(sheet)

    def _beside(self, leg: Leg) -> Worth:
        """Return the figures; a resigning player who leads over both games gets 0 (art. 9.1)."""
        end = self._base(leg)
        if leg in self._in_force:  # the arbiter's own figures stay as they are
            return self._in_force[leg]
        if end.how == "both_time" and not end.untaken:
            red, blue = (self._if_lost_by(leg, seat)[place] for place, seat in enumerate(Seat))
            return red, blue, "9.4"
        red, blue, article = self._earned(leg)
        if not self.is_over or end.how not in GIVEN_UP or end.by is None:
            return red, blue, article
        other = next(one for one in Leg if one is not leg)
        blues, reds, _ = self._earned(other)  # Red here was Blue there
        return _zero_if_ahead(end.by, (red, blue, article), red + reds, blue + blues)

    @property
    def _in_force(self) -> dict[Leg, Worth]:
        """Return the figures taken over for the ends and scores that the games now have."""
        return {
            leg: (red, blue, "8.5")
            for leg, (red, blue, grounds) in self.taken_over.items()
            if self.sheets[leg].ended and grounds == self._grounds(leg)
        }

    def _earned(self, leg: Leg) -> Worth:
        """Return the figures of a game by its own end, or those taken over for it."""
        if leg in self._in_force:
            return self._in_force[leg]
        end = self._base(leg)
        if end.untaken and end.how in {*LOST, "both_time"}:
            return *never_taken(end), "9.1"
        sheet = copy(self.sheets[leg])
        sheet.ended = end
        return alone(sheet)

    def _if_lost_by(self, leg: Leg, seat: Seat) -> tuple[Decimal, Decimal]:
        """Return both figures of a game if this player alone had lost it on time."""
        sheet = copy(self.sheets[leg])
        end = self._base(leg)
        how = "no_show" if seat in end.gone else "time"
        sheet.ended = replace(end, how=how, by=seat)
        alone_lost = replace(self, sheets={**self.sheets, leg: sheet}, taken_over=self.taken_over)
        red, blue, _ = alone_lost._beside(leg)
        return red, blue

    def may_be_ruled(self, leg: Leg, kind: str, seat: Seat, day: date) -> bool:
        """Return whether that ruling on the game or player is possible that day."""
        sheet = self.sheets[leg]
        end = sheet.ended
        so_already = {
            "lost_on_time": ("time", "no_show"),
            "no_show": ("no_show",),
            "loss": ("forfeited",),
        }.get(kind, ())
        if end is not None and end.how in so_already and end.by is seat:
            return False
        return {
            "lost_on_time": sheet.is_overdrawn(seat, day)
            and not (end and end.how == "both_time" and sheet.absent(seat.partner)),
            "both_lost_on_time": all(sheet.is_overdrawn(one, day) for one in Seat)
            and (end is None or end.how != "both_time"),
            "no_show": sheet.absent(seat) and self._is_late(leg, seat, day),
            "abandoned": end is None
            and sheet.turn is seat
            and (not sheet.absent(seat) or self._is_late(leg, seat, day)),
            "as_played": self._may_stand(leg, seat, day),
            "loss": True,
            "level": end.how != "level" if end else not sheet.closing or day > sheet.closing,
            "lifted_end": self.may_lose_its_end(leg, lambda one: one is end, alone=True),
        }[kind]

    def _is_late(self, leg: Leg, seat: Seat, day: date) -> bool:
        """Return whether the player has had the five days for a first move, or all their time."""
        sheet = self.sheets[leg]
        end = sheet.over_on if sheet.ended else day
        last = min(day, end, sheet.closing or day)
        return sheet.silent_days(last) >= FIVE or sheet.is_overdrawn(seat, day)

    def loses_its_end(self, leg: Leg, gone: Callable[[End], bool]) -> Callable[[End], bool]:
        """Return which endings are withdrawn with those: disqualifications that were lifted too."""
        left = [one for one in self.sheets[leg].endings if not gone(one)]
        stale: list[End] = []
        if left and left[-1].how == "excluded" and left[-1].by is not None:
            person = self.people[leg][left[-1].by is Seat.BLUE]
            stale = [] if person in self.excluded else left[-1:]
        return lambda one: gone(one) or one in stale

    def may_lose_its_end(
        self, leg: Leg, gone: Callable[[End], bool], *, alone: bool = False
    ) -> bool:
        """Return whether these endings may be withdrawn; no official or played game resumes.

        Nor does one of a disqualified player, if the ruling withdraws the end `alone`.
        """
        sheet, without = self.sheets[leg], self.loses_its_end(leg, gone)
        if any(not without(one) for one in sheet.endings):
            return True
        end = sheet.ended
        stays = self.stays_over(leg) or (alone and bool(self.out(leg)))
        return end is not None and end.how not in PLAYED and not stays

    def _may_stand(self, leg: Leg, seat: Seat, day: date) -> bool:
        """Return whether exceeded time in this result still needs a ruling (art. 9.4)."""
        sheet = self.sheets[leg]
        end = sheet.ended
        if (
            end is None
            or self.homologated
            or (leg, seat) in self.upheld
            or end.how in {"level", "both_time"}
        ):
            return False
        counts_already = end.how in LOST and end.by is seat
        return sheet.is_overdrawn(seat, day) and not counts_already


def never_taken(end: End) -> tuple[Decimal, Decimal]:
    """Return the coefficients of a game with an untaken seat, whose player cannot win (9.1)."""
    both = end.how in {"no_show", "both_time"} and end.by is None
    gone = set(Seat) if both else {*end.untaken, end.by}
    red, blue = (PRESENT if seat not in gone and seat.partner in gone else NOTHING for seat in Seat)
    return red, blue


def only(seats: Collection[Seat]) -> Seat | None:
    """Return the single seat; `None` for both or none."""
    return next(iter(seats)) if len(seats) == 1 else None


def never_begun(home: End, out: Collection[Seat], *, is_level: bool) -> tuple[str, Seat | None]:
    """Return the ending and absent seat of a return game not begun at the closing (8.7).

    Colours are swapped, so the loser of the home game has the other seat. `out`: disqualified
    seats.
    """
    base = home.was or home
    if out or base.how == "no_show":
        came_not = [base.by.partner] if base.by and base.how == "no_show" else []
        return "no_show", only({*out, *came_not})
    if not is_level:
        return "no_show", None
    lost = {*base.losers_by_fault, *home.losers}
    return ("no_show", only({seat.partner for seat in lost})) if lost else ("closed", None)


def at_closing(sheet: Sheet, closing: date, *, declared: bool) -> tuple[str, Seat | None]:
    """Return how an unfinished game ends at the closing date, and its loser (art. 9.4).

    A player to move for five days who has never moved is a no-show (art. 9.1, spec 8.6).
    """
    late = [seat for seat in Seat if sheet.is_overdrawn(seat, closing)]
    turn, gone = sheet.turn, set(sheet.untaken)
    if sheet.absent(turn) and (turn in late or sheet.silent_days(closing) >= FIVE):
        gone.add(turn)
    if gone:
        return "no_show", gone.pop() if len(gone) == 1 else None
    if not declared or not late:
        return "closed", None
    return ("closed", late[0]) if len(late) == 1 else ("both_time", None)


def alone(sheet: Sheet) -> Worth:  # noqa: PLR0911  (one line an ending)
    """Return the coefficients and article of a finished game by itself, Red first."""
    end = sheet.ended
    assert end is not None
    red, blue = sheet.score(Seat.RED), sheet.score(Seat.BLUE)
    if end.how in {"level", "closed"} and not (end.how == "closed" and end.declared):
        return LEVEL, LEVEL, "9.4"
    if end.how == "interrupted":
        return *interrupted(red, blue), "9.2"
    if end.how == "no_show":
        red_one, blue_one = (NOTHING if end.by in {None, one} else PRESENT for one in Seat)
        return red_one, blue_one, "9.1"
    if end.how == "both_time":
        worths = [_alone_late(sheet, seat) for seat in Seat]
        return worths[0][0], worths[1][1], "9.4"
    if end.how in {"forfeited", "excluded"} and end.by is not None:
        return _sanctioned(sheet, end, end.by)
    if end.how in GIVEN_UP and end.by is not None:
        return _given_up(sheet, end.how, end.by)
    if end.how == "closed":
        return _declared(sheet)
    return *finished(red, blue), article_of(red, blue)


def _given_up(sheet: Sheet, how: str, by: Seat) -> Worth:
    article = {"abandoned": "9.1", "time": "9.4", "closed": "9.4"}.get(how, "10.3")
    stays, leaves = abandoned(sheet.score(by.partner), sheet.score(by), sheet.rounds)
    return (leaves, stays, article) if by is Seat.RED else (stays, leaves, article)


def _alone_late(sheet: Sheet, seat: Seat) -> Worth:
    """Return the figures of a game if this player alone had lost it on time."""
    late = copy(sheet)
    how = "no_show" if sheet.ended and seat in sheet.ended.gone else "time"
    late.ended = replace(sheet.ended, how=how, by=seat) if sheet.ended else None
    return alone(late)


def _sanctioned(sheet: Sheet, end: End, by: Seat) -> Worth:
    """Return the figures of a sanction that ended the game: 0 for who never came (9.1, 10.3)."""
    red, blue, article = _given_up(sheet, end.how, by)
    if by in end.gone:
        red, blue = (PRESENT, NOTHING) if by is Seat.BLUE else (NOTHING, PRESENT)
        article = "9.1"
    if by.partner in end.stayed_away:
        red, blue = (NOTHING, blue) if by is Seat.BLUE else (red, NOTHING)
        article = "9.1"
    return red, blue, article


def _declared(sheet: Sheet) -> Worth:
    """Return the shares of a game declared at the closing date (art. 9.4)."""
    if not sheet.rounds:
        return LEVEL, LEVEL, "9.4"
    return *interrupted(sheet.score(Seat.RED), sheet.score(Seat.BLUE)), "9.2"


def _zero_if_ahead(by: Seat, worth: Worth, both_red: Decimal, both_blue: Decimal) -> Worth:
    red, blue, article = worth
    if by is Seat.RED and both_red > both_blue:
        return NOTHING, blue, article
    if by is Seat.BLUE and both_blue > both_red:
        return red, NOTHING, article
    return worth
