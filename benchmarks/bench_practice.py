"""Processor time of the program's own move in a practice game.

`python -m benchmarks.bench_practice`. The program plays games with itself at each strength. A move
is the choice among all plays, and its decision by the rules. Two blanks on the rack, of which the
program keeps one, allow most plays. The first choice of a process also reads the word graph.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import reduce
from hashlib import sha256
from statistics import mean
from time import process_time

from benchmarks.support.rows import FigureRow, show
from engine.games.decide import decide
from engine.games.events import EditionRef, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.ids import PROGRAM, GameId, Leg, MatchCode, PersonId, Seat
from engine.matches.practice import Strength, practice_rules
from engine.opponent import choose
from engine.rulesets import NATIONAL_2025, Phase
from engine.sequences.sequence import draw
from engine.tiles import JOKER
from engine.words.lexicon import open_lexicon

GAMES = 10
"""Games at each strength."""
BAR = 50
"""Milliseconds of processor time that a move may take."""
AT = datetime(2026, 5, 1, 9, tzinfo=UTC)


def run() -> Iterator[FigureRow]:
    """Measure and return the rows."""
    words = open_lexicon()
    start = process_time()
    choose(_begun(0), Strength.STRONG, words.graph)
    yield FigureRow("first move of a process, with the word graph", _since(start), "ms")
    for strength in Strength:
        spent, two = [], []
        for number in range(GAMES):
            game = _begun(number)
            while game.stage is Stage.RUNNING:
                start = process_time()
                after = decide(game, choose(game, strength, words.graph), AT, words)
                spent.append(_since(start))
                if len(game.side(game.turn).rack) > 2:
                    blanks = _with_two_blanks(game)
                    start = process_time()
                    decide(blanks, choose(blanks, strength, words.graph), AT, words)
                    two.append(_since(start))
                game = reduce(evolve, after, game)
        name = f"the program's move, {strength.value}"
        yield FigureRow(f"{name}: on average", mean(spent), "ms", BAR, f"{len(spent)} moves")
        yield FigureRow(f"{name}: at worst, two blanks", max(two), "ms", BAR, f"of {len(two)}")


def _begun(number: int) -> Game:
    rules = practice_rules(NATIONAL_2025)
    return begin(
        GameStarted(
            at=AT,
            game=GameId("BENCH/1"),
            match=MatchCode("BENCH"),
            leg=Leg.HOME,
            phase=Phase.PRELIMINARY,
            rules=rules,
            edition=EditionRef(name="bench", sha256="0" * 64),
            red=PersonId(1),
            blue=PROGRAM,
            sequence=draw(sha256(bytes([number])).digest(), rules),
            start=date(2026, 5, 1),
        )
    )


def _with_two_blanks(game: Game) -> Game:
    """Return the game with two tiles of the player to move turned into blanks."""
    side = game.side(game.turn)
    blanks = replace(side, rack=side.rack[2:] + JOKER * 2)
    return replace(game, red=blanks) if game.turn is Seat.RED else replace(game, blue=blanks)


def _since(start: float) -> float:
    return (process_time() - start) * 1000


if __name__ == "__main__":
    sys.exit(not show(run()))
