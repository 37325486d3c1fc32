"""When a page is rebuilt, and how it links to others."""

import posixpath

from hypothesis import given
from hypothesis import strategies as st

from bot.site.paths import relative
from bot.site.site_page import StampCache, stamp_of

FOLDERS = st.lists(st.sampled_from(["c", "m", "en"]), max_size=3)
PATHS = st.builds(lambda folders, name: "/".join([*folders, name]), FOLDERS, st.just("x.html"))
FACTS = st.tuples(st.integers(0, 2), st.sampled_from(["Ana", "Ion"]), st.frozensets(st.just(1)))


@given(here=PATHS, there=PATHS)
def test_a_link_leads_from_any_page_to_any_other(here: str, there: str) -> None:
    """A relative link between any two pages equals that of the path library."""
    folder = posixpath.dirname(here) or "."
    assert relative(here, there) == posixpath.relpath(there, folder)


@given(makings=st.lists(FACTS, max_size=6))
def test_a_stamp_kept_from_before_is_the_one_that_would_be_made(
    makings: list[tuple[object, ...]],
) -> None:
    """After any other builds, a page whose facts changed is rebuilt."""
    stamps = StampCache()
    for facts in makings:
        assert stamps.of("match/K7QF", *facts) == stamp_of(*facts)
