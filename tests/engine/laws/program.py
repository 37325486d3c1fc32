"""The engine in a random history, and everything that the laws read from it.

Only this module knows how the engine stores a conclusion. `World` performs acts as the bot does and
notes each event; the functions below it read results, thinking time and status.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import reduce
from typing import Any

from engine.cases.candidates import reversals
from engine.cases.case import Case
from engine.cases.decide import NewCase, open_case, rule
from engine.cases.effect import followed
from engine.cases.events import CaseEvent, CaseId, Ruling, RulingKind
from engine.cases.fold import evolve_case, replay_case
from engine.cases.rulings import consequences
from engine.competitions.events import CompetitionEvent
from engine.errors import EngineError
from engine.games.commands import Command
from engine.games.endings import has_moved
from engine.games.events import Ending, Event, LeaveAnnounced, LeaveWithdrawn
from engine.games.orders import grant_time
from engine.games.outage import days_lost
from engine.games.ruling_events import Outage
from engine.games.turns import exceeded as is_exceeded
from engine.games.turns import used_and_running
from engine.ids import Leg, PersonId, Seat
from engine.matches.decide import announce_leave, answer_results, withdraw_leave
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import MatchStage
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.results import leg_results
from engine.rulesets import Ruleset
from engine.thinking_time import LeavePeriod
from tests.builders import ANY_WORD, START
from tests.engine.competitions.desk import ARBITER
from tests.engine.referee.program import Program

Figures = dict[Seat, Decimal]
"""The coefficients of both players of a game."""
Words = Event | MatchEvent | CaseEvent | CompetitionEvent | Command


@dataclass(frozen=True, slots=True)
class Deed:
    """A ruling that was made, with its case."""

    leg: Leg
    ruling: Ruling
    case: Case


class World(Program):
    """A match with its games, cases and competition, and what was done in it."""

    def __init__(
        self, rules: Ruleset, tiles: int, closing: date, returns: date | None = None
    ) -> None:
        self.made: set[str] = set()
        """The vocabulary used so far: classes of commands and events, and kinds of ruling."""
        self.changes = 0
        """The number of acts so far; a law looks only after a change."""
        self.files: dict[CaseId, Case] = {}
        """All cases of the match."""
        self.deeds: list[Deed] = []
        """The rulings in force, the last one last."""
        super().__init__(rules, tiles, closing, returns)

    @property
    def today(self) -> date:
        """The present day."""
        return START + timedelta(self.day)

    def notes(self, words: Iterable[Words]) -> None:
        """Note the classes of commands or events."""
        for word in words:
            self.changes += 1
            self.made.add(type(word).__name__)

    def copied(self) -> "World":
        """Return a copy, whose acts are not noted in this world."""
        other = super().copied()
        assert isinstance(other, World)
        other.made, other.files, other.deeds = set(), dict(self.files), [*self.deeds]
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
        """Record events of a game, and what follows from them in the match."""
        effect = followed(self.games[leg], self.match, self.order(), events)
        self.notes((*effect.game_events, *effect.match_events))
        self.games[leg], self.match = effect.game, effect.match
        self.logs[leg] += effect.game_events

    def does(self, leg: Leg, command: Command, lexicon: object = ANY_WORD) -> bool:
        """Perform a player's command if it is permitted; return whether it was."""
        done = super().does(leg, command, lexicon)
        if done:
            self.notes((command,))
        return done

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
        after = found.after
        self.made.add(ruling.kind)
        self.changes += 1
        self.games[leg], self.match = after.game, after.match
        self.games.update({game.leg: game for _, game in after.elsewhere})
        for effect in (found.here, *found.elsewhere):
            self.notes((*effect.game_events, *effect.match_events))
            self.logs[effect.game.leg] += effect.game_events
        self.notes(found.competition_events)
        if after.competition is not None:
            self.competition = after.competition
        return True

    def decides(self, leg: Leg, ruling: Ruling, case: Case | None = None) -> Deed | None:
        """Make a ruling in a case, a new one if it is not given; return None if it is refused."""
        file = case or replay_case(open_case(self.games[leg], self.new_case(), ARBITER))
        order = self.order(file.id)
        try:
            ruled = rule(file, order, ruling, main=True)
        except EngineError:
            return None
        if not self.makes(leg, ruling, file.id):
            return None
        if case is None:
            self.made.add("CaseOpened")
        deed = Deed(leg, ruling, self.files_case(ruled, file))
        self.deeds.append(deed)
        return deed

    def makes_ruling(self, leg: Leg, kind: str, **parts: Any) -> Deed | None:
        """Make a ruling of this kind in a case of its own; return None if it is refused."""
        return self.decides(leg, Ruling(kind=RulingKind(kind), **parts))

    def lifts(self, deed: Deed) -> bool:
        """Take a ruling back; return whether an inverse was offered."""
        if not lift(self, deed):
            return False
        self.deeds = [one for one in self.deeds if one is not deed]
        return True

    def makes_good(self, leg: Leg, seat: Seat, first: date, days: int) -> None:
        """Give back the days that an outage cost the player (art. 7.1)."""
        game = self.games[leg]
        outage = Outage(first, min(first + timedelta(days - 1), self.today - timedelta(1)))
        if game.ended is not None or outage.last < outage.first:
            return
        lost = days_lost(game, seat, outage, self.today)
        if lost:
            self.follow(leg, grant_time(game, self.order(), seat, lost, outage))

    def goes_on_leave(self, person: PersonId, ahead: int, more: int) -> bool:
        """Announce leave in the match and its running games; return whether it is permitted."""
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
        period = own[number]
        said = self.says(lambda: withdraw_leave(self.match, person, period, self.now))
        if said:
            self.tells_games(person, LeaveWithdrawn, period)
        return said

    def tells_games(
        self,
        person: PersonId,
        event: type[LeaveAnnounced] | type[LeaveWithdrawn],
        period: LeavePeriod,
    ) -> None:
        """Record a change of leave in the running games of the match."""
        for leg in self.match.all_running:
            seat = self.games[leg].seat_of(person)
            if seat is not None:
                self.follow(leg, (event(at=self.now, by=seat, period=period),))

    def answers_results(self, person: PersonId, *, agrees: bool) -> bool:
        """Let a player answer proposed results; return whether that is possible."""
        return self.says(lambda: answer_results(self.match, person, self.now, agrees=agrees))

    def proposes(self, person: PersonId, leg: Leg, figures: tuple[Decimal, Decimal]) -> bool:
        """Propose a player's own figures for a game; return whether it is permitted."""
        return self.says(lambda: propose_own(self.match, person, leg, *figures, self.now))

    def takes_over(
        self, person: PersonId, figures: tuple[Decimal, Decimal], legs: Collection[Leg]
    ) -> bool:
        """Let a player object with own figures, and take exactly these over (art. 8.5)."""
        others = {leg for who, leg in self.match.own if who == person}.difference(legs)
        if self.match.stage is not MatchStage.PROPOSED or others:
            return False
        self.answers_results(person, agrees=False)
        proposed = [self.proposes(person, leg, figures) for leg in legs]
        order = self.order(article="8.5")
        return all(proposed) and self.says(lambda: take_over(self.match, order, person))


