"""Random championships, two at once: program and reference are compared after each step."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from inspect import signature
from random import Random
from typing import Any, ClassVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import (
    annul_draw,
    commit_sequences,
    draw_groups,
    list_matches,
    start_phase,
)
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    replace_player,
    vacate,
    withdraw,
)
from engine.competitions.events import PlaceFilled
from engine.competitions.fold import replay_competition
from engine.competitions.guards import Act, Events
from engine.competitions.leave import change_leave, fitted, outside
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.planning import plan_phase, set_arbiters
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
from engine.ids import GameId, PersonId
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon
from tests.engine.competitions.desk import (
    ARBITER,
    DEPUTY,
    FINAL,
    PRELIMINARY,
    SEEDS,
    STRANGER,
    Desk,
)
from tests.engine.referee.championship import LEAVE_DAYS, Championship, Round, Score

AT_ONCE = 2
REPLAYED = 10
"""The number of steps after which each log is folded from its beginning."""
SPARE = 4
"""The number of people who are not entered at first."""
WORTH = ("1.5219", "1.0000", "0.4781", "0.0000", "1.6667")
STAGES = dict(
    zip(
        CompetitionStage,
        ("entering", "committed", "grouped", "listed", "running", "closed"),
        strict=True,
    )
)

Drawn = tuple[str, int, int]
"""A result: Red's coefficient, and the points of both above 400."""


def a_score(chance: Random) -> Drawn:
    """Return a random result."""
    return chance.choice(WORTH), chance.randint(0, 3), chance.randint(0, 3)


LONGEST = 11
"""The most steps of a competition before its history begins; a phase has six."""
DRAWN: Mapping[str, Callable[[Random], Any]] = {
    "who": lambda chance: chance.randrange(16),
    "other": lambda chance: chance.randrange(16),
    "number": lambda chance: chance.randrange(2),
    "begins": lambda chance: chance.randint(-9, 9),
    "ends": lambda chance: chance.randint(-9, 60),
    "days": lambda chance: chance.randint(1, 40),
    "game": lambda chance: chance.randrange(200),
    "groups": lambda chance: chance.randint(1, 3),
    "score": a_score,
    "scores": lambda chance: [a_score(chance) for _ in range(5)],
    "steps": lambda chance: chance.randint(1, 3),
    "ahead": lambda chance: chance.randint(0, 60),
    "lasts": lambda chance: chance.randint(1, 12),
}
"""Random values of an action, by the name of its parameter."""
ALWAYS = ("moves", "waits", "goes_on", "announces", "announces", "takes_back")
PERSONS = ("excludes", "reinstates", "forgets", "claims", "claims", "frees", "appoints")
BEFORE = ("withdraws", "replaces", "fills", "draws_again", *PERSONS, *ALWAYS)
USUAL = {
    "entering": ("enters", "commits", *BEFORE),
    "committed": ("draws", "annuls", *BEFORE),
    "grouped": ("lists", "annuls", *BEFORE),
    "listed": ("starts", "annuls", *BEFORE),
    "running": ("leaves", "excludes", "homologates", "ends", "draws_again", *PERSONS, *ALWAYS),
    "closed": ("homologates", "reinstates", "waits"),
}
"""The usual actions at each stage; one action in six is any other."""
ACTS = tuple(sorted({name for names in USUAL.values() for name in names}))


