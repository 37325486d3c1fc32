"""The article of each ruling (art. 5, 7.2, 9, 10)."""

from engine.cases.case import Case
from engine.cases.decide import ARTICLES
from engine.cases.events import ClaimKind, RulingKind

_K = RulingKind
_MADE_UNDER = {
    "5.2": (_K.WORD_INVALID, _K.WORD_ACCEPTED, _K.RETURNED, _K.ANNULLED),
    "5.3": (_K.WORD_VALID, _K.SCORE),
    "7.2": (_K.BOTH_LOST_ON_TIME, _K.EXTENSION),
    "9.1": (_K.NO_SHOW, _K.ABANDONED),
    "9.4": (_K.LOST_ON_TIME, _K.AS_PLAYED, _K.LEVEL),
    "10.1": (_K.LIFTED,),
    "10.3": (_K.WARNING, _K.PENALTY, _K.LOSS, _K.EXCLUSION, _K.REINSTATED),
}
_ARTICLES = {kind: article for article, kinds in _MADE_UNDER.items() for kind in kinds}


def article_of(case: Case, kind: RulingKind) -> str:
    """Return the article under which a ruling of that kind is made in the case."""
    if case.is_query and kind in {RulingKind.WORD_VALID, RulingKind.WORD_INVALID}:
        return ARTICLES[ClaimKind.QUERY]
    if kind in _ARTICLES:
        return _ARTICLES[kind]
    return "10.1" if case.kind is None else ARTICLES[case.kind]