def worth(world: World, leg: Leg) -> Figures:
    """Return the figures of a finished game, as they count now."""
    found = {one.leg: one for one in leg_results(world.match)}[leg]
    return {Seat.RED: found.red, Seat.BLUE: found.blue}


def results(world: World) -> dict[Leg, Figures]:
    """Return the figures of all finished games, as they count now."""
    return {one.leg: worth(world, one.leg) for one in leg_results(world.match)}


def over(world: World) -> list[Leg]:
    """Return the finished games."""
    ended = {one.leg for one in world.match.ended}
    return [leg for leg, game in world.games.items() if leg in ended and game.ended]


def used(world: World, leg: Leg, seat: Seat) -> int:
    """Return the days of thinking time that the player has used by now (art. 7.1)."""
    return used_and_running(world.games[leg], seat, world.today)


def allowance(world: World, leg: Leg, seat: Seat) -> int:
    """Return the player's days of thinking time, with those that the arbiter added."""
    return world.games[leg].allowance(seat)


def exceeded(world: World, leg: Leg, seat: Seat) -> bool:
    """Return whether the program says that the player's time is exceeded (art. 7.2)."""
    return is_exceeded(world.games[leg], seat, world.today)


def waits_for_arbiter(world: World, leg: Leg) -> bool:
    """Return whether the player to move asked the arbiter about a word (art. 5.3)."""
    return bool(world.games[leg].query)


