"""`/meci`: shows the request as understood; invitations follow after confirmation (art. 1.3).

The draft is stored until then; buttons change its day, title and thinking time.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.chat.choosing import person_rows
from bot.chat.matches.arrangement import (
    Arrangement,
    arrangement_from,
    check_start,
    parse_arrangement,
    read_start,
    read_title,
)
from bot.chat.matches.draft_cards import NOT, WHO, draft_card, other_phase
from bot.chat.matches.match_invitations import invite_players
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.operations.matches.starts import MatchSettings
from bot.service.operations.people.resolving import (
    ANOTHER,
    KnownHere,
    Resolved,
    first_doubt,
    persons_of,
    resolve,
)
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import DRAFT, DraftAction
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.editions import edition_note
from bot.texts.notices.matches.proof import verify_match_button
from engine.errors import Fault, GameStateError, NotationError

STORED_AS: Final = "match draft"
"""The key under which a draft waits for confirmation, tagged with its token."""
_QUESTIONS: Final[Mapping[str, Topic]] = {
    DraftAction.ASK_START: Topic.MATCH_START,
    DraftAction.ASK_TITLE: Topic.MATCH_TITLE,
}
"""The question that each button of a draft asks."""


async def arrange(service: Service, user_input: UserInput) -> None:
    """Handle `/meci`: show the request, to be confirmed or changed."""
    if not user_input.args:
        service.reply(user_input, say("arrange.how"))
        return
    arrangement = parse_arrangement(user_input.args, service.today())
    await _show_draft(service, user_input, arrangement)


async def _show_draft(service: Service, user_input: UserInput, arrangement: Arrangement) -> None:
    """Store the draft under a new token, and show it with its buttons, or ask who is meant."""
    token = service.new_token()
    await service.dialogues.keep_tagged(user_input, STORED_AS, token, arrangement.to_json())
    resolutions = await _resolve(service, user_input, arrangement)
    doubt = first_doubt(resolutions)
    if doubt is not None:
        rows = person_rows(
            doubt, lambda label, answer: DRAFT.button(label, token, f"{WHO}{answer}")
        )
        drop = DRAFT.button(say("button.drop"), token, DraftAction.DROP)
        service.answer(user_input, doubt.question, (*rows, (drop,)))
        return
    text, buttons = draft_card(service, arrangement, token, resolutions)
    service.answer(user_input, text, buttons)


async def _resolve(
    service: Service, user_input: UserInput, arrangement: Arrangement
) -> list[Resolved]:
    """Return whom each name means; the arbiter is never taken unasked."""
    here = KnownHere(arbiters=(user_input.person.id,))
    return await resolve(service, arrangement.named, arrangement.answers, here)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a draft: `meci:TOKEN:yes|no|phase|start|title|who.WHO|not.WHO`.

    The draft is taken out of the store first; a branch that goes on stores it again.
    """
    token, action = DRAFT.read(user_input.args)
    arrangement = await _take_draft(service, user_input, token)
    if action not in _QUESTIONS:
        for topic in _QUESTIONS.values():  # its token ends with this draft
            await service.questions.drop(user_input, topic, token)
    if arrangement is None:
        service.answer_late(user_input, say("arrange.stale"))
    elif action.startswith(WHO):
        person = action.removeprefix(WHO)
        answered = await _with_answer(service, user_input, arrangement, person)
        await _show_draft(service, user_input, answered)
    elif action.startswith(NOT):
        person = action.removeprefix(NOT)
        answered = await _without_person(service, user_input, arrangement, person)
        await _show_draft(service, user_input, answered)
    elif action == DraftAction.ARRANGE:
        await _arrange(service, user_input, arrangement)
    elif action == DraftAction.OTHER_PHASE:
        await _show_draft(
            service, user_input, replace(arrangement, phase=other_phase(arrangement.phase))
        )
    elif action in _QUESTIONS:
        # The same token, because the buttons above the question stay valid.
        await service.dialogues.keep_tagged(user_input, STORED_AS, token, arrangement.to_json())
        asked = await service.questions.ask(user_input, _QUESTIONS[action], token)
        service.toast(user_input)
        service.reply(user_input, say(f"arrange.ask_{action}"), (asked.way_out,))
    elif action == DraftAction.DROP:  # it was taken above
        service.edit(user_input, say("confirm.kept"))
    else:
        raise GameStateError(Fault("button_unknown"))


