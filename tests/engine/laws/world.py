"""The engine in a random history: it performs acts as the bot does, and notes each event."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import reduce
from typing import Any

from engine.cases.candidates import answers
from engine.cases.case import Case
from engine.cases.decide import NewCase, RefusedPlacement, ask_of_words, open_case, rule, withdraw
from engine.cases.effect import followed
from engine.cases.events import CaseEvent, CaseId, ClaimKind, Ruling, RulingKind
from engine.cases.fold import evolve_case, replay_case
from engine.cases.rulings import consequences
from engine.cases.situation import Situation
from engine.competitions.competition import Competition
from engine.competitions.entering import vacate
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act, Events
from engine.competitions.results import retire
from engine.errors import EngineError
from engine.games.answering import follow
from engine.games.commands import (
    AnnounceLeave,
    CheckTime,
    Command,
    LoseOnTime,
    Pass,
    Place,
    Resign,
    WithdrawLeave,
)
from engine.games.conditional import Condition, rehearse
from engine.games.deadlines import arrival
from engine.games.entry import StatedMove, enter
from engine.games.events import Ending, Event, Passed, PlacementMade
from engine.games.fold import begin
from engine.games.game import Game, Stage
from engine.games.orders import end, end_unbegun, grant_time, take_seat
from engine.games.outage import days_lost
from engine.games.planned_moves import Planned, Wordless
from engine.games.queries import query
from engine.games.ruling_events import Outage
from engine.ids import NO_ARBITER, PROGRAM, Leg, MatchCode, PersonId, Seat
from engine.matches.channel import rule_channel
from engine.matches.decide import (
    announce_leave,
    answer_results,
    call_off,
    confirm_late_return,
    free_place,
    start_leg,
    withdraw_leave,
)
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import arranged, evolve_match
from engine.matches.handing_over import hand_over
from engine.matches.match import Match, MatchStage
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.writers import allow_writer, withdraw_writer
from engine.notation import format_placement
from engine.rulesets import Ruleset
from engine.thinking_time import LeavePeriod
from tests.builders import ANY_WORD, START
from tests.engine.competitions.desk import ARBITER, DEPUTY
from tests.engine.laws.program import inverses, turn_key
from tests.engine.referee.program import Program

OfLeave = AnnounceLeave | WithdrawLeave
Words = Event | MatchEvent | CaseEvent | CompetitionEvent


class Setting(Enum):
    """The kinds of match."""

    CHAMPIONSHIP = "in a championship"
    FRIENDLY = "with an arbiter alone"
    REQUEST = "begun by two players"


@dataclass(frozen=True, slots=True)
class Note:
    """An event, who acted, and who its authors are."""

    event: Words
    actor: PersonId
    authors: frozenset[PersonId]


class Kind(Enum):
    """The acts of an arbiter that are not rulings in a case."""

    TAKEN_OVER = "figures taken over"
    FREED = "seat freed"
    RETIRED = "withdrawal recorded"
    HANDED_OVER = "match handed over"
    WRITER = "writer allowed"
    LATE_RETURN = "late return confirmed"
    CHANNEL = "channel set"
    CLOSED = "game ended at the closing date"
    MADE_GOOD = "days of an outage given back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An act of an arbiter."""

    kind: Kind | RulingKind
    leg: Leg = Leg.HOME
    ruling: Ruling | None = None
    case: Case | None = None
    person: PersonId | None = None
    number: int = 0


LATER = 500
"""The number of the first person who takes a freed seat."""
AUTHORS = ("by", "person", "author", "arbiter")
"""The fields of an event that name its author."""
_OWN = {"MatchHandedOver": ("by",), "ChannelSet": ("by",)}
"""The events with another author than their fields say."""
ON_TIME = frozenset({RulingKind.LOST_ON_TIME, RulingKind.BOTH_LOST_ON_TIME})
_NO_AUTHOR = frozenset(
    {
        "GameEnded",  # the player who lost
        "LeaveAnnounced",  # the author of the match's event
        "LeaveWithdrawn",
        "LegEnded",
        "MatchArranged",
        "PenaltySet",
        "PlaceFreed",
        "ProposalTakenOver",
        "QueryClosed",  # the player who had asked
        "ResultUpheld",
        "SeatTaken",
        "SheetsArrived",
        "TimeExceeded",
        "TimeGranted",
        "WriterAllowed",
        "WriterWithdrawn",
    }
)
"""The events that name a player whom they concern, and at most an arbiter as the author."""


