"""Names of what a message belongs to: each is read back as written and as nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.correspondence import (
    about_of,
    card_of,
    case_of,
    chat_of,
    game_of,
    game_of_chat,
    player_of,
    statements_of,
    thread_of,
)
from engine.ids import GameId, PersonId

PEOPLE = st.integers(1, 10**17 - 1).map(PersonId)
codes = st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=4, max_size=4)
games = st.builds("{}/{}".format, codes, st.sampled_from("12")).map(GameId)
abouts = codes | games
"""A match, by its code, or one of its games."""


def read(name: str) -> tuple[object, object, object, object]:
    """Return the player of the letters, the game of the lines, the case of statements, the card."""
    return player_of(name), game_of_chat(name), case_of(name), card_of(name)


@given(about=abouts, game=games, player=PEOPLE, number=st.integers(1, 99))
def test_each_kind_of_name_is_read_back_and_taken_for_no_other(
    about: str, game: GameId, player: PersonId, number: int
) -> None:
    """A reply's name gives exactly its letters, lines or case, and its game."""
    case = f"{game}#{number}"

    assert read(about) == (None, None, None, None)
    assert read(thread_of(about, player)) == (player, None, None, None)
    assert read(chat_of(game)) == (None, game, None, None)
    assert read(statements_of(case)) == (None, None, case, None)
    assert read(case) == (None, None, None, case)
    assert about_of(thread_of(about, player)) == about_of(about) == about
    assert {about_of(name) for name in (chat_of(game), case, statements_of(case))} == {game}


@pytest.mark.parametrize(
    "name",
    [
        "K7QF/1#w",
        "K7QF/1#wAna",
        "K7QF/1#w-5",
        "K7QF/1#w" + "9" * 18,
        "K7QF/1#w1#w5",
        "K7QF/1#w#5",
    ],
)
def test_a_name_that_nobody_could_have_been_given_is_nobodys(name: str) -> None:
    """A name with a missing, negative or too long number belongs to no player or card."""
    assert player_of(name) is None
    assert card_of(name) is None


@given(codes, games)
def test_only_a_thread_of_a_game_names_one(match: str, game: GameId) -> None:
    """A thread about a game leads to it, one about its match to none."""
    assert game_of(game) == game
    assert game_of(match) is None
