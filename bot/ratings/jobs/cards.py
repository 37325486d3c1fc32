"""The messages of the conversation before a list: texts and buttons for each stage. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.documents.tables.faults import RepeatedFault, TableFault, repeated
from bot.ratings.calculation.file_roles import FileRole
from bot.ratings.calculation.systems import TRAITS, ChampionshipTask, System, is_championship
from bot.ratings.calculation.task import leagues_of
from bot.ratings.calculation.wording import MOST_SHOWN, results_text, system_text
from bot.ratings.jobs.columns import needed_columns, role_text
from bot.ratings.jobs.draft import Draft
from bot.ratings.jobs.leagues import league_buttons
from bot.texts.buttons.ratings import CHOOSE, RATING, RatingStep
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.pictures import Document, DocumentKind

CHOICES: Final = {
    **{
        system: (traits.choices[0].name, traits.choices[0].values)
        for system, traits in TRAITS.items()
        if traits.choices and traits.choices[0].values
    },
    ChampionshipTask.SEASON: ("youth", ("categories", "common")),
    ChampionshipTask.ROUND: ("form", ("koth", "round-robin", "seniors")),
}
"""The options of each system that the chat offers; the first value is the default."""


@dataclass(frozen=True, slots=True)
class JobCard:
    """A message: its text, its buttons, and optionally a file."""

    text: Text
    buttons: Buttons = ()
    document: Document | None = None


def choice_card() -> JobCard:
    """Return the question for the system."""
    buttons = [
        (RATING.button(say(f"button.rating_{system}"), RatingStep.SYSTEM, system),)
        for system in System
    ]
    return JobCard(say("rating.choose"), tuple(buttons))


def files_card(draft: Draft, token: str, sources: Iterable[Button]) -> JobCard:
    """Return the list of files needed, and buttons to other sources for them."""
    listed = [_needed_file(draft, role, "rating.file") for role in draft.needed.required]
    listed += [
        _needed_file(draft, role, "rating.file_optional")
        for role in draft.needed.optional
        if role is not FileRole.SAVED
    ]
    if FileRole.SAVED in draft.needed.optional:
        listed.append(say("rating.file_saved"))
    text = say("rating.send", system=system_text(draft.system), files=listed)
    rows = [(sample_button(draft),), *((source,) for source in sources), (stop_button(token),)]
    return JobCard(text, tuple(rows))


def _needed_file(draft: Draft, role: FileRole, key: str) -> Text:
    """Return the line of a file: what it contributes, and its columns."""
    name, columns = role_text(role, draft.system), needed_columns(role, draft.system)
    return Text(key, {"role": name, "columns": columns})


def sample_button(draft: Draft) -> Button:
    """Return the button that sends examples of the files."""
    return RATING.button(say("button.rating_sample"), RatingStep.SAMPLE, draft.system)


def stop_button(token: str) -> Button:
    """Return the button that ends the job."""
    return RATING.button(say("button.rating_stop"), RatingStep.STOP, token)


def reading_card(token: str) -> JobCard:
    """Return the message that files are being read."""
    return JobCard(say("rating.reading"), ((stop_button(token),),))


def progress_card(draft: Draft, token: str, stage: str) -> JobCard:
    """Return the message on the job's progress."""
    text = say(
        "rating.working", system=system_text(draft.system), stage=say(f"rating.stage.{stage}")
    )
    return JobCard(text, ((stop_button(token),),))


def checked_card(
    draft: Draft, token: str, sources: Iterable[Button] = (), lost: Sequence[str] = ()
) -> JobCard:
    """Return the message after reading files: errors, a question, or the summary.

    It begins with the request for the files in `lost`, which Telegram did not deliver.
    """
    card = _next_card(draft, token, sources)
    if not lost:
        return card
    files = ", ".join(lost)
    return replace(card, text=say("rating.not_fetched", n=len(lost), files=files, then=card.text))


def _next_card(draft: Draft, token: str, sources: Iterable[Button]) -> JobCard:
    """Return the first obstacle to the calculation, or the summary if there is none."""
    if draft.faults:
        return _faults_card(draft, token)
    if draft.missing:
        return _missing_card(draft, token)
    if draft.wants_starts:
        return _starts_card(draft, token, sources)
    if draft.doubts:
        return _doubt_card(draft, token)
    return summary_card(draft, token)


def _faults_card(draft: Draft, token: str) -> JobCard:
    """Return the first errors, those of whole files before others.

    A document with all of them is attached, unless the message already shows each in full.
    """
    faults = sorted(draft.faults, key=lambda named: not named.fault.is_of_no_table)
    by_file: dict[str, list[TableFault]] = {}
    for file, fault in faults:
        by_file.setdefault(file, []).append(fault)
    listed = [
        (file, repeated_fault)
        for file, file_faults in by_file.items()
        for repeated_fault in repeated(file_faults)
    ][:MOST_SHOWN]
    lines = [_fault_text(draft, file, repeated_fault) for file, repeated_fault in listed]
    unlisted = len(faults) - sum(len(repeated_fault.faults) for _, repeated_fault in listed)
    if all(fault.is_of_no_table for _, fault in faults):
        return JobCard(say("rating.no_table", faults=lines), ((stop_button(token),),))
    text = say(
        "rating.faults",
        n=len(faults),
        faults=lines,
        more=say("rating.more_faults", n=unlisted) if unlisted else None,
    )
    is_complete = not unlisted and all(repeated_fault.is_whole for _, repeated_fault in listed)
    document = None if is_complete else Document(DocumentKind.RATING_FAULTS, token)
    return JobCard(text, ((stop_button(token),),), document)


