"""Results after the games: the players' answers and the arbiter's approval (art. 8.5, 9.7).

`/omologheaza` lists results to approve in pages, a message for each competition: disputed,
undisputed, waiting. One button approves all undisputed results and names the others with the
reason; each result has a card.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.chat.matches import own_proposals
from bot.chat.paging import page_of
from bot.chat.topics import REMARK
from bot.runtime.shared import Said
from bot.service.matches.matches import SeenMatch
from bot.service.matches.results import ORDER
from bot.service.service import Service
from bot.texts.buttons.matches import (
    APPROVE,
    APPROVE_ALL,
    KEEP,
    NO_REASON,
    PAGE_OF_RESULTS,
    RESULTS,
    RESULTS_CARD,
    SHOW_RESULTS,
)
from bot.texts.messages import Button, Buttons, Param, Text, say, turning
from bot.texts.notices.cases.task_list import next_button
from bot.texts.notices.matches.match_relay import other_answer
from engine.cases.events import RulingKind
from engine.competitions.player_events import PlayerExcluded
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, CompetitionCode, MatchCode
from engine.matches.decide import answer_results
from engine.matches.homologation import ApprovalStatus
from engine.matches.match import MatchStage
from storage.cases.case_rows import with_ruling

NOTHING_PROPOSED = Fault("no_results_proposed", "8.5")
ON_PAGE = 8
MOST_LEFT = 20
"""The most results named that one press did not approve."""


async def results(service: Service, said: Said) -> None:
    """Handle the answer to the proposed coefficients: `res:MATCH:yes` or `res:MATCH:no`."""
    code, answer = RESULTS.read(said.args)
    seen = await service.matches.of_player(said, code)
    agrees = answer == "yes"
    events = answer_results(seen.match, said.person.id, said.at, agrees=agrees)
    seen = await service.match_acts.advance(seen, events, said.at)
    if events:
        await service.results.tell_answer(seen, said.person, agrees=agrees)
    other = other_answer(seen.match.code, agreed=agrees)
    if agrees:
        await service.questions.drop(said, REMARK, code)
        service.edit(said, say("results.you_confirmed", match=code), other)
        return
    await service.questions.ask(said, REMARK, code)
    no_reason = NO_REASON.button(say("button.no_reason"), code)
    own = own_proposals.offer(seen.match)
    service.edit(said, say("results.you_objected", match=code), ((no_reason,), *own, *other))


async def shown(service: Service, said: Said) -> None:
    """Handle the button that shows a player the proposed results: `resc:MATCH`."""
    seen = await service.matches.of_player(said, SHOW_RESULTS.read(said.args).match)
    if seen.match.stage is not MatchStage.PROPOSED:
        raise GameStateError(NOTHING_PROPOSED)
    service.toast(said)
    text, buttons = await service.results.player_card(seen, said.person.id)
    service.reply(said, text, buttons, about=seen.match.code)


async def no_reason(service: Service, said: Said) -> None:
    """Handle the button for an objection without a reason, which counts: `noreason:MATCH`."""
    seen = await service.matches.of_player(said, NO_REASON.read(said.args).match)
    await service.questions.drop(said, REMARK, seen.match.code)
    if said.person.id not in seen.match.objected:
        raise GameStateError(Fault("button_unknown"))
    other = other_answer(seen.match.code, agreed=False)
    own = own_proposals.offer(seen.match)
    service.edit(said, say("results.objected_only", match=seen.match.code), (*own, *other))


async def homologate(service: Service, said: Said) -> None:
    """Handle `/omologheaza [MATCH or COMPETITION]`: the results to approve, or one card."""
    wanted = said.args.upper()
    found = await service.results.awaiting(said.person.id)
    one = [seen for seen in found if seen.match.code == wanted]
    if one:
        text, buttons = await service.results.arbiter_card(one[0])
        service.reply(said, text, buttons, about=one[0].match.code)
        return
    for seen in await service.matches.all_ruled(said.person.id):
        if seen.match.code == wanted:
            void = await _void_text(service, seen)
            if void is None:
                raise GameStateError(NOTHING_PROPOSED)
            service.reply(said, void, about=wanted)
            return
    scopes = {seen.match.competition for seen in found if wanted in {"", seen.match.competition}}
    if not scopes:
        service.reply(said, say("homologate.none"))
    for scope in sorted(scopes):
        matches = [seen for seen in found if seen.match.competition == scope]
        await _overview(service, said, scope, matches)


async def _void_text(service: Service, seen: SeenMatch) -> Text | None:
    """Return why a match is void, and since when; None if it counts (art. 10.3)."""
    void = await service.competitions.made_void(seen.match)
    if void is None:
        return None
    return say(
        "homologate.void",
        match=seen.match.code,
        who=(await service.persons.get(void.player)).name,
        since=void.at.isoformat(),
        article=void.article,
        lifted=await _lifted_by(service, seen, void),
    )


async def _lifted_by(service: Service, seen: SeenMatch, excluded: PlayerExcluded) -> Text | None:
    """Return the case in which the disqualification can be lifted; None without one."""
    kind, match = RulingKind.EXCLUSION.value, seen.match
    rows = await with_ruling(
        service.unit.tx, [kind], competition=match.competition, arbiter=match.arbiter
    )
    for row in rows:
        case = (await service.cases.load(row.case_id)).case
        if any(ruled.at == excluded.at for ruled in case.rulings):
            return say("homologate.void_lifted", case=case.id)
    return None


async def turned(service: Service, said: Said) -> None:
    """Handle `hompage:COMPETITION:PAGE`, another page of the results to approve."""
    scope, number = PAGE_OF_RESULTS.read(said.args)
    found = await service.results.awaiting(said.person.id)
    matches = [seen for seen in found if seen.match.competition == scope]
    if matches:
        service.edit(said, *await _page(service, scope, matches, number))
    else:
        service.edit(said, say("homologate.none"))


async def _overview(
    service: Service, said: Said, scope: CompetitionCode, matches: list[SeenMatch]
) -> None:
    """Show the first page of the results to approve in a competition, or outside any."""
    service.reply(said, *await _page(service, scope, matches, 0))


async def _page(
    service: Service, scope: CompetitionCode, matches: list[SeenMatch], wanted: int
) -> tuple[Text, Buttons]:
    """Return a page of the results to approve, each with a button that names its players."""
    title = say("homologate.single")
    if scope != NO_COMPETITION:
        seen = await service.competitions.load(scope)
        title = say("homologate.title", title=seen.competition.title)
    found = {seen.match.code: await service.results.approval_status(seen) for seen in matches}
    ordered = [seen for standing in ORDER for seen in matches if found[seen.match.code] is standing]
    here, page, pages = page_of(ordered, wanted, ON_PAGE)
    counts = Counter(found[seen.match.code] for seen in ordered)
    parts = await _parts(service, here, found, counts)
    buttons = [(await _card_button(service, seen),) for seen in here]
    undisputed = [code for code, standing in found.items() if standing and standing.is_undisputed]
    everything = APPROVE_ALL.button(say("button.homologate_undisputed", n=len(undisputed)), scope)
    return say("homologate.overview", title=title, parts=parts), (
        *(((everything,),) if undisputed else ()),
        *buttons,
        *turning(page, pages, PAGE_OF_RESULTS.turns(scope)),
    )


async def _parts(
    service: Service,
    matches: Sequence[SeenMatch],
    found: Mapping[MatchCode, ApprovalStatus | None],
    counts: Mapping[ApprovalStatus | None, int],
) -> list[Text]:
    """Return the matches under the state of their results; `counts` has those of all pages."""
    parts: list[Text] = []
    for standing in ORDER:
        these = [seen for seen in matches if found[seen.match.code] is standing]
        if these:
            rows = await service.results.overview_rows(these)
            facts: dict[str, Param] = {"n": counts[standing], "rows": rows}
            parts.append(Text(f"homologate.{standing.value}", facts))
    return parts


async def _card_button(service: Service, seen: SeenMatch) -> Button:
    names = await service.persons.names(seen.match.people)
    label = say("homologate.card", first=names[seen.match.first], second=names[seen.match.second])
    return RESULTS_CARD.button(label, seen.match.code)


async def _undisputed(service: Service, matches: list[SeenMatch]) -> list[SeenMatch]:
    standings = [(seen, await service.results.approval_status(seen)) for seen in matches]
    return [seen for seen, standing in standings if standing and standing.is_undisputed]


async def card(service: Service, said: Said) -> None:
    """Handle the button for one proposal: `homc:MATCH`."""
    seen = await service.matches.ruled_by(said, RESULTS_CARD.read(said.args).match)
    void = await _void_text(service, seen)
    if void is not None:
        service.toast(said)
        service.reply(said, void, about=seen.match.code)
        return
    if seen.match.stage is not MatchStage.PROPOSED:
        raise GameStateError(NOTHING_PROPOSED)
    service.toast(said)
    text, buttons = await service.results.arbiter_card(seen)
    service.reply(said, text, buttons, about=seen.match.code)


async def homologation(service: Service, said: Said) -> None:
    """Handle the arbiter's approval: `hom:MATCH`, and `hom:MATCH:all_the_same`."""
    code, insisted = APPROVE.read(said.args)
    seen = await service.matches.ruled_by(said, code)
    void = await _void_text(service, seen)
    if void is not None:
        service.edit(said, void)
        return
    stands = await service.results.approval_status(seen)
    if stands is ApprovalStatus.TO_RULE:
        service.edit(said, *await service.results.arbiter_card(seen))
        return
    if stands is ApprovalStatus.DISPUTED and not insisted:
        again = APPROVE.button(say("button.homologate_all_the_same"), code, "all_the_same")
        not_now = KEEP.button(say("button.not_yet"))
        service.edit(said, say("results.objection_stands", match=code), ((again,), (not_now,)))
        return
    seen = await service.homologation.homologate(said, seen)
    after = next_button(await service.task_lists.of(said.person.id))
    service.edit(said, say("results.homologated", match=seen.match.code), after)


