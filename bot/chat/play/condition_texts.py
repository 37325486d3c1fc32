"""Conditional moves in words: what is stored, and which move is impossible."""

from collections.abc import Container
from dataclasses import replace

from bot.service.operations.play.notebooks import of_partner
from bot.service.pure.play.condition_lines import move_name, pair_text
from bot.texts.fault_texts import refusal_lines
from bot.texts.messages import Text, say
from engine.games.conditional import Condition, Rehearsal
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.planned_moves import Wordless
from engine.rulesets import WordPolicy


def refused_text(wanted: Condition, tried: Rehearsal) -> Text:
    """Return which move of which round is impossible, with all reasons."""
    stuck = wanted.rounds[len(tried.moves) // 2]
    pair = pair_text(replace(stuck, then=None))
    if tried.is_by_author:
        return say("condition.you_cannot", pair=pair, faults=refusal_lines(tried.faults))
    faults = refusal_lines(map(of_partner, tried.faults))
    return say("condition.partner_cannot", pair=pair, faults=faults)


def kept_text(game: Game, wanted: Condition, tried: Rehearsal, lexicon: Container[str]) -> Text:
    """Return the stored condition: all moves, the replies' points, and useful warnings."""
    warned = game.rules.word_policy is WordPolicy.WARN
    moves = [move for move in tried.moves if isinstance(move, PlacementMade)]
    wrong = [word for move in moves for word in move.words if word.upper() not in lexicon]
    return say(
        "condition.kept",
        pair=pair_text(wanted),
        points=_points(tried),
        own=say("condition.after_own", move=move_name(wanted.own)) if wanted.own else None,
        wrong=say("condition.wrong_words", words=", ".join(wrong)) if warned and wrong else None,
        anything=say("condition.if_still_legal")
        if wanted.rounds[-1].partner is Wordless.ANY
        else None,
    )


def _points(tried: Rehearsal) -> Text | None:
    """Return the total points of the replies, or None if all are passes."""
    if tried.points is None:
        return None
    placed = [move for move in tried.moves[1::2] if isinstance(move, PlacementMade)]
    return say(
        "condition.points" if len(placed) == 1 else "condition.points_in_all", n=tried.points
    )
