"""Private notes about a game, for their author only."""

import json

from engine.ids import GameId
from storage.play import notes
from tests.e2e.harness import Pair, Table, button
from tests.e2e.texts import facts_of, says, shown, worded


async def test_notes_are_kept_listed_and_deleted_by_their_author_alone(
    table: Table, pair: Pair
) -> None:
    """Ana writes two, opens them from the board, deletes one; no other person sees them."""
    heard = len(pair.blue.messages), len(table.arbiter.messages)
    (none,) = await table.say(pair.red, "/nota")
    assert says(none, "note.none", game=pair.id)
    (kept,) = await table.say(pair.red, "/nota păstrează <S>-ul & jokerul")
    assert says(kept, "note.kept", game=pair.id)
    (kept,) = await table.say(pair.red, f"/note {pair.id} vezi linia 12")
    assert button(kept, "button.notes").label.endswith("(2)")

    (board,) = await table.say(pair.red, f"/tabla {pair.id}")
    (listed,) = await table.press(pair.red, board, "button.notes")

    rows = facts_of(listed, "note.list")["rows"].splitlines()
    assert rows[0].startswith("1. păstrează <S>-ul & jokerul")
    assert rows[1].startswith("2. vezi linia 12")
    stale = listed.buttons[0].data
    pair.red.press(listed, stale)
    await table.settle()
    assert facts_of(listed, "note.list")["rows"].startswith("1. vezi linia 12")
    assert await table.forge(pair.red, listed, stale)
    assert await table.forge(pair.blue, pair.blue.last, listed.buttons[0].data)

    for user in (pair.blue, table.arbiter):
        (theirs,) = await table.say(user, f"/nota {pair.id}")
        assert says(theirs, "note.none", game=pair.id)
        (other_board,) = await table.say(user, f"/tabla {pair.id}")
        assert not other_board.buttons
    assert "linia 12" not in "".join(
        message.text
        for user, seen in zip((pair.blue, table.arbiter), heard, strict=True)
        for message in user.messages[seen:]
    )
    assert len(facts_of((await table.say(pair.red, "/nota"))[0], "note.list")["rows"]) > 0


async def test_notes_travel_with_ones_own_data_and_with_the_sheets_on_request(pair: Pair) -> None:
    """The file of one's own data has them; `/fisa` offers them below both sheets."""
    await pair.table.say(pair.red, "/nota doar a mea")

    sheets = await pair.table.say(pair.red, "/fisa")
    assert [message.photo is not None for message in sheets] == [True, True, False]
    (listed,) = await pair.table.press(pair.red, sheets[-1], "button.notes")
    assert "doar a mea" in listed.text
    for user, has in ((pair.red, True), (pair.blue, False)):
        (privacy,) = await pair.table.say(user, "/confidentialitate")
        (data,) = await pair.table.press(user, privacy, "button.my_data")
        assert data.document is not None
        kept = json.loads(data.document.content)
        assert ([note["text"] for note in kept["notes"]] == ["doar a mea"]) is has
        assert (kept["notes"] != []) is has


async def test_a_note_asks_for_its_game_and_has_its_limits(two_pairs: tuple[Pair, Pair]) -> None:
    """A player of two games chooses one by a button; too long a note is refused, not cut."""
    pair, other = two_pairs
    table = pair.table
    (question,) = await table.say(pair.red, "/nota în care?")
    assert says(question, "games.which")
    answers = [each for each in question.buttons if other.id in each.data]
    pair.red.press(question, answers[0].data)
    await table.settle()

    assert question.text == f"Ai ales partida {other.id}."
    assert says(pair.red.last, "note.kept", game=other.id)
    late = await table.forge(pair.red, question, f"for:note:{other.id}")
    assert late == worded("button.unknown")
    assert question.text == f"Ai ales partida {other.id}."
    (refused,) = await table.say(pair.red, f"/nota {other.id} {'a' * 501}")
    assert says(refused, "note.too_long", n=501, most=500)
    assert shown(501, "characters") in refused.text
    author = (await table.stored.person(pair.red.id)).id
    async with table.stored.database.transaction() as tx:
        for number in range(29):
            at = table.sandbox.clock.now()
            await notes.add(tx, author, GameId(other.id), f"nota {number}", at)
    (full,) = await table.say(pair.red, f"/nota {other.id} încă una")
    assert says(full, "note.too_many", game=other.id)
