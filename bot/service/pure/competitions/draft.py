"""A competition that an arbiter is setting up: the answers so far, and the next question.

Pure. The draft is stored as JSON between two messages (`bot.chat.competitions.set_up`); with all
answers it becomes a competition.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import chain, repeat, zip_longest
from typing import Final

from bot.service.pure.competitions.sequence_scopes import with_scope
from bot.service.pure.competitions.stored_answers import (
    Advancing,
    Period,
    advancing,
    parse_advance,
    parse_phase_period,
    period_of,
)
from bot.service.pure.competitions.titles import parse_title
from bot.texts.days import in_figures
from engine.competitions.parts import ExclusionPolicy, PhasePlan
from engine.competitions.planning import contradictions
from engine.dates import parse_date
from engine.errors import Fault, NotationError, refuse
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
"""The answer that the competition has both phases."""
MOST_GROUPS: Final = 26
"""The most groups of a phase, because a group's name is a letter."""
CHOICES: Final[Mapping[DraftField, tuple[str, ...]]] = {
    DraftField.PHASES: (BOTH, *Phase),
    DraftField.GROUPS: ("1", "2", "3", "4", "5", "6", "8", "10"),
    DraftField.ADVANCE: ("1", "2", "3", "4", "1+1", "2+1", "2+2", "3+2"),
    DraftField.EXCLUSION: tuple(ExclusionPolicy),
    DraftField.SCOPE: tuple(SequenceScope),
}
"""The answers that have a button."""
_DATES_OF: Final[Mapping[Phase, DraftField]] = {
    Phase.PRELIMINARY: DraftField.PRELIMINARY,
    Phase.FINAL: DraftField.FINAL,
}
"""The question about the dates of each phase."""
_MONTHS_OF: Final[Mapping[DraftField, int]] = {DraftField.PRELIMINARY: 5, DraftField.FINAL: 4}
"""The proposed number of months of a phase: two games, each as long as both budgets."""
_ASSUMED_ADVANCE: Final = "2"
"""Who advances as long as the arbiter has not said it; the dates are checked before that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionDraft:
    """The answers so far, as text that can be shown and read again; "" without an answer."""

    title: str = ""
    phases: str = ""
    """`both`, `preliminary` or `final`."""
    groups: str = ""
    """The number of groups."""
    preliminary: str = ""
    """First and last day, `2025-10-01..2026-02-28`."""
    advance: str = ""
    """`2`, or `2+1` with best others."""
    final: str = ""
    """As `preliminary`."""
    exclusion: str = ""
    """An `ExclusionPolicy`."""
    scope: str = ""
    """A `SequenceScope`."""
    returns: str = ""
    """The start days of each phase's return games, `2026-01-05 2026-06-01`."""
    series: str = ""
    """The series that the arbiter chose for it; not a question of its own."""
    asking: str = ""
    """The field whose answer is awaited, if the arbiter chose it; "" for the first open one."""

    def __getitem__(self, field: DraftField) -> str:
        """Return the answer in that field."""
        return str(getattr(self, field))

    def to_json(self) -> str:
        """Return the draft as JSON."""
        return json.dumps(asdict(self))

    @property
    def needed(self) -> tuple[DraftField, ...]:
        """Return the fields that apply; all that depend on the phases before they are chosen."""
        left_out = set[DraftField]()
        if len(self.phases_played) == 1:
            left_out.add(DraftField.ADVANCE)
            left_out |= {_DATES_OF[phase] for phase in Phase if phase not in self.phases_played}
        if not self.has_return_days:
            left_out.add(DraftField.RETURNS)
        return tuple(field for field in DraftField if field not in left_out)

    @property
    def has_return_days(self) -> bool:
        """Return whether all return games of a phase start on one day."""
        return self.scope == SequenceScope.LEG

    @property
    def phases_played(self) -> tuple[Phase, ...]:
        """Return the phases of the competition, in order; none before they are chosen."""
        if self.phases == BOTH:
            return tuple(Phase)
        return (Phase(self.phases),) if self.phases else ()

    @property
    def group_count(self) -> int:
        """Return the number of groups of the first phase; one before it is chosen."""
        return int(self.groups or 1)

    @property
    def has_answers(self) -> bool:
        """Return whether any answer is known, the series included."""
        return bool(self.series) or any(self[field] for field in self.needed)

    @property
    def next_field(self) -> DraftField | None:
        """Return the field to ask next: the chosen one, or the first without an answer, or None."""
        if self.asking:
            return DraftField(self.asking)
        return next((field for field in self.needed if not self[field]), None)


def draft_from(text: str) -> CompetitionDraft:
    """Return the draft of stored JSON; an earlier version may have stored fields that are gone."""
    stored = json.loads(text)
    names = [field.name for field in fields(CompetitionDraft)]
    return CompetitionDraft(**{name: stored[name] for name in names if name in stored})


