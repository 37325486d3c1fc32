"""A competition that an arbiter is setting up: the answers so far, and the next question.

Pure. The draft is stored as JSON between two messages (`bot.chat.competitions.new`); with all
answers it becomes a competition.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import chain, repeat, zip_longest
from typing import Final, NamedTuple

from bot.texts.days import days_in_figures, in_figures, quoted
from engine.competitions.parts import ExclusionPolicy, PhasePlan
from engine.competitions.planning import plan_faults
from engine.dates import parse_date, parse_period
from engine.errors import Fault, NotationError, refuse
from engine.notation import fold
from engine.rulesets import Phase, Ruleset, SequenceScope


class DraftField(StrEnum):
    """The questions about a new competition, in order; those that do not apply are skipped."""

    TITLE = "title"
    PHASES = "phases"
    GROUPS = "groups"
    PRELIMINARY = "preliminary"
    ADVANCE = "advance"
    FINAL = "final"
    EXCLUSION = "exclusion"
    SCOPE = "scope"
    RETURNS = "returns"


BOTH: Final = "both"
MOST_GROUPS: Final = 26
_LONGEST_TITLE: Final = 80
_CODE_LETTERS: Final = 5
_PERIOD: Final = ".."
_ADVANCING: Final = re.compile(r"(\d{1,2})(?:\s*\+\s*(\d{1,2}))?")
_MONTHS_OF: Final = {DraftField.PRELIMINARY: 5, DraftField.FINAL: 4}
"""The proposed number of months of a phase: two games, each as long as both budgets."""

NUMBERS: Final = ("1", "2", "3", "4", "5", "6", "8", "10")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    DraftField.PHASES: (BOTH, *Phase),
    DraftField.GROUPS: NUMBERS,
    DraftField.ADVANCE: ("1", "2", "3", "4", "1+1", "2+1", "2+2", "3+2"),
    DraftField.EXCLUSION: tuple(ExclusionPolicy),
    DraftField.SCOPE: tuple(SequenceScope),
}
"""The answers that have a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionDraft:
    """The answers so far, as text that can be shown and read again; "" without an answer."""

    title: str = ""
    phases: str = ""
    """`both`, `preliminary` or `final`."""
    groups: str = ""
    preliminary: str = ""
    """First and last day, `2025-10-01..2026-02-28`."""
    advance: str = ""
    """`2`, or `2+1` with best others."""
    final: str = ""
    exclusion: str = ""
    scope: str = ""
    returns: str = ""
    """The start days of each phase's return games, `2026-01-05 2026-06-01`."""
    series: str = ""
    """The series that the arbiter chose for it; not a question of its own."""
    asking: str = ""
    """The field whose answer is awaited."""

    def __getitem__(self, name: str) -> str:
        """Return the answer in that field."""
        return str(getattr(self, name))

    def to_json(self) -> str:
        """Return the draft as JSON."""
        return json.dumps(asdict(self))

    @property
    def needed(self) -> tuple[DraftField, ...]:
        """Return the fields that apply."""
        left_out = {
            Phase.PRELIMINARY.value: {DraftField.ADVANCE, DraftField.FINAL},
            Phase.FINAL.value: {DraftField.ADVANCE, DraftField.PRELIMINARY},
        }.get(self.phases, set())
        if self.scope != SequenceScope.LEG:
            left_out = {*left_out, DraftField.RETURNS}
        return tuple(name for name in DraftField if name not in left_out)

    @property
    def next_field(self) -> str:
        """Return the field to ask next: the one being asked, or the first without an answer."""
        missing = (name for name in self.needed if not self[name])
        return self.asking or next(missing, "")


def draft_from(text: str) -> CompetitionDraft:
    """Return the draft of stored JSON."""
    return CompetitionDraft(**json.loads(text))


def answered(
    draft: CompetitionDraft, name: str, text: str, today: date, rules: Ruleset
) -> CompetitionDraft:
    """Return the draft with that field answered.

    Raises:
        EngineError: the answer cannot be read or accepted; the draft does not change.
    """
    if name == DraftField.RETURNS:
        value = _returns(draft, text, today)
    else:
        value = _READERS[DraftField(name)](text.strip(), name, today)
    after = replace(draft, **{name: value, "asking": ""})
    if name in {DraftField.PHASES, DraftField.PRELIMINARY, DraftField.FINAL}:
        after = replace(after, returns="")
    if name in {DraftField.PRELIMINARY, DraftField.FINAL, DraftField.RETURNS} and after.phases:
        refuse(plan_faults(plans_of(after), rules))
    if name in {DraftField.GROUPS, DraftField.ADVANCE} and after.phases == BOTH and after.advance:
        _check_advancing(after)
    return after


def _check_advancing(draft: CompetitionDraft) -> None:
    """Refuse a final of one player as soon as the answers lead to one."""
    per_group, others = advancing(draft.advance)
    if int(draft.groups or 1) * per_group + others < 2:
        raise NotationError(Fault("one_advances", facts={"phase": Phase.PRELIMINARY}))


def _title(text: str, _name: str, _today: date) -> str:
    title = " ".join(text.split())
    if not 3 <= len(title) <= _LONGEST_TITLE or not title.isprintable():
        raise NotationError(Fault("competition_title", facts={"most": _LONGEST_TITLE}))
    return title


def _choice(text: str, name: str, _today: date) -> str:
    if text not in CHOICES[name]:
        raise NotationError(Fault("choose_by_button"))
    return text


