"""The state of a conversation about a calculation. Pure.

A draft is stored as JSON with its stage (`storage.ratings.rating_work`). Files are stored
separately, under the draft's token.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from bot.ratings.jobs.systems import TRAITS
from bot.ratings.jobs.task import (
    NEEDS,
    FileAction,
    FileRef,
    FileRole,
    Needs,
    RatingTask,
    input_sha256,
)
from storage.ratings.rating_work import ASKING, COLLECTING, READY, StoredFile

NextDay = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfetchedFile:
    """A file that is not yet fetched from Telegram."""

    file_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedFile:
    """A fetched file, and its kind of content once recognised."""

    number: int
    name: str
    size: int
    sha256: str
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The state of a conversation about one list."""

    system: str
    message: int | None = None
    """The number of the message that shows the progress; None: the one queued under `key`."""
    key: str = ""
    sent: tuple[UnfetchedFile, ...] = ()
    """Files still to fetch."""
    files: tuple[FetchedFile, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    new: tuple[str, ...] = ()
    all_new: bool = False
    """Whether nobody has a rating yet, so that no file of starting ratings is needed."""
    doubts: tuple[Mapping[str, Any], ...] = ()
    """Names that may be misspelt, still to be asked about (`bot.ratings.lists.likeness`)."""
    understood: Mapping[str, Any] | None = None
    remarks: tuple[tuple[str, list[Any]], ...] = ()
    """Remarks for the author, each as the name of its file and JSON."""
    faults: tuple[tuple[str, list[Any]], ...] = ()
    """Errors in the files sent last, each as the name of its file and JSON."""
    left_out: int = 0
    """Games of a competition that are not rated, because they were not played to the end."""

    @property
    def needs(self) -> Needs:
        """Return the kinds of files that the system takes."""
        return NEEDS[self.system]

    @property
    def roles(self) -> frozenset[FileRole]:
        """Return the kinds of files received."""
        return frozenset(FileRole(file.role) for file in self.files if file.role)

    @property
    def missing(self) -> tuple[FileRole, ...]:
        """Return the required kinds of files that are missing."""
        return tuple(role for role in self.needs.required if role not in self.roles)

    @property
    def wants_starts(self) -> bool:
        """Return whether the source of starting ratings is still unknown."""
        has_some = self.roles & {FileRole.PLAYERS, FileRole.SAVED}
        starts = self.system in TRAITS and not TRAITS[self.system].takes_calendar
        return starts and not has_some and not self.all_new

    @property
    def may_start(self) -> bool:
        """Return whether no file, question or choice is open."""
        return not (self.faults or self.missing or self.wants_starts or self.doubts)

    @property
    def _is_dated(self) -> bool:
        return self.system in TRAITS and TRAITS[self.system].is_dated

    @property
    def day(self) -> date:
        """Return the date of the list: as chosen, or the last day of play, plus one day for PFS."""
        if "day" in self.options:
            return date.fromisoformat(self.options["day"])
        last = (self.understood or {}).get("last_day")
        day = date.fromisoformat(last) if last else date(2000, 1, 1)
        return day + NextDay if self._is_dated else day

    @property
    def input_sha256(self) -> str:
        """Return the hash that identifies the input: files and options."""
        chosen = {name: value for name, value in self.options.items() if name != "day"}
        if self._is_dated:
            chosen["day"] = self.day.isoformat()
        chosen |= {f"same {found}": near for found, near in self.same.items()}
        return input_sha256((file.sha256 for file in self.files), chosen)

    def task(self, act: FileAction, language: str, known: tuple[str, ...] = ()) -> RatingTask:
        """Return the task for the process."""
        options = (
            {**self.options, "day": self.day.isoformat()}
            if act is FileAction.RATE
            else self.options
        )
        return RatingTask(
            act=act,
            system=self.system,
            files=tuple(
                FileRef(number=file.number, name=file.name, size=file.size) for file in self.files
            ),
            language=language,
            options=options,
            same=self.same,
            new=self.new,
            known=known,
        )

    def with_file(self, file: StoredFile, size: int, role: str = "") -> "Draft":
        """Return the draft with a fetched file."""
        known = FetchedFile(
            number=file.number, name=file.name, size=size, sha256=file.sha256, role=role
        )
        return replace(self, files=(*self.files, known))

    def checked(self, outcome: Mapping[str, Any]) -> "Draft":
        """Return the draft after its files were read, without faulty and replaced ones.

        `outcome` is the result of `bot.ratings.jobs.tasks.check`, or empty if there was no file.
        """
        roles, faults = outcome.get("roles", {}), outcome.get("faults", {})
        names = {str(file.number): file.name for file in self.files}
        same = tuple(
            replace(file, role=roles[str(file.number)])
            for file in self.files
            if str(file.number) in roles and str(file.number) not in faults
        )
        return replace(
            self,
            sent=(),
            files=same,
            faults=_listed(names, faults),
            remarks=_listed(names, outcome.get("remarks", {})),
            understood=None if faults else self._counted(outcome.get("understood")),
            doubts=tuple(outcome.get("doubts", ())) if not faults else (),
            # Options of a saved rating apply unless they were chosen.
            options={**outcome.get("options", {}), **self.options},
        )

    def _counted(self, understood: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the summary with the number of names that were corrected before the count."""
        return None if understood is None else {**understood, "same": len(self.same)}

    @property
    def is_counted(self) -> bool:
        """Return whether the players were counted after the last correction of a name."""
        return bool((self.understood or {}).get("same", 0) == len(self.same))

    @property
    def stage(self) -> str:
        """Return the stage of the conversation after its files were read."""
        if self.may_start:
            return READY
        is_asking = self.doubts and not (self.faults or self.missing or self.wants_starts)
        return ASKING if is_asking else COLLECTING

    def answered(self, number: int, *, is_same: bool) -> "Draft":
        """Return the draft with a doubt answered: one person under two names, or two people."""
        doubt = self.doubts[number]
        left = (*self.doubts[:number], *self.doubts[number + 1 :])
        if is_same:
            return replace(self, doubts=left, same={**self.same, doubt["found"]: doubt["near"]})
        return replace(self, doubts=left, new=(*self.new, doubt["found"]))


def _listed(
    names: Mapping[str, str], found: Mapping[str, list[Any]]
) -> tuple[tuple[str, list[Any]], ...]:
    """Return errors or remarks, each with the name of its file."""
    return tuple((names[number], fault) for number, faults in found.items() for fault in faults)


def draft_to_json(draft: Draft) -> str:
    """Return the draft as JSON for storage."""
    return json.dumps(asdict(draft), ensure_ascii=False, separators=(",", ":"))


def draft_from_json(stored: str) -> Draft:
    """Return the draft that `draft_to_json` wrote."""
    values = json.loads(stored)
    values["sent"] = tuple(UnfetchedFile(**each) for each in values["sent"])
    values["files"] = tuple(FetchedFile(**each) for each in values["files"])
    for name in ("remarks", "faults"):
        values[name] = tuple((file, fault) for file, fault in values[name])
    for name in ("new", "doubts"):
        values[name] = tuple(values[name])
    return Draft(**values)
