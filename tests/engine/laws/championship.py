"""Random histories of a championship of two phases: organisers, players, results, forgetting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import reduce
from random import Random
from typing import Any, ClassVar

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import (
    annul_draw,
    commit_sequences,
    draw_groups,
    list_matches,
    matches_needed,
    start_phase,
)
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    former_holder,
    lift_act,
    liftable,
    may_be_lifted,
    merge,
    replace_player,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.events import CompetitionEvent, Liftable
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act, Events
from engine.competitions.leave import change_leave
from engine.competitions.parts import Entry
from engine.competitions.planning import (
    plan_phase,
    set_arbiters,
    set_browser_seats,
    take_import_back,
)
from engine.competitions.results import (
    advance,
    advance_again,
    approve_result,
    close,
    correct_result,
    exclude,
    reinstate,
    retire,
)
from engine.errors import EngineError
from engine.figures import figures
from engine.ids import WEB, MatchCode, PersonId
from engine.person_events import PersonForgotten
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon
from tests.engine.competitions.desk import ARBITER, DEPUTY, FINAL, PRELIMINARY, SEEDS, Desk
from tests.engine.laws.search import Draw, History

PLAYERS = 8
"""The players at first."""
SPARE = 4
"""The people who are not entered at first."""
TO_SECOND = 6
"""The steps to the second phase."""
WORTH = ("1.5219", "1.0000", "0.4781", "0.0000")
Decision = Callable[[Competition, Act], Events]


@dataclass(frozen=True, slots=True)
class Decided:
    """An act of an organiser: its name, the players concerned, and the state before it."""

    name: str
    players: tuple[PersonId, ...]
    before: Competition = field(repr=False)
    after: Competition = field(repr=False)


class Season:
    """A championship, and what was done in it."""

    def __init__(self, advancing: int) -> None:
        """Create the championship with its first players."""
        plans = (replace(PRELIMINARY, advance=advancing, groups=2), FINAL)
        desk = Desk(PLAYERS, plans=plans, imported=True)
        self.now, self.log = desk.now, list(desk.log)
        self.made = {type(event).__name__ for event in desk.log}
        self.people = [PersonId(one) for one in range(1, PLAYERS + SPARE + 1)]
        self.changes, self.day, self.codes = 0, 0, 0
        self.fresh: list[Decided] = []
        """The acts of organisers since a law looked at them last."""
        self.record: list[tuple[PersonId, CompetitionEvent]] = []
        """The events since a law looked at them last, each with the person who acted."""

    @property
    def today(self) -> date:
        """The present day."""
        return START + timedelta(self.day)

    @property
    def chief(self) -> PersonId:
        """The chief arbiter."""
        return self.now.arbiters[0]

    def copied(self) -> "Season":
        """Return a copy, whose acts are not noted in this season."""
        other = object.__new__(Season)
        other.__dict__.update(self.__dict__)
        other.log, other.people, other.made = [*self.log], [*self.people], set()
        other.fresh, other.record = [], []
        return other

    def right_after(self, done: Decided) -> "Season":
        """Return a copy of the season as it was right after that act, on the present day."""
        other = self.copied()
        other.now = done.after
        return other

    def happens(self, decided: Decision, by: PersonId = ARBITER) -> bool:
        """Record what a person does; return whether it is permitted and changes anything."""
        try:
            events = decided(self.now, Act(by=by, at=noon(self.day)))
        except EngineError:
            return False
        self.now = reduce(evolve_competition, events, self.now)
        self.log += events
        self.made |= {type(event).__name__ for event in events}
        self.changes += len(events)
        self.record += [(by, event) for event in events]
        return bool(events)

    def organises(self, decided: Decision, name: str, *players: PersonId) -> bool:
        """Record an act of an organiser; return whether it is permitted."""
        before = self.now
        done = self.happens(decided, before.arbiters[0])
        if done:
            self.fresh.append(Decided(name, players, before, self.now))
        return done

    def new_deeds(self) -> list[Decided]:
        """Return the acts of organisers since the last look."""
        found, self.fresh = self.fresh, []
        return found

    def unread(self) -> list[tuple[PersonId, CompetitionEvent]]:
        """Return the events since the last look, each with the person who acted."""
        found, self.record = self.record, []
        return found

    def new_codes(self) -> list[MatchCode]:
        """Return a new code for each match of the groups."""
        count = matches_needed(self.now.phase.groups)
        self.codes += count
        return [MatchCode(f"M{self.codes - number}") for number in range(count)]


def a_score(chance: Random) -> tuple[str, int, int]:
    """Return a random result: Red's coefficient, and the points of both."""
    return chance.choice(WORTH), 400 + chance.randint(0, 3), 400 + chance.randint(0, 3)


