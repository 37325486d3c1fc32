"""The questions of a new competition's set-up: the answers so far in words, and the buttons."""

import re

from bot.service.lookups.competitions.series_names import offered_series
from bot.service.pure.competitions.draft import (
    CHOICES,
    CompetitionDraft,
    DraftField,
    plans_of,
    proposed_period,
)
from bot.service.pure.competitions.stored_answers import advancing, period_of
from bot.service.service import Service
from bot.texts.buttons.competitions import ANSWER_NEW, NEW, NewCompetitionAction
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.competitions.competitions import going
from bot.texts.notices.competitions.editions import edition_note

SERIES = "series"
"""The button that adds the competition to a series, or takes it out; no field of the draft."""


def known_lines(draft: CompetitionDraft) -> list[Text]:
    """Return a line for each value of the draft that is known."""
    known = [
        say("comp.known", what=field_name(draft, name), value=_shown(draft, name))
        for name in draft.needed
        if draft[name]
    ]
    if draft.series:
        value = say("button.plain", label=draft.series)
        known.append(say("comp.known", what=say("series.field"), value=value))
    return known


def field_name(draft: CompetitionDraft, name: str) -> Text:
    """Return what a field of the draft is called."""
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
        rows = _answers(service, draft, draft.next_field)
    else:
        create = NEW.button(say("button.comp.create"), NewCompetitionAction.CREATE)
        rows = ((create,), *await _series_row(service, draft))
    if known_lines(draft):
        change = NEW.button(say("button.comp.change"), NewCompetitionAction.EDIT)
        return (*rows, (change, _cancel()))
    return (*rows, (_cancel(),))


def _answers(service: Service, draft: CompetitionDraft, name: DraftField) -> Buttons:
    """Return the answers to the question about a field that need not be typed."""
    if name in CHOICES:
        width = 4 if name in {DraftField.GROUPS, DraftField.ADVANCE} else 1
        return rows_of([_choice(name, value) for value in CHOICES[name]], width)
    if name in {DraftField.PRELIMINARY, DraftField.FINAL}:
        period = proposed_period(draft, name, service.today(), service.shared.rules)
        first, last = period
        label = say("comp.period", first=first.isoformat(), last=last.isoformat())
        return ((ANSWER_NEW.button(label, name, period.stored),),)
    if name == DraftField.TITLE:
        label = say("button.plain", label=usual_title(service))
        return ((ANSWER_NEW.button(label, DraftField.TITLE, ""),),)
    return ()


async def _series_row(service: Service, draft: CompetitionDraft) -> Buttons:
    """Return the button that adds the competition to a series, or takes it out."""
    if draft.series:
        return ((ANSWER_NEW.button(say("button.comp.series_out"), SERIES, ""),),)
    offered = await offered_series(service, draft.title)
    if not offered:
        return ()
    return ((ANSWER_NEW.button(say("button.series.put_in", series=offered), SERIES, ""),),)


def _choice(name: str, value: str) -> Button:
    """Return the button that answers the question about a field with this value."""
    if name in {DraftField.GROUPS, DraftField.ADVANCE}:
        return ANSWER_NEW.button(say("button.plain", label=value), name, value)
    key = f"comp.{name}.{value}" if name == DraftField.PHASES else f"button.comp.{name}.{value}"
    return ANSWER_NEW.button(say(key), name, value)


def _cancel() -> Button:
    return NEW.button(say("button.comp.cancel"), NewCompetitionAction.CANCEL)


def usual_title(service: Service) -> str:
    """Return the usual title of the federation's competitions, with the present year."""
    usual = service.shared.competition
    return usual if re.search(r"\b\d{4}\b", usual) else f"{usual} {service.today().year}"
