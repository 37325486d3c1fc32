"""Players' own texts in a game: notes, chat lines, conditional moves, entries for others."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.ids import GameId, PersonId
from storage.conversation import chat, chat_stops
from storage.conversation.chat_stops import ChatStop, StopKind
from storage.db import Database
from storage.people import people, personal_data
from storage.people.people import Habits
from storage.play import conditions, entries, notes
from storage.play.conditions import StoredCondition
from storage.play.entries import MoveEntry

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=None, quiet_to=None)
HOME, BACK, OTHER = GameId("K7QF/1"), GameId("K7QF/2"), GameId("ZZ22/1")
ENTRY = MoveEntry(
    token="t1",
    game_id=HOME,
    seq=4,
    person=PersonId(0),
    writer=PersonId(0),
    photo="",
    placement="",
    received=date(2025, 5, 1),
    sent=date(2025, 5, 3),
    asked=False,
    at=AT,
)


@pytest.fixture(name="pair")
async def _pair(db: Database) -> tuple[PersonId, PersonId]:
    """Give two people."""
    async with db.transaction() as tx:
        ana = await people.create(tx, "Ana", HABITS)
        ion = await people.create(tx, "Ion", HABITS)
    return ana.id, ion.id


async def test_a_note_is_its_authors_alone(db: Database, pair: tuple[PersonId, PersonId]) -> None:
    """The opponent's list and stale button never reach it, and its author can delete it."""
    ana, ion = pair
    async with db.transaction() as tx:
        await notes.add(tx, ana, HOME, "păstrează S-ul", AT)
        await notes.add(tx, ana, HOME, "vezi coloana 8", AT + MINUTE)
        await notes.add(tx, ana, OTHER, "alt joc", AT)
        mine = await notes.of_game(tx, ana, HOME)

        assert [note.text for note in mine] == ["păstrează S-ul", "vezi coloana 8"]
        assert await notes.of_game(tx, ion, HOME) == []
        assert await notes.remove(tx, ion, mine[0].id, AT) is None
        assert await notes.remove(tx, ana, mine[0].id, AT + MINUTE) is None
        assert await notes.remove(tx, ana, mine[0].id, AT) == HOME
        assert await notes.remove(tx, ana, mine[0].id, AT) is None
        assert await notes.of_game(tx, ana, HOME) == mine[1:]


