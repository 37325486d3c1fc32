"""What people do in a match, in one method each; each returns whether it is permitted."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from engine.cases.case import Case
from engine.cases.choices import answers
from engine.cases.decide import RefusedWords, ask_of_words
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.leavers import resumption
from engine.cases.rulings import corrections
from engine.competitions.entering import forget, return_place, vacate
from engine.competitions.entering import lift_act as take_back
from engine.competitions.events import Liftable
from engine.competitions.results import retire
from engine.errors import EngineError
from engine.games.commands import (
    Pass,
    Place,
    Resign,
)
from engine.games.conditional import Condition, rehearse
from engine.games.deadlines import arrival
from engine.games.entry import StatedMove, enter
from engine.games.events import Ending, GameStarted, LeaveAnnounced, LeaveWithdrawn
from engine.games.fold import begin
from engine.games.importing import StatedTurn, import_game
from engine.games.orders import end, end_unbegun, grant_time, lift, take_seat
from engine.games.outage import days_lost
from engine.games.planned_moves import Planned, Wordless
from engine.games.queries import query
from engine.games.ruling_events import Outage
from engine.ids import PROGRAM, Leg, PersonId, Seat
from engine.matches.arbiters import hand_over, lift_handover
from engine.matches.channel import rule_channel
from engine.matches.decide import (
    announce_leave,
    answer_results,
    call_off,
    confirm_late_return,
    free_place,
    leave_seat,
    return_seat,
    start_leg,
    withdraw_leave,
)
from engine.matches.events import LiftableAct
from engine.matches.lifting import acts_in_force, lift_act
from engine.matches.match import MatchStage
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.writers import allow_writer, withdraw_writer
from engine.notation import format_placement
from engine.thinking_time import LeavePeriod
from tests.builders import ANY_WORD
from tests.engine.competitions.desk import ARBITER, DEPUTY
from tests.engine.laws.notes import LATER, Deed, Kind, OfLeave
from tests.engine.laws.program import inverses
from tests.engine.laws.recording import Recording, events_of


class World(Recording):
    """A match with its games, cases and competition, and the acts of people in it."""

    def imports(self, turns: Sequence[StatedTurn]) -> bool:
        """Replace the home game, which has just begun, by one that was played elsewhere (9.6)."""
        (started, *played) = events_of(self.logs[Leg.HOME])
        if played or not isinstance(started, GameStarted):
            return False
        self.actor, started = ARBITER, replace(started, imported=True)
        found = import_game(started, turns, None, writer=ARBITER, at=self.now, lexicon=ANY_WORD)
        if found.faults:
            return False
        self.notes(found.events, found.game)
        self.logs[Leg.HOME] = found.events
        self.games[Leg.HOME] = replace(found.game, closing=self.closing)
        self.queued[Leg.HOME] = found.game.received  # nobody is notified
        return True

    def enters(self, leg: Leg, command: Place | Pass, received: date, sent: date) -> bool:
        """Enter a move from a paper sheet with its days; return whether it is permitted (9.6)."""
        placement = command.placement if isinstance(command, Place) else None
        stated = StatedMove(placement=placement, received=received, sent=sent)
        game, now = self.games[leg], self.now
        try:
            events = enter(game, game.turn, stated, writer=ARBITER, at=now, lexicon=ANY_WORD)
        except EngineError:
            return False
        self.actor = ARBITER
        self.follow(leg, events)
        return True

    def plans_reply(self, leg: Leg, partner: Planned) -> bool:
        """Plan PAS as the reply to a move of the player to move (art. 1.1)."""
        game = self.games[leg]
        seat, wanted = game.turn.partner, Condition(partner=partner, reply=Wordless.PASS)
        try:
            possible = not rehearse(game, seat, wanted, self.now, ANY_WORD).faults
        except EngineError:
            return False
        if possible:
            self.plans[leg] = {**self.plans[leg], seat: (wanted,)}
        return possible

    def asks_word(self, leg: Leg, command: Place) -> Case:
        """Ask the arbiter about the words of a move; return the case."""
        self.actor = self.games[leg].side(command.by).person
        placement = command.placement
        new = self.new_case()
        asked = RefusedWords(
            placement=format_placement(placement),
            word=placement.word,
            unknown=(placement.word.upper(),),
            typed=new.at,
        )
        case = self.files_case(ask_of_words(self.games[leg], new, self.actor, asked))
        self.made.add(ClaimKind.QUERY.value)
        self.asked.add(new.at)
        self.follow(leg, query(self.games[leg], command.by, case.id, new.at))
        self.questions[leg] = case
        return case

    def answers_question(self, leg: Leg, *, upheld: bool) -> bool:
        """Answer the last question about a word in the game; return whether it was possible."""
        case = self.questions.get(leg)
        if case is None:
            return False
        valid, invalid, *_ = answers(case, self.games[leg])
        del self.questions[leg]
        if self.decides(leg, valid if upheld else invalid, case) is None:
            self.questions[leg] = case
            return False
        return True

    def passes_seat(self, old: PersonId, new: PersonId) -> None:
        """Give the seat in the begun games to another person."""
        for leg in self.match.started:
            game = self.games[leg.leg]
            seat = game.seat_of(old)
            if seat is not None and old != new:
                self.plans[leg.leg] = {}
                is_free = new not in self.match.joined
                self.follow(leg.leg, take_seat(game, self.now, seat, new, is_free=is_free))

    def frees_seat(self, person: PersonId) -> bool:
        """Free the seat of a player, as an arbiter does in a championship and in its match."""
        place = PersonId(LATER + 2 * len(self.match.freed))
        if self.is_listed and not self.happens(
            lambda now, act: vacate(now, act, person, place, "De ce"), ARBITER
        ):
            return False
        self.actor, order = ARBITER, self.order()
        if not self.says(lambda: free_place(self.match, order, person, place)):
            return False
        self.passes_seat(person, place)
        self.did(Deed(kind=Kind.FREED, person=person, place=place))
        return True

    def returns_seat(self, place: PersonId) -> bool:
        """Give a freed seat back to its former player, as an arbiter does."""
        person = self.match.former_player_of(place)
        if person is None or (
            self.is_listed
            and not self.happens(lambda now, act: return_place(now, act, place, "De ce"), ARBITER)
        ):
            return False
        self.actor, order = ARBITER, self.order()
        if not self.says(lambda: return_seat(self.match, order, place, person)):
            return False
        self.passes_seat(place, person)
        self.fresh = [one for one in self.fresh if one.place != place]
        return True

    def erases(self, person: PersonId) -> bool:
        """Erase a person's data at their own request, and free their seat."""
        if not self.happens(lambda now, act: forget(now, person, act.at), person):
            return False
        place = PersonId(LATER + 2 * len(self.match.freed))
        if self.says(lambda: leave_seat(self.match, person, place, self.now)):
            self.passes_seat(person, place)
        return True

    def records_withdrawal(self, person: PersonId) -> bool:
        """Record that a player leaves the championship, and end their games (art. 9.1)."""
        if not self.leaves(person, ARBITER):
            return False
        self.did(Deed(kind=Kind.RETIRED, person=person))
        return True

    def leaves(self, person: PersonId, by: PersonId) -> bool:
        """Let a player leave the championship, which ends their games at the same instant."""
        if not self.is_listed or self.today > self.closing:
            return False
        with self.at_once():
            if not self.happens(lambda now, act: retire(now, act, person, "De ce"), by):
                return False
            self.gives_up_all(person)
        return True

    def lifts_withdrawal(self, person: PersonId) -> bool:
        """Take back that a player leaves the championship; their games resume (art. 9.1)."""
        self.actor, order = ARBITER, self.order()
        matches = [(self.match, [*self.games.values()])]
        found = resumption(self.competition, person, matches, order)
        kind = Liftable.WITHDRAWAL
        if not self.happens(lambda now, act: take_back(now, act, kind, person, "De ce"), ARBITER):
            return False
        for effect in found.effects:
            self._takes(effect, order)
        return True

    def hands_over(self) -> bool:
        """Make another arbiter responsible for the match."""
        self.actor = ARBITER
        by = self.match.arbiter
        if not self.changed(lambda: hand_over(self.match, by=by, arbiter=DEPUTY, at=self.now)):
            return False
        self.did(Deed(kind=Kind.HANDED_OVER))
        return True

    def hands_back(self) -> bool:
        """Give the match back to the arbiter who had it before."""
        by = self.actor = self.match.arbiter
        return self.says(lambda: lift_handover(self.match, by=by, at=self.now, reason="De ce"))

    def confirms_late_return(self) -> bool:
        """Confirm a fixed day of the return game that is late (art. 7.1)."""
        self.actor = ARBITER
        if not self.says(lambda: confirm_late_return(self.match, ARBITER, self.now)):
            return False
        self.did(Deed(kind=Kind.LATE_RETURN))
        return True

    def lifts_closing(self, done: Deed) -> bool:
        """Take back that a game was ended after the closing date, if it has no other end since."""
        leg, game = done.leg, self.games[done.leg]
        here = game.ended is not None and game.ended.at == done.at
        if game.ended is None or not here or self.match.stage is MatchStage.HOMOLOGATED:
            return False
        self.actor = ARBITER
        events = lift(game, self.order(), game.ended.at)
        self.follow(leg, events)
        return bool(events)

    def lifts_act(self, done: Deed) -> bool:
        """Take back that figures were taken over, or that a late return game was confirmed.

        The competition corrects official results that changed.
        """
        self.actor, order = ARBITER, self.order(article="8.5")
        wanted = (LiftableAct(done.kind.name.lower()), done.person)
        acts = [one for one in acts_in_force(self.match) if (one.act, one.person) == wanted]
        if not acts or not self.says(lambda: lift_act(self.match, order, acts[-1])):
            return False
        if self.match.stage is MatchStage.HOMOLOGATED:
            self.happens(lambda phases, _: corrections(phases, self.match, order), ARBITER)
        return True

    def sets_channel(self, name: str) -> bool:
        """Set the players' channel (art. 6.1)."""
        self.actor, order = ARBITER, self.order()
        if not self.changed(lambda: rule_channel(self.match, order, name)):
            return False
        self.did(Deed(kind=Kind.CHANNEL))
        return True

    def cancels(self) -> bool:
        """Cancel the match before the first move; return whether it is permitted."""
        home = self.games.get(Leg.HOME)
        self.actor, order = ARBITER, self.order()
        if not self.says(lambda: call_off(self.match, order, home)):
            return False
        if home is not None and home.ended is None:
            self.follow(Leg.HOME, end(home, order, Ending.CANCELLED, None))
        return True

    def allows_writer(self, person: PersonId, writer: PersonId) -> bool:
        """Let another person enter the player's moves (art. 9.6)."""
        self.actor = ARBITER
        wanted: dict[str, Any] = {"person": person, "writer": writer, "arbiters": (ARBITER, DEPUTY)}
        former = self.match.writers.get(person)
        if not self.changed(lambda: allow_writer(self.match, self.order(), **wanted)):
            return False
        self.did(Deed(kind=Kind.WRITER, person=person, place=former))
        return True

    def withdraws_writer(self, person: PersonId) -> bool:
        """Let the player enter their own moves again."""
        self.actor = ARBITER
        return self.says(lambda: withdraw_writer(self.match, self.order(), person=person))

    def answers_case(self, case: Case, number: int) -> Deed | None:
        """Make one of the rulings that answer a case, or change it."""
        leg = next((leg for leg, game in self.games.items() if game.id == case.game), Leg.HOME)
        found = [*inverses(self, case), *answers(case, self.games[leg])]
        found += [Ruling(kind=RulingKind.REJECTED)]
        return self.decides(leg, found[number % len(found)], case)

    def closes_game(self, leg: Leg) -> bool:
        """End a game after the closing date, if nobody's answer is awaited (art. 9.4)."""
        late = self.is_listed and self.today > self.closing
        unbegun = None if self.match.all_running else self.match.next_leg
        leg = unbegun or leg
        if not late or not self.is_settled(leg, self.today):
            return False
        if unbegun is not None:  # it starts only to be ended
            self.starts_when_due(closed=True)
        if leg not in self.match.all_running:
            return False
        self.actor = ARBITER
        self.closes(leg)
        ended = self.games[leg].ended
        self.did(Deed(kind=Kind.CLOSED, leg=leg, at=ended.at if ended else None))
        return True

    def gives_up_all(self, person: PersonId) -> None:
        """End all games of a player who leaves, also one that has not begun (art. 9.1)."""
        while (self.match.all_running or self.match.next_leg) and person in self.match.people:
            unbegun = not self.match.all_running
            if unbegun and self._opens_next() is None:
                return
            for leg in self.match.all_running:
                self._gives_up(leg, person, unbegun=unbegun)

    def _gives_up(self, leg: Leg, person: PersonId, *, unbegun: bool) -> None:
        seat = self.games[leg].seat_of(person)
        if seat is not None and unbegun and self.match.partner(person) in self.excluded:
            self.follow(leg, end_unbegun(self.games[leg], self.order(), self.match.people))
        elif seat is not None:
            self.does(leg, Resign(by=seat, unbegun=unbegun, withdrew=True))

    def _opens_next(self) -> Leg | None:
        """Begin the next game before its day, because it ends at once."""
        events = start_leg(self.match, self.now, on_request=True)
        self.matches(events)
        for event in events:
            started = self._started(event)
            self.logs[event.leg] = (started,)
            self.games[event.leg] = replace(begin(started), closing=self.closing)
            self.queued[event.leg] = self.today
            return event.leg
        return None

    def grants(self, leg: Leg, seat: Seat, days: int) -> bool:
        """Grant days of thinking time, or withdraw granted days (art. 7.2)."""
        return self.makes_ruling(leg, "extension", seat=seat, number=days) is not None

    def makes_good(self, leg: Leg, seat: Seat, first: date, days: int) -> bool:
        """Give back the days that an outage cost the player (art. 7.1)."""
        game = self.games[leg]
        outage = Outage(first, min(first + timedelta(days - 1), self.today - timedelta(1)))
        if game.ended is not None or outage.last < outage.first:
            return False
        lost = days_lost(game, seat, outage, self.today)
        if lost:
            self.actor = ARBITER
            self.follow(leg, grant_time(game, self.order(), seat, lost, outage))
            person = game.side(seat).person
            self.did(Deed(kind=Kind.MADE_GOOD, leg=leg, person=person, number=lost))
        return bool(lost)

    def receives(self, person: PersonId) -> None:
        """Let sheets that were still on their way reach a player (art. 7.1)."""
        for leg in self.match.all_running:
            game = self.games[leg]
            if game.side(game.turn).person == person:
                self.actor = PROGRAM
                self.follow(leg, arrival(game, self.today, self.now))

    def goes_on_leave(self, person: PersonId, ahead: int, more: int) -> bool:
        """Announce leave in the match and its running games; return whether it is permitted."""
        self.actor = person
        begins = self.today + timedelta(ahead)
        wanted = LeavePeriod(begins, begins + timedelta(more))
        said = self.says(lambda: announce_leave(self.match, person, wanted, self.now))
        if said:
            self.tells_games(person, LeaveAnnounced, wanted)
        return said

    def withdraws_leave(self, person: PersonId, number: int) -> bool:
        """Withdraw one of the player's announced leaves; return whether it is permitted."""
        own = self.match.leave_of(person)
        if not own:
            return False
        period = own[number % len(own)]
        self.actor = person
        said = self.says(lambda: withdraw_leave(self.match, person, period, self.now))
        if said:
            self.tells_games(person, LeaveWithdrawn, period)
        return said

    def tells_games(self, person: PersonId, event: type[OfLeave], period: LeavePeriod) -> None:
        """Announce or withdraw leave in the running games of the match, as the bot does."""
        for leg in self.match.all_running:
            seat = self.games[leg].seat_of(person)
            if seat is not None:
                self.follow(leg, (event(at=self.now, by=seat, period=period),))

    def answers_results(self, person: PersonId, *, agrees: bool) -> bool:
        """Let a player answer proposed results; return whether that is possible."""
        self.actor = person
        return self.says(lambda: answer_results(self.match, person, self.now, agrees=agrees))

    def proposes(self, person: PersonId, leg: Leg, figures: tuple[Decimal, Decimal]) -> bool:
        """Propose a player's own figures for a game; return whether it is permitted."""
        self.actor = person
        return self.says(lambda: propose_own(self.match, person, leg, *figures, self.now))

    def takes_over(
        self, person: PersonId, figures: tuple[Decimal, Decimal], legs: Iterable[Leg]
    ) -> bool:
        """Let a player object with own figures, and take exactly these over (art. 8.5)."""
        others = {leg for who, leg in self.match.answers.own if who == person}.difference(legs)
        if self.match.stage is not MatchStage.PROPOSED or others:
            return False
        self.answers_results(person, agrees=False)
        proposed = [self.proposes(person, leg, figures) for leg in legs]
        self.actor, order = ARBITER, self.order(article="8.5")
        if not all(proposed) or not self.says(lambda: take_over(self.match, order, person)):
            return False
        self.did(Deed(kind=Kind.TAKEN_OVER, person=person))
        return True
