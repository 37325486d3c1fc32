"""The demonstration's players: they list every legal play and choose a good one."""

from dataclasses import dataclass
from itertools import product

from engine.board import SIZE, Axis, Square
from engine.games.game import Game
from engine.generator import plays
from engine.notation import PASS, format_word
from engine.placement import Placement, survey, technical_faults
from engine.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """A player of some strength: chooses the best play, or one some ranks below it."""

    lexicon: Lexicon
    below_best: int = 0
    """How many ranks below the best play the chosen one is."""

    def choose(self, game: Game) -> str:
        """Return the text to type: a move, or PAS if there is no play."""
        rack = game.side(game.turn).rack
        by_score = plays(game.board, rack, self.lexicon.graph, game.tile_set, game.rules)
        if not by_score:
            return PASS
        play = by_score[min(self.below_best, len(by_score) - 1)]
        return f"{play.position} {format_word(play.word)}"

    def wrong_word(self, game: Game) -> str | None:
        """Return a legal move except for its word, or None if none is found."""
        rack = game.side(game.turn).rack
        letters = "".join(sorted(rack.replace("?", ""), reverse=True))  # hardly ever a word
        for length, row, column in product((4, 5, 3), range(SIZE), range(SIZE)):
            placement = Placement(Square(row, column), Axis.ACROSS, letters[:length])
            laid = survey(game.board, placement)
            is_legal = not technical_faults(game.board, placement, laid, rack, 1)
            if is_legal and any(word.upper() not in self.lexicon for word in laid.words):
                return f"{placement.square.position(placement.axis)} {placement.word}"
        return None

    def technical_error(self, game: Game) -> str:
        """Return a move that runs off the board: a technical error (art. 5.1)."""
        rack = game.side(game.turn).rack.replace("?", "A")
        return f"A14 {rack[:4]}"