def answered(
    draft: CompetitionDraft, field: DraftField, text: str, today: date, rules: Ruleset
) -> CompetitionDraft:
    """Return the draft with that field answered.

    Raises:
        NotationError: the answer cannot be read, or `one_advances`.
        RuleViolation: a fault from `contradictions`.
    """
    after = replace(draft, **{field: _read(draft, field, text, today), "asking": ""})
    if field is DraftField.PHASES or field in _DATES_OF.values():
        after = replace(after, returns="")  # these days depend on the phases
    # After every answer: any may be changed last, and then contradict the others.
    _check_advancing(after)
    if plans := plans_of(after):
        refuse(contradictions(plans, rules))
    return after


def _read(draft: CompetitionDraft, field: DraftField, text: str, today: date) -> str:
    """Return the answer as the draft stores it."""
    match field:
        case DraftField.TITLE:
            return parse_title(text)
        case DraftField.GROUPS:
            return str(parse_groups(text))
        case DraftField.ADVANCE:
            return parse_advance(text)
        case DraftField.PRELIMINARY | DraftField.FINAL:
            return parse_phase_period(text.strip(), today).stored
        case DraftField.RETURNS:
            return _read_returns(draft, text, today)
        case DraftField.PHASES | DraftField.EXCLUSION | DraftField.SCOPE:
            choice = text.strip()
            if choice not in CHOICES[field]:
                raise NotationError(Fault("choose_by_button"))
            return choice


def _check_advancing(draft: CompetitionDraft) -> None:
    """Refuse a final of one player as soon as the answers lead to one."""
    if draft.phases == BOTH and draft.advance and _is_final_of_one(draft, draft.advance):
        raise NotationError(Fault("one_advances", facts={"phase": Phase.PRELIMINARY}))


def _is_final_of_one(draft: CompetitionDraft, advance: str) -> bool:
    """Return whether that answer leads to a final of a single player."""
    per_group, others = advancing(advance)
    return draft.group_count * per_group + others < 2


def offered(draft: CompetitionDraft, field: DraftField) -> tuple[str, ...]:
    """Return the answers to a question of `CHOICES` that the groups allow."""
    if field is not DraftField.ADVANCE:
        return CHOICES[field]
    return tuple(value for value in CHOICES[field] if not _is_final_of_one(draft, value))


def parse_groups(text: str) -> int:
    """Return the number of groups that the text begins with.

    Raises:
        NotationError: `number_of_groups`.
    """
    first_word = next(iter(text.split()), "")
    if not first_word.isdecimal() or not 1 <= int(first_word) <= MOST_GROUPS:
        raise NotationError(Fault("number_of_groups", facts={"most": MOST_GROUPS}))
    return int(first_word)


def _read_returns(draft: CompetitionDraft, text: str, today: date) -> str:
    """Return the start days of return games; a day without a year is near its phase."""
    words = in_figures(text).replace(",", " ").split()
    near = [plan.start + (plan.closing - plan.start) / 2 for plan in plans_of(draft)]
    # Words beyond the phases are read, too, so that an error names one that is no day.
    days = [
        parse_date(day, around)
        for day, around in zip(words, chain(near, repeat(today)), strict=False)
    ]
    if len(days) != len(near):
        raise NotationError(Fault("return_days_number", facts={"n": len(near)}))
    return " ".join(day.isoformat() for day in days)


def proposed_period(
    draft: CompetitionDraft, field: DraftField, today: date, rules: Ruleset
) -> Period:
    """Return a proposed period: whole months, at least a week from now, after the phase before."""
    after = today + timedelta(days=7)
    if field is DraftField.FINAL and draft.preliminary and draft.phases == BOTH:
        after = period_of(draft.preliminary).last + timedelta(days=rules.results_days)
    first = _month_after(after, 1)
    return Period(first, _month_after(first, _MONTHS_OF[field]) - timedelta(days=1))


def _month_after(day: date, months: int) -> date:
    """Return the first day of the month that many months later."""
    years, month = divmod(day.month - 1 + months, 12)
    return date(day.year + years, month + 1, 1)


def plans_of(draft: CompetitionDraft) -> tuple[PhasePlan, ...]:
    """Return the phases with known dates; the groups are those of the first phase.

    None before the arbiter has chosen the phases.
    """
    plans: list[PhasePlan] = []
    phases = draft.phases_played
    dated = [phase for phase in phases if draft[_DATES_OF[phase]]]
    stored_days = draft.returns.split() if draft.has_return_days else []
    returns = [date.fromisoformat(day) for day in stored_days[: len(dated)]]
    for phase, return_day in zip_longest(dated, returns):
        start, closing = period_of(draft[_DATES_OF[phase]])
        is_followed = phase is not phases[-1]
        qualifiers = (
            advancing(draft.advance or _ASSUMED_ADVANCE) if is_followed else Advancing(0, 0)
        )
        plans.append(
            PhasePlan(
                phase=phase,
                start=start,
                closing=closing,
                advance=qualifiers.per_group,
                best_others=qualifiers.best_others,
                groups=draft.group_count if phase is phases[0] else 1,
                returns=return_day,
            )
        )
    return tuple(plans)


def ruleset_of(draft: CompetitionDraft, rules: Ruleset) -> Ruleset:
    """Return the rules with the draft's scope of sequences, if it has one."""
    return with_scope(rules, SequenceScope(draft.scope)) if draft.scope else rules
