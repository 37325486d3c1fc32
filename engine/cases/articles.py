"""The article of each ruling (art. 5, 7.2, 9, 10)."""

from engine.cases.case import Case
from engine.cases.decide import ARTICLES
from engine.cases.events import ClaimKind, RulingKind

_ARTICLES = {
    RulingKind.WORD_VALID: "5.3",
    RulingKind.WORD_INVALID: "5.2",
    RulingKind.WORD_ACCEPTED: "5.2",
    RulingKind.RETURNED: "5.2",
    RulingKind.ANNULLED: "5.2",
    RulingKind.SCORE: "5.3",
    RulingKind.LOST_ON_TIME: "9.4",
    RulingKind.BOTH_LOST_ON_TIME: "7.2",
    RulingKind.NO_SHOW: "9.1",
    RulingKind.ABANDONED: "9.1",
    RulingKind.AS_PLAYED: "9.4",
    RulingKind.EXTENSION: "7.2",
    RulingKind.WARNING: "10.3",
    RulingKind.PENALTY: "10.3",
    RulingKind.LOSS: "10.3",
    RulingKind.EXCLUSION: "10.3",
    RulingKind.REINSTATED: "10.3",
    RulingKind.LEVEL: "9.4",
    RulingKind.LIFTED: "10.1",
}


def article_of(case: Case, kind: RulingKind) -> str:
    """Return the article under which a ruling of that kind is made in the case."""
    if case.is_query and kind in {RulingKind.WORD_VALID, RulingKind.WORD_INVALID}:
        return ARTICLES[ClaimKind.QUERY]
    if kind in _ARTICLES:
        return _ARTICLES[kind]
    return "10.1" if case.kind is None else ARTICLES[case.kind]
