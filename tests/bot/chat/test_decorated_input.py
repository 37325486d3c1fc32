"""Marks that only decorate what a person types change nothing that is read from it."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.commands import command_named
from bot.chat.input_kinds import ClassifiedInput, classify
from bot.chat.matches.arrangement import parse_arrangement
from bot.chat.play.typed_moves import read_move
from bot.chat.play.writing import split_game
from bot.service.pure.play.condition_lines import read_condition
from bot.service.pure.play.notebook_lines import read_moves
from bot.texts.messages import Incoming, Sender
from engine.dates import parse_date, parse_period, take_period
from engine.notation import fold, is_pass, parse_placement
from engine.typed import single_spaced, visible
from tests.examples import HALF

TODAY: Final = date(2025, 7, 10)
BEFORE: Final = ("", " ", "„", "“", "`", '"', "\u200b", "\u200f", "\u00a0", "\ufeff")
AFTER: Final = (
    *("", " ", "”", "`", '"', "\u200b", "\u2069", "\u00a0"),
    *(".", " 🙂", "👍🏽", " ❤️", "!", "`."),
)
LIKE: Final = {
    "A": "АΑ",
    "C": "С",
    "H": "НΗ",
    "S": "Ѕ",
    "c": "с",
    "o": "о",
    "e": "е",
    " ": "\u00a0\u2009",
    "-": "\u2010\u2011–—\u2212",
}
"""The signs of other keyboards that look like these."""


def sent(text: str) -> ClassifiedInput:
    """Return a text as the bot receives it, classified."""
    at, received = datetime(2025, 7, 10, tzinfo=UTC), visible(text)
    sender = Sender(1, "Ana")
    incoming = Incoming(
        update=1, sender=sender, chat=1, is_private=True, message=1, at=at, text=received
    )
    return classify(incoming)


def command_of(text: str) -> object:
    """Return the command that a message gives, and the text after it."""
    found = sent(text)
    return found.kind, command_named(found.name), found.args


def bare_command_of(text: str) -> object:
    """Return the command whose bare name a message is."""
    found = sent(text)
    return found.kind, command_named(found.args)


def move_of(text: str) -> object:
    """Return the move in a message, and the code before it."""
    found = sent(text)
    moved = read_move(found.args)
    return None if moved is None else (found.kind, moved.code, parse_placement(moved.text))


def name_of(text: str) -> str:
    """Return a name as it is looked up."""
    return single_spaced(fold(text)).casefold()


KINDS: Final[tuple[tuple[str, Callable[[str], object]], ...]] = (
    ("H8 CASA", parse_placement),
    ("8H CASA", move_of),
    ("5BAV H8 CASA", move_of),
    ("PAS", is_pass),
    ("/jocuri", command_of),
    ("jocuri", bare_command_of),
    ("12.08.2025", lambda text: parse_date(text, TODAY)),
    ("2025-08-12", lambda text: parse_date(text, None)),
    ("12.08 - 15.08", lambda text: parse_period(text, TODAY)),
    ("12.08-15.08", lambda text: take_period(text, TODAY)),
    ("H8 CASA -> 9G SAC; J8 CAR -> PAS", read_condition),
    ("orice -> PAS", read_condition),
    ("H8 CASA; 9G SAC; PAS", read_moves),
    ("Ana Pop", name_of),
    ("5BAV/1", split_game),
    ("Ana Pop - Ion Rus", lambda text: parse_arrangement(text, TODAY).named),
)
"""A valid text of each kind of input, and its reader."""


def typed(text: str) -> st.SearchStrategy[str]:
    """Return the text as other keyboards and chats may type it."""
    signs = [st.sampled_from((sign, *LIKE.get(sign, ""))) for sign in text]
    whole = st.tuples(st.sampled_from(BEFORE), *signs, st.sampled_from(AFTER))
    return whole.map("".join)


@pytest.mark.parametrize(("text", "reader"), KINDS, ids=[text for text, _ in KINDS])
@settings(max_examples=HALF)
@given(data=st.data())
def test_decoration_changes_nothing_of_what_is_read(
    text: str, reader: Callable[[str], object], data: st.DataObject
) -> None:
    """Quotes, dashes, spaces, invisible marks, emoji and look-alikes mean nothing."""
    assert reader(data.draw(typed(text))) == reader(text)


@pytest.mark.parametrize("arrow", ["->", "–>", "—>", "→", "\u2212>", " => ", "➡️", "⟶"])
def test_every_arrow_is_an_arrow(arrow: str) -> None:
    """Conditions and lines of the notebook read the arrows of every phone."""
    assert read_condition(f"H8 CASA{arrow}9G SAC") == read_condition("H8 CASA -> 9G SAC")
    assert read_moves(f"H8 CASA{arrow}9G SAC") == read_moves("H8 CASA; 9G SAC")


def test_a_message_to_a_person_stays_as_it_was_typed() -> None:
    """Only what the bot reads loses its decoration, not what it sends on."""
    assert sent("/mesaj Mulțumesc! 🙂").args == "Mulțumesc! 🙂"
    assert sent("- Salut! 🙂").args == "- Salut! 🙂"
    assert take_period("12.08-15.08 munte – mare!", TODAY)[1] == "munte – mare!"
