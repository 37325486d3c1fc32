"""An arbiter's opinion on a case: asked for, and recorded for the other arbiters."""

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.statements import checked_statement
from bot.service.notices.cases import case_notices
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import OfCase
from bot.texts.messages import say
from engine.cases.decide import check_pending, give_opinion
from engine.cases.events import CaseId


async def ask(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Ask for an arbiter's opinion in their next message.

    Raises:
        GameStateError: the case takes no opinion: `case_over` or `case_incomplete`.
    """
    check_pending(snapshot.case)
    service.toast(user_input)
    asked = await service.questions.ask(user_input, Topic.OPINION, snapshot.case.id)
    service.reply(user_input, say("case.opinion_how", case=snapshot.case.id), (asked.way_out,))


async def opinion_given(service: Service, user_input: UserInput, about: str) -> None:
    """Add an arbiter's opinion to the card."""
    snapshot = await service.cases.ruled_by(user_input, CaseId(about))
    await service.questions.close(user_input)
    snapshot = await record(service, user_input, snapshot, user_input.args)
    service.reply(
        user_input, say("case.opinion_kept", case=snapshot.case.id), about=snapshot.case.game
    )


async def record(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, text: str
) -> CaseSnapshot:
    """Record an arbiter's opinion on a case, and tell the other arbiters.

    Raises:
        GameStateError: `statement_empty`, `statement_long`, or the case takes no opinion.
    """
    statement = checked_statement(text)
    digest = await service.case_acts.keep_statement(user_input, snapshot.case.id, statement)
    events = give_opinion(snapshot.case, user_input.person.id, digest, user_input.at)
    snapshot = await service.case_acts.record(snapshot, events, user_input.at)
    await case_notices.notify_of_opinion(service, snapshot.case, user_input.person.id)
    return snapshot
