"""When players may interrupt a game: begun on both sides, and not level (art. 9.2, 9.3)."""

from engine.errors import Fault, RuleViolation
from engine.games.game import Game


def check_interruption(game: Game) -> None:
    """Accept that the players interrupt the game now, or refuse: to propose it and to agree to it.

    An interruption at equal scores would be a draw by agreement, which art. 9.3 rules out.

    Raises:
        RuleViolation: `interruption_too_early` or `interruption_level`.
    """
    if not game.complete_rounds:
        raise RuleViolation(Fault("interruption_too_early", "9.2"))
    if game.red.score == game.blue.score:
        raise RuleViolation(Fault("interruption_level", "9.3", {"score": game.red.score}))
