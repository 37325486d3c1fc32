"""Two numbers of one person outside the logs: every table, the account, and the names."""

from sqlalchemy import select

from engine.competitions.sign_up import SignUpState
from engine.ids import CompetitionCode, PersonId
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp
from storage.conversation import chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind
from storage.db import Database
from storage.people import invitations, people
from storage.people.invitations import InviteRole
from storage.people.merging import DERIVED, join
from storage.people.personal_data import KEPT
from storage.schema import metadata, web_sessions
from tests.somebodys_rows import AT, HABITS, a_person, fill

CUP = CompetitionCode("CUP")


def signed_up(person: PersonId, club: str) -> SignedUp:
    """Return a person's seat in a sign-up."""
    return SignedUp(
        competition=CUP,
        person=person,
        number=1,
        name="Ana",
        club=club,
        email="",
        rating=None,
        state=SignUpState.IN,
    )


async def test_no_table_names_the_number_that_nobody_has(db: Database) -> None:
    """Its rows belong to the person who stays; where both have one, theirs stays."""
    async with db.transaction() as tx:
        ana, other = await a_person(tx, "Ana Pop", 4711), await a_person(tx, "Ana Ionescu", 4812)
        await fill(tx, ana, 4711, "de la Ana")
        await fill(tx, other, 4812, "de pe alt cont")

        await join(tx, await people.get(tx, ana), await people.get(tx, other), AT)

        for name, kept in KEPT.items():
            if name in DERIVED or name == "persons":
                continue
            table = metadata.tables[name]
            for row in (await tx.execute(select(table))).mappings():
                is_mark = name == "invites" and row["role"] == InviteRole.MERGED
                named = {row[column] for column in kept.person}
                assert is_mark or other not in named, name
        assert await invitations.placeholders(tx) == {other: ana}


async def test_where_both_have_a_row_theirs_stays(db: Database) -> None:
    """A key that both use has one row afterwards, that of the person who stays."""
    async with db.transaction() as tx:
        ana, other = await a_person(tx, "Ana Pop", 4711), await a_person(tx, "Ana Ionescu", 4812)
        for person, club in ((ana, "Cluj"), (other, "Iași")):
            await sign_ups.put_person(tx, signed_up(person, club))

        await join(tx, await people.get(tx, ana), await people.get(tx, other), AT)

        (one,) = await sign_ups.people_of(tx, CUP)
        assert (one.person, one.club) == (ana, "Cluj")


async def test_a_block_counts_for_the_number_that_stays(db: Database) -> None:
    """Nobody plays with somebody they have blocked because that person has another number."""
    async with db.transaction() as tx:
        ana, other = await a_person(tx, "Ana Pop", 4711), await a_person(tx, "Ana Ionescu", 4812)
        ion, dan = await a_person(tx, "Ion Rus", 4913), await a_person(tx, "Dan Ilie", 5014)
        for author, blocked in ((ion, other), (dan, other), (dan, ana), (other, ana)):
            scope = chat_stops.scope_of(blocked)
            block = ChatStop(scope=scope, kind=StopKind.PERSON, person=author, at=AT)
            await chat_stops.stop(tx, block)

        await join(tx, await people.get(tx, ana), await people.get(tx, other), AT)

        assert await chat_stops.blocked_by(tx, ion) == [ana]
        assert await chat_stops.blocked_by(tx, dan) == [ana]
        assert await chat_stops.apart_from(tx, ana) == {ion, dan}


async def test_the_account_moves_to_a_person_without_one(db: Database) -> None:
    """With chat, language, hours and sessions; the strictest wish about the public name counts."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana Pop", HABITS)
        other = await a_person(tx, "Ana Ionescu", 4812)
        await people.change(tx, other, public_name="initials", minor=True, reminder_hour=20)
        await fill(tx, other, 4812, "de pe alt cont")

        await join(tx, ana, await people.get(tx, other), AT)

        found = await people.get(tx, ana.id)
        assert (found.name, found.club, found.address) == ("Ana Pop", "Club Ana Ionescu", 4812)
        assert (found.public_name, found.minor, found.reminder_hour) == ("initials", True, 20)
        assert await people.by_account(tx, 4812) == found
        assert "Ana Ionescu" in await people.former_names_of(tx, ana.id)
        gone = await people.get(tx, other)
        assert (gone.name, gone.account, gone.address) == ("Ana Pop", None, None)
        sessions = (await tx.execute(select(web_sessions.c.person))).scalars().all()
        assert sessions == [ana.id]


async def test_of_two_accounts_the_persons_own_stays(db: Database) -> None:
    """The other account is nobody's, and its sessions end."""
    async with db.transaction() as tx:
        ana, other = await a_person(tx, "Ana Pop", 4711), await a_person(tx, "Ana Ionescu", 4812)
        await people.change(tx, ana, public_name="hidden")
        await people.change(tx, other, public_name="full")
        await fill(tx, other, 4812, "de pe alt cont")

        await join(tx, await people.get(tx, ana), await people.get(tx, other), AT)

        found = await people.get(tx, ana)
        assert (found.account, found.club, found.public_name) == (
            4711,
            "Club Ana Pop",
            "hidden",
        )
        assert await people.by_account(tx, 4812) is None
        assert (await tx.execute(select(web_sessions.c.person))).scalars().all() == []
