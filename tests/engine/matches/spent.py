"""Events of a game that change its players' days, for tests of the time log."""

from datetime import datetime, timedelta
from functools import reduce

from engine.board import Axis, Square
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.games.ruling_events import MovesAnnulled, RulingLifted
from engine.ids import PersonId
from engine.matches.events import MatchEvent
from engine.matches.ledger.entries import DaysEntry
from engine.matches.ledger.ledger import ledger
from tests.builders import ARBITER, PARTNER_RULES, START, noon, started

OPENED = started(rules=PARTNER_RULES)
MAY = tuple(START + timedelta(days=number) for number in range(40))
WHY = "the bot was down"


def moved(
    game: Game, days: int, at: datetime, *, word: bool = True, entered_by: PersonId | None = None
) -> PlacementMade | Passed:
    """Return a move of the player to move that uses this many days: a word of two tiles, or PAS.

    The fold checks no rules, so the word is laid on any free squares.
    """
    sent = game.received + timedelta(days=days + 1)
    seat, tiles = game.turn, game.side(game.turn).rack[:2].replace("?", "a")
    if not word or len(tiles) < 2 or len(game.moves) > 14:
        return Passed(
            at=at, by=seat, round=game.round, received=game.received, sent=sent, days=days
        )
    return PlacementMade(
        at=at,
        by=seat,
        round=game.round,
        square=Square(len(game.moves), 0),
        axis=Axis.ACROSS,
        word=tiles,
        tiles=tiles,
        words=(tiles,),
        points=2,
        counted=2,
        received=game.received,
        sent=sent,
        days=days,
        entered_by=entered_by,
    )


def restored(game: Game, at: datetime) -> RulingLifted:
    """Return the ruling of an older log that restores the moves annulled or sent back last."""
    run = game.voided[-1]
    return older_lifting(at, run.event.at, run.moves_before)


def older_lifting(
    at: datetime, ruled: datetime, move: int | None = None, days: int | None = None
) -> RulingLifted:
    """Return a ruling of an older log: it resumes a game, or restores moves."""
    return RulingLifted(
        at=at,
        arbiter=ARBITER,
        case="",
        ruled=ruled,
        move=move,
        restarts=True,
        days=days,
        article="5.3",
        reason=WHY,
    )


def annulled(keep: int, at: datetime, *, charged: bool) -> MovesAnnulled:
    """Return the arbiter's order to go back to that move."""
    return MovesAnnulled(
        at=at, arbiter=ARBITER, keep=keep, on=at.date(), charged=charged, article="5.2", reason=WHY
    )


def log_with(*events: Event) -> list[Event]:
    """Return the events of a game with the usual start and these events."""
    return [OPENED, *events]


def entries_of(events: list[Event], around: tuple[MatchEvent, ...] = ()) -> list[DaysEntry]:
    """Return the entries of the time log after the opening balances."""
    return list(ledger(events, around))[2:]


def after(events: list[Event]) -> Game:
    """Return the game after these events."""
    return reduce(evolve, events[1:], begin(OPENED))


def three_moves() -> list[Event]:
    """Return Red's, Blue's and Red's moves of 2, 3 and 4 days."""
    events = log_with()
    for days in (2, 3, 4):
        events.append(moved(after(events), days, noon(len(events))))
    return events
