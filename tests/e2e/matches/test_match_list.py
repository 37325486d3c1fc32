"""`/meciuri`: an arbiter's matches, and how one of them is found."""

from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says

FORMS = ("{code}", "{code}/1", "{code}/1#2", "rus", "Ion Pop", "Ana – Ion")


async def test_an_arbiter_finds_a_match_by_a_code_or_by_its_players(pair: Pair) -> None:
    """The code of the match, a game or a case fits, and so do words of both names in any order."""
    table = pair.table
    await table.invite("Dan Ene", "Ema Ilie")

    for form in FORMS:
        (found,) = await table.say(table.arbiter, f"/meciuri {form.format(code=pair.code)}")

        assert says(found, "matches.found", n=1), form
        assert mentions(found, "matches.row", match=pair.code, first="Ana Pop", second="Ion Rus")


async def test_words_of_two_matches_find_neither(pair: Pair) -> None:
    """Each word must be in the names of the same match."""
    table = pair.table
    await table.invite("Dan Ene", "Ema Ilie")

    (found,) = await table.say(table.arbiter, "/meciuri Ana Ene")

    assert says(found, "matches.not_found")
