"""The results to approve, in pages: disputed, undisputed, waiting."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.operations.matches.proposed_results import ORDER
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import APPROVE_ALL, PAGE_OF_RESULTS, RESULTS_CARD
from bot.texts.messages import Button, Card, Param, Text, say, turning
from bot.texts.paging import page_at
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode
from engine.matches.approval import ApprovalStatus

ON_PAGE: Final = 8
"""Results on a page, each with a button."""
_MOST_NOT_APPROVED: Final = 20
"""The most results named that one press did not approve."""
_DIGEST_LENGTH: Final = 16
"""The hexadecimal digits of a digest that fit into a button with the longest competition code."""


def matches_in(awaiting: list[MatchSnapshot], scope: CompetitionCode) -> list[MatchSnapshot]:
    """Return the matches of a competition, or with `NO_COMPETITION` those outside any."""
    return [snapshot for snapshot in awaiting if snapshot.match.competition == scope]


async def page_of(
    service: Service, scope: CompetitionCode, matches: list[MatchSnapshot], page_number: int
) -> Card:
    """Return a page of the results to approve, each with a button that names its players."""
    title = say("homologate.single")
    if scope != NO_COMPETITION:
        snapshot = await service.competitions.load(scope)
        title = say("homologate.title", title=snapshot.competition.title)
    statuses = await _statuses(service, matches)
    ordered = [
        snapshot
        for status in ORDER
        for snapshot in matches
        if statuses.get(snapshot.match.code) is status
    ]
    page = page_at(ordered, page_number, ON_PAGE)
    counts = Counter(statuses.values())
    parts = await _parts(service, page.items, statuses, counts)
    buttons = [(await card_button(service, snapshot),) for snapshot in page.items]
    approvable = [one for one in matches if _may_be_approved(statuses.get(one.match.code))]
    label = say("button.homologate_undisputed", n=len(approvable))
    approve_all = APPROVE_ALL.button(label, scope, digest_of(approvable))
    return Card(
        say("homologate.overview", title=title, parts=parts),
        (
            *(((approve_all,),) if approvable else ()),
            *buttons,
            *turning(page.number, page.count, PAGE_OF_RESULTS.turns(scope)),
        ),
    )


async def approvable_among(service: Service, matches: list[MatchSnapshot]) -> list[MatchSnapshot]:
    """Return the matches whose results nothing prevents the arbiter from approving."""
    statuses = await _statuses(service, matches)
    return [snapshot for snapshot in matches if _may_be_approved(statuses.get(snapshot.match.code))]


def digest_of(matches: Iterable[MatchSnapshot]) -> str:
    """Return a short digest of the proposed results of these matches, for a button."""
    results = sorted(f"{one.match.code} {one.match.results}" for one in matches)
    return sha256("\n".join(results).encode()).hexdigest()[:_DIGEST_LENGTH]


async def not_approved_lines(service: Service, matches: list[MatchSnapshot]) -> list[Text] | None:
    """Return the results that were not approved, under the reason, only the first of many.

    None if all were approved.
    """
    if not matches:
        return None
    statuses = await _statuses(service, matches)
    parts = await _parts(
        service, matches[:_MOST_NOT_APPROVED], statuses, Counter(statuses.values())
    )
    return [say("homologate.left_out", n=len(matches)), *parts]


async def _parts(
    service: Service,
    matches: Sequence[MatchSnapshot],
    statuses: Mapping[MatchCode, ApprovalStatus],
    counts: Mapping[ApprovalStatus, int],
) -> list[Text]:
    """Return the matches under the state of their results.

    `counts`: the matches in each state on all pages, for the headings.
    """
    parts: list[Text] = []
    for status in ORDER:
        of_that_status = [
            snapshot for snapshot in matches if statuses.get(snapshot.match.code) is status
        ]
        if of_that_status:
            rows = await service.proposed_results.overview_rows(of_that_status)
            facts: dict[str, Param] = {"n": counts[status], "rows": rows}
            parts.append(Text(f"homologate.{status.value}", facts))
    return parts


async def card_button(service: Service, snapshot: MatchSnapshot) -> Button:
    """Return the button that shows the results of a match; it names the players."""
    names = await service.persons.names(snapshot.match.people)
    label = say(
        "homologate.card", first=names[snapshot.match.first], second=names[snapshot.match.second]
    )
    return RESULTS_CARD.button(label, snapshot.match.code)


def _may_be_approved(status: ApprovalStatus | None) -> bool:
    return status is not None and status.may_be_approved


async def _statuses(
    service: Service, matches: Iterable[MatchSnapshot]
) -> dict[MatchCode, ApprovalStatus]:
    """Return the state of each match's proposed results; none for one with a damaged game."""
    statuses: dict[MatchCode, ApprovalStatus] = {}
    for snapshot in matches:
        with leaving_out_damaged():
            status = await service.proposed_results.approval_status(snapshot)
            if status is not None:
                statuses[snapshot.match.code] = status
    return statuses
