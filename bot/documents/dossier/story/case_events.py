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
    words = [word.upper() for word in event.words]
    who = people.name(event.by)
    return say("story.word_asked", who=who, placement=event.placement, words=words)


def _told(event: PartnerTold, people: EventNames) -> Text:
    del people
    return say("story.partner_told", at=event.delivered.isoformat())


def _taken_back(event: CaseWithdrawn, people: EventNames) -> Text:
    if event.by is None:
        return say("story.case_moot")
    key = "story.case_withdrawn" if people.is_player(event.by) else "story.case_given_up"
    return Text(key, {"who": people.name(event.by)})


def decided(event: CaseRuled, people: EventNames, ruling: Text) -> Text:
    """Return the sentence for an arbiter's ruling in a case."""
    return ruled("story.ruled", event, people, ruling=ruling)


_CASES: Final[Mapping[type, Teller]] = {
    ClaimFiled: _claim,
    WordAsked: _asked,
    CaseOpened: lambda event, people: say("story.case_opened", arbiter=people.name(event.arbiter)),
    CommentGiven: lambda event, people: say(
        "story.comment", who=people.name(event.by), digest=event.statement
    ),
    PartnerTold: _told,
    DefenceGiven: lambda event, people: say(
        "story.defence", who=people.name(event.by), digest=event.statement
    ),
    OpinionAsked: lambda event, people: say("story.opinion_asked", who=people.name(event.by)),
    OpinionGiven: lambda event, people: say("story.opinion", who=people.name(event.by)),
    CaseWithdrawn: _taken_back,
    PersonsMerged: lambda event, people: say(
        "story.merged", arbiter=people.name(event.arbiter), who=people.name(event.into)
    ),
}


def _granted(event: TimeGranted, people: EventNames) -> Text:
    if event.automatic:
        facts = {"reason": event.reason, "article": event.article}
        return say("story.made_good", who=people.player_at(event.by), n=event.days, **facts)
    key = "story.granted" if event.days > 0 else "story.taken_back"
    return ruled(key, event, people, who=people.player_at(event.by), n=abs(event.days))


def _annulled(event: MovesAnnulled, people: EventNames) -> Text:
    charged = say("story.charged" if event.charged else "story.given_back")
    return ruled("story.annulled", event, people, n=event.keep, charged=charged)


def _corrected(event: ScoreCorrected, people: EventNames) -> Text:
    """Return the sentence about corrected points; moves are counted from 1 for readers."""
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
    SeatTaken: lambda event, people: say(
        "story.seat_reserved" if event.left else "story.seat_taken", who=people.name(event.person)
    ),
}

TELLERS: Final[Mapping[type, Teller]] = {**_CASES, **_RULINGS}
