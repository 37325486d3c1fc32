"""Random histories with rulings: program and reference are compared after each step."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import partial

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from engine.games.audit import audit
from engine.games.fold import replay
from engine.games.orders import grant_time
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.games.turns import used_and_running
from engine.ids import Leg, PersonId, Seat
from engine.matches.decide import answer_results
from engine.matches.ledger.ledger import ledger
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.results import leg_results
from engine.rulesets import NeverBegun
from tests.engine.referee.pair import at_closing, never_begun
from tests.engine.referee.played import Played, legs, seats
from tests.engine.referee.sheet import FIVE, End, Sheet
from tests.engine.referee.time import Period

RULED = (
    "lost_on_time",
    "both_lost_on_time",
    "no_show",
    "abandoned",
    "as_played",
    "loss",
    "level",
    "lifted_end",
)
LONG = 15
"""The number of days after which whole matches are ended."""
OF_BOTH = frozenset({"level", "lifted_end", "both_lost_on_time"})
"""Rulings that concern both players."""


class Histories(Played):
    """A match with everything that an arbiter may rule in it."""

    @rule(leg=legs, seat=seats, kind=st.sampled_from(RULED))
    def decides(self, leg: Leg, seat: Seat, kind: str) -> None:
        """Make a ruling on a game; `agree` compares which rulings are possible."""
        leg = self._of(leg)
        sheet = self.pair.sheets[leg]
        concerns = {} if kind in OF_BOTH else {"seat": seat}
        if kind == "lifted_end":
            self._lifts_end(leg)
            return
        if not self.program.rules(leg, kind, "", **concerns):
            return
        if kind == "as_played":
            self.pair.upheld.add((leg, seat))
            return
        how = {"lost_on_time": "time", "both_lost_on_time": "both_time", "loss": "forfeited"}.get(
            kind, kind
        )
        if how in {"time", "abandoned"} and sheet.absent(seat):
            how = "no_show"
        is_for_both = kind in OF_BOTH
        if how == "time" and sheet.ended and sheet.absent(seat.partner):
            how, is_for_both = "both_time", True  # who never came wins nothing by it (9.1)
        sheet.closes(how, None if is_for_both else seat, self.today)

    def _lifts_end(self, leg: Leg) -> None:
        """Take back the last end of a game, which resumes or has its earlier end again."""
        sheet, game = self.pair.sheets[leg], self.program.games[leg]
        if game.ended is None or not self.program.lifts(leg, game.ended.at):
            return
        end = sheet.ended
        sheet.lifts(self.pair.loses_its_end(leg, lambda one: one is end), self.today)
        if sheet.ended is None:
            self.pair.goes_on(leg, self.today)

    @rule(leg=legs, back=st.integers(1, 4), kind=st.sampled_from(("annulled", "returned")))
    def takes_back(self, leg: Leg, back: int, kind: str) -> None:
        """Rule that moves are annulled or sent back."""
        leg = self._of(leg)
        sheet = self.pair.sheets[leg]
        if back > len(sheet.moves):
            return
        back = back if kind == "annulled" else 1
        keep = len(sheet.moves) - back
        if not self.program.rules(leg, kind, "", move=keep):
            assert self.pair.stays_over(leg)
            return
        sheet.annulled(self.today, keep, charged=kind == "returned")
        if sheet.ended is None:
            self.pair.goes_on(leg, self.today)

    @rule(leg=legs)
    def restores(self, leg: Leg) -> None:
        """Take back what took moves back last.

        Nothing is compared if a question that waited then would wait again, or if a word of these
        moves was ruled invalid since (art. 5.3).
        """
        leg = self._of(leg)
        sheet, voided = self.pair.sheets[leg], self.program.games[leg].voided
        if not sheet.copies or sheet.ended or sheet.copies[-1].asked:
            return
        if sheet.off & {one.at for one in sheet.copies[-1].moves}:
            return
        if self.program.lifts(leg, voided[-1].event.at):
            sheet.restored(self.today)
            self.pair.goes_on(leg, self.today)

    @rule(leg=legs, place=st.integers(0, 5), points=st.sampled_from((-3, 0)) | st.integers(1, 90))
    def puts_right(self, leg: Leg, place: int, points: int) -> None:
        """Correct the points of a move, of the last one if there are fewer."""
        leg = self._of(leg)
        sheet = self.pair.sheets[leg]
        place = min(place, max(len(sheet.moves) - 1, 0))
        was = sheet.moves[place] if place < len(sheet.moves) else None
        least = 0 if was and was.is_jokers else 1
        may = was is not None and not was.is_pass and least <= points != was.points
        assert self.program.rules(leg, "score", "", move=place, number=points) is may
        if was is None or not may:
            return
        sheet.corrected(place, points)

    @rule(leg=legs, seat=seats, days=st.sampled_from((-5, -1, 1, 5, 10)))
    def extends(self, leg: Leg, seat: Seat, days: int) -> None:
        """Grant days, or withdraw granted days."""
        leg = self._of(leg)
        sheet = self._running(leg)
        if sheet is None:
            return
        if self.program.rules(leg, "extension", "", seat=seat, number=days):
            sheet.grants(seat, days)

    @rule(leg=legs, kind=st.sampled_from(("annulled", "returned")))
    def takes_back_and_restores(self, leg: Leg, kind: str) -> None:
        """Annul or send back a new move and then restore it (8.9)."""
        leg = self._of(leg)
        self.moves(leg=leg, tiles=4)
        if self._running(leg) is not None:
            self.takes_back(leg=leg, back=1, kind=kind)
            self.restores(leg=leg)

    @rule(leg=legs, over=st.integers(1, 5))
    def takes_days_back_too_late(self, leg: Leg, over: int) -> None:
        """Grant days, let the player use them, and withdraw them after the end (8.2)."""
        leg = self._of(leg)
        sheet = self._running(leg)
        if sheet is None:
            return
        seat = sheet.turn
        left = sheet.budget + sheet.granted[seat] - sheet.used(seat, self.today)
        self.extends(leg=leg, seat=seat, days=5)
        self.waits(days=max(left + over, 1))
        self.moves(leg=leg, tiles=4)
        self.extends(leg=leg, seat=seat, days=-5)
        self.ends(leg=leg, seat=seat.partner, words="resigns")

    @rule(leg=legs, more=st.integers(0, 8), days=st.integers(1, 9))
    def rests_too_late(self, leg: Leg, more: int, days: int) -> None:
        """Exceed the time, announce leave, and get an extension (8.22)."""
        leg = self._of(leg)
        sheet = self._running(leg)
        if sheet is None:
            return
        seat = sheet.turn
        left = sheet.budget + sheet.granted[seat] - sheet.used(seat, self.today)
        self.waits(days=max(left + 2, 1))
        first = self.program.match.people[1] == sheet.people[seat is Seat.BLUE]
        self.goes_on_leave(first=first, ahead=1, more=more)
        self.waits(days=days)
        self.extends(leg=leg, seat=seat, days=5)

    @rule(leg=legs, seat=seats, ago=st.integers(1, 12), days=st.integers(1, 6))
    def makes_good(self, leg: Leg, seat: Seat, ago: int, days: int) -> None:
        """Give back the days of an outage."""
        leg = self._of(leg)
        sheet = self._running(leg)
        if sheet is None:
            return
        first = self.today - timedelta(ago)
        period = Period(first, min(first + timedelta(days - 1), self.today - timedelta(1)))
        outage = Outage(period.first, period.last)
        lost = days_lost(self.program.games[leg], seat, outage, self.today)
        assert lost == sheet.days_lost_in(seat, period, self.today)
        if lost:
            order = replace(self.program.order(), automatic=True)
            given = grant_time(self.program.games[leg], order, seat, lost, outage)
            self.program.follow(leg, given)
            sheet.grants(seat, lost)
            sheet.made_good[seat][period] = lost

    @rule(
        leg=legs,
        seat=seats,
        points=st.sampled_from(("0", "0.1", "0.5", "1")),
        case=st.sampled_from("ab"),
    )
    def fines(self, leg: Leg, seat: Seat, points: str, case: str) -> None:
        """Give a penalty; a new ruling replaces its own case's, and cases add up."""
        parts = {"seat": seat, "penalty": Decimal(points)}
        leg = self._of(leg)
        if self.program.rules(leg, "penalty", case, **parts):
            person = self.pair.people[leg][seat is Seat.BLUE]
            self.pair.penalties[person, leg, case] = Decimal(points)

    @precondition(lambda self: self.program.day > LONG and not self.pair.is_over)
    @rule(seat=seats)
    def loses_all(self, seat: Seat) -> None:
        """Rule that every game is lost, so that all results are proposed."""
        for leg in tuple(self.pair.sheets):
            if self._running(leg) is not None:
                self.decides(leg=leg, seat=seat, kind="loss")

    @precondition(lambda self: self.pair.is_over and not self.pair.homologated)
    @rule(
        who=st.booleans(),
        own=st.none() | st.tuples(st.integers(0, 16666), st.integers(0, 3333)),
        of=st.sampled_from(((Leg.HOME,), (Leg.RETURN,), tuple(Leg))),
    )
    def homologates(self, who: bool, own: tuple[int, int] | None, of: tuple[Leg, ...]) -> None:
        """Approve the proposal, perhaps after accepting a player's own figures."""
        program = self.program
        person = program.match.people[who]
        late = any(
            self.pair.may_be_ruled(leg, "as_played", seat, self.today)
            for leg in Leg
            for seat in Seat
        )
        if own is not None and not late and person in self.pair.joined:
            first, second = (Decimal(one).scaleb(-4) for one in own)
            assert program.says(
                lambda: answer_results(program.match, person, program.now, agrees=False)
            )
            for leg in of:
                self._proposes_own(leg, person, first, second)
            order = program.order(article="8.5")
            assert program.says(lambda: take_over(program.match, order, person))
        assert program.homologates() is not late
        self.pair.homologated = not late

    def _proposes_own(self, leg: Leg, person: PersonId, first: Decimal, second: Decimal) -> None:
        """Propose a player's own figures, which the arbiter then accepts."""
        program = self.program
        assert program.says(
            lambda: propose_own(program.match, person, leg, first, second, program.now)
        )
        red = self.pair.people[leg][0]
        self.pair.takes_over(leg, *((first, second) if person == red else (second, first)))

    @rule(leg=legs, seat=seats)
    def excludes(self, leg: Leg, seat: Seat) -> None:
        """Disqualify a player, whose games all end, including those not begun."""
        leg = self._of(leg)
        person = self.pair.people[leg][seat is Seat.BLUE]
        may = person not in self.pair.excluded
        assert self.program.rules(leg, "exclusion", "", seat=seat) is may
        if not may:
            return
        self.pair.excluded.add(person)
        for each in self.program.games:
            if self._running(each):
                by = self.program.games[each].seat_of(person)
                self.pair.sheets[each].closes("excluded", by, self.today, barred=True)

    @precondition(lambda self: Leg.RETURN not in self.pair.sheets)
    @rule(seat=seats)
    def excludes_both(self, seat: Seat) -> None:
        """Disqualify both between the games; neither wins the return game (art. 9.1)."""
        self.ends(leg=Leg.HOME, seat=seat, words="resigns")
        for each in (seat, seat.partner):
            if self.pair.people[Leg.HOME][each is Seat.BLUE] not in self.pair.excluded:
                self.excludes(leg=Leg.HOME, seat=each)
        self.waits(days=FIVE + 1)

    @precondition(lambda self: self.pair.excluded)
    @rule(leg=legs, last=st.booleans())
    def reinstates(self, leg: Leg, last: bool) -> None:
        """Lift a disqualification and its effects, unless they are official (8.3).

        If the opponent is disqualified too, the effects continue as theirs (spec 9.1).
        """
        person = sorted(self.pair.excluded)[-last]
        leg = self._of(leg)
        seat = self.program.games[leg].seat_of(person)
        assert self.program.rules(leg, "reinstated", "", seat=seat)
        self.pair.excluded.discard(person)
        for each, sheet in sorted(self.pair.sheets.items()):
            by = self.program.games[each].seat_of(person)
            own = [one for one in sheet.endings if one.barred and one.by in {by, None}]
            if by is None or not own:
                continue
            since = sheet.endings[sheet.endings.index(own[-1]) + 1 :]
            if self.pair.excluded:
                how = "no_show" if own[-1].how == "no_show" else "excluded"
                sheet.closes(how, by.partner, self.today, resumes=True, barred=True)
                assert sheet.ended is not None
                untaken = sheet.ended.untaken  # of this day, as the other now loses the game
                sheet.still_ended([replace(one, untaken=untaken) for one in since])
            elif since:
                sheet.lifts(own.__contains__, self.today)
            elif not self.pair.homologated:
                sheet.goes_on(self.today)
                self.pair.goes_on(each, self.today)
        for each, sheet in self.pair.sheets.items():
            seats = {None, self.program.games[each].seat_of(person)}
            if sheet.ended is not None and sheet.ended.how == "forfeited":  # a loss on top stays
                sheet.lifts(partial(_is_by_exclusion, seats), self.today)

    @precondition(lambda self: self.is_closed)
    @rule(leg=legs, who=st.booleans(), words=st.sampled_from(("declared", "contested", "content")))
    def declares(self, leg: Leg, who: bool, words: str) -> None:
        """Declare the state of a game at the closing date."""
        leg = self._of(leg)
        sheet = self._running(leg)
        person = self.program.match.people[who]
        if person not in self.pair.joined:
            return
        said = self.program.says_at_closing(leg, person, words)
        if sheet is None:
            assert not said
            return
        partner = Seat.RED if person != self.pair.people[leg][0] else Seat.BLUE
        late = sheet.is_overdrawn(partner, self.program.closing)
        assert said is (words != "contested" or late)
        if said:
            self.pair.said[leg, person] = words

    @precondition(lambda self: self.is_closed)
    @rule(leg=legs)
    def closes(self, leg: Leg) -> None:
        """End a game at the closing date, after both declarations or five days."""
        if leg not in self.pair.sheets:
            self._closes_unbegun()
            return
        sheet, program = self._running(leg), self.program
        home = self.pair.sheets[Leg.HOME].ended
        is_unbegun = sheet is not None and sheet.start > program.closing
        if sheet is None or (is_unbegun and home is None):  # the home game ends first
            return
        said = [self.pair.said.get((leg, person)) for person in program.match.people]
        is_over = all(said) or self.today > program.closing + timedelta(FIVE)
        settled = is_over and sheet.asked is None
        assert settled is program.is_settled(leg, self.today)
        if not settled:
            return
        program.closes(leg)
        if sheet.waits:
            sheet.accepted(self.today)
            return
        declared = bool({"declared", "contested"} & set(said)) and not is_unbegun
        out: list[Seat] = []
        if is_unbegun and home is not None:  # it was reopened after the closing date
            out = [one for one in Seat if self._person(leg, one) in self.pair.excluded]
            how, by = never_begun(home, out, is_level=self._is_level)
        else:
            how, by = at_closing(sheet, program.closing, declared=declared)
        sheet.closes(how, by, self.today, declared=declared, barred=bool(out))

    @rule(leg=legs, days=st.integers(1, 4))
    def closes_soon(self, leg: Leg, days: int) -> None:
        """Let the phase close soon after the turn of the player to move began (8.6)."""
        leg = self._of(leg)
        if self._running(leg) is not None:
            self.moves_closing(days=days)
            self.waits(days=days + FIVE + 1)
            self.closes(leg=leg)

    @property
    def _is_level(self) -> bool:
        return self.program.match.rules.never_begun is NeverBegun.LEVEL

    def _person(self, leg: Leg, seat: Seat) -> PersonId:
        return self.pair.people[leg][seat is Seat.BLUE]

    def _closes_unbegun(self) -> None:
        """End a return game that never began, after the end of the home game."""
        home = self.pair.sheets[Leg.HOME].ended
        if home is None:
            return
        self.program.starts_when_due(closed=True)
        out = self._begun(Leg.RETURN, closed=True)
        self.program.closes(Leg.RETURN)
        how, by = never_begun(home, out, is_level=self._is_level)
        self.pair.sheets[Leg.RETURN].closes(how, by, self.today, barred=bool(out))

    @rule(days=st.integers(1, 40))
    def moves_closing(self, days: int) -> None:
        """Move the closing date, and give back days on which nobody could move (8.4)."""
        was, to = self.program.closing, self.today + timedelta(days)
        self.program.moves_closing(to)
        self.pair.said.clear()
        for sheet in self.pair.sheets.values():
            sheet.closing = to
        ago = (self.today - was).days - 1
        for leg in Leg:
            for seat in Seat:
                if ago > 0 and leg in self.pair.sheets:
                    self.makes_good(leg, seat, ago, ago)
        self._looks_at_clocks()  # some days count again, and the bot checks at once
        self._starts()

    @invariant()
    def agree(self) -> None:
        """Compare days, possible rulings and coefficients."""
        if not hasattr(self, "pair"):
            return
        type(self).steps += 1
        self.pair.notes_home()
        for leg, sheet in self.pair.sheets.items():
            if sheet.ended is None:  # leave announced while a reopened game was over
                sheet.notes_leave(self.today)
            self._same_game(leg, sheet)
        for result in leg_results(self.program.match):
            worth = (result.red, result.blue, result.article)
            assert worth == self.pair.worth(result.leg), (
                result.leg,
                worth,
                self.pair.worth(result.leg),
            )
        if self.program.match.results:
            assert self.program.match.results == leg_results(self.program.match)

    def teardown(self) -> None:
        """Check that replay, audit and time log of each game agree with the game itself."""
        for leg, log in self.program.logs.items() if hasattr(self, "program") else ():
            game = self.program.games[leg]
            assert replay(log) == game
            # A short game has only a part of a sequence, which no draw gives.
            assert [line for line in audit(log) if not line.startswith("sequence")] == []
            for seat in Seat:
                last = [one for one in ledger(log) if one.seat is seat][-1]
                assert last.left == game.allowance(seat) - game.side(seat).days, (leg, seat)

    def _same_game(self, leg: Leg, sheet: Sheet) -> None:
        game = self.program.games[leg]
        ended = game.ended and (game.ended.ending.value, game.ended.by)
        assert ended == (sheet.ended and (sheet.ended.how, sheet.ended.by))
        for seat in Seat:
            used = used_and_running(game, seat, self.today)
            assert used == sheet.used(seat, self.today), (leg, seat, used)
            assert game.side(seat).score == sheet.score(seat)
            assert game.returnable is sheet.returnable
            for kind in RULED:
                whole = kind in OF_BOTH
                if whole and seat is Seat.BLUE:  # Red's turn has compared it
                    continue
                mine = self.pair.may_be_ruled(leg, kind, seat, self.today)
                theirs = self.program.may_rule(leg, kind, None if whole else seat)
                assert mine is theirs, (leg, kind, seat, theirs)


def _is_by_exclusion(seats: Collection[Seat | None], end: End) -> bool:
    """Return whether the disqualification of one of these players made the end."""
    return end.barred and end.by in seats
