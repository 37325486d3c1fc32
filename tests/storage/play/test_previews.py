"""Previews and open questions: stored until used, each only once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.ids import GameId, PersonId
from storage.conversation import dialogues
from storage.db import Database
from storage.play import previews
from storage.play.previews import Preview
from tests.storage.play.previews_shared import person

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


def preview(token: str, by: PersonId, game: str = "K7QF/1") -> Preview:
    """Return a typed move that was previewed."""
    return Preview(
        token=token,
        person=by,
        chat=7,
        game_id=GameId(game),
        seq=4,
        placement="H8 CASA",
        typed_at=AT,
        shown_at=AT,
    )


async def test_a_preview_is_sent_once(db: Database) -> None:
    """A second press of the button finds no preview."""
    ana = await person(db, "Ana")
    async with db.transaction() as tx:
        await previews.keep(tx, preview("t1", ana))

        assert await previews.take(tx, "t1", ana) == preview("t1", ana)
        assert await previews.take(tx, "t1", ana) is None


async def test_a_newer_preview_replaces_the_older_one_of_the_game(db: Database) -> None:
    """A person has one for each game; other games and people keep theirs."""
    ana, ion = await person(db, "Ana"), await person(db, "Ion")
    async with db.transaction() as tx:
        await previews.keep(tx, preview("t1", ana))
        await previews.keep(tx, preview("t2", ana, "K7QF/2"))
        await previews.keep(tx, preview("t3", ion))
        await previews.keep(tx, preview("t4", ana))

        assert await previews.take(tx, "t1", ana) is None
        for token, by in (("t2", ana), ("t3", ion), ("t4", ana)):
            assert await previews.take(tx, token, by) is not None


async def test_a_preview_is_its_authors(db: Database) -> None:
    """Another person's use of the token fails and does not use it up."""
    ana, ion = await person(db, "Ana"), await person(db, "Ion")
    async with db.transaction() as tx:
        await previews.keep(tx, preview("t1", ana))

        assert await previews.take(tx, "t1", ion) is None
        assert await previews.take(tx, "t1", ana) is not None


async def test_a_preview_can_be_looked_at_without_being_used(db: Database) -> None:
    """A person's preview in a game can be read, and stays ready to be sent."""
    ana = await person(db, "Ana")
    async with db.transaction() as tx:
        assert await previews.open_preview(tx, ana, GameId("K7QF/1")) is None
        await previews.keep(tx, preview("t1", ana))

        assert await previews.open_preview(tx, ana, GameId("K7QF/1")) == preview("t1", ana)
        assert await previews.open_preview(tx, ana, GameId("K7QF/2")) is None
        assert await previews.take(tx, "t1", ana) is not None


async def test_what_a_person_was_shown_last_is_found_first(db: Database) -> None:
    """A person's last preview is found in any game; others' previews are not found."""
    ana, ion = await person(db, "Ana"), await person(db, "Ion")
    late = replace(preview("t2", ana, "K7QF/2"), shown_at=AT + timedelta(minutes=1))
    async with db.transaction() as tx:
        for each in (late, preview("t1", ana), preview("t3", ion)):
            await previews.keep(tx, each)

        assert await previews.open_previews(tx, ana) == [late, preview("t1", ana)]


async def test_an_open_question_is_answered_once(db: Database) -> None:
    """The last question of a kind counts, and an answer closes it."""
    ana = await person(db, "Ana")
    async with db.transaction() as tx:
        await dialogues.put(tx, ana, "move", "H8 CASA", AT)
        await dialogues.put(tx, ana, "move", "H8 CASE", AT)
        await dialogues.put(tx, ana, "claim", "7", AT)

        assert await dialogues.take(tx, ana, "move") == ("H8 CASE", AT)
        assert await dialogues.take(tx, ana, "move") is None
        assert await dialogues.take(tx, ana, "claim") == ("7", AT)
