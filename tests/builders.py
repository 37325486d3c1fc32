"""Small games for tests: a fixed sequence, fixed people, and days counted from the start."""

from collections.abc import Container, Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import chain

from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import EditionRef, Event, GameStarted, LeaveAnnounced
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.notation import is_pass, parse_placement
from engine.rulesets import NATIONAL_2025, RULESETS, Phase, Ruleset
from engine.thinking_time import LeavePeriod
from engine.tiles import as_held

START = date(2025, 5, 1)
PARTNER_RULES = RULESETS["cn-2025-partner"]
"""Under these rules a wrong word stays until the opponent sends it back."""
RED, BLUE, ARBITER = PersonId(1), PersonId(2), PersonId(3)
SEQUENCE = (
    "CASAETNSTIREAITIDNURBUTHUZTANTUSNIVLERCENRAP?DAJNI"
    "TMAGFUGVILCEXMAFOCICOSILULEPO?RASARIBEDOPADEPIREMO"
)


class AnyWord:
    """A word list that has every word, for tests of other rules."""

    def __contains__(self, word: object) -> bool:
        """Return true for any word."""
        return True


ANY_WORD = AnyWord()


def noon(days: int = 0, start: date = START) -> datetime:
    """Return 12:00 in Bucharest (summer time), this many days after the start."""
    return datetime(start.year, start.month, start.day, 9, tzinfo=UTC) + timedelta(days=days)


def started(
    sequence: str = SEQUENCE, rules: Ruleset = NATIONAL_2025, phase: Phase = Phase.PRELIMINARY
) -> GameStarted:
    """Return the start of a game on 1 May 2025."""
    return GameStarted(
        at=noon(),
        game=GameId("TEST/1"),
        match=MatchCode("TEST"),
        leg=Leg.HOME,
        phase=phase,
        rules=rules,
        edition=EditionRef(name="test", sha256="0" * 64),
        red=RED,
        blue=BLUE,
        sequence=sequence,
        start=START,
    )


def play(
    game: Game,
    *moves: str | Command,
    at: datetime | None = None,
    lexicon: Container[str] = ANY_WORD,
) -> Game:
    """Return the game after these moves of the players in turn, or these commands."""
    for move in moves:
        for event in ask(game, move, at=at, lexicon=lexicon):
            game = evolve(game, event)
    return game


def ask(
    game: Game,
    move: str | Command,
    at: datetime | None = None,
    lexicon: Container[str] = ANY_WORD,
) -> tuple[Event, ...]:
    """Return the events of the next player's move, or of the command."""
    command = move if not isinstance(move, str) else typed(game, move)
    return decide(game, command, at or noon(), lexicon)


def on_leave(game: Game, seat: Seat, *periods: LeavePeriod, at: datetime | None = None) -> Game:
    """Return the game after the seat has announced this leave."""
    for period in periods:
        game = evolve(game, LeaveAnnounced(at=at or noon(), by=seat, period=period))
    return game


def typed(game: Game, text: str) -> Command:
    """Return the command of the player to move when they type this text."""
    if is_pass(text):
        return Pass(by=game.turn)
    return Place(by=game.turn, placement=parse_placement(text))


def game_after(
    *moves: str | Command,
    sequence: str = SEQUENCE,
    rules: Ruleset = NATIONAL_2025,
    phase: Phase = Phase.PRELIMINARY,
) -> Game:
    """Return a game after these moves, all sent on the day it started."""
    return play(begin(started(sequence, rules, phase)), *moves)


def with_racks(game: Game, red: str | None = None, blue: str | None = None) -> Game:
    """Return the game with other racks, for tests of single moves."""
    if red is not None:
        game = replace(game, red=replace(game.red, rack=red))
    if blue is not None:
        game = replace(game, blue=replace(game.blue, rack=blue))
    return game


def fold(start: GameStarted, events: Iterable[Event]) -> Game:
    """Return the game after its start and these events."""
    game = begin(start)
    for event in events:
        game = evolve(game, event)
    return game


def tiles_everywhere(game: Game) -> str:
    """Return every tile on the board, on the racks and in the sequence, sorted."""
    on_board = (as_held(tile) for _, tile in game.board.tiles())
    rest = game.sequence[game.drawn :]
    return "".join(sorted(chain(on_board, game.red.rack, game.blue.rack, rest)))
