"""`changed` returns the same value as `dataclasses.replace`."""

from dataclasses import dataclass, replace
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.folding import changed


@dataclass(frozen=True, kw_only=True)
class Half:
    """A dataclass like those that folds change."""

    name: str
    score: int = 0
    days: tuple[int, ...] = ()

    @cached_property
    def spent(self) -> int:
        """The sum of the days."""
        return sum(self.days)


HALVES = st.builds(Half, name=st.text(), score=st.integers(), days=st.tuples(st.integers()))
CHANGES = st.fixed_dictionaries(
    {}, optional={"name": st.text(), "score": st.integers(), "days": st.just(())}
)


@given(half=HALVES, changes=CHANGES)
def test_it_is_what_the_library_makes(half: Half, changes: dict[str, object]) -> None:
    """The result equals `dataclasses.replace`, and the old value is unchanged."""
    before = replace(half)

    assert changed(half, **changes) == replace(half, **changes)  # type: ignore[arg-type]
    assert half == before


def test_a_field_that_is_none_is_refused() -> None:
    """A misspelt field raises an error."""
    with pytest.raises(AttributeError):
        changed(Half(name="Ana"), scores=3)


def test_a_cached_value_is_not_copied() -> None:
    """It may be untrue of the changed value, so the copy is refused."""
    half = Half(name="Ana", days=(2, 3))
    assert half.spent == 5

    with pytest.raises(AttributeError, match="spent"):
        changed(half, days=())
