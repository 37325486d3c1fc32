"""The summary on a case file's first page: the claim or proposal, and its proofs.

The sections give every fact of the summary in full.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from bot.documents.dossier.facts import CaseRecord, Dossier, GameFacts, LoggedText
from bot.documents.dossier.rulings import decision
from bot.documents.dossier.wording import Wording, shown_instant, statement_words
from bot.texts.clean_text import clean
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import claim_text
from bot.texts.notices.days.idle import late_text, proposed_text, silence_text
from bot.texts.notices.matches.cards import worth_text
from bot.texts.notices.participants import Member, Participants, ending
from bot.texts.notices.play.deliveries import Dispatch, proofs, resent_after
from engine.cases.case import Case, CaseStage
from engine.games.deadlines import is_silent, silent_seat
from engine.games.endings import lost_as
from engine.games.events import Ending
from engine.games.game import Game, Stage
from engine.games.turns import exceeded
from engine.ids import PersonId, Seat
from engine.matches.outstanding import late_seats
from engine.matches.silence import silent_ending, worth_of
from storage.queues import outbox

LONGEST_COMMENT = 300
"""The most characters of a comment shown here; the case's section shows all of it."""
MOST_PROOFS = 8
"""The most deliveries to a silent player shown here; the earliest are left out."""
Summary = Iterator[tuple[str, str]]
"""Labels and values."""


def summary(dossier: Dossier, wording: Wording) -> Summary:
    """Yield claim, proposal or ruling with its proofs, for each case, silence and objection.

    Matters that still need somebody's action come first. The file of one case covers only that
    case.
    """
    open_cases = [record for record in dossier.cases if record.case.is_open]
    closed_cases = [record for record in dossier.cases if not record.case.is_open]
    rows = [row for record in open_cases for row in _case(record, dossier, wording)]
    if not dossier.subject.case:
        rows += [row for facts in dossier.games for row in _held_up(facts, dossier, wording)]
        rows += _objections(dossier, wording)
    rows += [row for record in closed_cases for row in _case(record, dossier, wording)]
    yield from rows or [(wording(say("dossier.asked")), wording(say("dossier.asked_nothing")))]


def stage_text(case: Case, dossier: Dossier, wording: Wording) -> Text:
    """Return the stage of the case; a withdrawn case names the person who withdrew it."""
    if case.stage is not CaseStage.WITHDRAWN:
        return say(f"dossier.case_{case.stage.name.lower()}")
    if case.is_moot:
        return say("dossier.case_moot")
    is_player = case.by in dossier.match.people
    key = "dossier.case_withdrawn" if is_player else "dossier.case_given_up"
    return Text(key, {"who": wording.names[case.by]})


def _case(record: CaseRecord, dossier: Dossier, wording: Wording) -> Summary:
    """Yield the summary of a case: what was asked, the defence and the ruling."""
    case = record.case
    yield wording(say("dossier.asked")), wording(_request_text(record, wording))
    if case.is_claim and case.stage is not CaseStage.WITHDRAWN:
        yield wording(say("dossier.defence")), _defence(record, wording)
    if case.ruled is not None:
        ruled = say(
            "dossier.decided",
            what=decision(case.ruled, record, dossier),
            article=case.ruled.article,
            who=wording.names[case.ruled.arbiter],
            at=shown_instant(case.ruled.at, wording.zone),
        )
        yield wording(say("dossier.decision")), wording(ruled)
    elif case.kind is not None and case.is_open and (due := case.due_on(dossier.zone)):
        until = ending(due, dossier.zone)
        yield wording(say("dossier.decision")), wording(say("dossier.to_decide", until=until))
    else:
        yield wording(say("dossier.stage")), wording(stage_text(case, dossier, wording))
    if case.is_claim and case.stage is not CaseStage.WITHDRAWN:
        yield wording(say("dossier.proofs")), "\n".join(map(wording, _requirements(case, wording)))


def _request_text(record: CaseRecord, wording: Wording) -> Text:
    """Return what was asked in the case, by whom and when."""
    case = record.case
    first = next((said for said in record.statements if said.author == case.by), None)
    against = None
    if case.against is not None:
        against = say("dossier.asked_against", who=wording.names[case.against])
    return say(
        "dossier.asked_case",
        case=case.id,
        what=claim_text(case),
        words=say("claim.words", words=case.words) if case.words else None,
        by=wording.names[case.by],
        against=against,
        comment=None if first is None or first.is_erased else _beginning(first),
        at=shown_instant(case.opened, wording.zone),
    )


