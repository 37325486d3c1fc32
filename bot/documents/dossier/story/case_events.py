"""Sentences for the events of cases and for arbiters' rulings (art. 5, 7, 9, 10)."""

from collections.abc import Mapping
from typing import Final

from bot.documents.dossier.story.games import EventNames, Teller, ruled
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
    PersonsMerged,
    WordAsked,
)
from engine.games.ruling_events import (
    MovesAnnulled,
    RulingLifted,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)


def _claim(event: ClaimFiled, people: EventNames) -> Text:
    kind = say(f"claim.{event.kind.value}")
    return say(
        "story.claim", who=people.name(event.by), against=people.name(event.against), kind=kind
    )


def _asked(event: WordAsked, people: EventNames) -> Text:
    words = ", ".join(word.upper() for word in event.words)
    who = people.name(event.by)
    return say("story.word_asked", who=who, placement=event.placement, words=words)


def _told(event: PartnerTold, people: EventNames) -> Text:
    del people
    return say("story.partner_told", at=event.delivered.isoformat())


def _taken_back(event: CaseWithdrawn, people: EventNames) -> Text:
    if event.by is None:
        return say("story.case_moot")
    key = "story.case_withdrawn" if people.plays(event.by) else "story.case_given_up"
    return Text(key, {"who": people.name(event.by)})


def decided(event: CaseRuled, people: EventNames, ruling: Text) -> Text:
    """Return the sentence for an arbiter's ruling in a case."""
    return ruled("story.ruled", event, people, ruling=ruling)


_CASES: Final[Mapping[type, Teller]] = {
    ClaimFiled: _claim,
    WordAsked: _asked,
    CaseOpened: lambda e, c: say("story.case_opened", arbiter=c.name(e.arbiter)),
    CommentGiven: lambda e, c: say("story.comment", who=c.name(e.by), digest=e.statement),
    PartnerTold: _told,
    DefenceGiven: lambda e, c: say("story.defence", who=c.name(e.by), digest=e.statement),
    OpinionAsked: lambda e, c: say("story.opinion_asked", who=c.name(e.by)),
    OpinionGiven: lambda e, c: say("story.opinion", who=c.name(e.by)),
    CaseWithdrawn: _taken_back,
    PersonsMerged: lambda e, c: say("story.merged", arbiter=c.name(e.arbiter), who=c.name(e.into)),
}


def _granted(event: TimeGranted, people: EventNames) -> Text:
    if event.automatic:
        facts = {"reason": event.reason, "article": event.article}
        return say("story.made_good", who=people.at(event.by), n=event.days, **facts)
    key = "story.granted" if event.days > 0 else "story.taken_back"
    return ruled(key, event, people, who=people.at(event.by), n=abs(event.days))


def _annulled(event: MovesAnnulled, people: EventNames) -> Text:
    charged = say("story.charged" if event.charged else "story.given_back")
    return ruled("story.annulled", event, people, n=event.keep, charged=charged)


def _corrected(event: ScoreCorrected, people: EventNames) -> Text:
    return ruled(
        "story.corrected",
        event,
        people,
        number=event.move + 1,
        points=event.points,
        counted=event.counted,
    )


def _lifted(event: RulingLifted, people: EventNames) -> Text:
    if event.case:
        return ruled("story.lifted", event, people, case=event.case)
    return ruled("story.reopened" if event.move is None else "story.restored", event, people)


_RULINGS: Final[Mapping[type, Teller]] = {
    TimeGranted: _granted,
    MovesAnnulled: _annulled,
    ScoreCorrected: _corrected,
    RulingLifted: _lifted,
    SeatTaken: lambda e, c: say(
        "story.seat_reserved" if e.left else "story.seat_taken", who=c.name(e.person)
    ),
}

TELLERS: Final[Mapping[type, Teller]] = {**_CASES, **_RULINGS}
