"""„Did you mean …?”: hints show a command by its name in the reader's language."""

import pytest

from bot.chat.command_hints import command_hint, spoken_hint


@pytest.mark.parametrize(
    ("typed", "language", "command"),
    [
        ("situatie", "ro", "/stare"),
        ("situatie", "en", "/game_state"),
        ("situatie", None, "/stare"),
        ("jocury", "en", "/games"),
        ("puncte", "en", "/standings"),
        ("results", "ro", "/clasament"),
    ],
)
def test_a_mistyped_command_is_named_in_the_readers_language(
    typed: str, language: str | None, command: str
) -> None:
    """A word that resembles or means a command in either language leads to the reader's name."""
    hint = command_hint(typed, language, lambda _command: True)

    assert hint is not None
    assert hint.params["command"] == command


def test_a_sentence_names_the_command_in_the_readers_language() -> None:
    """An English sentence in a Romanian chat leads to the Romanian command."""
    hint = spoken_hint("how much time is left", "ro")

    assert hint is not None
    assert hint.params["command"] == "/timp"


@pytest.mark.parametrize("text", ["Am greșit", "am trimis gresit, vreau sa schimb", "undo"])
def test_a_request_to_take_a_move_back_is_answered_so(text: str) -> None:
    """The answer says that a sent move stays, and does not lead to a claim."""
    hint = spoken_hint(text, "ro")

    assert hint is not None
    assert hint.key == "hint.sent_stays"


def test_no_hint_leads_to_a_command_that_the_person_may_not_use() -> None:
    """What only others may use is neither meant nor near."""
    assert command_hint("partide", "ro", lambda _command: False) is None
