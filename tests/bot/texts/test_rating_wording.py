"""Errors in tables, and derivations of ratings, have texts with the facts given."""

import ast
import re
from functools import cache

import pytest

from bot.ratings.calculation.systems import System
from bot.ratings.calculation.wording import line_text, section_text
from bot.ratings.lists.inputs import Calendar, RatedResults, read_calendar, read_results
from bot.ratings.lists.list_module import ListOptions
from bot.ratings.lists.makers import rated, rules_of
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.templates import pieces
from tests.bot.ratings.lists.given import table_file
from tests.bot.ratings.lists.ranking_shared import DAY
from tests.bot.texts.catalogue_uses import ROOT, Said, given_by
from tests.rating_files import absp_example, calendar, fngo_example, pfs_example

EXAMPLES = {System.ABSP: absp_example, System.PFS: pfs_example, System.FNGO: fngo_example}
_NOTED = {"add", "fail", "remark", "TableFault"}
"""What notes a fault: its code comes first, then where it is, then its facts by name."""
_NOTES = re.compile(rf"\b(?:{'|'.join(_NOTED)})\(\s*[\"']")
"""Such a call; parsing modules without one would take most of the time."""
_WORD = re.compile(r'"([\w.]+)"')
"""A string of one word, in which a module names a text or its code."""
_PARTS = ("bot/documents/tables", "bot/ratings", "bot/chat", "bot/cli")


@cache
def noted() -> tuple[Said, ...]:
    """Return every error that the code reports, with its facts."""
    return tuple(
        said
        for part in _PARTS
        for path in sorted((ROOT / part).rglob("*.py"))
        if _NOTES.search(source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        for said in given_by(node, path, _NOTED, "table")
    )


def history_of(system: System) -> Calendar | RatedResults:
    """Return the contents of the system's worked example."""
    if system is System.FRS:
        return read_calendar(table_file(calendar(8, kinds=("classic", "elliptic", "free"))))
    games, starts = (table_file(content) for content in EXAMPLES[system]())
    return read_results(starts, games, rules=rules_of(system, ()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_worded_with_facts_it_has(language: str) -> None:
    """Every error has an entry in the catalogue, which names only facts given."""
    entries, wrong, found = load_catalogue(language).entries, [], noted()
    for said in found:
        named = {name for form in entries.get(said.key, ()) for _, name, _ in pieces(form) if name}
        if said.key not in entries or (said.facts is not None and named - said.facts):
            wrong.append((said.where, said.key, named))

    assert wrong == []
    assert len({said.key for said in found}) > 60


def test_no_fault_is_worded_that_nobody_finds() -> None:
    """Every text about tables and their options has a code that the program uses."""
    sources = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]
    named = {word for path in sources for word in _WORD.findall(path.read_text("utf-8"))}
    made = {f"started_{system}" for system in System} | {f"cnis_{name}" for name in named}
    keys = {key for key in load_catalogue("ro").entries if key.startswith(("table.", "option."))}

    assert {key for key in keys - named if key.partition(".")[2] not in named | made} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", System)
def test_all_of_a_list_is_worded(system: System, language: str) -> None:
    """Every step of every player of a worked example becomes a sentence."""
    catalogue = load_catalogue(language)
    made = rated(system, history_of(system), ListOptions(day=DAY))
    sheets = [section for player in made.players for section in made.sheet(player)]
    lines = [catalogue.plain(line_text(line)) for section in sheets for line in section.lines]

    assert all(catalogue.plain(section_text(section)) for section in sheets)
    assert all(lines)
    assert len(lines) > len(made.players)
