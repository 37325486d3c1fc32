"""What tables, sheets and faults say is worded in both languages, with all their facts."""

import re
from string import Formatter

import pytest

from bot.cli.rating_english import LINES, SECTIONS, TABLES
from bot.language.i18n import LANGUAGES, catalogue, pieces
from bot.tables.cnis_faults import ENGLISH as CNIS_FAULTS
from bot.tables.faults import ENGLISH as FAULTS

_PLACE = {"player"}
"""Said by the message around a section."""
WORDED = {
    **{f"shown.table.{code}": text for code, text in TABLES.items()},
    **{f"shown.section.{code}": text for code, text in SECTIONS.items()},
    **{f"shown.line.{code}": text for code, text in LINES.items()},
    **{f"table.{code}": text for code, text in {**FAULTS, **CNIS_FAULTS}.items()},
}


def names_in(template: str) -> set[str]:
    """Return the facts that an English text of the command line names."""
    fields = (name for _, name, _, _ in Formatter().parse(template) if name)
    return {re.split(r"[!.\[]", name)[0] for name in fields}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(WORDED))
def test_every_code_is_worded_with_facts_it_has(key: str, language: str) -> None:
    """The catalogues name no fact that the code does not give."""
    forms = catalogue(language).entries[key]
    named = {name for form in forms for _, name, _ in pieces(form) if name}

    assert named - names_in(WORDED[key]) - _PLACE == set()
