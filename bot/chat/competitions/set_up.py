"""The set-up of a competition: questions in turn, answered by buttons or one line.

Every question shows the answers so far. They are stored until the competition begins or is
cancelled. An invalid answer changes nothing; any answer can be changed before the end.
"""

from dataclasses import replace
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import may_set_up
from bot.chat.competitions.set_up_questions import (
    SERIES,
    answer_buttons,
    field_name,
    known_lines,
    next_question,
)
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.series_names import offered_series
from bot.service.pure.competitions.draft import (
    CompetitionDraft,
    DraftField,
    answered,
    draft_from,
    plans_of,
    ruleset_of,
)
from bot.service.pure.competitions.titles import code_for, usual_title
from bot.service.service import Service
from bot.texts.buttons.competitions import ANSWER_NEW, ASK_NEW, NEW, NewCompetitionAction
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Text, rows_of, say
from engine.competitions.events import CompetitionCreated
from engine.competitions.parts import ExclusionPolicy
from engine.competitions.planning import create
from engine.errors import EngineError
from storage.competitions import series

STORED_AS: Final = "championship"
"""The key under which the draft is stored."""


async def set_up(service: Service, user_input: UserInput, title: str = "") -> None:
    """Begin a new competition, or continue the one in preparation.

    Only one is set up at a time; a title for another shows the open one. Without a title, the bot
    asks for it.

    Raises:
        NotationError: the title is invalid.
    """
    draft = await _stored_draft(service, user_input) or CompetitionDraft()
    faults = None
    if title and not draft.title:
        draft = answered(draft, DraftField.TITLE, title, service.today(), service.shared.rules)
    elif title not in {"", draft.title}:
        faults = [say("comp.begun", title=draft.title)]
    await _ask_next(service, user_input, draft, faults=faults)


async def is_open(service: Service, user_input: UserInput) -> bool:
    """Return whether the person is setting up a competition."""
    return await _stored_draft(service, user_input) is not None


async def answer_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Handle a typed answer to the open question; a list of players is too early."""
    draft = await _stored_draft(service, user_input)
    if draft is None:
        await service.questions.close(user_input)
        service.reply(user_input, say("comp.new_cancelled"))
    elif user_input.incoming.file is not None:
        faults = [say("comp.wrong", fault=say("comp.list_later"))]
        await _ask_next(service, user_input, draft, faults=faults)
    elif draft.next_field is None:  # only the buttons to create, change or cancel are left
        await _ask_next(service, user_input, draft)
    else:
        await _store_answer(service, user_input, draft, draft.next_field, user_input.args)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of the set-up."""
    step = NEW.read(user_input.args)
    if not may_set_up(user_input):
        service.toast(user_input, say("comp.only_arbiters"), alert=True)
        return
    draft = await _stored_draft(service, user_input)
    if step.what is NewCompetitionAction.BEGIN:
        await _ask_next(service, user_input, draft or CompetitionDraft())
        return
    if draft is None:
        service.answer_late(user_input, say("button.unknown"))
        return
    match step.what:
        case NewCompetitionAction.SET:
            await _answer_pressed(service, user_input, draft, *ANSWER_NEW.read(step.rest))
        case NewCompetitionAction.ASK if step.rest in draft.needed:
            await _ask_next(service, user_input, replace(draft, asking=step.rest))
        case NewCompetitionAction.ASK | NewCompetitionAction.BACK:
            await _ask_next(service, user_input, replace(draft, asking=""))
        case NewCompetitionAction.EDIT:
            _offer_changes(service, user_input, draft)
        case NewCompetitionAction.CANCEL:
            await _forget(service, user_input)
            service.edit(user_input, say("comp.new_cancelled"))
        case NewCompetitionAction.CREATE:
            await _create(service, user_input, draft)


async def _answer_pressed(
    service: Service, user_input: UserInput, draft: CompetitionDraft, field: str, value: str
) -> None:
    """Store an answer chosen by a button; the button of the usual title has no value."""
    if field == SERIES:
        await _toggle_series(service, user_input, draft)
        return
    if field == DraftField.TITLE:
        value = usual_title(service.shared.competition, service.today().year)
    if field in draft.needed:
        await _store_answer(service, user_input, draft, DraftField(field), value)


async def _stored_draft(service: Service, user_input: UserInput) -> CompetitionDraft | None:
    """Return the person's draft; None if they set up no competition."""
    stored = await service.dialogues.kept(user_input, STORED_AS)
    return None if stored is None else draft_from(stored.value)


async def _forget(service: Service, user_input: UserInput) -> None:
    """Delete the draft, and close its question."""
    await service.dialogues.forget(user_input, STORED_AS)
    await service.questions.drop(user_input, Topic.CHAMPIONSHIP)


async def _store_answer(
    service: Service, user_input: UserInput, draft: CompetitionDraft, field: DraftField, text: str
) -> None:
    """Store an answer and ask the next question; repeat the question after an invalid answer."""
    try:
        answered_draft = answered(draft, field, text, service.today(), service.shared.rules)
    except EngineError as error:
        faults = [say("comp.wrong", fault=fault) for fault in faults_text(error)]
        await _ask_next(service, user_input, replace(draft, asking=field), faults=faults)
        return
    await _ask_next(service, user_input, answered_draft)


async def _ask_next(
    service: Service,
    user_input: UserInput,
    draft: CompetitionDraft,
    *,
    faults: list[Text] | None = None,
) -> None:
    """Show the answers and ask the next question; store both.

    `faults`: what was wrong with the last answer, above the question.
    """
    await service.dialogues.remember(user_input, STORED_AS, draft.to_json())
    await service.questions.ask(user_input, Topic.CHAMPIONSHIP)
    question = next_question(service, draft)
    text = say("comp.new", known=known_lines(draft) or None, wrong=faults, question=question)
    service.answer(user_input, text, await answer_buttons(service, draft))


async def _toggle_series(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Add the competition to the series that its title shows, or take it out again."""
    offered = "" if draft.series else await offered_series(service, draft.title)
    await _ask_next(service, user_input, replace(draft, series=offered))


def _offer_changes(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Show every answer as a button that repeats its question."""
    buttons = [
        ASK_NEW.button(field_name(draft, field), field) for field in draft.needed if draft[field]
    ]
    text = say("comp.new", known=known_lines(draft), wrong=None, question=say("comp.ask.change"))
    back = NEW.button(say("button.comp.back"), NewCompetitionAction.BACK)
    service.edit(user_input, text, (*rows_of(buttons, 2), (back,)))


async def _create(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Create the competition, with its rules and word list frozen (art. 3.1)."""
    if draft.next_field:
        await _ask_next(service, user_input, draft)
        return
    shared, plans = service.shared, plans_of(draft)
    event = CompetitionCreated(
        at=user_input.at,
        competition=await service.competitions.free_code(code_for(draft.title)),
        title=draft.title,
        arbiters=(user_input.person.id,),
        rules=ruleset_of(draft, shared.rules),
        edition=shared.edition_on(plans[0].start),
        plans=plans,
        exclusion=ExclusionPolicy(draft.exclusion),
    )
    create(event)  # refuses a competition that breaks a rule
    snapshot = await service.competition_acts.begin(event)
    if draft.series:
        await series.add(service.unit.tx, event.competition, draft.series)
    await _forget(service, user_input)
    await show_card(service, user_input, snapshot)