def _fault_text(draft: Draft, file: str, fault: RepeatedFault) -> Text:
    """Return the line of an error, with the file's name where there are several."""
    if fault.first.is_of_no_table:
        return say("rating.fault_whole", file=file, fault=fault.text)
    has_several_files = len({name for name, _ in draft.faults}) > 1
    if has_several_files:
        return say("rating.fault_in", file=file, fault=fault.text)
    return say("rating.fault", fault=fault.text)


def _missing_card(draft: Draft, token: str) -> JobCard:
    """Return the files received, and the request for the first missing one."""
    received = [
        say("rating.have", role=role_text(file.role, draft.system), file=file.name)
        for file in draft.files
        if file.role is not None
    ]
    role = draft.missing[0]
    text = say(
        "rating.missing",
        have=received or None,
        role=role_text(role, draft.system),
        columns=needed_columns(role, draft.system),
    )
    return JobCard(text, ((stop_button(token),),))


def _doubt_card(draft: Draft, token: str) -> JobCard:
    """Return the question about the first doubtful name, which may be a misspelling."""
    doubt = draft.doubts[0]
    where = say("rating.doubt_line", line=doubt.line) if doubt.line else None
    kind = "known" if doubt.is_known else "same_file"
    text = say(
        f"rating.doubt_{kind}",
        found=doubt.found,
        near=doubt.near,
        where=where,
        n=len(draft.doubts),
    )
    rows = [
        (RATING.button(say("button.rating_same", near=doubt.near), RatingStep.SAME, token),),
        (RATING.button(say("button.rating_other", found=doubt.found), RatingStep.OTHER, token),),
    ]
    if len(draft.doubts) > 1:
        label = say("button.rating_all_other", n=len(draft.doubts))
        rows.append((RATING.button(label, RatingStep.ALL_OTHERS, token),))
    return JobCard(text, (*rows, (stop_button(token),)))


def _starts_card(draft: Draft, token: str, sources: Iterable[Button]) -> JobCard:
    """Return the question for starting ratings: a file, another source, or none."""
    text = say(
        "rating.starts",
        understood=summary_text(draft),
        columns=needed_columns(FileRole.PLAYERS),
    )
    all_new = RATING.button(say("button.rating_all_new"), RatingStep.ALL_NEW, token)
    return JobCard(text, ((all_new,), *((source,) for source in sources), (stop_button(token),)))


def summary_text(draft: Draft) -> Text:
    """Return a one-line summary of the files' content."""
    facts: dict[str, Any] = dict(draft.understood or {})
    if draft.system in {ChampionshipTask.POINTS, ChampionshipTask.ROUND}:
        return Text(f"cnis.understood.{draft.system.removeprefix('cnis_')}", facts)
    return results_text(facts)


def summary_card(draft: Draft, token: str) -> JobCard:
    """Return the summary of content and options, with the button that starts the calculation."""
    files = [say("rating.input", file=file.name, sha=file.sha256[:12]) for file in draft.files]
    remarks = [
        say("rating.remark", file=file, remark=remark.text)
        for file, remark in draft.remarks[:MOST_SHOWN]
    ]
    same = [say("rating.same", found=found, near=near) for found, near in draft.same.items()]
    has_day = not is_championship(draft.system)
    text = say(
        "rating.summary",
        system=system_text(draft.system),
        files=files,
        understood=summary_text(draft),
        day=say("rating.list_day", day=draft.day.isoformat()) if has_day else None,
        chosen=_option_lines(draft),
        left_out=say("rating.left_out", n=draft.left_out) if draft.left_out else None,
        same=same or None,
        remarks=remarks or None,
    )
    rows = [
        (RATING.button(say("button.rating_go"), RatingStep.GO, token),),
        *_option_buttons(draft, token),
    ]
    rows += league_buttons(draft, token)
    if draft.system == ChampionshipTask.POINTS:
        rows.append((RATING.button(say("button.cnis_value"), RatingStep.VALUE, token),))
    if has_day:
        rows.append((RATING.button(say("button.rating_day"), RatingStep.DAY, token),))
    return JobCard(text, (*rows, (stop_button(token),)))


def _option_lines(draft: Draft) -> list[Text] | None:
    """Return a line for each chosen option; None without any."""
    lines: list[Text] = []
    if draft.system in CHOICES:
        name, values = CHOICES[draft.system]
        value = draft.options.get(name, values[0]).replace("-", "_")
        lines.append(say(f"rating.chosen.{name}_{value}"))
    leagues = leagues_of(draft.options)
    if leagues:
        lines.append(say("rating.chosen.leagues", names="; ".join(leagues)))
    return lines or None


def _option_buttons(draft: Draft, token: str) -> Buttons:
    """Return a button for each other value of the system's option."""
    if draft.system not in CHOICES:
        return ()
    name, values = CHOICES[draft.system]
    others = [value for value in values if value != draft.options.get(name, values[0])]
    buttons = [
        CHOOSE.button(
            say(f"button.rating_{name}_{value.replace('-', '_')}"), RatingStep.OPTION, value, token
        )
        for value in others
    ]
    return rows_of(buttons, 2)


def done_card(draft: Draft) -> JobCard:
    """Return the final form of the summary, after the calculation."""
    return JobCard(
        say("rating.done", system=system_text(draft.system), understood=summary_text(draft))
    )


def failed_card(draft: Draft, token: str, *, hit_limit: bool) -> JobCard:
    """Return the message that the job failed, and how to try again."""
    text = say("rating.too_long" if hit_limit else "rating.failed")
    stop_row = (stop_button(token),)
    if not draft.may_start:
        return JobCard(text, (stop_row,))
    again = RATING.button(say("button.rating_go"), RatingStep.GO, token)
    return JobCard(text, ((again,), stop_row))