def _values(event: Words) -> Iterator[str]:
    """Yield the ending, the claim or the statement that an event names."""
    for field in ("ending", "kind", "statement", "state"):
        value = getattr(event, field, None)
        if isinstance(value, Enum):
            yield str(value.value)


class World(Program):
    """A match with its games, cases and competition, and what was done in it."""

    def __init__(
        self,
        rules: Ruleset,
        tiles: int,
        closing: date,
        returns: date | None = None,
        setting: "Setting | None" = None,
    ) -> None:
        self.made: set[str] = set()
        """The vocabulary used so far: classes of commands and events, and kinds of ruling."""
        self.changes = 0
        """The number of acts so far; a law looks only after a change."""
        self.files: dict[CaseId, Case] = {}
        """All cases of the match."""
        self.deeds: list[Deed] = []
        """The acts of arbiters in force, the last one last."""
        self.fresh: list[Deed] = []
        """The acts of arbiters since a law looked at them last."""
        self.questions: dict[Leg, Case] = {}
        """The last question about a word in each game (art. 5.3)."""
        self.plans: dict[Leg, dict[Seat, tuple[Condition, ...]]] = {leg: {} for leg in Leg}
        """The conditional moves that wait (art. 1.1)."""
        self.queued: dict[Leg, date] = {}
        """The day on which the sheets of the present turn were queued for the player to move."""
        self.blocked: set[PersonId] = set()
        """The players whom no message reaches."""
        self.actor: PersonId = PROGRAM
        """The person who acts, or the program."""
        self.record: list[Note] = []
        """The events since a law looked at them last."""
        self.asked: set[tuple[PersonId, datetime]] = set()
        """The players who asked the arbiter about a move, and the instants."""
        self.setting = setting or Setting.CHAMPIONSHIP
        super().__init__(rules, tiles, closing, returns)
        if not self.is_listed:
            self.match = self._alone(rules)

    @property
    def is_listed(self) -> bool:
        """Whether the match is in the championship."""
        return self.setting is Setting.CHAMPIONSHIP

    def _alone(self, rules: Ruleset) -> Match:
        """Return a match outside the championship; by a request, it has no arbiter at first."""
        has_arbiter = self.setting is Setting.FRIENDLY
        event = MatchArranged(
            at=self.now,
            match=MatchCode("FREE"),
            arbiter=ARBITER if has_arbiter else NO_ARBITER,
            phase=self.match.phase,
            rules=rules,
            edition=self.match.edition,
            first=self.match.first,
            second=self.match.second,
            start=START,
            home_seed=self.match.seeds[Leg.HOME],
            return_seed=self.match.seeds[Leg.RETURN],
            red=self.match.first,
        )
        self.actor = event.arbiter
        self.notes((event,))
        return arranged(event)

    def situation(self, leg: Leg) -> Situation:
        """Return everything that a ruling in that game can change."""
        now = super().situation(leg)
        return now if self.is_listed else replace(now, competition=None)

    @property
    def today(self) -> date:
        """The present day."""
        return START + timedelta(self.day)

    def notes(self, words: Iterable[Words], game: Game | None = None) -> None:
        """Note the classes of commands or events; `game`: the game that they are in."""
        for word in words:
            self.changes += 1
            self.made |= {type(word).__name__, *_values(word)}
            self.record.append(Note(word, self.actor, self._authors(word, game)))

    def _authors(self, event: Words, game: Game | None) -> frozenset[PersonId]:
        """Return the people whom the event names as its authors, apart from earlier acts."""
        if getattr(event, "conditional", False) or getattr(event, "unbegun", False):
            return frozenset()  # a planned reply, or an earlier disqualification
        writer = getattr(event, "entered_by", None)
        kind = type(event).__name__
        fields = ("arbiter",) if kind in _NO_AUTHOR else _OWN.get(kind, AUTHORS)
        if kind == "PlayerRetired" and getattr(event, "arbiter", None):
            fields = ("arbiter",)  # who recorded it for the player
        named = [writer] if writer else [getattr(event, field, None) for field in fields]
        people = {game.side(one).person if game and isinstance(one, Seat) else one for one in named}
        at = getattr(event, "at", None)
        return frozenset(one for one in people if one and (one, at) not in self.asked)

    def unread(self) -> list[Note]:
        """Return the events since the last look."""
        found, self.record = self.record, []
        return found

    def new_deeds(self) -> list[Deed]:
        """Return the acts of arbiters since the last look."""
        found, self.fresh = self.fresh, []
        return found

    def copied(self) -> "World":
        """Return a copy, whose acts are not noted in this world."""
        other = super().copied()
        assert isinstance(other, World)
        other.made, other.files, other.deeds = set(), dict(self.files), [*self.deeds]
        other.questions, other.queued = dict(self.questions), dict(self.queued)
        other.plans = {leg: dict(plans) for leg, plans in self.plans.items()}
        other.blocked, other.record, other.fresh = set(self.blocked), [], []
        return other

    def tomorrow(self) -> None:
        """Let a day pass."""
        self.changes += 1
        super().tomorrow()

    def matches(self, events: tuple[MatchEvent, ...]) -> None:
        """Record events of the match."""
        self.notes(events)
        self.match = reduce(evolve_match, events, self.match)

    def follow(self, leg: Leg, events: tuple[Event, ...]) -> None:
        """Record events of a game with all their consequences, as the bot does."""
        before = self.games[leg]
        replies = self._replies(leg, before, events)
        self._folds(leg, (*events, *replies))
        self._follows_up(leg, before, is_reply=bool(replies))

    def _folds(self, leg: Leg, events: tuple[Event, ...]) -> None:
        effect = followed(self.games[leg], self.match, self.order(), events)
        self.notes((*effect.game_events, *effect.match_events), effect.game)
        self.games[leg], self.match = effect.game, effect.match
        self.logs[leg] += effect.game_events

    def _replies(self, leg: Leg, before: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the conditional replies to these events, dated like the move they answer."""
        made = [one for one in events if isinstance(one, PlacementMade | Passed)]
        if not made or not self.plans[leg]:
            return ()
        found = follow(before, events, self.plans[leg], made[-1].at, ANY_WORD)
        self.plans[leg] = {}
        return found.events

    def _follows_up(self, leg: Leg, before: Game, *, is_reply: bool = False) -> None:
        """Send the sheets of a new turn, and close a question that the game waits for no longer.

        The bot sends no sheets after an automatic reply.
        """
        after = self.games[leg]
        if turn_key(after) != turn_key(before) and after.stage is Stage.RUNNING:
            self.queued[leg] = self.today
            if not is_reply and after.side(after.turn).person not in self.blocked:
                self._folds(leg, arrival(after, self.today, self.now))
        asked = self.questions.get(leg)
        if before.query and not self.games[leg].query and asked and asked.is_open:
            self.questions[leg] = self.files_case(withdraw(asked, asked.by, self.now), asked)

    def does(self, leg: Leg, command: Command, lexicon: object = ANY_WORD) -> bool:
        """Perform a player's command if it is permitted; return whether it was."""
        by = getattr(command, "by", None)
        self.actor = PROGRAM if by is None else self.games[leg].side(by).person
        done = super().does(leg, command, lexicon)
        if done:
            self.made.add(type(command).__name__)
        return done

    def takes_place(self, person: PersonId) -> None:
        """Give a player their seat."""
        self.actor = person
        super().takes_place(person)

    def checks_time(self) -> None:
        """Check the thinking time of running games, as the bot does each day."""
        self.actor = PROGRAM
        self.made.add(CheckTime.__name__)
        super().checks_time()

    def starts_when_due(self, *, closed: bool = False) -> Leg | None:
        """Start the next game if it is due; return it."""
        self.actor = PROGRAM
        leg = super().starts_when_due(closed=closed)
        if leg is not None:
            self.notes(self.logs[leg][:1])
            self.queued[leg] = self.today
        return leg

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
            possible = rehearse(game, seat, wanted, self.now, ANY_WORD).is_possible
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
        asked = RefusedPlacement(
            placement=format_placement(placement),
            word=placement.word,
            unknown=(placement.word.upper(),),
            typed=new.at,
        )
        case = self.files_case(ask_of_words(self.games[leg], new, self.actor, asked))
        self.made.add(ClaimKind.QUERY.value)
        self.asked.add((self.actor, new.at))
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

    def files_case(self, events: tuple[CaseEvent, ...], case: Case | None = None) -> Case:
        """Record events of a case, a new one if it is not given; return the case."""
        self.notes(events)
        after = reduce(evolve_case, events, case) if case else replay_case(events)
        self.files[after.id] = after
        return after

    def new_case(self) -> NewCase:
        """Return the id and the instant of a case that begins now."""
        now = self.now
        return NewCase(case=CaseId(f"{self.match.code}#{len(self.files)}"), at=now, copy=1)

    def makes(self, leg: Leg, ruling: Ruling, case: str = "") -> bool:
        """Make this ruling if it is permitted; return whether it was."""
        order = self.order(case)
        try:
            found = consequences(self.situation(leg), order, ruling)
        except EngineError:
            return False
        after, before = found.after, self.games
        replies = self._replies(leg, before[leg], found.here.game_events)
        self.actor = ARBITER
        self.made.add(ruling.kind.value)
        if before[leg].ended is None and ruling.kind in ON_TIME:
            self.made.add(LoseOnTime.__name__)
        self.changes += 1
        self.games = {**before, leg: after.game}
        self.match = after.match
        self.games.update({game.leg: game for _, game in after.elsewhere})
        for effect in (found.here, *found.elsewhere):
            self.notes((*effect.game_events, *effect.match_events), effect.game)
            self.logs[effect.game.leg] += effect.game_events
        self.notes(found.competition_events)
        if after.competition is not None:
            self.competition = after.competition
        self._folds(leg, replies)
        for each, game in before.items():
            self._follows_up(each, game, is_reply=bool(replies))
        return True

    def decides(self, leg: Leg, ruling: Ruling, case: Case | None = None) -> Deed | None:
        """Make a ruling in a case, a new one if it is not given; return None if it is refused."""
        self.actor = ARBITER
        try:
            file = case or replay_case(open_case(self.games[leg], self.new_case(), ARBITER))
            order = self.order(file.id)
            ruled = rule(file, order, ruling, main=True)
        except EngineError:
            return None
        if not self.makes(leg, ruling, file.id):
            return None
        if case is None:
            self.made.add("CaseOpened")
        after = self.files_case(ruled, file)
        return self.did(Deed(kind=ruling.kind, leg=leg, ruling=ruling, case=after))

    def did(self, deed: Deed) -> Deed:
        """Note an act of an arbiter that can be taken back."""
        self.deeds.append(deed)
        self.fresh.append(deed)
        return deed

    def makes_ruling(self, leg: Leg, kind: str, **parts: Any) -> Deed | None:
        """Make a ruling of this kind in a case of its own; return None if it is refused."""
        return self.decides(leg, Ruling(kind=RulingKind(kind), **parts))

    def happens(self, decided: Callable[[Competition, Act], Events], by: PersonId) -> bool:
        """Record what a person does in the championship; return whether it is permitted."""
        self.actor = by
        try:
            events = decided(self.competition, Act(by=by, at=self.now))
        except EngineError:
            return False
        self.notes(events)
        self.competition = reduce(evolve_competition, events, self.competition)
        return bool(events)

    def in_case(
        self, case: Case, by: PersonId, decided: Callable[[], tuple[CaseEvent, ...]]
    ) -> bool:
        """Record what a person does in a case; return whether it is permitted."""
        self.actor = by
        try:
            events = decided()
        except EngineError:
            return False
        self.files_case(events, case)
        return True

    def passes_seat(self, old: PersonId, new: PersonId) -> None:
        """Give the seat in the begun games to another person."""
        for leg in self.match.started:
            game = self.games[leg.leg]
            seat = game.seat_of(old)
            if seat is not None and old != new:
                self.plans[leg.leg] = {}
                self.follow(leg.leg, take_seat(game, self.now, seat, new))

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
        self.did(Deed(kind=Kind.FREED, person=person))
        return True

    def records_withdrawal(self, person: PersonId) -> bool:
        """Record that a player leaves the championship, and end their games (art. 9.1)."""
        if not self.is_listed or not self.happens(
            lambda now, act: retire(now, act, person, "De ce"), ARBITER
        ):
            return False
        self.gives_up_all(person)
        self.did(Deed(kind=Kind.RETIRED, person=person))
        return True

    def hands_over(self) -> bool:
        """Make another arbiter responsible for the match."""
        self.actor = ARBITER
        by = self.match.arbiter
        if not self.changed(lambda: hand_over(self.match, by=by, arbiter=DEPUTY, at=self.now)):
            return False
        self.did(Deed(kind=Kind.HANDED_OVER))
        return True

    def confirms_late_return(self) -> bool:
        """Confirm a fixed day of the return game that is late (art. 7.1)."""
        self.actor = ARBITER
        if not self.says(lambda: confirm_late_return(self.match, ARBITER, self.now)):
            return False
        self.did(Deed(kind=Kind.LATE_RETURN))
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

    def changed(self, decided: Callable[[], tuple[MatchEvent, ...]]) -> bool:
        """Record what a person does in the match; return whether it changes anything."""
        before = self.changes
        return self.says(decided) and self.changes > before

    def allows_writer(self, person: PersonId, writer: PersonId) -> bool:
        """Let another person enter the player's moves (art. 9.6)."""
        self.actor = ARBITER
        wanted: dict[str, Any] = {"person": person, "writer": writer, "arbiters": (ARBITER,)}
        order: dict[str, Any] = {"arbiter": ARBITER, "reason": "De ce", "at": self.now}
        if not self.changed(lambda: allow_writer(self.match, **wanted, **order)):
            return False
        self.did(Deed(kind=Kind.WRITER, person=person))
        return True

    def withdraws_writer(self, person: PersonId) -> bool:
        """Let the player enter their own moves again."""
        self.actor = ARBITER
        return self.says(
            lambda: withdraw_writer(
                self.match, arbiter=ARBITER, person=person, reason="De ce", at=self.now
            )
        )

    def answers_case(self, case: Case, number: int) -> Deed | None:
        """Make one of the rulings that answer a case, or change it."""
        leg = next((leg for leg, game in self.games.items() if game.id == case.game), Leg.HOME)
        found = [*inverses(case), *answers(case, self.games[leg])]
        found += [Ruling(kind=RulingKind.REJECTED)]
        return self.decides(leg, found[number % len(found)], case)

    def closes_game(self, leg: Leg) -> bool:
        """End a game after the closing date, if nobody's answer is awaited (art. 9.4)."""
        late = self.is_listed and self.today > self.closing
        if late and self.match.next_leg and not self.match.all_running:
            self.starts_when_due(closed=True)
            leg = next(reversed(self.match.all_running), leg)
        if not late or leg not in self.match.all_running or not self.is_settled(leg, self.today):
            return False
        self.actor = ARBITER
        self.closes(leg)
        self.did(Deed(kind=Kind.CLOSED, leg=leg))
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

    def makes_good(self, leg: Leg, seat: Seat, first: date, days: int) -> None:
        """Give back the days that an outage cost the player (art. 7.1)."""
        game = self.games[leg]
        outage = Outage(first, min(first + timedelta(days - 1), self.today - timedelta(1)))
        if game.ended is not None or outage.last < outage.first:
            return
        lost = days_lost(game, seat, outage, self.today)
        if lost:
            self.actor = ARBITER
            self.follow(leg, grant_time(game, self.order(), seat, lost, outage))
            person = game.side(seat).person
            self.did(Deed(kind=Kind.MADE_GOOD, leg=leg, person=person, number=lost))

    def goes_on_leave(self, person: PersonId, ahead: int, more: int) -> bool:
        """Announce leave in the match and its running games; return whether it is permitted."""
        self.actor = person
        begins = self.today + timedelta(ahead)
        wanted = LeavePeriod(begins, begins + timedelta(more))
        said = self.says(lambda: announce_leave(self.match, person, wanted, self.now))
        if said:
            self.tells_games(person, AnnounceLeave, wanted)
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
            self.tells_games(person, WithdrawLeave, period)
        return said

    def tells_games(self, person: PersonId, command: type[OfLeave], period: LeavePeriod) -> None:
        """Announce or withdraw leave in the running games of the match, as the bot does."""
        for leg in self.match.all_running:
            seat = self.games[leg].seat_of(person)
            if seat is not None:
                self.does(leg, command(by=seat, period=period))

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
        """Let a player object with own figures, and take them over (art. 8.5)."""
        if self.match.stage is not MatchStage.PROPOSED:
            return False
        self.answers_results(person, agrees=False)
        proposed = [self.proposes(person, leg, figures) for leg in legs]
        self.actor, order = ARBITER, self.order(article="8.5")
        if not all(proposed) or not self.says(lambda: take_over(self.match, order, person)):
            return False
        self.did(Deed(kind=Kind.TAKEN_OVER, person=person))
        return True
