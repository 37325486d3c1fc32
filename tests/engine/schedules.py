"""Random schedules of matches on shared sequences, and a slow reference for the embargo.

A schedule is a diary: the events of every match of a phase, in order. The engine's matches are
folded from this diary; the reference reads it from its first line each time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from engine.embargo import GamePart
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.events import LegStarted, MatchCancelled, MatchEvent
from engine.matches.fold import MATCH_TRANSITIONS, arranged, evolve_match
from engine.matches.match import Match, MatchStage
from engine.matches.result_events import LegReopened, ResultsHomologated, ResultsProposed
from engine.rulesets import PublicWhen
from tests.builders import START
from tests.engine.matches.staged import ARBITER, arrangement, leg_ended

NOON = datetime(2025, 5, 1, 12, tzinfo=UTC)
PLAYERS = tuple(PersonId(number) for number in range(10, 15))
STRANGER = PersonId(99)


class Line(NamedTuple):
    """A line of the diary; `placed` is no event, but a moment that the embargo must cover."""

    what: str
    match: int
    leg: Leg = Leg.HOME


@dataclass(slots=True)
class Schedule:
    """The matches of a phase as they were drawn, and the diary until now."""

    matches: list[Match]
    public_when: PublicWhen
    diary: list[Line]

    @property
    def games(self) -> Iterator[tuple[int, Leg]]:
        """Yield every game that was drawn, as its match's number and its leg."""
        return ((number, leg) for number in range(len(self.matches)) for leg in Leg)

    def seed(self, game: tuple[int, Leg]) -> str:
        """Return the seed from which the game was drawn."""
        return self.matches[game[0]].seeds[game[1]]


def schedules(chance: Random, steps: int = 14) -> Iterator[tuple[Schedule, Line]]:
    """Yield a schedule after each line of a random diary, with that line."""
    made = _drawn(chance)
    last: Line | None = None
    for step in range(steps):
        choices = [line for line in _possible(made) if line != last]
        if not choices:
            return
        last = line = chance.choice(choices)
        if line.what != "placed":
            number = line.match
            made.matches[number] = evolve_match(made.matches[number], _event(made, line, step))
        made.diary.append(line)
        yield made, line


def _drawn(chance: Random) -> Schedule:
    seeds = [f"{number:02x}" * 32 for number in range(chance.randint(1, 4))]
    matches = []
    for number in range(chance.randint(1, 4)):
        first, second = chance.sample(PLAYERS, 2)
        event = replace(
            arrangement(chance.choice(seeds)),
            match=MatchCode(f"M{number}"),
            first=first,
            second=second,
            return_seed=chance.choice(seeds),
        )
        matches.append(arranged(event))
    return Schedule(matches, chance.choice(list(PublicWhen)), [])


def _possible(made: Schedule) -> Iterator[Line]:
    """Yield the lines that may follow, the most frequent ones twice."""
    for number, match in enumerate(made.matches):
        for leg in match.all_running:
            yield Line("placed", number, leg)
            yield Line("ended", number, leg)
            yield Line("ended", number, leg)
        if match.next_leg is not None:
            yield Line("started", number, match.next_leg)
            yield Line("started", number, match.next_leg)
        for ended in match.ended:
            if (match.stage, LegReopened) in MATCH_TRANSITIONS:
                yield Line("resumed", number, ended.leg)
        if match.stage is MatchStage.PLAYED:
            yield Line("proposed", number)
            yield Line("proposed", number)
        if match.stage is MatchStage.PROPOSED:
            yield Line("homologated", number)
            yield Line("homologated", number)
        if (match.stage, MatchCancelled) in MATCH_TRANSITIONS:
            yield Line("called off", number)


def _event(made: Schedule, line: Line, step: int) -> MatchEvent:
    at, match = NOON + timedelta(days=step), made.matches[line.match]
    red, blue = match.colours(line.leg)
    match line.what:
        case "started":
            return LegStarted(at=at, leg=line.leg, red=red, blue=blue, start=START)
        case "ended":
            return leg_ended(line.leg)
        case "resumed":
            return LegReopened(at=at, leg=line.leg)
        case "proposed":
            return ResultsProposed(at=at, results=())
        case "homologated":
            return ResultsHomologated(at=at, arbiter=ARBITER)
        case _:
            return MatchCancelled(at=at, arbiter=ARBITER, reason="")


def _entries(made: Schedule, game: tuple[int, Leg]) -> list[str]:
    """Return the events of the game and of its whole match in the diary."""
    number, leg = game
    whole = {"proposed", "homologated", "called off"}
    return [
        line.what
        for line in made.diary
        if line.match == number and (line.what in whole or line.leg is leg)
    ]


def _has_begun(entries: list[str]) -> bool:
    return "started" in entries


def _may_still_be_played(entries: list[str]) -> bool:
    if "called off" in entries or "homologated" in entries:
        return False
    turns = [what for what in entries if what in {"started", "ended", "resumed"}]
    return not turns or turns[-1] != "ended"


def oracle(
    made: Schedule, part: GamePart, game: tuple[int, Leg], person: PersonId, *, is_arbiter: bool
) -> bool:
    """Return whether the person may see that part, according to the diary alone."""
    entries = _entries(made, game)
    is_permitted = is_arbiter or person in made.matches[game[0]].people
    if is_permitted and part is not GamePart.ANALYSIS and _has_begun(entries):
        return True
    sharing = [other for other in made.games if made.seed(other) == made.seed(game)]
    if part in {GamePart.SEED, GamePart.SEQUENCE}:
        own = [
            other
            for other in sharing
            if (is_arbiter or person in made.matches[other[0]].people)
            and _has_begun(_entries(made, other))
        ]
        if is_permitted and own:
            return True
    if not _has_begun(entries) or any(_may_still_be_played(_entries(made, one)) for one in sharing):
        return False
    if "homologated" in entries or "called off" in entries:
        return True
    return made.public_when is PublicWhen.ENDED


def name(made: Schedule, game: tuple[int, Leg]) -> GameId:
    """Return the game's id."""
    return game_id(made.matches[game[0]].code, game[1])
