"""A placement judged and priced without being made: for the preview, and for `decide` itself."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date

from engine.errors import Fault
from engine.games.game import Game, index_of, thinking_days
from engine.ids import Seat
from engine.notation import format_placement
from engine.placement import Placement, score, survey, technical_faults, unknown_words
from engine.rulesets import WordPolicy
from engine.tiles import without

UNKNOWN_WORD = "unknown_word"
"""The fault that the arbiter may be asked about (art. 5.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """A placement judged and priced, but not made."""

    word: str
    """The main word as it would lie, jokers in lower case."""
    tiles: str
    words: tuple[str, ...]
    unknown: tuple[str, ...]
    """The words that the competition's list does not have."""
    points: int
    counted: int
    """The points after the cap of art. 1.4."""
    faults: tuple[Fault, ...]
    """Technical errors, and unknown words where the ruleset refuses them; none: it may be sent."""
    days: int
    """Days of thinking time it uses if sent that day."""
    next_tiles: str
    """What the player would take from the sequence."""


def refused_words(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Return the words for which alone a placement is refused; none: more stands against it."""
    found = tuple(faults)
    words = [str(each.facts["word"]) for each in found if each.code == UNKNOWN_WORD]
    return tuple(dict.fromkeys(words)) if len(words) == len(found) else ()


def appraise(
    game: Game, seat: Seat, placement: Placement, on: date, lexicon: Container[str]
) -> Appraisal:
    """Return the judgement of a placement sent by that seat on that day."""
    laid = survey(game.board, placement)
    side = game.side(seat)
    readable = not laid.overhang and set(laid.word).issubset(game.tile_set.values)
    points = score(laid, game.tile_set, game.rules) if readable else 0
    faults = list(technical_faults(game.board, placement, laid, side.rack, points))
    technical = bool(faults)
    unknown = () if technical else unknown_words(laid, lexicon)
    if game.rules.word_policy is WordPolicy.REFUSE:
        faults += [Fault(UNKNOWN_WORD, "3.1", {"word": word.upper()}) for word in unknown]
    elif unknown and _was_returned(game, placement, laid.word):
        facts = {"placement": format_placement(placement)}
        faults.append(Fault("returned_before", "5.2", facts))
    cap = game.cap(seat)
    return Appraisal(
        word=laid.word,
        tiles=laid.new,
        words=laid.words,
        unknown=unknown,
        points=points,
        counted=points if cap is None else min(points, cap),
        faults=tuple(faults),
        days=thinking_days(game, seat, on),
        next_tiles=game.sequence[game.drawn : game.drawn + len(laid.new)],
    )


def _was_returned(game: Game, placement: Placement, word: str) -> bool:
    """Return whether the partner has returned this very placement at this move (art. 5.2)."""
    return any(
        index_of(made) == len(game.moves)
        and (made.square, made.axis, made.word) == (placement.square, placement.axis, word)
        for made, _ in game.returned
    )


def rack_after(game: Game, seat: Seat, judged: Appraisal) -> str:
    """Return the hand the player would hold after the appraised placement."""
    return without(game.side(seat).rack, judged.tiles) + judged.next_tiles
