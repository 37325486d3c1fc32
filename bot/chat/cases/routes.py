"""Buttons and answers of cases, rulings and the task list, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics
from bot.service.decisions import REASON

BUTTONS: Final[Mapping[str, str]] = {
    "ask": "cases.word_queries.ask",
    "word": "cases.word_queries.answer",
    "person": "cases.players.pressed",
    "bulk": "cases.silences.pressed",
    "mesa": "cases.task_list.pressed",
    "time": "cases.cases.time_ruling",
    "asplayed": "cases.cases.as_played",
    "cl": "cases.claims.pressed",
    "claim": "cases.claims.file",
    "k": "cases.overview.pressed",
    "rule": "cases.cases.ruling_named",
    "remark": "cases.remarks.ask",
    "verdict": "cases.decision_steps.ask_reason",
    "because": "cases.decision_steps.usual",
    "decide": "cases.decision_steps.confirmed",
    "undecide": "cases.decision_steps.dropped",
}
ANSWERS: Final[Mapping[str, str]] = {
    REASON: "cases.decision_steps.reason_given",
    topics.CLAIM: "cases.claims.comment_given",
    topics.STATEMENT: "cases.own.statement_given",
    topics.OPINION: "cases.cases.opinion_given",
    topics.SCORE: "cases.figures.score_typed",
    topics.PENALTY: "cases.figures.penalty_typed",
    topics.SILENCES: "cases.silences.text_given",
    topics.REMARK: "cases.remarks.given",
}
