"""What tables, sheets and faults say is worded in both languages, with all their facts."""

import re
from string import Formatter

import pytest

from bot.cli.rating_english import LINES, SECTIONS, TABLES
from bot.documents.tables.faults import ENGLISH as FAULTS
from bot.texts.i18n import LANGUAGES, catalogue, pieces

_PLACE = {"player"}
"""Said by the message around a section."""
WORDED = {
    **{f"shown.table.{code}": text for code, text in TABLES.items()},
    **{f"shown.section.{code}": text for code, text in SECTIONS.items()},
    **{f"shown.line.{code}": text for code, text in LINES.items()},
    **{f"table.{code}": text for code, text in FAULTS.items()},
}


def names_in(template: str) -> set[str]:
    """Return the facts that an English text of the command line names."""
    fields = (name for _, name, _, _ in Formatter().parse(template) if name)
    return {re.split(r"[!.\[]", name)[0] for name in fields}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_worded_with_facts_it_has(language: str) -> None:
    """Every code has its entry, which names no fact that the code does not give."""
    entries = catalogue(language).entries
    unknown = {
        key: named - names_in(WORDED[key]) - _PLACE
        for key in sorted(WORDED.keys() & entries.keys())
        if (named := {name for form in entries[key] for _, name, _ in pieces(form) if name})
    }

    assert sorted(WORDED.keys() - entries.keys()) == []
    assert {key: facts for key, facts in unknown.items() if facts} == {}
