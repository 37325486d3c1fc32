"""The state of a game, as its players report it to an arbiter (art. 6.2).

An arbiter may ask at any time. The answers decide nothing, unlike those at the closing date
(`engine.matches.closing`); they are in the case file.
"""

from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.ids import Leg, PersonId
from engine.matches.correspondence_events import GameState, StateAsked, StateTold
from engine.matches.match import Match


def ask_state(match: Match, arbiter: PersonId, leg: Leg, at: datetime) -> tuple[StateAsked, ...]:
    """Ask both players for the state of a running game.

    Raises:
        GameStateError: it is not running.
    """
    if leg not in match.all_running:
        raise GameStateError(Fault("game_not_running", "6.2"))
    return (StateAsked(at=at, arbiter=arbiter, leg=leg),)


def report_state(
    match: Match, person: PersonId, leg: Leg, state: GameState, at: datetime
) -> tuple[StateTold, ...]:
    """Report the state of a game; a new report replaces an earlier one.

    Raises:
        GameStateError: no arbiter has asked, or the game is over.
    """
    if leg not in match.asked or leg not in match.all_running:
        raise GameStateError(Fault("state_not_asked", "6.2"))
    if match.states.get((person, leg)) is state:
        return ()
    return (StateTold(at=at, person=person, leg=leg, state=state),)
