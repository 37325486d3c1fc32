"""The Mini App's stored data: requests, tokens and notebooks, on both databases."""

from datetime import UTC, datetime, timedelta

from engine.ids import GameId, PersonId
from storage.db import Database
from storage.people import people, web_sessions
from storage.people.people import Habits
from storage.play import notebooks
from storage.play.notebooks import Notebook
from storage.queues import app_requests, inbox
from storage.queues.app_requests import Request
from storage.queues.precedence import Precedence

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)
GAME = GameId("K7QF/1")


async def person(db: Database, account: int = 77) -> PersonId:
    """Return a new person with that account."""
    async with db.transaction() as tx:
        made = await people.create(
            tx, "Ana Pop", HABITS, account=account, address=account, language="ro"
        )
    return made.id


async def test_a_request_is_stored_once_and_its_answer_is_kept(db: Database) -> None:
    """The same key adds no row, whatever it asks, and finds the answer."""
    async with db.transaction() as tx:
        assert await app_requests.state(tx, "1:a") is None
        assert await app_requests.store(tx, Request(key="1:a", chat=7, raw="{}"), AT)
        assert not await app_requests.store(tx, Request(key="1:a", chat=8, raw="[]"), AT)
        assert await app_requests.store(tx, Request(key="2:a", chat=None, raw="{}"), AT)
        first = await inbox.take(tx, AT)
        assert first is not None
        assert (first.source, first.raw, first.update_id) == (inbox.RowOrigin.WEB, "{}", None)
        await app_requests.answer(tx, first.id, "done")
        await inbox.mark_done(tx, first.id, AT)

    async with db.reading() as tx:
        answered, other = await app_requests.state(tx, "1:a"), await app_requests.state(tx, "2:a")
    assert answered == app_requests.RequestState("done", is_dead=False)
    assert other == app_requests.RequestState("", is_dead=False)


async def test_a_request_has_its_turn_among_what_its_author_writes(db: Database) -> None:
    """A request has its place in the chat's order, and a move takes earlier requests along."""
    update = inbox.RawUpdate(update_id=1, chat=7, raw="{}", precedence=Precedence.TOLD)
    other = inbox.RawUpdate(update_id=2, chat=8, raw="{}", precedence=Precedence.ASKED)
    async with db.transaction() as tx:
        await inbox.store(tx, [update, other], AT)
        move = Request(key="1:a", chat=7, raw="{}", precedence=Precedence.MOVE)
        await app_requests.store(tx, move, AT)
        taken = []
        while (row := await inbox.take(tx, AT)) is not None:
            taken.append(row.update_id)
            await inbox.mark_done(tx, row.id, AT)

    assert taken == [1, None, 2]


async def test_a_token_is_good_for_its_time_and_its_account(db: Database) -> None:
    """A token fails after its time, for another account, and once it is ended."""
    ana = await person(db)
    async with db.transaction() as tx:
        await web_sessions.keep(tx, "secret", ana, 77, AT + timedelta(hours=12), most=5)

    async def whose(token: str, hours: float) -> PersonId | None:
        async with db.reading() as tx:
            found = await web_sessions.find(tx, token, AT + timedelta(hours=hours))
        return None if found is None else found.person

    assert await whose("secret", 11.9) == ana
    assert await whose("secret", 12) is None
    assert await whose("Secret", 1) is None
    async with db.transaction() as tx:
        await people.change(tx, ana, account=78)
    assert await whose("secret", 1) is None
    async with db.transaction() as tx:
        await people.change(tx, ana, account=77)
    assert await whose("secret", 1) == ana
    async with db.transaction() as tx:
        await web_sessions.prune(tx, AT + timedelta(hours=12))
    assert await whose("secret", 1) is None


async def test_a_notebook_takes_the_place_of_the_one_before(db: Database) -> None:
    """A person has one for each game, and another's is not changed."""
    ana, ion = await person(db), await person(db, 78)

    def written(by: PersonId, revision: int) -> Notebook:
        return Notebook(person=by, game_id=GAME, version=4, revision=revision, lines="[]", at=AT)

    async with db.transaction() as tx:
        for each in (written(ana, 1), written(ion, 1), written(ana, 2)):
            await notebooks.keep(tx, each)
        assert await notebooks.find(tx, ana, GAME) == written(ana, 2)
        await notebooks.remove(tx, ana, GAME)
        assert await notebooks.find(tx, ana, GAME) is None
        assert await notebooks.find(tx, ion, GAME) == written(ion, 1)
