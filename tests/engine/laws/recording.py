"""The engine in a random history: events are recorded with their consequences, as the bot does."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import reduce
from typing import Any, Self

from engine.cases.case import Case
from engine.cases.decide import NewCase, close_overtaken, open_case, rule
from engine.cases.events import CaseEvent, CaseId, Ruling, RulingKind
from engine.cases.fold import evolve_case, replay_case
from engine.cases.rulings import consequences
from engine.cases.situation import Effect, Situation, followed
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act, Events
from engine.errors import EngineError
from engine.folding import Recorded
from engine.games.answering import follow
from engine.games.commands import (
    CheckTime,
    Command,
    LoseOnTime,
)
from engine.games.conditional import Condition
from engine.games.deadlines import arrival
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import Entry
from engine.games.game import Game, Stage
from engine.games.orders import Order
from engine.ids import NO_ARBITER, PROGRAM, Leg, MatchCode, PersonId, Seat
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import arranged, evolve_match
from engine.matches.match import Match
from engine.rulesets import Ruleset
from tests.builders import ANY_WORD, START
from tests.engine.competitions.desk import ARBITER
from tests.engine.laws.notes import (
    AUTHORS,
    NO_AUTHOR,
    ON_TIME,
    OWN,
    Deed,
    Note,
    Setting,
    Words,
    values_of,
)
from tests.engine.laws.program import turn_key
from tests.engine.referee.program import Program


class Recording(Program):
    """A match with its games, cases and competition, and everything recorded in it."""

    def __init__(
        self,
        rules: Ruleset,
        tiles: int,
        closing: date,
        returns: date | None = None,
        setting: Setting | None = None,
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
        self.asked: set[datetime] = set()
        """The instants at which players asked the arbiter about a move, which may count later."""
        self.held: datetime | None = None
        """The instant of an act that several records share."""
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

    @property
    def now(self) -> datetime:
        """The instant of an act that is being recorded, or one after all earlier ones."""
        return self.held or super().now

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Record everything at the same instant, as the bot does with one act."""
        self.held = self.now
        try:
            yield
        finally:
            self.held = None

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
            self.made |= {type(word).__name__, *values_of(word)}
            self.record.append(Note(word, self.actor, self._authors(word, game)))

    def _authors(self, event: Words, game: Game | None) -> frozenset[PersonId]:
        """Return the people whom the event names as its authors, apart from earlier acts."""
        if getattr(event, "conditional", False) or getattr(event, "unbegun", False):
            return frozenset()  # a planned reply, or an earlier disqualification
        writer = getattr(event, "entered_by", None)
        kind = type(event).__name__
        fields = ("arbiter",) if kind in NO_AUTHOR else OWN.get(kind, AUTHORS)
        if kind == "PlayerRetired" and getattr(event, "arbiter", None):
            fields = ("arbiter",)  # who recorded it for the player
        named = [writer] if writer else [getattr(event, field, None) for field in fields]
        people = {game.side(one).person if game and isinstance(one, Seat) else one for one in named}
        at = getattr(event, "at", None)
        return frozenset(one for one in people if one and at not in self.asked)

    def unread(self) -> list[Note]:
        """Return the events since the last look."""
        found, self.record = self.record, []
        return found

    def new_deeds(self) -> list[Deed]:
        """Return the acts of arbiters since the last look."""
        found, self.fresh = self.fresh, []
        return found

    def copied(self) -> Self:
        """Return a copy, whose acts are not noted in this world."""
        other = super().copied()
        assert isinstance(other, type(self))
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
        self._follows_up(leg, before, events, is_reply=bool(replies))

    def _folds(self, leg: Leg, events: tuple[Event, ...]) -> None:
        order = self.order()
        effect = followed(self.games[leg], self.match, order, events)
        self._takes(effect, order)

    def _takes(self, effect: Effect, order: Order) -> None:
        """Record the effect of an act on a game and its match."""
        self.notes((*effect.game_events, *effect.match_events), effect.game)
        self.games[effect.game.leg], self.match = effect.game, effect.match
        self._log(effect, order)

    def _replies(self, leg: Leg, before: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the conditional replies to these events, dated like the move they answer."""
        made = [one for one in events if isinstance(one, PlacementMade | Passed)]
        if not made or not self.plans[leg]:
            return ()
        found = follow(before, events, self.plans[leg], made[-1].at, ANY_WORD)
        self.plans[leg] = {}
        return found.events

    def _follows_up(
        self,
        leg: Leg,
        before: Game,
        events: tuple[Event, ...],
        *,
        is_reply: bool = False,
        is_ruling: bool = False,
    ) -> None:
        """Send the sheets of a new turn, and close a question that the game waits for no longer.

        The bot sends no sheets after an automatic reply.
        """
        after = self.games[leg]
        if turn_key(after) != turn_key(before) and after.stage is Stage.RUNNING:
            self.queued[leg] = self.today
            if not is_reply and after.side(after.turn).person not in self.blocked:
                self._folds(leg, arrival(after, self.today, self.now))
        asked = self.files.get(CaseId(before.query))
        if asked and after.query != asked.id and asked.is_open:
            closed = close_overtaken(asked, before, events, self.now, is_ruling=is_ruling)
            closed_case = self.files_case(closed, asked)
            if self.questions.get(leg) == asked:
                self.questions[leg] = closed_case

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
            self.notes(events_of(self.logs[leg][:1]))
            self.queued[leg] = self.today
        return leg

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
        return self._makes(leg, ruling, self.order(case))

    def _makes(self, leg: Leg, ruling: Ruling, order: Order) -> bool:
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
            self._log(effect, order)
        self.notes(found.competition_events)
        if after.competition is not None:
            self.competition = after.competition
        self._folds(leg, replies)
        for each, game in before.items():
            self._follows_up(each, game, (), is_reply=bool(replies), is_ruling=True)
        return True

    def decides(self, leg: Leg, ruling: Ruling, case: Case | None = None) -> Deed | None:
        """Make a ruling in a case, a new one if it is not given; return None if it is refused."""
        self.actor = ARBITER
        try:
            file = case or replay_case(open_case(self.games[leg], self.new_case(), ARBITER))
            order = self.order(file.id)
            ruled = rule(file, order, ruling)
        except EngineError:
            return None
        if not self._makes(leg, ruling, order):
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

    def changed(self, decided: Callable[[], tuple[MatchEvent, ...]]) -> bool:
        """Record what a person does in the match; return whether it changes anything."""
        before = self.changes
        return self.says(decided) and self.changes > before

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


def events_of(log: Iterable[Entry]) -> tuple[Event, ...]:
    """Return the events of a game's log."""
    return tuple(one.event if isinstance(one, Recorded) else one for one in log)
