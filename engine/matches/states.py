"""How a game stands, as its players tell the arbiter who asks (art. 6.2).

An arbiter may ask at any time. What is told settles nothing, which the closing date's questions do
(`engine.matches.closing`); it is in the file.
"""

from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.ids import Leg, PersonId
from engine.matches.match import Match
from engine.matches.told_events import GameState, StateAsked, StateTold


def ask_state(match: Match, arbiter: PersonId, leg: Leg, at: datetime) -> tuple[StateAsked, ...]:
    """Ask both players how a running game stands.

    Raises:
        GameStateError: it is not running.
    """
    if leg not in match.all_running:
        raise GameStateError(Fault("game_not_running", "6.2"))
    return (StateAsked(at=at, arbiter=arbiter, leg=leg),)


def tell_state(
    match: Match, person: PersonId, leg: Leg, state: GameState, at: datetime
) -> tuple[StateTold, ...]:
    """Answer how a game stands; another answer takes the place of an earlier one.

    Raises:
        GameStateError: nobody has asked, or the game is over.
    """
    if leg not in match.asked or leg not in match.all_running:
        raise GameStateError(Fault("state_not_asked", "6.2"))
    if match.states.get((person, leg)) is state:
        return ()
    return (StateTold(at=at, person=person, leg=leg, state=state),)
