"""The set-up of a competition: questions in turn, answered by buttons or one line.

Every question shows the answers so far. They are stored until the competition begins or is
cancelled. An invalid answer changes nothing; any answer can be changed before the end.
"""

import re
from dataclasses import replace

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import answer, may_rule
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.series_names import offered_series
from bot.service.pure.competitions.draft import (
    CHOICES,
    CompetitionDraft,
    DraftField,
    answered,
    draft_from,
    plans_of,
    proposed_period,
    ruleset_of,
)
from bot.service.pure.competitions.stored_answers import advancing, period_of
from bot.service.pure.competitions.titles import code_for
from bot.service.service import Service
from bot.texts.buttons.competitions import ANSWER_NEW, ASK_NEW, NEW, NewCompetitionAction
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import going
from bot.texts.notices.competitions.editions import edition_note
from engine.competitions.events import CompetitionCreated
from engine.competitions.parts import ExclusionPolicy
from engine.competitions.planning import create
from engine.errors import EngineError
from storage.competitions import series

STORED_AS = "championship"
"""The key under which the draft is stored."""
SERIES = "series"
"""The button that adds the competition to a series, or takes it out; no field of the draft."""


async def set_up(service: Service, user_input: UserInput, title: str = "") -> None:
    """Begin a new competition, or continue the one in preparation.

    Only one is set up at a time; a title for another shows the open one.
    """
    draft = await _kept(service, user_input)
    wrong = None
    if title and draft is None:
        draft = answered(
            CompetitionDraft(), DraftField.TITLE, title, service.today(), service.shared.rules
        )
    elif title and draft is not None and draft[DraftField.TITLE] not in {"", title}:
        wrong = [say("comp.begun", title=draft[DraftField.TITLE])]
    await _ask(service, user_input, draft or CompetitionDraft(), wrong=wrong)


async def is_open(service: Service, user_input: UserInput) -> bool:
    """Return whether the person is setting up a competition."""
    return await _kept(service, user_input) is not None


async def typed(service: Service, user_input: UserInput, _about: str) -> None:
    """Handle a typed answer to the open question; a list of players is too early."""
    draft = await _kept(service, user_input)
    if draft is None or not draft.next_field:
        await service.questions.close(user_input)
        service.reply(user_input, say("button.unknown"))
        return
    if user_input.incoming.file is not None:
        await _ask(
            service, user_input, draft, wrong=[say("comp.wrong", fault=say("comp.list_later"))]
        )
        return
    await _answer(service, user_input, draft, draft.next_field, user_input.args)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of the dialogue."""
    step = NEW.read(user_input.args)
    if not may_rule(user_input):
        service.toast(user_input, say("comp.only_arbiters"), alert=True)
        return
    draft = await _kept(service, user_input)
    if step.what is NewCompetitionAction.BEGIN:
        await _ask(service, user_input, draft or CompetitionDraft())
        return
    if draft is None:
        service.edit(user_input, say("button.unknown"))
        return
    match step.what:
        case NewCompetitionAction.SET:
            await _chosen(service, user_input, draft, *ANSWER_NEW.read(step.rest))
        case NewCompetitionAction.ASK if step.rest in draft.needed:
            await _ask(service, user_input, replace(draft, asking=step.rest))
        case NewCompetitionAction.ASK | NewCompetitionAction.BACK:
            await _ask(service, user_input, replace(draft, asking=""))
        case NewCompetitionAction.EDIT:
            _offer_changes(service, user_input, draft)
        case NewCompetitionAction.CANCEL:
            await _forget(service, user_input)
            service.edit(user_input, say("comp.new_cancelled"))
        case NewCompetitionAction.CREATE:
            await _create(service, user_input, draft)


async def _chosen(
    service: Service, user_input: UserInput, draft: CompetitionDraft, name: str, value: str
) -> None:
    """Store an answer chosen by a button; the button of the usual title has no value."""
    if name == SERIES:
        await _turn_series(service, user_input, draft)
        return
    if name == DraftField.TITLE:
        value = _usual_title(service)
    if name in draft.needed:
        await _answer(service, user_input, draft, DraftField(name), value)


async def _kept(service: Service, user_input: UserInput) -> CompetitionDraft | None:
    """Return the person's draft; None if they set up no competition."""
    stored = await service.dialogues.kept(user_input, STORED_AS)
    return None if stored is None else draft_from(stored.value)


async def _forget(service: Service, user_input: UserInput) -> None:
    await service.dialogues.forget(user_input, STORED_AS)
    await service.questions.close(user_input)


async def _answer(
    service: Service, user_input: UserInput, draft: CompetitionDraft, name: DraftField, text: str
) -> None:
    """Store an answer and ask the next question; repeat the question after an invalid answer."""
    try:
        after = answered(draft, name, text, service.today(), service.shared.rules)
    except EngineError as error:
        wrong = [say("comp.wrong", fault=fault) for fault in faults_text(error)]
        await _ask(service, user_input, replace(draft, asking=name), wrong=wrong)
        return
    await _ask(service, user_input, after)


async def _ask(
    service: Service,
    user_input: UserInput,
    draft: CompetitionDraft,
    *,
    wrong: list[Text] | None = None,
) -> None:
    """Show the answers and ask the next question; store both."""
    await service.dialogues.remember(user_input, STORED_AS, draft.to_json())
    await service.questions.ask(user_input, Topic.CHAMPIONSHIP)
    name = draft.next_field
    question = (
        say(f"comp.ask.{_catalogue_name(draft, name)}")
        if name
        else _asked_to_create(service, draft)
    )
    text = say("comp.new", known=_known(draft) or None, wrong=wrong, question=question)
    buttons = await _buttons(service, draft, name)
    await answer(service, user_input, text, buttons)


