"""Every reader of tables applies every check."""

import pytest

from tools.table_checks import CHECKS, ENTRANCES, Check, Outcome, Sheet, outcome, outcomes


@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_no_reader_takes_an_oddity_for_a_person(check: Check) -> None:
    """An oddity is read, named, asked about or refused; nobody wrong results from it."""
    seen = {entrance.name: outcomes()[check.name, entrance.name] for entrance in ENTRANCES}

    assert all(seen.values())
    assert Outcome.WRONG not in seen.values(), seen


def test_a_tidy_table_is_read_without_a_remark() -> None:
    """The files of the proof have no oddity of their own."""
    tidy = Check("tidy", lambda entrance: Sheet(entrance.rows))

    assert {outcome(tidy, entrance) for entrance in ENTRANCES} == {Outcome.READ}
