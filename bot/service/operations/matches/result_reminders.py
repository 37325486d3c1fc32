"""Reminders of proposed results before and after the last day to object (art. 9.7)."""

from datetime import date
from typing import Final

from bot.service.notices.notifier import Notifier
from bot.service.operations.matches.proposed_results import ProposedResults
from bot.service.pure.days.agenda import RESULTS_DAYS, DueKind
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.texts.messages import Notice, say
from bot.texts.notices.matches.cards import sums_row
from bot.texts.notices.matches.match_relay import answer_buttons
from bot.texts.notices.matches.objections import results_button
from bot.texts.notices.participants import ending
from engine.ids import PersonId
from engine.matches.approval import ApprovalStatus, last_day_to_object, unanswered
from engine.thinking_time import day_of
from storage.days.due import DueRow

_MOST_BUTTONS: Final = 12
"""The most results with a button in one list."""


async def remind(notifier: Notifier, snapshot: MatchSnapshot, row: DueRow) -> None:
    """Remind players who have not answered, or report the effect of their silence.

    Of several reminders due during an outage, only the last is sent. `row`: of one of the kinds in
    `RESULTS_DAYS`.
    """
    match, proposed = snapshot.match, ProposedResults(notifier)
    until = last_day_to_object(match)
    if until is None or not await proposed.awaits(snapshot):
        return
    since = (day_of(notifier.unit.now, match.rules.time_zone) - until).days
    latest = [kind for kind, days in RESULTS_DAYS.items() if days <= since][-1:]
    if row.kind not in latest:
        return
    if row.kind != DueKind.RESULTS:
        question = say("results.remind", until=ending(until, match.rules.time_zone))
        card = await proposed.card(snapshot, question)
        for person in unanswered(match):
            if not await _reminded_of_several(notifier, person, until, row.kind):
                buttons = (answer_buttons(match),)
                await notifier.notify_person(person, card, buttons, about=match.code)
    elif await proposed.approval_status(snapshot) is ApprovalStatus.UNDISPUTED:
        silent = say("results.silent_you", match=match.code, n=match.rules.results_days)
        for person in unanswered(match):
            await notifier.notify_person(person, silent, about=match.code)


async def _reminded_of_several(
    notifier: Notifier, person: PersonId, until: date, kind: str
) -> bool:
    """Send one list of all results to which the person may object until that day.

    Return False for a single match; its card is sent instead, with the answers. The list has a key,
    so that the other matches of that day do not send it again.
    """
    chat = await notifier.persons.address(person)
    matches = [
        snapshot.match
        for snapshot in await ProposedResults(notifier).proposed_to(person)
        if person in unanswered(snapshot.match) and last_day_to_object(snapshot.match) == until
    ]
    if chat is None or len(matches) < 2:
        return False
    text = say(
        "results.remind_several",
        n=len(matches),
        until=ending(until, matches[0].rules.time_zone),
        rows=[sums_row(match, await notifier.persons.names(match.people)) for match in matches],
    )
    buttons = tuple((results_button(match),) for match in matches[:_MOST_BUTTONS])
    dedup = f"{kind}:{until.isoformat()}:{person}"
    await notifier.notify(Notice(to=chat, text=text, buttons=buttons, dedup=dedup))
    return True
