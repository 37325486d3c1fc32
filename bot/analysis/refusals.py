"""Why a person may not see an analysis: the embargo, or no consent of both players."""

from collections.abc import Collection

from engine.embargo import EmbargoReason
from engine.errors import Fault
from engine.games.game import Game
from engine.ids import PersonId


def private_fault(game: Game, person: PersonId, consents: Collection[PersonId]) -> Fault | None:
    """Return the refusal to a person who may not see a game's analysis; None for one who may.

    The players may see it, and anybody once both players have consented.
    """
    players = {game.red.person, game.blue.person}
    if person in players or players <= set(consents):
        return None
    return Fault("analysis_private", facts={"game": game.id})


def closed_fault(reason: EmbargoReason) -> Fault:
    """Return the refusal while the embargo applies, also to the players (art. 2.1, 8.5)."""
    if reason.playing:
        running_games = len(reason.playing)
        return Fault("analysis_playing", "2.1", {"game": reason.game, "games": running_games})
    return Fault("analysis_homologation", "8.5", {"game": reason.game})
