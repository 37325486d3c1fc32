"""What happens in a case, as sentences (art. 10.2)."""

from collections.abc import Mapping
from typing import Final

from bot.documents.dossier.story.cast import Cast, Teller, ruled
from bot.texts.messages import Text, say
from engine.cases.events import (
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    ClaimFiled,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    WordAsked,
)


def _claim(event: ClaimFiled, cast: Cast) -> Text:
    kind = say(f"claim.{event.kind.value}")
    return say("story.claim", who=cast.name(event.by), against=cast.name(event.against), kind=kind)


def _asked(event: WordAsked, cast: Cast) -> Text:
    words = ", ".join(word.upper() for word in event.words)
    who = cast.name(event.by)
    return say("story.word_asked", who=who, placement=event.placement, words=words)


def _told(event: PartnerTold, cast: Cast) -> Text:
    del cast
    return say("story.partner_told", at=event.delivered.isoformat())


def decided(event: CaseRuled, cast: Cast, ruling: Text) -> Text:
    """Return what an arbiter ruled in a case."""
    return ruled("story.ruled", event, cast, ruling=ruling)


TELLERS: Final[Mapping[type, Teller]] = {
    ClaimFiled: _claim,
    WordAsked: _asked,
    CaseOpened: lambda e, c: say("story.case_opened", arbiter=c.name(e.arbiter)),
    CommentGiven: lambda e, c: say("story.comment", who=c.name(e.by), digest=e.statement),
    PartnerTold: _told,
    DefenceGiven: lambda e, c: say("story.defence", who=c.name(e.by), digest=e.statement),
    OpinionAsked: lambda e, c: say("story.opinion_asked", who=c.name(e.by)),
    OpinionGiven: lambda e, c: say("story.opinion", who=c.name(e.by)),
    CaseWithdrawn: lambda e, c: say("story.case_withdrawn", who=c.name(e.by)),
}
