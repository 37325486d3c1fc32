"""Rating lists: versions, found by day and name; private runs and files are pruned."""

from dataclasses import replace
from datetime import date, timedelta

from engine.ids import PROGRAM, PersonId
from storage.db import Database
from storage.people import invitations, people, personal_data
from storage.people.invitations import Invite, InviteRole
from storage.people.people import Habits
from storage.queues import outbox
from storage.ratings import claimed_names, published_lists, rating_runs, rating_work
from storage.ratings.claimed_names import RatedName
from storage.ratings.published_lists import ListId
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_work import RatingWork, StoredFile, WorkStage
from tests.storage.queued import due_in
from tests.storage.ratings.ratings_shared import AT, RUN, row

DAY = timedelta(days=1)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=None, quiet_to=None)
MARCH, APRIL = date(2025, 3, 1), date(2025, 4, 1)
CLASSIC = ListId(system="frs", kind="classic", day=MARCH)


async def test_a_list_published_again_is_its_next_version(db: Database) -> None:
    """The old version stays unchanged, and the new one is in force."""
    async with db.transaction() as tx:
        run = await rating_runs.add(tx, RUN, AT)
        (first,) = await published_lists.publish(
            tx, run, {CLASSIC: [row(1, "Ana Pop", 187)]}, PersonId(1), AT
        )
        (second,) = await published_lists.publish(
            tx, run, {CLASSIC: [row(1, "Ana Pop", 188)]}, PersonId(2), AT + DAY
        )

        assert (first.version, second.version) == (1, 2)
        assert await published_lists.versions(tx, CLASSIC) == [first, second]
        assert [one.rating for one in await published_lists.rows_of(tx, first.id)] == [187]
        assert [one.rating for one in await published_lists.rows_of(tx, second.id)] == [188]
        assert await published_lists.in_force(tx, "frs", "classic") == second
        assert await published_lists.find_list(tx, first.id) == first
        assert await published_lists.find_list(tx, 99) is None
        assert await published_lists.last_version(tx, replace(CLASSIC, kind="free")) == 0


async def test_a_nightly_list_has_people_and_no_names(db: Database) -> None:
    """A nightly list has no name to claim; a person's row on the friendly list is found first."""
    people_ = [replace(row(1, key, rating), key=key) for key, rating in (("#7", 187), ("#9", 140))]
    competitions = ListId(system="frs", kind="competitions", day=APRIL)
    friendlies = ListId(system="absp", kind="friendlies", day=MARCH)
    async with db.transaction() as tx:
        run = await rating_runs.add(tx, RUN, AT)
        lists = {
            CLASSIC: [row(1, "#8", 160)],
            competitions: [replace(one, number=n) for n, one in enumerate(people_, 1)],
            friendlies: [replace(people_[0], rating=150)],
        }
        await published_lists.publish(tx, run, lists, PROGRAM, AT)

        assert await published_lists.names(tx) == {"#8": "#8"}
        assert await published_lists.rated_people(tx) == [7, 9]
        found = [await published_lists.nightly_row(tx, PersonId(who)) for who in (7, 8, 9)]
        assert [one and one.rating for one in found] == [150, None, 140]


async def test_the_list_of_a_day_is_the_one_in_force_then(db: Database) -> None:
    """Between two lists the older counts, and before the first there is none."""
    async with db.transaction() as tx:
        run = await rating_runs.add(tx, RUN, AT)
        lists = {replace(CLASSIC, day=day): [row(1, "Ana Pop", 180)] for day in (APRIL, MARCH)}
        general = ListId(system="frs", kind="general", day=MARCH)
        april, march, other = await published_lists.publish(
            tx, run, {**lists, general: []}, PersonId(1), AT
        )

        assert await published_lists.in_force(tx, "frs", "classic", date(2025, 3, 20)) == march
        assert await published_lists.in_force(tx, "frs", "classic", APRIL) == april
        assert await published_lists.in_force(tx, "frs", "classic", APRIL, before=True) == march
        assert await published_lists.in_force(tx, "frs", "classic", date(2025, 2, 1)) is None
        assert await published_lists.in_force(tx, "absp", "classic") is None
        assert await published_lists.all_in_force(tx) == [april, other]
        assert await published_lists.days_of(tx, "frs", "classic") == [april, march]