class Championships(RuleBasedStateMachine):
    """Two competitions in the program and in the reference."""

    steps: ClassVar[int] = 0

    @initialize(players=st.integers(6, 12), going=st.sampled_from("12ab"), seed=st.integers(0))
    def begins(self, players: int, going: str, seed: int) -> None:
        """Set up both; `going` says how many advance from each group and of the others."""
        chance = Random(seed)
        self.day = 0
        self.groups = chance.randint(1, 3)
        per_group, best = {"1": (1, 0), "2": (2, 0), "a": (1, 1), "b": (1, 2)}[going]
        plans = (
            replace(PRELIMINARY, advance=per_group, best_others=best, groups=self.groups),
            FINAL,
        )
        self.people = [PersonId(one) for one in range(1, players + SPARE + 1)]
        self.desks = [Desk(players, plans=plans) for _ in range(AT_ONCE)]
        self.papers = [
            Championship(
                [Round(one.start, one.closing, one.advance, one.best_others) for one in plans]
            )
            for _ in range(AT_ONCE)
        ]
        for at in range(AT_ONCE):
            self.papers[at].now.players = self.people[:players]
            self.goes_on(at, DRAWN["scores"](chance), chance.randint(0, LONGEST))

    @rule(seed=st.integers(0, 2**32))
    def acts(self, seed: int) -> None:
        """Perform a random action of an arbiter or player, permitted or not."""
        chance = Random(seed)
        at = chance.randrange(AT_ONCE)
        name = chance.choice(USUAL[self.papers[at].stage] if chance.randrange(6) else ACTS)
        act = getattr(self, name)
        wanted = {key: DRAWN[key](chance) for key in signature(act).parameters if key != "at"}
        note(f"{self.today} {at} {name} {wanted}")
        act(at, **wanted)

    @property
    def today(self) -> date:
        """Return the present day of the history."""
        return START + timedelta(self.day)

    def does(
        self, at: int, decide: Callable[..., Events], *wanted: object, **options: object
    ) -> bool:
        """Perform an arbiter's action and return whether it is permitted.

        Anyone who is not an arbiter of the competition must be refused.
        """
        by_others = (STRANGER, *{ARBITER, DEPUTY}.difference(self.desks[at].now.arbiters))
        for one in by_others:
            with suppress(EngineError):
                decide(self.desks[at].now, Act(by=one, at=noon(self.day)), *wanted, **options)
                raise AssertionError(one)
        return self.happens(at, lambda now, act: decide(now, act, *wanted, **options))

    def happens(self, at: int, decide: Callable[[Competition, Act], Events]) -> bool:
        """Append the decided events to a competition's log, and return whether it is permitted."""
        desk = self.desks[at]
        arbiters = desk.now.arbiters
        desk.act = Act(by=arbiters[len(desk.log) % len(arbiters)], at=noon(self.day))
        try:
            events = decide(desk.now, desk.act)
        except EngineError:
            return False
        desk.append(events)
        return True

    def person(self, number: int) -> PersonId:
        """Return the person of this number."""
        return self.people[number % len(self.people)]

    def player(self, at: int, number: int) -> PersonId:
        """Return a player of the present phase, or any person in one of four cases."""
        players = self.papers[at].now.players
        return players[number % len(players)] if number % 4 and players else self.person(number)

    def enters(self, at: int, who: int) -> None:
        """Enter a person during entries; nobody twice, and no disqualified player."""
        paper, person = self.papers[at], self.person(who)
        may = paper.stage == "entering" and person not in paper.now.players
        may = may and person not in paper.excluded()
        if person in (paper.out() | paper.forgotten) - paper.excluded():
            return
        assert self.does(at, enter, [Entry(player=person)]) is may
        if may:
            paper.enters(person)

    def claims(self, at: int, who: int, other: int) -> None:
        """Take a reserved seat as its player, or as another person in one of four cases."""
        paper, place = self.papers[at], self.player(at, who)
        by = place if other % 4 else self.person(other)
        if by in (paper.out() | paper.forgotten) - paper.excluded():
            return
        act = Act(by=by, at=noon(self.day))
        may = paper.may_claim(place, by)
        assert self.happens(at, lambda now, _: claim_place(now, place, act)) is may
        if may:
            paper.claims(place, by)

    def frees(self, at: int, who: int) -> None:
        """Free a player's seat for the next invited person."""
        paper, person = self.papers[at], self.player(at, who)
        place = PersonId(max(self.people) + 1)
        may = paper.may_free(person)
        assert self.does(at, vacate, person, place, "De ce") is may
        if may:
            self.people.append(place)
            paper.frees(person, place)

    def appoints(self, at: int, who: int) -> None:
        """Change the arbiters and their order; no player can be one."""
        paper, person = self.papers[at], self.person(who)
        wanted = ((ARBITER, DEPUTY), (DEPUTY,), (DEPUTY, ARBITER), (ARBITER, person))[who % 4]
        playing = {one for each in paper.rounds for one in each.players}
        may = paper.stage != "closed" and (who % 4 != 3 or person not in playing)
        if may and person in wanted and not paper.knows(person):
            return  # an arbiter can be entered in no competition
        assert self.does(at, set_arbiters, wanted) is may

    def draws_again(self, at: int, scores: list[Drawn]) -> None:
        """Correct results of the previous phase and determine again who advances (spec 9.8)."""
        paper, desk = self.papers[at], self.desks[at]
        before = paper.rounds[paper.number - 1] if paper.number else None
        for number, game in enumerate(sorted(before.results)[::3] if before else ()):
            self._result(at, game, scores[number % len(scores)])
        untouched = paper.stage == "running" and not paper.now.results
        lots = desk.now.phases[paper.number - 1].lots
        found = paper.going_on(lots, before)[0] if before else []
        open_to = before is not None and (paper.is_before or untouched)
        is_other = found != paper.now.qualified
        done = self.does(at, advance_again, untouched=untouched)
        assert done or not (open_to and is_other)
        assert open_to or not done
        if done:
            paper.draws_again(found)

    def withdraws(self, at: int, who: int) -> None:
        """Withdraw a person before the start."""
        paper, person = self.papers[at], self.player(at, who)
        may = paper.is_before and person in paper.now.players
        done = self.does(at, withdraw, person)
        smallest = min((len(one) - (person in one) for one in paper.now.groups.values()), default=2)
        assert done is may or (smallest < 2 and not done)
        if done:
            paper.withdraws(person)

    def replaces(self, at: int, who: int, other: int) -> None:
        """Replace a player by another person before the start."""
        paper, person, by = self.papers[at], self.person(who), self.person(other)
        if by in (paper.out() | paper.forgotten) - paper.excluded():
            return
        may = paper.is_before and person in paper.now.players and by not in paper.now.players
        may = may and by not in paper.excluded()
        assert self.does(at, replace_player, person, Entry(player=by)) is may
        if may:
            paper.replaces(person, by)

    def fills(self, at: int, who: int) -> None:
        """Offer a free seat to a person, who must be a reserve."""
        paper, person = self.papers[at], self.person(who)
        may = bool(paper.free()) and person in paper.waiting()
        assert self.does(at, fill_place, person) is may
        if may:
            (event,) = (one for one in self.desks[at].log[-1:] if isinstance(one, PlaceFilled))
            assert event.group in ([name for _, name in paper.now.gaps] or [""])
            paper.fills(person, event.group)

    def leaves(self, at: int, who: int) -> None:
        """Withdraw a player from the running phase."""
        paper, person = self.papers[at], self.player(at, who)
        may = paper.stage == "running" and person in paper.now.players
        may = may and person not in paper.out()
        act = Act(by=person, at=noon(self.day))
        assert self.happens(at, lambda now, _: retire(now, act)) is may
        if may:
            paper.now.retired.add(person)

    def excludes(self, at: int, who: int) -> None:
        """Disqualify a player of any phase from the competition (spec 9.1)."""
        paper, person = self.papers[at], self.player(at, who)
        may = paper.may_exclude(person)
        assert self.does(at, exclude, person, reason="De ce") is may
        if may:
            paper.excludes(person)

    def reinstates(self, at: int, who: int) -> None:
        """Lift a disqualification of any phase, even after the end (spec 9.1)."""
        paper = self.papers[at]
        out = sorted(paper.excluded())
        person = out[who % len(out)] if out and who % 4 else self.person(who)
        may = person in out
        assert self.does(at, reinstate, person, reason="De ce") is may
        if not may:
            return
        phase = self.desks[at].now.phase
        is_back = person in {*phase.players} - {*paper.now.players}
        inside = [one.name for one in phase.groups if person in one.players]
        paper.reinstates(person, self.today, group=(inside or [""])[0] if is_back else None)
        if is_back:
            paper.now.gaps = [(one.player, one.group) for one in phase.withdrawn]
        if phase.matches and paper.stage == "grouped":
            self._listed(at)

    def forgets(self, at: int, who: int) -> None:
        """Erase a person at their own request."""
        paper, person = self.papers[at], self.person(who)
        assert self.happens(at, lambda now, act: forget(now, person, act.at))
        paper.forgets(person)

    def announces(self, at: int, who: int, ahead: int, lasts: int) -> None:
        """Announce a player's leave."""
        paper, person = self.papers[at], self.player(at, who)
        first = self.today + timedelta(ahead)
        last = first + timedelta(lasts - 1)
        period = LeavePeriod(first, last)
        done = self.happens(at, lambda now, act: change_leave(now, act, person, new=period))
        may = paper.stage != "closed" and paper.announces(person, first, last, self.today)
        assert done is may

    def takes_back(self, at: int, who: int, number: int) -> None:
        """Withdraw a player's announced leave, which is possible before it begins."""
        paper, person = self.papers[at], self.player(at, who)
        now = fitted(self.desks[at].now, noon(self.day), {person})
        counted = [one for phase in now.phases[now.number :] for one in phase.leave_of(person)]
        noted = [*counted, *outside(now, person)]
        if not noted:
            return
        period = noted[number % len(noted)]
        may = paper.stage != "closed" and period.first > self.today
        done = self.happens(at, lambda now, act: change_leave(now, act, person, old=period))
        assert done is may
        if may:
            paper.fits_leave(self.today, {person})
            paper.takes_back(person, period.first, period.last)
            paper.fits_leave(self.today, {person})

    def moves(self, at: int, number: int, begins: int, ends: int) -> None:
        """Move the dates of a phase."""
        paper, plan = self.papers[at], self.desks[at].now.phases[number].plan
        start, closing = plan.start + timedelta(begins), plan.closing + timedelta(ends)
        may = paper.may_plan(number, start, closing, self.today)
        wanted = replace(plan, start=start, closing=closing)
        assert self.does(at, plan_phase, wanted) is may
        if may:
            paper.rounds[number].start, paper.rounds[number].closing = start, closing
            paper.fits_leave(self.today)

    def waits(self, at: int, days: int) -> None:
        """Let days pass in both competitions."""
        del at
        self.day += days

    def annuls(self, at: int) -> None:
        """Cancel the draw."""
        paper = self.papers[at]
        may = paper.is_before and paper.stage != "entering"
        assert self.does(at, annul_draw, "De ce") is may
        if may:
            paper.annuls()

    def homologates(self, at: int, game: int, score: Drawn) -> None:
        """Approve a game of the running phase, or correct a result of any phase."""
        paper = self.papers[at]
        games = sorted({one for each in paper.rounds for one in each.games})
        if games:
            self._result(at, games[game % len(games)], score)

    def _result(self, at: int, game: GameId, score: Drawn) -> None:
        paper, (worth, red, blue) = self.papers[at], score
        (of,) = (one for one in paper.rounds if game in one.games)
        found = figures(
            Decimal(worth),
            min(2 - Decimal(worth), Decimal("1.6667")),
            scores=(400 + red, 400 + blue),
            article="8.1",
        )
        if game in of.results:
            assert self.does(at, correct_result, game, found, "De ce")
        else:
            may = paper.stage == "running" and of is paper.now and game in of.open()
            assert self.does(at, approve_result, game, found) is may
            if not may:
                return
        both = (int(found.red * 10**4), int(found.blue * 10**4))
        of.results[game] = Score(*of.games[game], both, (400 + red, 400 + blue))

    def goes_on(self, at: int, scores: list[Drawn], steps: int) -> None:
        """Perform the next steps of an undisturbed competition."""
        for _ in range(steps):
            self._next_step(at, scores)

    def _next_step(self, at: int, scores: list[Drawn]) -> None:
        paper = self.papers[at]
        if paper.stage == "entering":
            self.commits(at)
        elif paper.stage == "committed":
            self.draws(at, self.groups)
        elif paper.stage == "grouped":
            self.lists(at)
        elif paper.stage == "listed":
            self.day = max(self.day, (paper.now.start - START).days)
            self.starts(at)
        elif paper.stage == "running" and paper.now.open():
            for number, game in enumerate(sorted(paper.now.open())):
                self._result(at, game, scores[number % len(scores)])
        else:
            self.ends(at)

    def commits(self, at: int) -> None:
        """Close the entries."""
        paper = self.papers[at]
        may = paper.stage == "entering" and len(paper.now.players) > 1
        assert self.does(at, commit_sequences, SEEDS) is may
        if may:
            paper.stage = "committed"

    def draws(self, at: int, groups: int) -> None:
        """Draw groups, which must have equal sizes (±1) and all players."""
        paper = self.papers[at]
        may = paper.stage == "committed" and len(paper.now.players) >= 2 * groups
        assert self.does(at, draw_groups, groups=groups) is may
        if not may:
            return
        paper.stage = "grouped"
        paper.now.waits.clear()
        drawn = self.desks[at].now.phase.groups
        paper.now.groups = {one.name: [*one.players] for one in drawn}
        sizes = [len(one.players) for one in drawn]
        assert max(sizes) - min(sizes) <= 1
        members = [who for one in drawn for who in one.players]
        assert sorted(members) == sorted(paper.now.players)

    def lists(self, at: int) -> None:
        """List the matches of the groups."""
        paper, desk = self.papers[at], self.desks[at]
        smallest = min((len(one) for one in paper.now.groups.values()), default=0)
        may = paper.stage == "grouped" and smallest > 1
        done = self.does(at, list_matches, desk.new_codes() if paper.now.groups else [])
        assert done is may
        if not may:
            return
        self._listed(at)

    def _listed(self, at: int) -> None:
        """Copy the matches: each pair of a group once, with colours balanced for every player."""
        paper = self.papers[at]
        paper.stage = "listed"
        matches = self.desks[at].now.phase.matches
        paper.now.games = {game: pair for one in matches for game, pair in one.games.items()}
        paper.now.group_of = {game: one.group for one in matches for game in one.games}
        pairs = Counter((one.group, one.players) for one in matches)
        wanted = {
            (name, frozenset((one, other)))
            for name, members in paper.now.groups.items()
            for one in members
            for other in members
            if one < other
        }
        assert set(pairs) == wanted
        assert set(pairs.values()) == {1}
        reds, blues = Counter(one.red for one in matches), Counter(one.blue for one in matches)
        assert all(abs(reds[who] - blues[who]) <= 1 for who in paper.now.players)

    def starts(self, at: int) -> None:
        """Start the phase if its day has come."""
        paper = self.papers[at]
        may = paper.stage == "listed" and self.today >= paper.now.start
        assert self.happens(at, lambda now, act: start_phase(now, act.at))
        if may:
            paper.stage, paper.now.began = "running", self.today
            paper.fits_leave(self.today)

    def ends(self, at: int) -> None:
        """End the phase: the next one opens, or the competition is closed."""
        paper, phase = self.papers[at], self.desks[at].now.phase
        is_over = paper.stage == "running" and not paper.now.open()
        is_last = paper.number + 1 == len(paper.rounds)
        assert self.does(at, close) is (is_over and is_last)
        if is_over and is_last:
            paper.stage = "closed"
            return
        may = is_over and not is_last and len(paper.going_on(phase.lots)[0]) > 1
        assert self.does(at, advance) is may
        if may:
            paper.goes_on(phase.lots)

    @invariant()
    def agree(self) -> None:
        """Compare all readable state of both competitions."""
        if not hasattr(self, "papers"):
            return
        type(self).steps += 1
        for desk, paper in zip(self.desks, self.papers, strict=True):
            now = desk.now
            assert STAGES[now.stage] == paper.stage
            assert now.number == paper.number
            self._same_people(now, paper)
            playing = {*now.phase.players}
            assert now.claimed & playing == paper.claimed & playing
            self._same_leave(now, paper)
            self._same_tables(now, paper)
        if self.steps % REPLAYED == 0:
            assert all(replay_competition(desk.log) == desk.now for desk in self.desks)

    def _same_people(self, now: Competition, paper: Championship) -> None:
        for person, role in paper.roles(self.people).items():
            found = participation(now, person)
            word = found.role.value
            word = f"{word} {found.reserve}" if found.reserve else word
            assert {"replaced": "off the list"}.get(word, word) == role, person
        assert [one.player for one in reserves(now)] == paper.waiting()
        assert len(free_places(now)) == paper.free()
        for phase, one in zip(now.phases, paper.rounds, strict=True):
            assert sorted(phase.players) == sorted(one.players)
            assert {*phase.open_games()} == one.open()
        if paper.is_before:
            playing = {who for pair in paper.now.games.values() for who in pair}
            assert not playing & (paper.out() | paper.now.left)

    def _same_leave(self, now: Competition, paper: Championship) -> None:
        for phase, one in zip(now.phases, paper.rounds, strict=True):
            for person in self.people:
                days = [day for period in phase.leave_of(person) for day in period.dates]
                assert len(days) == len({*days}) <= LEAVE_DAYS
                assert {*days} == one.days.get(person, set()), (person, phase.plan.phase)

    def _same_tables(self, now: Competition, paper: Championship) -> None:
        for phase, one in zip(now.phases, paper.rounds, strict=True):
            for group in phase.groups:
                rows = [row.player for row in phase.table(group) if row.place is not None]
                assert rows == one.table(group.name, phase.lots)