DRAWN: Mapping[str, Draw] = {
    "advancing": lambda chance: chance.randint(1, 3),
    "until": lambda chance: chance.randint(0, 11),
    "extra": lambda chance: chance.random() < 0.4,
    "who": lambda chance: chance.randrange(16),
    "other": lambda chance: chance.randrange(16),
    "game": lambda chance: chance.randrange(200),
    "score": a_score,
    "scores": lambda chance: [a_score(chance) for _ in range(5)],
    "steps": lambda chance: chance.randint(1, 3),
    "begins": lambda chance: chance.randint(-9, 9),
    "ends": lambda chance: chance.randint(-9, 60),
    "number": lambda chance: chance.randrange(2),
    "days": lambda chance: chance.randint(1, 40),
    "ahead": lambda chance: chance.randint(0, 60),
    "lasts": lambda chance: chance.randint(1, 12),
}
"""Random values of an act, by the name of its parameter."""


class ChampionshipHistory(History):
    """A championship with everything that people do in it."""

    usual: ClassVar[Mapping[str, int]] = {
        "goes_on": 8,
        "enters": 2,
        "claims": 3,
        "frees": 2,
        "merges": 1,
        "returns": 2,
        "stays": 3,
        "takes_back": 3,
        "appoints": 1,
        "opens_to_browsers": 1,
        "withdraws": 3,
        "replaces": 3,
        "fills": 3,
        "retires": 2,
        "excludes": 3,
        "reinstates": 3,
        "forgets": 1,
        "announces": 3,
        "takes_leave_back": 4,
        "moves_dates": 2,
        "waits": 2,
        "annuls": 1,
        "draws_again": 2,
        "approves": 4,
        "takes_import_back": 1,
    }
    draws: ClassVar[Mapping[str, Draw]] = DRAWN
    world: Season

    def begins(self, advancing: int, scores: list[Any], until: int, extra: bool) -> None:
        """Create a championship, and let it go on undisturbed for some steps.

        `extra`: another person is entered in the second phase.
        """
        self.world = Season(advancing)
        self.goes_on(scores, min(until, TO_SECOND))
        if extra and self.world.now.number:
            self.enters(PLAYERS)
        self.goes_on(scores, max(until - TO_SECOND, 0))

    def person(self, number: int) -> PersonId:
        """Return the person of this number."""
        return self.world.people[number % len(self.world.people)]

    def player(self, number: int) -> PersonId:
        """Return a player of the present phase, or any person in one of four cases."""
        players = self.world.now.phase.players
        return players[number % len(players)] if number % 4 and players else self.person(number)

    def goes_on(self, scores: list[Any], steps: int) -> None:
        """Perform the next steps of an undisturbed championship."""
        for _ in range(steps):
            self._next_step(scores)

    def _next_step(self, scores: list[Any]) -> None:
        season, phase = self.world, self.world.now.phase
        match self.world.now.stage:
            case CompetitionStage.OPEN:
                season.happens(lambda now, act: commit_sequences(now, act, SEEDS))
            case CompetitionStage.COMMITTED:
                groups = 2 if len(phase.players) > 3 else 1
                season.happens(lambda now, act: draw_groups(now, act, groups=groups))
            case CompetitionStage.GROUPED:
                season.happens(lambda now, act: list_matches(now, act, season.new_codes()))
            case CompetitionStage.LISTED:
                season.day = max(season.day, (phase.plan.start - START).days)
                season.happens(self._started)
            case CompetitionStage.RUNNING if phase.open_games():
                for number, game in enumerate(sorted(phase.open_games())):
                    self.result(game, scores[number % len(scores)])
            case CompetitionStage.RUNNING if season.now.next_phase:
                season.organises(advance, "advance")
            case CompetitionStage.RUNNING:
                season.organises(close, "close")
            case _:  # it is closed
                pass

    def _started(self, now: Competition, act: Act) -> Events:
        return start_phase(now, act.at)

    def result(self, game: Any, score: tuple[str, int, int]) -> None:
        """Approve a result, or correct an official one."""
        season, (worth, red, blue) = self.world, score
        found = figures(
            Decimal(worth),
            2 - Decimal(worth) if worth != "0.0000" else Decimal("1.53"),
            scores=(red, blue),
            article="8.1",
        )
        if not season.happens(lambda now, act: approve_result(now, act, game, found)):
            season.happens(lambda now, act: correct_result(now, act, game, found, "De ce"))

    def approves(self, game: int, score: tuple[str, int, int]) -> None:
        """Approve a game, or correct a result of any phase."""
        games = sorted({one for phase in self.world.now.phases for one in phase.games})
        if games:
            self.result(games[game % len(games)], score)

    def enters(self, who: int) -> None:
        """Enter a person."""
        entry = Entry(player=self.person(who))
        self.world.organises(lambda now, act: enter(now, act, [entry]), "enter", entry.player)

    def claims(self, who: int, other: int) -> None:
        """Take a reserved seat as its player, or as another person in one of four cases."""
        place = self.player(who)
        by = place if other % 4 else self.person(other)
        via = WEB if who % 3 == 0 else ""
        self.world.happens(lambda now, act: claim_place(now, place, act, via), by)

    def frees(self, who: int) -> None:
        """Free a player's seat for another person."""
        season, person = self.world, self.player(who)
        place = PersonId(max(season.people) + 1)
        if season.organises(
            lambda now, act: vacate(now, act, person, place, "De ce"), "vacate", person, place
        ):
            season.people.append(place)

    def merges(self, who: int, other: int) -> None:
        """Record that two people are one."""
        season, person, into = self.world, self.person(who), self.player(other)
        season.happens(lambda now, act: merge(now, act, person=person, into=into), season.chief)

    def returns(self, who: int) -> None:
        """Give a freed seat back to its former player; one is freed now if there is none."""
        season = self.world
        if not any(former_holder(season.now, one) for one in season.people):
            self.frees(who)
        free = [one for one in season.people if former_holder(season.now, one)]
        if free:
            place = free[who % len(free)]
            season.happens(lambda now, act: return_place(now, act, place, "De ce"), season.chief)

    def stays(self, who: int) -> None:
        """Take a player's withdrawal back."""
        season = self.world
        gone = may_be_lifted(season.now, Act(by=season.chief, at=noon(season.day)))
        if gone:
            person = gone[who % len(gone)]
            kind = Liftable.WITHDRAWAL
            season.happens(lambda now, act: lift_act(now, act, kind, person, "De ce"), season.chief)

    def takes_back(self, who: int, other: int) -> None:
        """Take back a player's last act about a seat; in one of eight cases, the present phase."""
        season, person = self.world, self.player(who)
        act = Act(by=season.chief, at=noon(season.day))
        of = person if other % 8 else None
        kind = liftable(season.now, act, of)
        if kind is not None:
            season.happens(lambda now, act: lift_act(now, act, kind, of, "De ce"), season.chief)

    def takes_import_back(self) -> None:
        """Take the import of the whole championship back, and restore it as it was."""
        season = self.world
        before = season.now
        assert season.happens(lambda now, act: take_import_back(now, act, "De ce"), season.chief)
        assert not season.happens(lambda now, act: take_import_back(now, act, "De ce"))
        assert season.happens(
            lambda now, act: take_import_back(now, act, "De ce", restored=True), season.chief
        )
        assert season.now == before

    def appoints(self, who: int) -> None:
        """Change the arbiters and their order."""
        wanted = ((ARBITER, DEPUTY), (DEPUTY, ARBITER), (ARBITER,), (DEPUTY,))[who % 4]
        self.world.organises(lambda now, act: set_arbiters(now, act, wanted), "arbiters")

    def opens_to_browsers(self, who: int) -> None:
        """Allow or refuse seats in browsers."""
        allowed = bool(who % 2)
        self.world.organises(
            lambda now, act: set_browser_seats(now, act, allowed=allowed), "browsers"
        )

    def withdraws(self, who: int) -> None:
        """Withdraw a person before the start."""
        person = self.player(who)
        self.world.organises(lambda now, act: withdraw(now, act, person), "withdraw", person)

    def replaces(self, who: int, other: int) -> None:
        """Replace a player by another person before the start."""
        person, entry = self.player(who), Entry(player=self.person(other))
        self.world.organises(
            lambda now, act: replace_player(now, act, person, entry),
            "replace",
            person,
            entry.player,
        )

    def fills(self, who: int) -> None:
        """Give a free seat to a reserve."""
        person = self.person(who)
        self.world.organises(lambda now, act: fill_place(now, act, person), "fill", person)

    def retires(self, who: int, other: int) -> None:
        """Leave the running phase; in half of the cases an arbiter records it."""
        person = self.player(who)
        if other % 2:
            self.world.happens(lambda now, act: retire(now, act, person), person)
        else:
            self.world.organises(
                lambda now, act: retire(now, act, person, "De ce"), "retire", person
            )

    def excludes(self, who: int) -> None:
        """Disqualify a player of any phase."""
        person = self.player(who)
        self.world.organises(
            lambda now, act: exclude(now, act, person, reason="De ce"), "exclude", person
        )

    def reinstates(self, who: int) -> None:
        """Lift a disqualification."""
        out = sorted(self.world.now.excluded)
        person = out[who % len(out)] if out else self.person(who)
        self.world.organises(
            lambda now, act: reinstate(now, act, person, reason="De ce"), "reinstate", person
        )

    def forgets(self, who: int) -> None:
        """Erase a person at their own request."""
        person, season = self.person(who), self.world
        if season.happens(lambda now, act: forget(now, person, act.at), person):
            event = PersonForgotten(at=noon(season.day), person=person)
            season.made.add(type(event).__name__)

    def announces(self, who: int, ahead: int, lasts: int) -> None:
        """Announce a player's leave."""
        person, first = self.player(who), self.world.today + timedelta(ahead)
        period = LeavePeriod(first, first + timedelta(lasts - 1))
        self.world.happens(lambda now, act: change_leave(now, act, person, new=period), person)

    def takes_leave_back(self, who: int) -> None:
        """Withdraw announced leave."""
        season, person = self.world, self.player(who)
        phases = season.now.phases[season.now.number :]
        noted = [one for phase in phases for one in phase.leave_of(person)]
        if noted:
            period = noted[who % len(noted)]
            season.happens(lambda now, act: change_leave(now, act, person, old=period), person)

    def moves_dates(self, number: int, begins: int, ends: int) -> None:
        """Move the dates of a phase."""
        plan = self.world.now.phases[number].plan
        start, closing = plan.start + timedelta(begins), plan.closing + timedelta(ends)
        wanted = replace(plan, start=start, closing=closing)
        self.world.organises(lambda now, act: plan_phase(now, act, wanted), "plan")

    def waits(self, days: int) -> None:
        """Let days pass."""
        self.world.day += days

    def annuls(self) -> None:
        """Cancel the draw."""
        self.world.organises(lambda now, act: annul_draw(now, act, "De ce"), "annul")

    def draws_again(self, scores: list[Any]) -> None:
        """Correct results of the previous phase and determine again who advances."""
        season = self.world
        before = season.now.phases[season.now.number - 1] if season.now.number else None
        for number, game in enumerate(sorted(before.results)[::3] if before else ()):
            self.result(game, scores[number % len(scores)])
        is_running = season.now.stage is CompetitionStage.RUNNING
        untouched = is_running and not season.now.phase.results
        season.organises(lambda now, act: advance_again(now, act, untouched=untouched), "again")
