"""The statements in a case: what may be stored, and their lines on card and case file."""

from typing import Final, NewType

from bot.service.readers.readers import Readers
from bot.texts.clean_text import clean, is_blank
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names
from engine.cases.case import Case
from engine.cases.events import CommentGiven, DefenceGiven, OpinionGiven
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.cases.statements import StoredStatement

CheckedStatement = NewType("CheckedStatement", str)
"""A statement as it is stored."""
LONGEST_STATEMENT: Final = 1500
"""The most characters that a person writes in one statement."""
_PHOTOGRAPH: Final = "\N{CAMERA}"
"""Begins the statement that comes with a photograph; it needs no language."""
_LINES: Final = {
    CommentGiven: "case.comment",
    DefenceGiven: "case.defence",
    OpinionGiven: "case.opinion",
}
"""The line of each kind of statement in a claim; an arbiter's case names no sides."""


def checked_statement(text: str, *, has_photograph: bool = False) -> CheckedStatement:
    """Return a statement as it is stored, without invisible and reordering characters.

    With a photograph it may be empty, and begins with a mark that does not count as its text.

    Raises:
        GameStateError: `statement_empty`, or `statement_long`.
    """
    if is_blank(text):
        if has_photograph:
            return CheckedStatement(_PHOTOGRAPH)
        raise GameStateError(Fault("statement_empty"))
    whole = clean(text, longest=len(text) + 1, lines=True)  # longer than it is: nothing is cut
    if len(whole) > LONGEST_STATEMENT:
        facts = {"n": len(whole), "most": LONGEST_STATEMENT}
        raise GameStateError(Fault("statement_long", facts=facts))
    return CheckedStatement(f"{_PHOTOGRAPH} {whole}" if has_photograph else whole)


async def all_statements(readers: Readers, case: Case, reader: PersonId) -> Text:
    """Return all statements of a case in full; opinions only to its arbiters."""
    names = await readers.persons.names(case.people)
    is_arbiter = reader in await readers.cases.arbiters(case)
    lines = await statement_lines(readers, case, names, opinions=is_arbiter)
    return say("case.all_said", case=case.id, lines=lines)


async def statement_lines(  # noqa: PLR0913  (the case, and the limits of its text)
    readers: Readers,
    case: Case,
    names: Names,
    *,
    cut_to: int | None = None,
    most: int | None = None,
    opinions: bool = True,
) -> list[Text]:
    """Return each side's statements in order: the last `most`, each cut to `cut_to` characters.

    Without `most`, return all; without `cut_to`, uncut. `opinions`: whether those of arbiters,
    which players do not see, are included.
    """
    texts = await readers.cases.statement_texts(case)
    visible = [
        statement
        for statement in case.statements
        if opinions or not isinstance(statement, OpinionGiven)
    ]
    left_out = 0 if most is None else max(0, len(visible) - most)
    lines = [
        say(
            _LINES[type(statement)]
            if case.is_claim or isinstance(statement, OpinionGiven)
            else "case.says",
            who=names[statement.by],
            at=statement.at.isoformat(),
            text=shortened(texts.get(statement.statement), cut_to),
        )
        for statement in visible[left_out:]
    ]
    if left_out:
        lines.insert(0, say("case.earlier", n=left_out))
    if case.is_claim and case.is_open and not case.defences and case.against is not None:
        lines.append(say("case.no_defence", who=names[case.against]))
    return lines


def shortened(statement: StoredStatement | None, cut_to: int | None) -> Text:
    """Return the quoted text, cut to `cut_to` characters if given, or that it was erased."""
    if statement is None or not statement.salt:
        return say("case.erased")
    text = statement.text
    if cut_to is not None and len(text) > cut_to:
        text = text[: cut_to - 1] + "…"
    return say("case.quote", text=text)
