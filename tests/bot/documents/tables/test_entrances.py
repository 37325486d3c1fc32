"""Every entrance of names, and every reader, makes every check, or says why there is none."""

import pytest

from bot.service.operations.people import resolving
from bot.service.people import typed_names
from tools import columns
from tools.calls import calls, name_of, reaches
from tools.entrance_checks import PERSONS, READERS, WAYS, Way, leads, of_persons, rows
from tools.table_checks import CHECKS, ENTRANCES, Check, Outcome, Sheet, outcome, outcomes


def test_no_cell_is_empty() -> None:
    """Each entrance has an outcome for each check, and takes no oddity for a person."""
    head, *body = rows()

    assert all(len(row) == len(head) and all(row) for row in body), body
    assert Outcome.WRONG not in {cell for row in body for cell in row}


@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_an_entrance_reads_with_the_readers_that_it_names(way: Way) -> None:
    """The code of the entrance leads to each of them, and a reason stands only where none does."""
    for reader in way.readers:
        assert leads(way, READERS[reader]), reader
    for check in PERSONS:
        assert of_persons(check, way) == way.why.get(check, "yes"), check


def test_no_entrance_of_names_is_missing() -> None:
    """Whatever function reads names or asks whom they mean belongs to an entrance."""
    targets = {*map(name_of, READERS.values()), name_of(resolving.resolve)}
    targets |= {name_of(typed_names.read_typed), name_of(resolving.persons_of)}
    graph = calls()
    users = {node for target in targets for node in graph.predecessors(target)}
    users = {node for node in users if graph.in_degree(node)}  # tests alone use the others
    roots = [root for way in WAYS for root in way.roots]

    assert {entrance.name for entrance in ENTRANCES} == {*READERS}
    assert not {node for node in users if not any(reaches(root, node) for root in roots)}


def test_no_reader_takes_an_oddity_for_a_person() -> None:
    """An oddity is read, named, asked about or refused; nobody wrong results from it."""
    for check in CHECKS:
        seen = {entrance.name: outcomes()[check.name, entrance.name] for entrance in ENTRANCES}
        assert all(seen.values()), check.name
        assert Outcome.WRONG not in seen.values(), (check.name, seen)


def test_a_tidy_table_is_read_without_a_remark() -> None:
    """The files of the proof have no oddity of their own."""
    tidy = Check("tidy", lambda entrance: Sheet(entrance.rows))

    assert {outcome(tidy, entrance) for entrance in ENTRANCES} == {Outcome.READ}


def test_the_columns_are_those_of_the_readers() -> None:
    """docs/tables.md lists the present columns and checks; `make columns` writes it again."""
    assert columns.PAGE.read_text(encoding="utf-8") == columns.page()
