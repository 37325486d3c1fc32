"""The moves of a game as its sheets list them, with void moves and corrections."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.texts.messages import Plain, Text, say
from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, Move
from engine.games.ruling_events import MovesAnnulled, RulingLifted, ScoreCorrected
from engine.ids import Seat

_LIFTING_ARTICLE: Final = "10.1"
"""The article on rulings taken back, for a move after which nothing was lifted."""


class ListedMove(NamedTuple):
    """A move as a sheet lists it."""

    move: Move
    void: Text | None = None
    """Why it no longer counts (art. 5.2); None if it does."""


def moves_made(game: Game) -> Sequence[ListedMove]:
    """Return every move in order, those that no longer count included."""
    moves: list[ListedMove] = [ListedMove(move) for move in game.moves]
    for run in game.voided:
        why = say("sheet.returned")
        if isinstance(run.event, MovesAnnulled):
            why = _annulled_by(run.event.article)
        moves += [ListedMove(move, why) for move in run.moves]
    moves += [ListedMove(move, _annulled_by(article)) for move, article in _idle_moves(game)]
    return sorted(moves, key=lambda listed: listed.move.at)


def _annulled_by(article: str) -> Text:
    return say("sheet.annulled", article=article)


def _idle_moves(game: Game) -> Iterator[tuple[Move, str]]:
    """Yield the moves that no longer fit, with the article by which an earlier act was lifted.

    Of several liftings after the move, the first is named: it was the first that could void it.
    """
    liftings = [entry.event for entry in game.log if isinstance(entry.event, RulingLifted)]
    for move in game.idle:
        if isinstance(move, PlacementMade | Passed):
            later = (lifting.article for lifting in liftings if lifting.at > move.at)
            yield move, next(later, _LIFTING_ARTICLE)


def made_by(game: Game, seat: Seat) -> Sequence[ListedMove]:
    """Return every move of one player, those that no longer count included."""
    return [listed for listed in moves_made(game) if listed.move.by is seat]


class Correction(NamedTuple):
    """A ruling on the points of a move (art. 5.3)."""

    made: PlacementMade
    """The move as it was made."""
    ruling: ScoreCorrected
    """The last ruling on its points."""


def correction_of(game: Game, move: Move) -> Correction | None:
    """Return the correction of a move's points, or None.

    A move annulled and restored since keeps its correction, even if its number belonged to another
    move for a while.
    """
    corrections = [(made, ruling) for made, ruling in game.corrections if _is_same(made, move)]
    if not corrections:
        return None
    # Each correction has the move as it was before; so the first has it as it was made.
    (made, _), (_, last_ruling) = corrections[0], corrections[-1]
    return Correction(made, last_ruling)


def _is_same(made: PlacementMade, move: Move) -> bool:
    """Return whether both are the same move, apart from their points.

    The engine's `is_same` compares the turn and the notation alone.
    """
    return isinstance(move, PlacementMade) and made == replace(
        move, points=made.points, counted=made.counted
    )


def correction_text(correction: Correction) -> Text:
    """Return the note that a ruling corrected the score, with the former score."""
    made = correction.made
    former = str(made.counted)
    if made.points != made.counted:
        former += f" ({made.points})"
    return say("sheet.corrected", was=former, article=correction.ruling.article)


def note(game: Game, listed: ListedMove, plain: Plain) -> str:
    """Return the note beside a move: why it is void, its correction, or how it was entered."""
    if listed.void is not None:
        return plain(listed.void)
    move = listed.move
    corrected = correction_of(game, move)
    if corrected is not None:
        return plain(correction_text(corrected))
    if move.conditional:
        return plain(say("sheet.conditional"))
    return plain(say("sheet.entered")) if move.entered_by is not None else ""