async def test_lines_stay_with_their_game_in_order(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """A game's lines have author and instant; a person's recent number counts all games."""
    ana, ion = pair
    async with db.transaction() as tx:
        for author, game, text, at in (
            (ana, HOME, "Salut!", AT),
            (ion, HOME, "Bună!", AT),
            (ana, BACK, "Și aici", AT + MINUTE),
        ):
            await chat.add_line(tx, game, author, text, at)

        lines = await chat.lines_of(tx, HOME)
        assert [(line.author, line.text, line.at) for line in lines] == [
            (ana, "Salut!", AT),
            (ion, "Bună!", AT),
        ]
        assert await chat.written_since(tx, ana, AT - MINUTE) == 2
        assert await chat.written_since(tx, ana, AT) == 1
        assert await chat.written_since(tx, ana, AT + MINUTE) == 0


async def test_an_earlier_page_makes_no_line_unread_again(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """A second browser that shows less of the game leaves the mark at the last line read."""
    ana, ion = pair
    async with db.transaction() as tx:
        for text in ("Salut!", "Ești acolo?", "Aștept."):
            await chat.add_line(tx, HOME, ion, text, AT)
        first, second, _ = await chat.lines_of(tx, HOME)
        await chat.read_upto(tx, ana, HOME, second.id, AT)
        await chat.read_upto(tx, ana, HOME, first.id, AT + MINUTE)

        assert await chat.unread(tx, ana, [HOME, BACK]) == {HOME: 1}


async def test_a_number_beyond_the_last_line_marks_no_later_line_as_read(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """A page may report any number; the next message is unread all the same."""
    ana, ion = pair
    async with db.transaction() as tx:
        await chat.add_line(tx, HOME, ion, "Salut!", AT)
        await chat.read_upto(tx, ana, HOME, 1_000_000, AT)
        assert await chat.unread(tx, ana, [HOME]) == {}
        await chat.add_line(tx, HOME, ion, "Ești acolo?", AT + MINUTE)

        assert await chat.unread(tx, ana, [HOME]) == {HOME: 1}


async def test_lines_are_stopped_for_a_game_or_a_match_and_let_through_again(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """A block of the match covers both games; each block is lifted separately."""
    ana, ion = pair
    match = ChatStop(scope="K7QF", kind=StopKind.RULED, person=ana, at=AT)
    game = ChatStop(scope=HOME, kind=StopKind.RULED, person=ana, at=AT)
    mute = ChatStop(scope="K7QF", kind=StopKind.MUTED, person=ion, at=AT)
    async with db.transaction() as tx:
        for each in (match, game, mute, replace(match, at=AT + MINUTE)):
            await chat_stops.stop(tx, each)

        def found(stops: list[ChatStop]) -> set[tuple[str, StopKind]]:
            return {(each.scope, each.kind) for each in stops}

        both = {("K7QF", StopKind.RULED), ("K7QF", StopKind.MUTED)}
        assert found(await chat_stops.stops_of(tx, HOME)) == both | {(HOME, StopKind.RULED)}
        assert found(await chat_stops.stops_of(tx, BACK)) == both
        assert await chat_stops.stops_of(tx, OTHER) == []
        await chat_stops.resume(tx, "K7QF", StopKind.MUTED, ana)
        assert mute in await chat_stops.stops_of(tx, BACK)
        await chat_stops.resume(tx, "K7QF", StopKind.MUTED, ion)
        await chat_stops.resume(tx, "K7QF", StopKind.RULED)
        assert await chat_stops.stops_of(tx, BACK) == []
        assert await chat_stops.stops_of(tx, HOME) == [game]


async def test_conditions_keep_their_order(db: Database, pair: tuple[PersonId, PersonId]) -> None:
    """A new one goes last; one player's, or all, can be cleared."""
    ana, ion = pair

    async def put(by: PersonId, move: str, reply: str) -> None:
        await conditions.add(
            tx, by, HOME, own_move="", partner_move=move, reply=reply, later="", at=AT
        )

    def shown(found: list[StoredCondition]) -> list[tuple[PersonId, str, str]]:
        return [(each.person, each.partner_move, each.reply) for each in found]

    async with db.transaction() as tx:
        await put(ana, "PAS", "PAS")
        await put(ion, "H8 CASA", "9G SAT")
        await put(ana, "H8 CASA", "9G SATE")
        found = await conditions.of_game(tx, HOME)

        assert shown(found) == [
            (ana, "PAS", "PAS"),
            (ana, "H8 CASA", "9G SATE"),
            (ion, "H8 CASA", "9G SAT"),
        ]
        assert await conditions.remove(tx, ion, found[0].id, AT) is None
        assert await conditions.remove(tx, ana, found[0].id, AT) == HOME
        await conditions.clear(tx, HOME, ana)
        assert shown(await conditions.of_game(tx, HOME)) == [(ion, "H8 CASA", "9G SAT")]
        await conditions.clear(tx, HOME)
        assert await conditions.of_game(tx, HOME) == []


async def test_an_entry_lives_from_its_beginning_to_the_arbiters_answer(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """A writer has one for each game, which they cannot change while the arbiter has it."""
    ana, ion = pair
    begun = replace(ENTRY, person=ion, writer=ana)
    async with db.transaction() as tx:
        await entries.put(tx, begun)
        again = replace(begun, token="t2")
        await entries.put(tx, again)
        elsewhere = replace(begun, token="t3", game_id=OTHER, at=AT + MINUTE)
        await entries.put(tx, elsewhere)
        assert await entries.get(tx, "t1") is None
        assert await entries.of_writer(tx, ana) == [elsewhere, again]

        asked = replace(again, placement="H8 CASA", photo="{}", asked=True)
        await entries.change(tx, asked)
        assert await entries.of_writer(tx, ana) == [elsewhere]
        assert await entries.of_game(tx, HOME) == await entries.waiting_for_arbiter(tx) == [asked]
        assert await entries.get(tx, "t2") == asked
        await entries.drop(tx, "t3")
        await entries.clear(tx, HOME)
        assert await entries.of_game(tx, HOME) == await entries.of_game(tx, OTHER) == []


async def test_a_persons_own_data_holds_what_they_wrote(
    db: Database, pair: tuple[PersonId, PersonId]
) -> None:
    """The export has the person's notes, lines, conditional moves and entries only."""
    ana, ion = pair
    async with db.transaction() as tx:
        for by, word in ((ana, "al meu"), (ion, "al lui")):
            await notes.add(tx, by, HOME, word, AT)
            await chat.add_line(tx, HOME, by, word, AT)
            await conditions.add(
                tx, by, HOME, own_move="", partner_move=word, reply="PAS", later="", at=AT
            )
        for writer, token in ((ana, "al meu"), (ion, "al lui")):
            mine = replace(ENTRY, token=token, writer=writer, person=writer)
            await entries.put(tx, mine)
        data = await personal_data.stored_data(tx, ana)

    assert [row["token"] for row in data["entries"]] == ["al meu"]
    assert [row["text"] for row in data["notes"]] == ["al meu"]
    assert [row["text"] for row in data["chat_lines"]] == ["al meu"]
    assert [row["partner_move"] for row in data["conditions"]] == ["al meu"]
    assert "al lui" not in str(data)
