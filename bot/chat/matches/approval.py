"""The arbiter's approval of results after the games (art. 8.5, 9.7).

`/omologheaza` lists results to approve in pages, a message for each competition: disputed,
undisputed, waiting. One button approves all undisputed results and names the others with the
reason; each result has a card.
"""

from bot.chat.matches.approval_lists import (
    ON_PAGE,
    approvable_among,
    card_button,
    digest_of,
    matches_in,
    not_approved_lines,
    page_of,
)
from bot.chat.matches.void_matches import void_text
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import (
    ALL_THE_SAME,
    APPROVE,
    APPROVE_ALL,
    KEEP,
    PAGE_OF_RESULTS,
    RESULTS_CARD,
)
from bot.texts.messages import say
from bot.texts.notices.matches.lifting import undo_buttons
from engine.matches.approval import ApprovalStatus
from engine.matches.events import LiftableAct
from engine.matches.match import check_proposed


async def list_results(service: Service, user_input: UserInput) -> None:
    """Handle `/omologheaza [MATCH or COMPETITION]`: the results to approve, or one card."""
    code = user_input.args.upper()
    awaiting = await service.proposed_results.awaiting(user_input.person.id)
    of_that_code = next((snapshot for snapshot in awaiting if snapshot.match.code == code), None)
    if of_that_code is not None:
        text, buttons = await service.proposed_results.arbiter_card(of_that_code)
        service.reply(user_input, text, buttons, about=of_that_code.match.code)
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
        service.reply(user_input, *await page_of(service, scope, matches_in(awaiting, scope), 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle `hompage:COMPETITION:PAGE`, another page of the results to approve."""
    scope, number = PAGE_OF_RESULTS.read(user_input.args)
    matches = matches_in(await service.proposed_results.awaiting(user_input.person.id), scope)
    if matches:
        service.edit(user_input, *await page_of(service, scope, matches, number))
    else:
        service.edit(user_input, say("homologate.none"))


async def show_card(service: Service, user_input: UserInput) -> None:
    """Handle the button for one proposal: `homc:MATCH`."""
    snapshot = await service.matches.ruled_by(user_input, RESULTS_CARD.read(user_input.args).match)
    void_reason = await void_text(service, snapshot)
    if void_reason is not None:
        service.toast(user_input)
        service.reply(user_input, void_reason, about=snapshot.match.code)
        return
    check_proposed(snapshot.match)
    service.toast(user_input)
    text, buttons = await service.proposed_results.arbiter_card(snapshot)
    service.reply(user_input, text, buttons, about=snapshot.match.code)


async def approve(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's approval: `hom:MATCH`, and `hom:MATCH:all_the_same`."""
    code, insisted = APPROVE.read(user_input.args)
    snapshot = await service.matches.ruled_by(user_input, code)
    void_reason = await void_text(service, snapshot)
    if void_reason is not None:
        service.edit(user_input, void_reason)
        return
    status = await service.proposed_results.approval_status(snapshot)
    if status is ApprovalStatus.TO_RULE:  # the card shows what must be ruled first
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
    next_task = await service.task_lists.next_button(user_input.person.id)
    undo = undo_buttons(snapshot.match, LiftableAct.TAKEN_OVER)
    text = say("results.homologated", match=snapshot.match.code)
    service.edit(user_input, text, (*undo, *next_task))


async def approve_undisputed(service: Service, user_input: UserInput) -> None:
    """Handle the button that approves all undisputed results: `homall:COMPETITION:DIGEST`.

    If they are others than the arbiter saw, they are shown again.
    """
    scope, shown = APPROVE_ALL.read(user_input.args)
    if scope:
        await service.competitions.ruled_by(user_input, scope)
    matches = matches_in(await service.proposed_results.awaiting(user_input.person.id), scope)
    approved_matches = await approvable_among(service, matches)
    if not approved_matches:
        service.edit(user_input, say("homologate.none_undisputed"))
        return
    if digest_of(approved_matches) != shown:
        service.edit(user_input, *await page_of(service, scope, matches, 0))
        return
    for snapshot in approved_matches:
        await service.result_approval.approve(user_input, snapshot)
    approved = {snapshot.match.code for snapshot in approved_matches}
    not_approved = [snapshot for snapshot in matches if snapshot.match.code not in approved]
    text = say(
        "homologate.done",
        n=len(approved_matches),
        matches=sorted(approved),
        left=await not_approved_lines(service, not_approved),
    )
    buttons = tuple(
        [(await card_button(service, snapshot),) for snapshot in not_approved[:ON_PAGE]]
    )
    next_task = await service.task_lists.next_button(user_input.person.id)
    service.edit(user_input, text, (*buttons, *next_task))


async def _is_void(service: Service, user_input: UserInput, code: str) -> bool:
    """Answer that the person's match of that code is void; return False if there is no such match.

    Raises:
        GameStateError: the match counts, and no results of it wait for approval.
    """
    for snapshot in await service.matches.all_ruled(user_input.person.id):
        if snapshot.match.code == code:
            void_reason = await void_text(service, snapshot)
            if void_reason is None:
                check_proposed(snapshot.match)
                return False
            service.reply(user_input, void_reason, about=code)
            return True
    return False
