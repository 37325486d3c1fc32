"""The handlers of cases and rulings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases import (
    claims,
    clubs,
    decision_steps,
    dossier,
    judged_words,
    opinions,
    overview,
    own_cases,
    players,
    remarks,
    ruling_figures,
    ruling_steps,
    silences,
    word_queries,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic
from bot.service.operations.cases.decisions import REASON
from bot.texts.buttons import cases as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "contestatie": claims.ask_game,
    "cazuri": overview.show_list,
    "dosar": dossier.send,
    "jucator": players.show,
    "decizie": ruling_steps.open_named_case,
    "cuvinte_judecate": judged_words.show,
    "club": clubs.show_or_change,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.ASK.name: word_queries.ask_pressed,
    verbs.WORD.name: word_queries.answer_pressed,
    verbs.PLAYER.name: players.pressed,
    verbs.BULK.name: silences.pressed,
    verbs.TIME.name: ruling_steps.lost_on_time_pressed,
    verbs.AS_PLAYED.name: ruling_steps.as_played_pressed,
    verbs.CLAIM.name: claims.pressed,
    verbs.FILE.name: claims.file_pressed,
    verbs.CASE.name: overview.pressed,
    verbs.RULE.name: ruling_steps.ruling_pressed,
    verbs.REMARK.name: remarks.ask_pressed,
    verbs.VERDICT.name: decision_steps.verdict_pressed,
    verbs.LIFT.name: decision_steps.lift_pressed,
    verbs.BECAUSE.name: decision_steps.usual_reason_pressed,
    verbs.DECIDE.name: decision_steps.confirm_pressed,
    verbs.OTHER_REASON.name: decision_steps.other_reason_pressed,
    verbs.UNDECIDE.name: decision_steps.drop_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    # Not a `Topic`: the service asks this question, and does not know the chat's topics.
    REASON: decision_steps.reason_given,
    Topic.CLAIM: claims.comment_given,
    Topic.STATEMENT: own_cases.statement_given,
    Topic.OPINION: opinions.opinion_given,
    Topic.SCORE: ruling_figures.score_given,
    Topic.PENALTY: ruling_figures.penalty_given,
    Topic.SILENCES: silences.letter_given,
    Topic.REMARK: remarks.remark_given,
}