def _defence(record: CaseRecord, wording: Wording) -> str:
    """Return the first words of the opponent's defence, or a text that they have given none."""
    statements = record.statements
    defences = (said for said in statements if said.author == record.case.against)
    first = next(defences, None)
    if first is None:
        return wording(say("dossier.no_defence"))
    return statement_words(first, wording) if first.is_erased else wording(_beginning(first))


def _beginning(statement: LoggedText) -> Text:
    """Return the beginning of a statement as a quotation."""
    return say("dossier.said", text=clean(statement.text, longest=LONGEST_COMMENT, lines=False))


def _requirements(case: Case, wording: Wording) -> Iterator[Text]:
    """Yield the three requirements without which a claim does not count (art. 7.2)."""
    yield say("dossier.proof_copy", copied=say("dossier.copied", last=case.copy))
    yield say("dossier.proof_comment" if case.comments else "dossier.lacks_comment")
    who = "" if case.against is None else wording.names[case.against]
    if case.told is None:
        yield say("dossier.lacks_told", who=who)
    else:
        yield say(
            "dossier.proof_told", who=who, at=shown_instant(case.told.delivered, wording.zone)
        )


def _held_up(facts: GameFacts, dossier: Dossier, wording: Wording) -> Summary:
    """Yield what the arbiter's file says of silence or exceeded time in a running game."""
    game, today = facts.game, facts.setting.today
    late = [seat for seat in Seat if exceeded(game, seat, today)]
    if game.stage is not Stage.RUNNING or not (late or is_silent(game, today)):
        return
    participants, seat = _participants(facts, dossier), _seat_at_fault(game, late, today)
    who = participants.at(seat)
    sent = _dispatched(dossier, game.id, who.id)
    if late:
        comment = late_text(game, participants, seat, today)
        how = lost_as(game, seat, Ending.TIME)
    else:
        resent = resent_after(sent, game)
        comment = silence_text(game, participants, today, resent=resent)
        how = silent_ending(game)
    worth = worth_of(dossier.match, game, how, seat, dossier.subject.at)
    yield (
        wording(say("dossier.asked")),
        wording(say("dossier.asked_end", game=game.id, why=comment)),
    )
    proposed = say(
        "dossier.proposed_end",
        how=proposed_text(how, who.name),
        worth=worth_text(participants.red.name, participants.blue.name, worth),
    )
    yield wording(say("dossier.proposal")), wording(proposed)
    dispatch_texts = proofs(sent, MOST_PROOFS)
    yield wording(say("dossier.proofs_of", who=who.name)), "\n".join(map(wording, dispatch_texts))


def _seat_at_fault(game: Game, late: Sequence[Seat], today: date) -> Seat:
    """Return the player who would lose the game: for exceeded time, or else for silence.

    If both have exceeded their time, it is the one who did so first.
    """
    if len(late) == len(Seat):
        return late_seats(game, today)[0]
    return late[0] if late else silent_seat(game)


def _participants(facts: GameFacts, dossier: Dossier) -> Participants:
    """Return the names of the game's players, for texts only: nothing is sent to them."""
    red, blue = (
        Member(person, dossier.names[person], None)
        for person in (facts.game.red.person, facts.game.blue.person)
    )
    arbiter = dossier.arbiters[0]
    return Participants(
        red=red,
        blue=blue,
        arbiter=Member(arbiter, dossier.names[arbiter], None),
        kind=dossier.match.kind,
    )


def _dispatched(dossier: Dossier, about: str, to: PersonId) -> list[Dispatch]:
    """Return the delivery of each message about the game to that player, oldest first."""
    return [
        Dispatch(text=delivery.text, at=delivery.at, sent_at=delivery.sent_at)
        for delivery in dossier.deliveries
        if delivery.about == about
        and delivery.to == to
        and delivery.state in {outbox.MessageState.SENT, outbox.MessageState.DEAD}
    ]


def _objections(dossier: Dossier, wording: Wording) -> Summary:
    """Yield the objections to the proposed results (art. 8)."""
    for person in dossier.match.people:
        if person in dossier.match.answers.objected:
            objects = say("dossier.asked_results", who=wording.names[person])
            yield wording(say("dossier.asked")), wording(objects)
