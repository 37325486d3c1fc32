"""An arbiter's fixtures: a competition, its log, and short ways through it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

from engine.competitions.drawing import (
    commit_sequences,
    draw_groups,
    list_matches,
    matches_needed,
    start_phase,
)
from engine.competitions.entering import enter
from engine.competitions.events import CompetitionCreated, CompetitionEvent
from engine.competitions.fold import evolve_competition, replay_competition
from engine.competitions.groups import Pairing, red_games
from engine.competitions.guards import Act, Events
from engine.competitions.parts import Entry, ExclusionPolicy, PhasePlan
from engine.competitions.phase import PhaseState, Seeds
from engine.competitions.planning import create
from engine.competitions.results import approve_result
from engine.figures import Figures, figures
from engine.games.events import EditionRef
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId
from engine.rulesets import NATIONAL_2025, Phase, Ruleset
from tests.builders import START, noon

ARBITER, DEPUTY, STRANGER = PersonId(900), PersonId(901), PersonId(902)
ANA, ION, DAN, EVA = map(PersonId, (1, 2, 3, 4))
SEEDS = Seeds(home=b"h" * 32, back=b"b" * 32, lots=b"l" * 32)
PRELIMINARY = PhasePlan(
    phase=Phase.PRELIMINARY,
    start=START,
    closing=date(2025, 9, 30),
    advance=1,
)
FINAL = PhasePlan(phase=Phase.FINAL, start=date(2025, 10, 15), closing=date(2026, 2, 28))
TOGETHER = (
    replace(PRELIMINARY, returns=date(2025, 7, 1)),
    replace(FINAL, returns=date(2025, 12, 1)),
)
"""The same phases, whose return games start on one day each."""
LEVEL = figures(Decimal(1), Decimal(1), scores=(400, 400), article="8.4")
WON = figures(Decimal("1.5219"), Decimal("0.4781"), scores=(524, 480), article="8.1")

Decision = Callable[..., Events]


class Desk:
    """An arbiter's acts in one competition, stored in the log at once."""

    def __init__(
        self,
        players: int = 4,
        *,
        plans: tuple[PhasePlan, ...] = (PRELIMINARY, FINAL),
        rules: Ruleset = NATIONAL_2025,
        exclusion: ExclusionPolicy = ExclusionPolicy.HALF,
        imported: bool = False,
    ) -> None:
        self.act = Act(by=ARBITER, at=noon())
        self.log: list[CompetitionEvent] = list(
            create(
                CompetitionCreated(
                    at=noon(),
                    competition=CompetitionCode("CN25"),
                    title="Campionatul Național",
                    arbiters=(ARBITER, DEPUTY),
                    rules=rules,
                    edition=EditionRef(name="test", sha256="0" * 64),
                    plans=plans,
                    exclusion=exclusion,
                    imported=imported,
                )
            )
        )
        self.now = replay_competition(self.log)
        self.codes = 0
        if players:
            self.does(enter, [Entry(player=PersonId(n), seeding=n) for n in range(1, players + 1)])

    def does(self, decide: Decision, *wanted: object, **options: object) -> Events:
        """Perform the arbiter's act and store its events."""
        return self.append(decide(self.now, self.act, *wanted, **options))

    def append(self, events: Events) -> Events:
        """Append the events to the log."""
        for event in events:
            self.log.append(event)
            self.now = evolve_competition(self.now, event)
        return events

    def new_codes(self) -> list[MatchCode]:
        """Return a new code for each match of the groups."""
        count = matches_needed(self.now.phase.groups)
        self.codes += count
        return [MatchCode(f"M{self.codes - number}") for number in range(count)]

    def draws(self, groups: int = 1) -> None:
        """Commit, draw and list."""
        self.does(commit_sequences, SEEDS)
        self.does(draw_groups, groups=groups)
        self.does(list_matches, self.new_codes())

    def starts(self, groups: int = 1) -> None:
        """Draw everything and start the phase on its day."""
        self.draws(groups)
        self.act = Act(by=ARBITER, at=noon((self.now.phase.plan.start - START).days))
        self.append(start_phase(self.now, self.act.at))

    def homologates_all(self, found: Figures = LEVEL) -> None:
        """Approve every open game with the same figures."""
        for game in self.now.phase.open_games():
            self.does(approve_result, game, found)


def running(players: int = 4, groups: int = 1, **options: ExclusionPolicy) -> Desk:
    """Return a competition whose first phase has started."""
    desk = Desk(players, **options)  # type: ignore[arg-type]  # only the policy is ever given
    desk.starts(groups)
    return desk


def colours(phase: PhaseState, group: str) -> list[tuple[PersonId, PersonId]]:
    """Return who plays Red and who Blue at home, in each match of the group."""
    return [(match.red, match.blue) for match in phase.matches if match.group == group]


def balanced(phase: PhaseState) -> bool:
    """Return whether nobody of the phase has two home games more of one colour."""
    pairs = [Pairing(red=match.red, blue=match.blue) for match in phase.matches]
    return all(abs(red - blue) <= 1 for red, blue in red_games(pairs).values())


def games_of(desk: Desk, player: PersonId) -> list[GameId]:
    """Return the open games of a player."""
    return [game for game, seats in desk.now.phase.open_games().items() if player in seats]
