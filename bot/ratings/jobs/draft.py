"""What a person is having worked out, as the conversation has it so far. Pure.

A draft is kept as JSON with the stage it is at (`storage.ratings.rating_work`). Files are kept
apart, under the draft's token.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from bot.ratings.jobs.systems import TRAITS
from bot.ratings.jobs.task import NEEDS, Act, FileRef, Needs, Role, Task, input_sha256
from storage.ratings.rating_work import ASKING, COLLECTING, READY, StoredFile

NextDay = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A file that Telegram still has."""

    file_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A file that was fetched, and what it holds, once that is known."""

    number: int
    name: str
    size: int
    sha256: str
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A conversation about one list."""

    system: str
    message: int | None = None
    """The message that tells how far it is; None: the one queued under `key`."""
    key: str = ""
    sent: tuple[Sent, ...] = ()
    """Still to be fetched."""
    files: tuple[Known, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, str] = field(default_factory=dict)
    new: tuple[str, ...] = ()
    all_new: bool = False
    """Whether nobody has a rating yet: no file of starting ratings will come."""
    doubts: tuple[Mapping[str, Any], ...] = ()
    """Names that may be somebody else's, still to be asked about (`bot.ratings.lists.likeness`)."""
    understood: Mapping[str, Any] | None = None
    remarks: tuple[tuple[str, list[Any]], ...] = ()
    """Name of a file, and a fault as JSON: what its author should know."""
    faults: tuple[tuple[str, list[Any]], ...] = ()
    """Likewise, of what was sent last: what is wrong with it."""
    left_out: int = 0
    """Games of a competition that are not rated: nobody played them out."""

    @property
    def needs(self) -> Needs:
        """Return which files it wants."""
        return NEEDS[self.system]

    @property
    def roles(self) -> frozenset[Role]:
        """Return what its files hold."""
        return frozenset(Role(file.role) for file in self.files if file.role)

    @property
    def missing(self) -> tuple[Role, ...]:
        """Return which files it cannot do without."""
        return tuple(role for role in self.needs.required if role not in self.roles)

    @property
    def wants_starts(self) -> bool:
        """Return whether it is still to be said what the starting ratings are."""
        has_some = self.roles & {Role.PLAYERS, Role.SAVED}
        starts = self.system in TRAITS and not TRAITS[self.system].takes_calendar
        return starts and not has_some and not self.all_new

    @property
    def may_start(self) -> bool:
        """Return whether nothing is left to be sent, asked or said."""
        return not (self.faults or self.missing or self.wants_starts or self.doubts)

    @property
    def _is_dated(self) -> bool:
        return self.system in TRAITS and TRAITS[self.system].is_dated

    @property
    def day(self) -> date:
        """Return the date of the list: as chosen, else the last day, or the day after it."""
        if "day" in self.options:
            return date.fromisoformat(self.options["day"])
        last = (self.understood or {}).get("last_day")
        day = date.fromisoformat(last) if last else date(2000, 1, 1)
        return day + NextDay if self._is_dated else day

    @property
    def input_sha256(self) -> str:
        """Return what its input is told apart by: files and everything that was chosen."""
        chosen = {name: value for name, value in self.options.items() if name != "day"}
        if self._is_dated:
            chosen["day"] = self.day.isoformat()
        chosen |= {f"same {found}": near for found, near in self.same.items()}
        return input_sha256((file.sha256 for file in self.files), chosen)

    def task(self, act: Act, language: str, known: tuple[str, ...] = ()) -> Task:
        """Return what is to be done with its files."""
        options = {**self.options, "day": self.day.isoformat()} if act is Act.RATE else self.options
        return Task(
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
        """Return the draft with a file that was fetched."""
        known = Known(number=file.number, name=file.name, size=size, sha256=file.sha256, role=role)
        return replace(self, files=(*self.files, known))

    def checked(self, outcome: Mapping[str, Any]) -> "Draft":
        """Return the draft once its files were read: faulty ones, and those replaced, are left out.

        `outcome` is what `bot.ratings.jobs.working.check` returns; empty if there was no file at
        all.
        """
        roles, faults = outcome.get("roles", {}), outcome.get("faults", {})
        names = {str(file.number): file.name for file in self.files}
        kept = tuple(
            replace(file, role=roles[str(file.number)])
            for file in self.files
            if str(file.number) in roles and str(file.number) not in faults
        )
        return replace(
            self,
            sent=(),
            files=kept,
            faults=_listed(names, faults),
            remarks=_listed(names, outcome.get("remarks", {})),
            understood=None if faults else self._counted(outcome.get("understood")),
            doubts=tuple(outcome.get("doubts", ())) if not faults else (),
            # What is gone on from was rated so; anything else has to be chosen.
            options={**outcome.get("options", {}), **self.options},
        )

    def _counted(self, understood: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the same with how many names had been put right when the players were counted."""
        return None if understood is None else {**understood, "same": len(self.same)}

    @property
    def is_counted(self) -> bool:
        """Return whether the players were counted since the last name was put right."""
        return bool((self.understood or {}).get("same", 0) == len(self.same))

    @property
    def stage(self) -> str:
        """Return what it waits for, once its files were read."""
        if self.may_start:
            return READY
        is_asking = self.doubts and not (self.faults or self.missing or self.wants_starts)
        return ASKING if is_asking else COLLECTING

    def answered(self, number: int, *, is_same: bool) -> "Draft":
        """Return the draft with a doubt put aside: one person under two names, or two people."""
        doubt = self.doubts[number]
        left = (*self.doubts[:number], *self.doubts[number + 1 :])
        if is_same:
            return replace(self, doubts=left, same={**self.same, doubt["found"]: doubt["near"]})
        return replace(self, doubts=left, new=(*self.new, doubt["found"]))


def _listed(
    names: Mapping[str, str], found: Mapping[str, list[Any]]
) -> tuple[tuple[str, list[Any]], ...]:
    """Return faults or remarks, each with the name of its file."""
    return tuple((names[number], fault) for number, faults in found.items() for fault in faults)


def draft_to_json(draft: Draft) -> str:
    """Return the draft as it is stored."""
    return json.dumps(asdict(draft), ensure_ascii=False, separators=(",", ":"))


def draft_from_json(stored: str) -> Draft:
    """Return the draft that `draft_to_json` wrote."""
    values = json.loads(stored)
    values["sent"] = tuple(Sent(**each) for each in values["sent"])
    values["files"] = tuple(Known(**each) for each in values["files"])
    for name in ("remarks", "faults"):
        values[name] = tuple((file, fault) for file, fault in values[name])
    for name in ("new", "doubts"):
        values[name] = tuple(values[name])
    return Draft(**values)
