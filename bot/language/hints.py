"""Hints: what to type instead, found from what was typed.

Pure and forgiving: a hint is offered only where it would be a placement that can be read, and for a
missing letter only where a joker in the hand would make it one.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from bot.messages import Text, say
from engine.board import EMPTY
from engine.errors import NotationError
from engine.games.appraisal import Appraisal
from engine.games.game import Game, squares
from engine.ids import Seat
from engine.notation import fold, format_placement, parse_placement
from engine.placement import Placement
from engine.tiles import JOKER, missing_tiles

_WORD_FIRST = re.compile(r"(?P<word>\S{2,})\s+(?P<place>[A-Oa-o]\d{1,2}|\d{1,2}[A-Oa-o])\W*")
_GLUED = re.compile(r"(?P<place>[A-Oa-o]\d{1,2}|\d{1,2}[A-Oa-o])(?P<word>[A-Za-z()]{2,})")

_NEAR = 0.75
"""How alike two commands are, of 1: a letter or two may be wrong."""


def hint_for(text: str) -> Text | None:
    """Return „did you mean …?” for a text that nearly is a placement, else nothing."""
    tidy = " ".join(fold(text).split())
    match = _WORD_FIRST.fullmatch(tidy) or _GLUED.fullmatch(tidy)
    if match is None:
        return None
    try:
        meant = parse_placement(f"{match['place']} {match['word']}")
    except NotationError:
        return None
    return say("hint.meant", placement=format_placement(meant))


def command_hint(typed: str, known: Iterable[str]) -> Text | None:
    """Return „did you mean …?” for a word that nearly is one of these commands, else nothing."""
    near = get_close_matches(fold(typed).lower(), tuple(known), n=1, cutoff=_NEAR)
    return say("hint.command", command=f"/{near[0]}") if near else None


def joker_hint(game: Game, seat: Seat, placement: Placement, judged: Appraisal) -> Text | None:
    """Return how to write the placement with a joker, where the hand's jokers cover what lacks."""
    rack = game.side(seat).rack
    short = list(missing_tiles(judged.tiles, rack))
    only_short = all(fault.code == "not_on_rack" for fault in judged.faults)
    if not short or not only_short or JOKER in short or len(short) > rack.count(JOKER):
        return None
    letters = list(judged.word)
    for index in reversed(range(len(letters))):
        if letters[index] in short and _is_new(game, placement, index):
            short.remove(letters[index])
            letters[index] = letters[index].lower()
    with_joker = Placement(placement.square, placement.axis, "".join(letters))
    return say("hint.joker", placement=format_placement(with_joker))


def _is_new(game: Game, placement: Placement, index: int) -> bool:

    square = list(squares(placement.square, placement.axis, index + 1))[index]
    return game.board[square] == EMPTY
