"""The handlers of cases and rulings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases import (
    claims,
    clubs,
    decision_steps,
    dossier,
    figures,
    judged_words,
    opinions,
    overview,
    own,
    players,
    remarks,
    ruling_steps,
    silences,
    word_queries,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic
from bot.service.operations.cases.decisions import REASON
from bot.texts.buttons.cases import (
    AS_PLAYED,
    ASK,
    BECAUSE,
    BULK,
    CASE,
    CLAIM,
    DECIDE,
    FILE,
    LIFT,
    PLAYER,
    REMARK,
    RULE,
    TIME,
    UNDECIDE,
    VERDICT,
    WORD,
)

COMMANDS: Final[Mapping[str, Handler]] = {
    "contestatie": claims.claim,
    "cazuri": overview.show_list,
    "dosar": dossier.dossier,
    "jucator": players.player,
    "decizie": ruling_steps.decision,
    "cuvinte_judecate": judged_words.judged_words,
    "club": clubs.club,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    ASK.name: word_queries.ask,
    WORD.name: word_queries.answer,
    PLAYER.name: players.pressed,
    BULK.name: silences.pressed,
    TIME.name: ruling_steps.time_ruling,
    AS_PLAYED.name: ruling_steps.as_played,
    CLAIM.name: claims.pressed,
    FILE.name: claims.file,
    CASE.name: overview.pressed,
    RULE.name: ruling_steps.ruling_pressed,
    REMARK.name: remarks.ask,
    VERDICT.name: decision_steps.ask_reason,
    LIFT.name: decision_steps.lift_pressed,
    BECAUSE.name: decision_steps.usual_reason_pressed,
    DECIDE.name: decision_steps.confirm_pressed,
    UNDECIDE.name: decision_steps.drop_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    # Not a `Topic`: the service asks this question, and does not know the chat's topics.
    REASON: decision_steps.reason_given,
    Topic.CLAIM: claims.comment_given,
    Topic.STATEMENT: own.statement_given,
    Topic.OPINION: opinions.given,
    Topic.SCORE: figures.score_typed,
    Topic.PENALTY: figures.penalty_typed,
    Topic.SILENCES: silences.text_given,
    Topic.REMARK: remarks.given,
}
