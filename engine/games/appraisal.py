"""Validates and scores a placement without making it, for the preview and for `decide`."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date

from engine.errors import Fault
from engine.games.game import Game, index_of
from engine.games.turns import thinking_days
from engine.ids import Seat
from engine.notation import format_placement
from engine.placement import Placement, score, survey, technical_faults, unknown_words
from engine.rulesets import WordPolicy, capped

UNKNOWN_WORD = "unknown_word"
"""The fault about which a player may ask the arbiter (art. 5.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """The result for a placement that has not been made."""

    word: str
    """The main word as laid, blanks in lower case."""
    tiles: str
    """The tiles to lay, blanks in lower case, in reading order."""
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    """The words that are not in the competition's list."""
    points: int
    counted: int
    """The points after the points cap (art. 1.4)."""
    faults: tuple[Fault, ...]
    """Technical errors, and unknown words if the ruleset refuses them; empty if it may be sent."""
    days: int
    """Days of thinking time used if the placement is sent on that day."""
    next_tiles: str
    """The tiles that the player would draw from the sequence."""


def refused_words(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Return the refused words if they are the only fault of a placement, otherwise nothing."""
    found = tuple(faults)
    words = [str(each.facts["word"]) for each in found if each.code == UNKNOWN_WORD]
    return tuple(dict.fromkeys(words)) if len(words) == len(found) else ()


def appraise(
    game: Game, seat: Seat, placement: Placement, on: date, lexicon: Container[str]
) -> Appraisal:
    """Return the result for a placement sent by that seat on that day."""
    laid = survey(game.board, placement)
    side = game.side(seat)
    readable = not laid.overhang and set(laid.word).issubset(game.tile_set.values)
    points = score(laid, game.tile_set, game.rules) if readable else 0
    faults = list(technical_faults(game.board, placement, laid, side.rack, points))
    unknown = () if faults else unknown_words(laid, lexicon)
    if game.rules.word_policy is WordPolicy.REFUSE:
        faults += [Fault(UNKNOWN_WORD, "3.1", {"word": word.upper()}) for word in unknown]
    elif unknown and any(
        (index_of(made), made.square, made.axis, made.word)
        == (len(game.moves), placement.square, placement.axis, laid.word)
        for made, _ in game.returned
    ):
        faults.append(Fault("returned_before", "5.2", {"placement": format_placement(placement)}))
    return Appraisal(
        word=laid.word,
        tiles=laid.new,
        words=laid.words,
        unknown=unknown,
        points=points,
        counted=capped(points, game.cap(seat)),
        faults=tuple(faults),
        days=thinking_days(game, seat, on),
        next_tiles=game.sequence[game.drawn : game.drawn + len(laid.new)],
    )
