"""Conditional moves as text: typed by their author, stored, and shown to their author. Pure."""

from dataclasses import replace
from typing import Final

from bot.texts.messages import Text, say
from engine.errors import Fault, NotationError
from engine.games.conditional import MOST_ROUNDS, Condition
from engine.games.planned_moves import Planned, Wordless, planned_notation, read_planned
from engine.notation import fold
from engine.typed import ARROW, single_spaced, undecorated
from storage.play.conditions import StoredCondition

ANY: Final = "*"
"""Any move of the opponent, in stored text."""
_ROUNDS: Final = ";"
"""Separates the rounds of a conditional move."""
_ANYTHING: Final = frozenset({"*", "ORICE", "ORICE ALTCEVA", "ANY", "ANYTHING"})
"""How people write any move of the opponent, in capitals and without diacritics."""


def condition_of(stored: StoredCondition) -> Condition:
    """Return the stored conditional move."""
    return Condition(
        partner=planned_move(stored.partner_move),
        reply=planned_move(stored.reply),
        own=planned_move(stored.own_move) if stored.own_move else None,
        then=read_condition(stored.later) if stored.later else None,
    )


def read_condition(line: str) -> Condition:
    """Return the conditional move `H8 CASA -> 9G SAT; J8 CAR -> PAS`, with `;` between rounds.

    `orice` on the left means any move of the opponent.

    Raises:
        NotationError: `no_arrow`, `too_many_rounds`, or the error of a move.
    """
    rounds = [_read_round(part) for part in undecorated(line).rstrip(_ROUNDS).split(_ROUNDS)]
    if len(rounds) > MOST_ROUNDS:
        raise NotationError(Fault("too_many_rounds", facts={"n": MOST_ROUNDS}))
    # Each round contains the later ones, so they are joined from the last one backwards.
    whole = rounds[-1]
    for earlier in reversed(rounds[:-1]):
        whole = replace(earlier, then=whole)
    return whole


def line_of(condition: Condition) -> str:
    """Return the conditional move as text that `read_condition` reads."""
    return f"{_ROUNDS} ".join(
        f"{written(condition_round.partner)} -> {written(condition_round.reply)}"
        for condition_round in condition.rounds
    )


def _read_round(line: str) -> Condition:
    """Return one round, `H8 CASA -> 9G SAT`.

    Raises:
        NotationError: `no_arrow`, or the error of a move.
    """
    parts = ARROW.split(single_spaced(line))
    if len(parts) != 2 or not all(parts):
        raise NotationError(Fault("no_arrow", facts={"text": line.strip()[:60]}))
    return Condition(partner=planned_move(parts[0]), reply=read_planned(parts[1]))


def planned_move(text: str) -> Planned:
    """Return the move of a text: a play, a pass, or any move of the opponent.

    Raises:
        NotationError: the text is not a move.
    """
    if single_spaced(fold(text)).upper() in _ANYTHING:
        return Wordless.ANY
    return read_planned(text)


def written(move: Planned) -> str:
    """Return the move as stored text that `planned_move` reads."""
    return ANY if move is Wordless.ANY else planned_notation(move)


def move_name(move: str | Planned) -> Text:
    """Return the move for its author."""
    text = move if isinstance(move, str) else written(move)
    return say("condition.anything") if text == ANY else say("condition.move", move=text)


def pair_text(condition: Condition) -> Text:
    """Return a conditional move for its author: the opponent's move and the answer, by round."""
    pair = say(
        "condition.pair",
        partner_move=move_name(condition.partner),
        reply=move_name(condition.reply),
    )
    if condition.then is None:
        return pair
    return say("condition.rounds", pair=pair, then=pair_text(condition.then))
