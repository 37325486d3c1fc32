"""The arbiter's approval of results after the games (art. 8.5, 9.7).

`/omologheaza` lists results to approve in pages, a message for each competition: disputed,
undisputed, waiting. One button approves all undisputed results and names the others with the
reason; each result has a card.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.runtime.shared import UserInput
from bot.service.operations.matches.proposed_results import ORDER
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import (
    ALL_THE_SAME,
    APPROVE,
    APPROVE_ALL,
    KEEP,
    PAGE_OF_RESULTS,
    RESULTS_CARD,
)
from bot.texts.messages import Button, Card, Param, Text, say, turning
from bot.texts.notices.cases.task_list import next_button
from bot.texts.notices.matches.lifting import undo_buttons
from bot.texts.paging import page_at
from engine.cases.events import RulingKind
from engine.competitions.events import PlayerExcluded
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode
from engine.matches.approval import ApprovalStatus
from engine.matches.events import LiftableAct
from engine.matches.match import MatchStage
from storage.cases.case_rows import with_ruling

_NOTHING_PROPOSED = Fault("no_results_proposed", "8.5")
ON_PAGE = 8
"""Results on a page, each with a button."""
MOST_LEFT = 20
"""The most results named that one press did not approve."""


async def list_results(service: Service, user_input: UserInput) -> None:
    """Handle `/omologheaza [MATCH or COMPETITION]`: the results to approve, or one card."""
    code = user_input.args.upper()
    awaiting = await service.proposed_results.awaiting(user_input.person.id)
    named = next((snapshot for snapshot in awaiting if snapshot.match.code == code), None)
    if named is not None:
        text, buttons = await service.proposed_results.arbiter_card(named)
        service.reply(user_input, text, buttons, about=named.match.code)
        return
    if await _is_void(service, user_input, code):
        return
    scopes = {
        snapshot.match.competition
        for snapshot in awaiting
        if code in {"", snapshot.match.competition}
    }
    if not scopes:
        service.reply(user_input, say("homologate.none"))
    for scope in sorted(scopes):
        service.reply(user_input, *await _page(service, scope, _of_scope(awaiting, scope), 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle `hompage:COMPETITION:PAGE`, another page of the results to approve."""
    scope, number = PAGE_OF_RESULTS.read(user_input.args)
    matches = _of_scope(await service.proposed_results.awaiting(user_input.person.id), scope)
    if matches:
        service.edit(user_input, *await _page(service, scope, matches, number))
    else:
        service.edit(user_input, say("homologate.none"))


def _of_scope(awaiting: list[MatchSnapshot], scope: CompetitionCode) -> list[MatchSnapshot]:
    """Return the matches of a competition, or with `NO_COMPETITION` those outside any."""
    return [snapshot for snapshot in awaiting if snapshot.match.competition == scope]


async def show_card(service: Service, user_input: UserInput) -> None:
    """Handle the button for one proposal: `homc:MATCH`."""
    snapshot = await service.matches.ruled_by(user_input, RESULTS_CARD.read(user_input.args).match)
    void = await _void_text(service, snapshot)
    if void is not None:
        service.toast(user_input)
        service.reply(user_input, void, about=snapshot.match.code)
        return
    if snapshot.match.stage is not MatchStage.PROPOSED:
        raise GameStateError(_NOTHING_PROPOSED)
    service.toast(user_input)
    text, buttons = await service.proposed_results.arbiter_card(snapshot)
    service.reply(user_input, text, buttons, about=snapshot.match.code)