async def _with_answer(
    service: Service, user_input: UserInput, arrangement: Arrangement, answer: str
) -> Arrangement:
    """Return the request with the answer whom the first doubtful name means."""
    doubt = first_doubt(await _resolve(service, user_input, arrangement))
    if doubt is None or answer not in doubt.possible_answers:
        return arrangement
    return replace(arrangement, answers={**arrangement.answers, doubt.named.about: answer})


async def _without_person(
    service: Service, user_input: UserInput, arrangement: Arrangement, person: str
) -> Arrangement:
    """Return the request with the answer that no name in it means that person."""
    resolutions = await _resolve(service, user_input, arrangement)
    about = [resolved.named.about for resolved in resolutions if f"{resolved.person}" == person]
    return replace(arrangement, answers={**arrangement.answers, **dict.fromkeys(about, ANOTHER)})


async def _take_draft(service: Service, user_input: UserInput, token: str) -> Arrangement | None:
    """Return and delete the draft of that token; None if it was changed and has another."""
    draft = await service.dialogues.take_tagged(user_input, STORED_AS, token)
    return None if draft is None else arrangement_from(draft)


async def start_given(service: Service, user_input: UserInput, token: str) -> None:
    """Read the start day of the match; ask again if it is unreadable."""
    start = read_start(user_input.args.strip(), service.today())
    await _change(service, user_input, token, lambda draft: replace(draft, start=start, taken=""))


async def title_given(service: Service, user_input: UserInput, token: str) -> None:
    """Read the title of the match for the sheets."""
    title = read_title(user_input.args)
    await _change(service, user_input, token, lambda draft: replace(draft, title=title))


async def _change(
    service: Service,
    user_input: UserInput,
    token: str,
    change: Callable[[Arrangement], Arrangement],
) -> None:
    """Show the draft with a change, if it still waits."""
    await service.questions.close(user_input)
    arrangement = await _take_draft(service, user_input, token)
    if arrangement is None:
        service.reply(user_input, say("arrange.stale"))
        return
    await _show_draft(service, user_input, change(arrangement))


async def _arrange(service: Service, user_input: UserInput, arrangement: Arrangement) -> None:
    """Arrange the match, and send the arbiter a link for each player in separate messages."""
    check_start(arrangement.start, service.today())  # the draft may be older than today
    resolutions = await _resolve(service, user_input, arrangement)
    if first_doubt(resolutions) is not None:  # a person of a similar name has joined meanwhile
        await _show_draft(service, user_input, arrangement)
        return
    players = await persons_of(service, resolutions, arrangement.answers)
    if len(set(players)) == 1 or user_input.person.id in players:
        raise NotationError(Fault("match_same_name", facts={"name": arrangement.first}))
    settings = MatchSettings(arrangement.phase, arrangement.start, arrangement.title)
    snapshot = await service.starts.arrange(user_input, players, settings)
    service.edit(
        user_input,
        _done_text(service, snapshot, arrangement),
        verify_match_button(snapshot.match.code),
    )
    await invite_players(service, user_input, snapshot, players)


def _done_text(service: Service, snapshot: MatchSnapshot, arrangement: Arrangement) -> Text:
    """Return the confirmation of an arranged match."""
    match = snapshot.match
    edition = service.todays_edition()
    return say(
        "arrange.done",
        match=match.code,
        title=match.title or say("match.arranged"),
        first=arrangement.first,
        second=arrangement.second,
        budget=match.rules.budget(match.phase),
        start=match.start.isoformat(),
        edition=match.edition.name,
        words=edition_note(edition, match.edition, match.start),
    )
