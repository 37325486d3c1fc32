"""Write docs/inverses.md from the tables of acts: `python -m tools.inverses`.

The rulings are those of `RulingKind`, with the inverse that a case offers for them.
"""

import inspect
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.texts.i18n import load_catalogue
from engine.cases.case import Case, reversals
from engine.cases.events import CaseId, CaseRuled, ClaimKind, Ruling, RulingKind
from engine.ids import GameId, PersonId, Seat
from tools.acts import BUTTONS, DECISIONS, OF_PERSON, RULINGS, STEPS, Inverse

PAGE: Final = Path(__file__).parent.parent / "docs" / "inverses.md"
TEXT: Final = """\
# Take an act back

`python -m tools.inverses` writes this page from `tools/acts.py` and `engine/cases`.
A test fails if it is out of date.

An act of an arbiter or organiser is taken back where it is shown.
Games, figures, seats and status are then as if it had never happened.
[A decision](adr/0032-derive-from-acts.md) says why.
Later acts that no longer fit are idle: the log keeps them, and they do not count.

<!-- acts -->
## Rulings

Button in the case: **{reverse}**. Who may: {chief}. Idle afterwards: {idle}.
Refused if: {refused}

| Ruling | Taken back by |
| --- | --- |
{rulings}

## Other decisions of arbiters

| Act | Button | Who may | Refused if | Idle afterwards |
| --- | --- | --- | --- | --- |
{arbiters}

## Acts on the card of a competition

| Act | Button | Who may | Refused if | Idle afterwards |
| --- | --- | --- | --- | --- |
{organisers}

## Acts without an inverse

| Act | Reason |
| --- | --- |
{without}
<!-- end of the acts -->
"""
_PLACEHOLDER: Final = re.compile(r"\s*\{[^}]*\}")
_RAISES: Final = re.compile(r"Raises:\n(.*)\Z", re.DOTALL)
_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)


def button_words(key: str, language: str = "en") -> str:
    """Return the words of a button, without its facts."""
    return _PLACEHOLDER.sub("", load_catalogue(language).entries[key][0]).strip(" :")


def _place(inverse: Inverse) -> str:
    """Return the button or the command that takes the act back."""
    return f"`/{inverse.command}`" if inverse.command else f"**{button_words(inverse.button)}**"


def _refusals(by: Callable[..., Any] | None) -> str:
    """Return when the function refuses, by the *Raises* of its docstring; "never" without any."""
    raises = _RAISES.search(inspect.getdoc(by) or "")
    if raises is None:
        return "never"
    reasons = re.split(r"\b(?:GameStateError|RuleViolation): ", " ".join(raises[1].split()))
    return "; ".join(reason.strip(" .") for reason in reasons if reason)


def of_ruling(kind: RulingKind) -> str:
    """Return the ruling that takes one of this kind back, as the case offers it."""
    # A question about a word is answered, not ruled on, so its case offers the other answer.
    is_answer = kind in {RulingKind.WORD_VALID, RulingKind.WORD_INVALID}
    ruled = CaseRuled(
        at=_AT,
        arbiter=PersonId(1),
        ruling=Ruling(kind=kind, seat=Seat.RED),
        article="10.1",
        reason="",
    )
    case = Case(
        id=CaseId("M#1"),
        game=GameId("M/1"),
        opened=_AT,
        copy=1,
        kind=ClaimKind.QUERY if is_answer else None,
        by=PersonId(1),
        rulings=(ruled,),
    )
    if is_answer:
        return "the other answer"
    offered = reversals(case)
    return _words(offered[0].kind) if offered else "the ruling that it took back, made again"


def _words(kind: RulingKind) -> str:
    """Return the name of a ruling as words."""
    return kind.value.replace("_", " ")


def _rows(inverses: Iterable[Inverse]) -> str:
    """Return the rows of the acts that have an inverse; the rulings have a table of their own."""
    rows = [
        f"| {inverse.act} | {_place(inverse)} | {inverse.who.value}"
        f" | {_refusals(inverse.by)} | {inverse.idle} |"
        for inverse in inverses
        if not inverse.why and inverse is not RULINGS
    ]
    return "\n".join(dict.fromkeys(rows))


def page() -> str:
    """Return the page docs/inverses.md."""
    of_arbiters = (*DECISIONS.values(), *OF_PERSON.values(), *BUTTONS.values())
    inverses = (*of_arbiters, *STEPS.values())
    without = [inverse for inverse in inverses if inverse.why]
    return TEXT.format(
        reverse=button_words(RULINGS.button),
        chief=RULINGS.who.value,
        idle=RULINGS.idle,
        refused=_refusals(RULINGS.by),
        rulings="\n".join(f"| {_words(kind)} | {of_ruling(kind)} |" for kind in RulingKind),
        arbiters=_rows(of_arbiters),
        organisers=_rows(STEPS.values()),
        without="\n".join(f"| {inverse.act} | {inverse.why} |" for inverse in without),
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