def _groups(text: str, _name: str, _today: date) -> str:
    number = text.split(maxsplit=1)[0] if text else ""
    if not number.isdecimal() or not 1 <= int(number) <= MOST_GROUPS:
        raise NotationError(Fault("number_of_groups", facts={"most": MOST_GROUPS}))
    return str(int(number))


def _advance(text: str, _name: str, _today: date) -> str:
    return parse_advance(text)


def parse_advance(text: str) -> str:
    """Return the number of advancing players, `2` or `2+1`, as the draft stores it.

    Raises:
        NotationError: `number_advancing`.
    """
    typed = _ADVANCING.fullmatch(text.strip())
    per_group, others = (int(part or 0) for part in typed.groups()) if typed else (0, 0)
    if not per_group + others:
        raise NotationError(Fault("number_advancing"))
    return f"{per_group}+{others}" if others else str(per_group)


def _period(text: str, _name: str, today: date) -> str:
    with quoted(text):
        first, last = parse_period(days_in_figures(text, today), today)
    if first < today:
        raise NotationError(Fault("phase_start_past", facts={"date": first.isoformat()}))
    return f"{first.isoformat()}{_PERIOD}{last.isoformat()}"


_READERS: Final = {
    DraftField.TITLE: _title,
    DraftField.PHASES: _choice,
    DraftField.GROUPS: _groups,
    DraftField.PRELIMINARY: _period,
    DraftField.ADVANCE: _advance,
    DraftField.FINAL: _period,
    DraftField.EXCLUSION: _choice,
    DraftField.SCOPE: _choice,
}


def _returns(draft: CompetitionDraft, text: str, today: date) -> str:
    """Return the start days of return games; a day without a year is near its phase."""
    words = in_figures(text).replace(",", " ").split()
    near = [plan.start + (plan.closing - plan.start) / 2 for plan in plans_of(draft)]
    days = [
        parse_date(day, around)
        for day, around in zip(words, chain(near, repeat(today)), strict=False)
    ]
    if len(days) != len(near):
        raise NotationError(Fault("return_days_number", facts={"n": len(near)}))
    return " ".join(day.isoformat() for day in days)


class Period(NamedTuple):
    """The first and the last day of a phase."""

    first: date
    last: date


def period_of(text: str) -> Period:
    """Return the period that the draft stores as text."""
    first, _, last = text.partition(_PERIOD)
    return Period(date.fromisoformat(first), date.fromisoformat(last))


class Advancing(NamedTuple):
    """How many players advance from each group, and how many best others."""

    per_group: int
    best_others: int


def advancing(text: str) -> Advancing:
    """Return the numbers that the draft stores as text."""
    first, _, others = text.partition("+")
    return Advancing(int(first or 0), int(others or 0))


def proposed_period(draft: CompetitionDraft, name: str, today: date, rules: Ruleset) -> str:
    """Return a proposed period: whole months after today and after the phase before."""
    after = today + timedelta(days=7)
    if name == Phase.FINAL.value and draft.preliminary and draft.phases == BOTH:
        after = period_of(draft.preliminary).last + timedelta(days=rules.results_days)
    first = _month_after(after, 1)
    last = _month_after(first, _MONTHS_OF[DraftField(name)]) - timedelta(days=1)
    return f"{first.isoformat()}{_PERIOD}{last.isoformat()}"


def _month_after(day: date, months: int) -> date:
    """Return the first day of the month that many months later."""
    years, month = divmod(day.month - 1 + months, 12)
    return date(day.year + years, month + 1, 1)


def plans_of(draft: CompetitionDraft) -> tuple[PhasePlan, ...]:
    """Return the phases with known dates; the groups are those of the first phase."""
    plans: list[PhasePlan] = []
    returns = [date.fromisoformat(day) for day in draft.returns.split()]
    if draft.scope != SequenceScope.LEG:
        returns = []
    wanted_phases = tuple(Phase) if draft.phases == BOTH else (Phase(draft.phases),)
    for phase, back in zip_longest(wanted_phases, returns[: len(wanted_phases)]):
        if not draft[phase.value]:
            continue
        start, closing = period_of(draft[phase.value])
        goes_on = draft.phases == BOTH and phase is Phase.PRELIMINARY
        qualifiers = advancing(draft.advance or "2") if goes_on else Advancing(0, 0)
        plans.append(
            PhasePlan(
                phase=phase,
                start=start,
                closing=closing,
                advance=qualifiers.per_group,
                best_others=qualifiers.best_others,
                groups=int(draft.groups or 1) if phase is wanted_phases[0] else 1,
                returns=back,
            )
        )
    return tuple(plans)


def ruleset_of(draft: CompetitionDraft, rules: Ruleset) -> Ruleset:
    """Return the rules with the draft's sequence scope; changed rules get their own name.

    A competition fixes its rules, and one name must mean the same rules in every competition.
    """
    scope = SequenceScope(draft.scope or rules.sequence_scope)
    if scope is rules.sequence_scope:
        return rules
    return replace(rules, name=f"{rules.name}-{scope.value}", sequence_scope=scope)


def code_for(title: str) -> str:
    """Return a short code like the title: its initials, and the year if it contains one."""
    words = re.findall(r"[A-Z]+|\d+", fold(title).upper())
    initials = "".join(word[0] for word in words if word.isalpha())[:_CODE_LETTERS]
    years = [word[2:] for word in words if re.fullmatch(r"20\d\d", word)]
    return (initials or "C") + "".join(years[:1])
