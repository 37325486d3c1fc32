"""The questions before an import can be recorded: names, odd results, files recorded already."""

from collections.abc import Sequence
from typing import Final

from bot.chat.choosing import person_rows
from bot.chat.competitions.import_lines import first_lines, result_line
from bot.chat.topics import Topic
from bot.documents.tables.import_stated import Layout
from bot.runtime.shared import UserInput
from bot.service.matches import pending_imports
from bot.service.matches.pending_imports import PendingForm
from bot.service.matches.recognised import RecordedBefore, recorded_before
from bot.service.operations.people.resolving import Resolved, first_doubt
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import OddResult, odd_results
from bot.service.service import Service
from bot.texts.buttons.matches import IMPORT, ImportAction
from bot.texts.messages import Button, Buttons, Card, Text, say

OFFERED_LAYOUTS: Final = (Layout.HALVES, Layout.MIRROR)
"""The layouts to choose from, where the cells of a crosstable fit both."""


async def open_question(
    service: Service,
    user_input: UserInput,
    checked_import: CheckedImport,
    resolutions: list[Resolved],
    form: PendingForm,
) -> Card | None:
    """Return the next question before the file can be recorded; None if it can be.

    The questions about names come first, because the players decide which file was recorded.
    The one for a season's title and days waits for a typed answer.
    """
    if (doubt := first_doubt(resolutions)) is not None:
        return Card(doubt.question, _person_rows(doubt, form))
    question = await _file_question(service, user_input, checked_import, resolutions, form)
    if question is not None or not checked_import.form.is_season:
        return question
    if checked_import.form.is_crosstable and checked_import.form.layout is None:
        return Card(say("import.ask_layout"), _layout_buttons(form.token))
    if not checked_import.form.is_entitled:
        asked = await service.questions.ask(user_input, Topic.IMPORT, form.token)
        return Card(say("import.ask_season"), (asked.way_out,))
    return None


def _layout_buttons(token: str) -> Buttons:
    """Return a button for each way in which the halves of a crosstable may belong together."""
    return tuple(
        (
            IMPORT.button(
                say(f"button.import.{layout.value}"), token, ImportAction.LAYOUT, layout.value
            ),
        )
        for layout in OFFERED_LAYOUTS
    )


async def _file_question(
    service: Service,
    user_input: UserInput,
    checked_import: CheckedImport,
    resolutions: list[Resolved],
    form: PendingForm,
) -> Card | None:
    """Return the next open question about the whole file, or None."""
    odd = odd_results(checked_import.form)
    if odd and pending_imports.ODD not in form.settled:
        return _odd_question(odd, form)
    if pending_imports.AGAIN in form.settled or form.replaces is not None:
        return None
    recorded = await recorded_before(service, checked_import, resolutions)
    return None if recorded is None else _recorded_question(user_input, recorded, form)


def _odd_question(odd: Sequence[OddResult], form: PendingForm) -> Card:
    """Ask whether the unusual results are right."""
    rows = [
        say(
            "import.odd_row",
            row=odd_result.result.row,
            result=result_line(odd_result.result),
            why=say(f"import.odd_{odd_result.why}"),
        )
        for odd_result in odd
    ]
    right = _settle_button(say("button.import.odd"), form, pending_imports.ODD)
    text = say("import.odd_results", n=len(odd), rows=first_lines(rows))
    return Card(text, ((right,), (_drop_button(form),)))


def _recorded_question(user_input: UserInput, recorded: RecordedBefore, form: PendingForm) -> Card:
    """Ask what the file means that is recorded already; only its arbiters may replace it."""
    again = _settle_button(say("button.import.again"), form, pending_imports.AGAIN)
    rows = ((again,), (_drop_button(form),))
    old = recorded.competition
    if old is None:
        code = recorded.match.code if recorded.match is not None else ""
        return Card(say("import.recorded_match", match=code, on=recorded.on), rows)
    text = say("import.recorded_before", title=old.title, code=old.code, on=recorded.on)
    if user_input.person.id not in old.arbiters:
        return Card(text, rows)
    label = say("button.import.replace", code=old.code)
    replaced = _settle_button(label, form, f"{pending_imports.REPLACE}{old.code}")
    return Card(text, ((replaced,), *rows))


def _settle_button(label: Text, form: PendingForm, answer: str) -> Button:
    """Return the button that gives this answer about the whole file."""
    return IMPORT.button(label, form.token, ImportAction.SETTLE, answer)


def _drop_button(form: PendingForm) -> Button:
    """Return the button that gives the import up."""
    return IMPORT.button(say("button.drop"), form.token, ImportAction.DROP)


def _person_rows(doubt: Resolved, form: PendingForm) -> Buttons:
    """Return a button for each person whom a name may mean.

    The choice is `N.ANSWER` after N answers, so that an old button does not answer another name.
    """
    n = len(form.people)
    rows = person_rows(
        doubt,
        lambda label, answer: IMPORT.button(label, form.token, ImportAction.WHO, f"{n}.{answer}"),
    )
    return (*rows, (_drop_button(form),))