async def approve(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's approval: `hom:MATCH`, and `hom:MATCH:all_the_same`."""
    code, insisted = APPROVE.read(user_input.args)
    snapshot = await service.matches.ruled_by(user_input, code)
    void = await _void_text(service, snapshot)
    if void is not None:
        service.edit(user_input, void)
        return
    status = await service.proposed_results.approval_status(snapshot)
    if status is ApprovalStatus.TO_RULE:
        service.edit(user_input, *await service.proposed_results.arbiter_card(snapshot))
        return
    if status is ApprovalStatus.DISPUTED and not insisted:
        again = APPROVE.button(say("button.homologate_all_the_same"), code, ALL_THE_SAME)
        not_now = KEEP.button(say("button.not_yet"))
        service.edit(
            user_input, say("results.objection_stands", match=code), ((again,), (not_now,))
        )
        return
    snapshot = await service.result_approval.approve(user_input, snapshot)
    after = next_button(await service.task_lists.of(user_input.person.id))
    undo = undo_buttons(snapshot.match, LiftableAct.TAKEN_OVER)
    text = say("results.homologated", match=snapshot.match.code)
    service.edit(user_input, text, (*undo, *after))


async def approve_undisputed(service: Service, user_input: UserInput) -> None:
    """Handle the button that approves all undisputed results: `homall:COMPETITION`."""
    scope = APPROVE_ALL.read(user_input.args).competition
    if scope:
        await service.competitions.ruled_by(user_input, scope)
    matches = _of_scope(await service.proposed_results.awaiting(user_input.person.id), scope)
    done = await _undisputed(service, matches)
    for snapshot in done:
        await service.result_approval.approve(user_input, snapshot)
    if not done:
        service.edit(user_input, say("homologate.none_undisputed"))
        return
    approved = {snapshot.match.code for snapshot in done}
    left = [snapshot for snapshot in matches if snapshot.match.code not in approved]
    text = say(
        "homologate.done",
        n=len(done),
        matches=", ".join(sorted(approved)),
        left=await _left_out(service, left),
    )
    buttons = tuple([(await _card_button(service, snapshot),) for snapshot in left[:ON_PAGE]])
    service.edit(user_input, text, buttons)


async def _is_void(service: Service, user_input: UserInput, code: str) -> bool:
    """Answer that the person's match of that code is void; return False if there is no such match.

    Raises:
        GameStateError: the match counts, and no results of it wait for approval.
    """
    for snapshot in await service.matches.all_ruled(user_input.person.id):
        if snapshot.match.code == code:
            void = await _void_text(service, snapshot)
            if void is None:
                raise GameStateError(_NOTHING_PROPOSED)
            service.reply(user_input, void, about=code)
            return True
    return False


async def _void_text(service: Service, snapshot: MatchSnapshot) -> Text | None:
    """Return why a match is void, and since when; None if it counts (art. 10.3)."""
    void = await service.competitions.made_void(snapshot.match)
    if void is None:
        return None
    return say(
        "homologate.void",
        match=snapshot.match.code,
        who=(await service.persons.get(void.player)).name,
        since=void.at.isoformat(),
        article=void.article,
        lifted=await _lifted_by(service, snapshot, void),
    )


async def _lifted_by(
    service: Service, snapshot: MatchSnapshot, excluded: PlayerExcluded
) -> Text | None:
    """Return the case in which the disqualification can be lifted; None without one."""
    kind, match = RulingKind.EXCLUSION.value, snapshot.match
    rows = await with_ruling(
        service.unit.tx, [kind], competition=match.competition, arbiter=match.arbiter
    )
    for row in rows:
        case = (await service.cases.load(row.case_id)).case
        if any(ruled.at == excluded.at for ruled in case.rulings):
            return say("homologate.void_lifted", case=case.id)
    return None


async def _page(
    service: Service, scope: CompetitionCode, matches: list[MatchSnapshot], wanted: int
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
        if statuses[snapshot.match.code] is status
    ]
    page = page_at(ordered, wanted, ON_PAGE)
    counts = Counter(statuses[snapshot.match.code] for snapshot in ordered)
    parts = await _parts(service, page.items, statuses, counts)
    buttons = [(await _card_button(service, snapshot),) for snapshot in page.items]
    undisputed = [code for code, status in statuses.items() if _is_undisputed(status)]
    everything = APPROVE_ALL.button(say("button.homologate_undisputed", n=len(undisputed)), scope)
    return Card(
        say("homologate.overview", title=title, parts=parts),
        (
            *(((everything,),) if undisputed else ()),
            *buttons,
            *turning(page.number, page.count, PAGE_OF_RESULTS.turns(scope)),
        ),
    )


async def _parts(
    service: Service,
    matches: Sequence[MatchSnapshot],
    statuses: Mapping[MatchCode, ApprovalStatus | None],
    counts: Mapping[ApprovalStatus | None, int],
) -> list[Text]:
    """Return the matches under the state of their results; `counts` has those of all pages."""
    parts: list[Text] = []
    for status in ORDER:
        alike = [snapshot for snapshot in matches if statuses[snapshot.match.code] is status]
        if alike:
            rows = await service.proposed_results.overview_rows(alike)
            facts: dict[str, Param] = {"n": counts[status], "rows": rows}
            parts.append(Text(f"homologate.{status.value}", facts))
    return parts


async def _card_button(service: Service, snapshot: MatchSnapshot) -> Button:
    """Return the button that shows the results of a match; it names the players."""
    names = await service.persons.names(snapshot.match.people)
    label = say(
        "homologate.card", first=names[snapshot.match.first], second=names[snapshot.match.second]
    )
    return RESULTS_CARD.button(label, snapshot.match.code)


async def _undisputed(service: Service, matches: list[MatchSnapshot]) -> list[MatchSnapshot]:
    """Return the matches whose results nobody disputes."""
    statuses = await _statuses(service, matches)
    return [snapshot for snapshot in matches if _is_undisputed(statuses[snapshot.match.code])]


def _is_undisputed(status: ApprovalStatus | None) -> bool:
    return status is not None and status.is_undisputed


async def _statuses(
    service: Service, matches: Iterable[MatchSnapshot]
) -> dict[MatchCode, ApprovalStatus | None]:
    """Return the state of each match's results; None if none are proposed."""
    return {
        snapshot.match.code: await service.proposed_results.approval_status(snapshot)
        for snapshot in matches
    }


async def _left_out(service: Service, matches: list[MatchSnapshot]) -> list[Text] | None:
    """Return the results that were not approved, under the reason; only the first of many."""
    if not matches:
        return None
    statuses = await _statuses(service, matches)
    parts = await _parts(service, matches[:MOST_LEFT], statuses, Counter(statuses.values()))
    return [say("homologate.left_out", n=len(matches)), *parts]
