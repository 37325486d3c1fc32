"""The messages of the conversation before a list: texts and buttons for each stage. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.documents.tables.faults import RepeatedFault, repeated
from bot.ratings.jobs.columns import columns_of, role_text
from bot.ratings.jobs.draft import Draft
from bot.ratings.jobs.leagues import league_buttons
from bot.ratings.jobs.systems import TRAITS, System
from bot.ratings.jobs.task import FileRole, is_championship, leagues_of
from bot.ratings.jobs.wording import MOST_SHOWN, fault_from_json, is_of_no_table, results_text
from bot.texts.buttons.ratings import CHOOSE, RATING, RatingStep
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.pictures import Document, DocumentKind

CHOICES: Final = {
    **{
        system: (traits.choices[0].name, traits.choices[0].values)
        for system, traits in TRAITS.items()
        if traits.choices and traits.choices[0].values
    },
    "cnis_season": ("youth", ("categories", "common")),
    "cnis_round": ("form", ("koth", "round-robin", "seniors")),
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
    needs = [
        say(
            "rating.file",
            role=role_text(role, draft.system),
            columns=columns_of(role, draft.system),
        )
        for role in draft.needs.required
    ]
    needs += [
        say(
            "rating.file_optional",
            role=role_text(role, draft.system),
            columns=columns_of(role, draft.system),
        )
        for role in draft.needs.optional
        if role is not FileRole.SAVED
    ]
    if FileRole.SAVED in draft.needs.optional:
        needs.append(say("rating.file_saved"))
    text = say("rating.send", system=system_text(draft.system), files=needs)
    rows = [(sample_button(draft),), *((source,) for source in sources), (stop_button(token),)]
    return JobCard(text, tuple(rows))


def system_text(system: str) -> Text:
    """Return the name of a system."""
    return say(f"rating.system.{system}")


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

    Files in `lost`, which Telegram did not deliver, are requested again first.
    """
    card = _read_card(draft, token, sources)
    if not lost:
        return card
    files = ", ".join(lost)
    return replace(card, text=say("rating.not_fetched", n=len(lost), files=files, then=card.text))


def _read_card(draft: Draft, token: str, sources: Iterable[Button]) -> JobCard:
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
    faults = sorted(draft.faults, key=lambda named: not is_of_no_table(named[1]))
    by_file: dict[str, list[Sequence[object]]] = {}
    for file, fault in faults:
        by_file.setdefault(file, []).append(fault)
    listed = [
        (file, repeated_fault)
        for file, ours in by_file.items()
        for repeated_fault in repeated(map(fault_from_json, ours))
    ][:MOST_SHOWN]
    lines = [_fault(draft, file, repeated_fault) for file, repeated_fault in listed]
    left = len(faults) - sum(len(repeated_fault.faults) for _, repeated_fault in listed)
    if all(is_of_no_table(fault) for _, fault in faults):
        return JobCard(say("rating.no_table", faults=lines), ((stop_button(token),),))
    text = say(
        "rating.faults",
        n=len(faults),
        faults=lines,
        more=say("rating.more_faults", n=left) if left else None,
    )
    is_whole = not left and all(repeated_fault.is_whole for _, repeated_fault in listed)
    document = None if is_whole else Document(DocumentKind.RATING_FAULTS, token)
    return JobCard(text, ((stop_button(token),),), document)


def _fault(draft: Draft, file: str, fault: RepeatedFault) -> Text:
    line = fault.text
    if fault.first.is_of_no_table:
        return say("rating.fault_whole", file=file, fault=line)
    if len({name for name, _ in draft.faults}) > 1:
        return say("rating.fault_in", file=file, fault=line)
    return say("rating.fault", fault=line)


def _missing_card(draft: Draft, token: str) -> JobCard:
    have = [
        say("rating.have", role=role_text(file.role, draft.system), file=file.name)
        for file in draft.files
        if file.role
    ]
    role = draft.missing[0]
    text = say(
        "rating.missing",
        have=have or None,
        role=role_text(role, draft.system),
        columns=columns_of(role, draft.system),
    )
    return JobCard(text, ((stop_button(token),),))


