from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.standings.album import TableRef, format_which, parse_which
from engine.errors import NotationError
from engine.ids import PersonId
from tests.bot.documents.standings.samples import open_matches, played, scene

WHICH = st.builds(
    TableRef,
    phase=st.integers(0, 9),
    group=st.sampled_from(["A", "B", "Z", "*"]),
    is_provisional=st.booleans(),
    page=st.integers(0, 20),
    stamp=st.text("0123456789abcdef", max_size=8),
) | st.builds(
    TableRef,
    phase=st.integers(0, 9),
    group=st.sampled_from(["A", "*"]),
    is_close=st.just(True),
    reader=st.none() | st.integers(1, 9999).map(PersonId),
)


@given(WHICH)
def test_what_is_written_is_read_again(table_ref: TableRef) -> None:
    """A table's description is at most 24 bytes long and is read back unchanged."""
    written = format_which(table_ref)
    assert parse_which(written) == table_ref
    assert len(written.encode()) <= 24


@given(st.text(max_size=40))
def test_whatever_a_button_carries_is_read_or_refused(text: str) -> None:
    """Any button data names a table or is refused."""
    try:
        table_ref = parse_which(text)
    except NotationError:
        return
    assert table_ref.phase >= 0
    assert table_ref.page >= 0


@pytest.mark.parametrize(
    "text",
    ["", "A", ":::", "0:A", "0:A:x", "-1:A:h", "²:A:h", "0:A:h:x", "0:A:h:0::cx", "1000:A:h"],
)
def test_what_is_no_table_is_refused(text: str) -> None:
    """A description with a missing, wrong or surplus field is refused."""
    with pytest.raises(NotationError):
        parse_which(text)


def test_the_stamp_changes_with_what_is_proposed() -> None:
    """The stamp changes with the proposed results, so the picture is drawn again."""
    service = played(4)
    table_ref = TableRef(phase=0, group="A")
    before = table_ref.stamped(scene(service))
    after = table_ref.stamped(scene(service, *open_matches(service)))
    assert before != after
    assert replace(before, stamp="") == replace(after, stamp="") == table_ref
