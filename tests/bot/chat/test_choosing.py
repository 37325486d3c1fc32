"""The labels of buttons to choose from."""

from bot.chat.choosing import titles_apart


def test_competitions_of_one_title_have_their_codes_beside_it() -> None:
    """No two buttons look alike; a title of its own stays as it is."""
    titles = {"C1": "Cupa", "C2": "Cupa", "C3": "Memorialul"}

    assert titles_apart(titles) == {"C1": "Cupa (C1)", "C2": "Cupa (C2)", "C3": "Memorialul"}
    assert titles_apart({}) == {}
