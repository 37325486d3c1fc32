"""Random games between two people, for tests that write a game down and read it back."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce

from engine.games.commands import Command, Pass, Place, ProposeInterruption, Resign
from engine.games.decide import decide
from engine.games.events import EditionRef, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game, Move, Stage
from engine.generator import plays
from engine.ids import Leg, MatchCode, PersonId, Seat, game_id
from engine.rulesets import NATIONAL_2025, Phase
from engine.sequences.sequence import draw
from engine.thinking_time import LeavePeriod
from tests.engine.tried import GRAPHS, LISTS

WORDS = LISTS["ro"]
EDITION = EditionRef(name="test", sha256="0" * 64)
START = date(2026, 3, 2)
NOW = datetime(2027, 1, 1, 9, tzinfo=UTC)
CODE = MatchCode("M1")


def at(day: date) -> datetime:
    """Return 10:00 of that day, in UTC."""
    return datetime.combine(day, time(10), tzinfo=UTC)


def start_of(seed: int, leave: LeavePeriod | None = None) -> GameStarted:
    """Return the start of the random game; Red has leave."""
    leave = leave or LeavePeriod(START + timedelta(days=9), START + timedelta(days=12))
    return GameStarted(
        at=at(START),
        game=game_id(CODE, Leg.HOME),
        match=CODE,
        leg=Leg.HOME,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=EDITION,
        red=PersonId(1),
        blue=PersonId(2),
        sequence=draw(seed.to_bytes(32, "big"), NATIONAL_2025),
        start=START,
        red_leave=(leave,),
    )


def played(seed: int, leave: LeavePeriod | None = None) -> Game:
    """Return a game between the two, played by the engine's rules at random, with random days."""
    chance = random.Random(seed)
    game = begin(start_of(seed, leave))
    for _ in range(chance.randrange(14)):
        if game.stage is not Stage.RUNNING:
            break
        found = plays(
            game.board, game.side(game.turn).rack, GRAPHS["ro"], game.tile_set, game.rules
        )
        command: Command = Pass(by=game.turn)
        if found and chance.random() < 0.9:
            command = Place(by=game.turn, placement=chance.choice(found).placement)
        sent = game.received + timedelta(days=chance.choice([0, 0, 1, 2, 3, 6]))
        game = reduce(evolve, decide(game, command, at(sent), WORDS), game)
    if game.stage is Stage.RUNNING and game.moves and chance.random() < 0.3:
        game = ended(game, chance)
    return game


def ended(game: Game, chance: random.Random) -> Game:
    """Return the game after a resignation, or after an early end if it is allowed."""
    on = at(game.received + timedelta(days=2))
    may_agree = game.complete_rounds and game.red.score != game.blue.score
    if may_agree and chance.random() < 0.5:
        for seat in Seat:
            events = decide(game, ProposeInterruption(by=seat), on, WORDS)
            game = reduce(evolve, events, game)
        return game
    return reduce(evolve, decide(game, Resign(by=chance.choice(list(Seat))), on, WORDS), game)


def bare(game: Game) -> Game:
    """Return the game without instants, the writers of its moves, and the start of its turn."""

    def dateless(move: Move) -> Move:
        return replace(move, at=NOW, entered_by=None)

    over = tuple(replace(one, at=at(game.day_of(one.at))) for one in game.ends)
    moves, ended = tuple(map(dateless, game.moves)), over[-1] if over else None
    return replace(game, moves=moves, ends=over, ended=ended, imported=False, arrived=None)
