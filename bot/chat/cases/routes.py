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
    "ask": word_queries.ask,
    "word": word_queries.answer,
    "person": players.pressed,
    "bulk": silences.pressed,
    "time": ruling_steps.time_ruling,
    "asplayed": ruling_steps.as_played,
    "cl": claims.pressed,
    "claim": claims.file,
    "k": overview.pressed,
    "rule": ruling_steps.ruling_named,
    "remark": remarks.ask,
    "verdict": decision_steps.ask_reason,
    "lift": decision_steps.lifted,
    "because": decision_steps.usual,
    "decide": decision_steps.confirmed,
    "undecide": decision_steps.dropped,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    REASON: decision_steps.reason_given,
    Topic.CLAIM: claims.comment_given,
    Topic.STATEMENT: own.statement_given,
    Topic.OPINION: opinions.given,
    Topic.SCORE: figures.score_typed,
    Topic.PENALTY: figures.penalty_typed,
    Topic.SILENCES: silences.text_given,
    Topic.REMARK: remarks.given,
}
