"""Lines of play as typed, sent and stored: read and written again."""

import pytest

from bot.service.operations.play.notebooks import OpenNotebook, of_partner
from bot.service.pure.play.notebook_lines import line_json, line_of, lines_of, read_moves
from bot.texts.i18n import load_catalogue
from bot.web.play.notebook_answers import notebook_json
from engine.errors import Fault, NotationError
from engine.games.notebook import unvalidated, validate_position
from engine.games.planned_moves import planned_notation
from engine.ids import Seat
from tests.builders import game_after


@pytest.mark.parametrize(
    "typed",
    [
        "H8 CASA; 9G SAT; PAS",
        "h8 casa ;9g sat;pas",
        "H8 CASA -> 9G SAT -> PAS",
        "H8 CASA → 9G SAT => pas",
        "H8 CASA\n9G SAT\nPAS\n",
        "H8 CASA; 9G SAT; PAS;",
    ],
)
def test_moves_are_parted_as_people_part_them(typed: str) -> None:
    """Semicolons, arrows and line breaks work, and so do small letters."""
    assert [*map(planned_notation, read_moves(typed))] == ["H8 CASA", "9G SAT", "PAS"]


def test_what_is_no_line_says_what_one_looks_like() -> None:
    """An empty line shows the form, and an unreadable move is named with its place."""
    with pytest.raises(NotationError, match="no_line"):
        read_moves(" ; ")
    with pytest.raises(NotationError, match="CASA1"):
        read_moves("H8 CASA1")
    with pytest.raises(NotationError, match="no_line"):
        line_of({"moves": [3]})


def test_a_line_comes_back_as_it_was_stored() -> None:
    """Moves, a blank, name and note are kept; name and note are short and on one line."""
    stored = {"moves": ["H8 CaSA", "PAS"], "root": "0.ab", "name": "A", "note": "b"}
    assert line_json(line_of(stored)) == stored
    long = line_of({"moves": ["PAS"], "name": "x" * 99, "note": "one\ntwo"})
    assert (len(long.name), long.note) == (60, "one two")


def test_what_was_kept_before_lines_were_validated_is_a_line_of_one_move() -> None:
    """A play with letters from the board keeps move and note."""
    before = {
        "note": "cu S-ul",
        "version": 3,
        "moves": [{"placement": "H8 CASA", "points": 8, "laid": [{"row": 7, "col": 7}]}],
    }
    [line] = lines_of([before, {"moves": ["???"]}, 7])
    assert [*map(planned_notation, line.moves)] == ["H8 CASA"]
    assert (line.root, line.note) == ("", "cu S-ul")


def test_what_an_opponent_lacks_is_said_of_their_rack() -> None:
    """Other errors keep their text."""
    facts: dict[str, str | int | tuple[str, ...]] = {"tiles": ("Z",), "rack": "AEI"}
    lacking = Fault("not_on_rack", "5.1", facts)
    assert of_partner(lacking) == Fault("not_on_his_rack", "5.1", facts)
    assert of_partner(Fault("off_centre", "5.1")) == Fault("off_centre", "5.1")


def test_a_move_after_an_impossible_first_one_is_shown() -> None:
    """A word that no longer counts does not keep the page from the rest of its line."""
    game, line = game_after(), line_of({"moves": ["H8 CASA", "PAS"]})
    positions = unvalidated([line])
    for position in positions:
        validate_position(game, position, frozenset())
    opened = OpenNotebook(
        game=game, going=(line,), positions=positions, gone=(), lexicon=frozenset()
    )

    first, second = notebook_json(opened, Seat.RED, load_catalogue("ro"))["positions"]

    assert first["faults"]
    assert (second["faults"], bool(second["text"])) == ([], True)
