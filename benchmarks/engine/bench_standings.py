"""Standings of a large phase: 500 players in 50 groups, 4,500 games, four fifths of them over.

`python -m benchmarks standings`. The competition is entered, drawn and approved by the rules.
Everything is calculated without caches, as for a reader after a new result.
"""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial, reduce
from random import Random
from time import process_time

from benchmarks.bench_move import shared
from benchmarks.support.rows import FigureRow, show
from bot.documents.standings.message import group_text, overall_text
from bot.documents.standings.scene import Scene
from engine.competitions.competition import Competition
from engine.competitions.drawing import (
    commit_sequences,
    draw_groups,
    list_matches,
    matches_needed,
    start_phase,
)
from engine.competitions.entering import enter
from engine.competitions.events import CompetitionCreated, CompetitionEvent, ResultHomologated
from engine.competitions.fold import evolve_competition, replay_competition
from engine.competitions.guards import Act, Events
from engine.competitions.parts import Entry, ExclusionPolicy, PhasePlan
from engine.competitions.phase import Seeds
from engine.competitions.planning import create
from engine.competitions.standings import overall
from engine.figures import Figures, figures
from engine.ids import CompetitionCode, MatchCode, PersonId
from engine.rulesets import Phase

PLAYERS = 500
GROUPS = 50
OPEN = 5
"""The share of games without an official result: one in this many."""
ARBITER = PersonId(10_000)
START = date(2025, 5, 3)
AT = datetime(2025, 5, 3, 7, tzinfo=UTC)
SEEDS = Seeds(home=b"h" * 32, back=b"b" * 32, lots=b"l" * 32)
TIMES = 5


class _Desk:
    """A competition and its log."""

    def __init__(self) -> None:
        settled = shared()
        plan = PhasePlan(phase=Phase.PRELIMINARY, start=START, closing=date(2025, 12, 1), advance=2)
        wanted = CompetitionCreated(
            at=AT,
            competition=CompetitionCode("CN25"),
            title="Campionatul",
            arbiters=(ARBITER,),
            rules=settled.rules,
            edition=settled.edition_on(START),
            plans=(plan,),
            exclusion=ExclusionPolicy.HALF,
        )
        self.log: list[CompetitionEvent] = list(create(wanted))
        self.now = replay_competition(self.log)

    def add(self, events: Events) -> None:
        """Append events to the log."""
        self.log += events
        self.now = reduce(evolve_competition, events, self.now)


def _played() -> _Desk:
    """Return the log of a phase with four fifths of its results official."""
    desk, act, chance = _Desk(), Act(by=ARBITER, at=AT), Random(1)
    entries = [Entry(player=PersonId(n), seeding=n) for n in range(1, PLAYERS + 1)]
    desk.add(enter(desk.now, act, entries))
    desk.add(commit_sequences(desk.now, act, SEEDS))
    desk.add(draw_groups(desk.now, act, groups=GROUPS))
    codes = [MatchCode(f"M{n}") for n in range(matches_needed(desk.now.phase.groups))]
    desk.add(list_matches(desk.now, act, codes))
    desk.add(start_phase(desk.now, AT))
    games = [game for match in desk.now.phase.matches for game in match.games]
    results = [
        ResultHomologated(at=AT, by=ARBITER, game=game, figures=_figures(chance))
        for number, game in enumerate(games)
        if number % OPEN
    ]
    desk.add(tuple(results))
    return desk


def _figures(chance: Random) -> Figures:
    mine, theirs = chance.randrange(300, 600), chance.randrange(300, 600)
    red = (Decimal(2 * mine) / (mine + theirs)).quantize(Decimal("0.0001"))
    return figures(red, Decimal(2) - red, scores=(mine, theirs), article="8.1")


def _in_order(competition: Competition) -> None:
    """Calculate every group's table, and the overall standings."""
    phase = competition.phase
    overall(phase.tables().values(), phase.lots)


def _scene(competition: Competition, seq: int) -> Scene:
    names = {player: f"Jucător {player}" for player in competition.phase.players}
    return Scene(competition=competition, seq=seq, number=0, names=names, today=START)


def _ms(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMES):
        begun = process_time()
        work()
        spent.append(process_time() - begun)
    return min(spent) * 1000


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    desk = _played()
    now, seq, reader = desk.now, len(desk.log), PersonId(PLAYERS)
    name = now.phase.groups[0].name
    note = f"{len(now.phase.results):,} results, {GROUPS} groups, and all in one order"
    yield FigureRow(
        f"standings of {PLAYERS} players", _ms(partial(_in_order, now)), "ms", note=note
    )
    one = _ms(lambda: group_text(_scene(now, seq), name, reader))
    yield FigureRow(
        "/clasament: a group's message", one, "ms", note="with the places that are safe"
    )
    everybody = _ms(lambda: overall_text(_scene(now, seq), reader))
    yield FigureRow("/clasament: all in one order", everybody, "ms", note="the message of its top")
    folding = _ms(partial(replay_competition, desk.log))
    yield FigureRow("the competition folded from its log", folding, "ms", note=f"{seq:,} events")


if __name__ == "__main__":
    sys.exit(not show(run()))
