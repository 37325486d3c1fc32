"""Words ruled on by an arbiter: the notices, and the answers of `/cuvant` and `/cazuri`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.bench import tap
from tests.e2e.cases.word_questions_shared import Asked, asked_at
from tests.e2e.championship import FOUR, Championship, set_up
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.matches.places_shared import freed, somebody
from tests.e2e.texts import mentions, says, told


@pytest_asyncio.fixture(name="asked")
async def _asked(tmp_path: Path) -> AsyncIterator[Asked]:
    """Give a match whose Blue has asked about the word of a planned reply."""
    async with asked_at(tmp_path) as asked:
        yield asked


@pytest.mark.article("5.3")
@pytest.mark.parametrize("valid", [True, False])
async def test_a_ruling_on_a_word_is_known_to_both_players(asked: Asked, *, valid: bool) -> None:
    """The opponent reads it in `/cazuri` and `/cuvant`, without the square; a stranger does not."""
    pair, reply, card = asked.pair, asked.reply, asked.card
    table = pair.table
    square, word = reply.split()
    (before,) = await table.say(pair.red, f"/cuvant {word}")
    assert mentions(before, "words.wrong", word=word.upper())
    (none,) = await table.say(pair.red, "/cazuri")
    assert says(none, "cases.none")

    await tap(
        table, table.arbiter, card, "word_official" if valid else "word_invalid:word_not_official"
    )

    how = "valid" if valid else "invalid"
    (ruled,) = told(pair.red.messages, f"query.ruled_{how}")
    (listed,) = await table.say(pair.red, "/cazuri")
    assert mentions(listed, f"cases.word_{how}")
    for message in (ruled, listed):
        assert word.upper() in message.text
        assert square not in message.text
    for user in (pair.red, pair.blue, table.arbiter):
        (answer,) = await table.say(user, f"/cuvant {word} casa")
        assert mentions(answer, "words.ruled_right" if valid else "words.ruled_wrong")
        assert mentions(answer, "words.right", word="CASA")
    stranger = table.sandbox.add_user("Cineva", language_code="ro")
    (answer,) = await table.say(stranger, f"/cuvant {word}")
    assert mentions(answer, "words.wrong", word=word.upper())


@pytest.mark.article("3.1")
async def test_where_two_lists_differ_the_answer_names_each(asked: Asked) -> None:
    """The answer names a match's own ruling there, and another in the arbiter's competition."""
    pair, reply, card = asked.pair, asked.reply, asked.card
    table = pair.table
    word = reply.split()[1]
    await tap(table, table.arbiter, card, "word_official")
    championship = await set_up(table)
    await championship.enter(FOUR)

    (answer,) = await table.say(table.arbiter, f"/cuvant {word}")

    assert mentions(answer, "words.ruled_right", word=word.upper())
    assert mentions(answer, "words.wrong", word=word.upper())
    assert mentions(answer, "words.in_match", match=pair.code)
    assert (await championship.now()).title in answer.text


@pytest.mark.article("3.2")
async def test_a_player_who_takes_a_place_late_gets_the_word_list(
    table: Table, four: Championship
) -> None:
    """A player who joins after the start gets the word list once, silently."""
    await four.claim("Ana Pop")
    await four.draw()
    await table.travel_to(bucharest("2025-05-08"))

    ema = await four.claim("Ema Ilie")

    given = [*told(ema.messages, "leg.word_list"), *told(ema.messages, "leg.word_list_named")]
    assert [each.silent for each in given] == [True]


@pytest.mark.article("3.2")
async def test_a_player_who_takes_a_place_between_the_games_gets_the_word_list(casa: Pair) -> None:
    """Other players got it with the home game; the return game sends it to nobody."""
    pair, table = casa, casa.table
    (question,) = await table.say(pair.blue, f"/abandon {pair.code}/1")
    await table.press(pair.blue, question, "button.abandon")
    link = await freed(table, pair.code, "Ion Rus")
    late = somebody(table, "Ion, telefon nou")

    await table.join(late, link)

    given = [*told(late.messages, "leg.word_list"), *told(late.messages, "leg.word_list_named")]
    assert [each.silent for each in given] == [True]
