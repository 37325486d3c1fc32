"""When players may interrupt a game: begun on both sides, and not level (art. 9.2, 9.3)."""

from engine.errors import Fault, RuleViolation
from engine.games.game import Game
from engine.games.natural_end import check_goes_on


def check_interruption(game: Game) -> None:
    """Accept that the players interrupt the game now, or refuse: to propose it and to agree to it.

    An interruption at equal scores would be a draw by agreement, which art. 9.3 rules out.

    Raises:
        GameStateError: `last_placement_waits`.
        RuleViolation: `interruption_too_early` or `interruption_level`.
    """
    check_goes_on(game)
    if not game.complete_rounds:
        raise RuleViolation(Fault("interruption_too_early", "9.2"))
    if game.red.score == game.blue.score:
        raise RuleViolation(Fault("interruption_level", "9.3", {"score": game.red.score}))
