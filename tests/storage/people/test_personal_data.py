"""Personal data: every column is listed, exported and deleted."""

import json
from typing import Any

import pytest
from sqlalchemy import (
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.pure.folds import Folds
from engine.cases.events import CaseId
from engine.competitions.events import PlayerEntered
from engine.competitions.parts import Entry
from engine.ids import GameId, MatchCode, PersonId
from storage import log
from storage.cases import statements
from storage.conversation import chat
from storage.db import Database
from storage.people import former_chats, invitations, people
from storage.people.forgetting import AlreadyForgotten, forget
from storage.people.named_places import SEARCHED, UNSEARCHED, text_columns
from storage.people.personal_data import KEPT, ForgettingRule, stored_data
from storage.people.personal_words import NOBODYS_CHAT, PersonalWords
from storage.queues import inbox, outbox, outbox_due
from storage.schema import events, metadata
from storage.streams import competition_stream, person_stream
from storage.verify import verify
from tests.kept_messages import to_chat
from tests.somebodys_rows import AT, HABITS, TABLES, a_person, fill
from tests.storage.queued import due_in

ACCOUNT = 987_654_321
OTHER = 123_123_123
LEFT = 456_456_456
SECRET = "Anastasia Tainic"
WITHDRAWN = "Jucător retras"


def test_every_column_is_accounted_for() -> None:
    """A developer who adds a column must say what personal data it has and how it is deleted."""
    for table in metadata.sorted_tables:
        columns = {column.name for column in table.columns}
        assert KEPT[table.name].columns == columns, table.name


def test_no_table_is_named_that_there_is_not() -> None:
    """The list has only existing tables."""
    assert KEPT.keys() == metadata.tables.keys()


def test_whatever_refers_to_people_is_found_by_it() -> None:
    """A column that refers to `persons` is used to find a person's rows."""
    for table in TABLES:
        people_in = {
            column.name
            for column in table.columns
            if any(key.column.table.name == "persons" for key in column.foreign_keys)
        }
        assert people_in <= set(KEPT[table.name].person), table.name


async def everything(tx: AsyncConnection) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables."""
    return {
        table.name: [dict(row._mapping) for row in await tx.execute(select(table))]
        for table in TABLES
    }


async def test_a_forgotten_person_leaves_nothing_in_any_table(db: Database) -> None:
    """Their name, account, texts and files are deleted, and nobody else's are."""
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        ion = await a_person(tx, "Ion Rus", OTHER)
        await fill(tx, ana, ACCOUNT, SECRET)
        await fill(tx, ion, OTHER, "scris de Ion")
        before = await everything(tx)
        assert SECRET in str(before)

        counts = await forget(tx, ana, AT, f"{WITHDRAWN} {ana}")

        after = await everything(tx)
        assert SECRET not in str(after)
        assert SECRET.encode() not in b"".join(
            value for rows in after.values() for row in rows for value in row.values()
            if isinstance(value, bytes)
        )  # fmt: skip
        columns = {"chat", "account", "payload", "raw", "to"}
        left = [
            (name, row)
            for name, rows in after.items()
            for row in rows
            if any(str(ACCOUNT) in str(row[column]) for column in columns & row.keys())
        ]
        assert left == []
        for name, rows in after.items():
            others = [
                row
                for row in before[name]
                if str(ACCOUNT % 1000) not in str(row)
                and ana not in {row[column] for column in KEPT[name].person}
            ]
            assert [row for row in others if row not in rows] == [], name
        assert counts["notes"] == counts["chat_lines"] == counts["statements"] == 1
        known = await people.get(tx, ana)
        assert (known.name, known.account, known.address) == (f"{WITHDRAWN} {ana}", None, None)
        assert (known.club, known.arbiter, known.rating_keeper) == ("", False, False)
        assert await people.by_account(tx, ACCOUNT) is None


async def test_a_competition_keeps_the_club_under_their_number(db: Database) -> None:
    """By SECURITY.md the log of the draw stays complete, and names nobody."""
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        entered = PlayerEntered(
            at=AT, by=PersonId(404), entry=Entry(player=ana, club="Argus", seeding=3)
        )
        await log.append(tx, competition_stream("CN25"), 0, [entered], AT)

        await forget(tx, ana, AT, WITHDRAWN)

        (kept,) = await log.load(tx, competition_stream("CN25"))
        (payload,) = (
            await tx.execute(
                select(events.c.payload).where(events.c.stream == competition_stream("CN25"))
            )
        ).scalars()
    assert kept.event == entered
    assert SECRET not in payload


async def test_the_name_of_an_expected_person_is_removed_too(db: Database) -> None:
    """The reserved place gets the replacement name, and no other place does."""
    async with db.transaction() as tx:
        expected, other = [(await people.create(tx, name, HABITS)).id for name in (SECRET, "Ion")]
        await people.change(tx, expected, club="Club Tainic")
        ana = await a_person(tx, "Ana", ACCOUNT)
        until = AT.replace(year=2026)
        for code, place in (("one", expected), ("two", other)):
            match = MatchCode("K7QF")
            invited = invitations.Invite(code=code, match_id=match, person=place, expires_at=until)
            await invitations.invite(tx, invited, AT)
        await invitations.use_invite(tx, "one", ana, AT)
        payload = outgoing({"to": OTHER, "text": {"key": "x", "params": {"who": SECRET}}})
        await outbox.queue(tx, [outbox.Outgoing(chat=OTHER, payload=payload)], AT)

        counts = await forget(tx, ana, AT, f"{WITHDRAWN} {ana}")

        taken, stays = await people.get(tx, expected), await people.get(tx, other)
        (kept,) = await to_chat(tx, OTHER)
    assert (taken.name, taken.club) == (f"{WITHDRAWN} {ana}", "")
    assert stays.name == "Ion"
    assert SECRET not in kept
    assert counts["persons"] == 1


async def test_a_place_taken_by_mistake_keeps_its_name(db: Database) -> None:
    """A freed seat's name belongs to another person and stays; the account's name goes."""
    async with db.transaction() as tx:
        expected = (await people.create(tx, "Ion Rus", HABITS)).id
        ana = await a_person(tx, "Ana", ACCOUNT)
        await people.change(tx, ana, account_name=SECRET)
        until, match = AT.replace(year=2026), MatchCode("K7QF")
        invited = invitations.Invite(code="one", match_id=match, person=expected, expires_at=until)
        await invitations.invite(tx, invited, AT)
        await invitations.use_invite(tx, "one", ana, AT)
        await invitations.void_used(tx, ana, AT, match=match)
        facts = {"who": "Ion Rus", "account": SECRET}
        payload = outgoing({"to": OTHER, "text": {"key": "x", "params": facts}})
        await outbox.queue(tx, [outbox.Outgoing(chat=OTHER, payload=payload)], AT)

        await forget(tx, ana, AT, f"{WITHDRAWN} {ana}")

        assert (await people.get(tx, expected)).name == "Ion Rus"
        (kept,) = await to_chat(tx, OTHER)
    assert "Ion Rus" in kept
    assert SECRET not in kept


@pytest.mark.parametrize("place_first", [True, False])
async def test_a_person_and_their_place_are_forgotten_in_whichever_order(
    db: Database, place_first: bool
) -> None:
    """Both names are deleted, and messages about another person do not change."""
    async with db.transaction() as tx:
        expected = (await people.create(tx, "Anastasia Tainic-Pop", HABITS)).id
        ana = await a_person(tx, SECRET, ACCOUNT)
        until = AT.replace(year=2026)
        await invitations.invite(
            tx,
            invitations.Invite(
                code="one", match_id=MatchCode("K7QF"), person=expected, expires_at=until
            ),
            AT,
        )
        await invitations.use_invite(tx, "one", ana, AT)
        for who in (SECRET, "Anastasia Tainic-Pop"):
            payload = outgoing({"to": OTHER, "text": {"key": "x", "params": {"who": who}}})
            await outbox.queue(tx, [outbox.Outgoing(chat=OTHER, payload=payload)], AT)

        for person in (expected, ana) if place_first else (ana, expected):
            await forget(tx, person, AT, f"{WITHDRAWN} {person}")

        about_ana = (await to_chat(tx, OTHER))[0]
        after = str(await everything(tx))
    assert f"{WITHDRAWN} {ana}" in about_ana
    for gone in (SECRET, "Tainic-Pop", str(ACCOUNT)):
        assert gone not in after


async def test_a_persons_number_is_found_in_every_lane_by_any_author(db: Database) -> None:
    """A number is found in answers to presses, holds, texts in groups, and forwarded texts."""
    user = {"id": ACCOUNT, "is_bot": False, "first_name": "Ana", "last_name": "de Acasă",
            "username": "ana_tainica"}  # fmt: skip
    other = {"id": OTHER, "is_bot": False, "first_name": "Ion"}
    group = {"id": -100_555, "type": "supergroup"}
    in_group = {"message": {"from": user, "chat": group, "text": "/clasament"}}
    passed_on = {
        "message": {
            "from": other,
            "chat": {"id": OTHER, "type": "private"},
            "forward_origin": {"sender_user": user},
            "text": f"de la @ana_tainica, adică Ana de Acasă ({ACCOUNT})",
        }
    }
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        raws = [
            inbox.RawUpdate(update_id=n, chat=chat, raw=outgoing({"update_id": n, **raw}))
            for n, chat, raw in ((1, -100_555, in_group), (2, OTHER, passed_on))
        ]
        await inbox.store(tx, raws, AT)
        rows = [
            outbox.Outgoing(
                chat=ACCOUNT + lane * outbox.LANE,
                payload=outgoing({"to": ACCOUNT, "answers": "7"}),
                about=about,
            )
            for lane in (1, 2)
            for about in ("", "K7QF/1")
        ]
        await outbox.queue(tx, rows, AT)
        await outbox_due.hold_chat(tx, ACCOUNT + outbox.LANE, AT)
        for queued in await due_in(tx, AT):
            await outbox.mark_sent(tx, queued, [], AT)

        await forget(tx, ana, AT, WITHDRAWN)

        after = await everything(tx)
    (left,) = after["inbox"]
    assert json.loads(left["raw"])["message"]["from"] == other
    assert WITHDRAWN in left["raw"]
    assert after["chat_holds"] == []
    numbers = [str(ACCOUNT + lane * outbox.LANE) for lane in range(3)]
    for gone in (*numbers, "ana_tainica", "de Acasă"):
        assert gone not in str(after), gone


async def test_that_somebody_was_forgotten_is_logged_once(db: Database) -> None:
    """The person's own stream has the note once, with a valid chain."""
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        await forget(tx, ana, AT, WITHDRAWN)
        (note,) = await log.load(tx, person_stream(ana))
        assert (note.event.person, note.at) == (ana, AT)
        with pytest.raises(AlreadyForgotten):
            await forget(tx, ana, AT, WITHDRAWN)
        with pytest.raises(KeyError):
            await forget(tx, PersonId(404), AT, WITHDRAWN)
        report = await verify(tx, Folds())
    assert (report.streams, report.events, report.findings) == (1, 1, ())


async def test_messages_to_others_no_longer_name_the_person(db: Database) -> None:
    """Their name is replaced, their lines become …, and the delivery stays proved."""

    def sent(to: int, about: str, key: str, **params: object) -> outbox.Outgoing:
        payload = outgoing({"to": to, "text": {"key": key, "params": params}})
        return outbox.Outgoing(chat=to, payload=payload, about=about)

    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        await chat.add_line(tx, GameId("K7QF/1"), ana, "ne vedem la Cluj", AT)
        digest = await statements.add(tx, CaseId("K7QF/1#1"), ana, "am fost bolnavă", AT)
        rows = [
            sent(OTHER, "K7QF/1", "chat.line", who=SECRET, text="ne vedem la Cluj"),
            sent(OTHER, "K7QF/1#1", "claim.told", comment="am fost bolnavă"),
            sent(OTHER, "", "plain", text=f"{SECRET}, și Anastasia Tainicu"),
            sent(OTHER, "K7QF/1", "relayed.sheet", who=SECRET, note="scuze, plec la mama"),
            sent(OTHER, "K7QF/1", "chat.line", who="Ion", text="ne vedem la Iași"),
            sent(ACCOUNT, "K7QF/1", "sheets.caption", who=SECRET),
            sent(ACCOUNT, "", "start.hello", number=ACCOUNT),
        ]
        await outbox.queue(tx, rows, AT)
        for queued in await due_in(tx, AT):
            await outbox.mark_sent(tx, queued, [7], AT)
        await forget(tx, ana, AT, WITHDRAWN)

        kept = "".join(await to_chat(tx, OTHER))
        mine = await to_chat(tx, NOBODYS_CHAT)
        said = (await statements.of_case(tx, CaseId("K7QF/1#1")))[digest]
    for gone in (f'{SECRET}"', f"{SECRET},", "ne vedem la Cluj", "bolnavă", "plec la mama"):
        assert gone not in kept, gone
    for stays in (f"{WITHDRAWN}, și Anastasia Tainicu", "ne vedem la Iași"):
        assert stays in kept
    assert len(mine) == 1
    assert SECRET not in mine[0]
    assert statements.is_intact(said)
    assert said.text == ""


def test_an_empty_text_names_nobody() -> None:
    """It stays empty, also if the person's name belongs to somebody else by now."""
    words = PersonalWords(name="", withdrawn=WITHDRAWN, former_names=frozenset({SECRET}))
    assert words.without({"who": SECRET, "note": ""}) == {"who": WITHDRAWN, "note": ""}


def outgoing(value: object) -> str:
    """Return a payload in the bot's form."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_every_column_that_may_name_anybody_is_searched() -> None:
    """A new column long enough for a name is searched, or has a reason why not."""
    every = {f"{column.table.name}.{column.name}" for column in text_columns()}
    searched = {f"{column.table.name}.{column.name}" for column in SEARCHED}

    assert set(UNSEARCHED) <= every
    assert all(UNSEARCHED.values())
    assert searched >= {"outbox.payload", "inbox.raw", "waiting.value", "due.payload"}


async def test_former_names_and_quotations_go_with_the_person(db: Database) -> None:
    """Messages under an earlier spelling, and their words quoted by others, are cleaned, too."""
    earlier = "Ana Tainica-Pop"
    other = {"id": OTHER, "is_bot": False, "first_name": "Ion"}
    quoted = {
        "from": {"id": ACCOUNT, "is_bot": False, "first_name": "Ana"},
        "text": "plec la mama",
        "entities": [{"type": "url", "offset": 0, "length": 4}],
    }
    answer = {"from": other, "text": "bine", "reply_to_message": quoted, "quote": {"text": "mama"}}
    async with db.transaction() as tx:
        ana = await a_person(tx, earlier, ACCOUNT)
        ion = await a_person(tx, "Ion Rus", OTHER)
        await people.change(tx, ana, name=SECRET)
        await people.change(tx, ion, name="Ion Rusu")
        await people.change(tx, ion, name="Ion Rus")
        payload = outgoing({"to": OTHER, "text": {"key": "x", "params": {"who": earlier}}})
        await outbox.queue(tx, [outbox.Outgoing(chat=OTHER, payload=payload)], AT)
        raw = inbox.RawUpdate(update_id=1, chat=OTHER, raw=outgoing({"message": answer}))
        await inbox.store(tx, [raw], AT)
        await forget(tx, ana, AT, WITHDRAWN)

        (told,) = await to_chat(tx, OTHER)
        after = str(await everything(tx))
    assert WITHDRAWN in told
    for gone in (earlier, SECRET, "plec la mama", "mama", str(ACCOUNT)):
        assert gone not in after, gone
    assert "bine" in after
    assert "Ion Rusu" in after


async def test_a_given_name_alone_is_not_taken_from_others(db: Database) -> None:
    """A forgotten Ana changes nothing for Ana Pop, who is another person."""
    async with db.transaction() as tx:
        ana = await a_person(tx, "Ana", ACCOUNT)
        payload = outgoing(
            {"to": OTHER, "text": {"key": "x", "params": {"a": "Ana", "b": "Ana Pop"}}}
        )
        await outbox.queue(tx, [outbox.Outgoing(chat=OTHER, payload=payload)], AT)
        await forget(tx, ana, AT, WITHDRAWN)
        (kept,) = await to_chat(tx, OTHER)
    assert kept == payload.replace('"Ana"', f'"{WITHDRAWN}"')


async def test_a_person_is_shown_what_every_table_keeps_of_them(db: Database) -> None:
    """Each table with personal data is included, with only that person's rows."""
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        ion = await a_person(tx, "Ion Rus", OTHER)
        await fill(tx, ana, ACCOUNT, "scris de Ana")
        await fill(tx, ion, OTHER, "scris de Ion")
        found = await stored_data(tx, ana)
    personal = {name for name, kept in KEPT.items() if kept.person or kept.chat}
    assert found.keys() == personal
    filled = personal - {"rating_runs", "rating_lists"}
    assert [name for name in sorted(filled) if not found[name]] == []
    assert "Ion" not in str(found)
    assert str(OTHER) not in str(found)


def test_what_stays_is_only_numbers_or_published() -> None:
    """A table that is not cleared has only the person's number, or is a rating list."""
    left = [name for name, kept in KEPT.items() if kept.fate is ForgettingRule.STAYS and kept.own]
    assert left == ["rating_runs"]


async def test_a_chat_that_somebody_else_reads_now_is_theirs(db: Database) -> None:
    """Of a person who has moved, the chat they left goes with them, unless it has a new person."""
    async with db.transaction() as tx:
        ana = await a_person(tx, SECRET, ACCOUNT)
        await a_person(tx, "Ion Rus", OTHER)
        for chat in (OTHER, LEFT):
            await former_chats.left(tx, ana, chat, AT)
            payload = outgoing({"to": chat, "text": {"key": "x", "params": {"n": chat}}})
            await outbox.queue(tx, [outbox.Outgoing(chat=chat, payload=payload)], AT)
        shown = await stored_data(tx, ana)

        await forget(tx, ana, AT, WITHDRAWN)

        left = [row["chat"] for row in (await everything(tx))["outbox"]]
    assert [row["chat"] for row in shown["outbox"]] == [LEFT]
    assert left == [OTHER]
