"""The questions of a new competition's set-up: the answers so far in words, and the buttons."""

from typing import Final

from bot.service.lookups.competitions.series_names import offered_series
from bot.service.pure.competitions.draft import (
    CHOICES,
    CompetitionDraft,
    DraftField,
    offered,
    plans_of,
    proposed_period,
)
from bot.service.pure.competitions.stored_answers import advancing, period_of
from bot.service.pure.competitions.titles import usual_title
from bot.service.service import Service
from bot.texts.buttons.competitions import ANSWER_NEW, NEW, NewCompetitionAction
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import going
from bot.texts.notices.competitions.editions import edition_note

SERIES: Final = "series"
"""In place of a field: the button that adds the competition to a series, or takes it out again."""


def known_lines(draft: CompetitionDraft) -> list[Text]:
    """Return a line for each value of the draft that is known."""
    lines = [
        say("comp.known", what=field_name(draft, field), value=_answer_text(draft, field))
        for field in draft.needed
        if draft[field]
    ]
    if draft.series:
        value = say("button.plain", label=draft.series)
        lines.append(say("comp.known", what=say("series.field"), value=value))
    return lines


def field_name(draft: CompetitionDraft, field: DraftField) -> Text:
    """Return what a field of the draft is called."""
    return say(f"comp.field.{_catalogue_name(draft, field)}")


def _catalogue_name(draft: CompetitionDraft, field: DraftField) -> str:
    """Return the field's name in the catalogue; the dates of an only phase name no phase.

    The field of a phase's dates is called as the phase: `draft.phases` is one's name, or `both`.
    """
    is_of_only_phase = field == draft.phases
    return "dates_only" if is_of_only_phase else field


def _answer_text(draft: CompetitionDraft, field: DraftField) -> Text:
    """Return an answer as text."""
    value = draft[field]
    if field in {DraftField.PRELIMINARY, DraftField.FINAL}:
        first, last = period_of(value)
        return say("comp.period", first=first.isoformat(), last=last.isoformat())
    if field == DraftField.ADVANCE:
        return going(*advancing(value), draft.group_count)
    if field == DraftField.RETURNS:
        day, *more = value.split()
        others = say("comp.days_more", day=more[0]) if more else None
        return say("comp.days", first=day, more=others)
    if field in {DraftField.PHASES, DraftField.EXCLUSION, DraftField.SCOPE}:
        return say(f"comp.{field}.{value}")
    return say("button.plain", label=value)


def next_question(service: Service, draft: CompetitionDraft) -> Text:
    """Return the next question, or the one whether to create the competition.

    The latter points out a word list that will differ from today's (art. 3.1).
    """
    if draft.next_field:
        return say(f"comp.ask.{_catalogue_name(draft, draft.next_field)}")
    start = plans_of(draft)[0].start
    now, then = (service.shared.edition_on(day) for day in (service.today(), start))
    return say("comp.ask.create", words=edition_note(now, then, start))


async def answer_buttons(service: Service, draft: CompetitionDraft) -> Buttons:
    """Return the possible answers to the next question, then the buttons to change or cancel."""
    if draft.next_field:
        rows = _answer_rows(service, draft, draft.next_field)
    else:
        create = NEW.button(say("button.comp.create"), NewCompetitionAction.CREATE)
        rows = ((create,), *await _series_row(service, draft))
    if draft.has_answers:
        change = NEW.button(say("button.comp.change"), NewCompetitionAction.EDIT)
        return (*rows, (change, _cancel_button()))
    return (*rows, (_cancel_button(),))


def _answer_rows(service: Service, draft: CompetitionDraft, field: DraftField) -> Buttons:
    """Return buttons with the answers offered; none for a field that must be typed."""
    if field in CHOICES:
        width = 4 if field in {DraftField.GROUPS, DraftField.ADVANCE} else 1
        return rows_of([_choice_button(field, value) for value in offered(draft, field)], width)
    if field in {DraftField.PRELIMINARY, DraftField.FINAL}:
        period = proposed_period(draft, field, service.today(), service.shared.rules)
        first, last = period
        label = say("comp.period", first=first.isoformat(), last=last.isoformat())
        return ((ANSWER_NEW.button(label, field, period.stored),),)
    if field == DraftField.TITLE:
        usual = usual_title(service.shared.competition, service.today().year)
        label = say("button.plain", label=usual)
        # Without a value, the button stands for the usual title.
        return ((ANSWER_NEW.button(label, DraftField.TITLE, ""),),)
    return ()


async def _series_row(service: Service, draft: CompetitionDraft) -> Buttons:
    """Return the button that adds the competition to a series, or takes it out.

    Its answer is the same for both: it changes what the draft has.
    """
    if draft.series:
        return ((ANSWER_NEW.button(say("button.comp.series_out"), SERIES, ""),),)
    offered = await offered_series(service, draft.title)
    if not offered:
        return ()
    return ((ANSWER_NEW.button(say("button.series.put_in", series=offered), SERIES, ""),),)


def _choice_button(field: DraftField, value: str) -> Button:
    """Return the button that answers the question about a field with this value."""
    return ANSWER_NEW.button(_choice_label(field, value), field, value)


def _choice_label(field: DraftField, value: str) -> Text:
    """Return an answer as its button shows it, which for some fields is shorter than the line."""
    if field in {DraftField.GROUPS, DraftField.ADVANCE}:
        return say("button.plain", label=value)
    if field == DraftField.PHASES:
        return say(f"comp.{field}.{value}")
    return say(f"button.comp.{field}.{value}")


def _cancel_button() -> Button:
    return NEW.button(say("button.comp.cancel"), NewCompetitionAction.CANCEL)