def _asked_to_create(service: Service, draft: CompetitionDraft) -> Text:
    """Ask for confirmation; point out a word list that will differ from today's (art. 3.1)."""
    start = plans_of(draft)[0].start
    now, then = (service.shared.edition_on(day) for day in (service.today(), start))
    return say("comp.ask.create", words=edition_note(now, then, start))


def _known(draft: CompetitionDraft) -> list[Text]:
    """Return a line for each value of the draft that is known."""
    known = [
        say("comp.known", what=_field(draft, name), value=_shown(draft, name))
        for name in draft.needed
        if draft[name]
    ]
    if draft.series:
        value = say("button.plain", label=draft.series)
        known.append(say("comp.known", what=say("series.field"), value=value))
    return known


async def _turn_series(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Add the competition to the series that its title shows, or take it out again."""
    offered = "" if draft.series else await offered_series(service, draft.title)
    await _ask(service, user_input, replace(draft, series=offered))


def _field(draft: CompetitionDraft, name: str) -> Text:
    return say(f"comp.field.{_catalogue_name(draft, name)}")


def _catalogue_name(draft: CompetitionDraft, name: str) -> str:
    """Return the field's name in the catalogue; the dates of an only phase name no phase."""
    return "dates_only" if name == draft.phases else name


def _shown(draft: CompetitionDraft, name: str) -> Text:
    """Return an answer as text."""
    value = draft[name]
    if name in {DraftField.PRELIMINARY, DraftField.FINAL}:
        first, last = period_of(value)
        return say("comp.period", first=first.isoformat(), last=last.isoformat())
    if name == DraftField.ADVANCE:
        return going(*advancing(value))
    if name == DraftField.RETURNS:
        day, *more = value.split()
        others = say("comp.days_more", day=more[0]) if more else None
        return say("comp.days", first=day, more=others)
    if name in {DraftField.PHASES, DraftField.EXCLUSION, DraftField.SCOPE}:
        return say(f"comp.{name}.{value}")
    return say("button.plain", label=value)


async def _buttons(service: Service, draft: CompetitionDraft, name: DraftField | None) -> Buttons:
    """Return the possible answers, then the buttons to change or cancel."""
    rows: list[tuple[Button, ...]] = []
    if name is not None and name in CHOICES:
        rows += rows_of(
            [_choice(name, value) for value in CHOICES[name]],
            4 if name in {DraftField.GROUPS, DraftField.ADVANCE} else 1,
        )
    elif name in {DraftField.PRELIMINARY, DraftField.FINAL}:
        period = proposed_period(draft, name, service.today(), service.shared.rules)
        first, last = period
        label = say("comp.period", first=first.isoformat(), last=last.isoformat())
        rows.append((ANSWER_NEW.button(label, name, period.stored),))
    elif name == DraftField.TITLE:
        label = say("button.plain", label=_usual_title(service))
        rows.append((ANSWER_NEW.button(label, DraftField.TITLE, ""),))
    elif name is None:
        rows.append((NEW.button(say("button.comp.create"), NewCompetitionAction.CREATE),))
        offered = await offered_series(service, draft.title)
        if draft.series:
            rows.append((ANSWER_NEW.button(say("button.comp.series_out"), SERIES, ""),))
        elif offered:
            label = say("button.series.put_in", series=offered)
            rows.append((ANSWER_NEW.button(label, SERIES, ""),))
    if _known(draft):
        rows.append((NEW.button(say("button.comp.change"), NewCompetitionAction.EDIT), _cancel()))
    else:
        rows.append((_cancel(),))
    return tuple(rows)


def _usual_title(service: Service) -> str:
    """Return the usual title of the federation's competitions, with the present year."""
    usual = service.shared.competition
    return usual if re.search(r"\b\d{4}\b", usual) else f"{usual} {service.today().year}"


def _choice(name: str, value: str) -> Button:
    if name in {DraftField.GROUPS, DraftField.ADVANCE}:
        return ANSWER_NEW.button(say("button.plain", label=value), name, value)
    key = f"comp.{name}.{value}" if name == DraftField.PHASES else f"button.comp.{name}.{value}"
    return ANSWER_NEW.button(say(key), name, value)


def _cancel() -> Button:
    return NEW.button(say("button.comp.cancel"), NewCompetitionAction.CANCEL)


def _offer_changes(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Show every answer as a button that repeats its question."""
    fields = [ASK_NEW.button(_field(draft, name), name) for name in draft.needed if draft[name]]
    text = say("comp.new", known=_known(draft), wrong=None, question=say("comp.ask.change"))
    back = NEW.button(say("button.comp.back"), NewCompetitionAction.BACK)
    service.edit(user_input, text, (*rows_of(fields, 2), (back,)))


async def _create(service: Service, user_input: UserInput, draft: CompetitionDraft) -> None:
    """Create the competition, with its rules and word list frozen (art. 3.1)."""
    if draft.next_field:
        await _ask(service, user_input, draft)
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
    create(event)
    snapshot = await service.competition_acts.begin(event)
    if draft.series:
        await series.add(service.unit.tx, event.competition, draft.series)
    await _forget(service, user_input)
    await show_card(service, user_input, snapshot)
