"""`/arhiva_mea`: a player's finished games with all their documents, long after the end."""

from pathlib import Path

from bot.chat.matches.archive import ON_PAGE
from sandbox import Message
from tests.e2e.bench import tap
from tests.e2e.harness import Pair, button, last_with
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.own_archive_shared import nine_matches_left
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told


def labels(message: Message) -> list[str]:
    """Return the labels of the message's buttons."""
    return [each.label for each in message.buttons]


async def test_a_finished_game_is_found_with_all_there_is_of_it(passed_out: Pair) -> None:
    """`/jocuri` leads to result, date and coefficient, then board, sheets, record and moves.

    What cannot be had yet takes nothing from the card: a text below says that the analysis waits.
    """
    pair, table = passed_out, passed_out.table

    (listed,) = await table.say(pair.red, "/jocuri")
    await table.press(pair.red, listed, "button.archive")
    assert says(listed, "archive.list", n=1)
    assert mentions(listed, "archive.row", game=pair.id, partner="Ion Rus", on="2025-05-01")
    assert mentions(listed, "archive.won")
    (card,) = await table.press(pair.red, listed, "games.label")
    assert says(card, "archive.card", game=pair.id, red="Ana Pop", blue="Ion Rus", n=5)
    assert card.photo

    (record, *sheets) = await table.press(pair.red, card, "button.archive_record")
    assert record.document is not None
    assert record.document.name.endswith(".gcg")
    assert len([message for message in sheets if message.photo]) == 2
    (moves,) = await table.press(pair.red, card, "button.archive_moves")
    assert mentions(moves, "history.list", game=pair.id)
    button(card, "button.archive_sheets")
    (refused,) = await table.press(pair.red, card, "button.analysis")
    assert mentions(refused, "refused")
    assert says(card, "archive.card", game=pair.id)
    assert card.buttons
    (blues_card,) = await table.say(pair.blue, "/arhiva_mea")
    assert mentions(blues_card, "archive.lost")


async def test_a_game_without_a_move_offers_no_analysis(given_up: Pair) -> None:
    """Neither the end of the match nor the archive has a button that would find nothing."""
    pair, table = given_up, given_up.table
    for user in (pair.red, pair.blue):
        asked = last_with(user, f"res:{pair.code}:yes")
        await table.press(user, asked, "button.results_yes")
    (card,) = await table.say(table.arbiter, f"/omologheaza {pair.code}")
    await table.press(table.arbiter, card, "button.homologate")

    (final,) = told(pair.red.messages, "results.final", match=pair.code)
    (listed,) = await table.say(pair.red, "/arhiva_mea")
    (archived,) = await tap(table, pair.red, listed, f"archg:{pair.id}")

    assert says(archived, "archive.card", game=pair.id, n=0)
    assert not any(each.data.startswith("an:") for each in (*final.buttons, *archived.buttons))


async def test_nobody_opens_another_persons_archive(pair: Pair) -> None:
    """A forged button shows a stranger nothing, and no archive has a running game.

    A person without games reads what they can do: see the archive, words and ratings.
    """
    table = pair.table
    stranger = table.sandbox.add_user("Chibițul", language_code="ro")
    (answer,) = await table.say(stranger, "/jocuri")
    assert says(answer, "games.none")
    assert "/arhiva_mea" in answer.text
    (answer,) = await table.say(stranger, "/arhiva_mea")
    assert says(answer, "archive.none")

    await table.forge(stranger, answer, f"archg:{pair.id}")
    assert mentions(answer, "fault.not_your_game")
    (listed,) = await table.say(pair.red, "/jocuri")
    assert not any(each.data == "arch:0" for each in listed.buttons)
    (own,) = await table.say(pair.red, "/arhiva_mea")
    assert says(own, "archive.none")
    await table.forge(pair.red, own, f"archg:{pair.id}")
    assert told(pair.red.messages, "archive.still_on", game=pair.id)


async def test_a_long_archive_has_pages(tmp_path: Path) -> None:
    """Buttons turn the pages, and a page beyond the last shows the last."""
    async with laid_table(tmp_path, after=nine_matches_left) as table:
        ana = Season.at(table, *table.done).players["Ana Pop"]
        (listed,) = await table.say(ana, "/arhiva_mea")
        assert says(listed, "archive.list", n=2 * ON_PAGE + 2)
        assert len(labels(listed)) == ON_PAGE + 1
        await table.press(ana, listed, "button.list_on")
        assert len(labels(listed)) == ON_PAGE + 2
        await table.press(ana, listed, "button.list_on")
        last = labels(listed)
        assert len(last) == 3
        await table.forge(ana, listed, "arch:99")
        assert labels(listed) == last
