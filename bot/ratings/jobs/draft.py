"""The state of a conversation about a calculation. Pure.

A draft is stored as JSON with its stage (`storage.ratings.rating_work`). Files are stored
separately, under the token of the job.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bot.documents.tables.faults import TableFault
from bot.ratings.calculation.file_roles import NEEDED, FileRole, NeededFiles
from bot.ratings.calculation.systems import TRAITS
from bot.ratings.calculation.task import FileRef, RatingTask, TaskAction
from bot.ratings.calculation.wording import fault_from_json, fault_to_json
from bot.ratings.lists.likeness import Likeness
from storage.ratings.rating_work import StoredFile, WorkStage

_DAY: Final = timedelta(days=1)
_NO_PLAY: Final = date(2000, 1, 1)
"""The date of a list without any game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfetchedFile:
    """A file that is not yet fetched from Telegram."""

    file_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedFile:
    """A file as it is stored, without its content."""

    number: int
    name: str
    size: int
    """Its length in bytes."""
    sha256: str
    role: FileRole | None = None
    """What it contributes; None until it is recognised."""


class NamedFault(NamedTuple):
    """An error in a file, or a remark on it, with the file's name."""

    file: str
    fault: TableFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The state of a conversation about one list."""

    system: str
    """A rating system, or a task of the championship."""
    message: int | None = None
    """The number of the message that shows the progress; None before it is known."""
    key: str = ""
    """The key under which that message was queued, by which its number is found."""
    sent: tuple[UnfetchedFile, ...] = ()
    """Files that the person has sent, still to fetch."""
    files: tuple[FetchedFile, ...] = ()
    """Fetched files: after each reading, only those without errors that no later one replaces."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The chosen options, by the system's names."""
    same: Mapping[str, str] = field(default_factory=dict)
    """Misspelt names, with the correct names."""
    new: tuple[str, ...] = ()
    """Names of other people than the similar ones."""
    all_new: bool = False
    """Whether nobody has a rating yet, so that no file of starting ratings is needed."""
    doubts: tuple[Likeness, ...] = ()
    """Names that may be misspelt, still to be asked about."""
    understood: Mapping[str, Any] | None = None
    """The summary of the files' content; None before it is known, and while a file has errors."""
    remarks: tuple[NamedFault, ...] = ()
    """Remarks for the author."""
    faults: tuple[NamedFault, ...] = ()
    """Errors in the files sent last."""
    left_out: int = 0
    """Games of a competition that are not rated, because they were not played to the end."""

    @property
    def needed(self) -> NeededFiles:
        """Return the roles of the files that the system takes."""
        return NEEDED[self.system]

    @property
    def roles(self) -> frozenset[FileRole]:
        """Return the roles of the files received."""
        return frozenset(file.role for file in self.files if file.role is not None)

    @property
    def missing(self) -> tuple[FileRole, ...]:
        """Return the roles of the required files that are missing."""
        return tuple(role for role in self.needed.required if role not in self.roles)

    @property
    def wants_starts(self) -> bool:
        """Return whether the source of starting ratings is still unknown."""
        has_starts = bool(self.roles & {FileRole.PLAYERS, FileRole.SAVED})
        takes_starts = self.system in TRAITS and not TRAITS[self.system].takes_calendar
        return takes_starts and not has_starts and not self.all_new

    @property
    def may_start(self) -> bool:
        """Return whether no file, question or choice is open."""
        return not (self.faults or self.missing or self.wants_starts or self.doubts)

    @property
    def _is_dated(self) -> bool:
        """Return whether the date of the list affects its figures."""
        return self.system in TRAITS and TRAITS[self.system].is_dated

    @property
    def day(self) -> date:
        """Return the date of the list: as chosen, or the last day of play.

        A dated list has only the tournaments that ended before its date, so it is a day later.
        """
        if "day" in self.options:
            return date.fromisoformat(self.options["day"])
        last = (self.understood or {}).get("last_day")
        day = date.fromisoformat(last) if last else _NO_PLAY
        return day + _DAY if self._is_dated else day

    @property
    def input_sha256(self) -> str:
        """Return the hash that identifies what affects the figures: files, options and names."""
        options = {name: value for name, value in self.options.items() if name != "day"}
        if self._is_dated:
            options["day"] = self.day.isoformat()
        options |= {f"same {misspelt}": correct for misspelt, correct in self.same.items()}
        return _input_sha256((file.sha256 for file in self.files), options)

    def task(self, action: TaskAction, language: str, known: tuple[str, ...] = ()) -> RatingTask:
        """Return the task for the process; `known` has names on lists published before."""
        # A check finds the last day of play, without which the day of the list is unknown.
        day = {"day": self.day.isoformat()} if action is TaskAction.RATE else {}
        return RatingTask(
            action=action,
            system=self.system,
            files=tuple(
                FileRef(number=file.number, name=file.name, size=file.size) for file in self.files
            ),
            language=language,
            options={**self.options, **day},
            same=self.same,
            new=self.new,
            known=known,
        )

    def with_file(self, file: StoredFile, size: int) -> "Draft":
        """Return the draft with a stored file, whose content has `size` bytes."""
        fetched = FetchedFile(number=file.number, name=file.name, size=size, sha256=file.sha256)
        return replace(self, files=(*self.files, fetched))

    def checked(self, outcome: Mapping[str, Any]) -> "Draft":
        """Return the draft after its files were read, without faulty and replaced ones.

        `outcome` is the result of `bot.ratings.jobs.calculating.check`, or empty without a file.
        """
        roles, faults = outcome.get("roles", {}), outcome.get("faults", {})
        names = {str(file.number): file.name for file in self.files}
        readable = tuple(
            replace(file, role=FileRole(roles[str(file.number)]))
            for file in self.files
            if str(file.number) in roles and str(file.number) not in faults
        )
        doubts = [] if faults else outcome.get("doubts", [])
        return replace(
            self,
            sent=(),
            files=readable,
            faults=_named_faults(names, faults),
            remarks=_named_faults(names, outcome.get("remarks", {})),
            understood=None if faults else self._with_corrections(outcome.get("understood")),
            doubts=tuple(Likeness(**doubt) for doubt in doubts),
            # Options of a saved rating apply unless they were chosen.
            options={**outcome.get("options", {}), **self.options},
        )

    def _with_corrections(self, understood: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the summary with the number of names corrected before it, as `same`."""
        return None if understood is None else {**understood, "same": len(self.same)}

    @property
    def is_counted(self) -> bool:
        """Return whether the players were counted after the last correction of a name."""
        return bool((self.understood or {}).get("same", 0) == len(self.same))

    @property
    def stage(self) -> WorkStage:
        """Return the stage of the conversation after its files were read."""
        if self.may_start:
            return WorkStage.READY
        # Doubts are asked about once nothing else is open, because new files may settle them.
        has_only_doubts = not (self.faults or self.missing or self.wants_starts)
        return WorkStage.ASKING if has_only_doubts else WorkStage.COLLECTING

    def answered(self, number: int, *, is_same: bool) -> "Draft":
        """Return the draft with a doubt answered: one person under two names, or two people."""
        doubt = self.doubts[number]
        open_doubts = (*self.doubts[:number], *self.doubts[number + 1 :])
        if is_same:
            return replace(self, doubts=open_doubts, same={**self.same, doubt.found: doubt.near})
        return replace(self, doubts=open_doubts, new=(*self.new, doubt.found))


def _input_sha256(hashes: Iterable[str], options: Mapping[str, str]) -> str:
    """Return the hash that identifies files with these hashes, and these options.

    A single file without options has its own SHA-256, so that anyone can check it.
    """
    files = list(hashes)
    option_lines = [f"{name}={option}" for name, option in sorted(options.items())]
    if len(files) == 1 and not option_lines:
        return files[0]
    return sha256("\n".join([*files, *option_lines]).encode()).hexdigest()


def _named_faults(
    names: Mapping[str, str], faults_of_files: Mapping[str, list[Any]]
) -> tuple[NamedFault, ...]:
    """Return the errors or remarks of every file; both mappings have its number as their key."""
    return tuple(
        NamedFault(names[number], fault_from_json(fault))
        for number, faults in faults_of_files.items()
        for fault in faults
    )


def draft_to_json(draft: Draft) -> str:
    """Return the draft as JSON for storage."""
    members = asdict(draft)
    for name in ("remarks", "faults"):
        members[name] = [(file, fault_to_json(fault)) for file, fault in getattr(draft, name)]
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def draft_from_json(stored: str) -> Draft:
    """Return the draft that `draft_to_json` wrote."""
    members = json.loads(stored)
    members["sent"] = tuple(UnfetchedFile(**file) for file in members["sent"])
    members["files"] = tuple(
        FetchedFile(**file | {"role": FileRole(file["role"]) if file["role"] else None})
        for file in members["files"]
    )
    for name in ("remarks", "faults"):
        members[name] = tuple(
            NamedFault(file, fault_from_json(fault)) for file, fault in members[name]
        )
    members["doubts"] = tuple(Likeness(**doubt) for doubt in members["doubts"])
    members["new"] = tuple(members["new"])
    return Draft(**members)