def began(world: World, leg: Leg) -> date:
    """Return the day on which the turn of the player to move began (art. 7.1)."""
    return world.games[leg].received


def ending(world: World, leg: Leg) -> tuple[Ending, Seat | None] | None:
    """Return how the game ended, and by whom; None if it runs."""
    ended = world.games[leg].ended
    return None if ended is None else (ended.ending, ended.by)


def moved(world: World, leg: Leg, seat: Seat) -> bool:
    """Return whether the player has ever moved in the game."""
    return has_moved(world.games[leg], seat)


def standing(world: World, leg: Leg) -> tuple[object, ...]:
    """Return all that a game shows: moves, scores, turn, days, flags and end."""
    game = world.games[leg]
    days = [(used(world, leg, one), allowance(world, leg, one)) for one in Seat]
    flags = [exceeded(world, leg, one) for one in Seat]
    scores = (game.red.score, game.blue.score, game.red.rack, game.blue.rack)
    moves = [(one.at, getattr(one, "points", 0)) for one in game.moves]
    return (ending(world, leg), game.turn, moves, scores, days, flags, game.returnable)


def status(world: World, person: PersonId) -> tuple[bool, ...]:
    """Return a player's status in the competition: excluded, has left, plays."""
    now = world.competition
    return (
        person in now.excluded,
        person in now.former_players,
        person in now.phase.players,
    )


def everything(world: World) -> dict[str, object]:
    """Return all that people see: games, figures, stage, and the status of both players."""
    shown: dict[str, object] = {leg: standing(world, leg) for leg in world.games}
    shown["results"] = results(world)
    shown["stage"] = world.match.stage
    shown["status"] = [status(world, person) for person in world.match.people]
    fines = world.match.fines.items()
    shown["penalties"] = sorted((who, leg, points) for (who, leg, _), points in fines)
    return shown


def lift(world: World, deed: Deed) -> bool:
    """Take a ruling back, if an inverse is offered; return whether it was taken back."""
    case = world.files[deed.case.id]
    inverse = [one for one in reversals(case) if one.kind is not RulingKind.LEVEL]
    return any(world.decides(deed.leg, one, case) for one in inverse)


def penalty(seat: Seat, points: str = "0.1") -> Ruling:
    """Return the ruling that takes these points off the player's figure (art. 10.3)."""
    return Ruling(kind=RulingKind.PENALTY, seat=seat, penalty=Decimal(points))


def sanctioned(world: World, leg: Leg) -> bool:
    """Return whether a player lost the finished game by a sanction, or points in it (art. 10.3)."""
    (ended,) = (one for one in world.match.ended if one.leg is leg)
    return ended.was is not None or any(of is leg for _, of, _ in world.match.fines)


def proposable(world: World) -> bool:
    """Return whether a player may propose own figures now (art. 8.5)."""
    return world.match.stage is MatchStage.PROPOSED


def absent_from(world: World, leg: Leg, seat: Seat) -> bool:
    """Return whether the player has 0 in the finished game because they never came (art. 9.1)."""
    ended = world.games[leg].ended
    if ended is None or moved(world, leg, seat):
        return False
    return (ended.ending, ended.by) == (Ending.NO_SHOW, seat) or seat in ended.untaken


def lost_by_own_fault(world: World, leg: Leg, seat: Seat) -> bool:
    """Return whether the player has lost the finished game by resigning or on time (art. 9.1)."""
    ended = world.games[leg].ended
    by_fault = {Ending.ABANDONED, Ending.TIME, Ending.NO_SHOW}
    return ended is not None and ended.ending in by_fault and ended.by is seat
