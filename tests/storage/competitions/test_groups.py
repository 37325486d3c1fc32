"""Groups: linked by a one-time code, moved, lost; topics; destinations of copies."""

from datetime import UTC, datetime, timedelta

from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.competitions import group_topics, groups, linking_codes, sheet_copies
from storage.competitions.groups import GroupChat, GroupKind
from storage.competitions.linking_codes import GroupCode
from storage.competitions.sheet_copies import Copies
from storage.db import Database
from storage.people import people, personal_data
from storage.people.people import Habits
from storage.queues import outbox
from tests.storage.queued import due_in

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)
CN25, CUPA = CompetitionCode("CN25"), CompetitionCode("CUPA")


async def arbiter(db: Database, name: str = "Radu") -> PersonId:
    """Return a new arbiter."""
    async with db.transaction() as tx:
        return (await people.create(tx, name, HABITS)).id


def code(person: PersonId, text: str, competition: CompetitionCode = CN25) -> GroupCode:
    """Return a code for a competition's group."""
    return GroupCode(
        code=text,
        kind=GroupKind.COMPETITION,
        competition=competition,
        person=person,
        expires_at=AT + DAY,
    )


def group(chat: int, person: PersonId, competition: CompetitionCode = CN25) -> GroupChat:
    """Return a competition's group."""
    return GroupChat(
        chat=chat,
        kind=GroupKind.COMPETITION,
        competition=competition,
        person=person,
        language="ro",
        since=4,
    )


def archive(chat: int, person: PersonId) -> GroupChat:
    """Return an archive group."""
    return GroupChat(chat=chat, kind=GroupKind.ARCHIVE, person=person, language="en")


async def test_a_code_is_good_once_and_for_a_while(db: Database) -> None:
    """A used, replaced or expired code links nothing."""
    radu = await arbiter(db)
    async with db.transaction() as tx:
        await linking_codes.offer(tx, code(radu, "one"))
        assert await linking_codes.owner_of(tx, "one") == radu
        assert await linking_codes.take(tx, "one", AT) == code(radu, "one")
        assert await linking_codes.take(tx, "one", AT) is None
        await linking_codes.offer(tx, code(radu, "two"))
        await linking_codes.offer(tx, code(radu, "other", CUPA))
        await linking_codes.offer(tx, code(radu, "three"))
        assert await linking_codes.owner_of(tx, "two") is None
        assert await linking_codes.take(tx, "other", AT) is not None
        assert await linking_codes.take(tx, "three", AT + DAY) is None
        assert await linking_codes.owner_of(tx, "three") is None


async def test_a_competition_has_one_group_and_a_group_one_competition(db: Database) -> None:
    """The latest link replaces earlier ones."""
    radu = await arbiter(db)
    async with db.transaction() as tx:
        await groups.link(tx, group(-1, radu), AT)
        await groups.link(tx, group(-2, radu), AT)
        assert await groups.of_chat(tx, -1) is None
        assert await groups.of_competition(tx, CN25) == group(-2, radu)
        await groups.link(tx, group(-2, radu, CUPA), AT)
        assert await groups.of_competition(tx, CN25) is None
        assert await groups.of_chat(tx, -2) == group(-2, radu, CUPA)
        assert await groups.unlink(tx, -2) == group(-2, radu, CUPA)
        assert await groups.unlink(tx, -2) is None


async def test_an_archive_belongs_to_its_arbiter(db: Database) -> None:
    """Each arbiter has one, which is no competition's group."""
    radu, ana = await arbiter(db), await arbiter(db, "Ana")
    async with db.transaction() as tx:
        await groups.link(tx, archive(-1, radu), AT)
        await groups.link(tx, archive(-2, ana), AT)
        await groups.link(tx, archive(-3, radu), AT)
        assert await groups.archive_of(tx, radu) == archive(-3, radu)
        assert await groups.archive_of(tx, ana) == archive(-2, ana)
        assert await groups.of_competition(tx, NO_COMPETITION) is None
        data = await personal_data.stored_data(tx, radu)
    assert [each["chat"] for each in data["group_chats"]] == [-3]


async def test_a_group_that_moves_takes_its_topics_along(db: Database) -> None:
    """Afterwards the new number finds everything, and the old one nothing."""
    radu = await arbiter(db)
    async with db.transaction() as tx:
        await groups.link(tx, archive(-1, radu), AT)
        await group_topics.keep(tx, -1, "K7QF", 17)
        await groups.move(tx, -1, -100)
        assert await groups.of_chat(tx, -1) is None
        assert await groups.of_chat(tx, -100) == archive(-100, radu)
        assert await group_topics.find(tx, -100, "K7QF") == 17
        assert await group_topics.find(tx, -1, "K7QF") is None


async def test_a_move_that_is_reported_twice_unlinks_nothing(db: Database) -> None:
    """Telegram reports it by an event and as the answer to a message; the group stays linked."""
    radu = await arbiter(db)
    async with db.transaction() as tx:
        await groups.link(tx, archive(-1, radu), AT)
        await group_topics.keep(tx, -1, "K7QF", 17)
        for _ in range(2):
            await groups.move(tx, -1, -100)
        assert await groups.archive_of(tx, radu) == archive(-100, radu)
        assert await group_topics.find(tx, -100, "K7QF") == 17


async def test_topics_are_remembered_until_forgotten(db: Database) -> None:
    """Each group and pair has one number, and linking the group again starts afresh."""
    radu = await arbiter(db)
    async with db.transaction() as tx:
        await groups.link(tx, archive(-1, radu), AT)
        await group_topics.keep(tx, -1, "K7QF", 17)
        await group_topics.keep(tx, -1, "K7QF", 18)
        await group_topics.bar(tx, -1)
        assert await group_topics.find(tx, -1, "K7QF") == 18
        await group_topics.forget(tx, -1, "K7QF")
        assert await group_topics.find(tx, -1, "K7QF") is None
        assert await group_topics.is_barred(tx, -1)
        await groups.link(tx, archive(-1, radu), AT)
        assert not await group_topics.is_barred(tx, -1)


async def test_copies_come_daily_until_the_arbiter_chooses(db: Database) -> None:
    """Each arbiter has their own choice, which may change."""
    radu, ana = await arbiter(db), await arbiter(db, "Ana")
    async with db.transaction() as tx:
        assert await sheet_copies.of(tx, radu) is Copies.DAILY
        await sheet_copies.choose(tx, radu, Copies.ARCHIVE)
        await sheet_copies.choose(tx, radu, Copies.ALOUD)
        assert await sheet_copies.of(tx, radu) is Copies.ALOUD
        assert await sheet_copies.of(tx, ana) is Copies.DAILY


async def test_the_newest_sent_key_shows_how_far_posts_have_come(db: Database) -> None:
    """Only sent messages of this competition with keys of this kind count."""
    rows = [
        outbox.Outgoing(chat=-1, payload="", dedup_key=f"post:CN25:{n}", about="CN25")
        for n in (5, 9, 12)
    ]
    async with db.transaction() as tx:
        assert await outbox.newest_sent(tx, "CN25", "post:CN25:") == ""
        await outbox.queue(tx, rows, AT)
        for _ in range(2):
            (due,) = await due_in(tx, AT)
            await outbox.mark_sent(tx, due, [1], AT)
        assert await outbox.newest_sent(tx, "CN25", "post:CN25:") == "post:CN25:9"
        assert await outbox.newest_sent(tx, "CN2", "post:CN2:") == ""