def _doubt_card(draft: Draft, token: str) -> JobCard:
    doubt = draft.doubts[0]
    where = say("rating.doubt_line", line=doubt["line"]) if doubt["line"] else None
    kind = "known" if doubt["is_known"] else "same_file"
    text = say(
        f"rating.doubt_{kind}",
        found=doubt["found"],
        near=doubt["near"],
        where=where,
        n=len(draft.doubts),
    )
    rows = [
        (RATING.button(say("button.rating_same", near=doubt["near"]), RatingStep.SAME, token),),
        (RATING.button(say("button.rating_other", found=doubt["found"]), RatingStep.OTHER, token),),
    ]
    if len(draft.doubts) > 1:
        rows.append(
            (
                RATING.button(
                    say("button.rating_all_other", n=len(draft.doubts)),
                    RatingStep.ALL_OTHERS,
                    token,
                ),
            )
        )
    return JobCard(text, (*rows, (stop_button(token),)))


def _starts_card(draft: Draft, token: str, sources: Iterable[Button]) -> JobCard:
    text = say(
        "rating.starts",
        understood=summary_text(draft),
        columns=columns_of(FileRole.PLAYERS),
    )
    new = RATING.button(say("button.rating_all_new"), RatingStep.ALL_NEW, token)
    return JobCard(text, ((new,), *((source,) for source in sources), (stop_button(token),)))


def summary_text(draft: Draft) -> Text:
    """Return a one-line summary of the files' content."""
    found: dict[str, Any] = dict(draft.understood or {})
    if draft.system in {"cnis_points", "cnis_round"}:
        return Text(f"cnis.understood.{draft.system.removeprefix('cnis_')}", found)
    return results_text(found)


def summary_card(draft: Draft, token: str) -> JobCard:
    """Return the summary of content and options, with the button that starts the calculation."""
    files = [say("rating.input", file=file.name, sha=file.sha256[:12]) for file in draft.files]
    remarks = [
        say("rating.remark", file=file, remark=fault_from_json(fault).text)
        for file, fault in draft.remarks[:MOST_SHOWN]
    ]
    same = [say("rating.same", found=found, near=near) for found, near in draft.same.items()]
    text = say(
        "rating.summary",
        system=system_text(draft.system),
        files=files,
        understood=summary_text(draft),
        day=None
        if is_championship(draft.system)
        else say("rating.list_day", day=draft.day.isoformat()),
        chosen=_chosen(draft),
        left_out=say("rating.left_out", n=draft.left_out) if draft.left_out else None,
        same=same or None,
        remarks=remarks or None,
    )
    rows = [
        (RATING.button(say("button.rating_go"), RatingStep.GO, token),),
        *_choices(draft, token),
    ]
    rows += league_buttons(draft, token)
    if draft.system == "cnis_points":
        rows.append((RATING.button(say("button.cnis_value"), RatingStep.VALUE, token),))
    if not is_championship(draft.system):
        rows.append((RATING.button(say("button.rating_day"), RatingStep.DAY, token),))
    return JobCard(text, (*rows, (stop_button(token),)))


def _chosen(draft: Draft) -> list[Text] | None:
    """Return a line for each chosen option; None without any."""
    chosen: list[Text] = []
    if draft.system in CHOICES:
        name, values = CHOICES[draft.system]
        value = draft.options.get(name, values[0]).replace("-", "_")
        chosen.append(say(f"rating.chosen.{name}_{value}"))
    leagues = leagues_of(draft.options)
    if leagues:
        chosen.append(say("rating.chosen.leagues", names="; ".join(leagues)))
    return chosen or None


def _choices(draft: Draft, token: str) -> Buttons:
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


def failed_card(draft: Draft, token: str, *, in_time: bool) -> JobCard:
    """Return the message that the job failed, and how to try again."""
    text = say("rating.failed" if in_time else "rating.too_long")
    again = (RATING.button(say("button.rating_go"), RatingStep.GO, token),)
    return JobCard(text, ((again,) if draft.may_start else ()) + ((stop_button(token),),))
