"""Moves typed as in article 4.2: with adjacent words, points and total."""

import pytest

from engine.games.game import Game
from engine.notation import parse_placement
from engine.placement import survey
from engine.plain import Play
from tests.e2e.harness import Pair
from tests.e2e.plays import some
from tests.e2e.texts import facts_of, mentions, says, worded


def _forms_several(play: Play) -> bool:
    return len(play.words) > 2  # the main word, and two adjacent ones


async def _blue_to_move(pair: Pair) -> tuple[str, list[str]]:
    """Return a move that forms adjacent words, and these words."""
    await pair.place(pair.red, "H8 CASA")
    game: Game = await pair.game()
    play = some(game, _forms_several)
    return play, _adjacent(game, play)


def _adjacent(game: Game, typed: str) -> list[str]:
    return [word.upper() for word in survey(game.board, parse_placement(typed)).words[1:]]


@pytest.mark.article("4.2")
async def test_adjacent_words_are_read_under_the_main_word_and_after_it(pair: Pair) -> None:
    """With line breaks, commas, plus signs, brackets or spaces only the move counts."""
    play, words = await _blue_to_move(pair)
    full = await pair.type(pair.blue, play)
    plain = facts_of(full, "preview.placement")
    for written in ("\n{}", ", {}", " + {}", " ({})", " {}"):
        between = ", " if "(" in written else written.replace("{}", "")

        full = await pair.type(pair.blue, play + written.format(between.join(words)))

        assert facts_of(full, "preview.placement") == plain, written
    await pair.table.press(pair.blue, full, "button.send")
    assert len((await pair.game()).moves) == 2


@pytest.mark.article("4.2")
async def test_adjacent_words_that_differ_are_shown_before_the_placement_is_sent(
    pair: Pair,
) -> None:
    """The preview names the written and the formed words, and no move has been sent."""
    (alone,) = await pair.table.say(pair.red, "H8 CASA, PE")
    assert worded("preview.beside_no_words", written="PE", formed="") in alone.text

    play, words = await _blue_to_move(pair)
    (wrong,) = await pair.table.say(pair.blue, f"{play}\n{words[0]}\nZZ")

    warning = worded("preview.beside_words", written=f"{words[0]}, ZZ", formed=", ".join(words))
    assert warning in wrong.text
    assert says(wrong, "preview.placement", placement=play)
    assert len((await pair.game()).moves) == 1


@pytest.mark.article("4.2")
async def test_points_and_total_that_differ_are_shown_before_the_placement_is_sent(
    pair: Pair,
) -> None:
    """The right figures are beside the written ones; correct figures bring no remark."""
    (wrong,) = await pair.table.say(pair.red, "H8 CASA 9, total 10")
    assert worded("preview.beside_points", written=9, right=8) in wrong.text
    assert worded("preview.beside_total", written=10, right=8) in wrong.text

    (right,) = await pair.table.say(pair.red, "H8 CASA 8, total 8")

    assert not mentions(right, "preview.beside_points")
    assert not mentions(right, "preview.beside_total")
    assert len(await pair.events()) == 1


async def test_talk_after_a_placement_is_no_adjacent_word(pair: Pair) -> None:
    """Unformed words separated only by spaces are refused."""
    (answer,) = await pair.table.say(pair.red, "H8 casa mea e mare")

    assert mentions(answer, "fault.several_words")


async def test_a_direction_in_words_must_agree_with_the_square(pair: Pair) -> None:
    """The wrong direction is explained with both notations; the right one is no adjacent word."""
    (wrong,) = await pair.table.say(pair.red, "H8 CASA pe verticală")
    (right,) = await pair.table.say(pair.red, "H8 CASA pe orizontală")

    assert mentions(wrong, "fault.across_says_down", position="H8", meant="8H", word="CASA")
    assert says(right, "preview.placement", placement="H8 CASA")