async def test_a_players_history_takes_the_latest_version_of_each_day(db: Database) -> None:
    """Each player has one row for each list, oldest first: their first if a list has several."""
    async with db.transaction() as tx:
        run = await rating_runs.add(tx, RUN, AT)

        async def publish(day: date, *rows: RatedRow) -> None:
            await published_lists.publish(
                tx, run, {replace(CLASSIC, day=day): rows}, PersonId(1), AT
            )

        await publish(APRIL, row(1, "Ana Pop", 190), row(2, "Ion Rus", 150), row(3, "ANA POP", 120))
        await publish(MARCH, row(1, "Ana Pop", 170))
        await publish(MARCH, row(1, "Ana Pop", 175))

        found = await published_lists.history(
            tx, "frs", "classic", ["ana pop", "ion rus", "nimeni"]
        )
        assert {key: [(day, one.rating) for day, one in rows] for key, rows in found.items()} == {
            "ana pop": [(MARCH, 175), (APRIL, 190)],
            "ion rus": [(APRIL, 150)],
            "nimeni": [],
        }
        assert await published_lists.names(tx) == {"ana pop": "Ana Pop", "ion rus": "Ion Rus"}
        assert await published_lists.names(tx, "absp") == {}
        latest = await published_lists.in_force(tx, "frs", "classic")
        assert latest is not None
        assert await published_lists.row_of(tx, latest.id, "ion rus") == row(2, "Ion Rus", 150)
        assert await published_lists.row_of(tx, latest.id, "nimeni") is None


async def test_a_run_keeps_its_result_its_spreadsheet_and_the_terms(db: Database) -> None:
    """All are read back unchanged."""
    async with db.transaction() as tx:
        number = await rating_runs.add(tx, RUN, AT)

        found = await rating_runs.find(tx, number)
        assert found is not None
        assert (found.result, found.person, found.at) == (RUN.result, 1, AT)
        assert await rating_runs.spreadsheet_of(tx, number) == b"PK"
        assert await rating_runs.terms_of(tx, number, "ion rus") == b"[2]"
        assert await rating_runs.terms_of(tx, number, "nimeni") is None
        assert await rating_runs.players_of(tx, number) == {
            "ana pop": "Ana Pop",
            "ion rus": "Ion Rus",
        }


async def test_private_runs_are_forgotten_and_published_ones_are_not(db: Database) -> None:
    """Files that nothing else uses are deleted with them."""
    async with db.transaction() as tx:
        private = await rating_runs.add(tx, replace(RUN, token="old"), AT)
        public = await rating_runs.add(tx, replace(RUN, token="public"), AT)
        await published_lists.publish(
            tx, public, {CLASSIC: [row(1, "Ana Pop", 187)]}, PersonId(1), AT
        )
        file = StoredFile(number=1, name="a.csv", sha256="0" * 64, content=b"date,type")
        for token in ("old", "public", "nothing"):
            await rating_work.add_file(tx, token, file, AT)

        await rating_runs.prune(tx, AT + DAY)
        await rating_work.prune(tx, AT + DAY)

        assert await rating_runs.find(tx, private) is None
        assert await rating_runs.spreadsheet_of(tx, private) is None
        assert await rating_runs.find(tx, public) is not None
        assert await rating_runs.terms_of(tx, public, "ana pop") == b"[1]"
        kept = {
            token: await rating_work.files_of(tx, token) for token in ("old", "public", "nothing")
        }
        assert kept == {"old": [], "public": [file], "nothing": []}