async def all_undisputed(service: Service, said: Said) -> None:
    """Handle the button that approves all undisputed results: `homall:COMPETITION`."""
    scope = APPROVE_ALL.read(said.args).competition
    if scope:
        await service.competitions.ruled_by(said, scope)
    found = await service.results.awaiting(said.person.id)
    done = await _undisputed(service, [seen for seen in found if seen.match.competition == scope])
    for seen in done:
        await service.homologation.homologate(said, seen)
    if not done:
        service.edit(said, say("homologate.none_undisputed"))
        return
    approved = {seen.match.code for seen in done}
    left = [
        seen
        for seen in found
        if seen.match.competition == scope and seen.match.code not in approved
    ]
    text = say(
        "homologate.done",
        n=len(done),
        matches=", ".join(sorted(approved)),
        left=await _left_out(service, left),
    )
    buttons = tuple([(await _card_button(service, seen),) for seen in left[:ON_PAGE]])
    service.edit(said, text, buttons)


async def _left_out(service: Service, matches: list[SeenMatch]) -> list[Text] | None:
    """Return the results that were not approved, under the reason; only the first of many."""
    if not matches:
        return None
    found = {seen.match.code: await service.results.approval_status(seen) for seen in matches}
    parts = await _parts(service, matches[:MOST_LEFT], found, Counter(found.values()))
    return [say("homologate.left_out", n=len(matches)), *parts]
