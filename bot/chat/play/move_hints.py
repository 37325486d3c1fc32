"""Suggestions for a refused move: a similar one that is allowed, and the right use of blanks."""

from collections.abc import Container, Iterator
from datetime import date
from typing import Final

from bot.texts.messages import Text, say
from engine.board import EMPTY, SIZE, Axis, Square, squares
from engine.games.appraisal import Appraisal, appraise
from engine.games.game import Game
from engine.ids import Seat
from engine.notation import format_placement
from engine.placement import Placement, survey
from engine.rulesets import WordPolicy
from engine.tiles import JOKER, missing_tiles

_ADJACENT: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""The steps to the squares left, right, above and below."""


def rack_hint(game: Game, seat: Seat, placement: Placement, appraisal: Appraisal) -> Text | None:
    """Return the correct form of a move if only the use of blanks is wrong, else None.

    A missing letter may be a blank; a missing blank may be the letter itself.
    """
    rack = game.side(seat).rack
    if any(fault.code != "not_on_rack" for fault in appraisal.faults):
        return None
    missing = list(missing_tiles(appraisal.tiles.upper(), rack))
    if not appraisal.faults or len(missing) > rack.count(JOKER):
        return None
    key = "hint.joker" if missing else "hint.letters"
    letters = list(appraisal.word)
    is_new = [
        game.board[at] == EMPTY for at in squares(placement.square, placement.axis, len(letters))
    ]
    # If one of several equal letters must be a blank, it is the last, as typed if possible.
    for index in sorted(range(len(letters)), key=lambda i: (letters[i].isupper(), -i)):
        if not is_new[index]:
            continue
        letters[index] = letters[index].upper()
        if letters[index] in missing:
            missing.remove(letters[index])
            letters[index] = letters[index].lower()  # a blank is written in small letters
    available = Placement(placement.square, placement.axis, "".join(letters))
    return say(key, placement=format_placement(available))


def nearest_allowed(
    game: Game, placement: Placement, on: date, lexicon: Container[str]
) -> Placement | None:
    """Return the first allowed move with the letters of a refused one, or None.

    Where only the opponent checks words, there is none: it would say which words are valid.
    """
    if game.rules.word_policy is WordPolicy.PARTNER:
        return None
    for meant in _similar(game, placement):
        appraisal = appraise(game, game.turn, meant, on, lexicon)
        if not appraisal.faults and not appraisal.unknown:
            return meant
    return None


def _similar(game: Game, placement: Placement) -> Iterator[Placement]:
    """Yield similar moves: the word in full, the other direction, then adjacent squares."""
    square, axis, word = placement.square, placement.axis, placement.word
    laid = survey(game.board, placement)
    if laid.whole != laid.word and not laid.overhang:
        row, column = square
        lead = laid.lead
        start = (row, column - lead) if axis is Axis.ACROSS else (row - lead, column)
        yield Placement(Square(*start), axis, laid.whole)
    yield Placement(square, axis.other, word)
    for down, right in _ADJACENT:
        row, column = square.row + down, square.column + right
        if 0 <= row < SIZE and 0 <= column < SIZE:
            yield Placement(Square(row, column), axis, word)
