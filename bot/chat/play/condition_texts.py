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


def refused_text(condition: Condition, rehearsal: Rehearsal) -> Text:
    """Return which move of which round is impossible, with all reasons.

    `rehearsal`: the moves of the condition up to the impossible one.
    """
    refused_round = condition.rounds[len(rehearsal.moves) // 2]  # two moves a round were possible
    pair = pair_text(replace(refused_round, then=None))
    if rehearsal.is_by_author:
        return say("condition.you_cannot", pair=pair, faults=refusal_lines(rehearsal.faults))
    faults = refusal_lines(map(of_partner, rehearsal.faults))
    return say("condition.partner_cannot", pair=pair, faults=faults)


def kept_text(
    game: Game, condition: Condition, rehearsal: Rehearsal, lexicon: Container[str]
) -> Text:
    """Return the stored condition: all moves, the replies' points, and useful warnings."""
    warned = game.rules.word_policy is WordPolicy.WARN
    moves = [move for move in rehearsal.moves if isinstance(move, PlacementMade)]
    wrong = [word for move in moves for word in move.words if word.upper() not in lexicon]
    return say(
        "condition.kept",
        pair=pair_text(condition),
        points=_points(rehearsal),
        own=say("condition.after_own", move=move_name(condition.own)) if condition.own else None,
        wrong=say("condition.wrong_words", words=wrong) if warned and wrong else None,
        anything=say("condition.if_still_legal")
        if condition.rounds[-1].partner is Wordless.ANY
        else None,
    )


def _points(rehearsal: Rehearsal) -> Text | None:
    """Return the total points of the replies (every second move); None for passes alone."""
    if rehearsal.points is None:
        return None
    placed = [move for move in rehearsal.moves[1::2] if isinstance(move, PlacementMade)]
    return say(
        "condition.points" if len(placed) == 1 else "condition.points_in_all", n=rehearsal.points
    )
