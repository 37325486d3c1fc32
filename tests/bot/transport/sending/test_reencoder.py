"""Re-encoded pictures: each is made once for all recipients, and memory is limited."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator

import pytest
from sqlalchemy import select

from bot.documents.image_sanitiser.wire import Unusable
from bot.runtime.shares import BUDGET, HOUR, Budgets
from bot.texts.delivery_errors import ConnectionFailed, MessageRefused
from bot.texts.messages import Relayed
from bot.transport.sending import reencoder
from bot.transport.sending.reencoder import OverBudget, Reencoder
from storage.people import people
from storage.schema import outbox
from tests.bot.conftest import PostOffice
from tests.somebodys_rows import HABITS


class Telegram:
    """Serves files, counts the requests for each, and fails for chosen files."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.fails: dict[str, Exception] = {}

    async def __call__(self, file_id: str) -> AsyncGenerator[bytes, None]:
        """Yield the file's id as its content."""
        self.asked[file_id] += 1
        if file_id in self.fails:
            raise self.fails[file_id]
        yield file_id.encode()


async def developed(pieces: AsyncIterator[bytes]) -> bytes:
    """Return a picture of a thousand bytes."""
    return b"".join([piece async for piece in pieces]).ljust(1000)


def sent(file_id: str) -> Relayed:
    """Return a photo with this file id."""
    return Relayed(file_id, "", is_photo=True)


async def test_a_picture_is_made_once_for_all_who_get_it(post: PostOffice) -> None:
    """Simultaneous and later requests for a picture download it once."""
    telegram = Telegram()
    made = Reencoder(post.runtime, telegram, developed)
    await asyncio.gather(made.prepare(sent("a")), made.prepare(sent("a")))
    assert [await made.get(sent("a")) for _ in range(3)] == [b"a".ljust(1000)] * 3
    assert telegram.asked == {"a": 1}


async def test_a_failed_download_is_that_even_without_room(
    post: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure that was dropped to make room still has the message tried again."""
    telegram = Telegram()
    telegram.fails["a"] = ConnectionFailed("lost")
    made = Reencoder(post.runtime, telegram, developed)
    await made.prepare(sent("a"))
    monkeypatch.setattr(reencoder, "MOST_KEPT", 0)

    with pytest.raises(ConnectionFailed):
        await made.get(sent("a"))


async def test_no_more_is_made_than_can_be_sent(
    post: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full memory delays the next picture until another was sent."""
    monkeypatch.setattr(reencoder, "ROOM", 2000)
    telegram = Telegram()
    made = Reencoder(post.runtime, telegram, developed)
    asked = [asyncio.create_task(made.prepare(sent(name))) for name in "abc"]
    await asyncio.wait(asked[:2])
    await asyncio.sleep(0.05)
    assert not asked[2].done()
    await made.get(sent("a"))
    await asked[2]
    assert telegram.asked == {"a": 1, "b": 1, "c": 1}


async def test_what_everybody_has_is_kept_as_long_as_there_is_room(
    post: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest sent picture is dropped when memory is full, and made again on request."""
    monkeypatch.setattr(reencoder, "ROOM", 1000)
    telegram = Telegram()
    made = Reencoder(post.runtime, telegram, developed)
    for name in "abc":
        await made.prepare(sent(name))
        await made.get(sent(name))

    assert [made.is_at_hand(sent(name)) for name in "abc"] == [False, True, True]
    assert await made.get(sent("a")) == b"a".ljust(1000)
    assert telegram.asked == {"a": 2, "b": 1, "c": 1}


async def test_what_cannot_be_had_just_now_is_asked_for_again_and_what_is_none_is_not(
    post: PostOffice,
) -> None:
    """A network error is retried with the message; a file that Telegram refuses is not."""
    telegram = Telegram()
    telegram.fails = {"a": ConnectionFailed("no answer"), "b": MessageRefused("wrong file_id")}
    made = Reencoder(post.runtime, telegram, developed)
    for _ in range(2):
        await made.prepare(sent("a"))
        assert made.is_at_hand(sent("a"))
        with pytest.raises(ConnectionFailed):
            await made.get(sent("a"))
        assert not made.is_at_hand(sent("a"))
        await made.prepare(sent("b"))
        with pytest.raises(Unusable):
            await made.get(sent("b"))
    assert telegram.asked == {"a": 2, "b": 1}


async def test_one_persons_pictures_do_not_delay_anothers(post: PostOffice) -> None:
    """While six of one sender wait, the picture of another is made next."""
    order, going = list[str](), asyncio.Event()

    async def slowly(pieces: AsyncIterator[bytes]) -> bytes:
        name = b"".join([piece async for piece in pieces])
        order.append(name.decode())
        await going.wait()
        return name

    made = Reencoder(post.runtime, Telegram(), slowly)

    def of(file_id: str, person: int) -> Relayed:
        return Relayed(file_id, "", is_photo=True, by=person)

    asked = [asyncio.create_task(made.prepare(of(f"a{n}", 7))) for n in range(6)]
    asked.append(asyncio.create_task(made.prepare(of("b", 8))))
    for _ in range(10):
        await asyncio.sleep(0)  # all of them ask
    going.set()
    await asyncio.gather(*asked)

    assert order[:2] == ["a0", "b"]


async def test_beyond_the_hours_budget_a_picture_waits_for_another_hour(post: PostOffice) -> None:
    """The sender reads why, the operators are told, and others' pictures are made."""
    passed = [0.0]

    async def slowly(pieces: AsyncIterator[bytes]) -> bytes:
        passed[0] += BUDGET + 1
        return b"".join([piece async for piece in pieces])

    async with post.runtime.database.transaction() as tx:
        sender = (await people.create(tx, "Ana Pop", HABITS, address=post.operator.id)).id

    def of(file_id: str, person: int) -> Relayed:
        return Relayed(file_id, "", is_photo=True, by=person)

    budgets = Budgets(seconds=lambda: passed[0])
    made = Reencoder(post.runtime, Telegram(), slowly, budgets)
    await made.prepare(of("a", sender))
    with pytest.raises(OverBudget):
        await made.get(of("b", sender))
    assert await made.get(of("c", 8)) == b"c"
    async with post.runtime.database.reading() as tx:
        said = " ".join((await tx.execute(select(outbox.c.payload))).scalars())
    assert said.count("relay.over_budget") == 1
    assert "operator.over_budget" in said
    passed[0] += HOUR
    assert await made.get(of("b", sender)) == b"b"