async def test_one_thing_at_a_time_is_worked_out_for_a_person(db: Database) -> None:
    """A new request replaces the old one, whose work does not start again."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS)
        ion = await people.create(tx, "Ion", HABITS)
        first = RatingWork(
            person=ana.id,
            token="t1",
            chat=7,
            stage=WorkStage.CHECK,
            seq=1,
            attempts=0,
            draft="{}",
            at=AT,
        )
        await rating_work.put(tx, first)
        other = replace(first, person=ion.id, token="t2", stage=WorkStage.RATE, at=AT - DAY)
        await rating_work.put(tx, other)
        assert await rating_work.wanted(tx) == [other, first]

        assert await rating_work.count_attempt(tx, first)
        second = replace(first, seq=2)
        await rating_work.put(tx, second)
        assert not await rating_work.count_attempt(tx, first)
        assert await rating_work.count_attempt(tx, second)
        assert await rating_work.find(tx, ana.id) == replace(second, attempts=1)
        assert await rating_work.by_token(tx, "t1") == replace(second, attempts=1)
        assert await rating_work.by_token(tx, "t3") is None

        await rating_work.put(tx, replace(second, stage=WorkStage.READY))
        assert not await rating_work.count_attempt(tx, second)
        assert await rating_work.wanted(tx) == [other]
        await rating_work.drop_work(tx, ion.id)
        assert await rating_work.find(tx, ion.id) is None


async def test_files_are_numbered_and_can_be_taken_back(db: Database) -> None:
    """Files keep the order of sending; a faulty file is removed and the others stay."""
    async with db.transaction() as tx:
        for name in ("a.csv", "b.csv"):
            number = await rating_work.next_number(tx, "t1")
            file = StoredFile(number=number, name=name, sha256="0" * 64, content=b"x" * 1000)
            await rating_work.add_file(tx, "t1", file, AT)

        assert [file.name for file in await rating_work.files_of(tx, "t1")] == ["a.csv", "b.csv"]
        await rating_work.drop_files(tx, "t1", [1])
        assert [file.number for file in await rating_work.files_of(tx, "t1")] == [2]
        assert await rating_work.next_number(tx, "t1") == 3


async def test_the_name_on_the_lists_is_the_persons_to_take_back(db: Database) -> None:
    """The name on the lists is personal data, which the person can change and delete."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS)
        assert await claimed_names.of(tx, ana.id) is None
        await claimed_names.link(tx, ana.id, RatedName(player="Ana Popp", key="ana popp"), AT)
        name = RatedName(player="Ana Pop", key="ana pop")
        await claimed_names.link(tx, ana.id, name, AT)
        assert await claimed_names.of(tx, ana.id) == name
        data = await personal_data.stored_data(tx, ana.id)
        assert [one["player"] for one in data["rated_names"]] == ["Ana Pop"]

        await claimed_names.drop(tx, ana.id)
        assert await claimed_names.of(tx, ana.id) is None


async def test_an_invitation_may_make_a_rating_keeper(db: Database) -> None:
    """An invitation can give the role of ratings officer, and not an arbiter's."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS)
        assert not ana.rating_keeper
        new = Invite(
            code="c0de",
            match_id=None,
            person=None,
            expires_at=AT + DAY,
            role=InviteRole.RATING_KEEPER,
        )
        await invitations.invite(tx, new, AT)
        found = await invitations.find_invite(tx, "c0de")
        assert found == new
        assert not new.is_arbiter
        await people.change(tx, ana.id, rating_keeper=True)
        assert (await people.get(tx, ana.id)).rating_keeper


async def test_the_progress_message_is_found_to_be_changed(db: Database) -> None:
    """The progress message is found by its key once Telegram has numbered it."""
    row = outbox.Outgoing(chat=7, payload="{}", dedup_key="rating/t1/1")
    async with db.transaction() as tx:
        await outbox.queue(tx, [row], AT)
        assert await outbox.message_of(tx, "rating/t1/1", 7) is None
        (queued,) = await due_in(tx, AT)
        await outbox.mark_sent(tx, queued, [321], AT)
        assert await outbox.message_of(tx, "rating/t1/1", 7) == 321
        assert await outbox.message_of(tx, "rating/t1/2", 7) is None
