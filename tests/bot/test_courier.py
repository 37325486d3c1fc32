import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.messages import Button, Document, DocumentKind, Notice, Picture, PictureKind, Relayed, say
from bot.sandbox import Sandbox, SandboxUser
from bot.sandbox.faults import (
    AnswerLost,
    DropConnection,
    Flood,
    Migrate,
    Refuse,
    ServerError,
    TimeOut,
)
from bot.sending.composing import CAPTION
from bot.sending.courier import PLENTY
from storage import outbox
from storage.db import Database
from tests.bot.conftest import MAY_DAY, PostOffice, started

SHEET = Picture(PictureKind.COMPETITION_SHEET, "G1", 7)
CLOCK = Picture(PictureKind.TIME_SHEET, "G1", 7)


def note(to: SandboxUser, number: int) -> Notice:
    """Return a message that can be told from others by its number."""
    return Notice(to=to.id, text=say("fault.no_such_date", text=str(number)))


def numbers(user: SandboxUser) -> list[int]:
    """Return the numbers of the messages the person sees, in their order."""
    return [
        int("".join(filter(str.isdigit, message.text)))
        for message in user.messages
        if message.from_bot
    ]


async def states(database: Database) -> dict[str, int]:
    """Return how many rows of the outbox are in which state, leaving out the empty ones."""
    async with database.reading() as tx:
        return {state: count for state, count in (await outbox.counts(tx)).items() if count}


async def test_messages_arrive_in_order(
    office: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """Each person reads his messages in the order in which they were queued."""
    await office.say(*(note(user, n) for n in range(6) for user in (ana, ion)))
    async with office.delivering() as courier:
        await courier.settle()

    assert numbers(ana) == numbers(ion) == list(range(6))


async def test_many_chats_with_many_messages(office: PostOffice, sandbox: Sandbox) -> None:
    """With more chats waiting than Telegram takes in a second, each still gets all, in order."""
    people = [started(sandbox, f"Jucătorul {n}") for n in range(PLENTY + 20)]
    await office.say(*(note(user, n) for n in range(3) for user in people))
    async with office.delivering() as courier:
        await courier.settle()

    assert [numbers(user) for user in people] == [[0, 1, 2]] * len(people)


async def test_a_message_is_worded_for_its_reader(
    office: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """The same notice is Romanian for one person and English for another."""
    office.directory.languages[ion.id] = "en"
    await office.say(*(Notice(to=user.id, text=say("fault.game_over")) for user in (ana, ion)))
    async with office.delivering():
        assert (await ana.receive()).text == "Partida s-a încheiat."
        assert (await ion.receive()).text == "The game is over."


async def test_what_was_committed_is_sent_after_a_crash(
    office: PostOffice, ana: SandboxUser
) -> None:
    """A message queued before the courier ever ran, or while it was down, is sent when it runs."""
    await office.say(note(ana, 1))
    async with office.delivering():
        await ana.receive("1")
    await office.say(note(ana, 2))
    async with office.delivering():
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_what_was_rolled_back_is_never_sent(office: PostOffice, ana: SandboxUser) -> None:
    """A message of a unit of work that failed does not leave the house."""
    with suppress(ZeroDivisionError):
        async with office.office.unit() as unit:
            unit.say(note(ana, 1))
            raise ZeroDivisionError
    async with office.office.unit() as unit:
        with suppress(ZeroDivisionError):
            async with unit.savepoint():
                unit.say(note(ana, 2))
                raise ZeroDivisionError
        unit.say(note(ana, 3))
    async with office.delivering() as courier:
        await courier.settle()

    assert numbers(ana) == [3]


async def test_a_lost_answer_means_once_more(
    office: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """If Telegram took a message but its answer was lost, the person gets it again, not never."""
    sandbox.faults.add(AnswerLost(), method="sendMessage")
    await office.say(note(ana, 1), note(ana, 2))
    async with office.delivering() as courier:
        await ana.receive("1")
        await courier.settle()
        assert numbers(ana) == [1]
        await office.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 1, 2]


@pytest.mark.parametrize(
    "trouble", [DropConnection(), ServerError(500), ServerError(502), TimeOut()]
)
async def test_a_failing_network_delays_but_loses_nothing(
    office: PostOffice,
    ana: SandboxUser,
    sandbox: Sandbox,
    trouble: DropConnection | ServerError | TimeOut,
) -> None:
    """A message that could not be sent is sent later, once, before those after it."""
    sandbox.faults.add(trouble, method="sendMessage")
    await office.say(note(ana, 1), note(ana, 2))
    async with office.delivering() as courier:
        await sandbox.wait_for(lambda: sandbox.calls_of("sendMessage"))
        await courier.settle()
        assert numbers(ana) == []
        await office.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_a_flooded_chat_holds_up_no_other(
    office: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """When Telegram takes no more for one chat, only that chat waits, as long as it was told."""
    sandbox.faults.add(Flood(30), method="sendMessage", chat=ana.id)
    await office.say(note(ana, 1), note(ana, 2), note(ion, 3))
    async with office.delivering() as courier:
        await ion.receive("3")
        await courier.settle()
        await office.later(29)
        await courier.settle()
        assert numbers(ana) == []
        await office.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_a_person_who_blocked_the_bot(
    office: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """A blocked message is set aside and whom it concerns is told; everyone else goes on."""
    office.directory.arbiter = ion.id
    ana.block()
    await office.say(note(ana, 1), note(ion, 2))
    async with office.delivering() as courier:
        await ion.receive("2")
        await ion.receive("Ne pare rău")
        await courier.settle()

    assert office.directory.gone == [ana.id]
    assert await states(office.office.database) == {"dead": 1, "sent": 2}


async def test_a_person_who_never_pressed_start(office: PostOffice, sandbox: Sandbox) -> None:
    """Someone the bot may not write to is a case to handle, not an error."""
    stranger = sandbox.add_user("Stela")
    await office.say(note(stranger, 1))
    async with office.delivering() as courier:
        await courier.settle()

    assert office.directory.gone == [stranger.id]


async def test_a_refused_message_is_set_aside(
    office: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A message Telegram will never take is dropped with a word to the operator; others follow."""
    sandbox.faults.add(
        Refuse(400, "Bad Request: something is wrong with it"), method="sendMessage", chat=ana.id
    )
    await office.say(note(ana, 1), note(ana, 2))
    async with office.delivering():
        await ana.receive("2")
        report = await office.operator.receive("pus deoparte")

    assert "omething is wrong with it" in report.text
    assert numbers(ana) == [2]


async def test_no_report_of_a_report(
    office: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """If even the operator's report is refused, that is the end of it."""
    sandbox.faults.add(Refuse(400, "Bad Request: no"), method="sendMessage", times=2)
    await office.say(note(ana, 1))
    async with office.delivering() as courier:
        await sandbox.wait_for(lambda: len(sandbox.calls_of("sendMessage")) == 2)
        await courier.settle()

    assert await states(office.office.database) == {"dead": 2}


async def test_a_group_that_became_a_supergroup(
    office: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Messages to a group follow it to its new number."""
    group = sandbox.add_group("Cerc", [ana])
    old = group.id
    sandbox.faults.add(Migrate(), method="sendMessage", chat=old)
    text = say("fault.game_over")
    await office.say(Notice(to=old, text=text), Notice(to=old, text=text))
    async with office.delivering():
        await sandbox.wait_for(lambda: len([m for m in group.messages if m.from_bot]) == 2)

    assert office.directory.moved == {old: group.id}


async def test_a_message_out_of_date_is_dropped(office: PostOffice, ana: SandboxUser) -> None:
    """A message that has waited beyond its time is not sent any more."""
    text = say("fault.game_over")
    await office.say(Notice(to=ana.id, text=text, expires=MAY_DAY + timedelta(hours=1)))
    await office.later(3600)
    async with office.delivering() as courier:
        await courier.settle()
        await courier.expire()

    assert await states(office.office.database) == {"expired": 1}


async def test_a_message_for_later_waits(office: PostOffice, ana: SandboxUser) -> None:
    """Quiet hours hold a message back; others may overtake it."""
    morning = MAY_DAY + timedelta(hours=1)
    await office.say(
        Notice(to=ana.id, text=say("fault.no_such_date", text="1"), not_before=morning),
        note(ana, 2),
    )
    async with office.delivering() as courier:
        await ana.receive("2")
        await courier.settle()
        assert await courier.backlog() == 1
        await office.later(3600)
        await ana.receive("1")

    assert numbers(ana) == [2, 1]


async def test_the_same_message_is_queued_once(office: PostOffice, ana: SandboxUser) -> None:
    """A reminder that is queued again under its key is not sent twice."""
    reminder = Notice(to=ana.id, text=say("fault.game_over"), dedup="G1:reminder:7")
    await office.say(reminder)
    await office.say(reminder)
    async with office.delivering() as courier:
        await courier.settle()

    assert len([m for m in ana.messages if m.from_bot]) == 1


@pytest.mark.article("7.2")
async def test_a_sheet_asked_for_again_tomorrow_is_drawn_again(
    office: PostOffice, ana: SandboxUser
) -> None:
    """The days it counts go on though nothing has happened in the game: no old picture will do."""
    sheet = Notice(to=ana.id, text=say("fault.game_over"), pictures=(CLOCK,))
    async with office.delivering():
        await office.say(sheet)
        await ana.receive()
        await office.say(sheet)
        await ana.receive()
        assert len(office.press.drawn) == 1
        await office.later(24 * 60 * 60)
        await office.say(sheet)
        await ana.receive()

    assert len(office.press.drawn) == 2


async def test_a_sheet_for_three_is_drawn_once_a_language(
    office: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """A sheet that goes to several people is drawn once for each language among them."""
    other = started(sandbox, "Eve")
    office.directory.languages[other.id] = "en"
    text = say("fault.game_over")
    await office.say(
        *(Notice(to=user.id, text=text, pictures=(SHEET, CLOCK)) for user in (ana, ion, other))
    )
    async with office.delivering() as courier:
        await courier.settle()

    assert all(len([m for m in user.messages if m.photo]) == 2 for user in (ana, ion, other))
    assert len(office.press.drawn) == 4
    assert set(office.press.drawn) == {(p, lang) for p in (SHEET, CLOCK) for lang in ("ro", "en")}


class TestLayout:
    """What is said, shown and offered stands where a reader looks for it."""

    async def test_an_album_has_its_caption(self, office: PostOffice, ana: SandboxUser) -> None:
        """Two sheets come as an album, the text under the first."""
        text = say("fault.game_over")
        await office.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK)))
        async with office.delivering() as courier:
            await courier.settle()

        first, second = (m for m in ana.messages if m.from_bot)
        assert first.album == second.album != ""
        assert (first.text, second.text) == ("Partida s-a încheiat.", "")

    async def test_buttons_go_with_one_picture(self, office: PostOffice, ana: SandboxUser) -> None:
        """A preview is one picture with its text and its buttons."""
        row = (Button(say("fault.game_over"), data="send:1"), Button(say("fault.match_over"), "x"))
        await office.say(
            Notice(to=ana.id, text=say("fault.not_connected"), pictures=(SHEET,), buttons=(row,))
        )
        async with office.delivering() as courier:
            await courier.settle()

        (message,) = (m for m in ana.messages if m.from_bot)
        assert message.photo is not None
        assert message.labels == ("Partida s-a încheiat.", "Meciul s-a încheiat.")
        assert message.text.startswith("Depunerea nu are")

    async def test_buttons_under_an_album_need_a_message_of_their_own(
        self, office: PostOffice, ana: SandboxUser
    ) -> None:
        """Telegram has no buttons under albums: text and buttons follow it."""
        row = (Button(say("fault.game_over"), data="x"),)
        text = say("fault.match_over")
        await office.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK), buttons=(row,)))
        async with office.delivering() as courier:
            await courier.settle()

        *album, words = (m for m in ana.messages if m.from_bot)
        assert [m.text for m in album] == ["", ""]
        assert (words.text, len(words.buttons)) == ("Meciul s-a încheiat.", 1)

    async def test_what_has_arrived_is_not_sent_again_by_the_next_program(
        self, office: PostOffice, ana: SandboxUser, sandbox: Sandbox
    ) -> None:
        """The pictures arrive, the text after them fails, and the program ends: it alone is due."""
        row = (Button(say("fault.game_over"), data="x"),)
        text = say("fault.match_over")
        sandbox.faults.add(ServerError(502), method="sendMessage")
        await office.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK), buttons=(row,)))
        async with office.delivering() as courier:
            await courier.settle()
        assert len([m for m in ana.messages if m.from_bot]) == 2

        await office.later(2)
        async with office.delivering() as courier:
            await courier.settle()

        *album, words = (m for m in ana.messages if m.from_bot)
        assert ([m.text for m in album], words.text) == (["", ""], "Meciul s-a încheiat.")

    async def test_a_text_too_long_for_a_caption_follows_its_picture(
        self, office: PostOffice, ana: SandboxUser
    ) -> None:
        """Nothing is cut off a long text under a picture: it comes after the picture."""
        lines = [say("fault.not_connected")] * 40
        await office.say(
            Notice(
                to=ana.id,
                text=say("fault.by_article", sentence=lines, article="5.1"),
                pictures=(SHEET,),
            )
        )
        async with office.delivering() as courier:
            await courier.settle()

        picture, words = (m for m in ana.messages if m.from_bot)
        assert picture.text == ""
        assert len(words.text) > CAPTION
        assert words.text.count("Depunerea") == 40

    async def test_a_very_long_text_comes_in_pieces(
        self, office: PostOffice, ana: SandboxUser, sandbox: Sandbox
    ) -> None:
        """A text beyond Telegram's limit comes whole, in pieces; a failure repeats none of them."""
        sandbox.faults.add(ServerError(500), method="sendMessage", after=1)
        lines = [say("fault.not_connected")] * 150
        row = (Button(say("fault.game_over"), data="x"),)
        text = say("fault.by_article", sentence=lines, article="5.1")
        await office.say(Notice(to=ana.id, text=text, buttons=(row,)))
        async with office.delivering() as courier:
            await courier.settle()
            await office.later(2)
            await courier.settle()

        messages = [m for m in ana.messages if m.from_bot]
        assert sum(m.text.count("Depunerea") for m in messages) == 150
        assert len(messages) == 2
        assert [len(m.buttons) for m in messages] == [0, 1]

    async def test_a_document(self, office: PostOffice, ana: SandboxUser) -> None:
        """A file has its name and its caption."""
        await office.say(
            Notice(
                to=ana.id,
                text=say("fault.game_over"),
                document=Document(DocumentKind.GCG, "G1"),
            )
        )
        async with office.delivering() as courier:
            await courier.settle()

        (message,) = (m for m in ana.messages if m.from_bot)
        assert message.document is not None
        assert message.document.name == "G1.txt"
        assert message.text == "Partida s-a încheiat."

    async def test_what_a_person_sent_is_passed_on(
        self, office: PostOffice, ana: SandboxUser
    ) -> None:
        """A photo is passed on; of what cannot be, the partner is told that it came."""
        text = say("fault.game_over")
        photo = Relayed("f1", "", is_photo=True)
        paper = Relayed("f2", "virus.exe", is_photo=False)
        await office.say(
            Notice(to=ana.id, text=text, relayed=photo), Notice(to=ana.id, text=text, relayed=paper)
        )
        async with office.delivering() as courier:
            await courier.settle()

        first, second = (m for m in ana.messages if m.from_bot)
        assert first.photo is not None
        assert second.photo is None
        assert second.text.startswith("Partida s-a încheiat.\n\n")


class TestEdits:
    """A message is changed in place where it can be, and replaced where it cannot."""

    async def _preview(self, office: PostOffice, ana: SandboxUser, *pictures: Picture) -> int:
        row = (Button(say("fault.game_over"), data="x"),)
        text = say("fault.not_connected")
        await office.say(Notice(to=ana.id, text=text, pictures=pictures, buttons=(row,)))
        async with office.delivering() as courier:
            await courier.settle()
        return ana.last.id

    @pytest.mark.parametrize("pictures", [(), (SHEET,)])
    async def test_text_and_caption(
        self, office: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
    ) -> None:
        """A preview's text changes, with or without a picture, and its buttons go."""
        old = await self._preview(office, ana, *pictures)
        await office.say(Notice(to=ana.id, text=say("fault.game_over"), edits=old))
        async with office.delivering() as courier:
            await courier.settle()

        assert ana.last.id == old
        assert ana.last.text == "Partida s-a încheiat."
        assert ana.last.buttons == ()

    @pytest.mark.parametrize("pictures", [(), (SHEET,)])
    async def test_the_same_again_is_no_error(
        self, office: PostOffice, ana: SandboxUser, pictures: tuple[Picture, ...]
    ) -> None:
        """An edit that was already carried out counts as sent."""
        old = await self._preview(office, ana, *pictures)
        change = Notice(to=ana.id, text=say("fault.game_over"), edits=old)
        await office.say(change, change)
        async with office.delivering() as courier:
            await courier.settle()

        assert await states(office.office.database) == {"sent": 3}

    async def test_only_the_buttons(self, office: PostOffice, ana: SandboxUser) -> None:
        """Buttons can be taken away while text and picture stay."""
        old = await self._preview(office, ana, SHEET)
        await office.say(Notice(to=ana.id, edits=old))
        async with office.delivering() as courier:
            await courier.settle()

        assert ana.last.id == old
        assert ana.last.text.startswith("Depunerea")
        assert ana.last.buttons == ()

    async def test_a_new_picture(self, office: PostOffice, ana: SandboxUser) -> None:
        """A preview's picture is exchanged together with its text."""
        old = await self._preview(office, ana, SHEET)
        before = ana.last.photo
        await office.say(
            Notice(to=ana.id, text=say("fault.game_over"), pictures=(CLOCK,), edits=old)
        )
        async with office.delivering() as courier:
            await courier.settle()

        assert ana.last.id == old
        assert ana.last.photo is not before
        assert ana.last.text == "Partida s-a încheiat."

    async def test_a_message_that_is_gone(self, office: PostOffice, ana: SandboxUser) -> None:
        """If the person deleted the message, the news comes as a new one."""
        old = await self._preview(office, ana)
        ana.last.deleted = True
        await office.say(
            Notice(to=ana.id, text=say("fault.game_over"), edits=old),
            Notice(to=ana.id, edits=old),
            Notice(to=ana.id, text=say("fault.match_over"), pictures=(SHEET,), edits=old),
        )
        async with office.delivering() as courier:
            await courier.settle()

        news = [m.text for m in ana.messages if m.from_bot]
        assert news == ["Partida s-a încheiat.", "Meciul s-a încheiat."]


class TestPresses:
    """The answer to a button press comes at once or not at all."""

    async def test_an_answer_overtakes_everything(
        self, office: PostOffice, ana: SandboxUser, sandbox: Sandbox
    ) -> None:
        """A press is answered even while the chat's messages wait."""
        await office.say(
            Notice(
                to=ana.id,
                text=say("fault.match_over"),
                buttons=((Button(say("fault.game_over"), data="x"),),),
            )
        )
        async with office.delivering() as courier:
            await courier.settle()
            press = ana.press(ana.last, "x")
            sandbox.faults.add(Flood(60), method="sendMessage")
            await office.say(note(ana, 1))
            await courier.settle()
            await office.say(
                Notice(to=ana.id, answers=press.id, text=say("fault.game_over"), alert=True)
            )
            await ana.answered(press)

        assert (press.text, press.alert) == ("Partida s-a încheiat.", True)

    async def test_an_answer_waits_for_nobody_elses(
        self, office: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
    ) -> None:
        """Telegram bids the bot wait with an answer to Ana; Ion's press is answered at once."""
        button = ((Button(say("fault.game_over"), data="x"),),)
        await office.say(
            *(
                Notice(to=user.id, text=say("fault.match_over"), buttons=button)
                for user in (ana, ion)
            )
        )
        async with office.delivering() as courier:
            await courier.settle()
            presses = {user: user.press(user.last, "x") for user in (ana, ion)}
            sandbox.faults.add(Flood(60), method="answerCallbackQuery")
            await office.say(Notice(to=ana.id, answers=presses[ana].id))
            await courier.settle()
            await office.say(Notice(to=ion.id, answers=presses[ion].id))
            await ion.answered(presses[ion])

    async def test_an_answer_that_comes_too_late(
        self, office: PostOffice, ana: SandboxUser, sandbox: Sandbox
    ) -> None:
        """A press that Telegram has forgotten needs no answer, and nobody is bothered."""
        sandbox.faults.add(DropConnection(), method="answerCallbackQuery")
        await office.say(Notice(to=ana.id, answers="1"), Notice(to=ana.id, answers="2"))
        async with office.delivering() as courier:
            await courier.settle()
            await office.later(200)
            await courier.settle()
            await courier.expire()

        assert await states(office.office.database) == {"expired": 2}
        await office.say(Notice(to=ana.id, answers="3"))
        async with office.delivering() as courier:
            await courier.settle()
        assert await states(office.office.database) == {"expired": 2, "sent": 1}


class TestBrokenMessages:
    """What cannot be composed is not lost in silence."""

    async def test_a_picture_that_cannot_be_drawn(
        self, office: PostOffice, ana: SandboxUser
    ) -> None:
        """After a few tries the words go alone, and the operator is told why."""
        office.press.broken = True
        await office.say(Notice(to=ana.id, text=say("fault.game_over"), pictures=(SHEET,)))
        async with office.delivering() as courier:
            for _ in range(4):
                await courier.settle()
                await office.later(60)
            message = await ana.receive("Partida s-a încheiat.")
            report = await office.operator.receive("no ink")

        assert message.photo is None
        assert "RuntimeError" in report.text

    async def test_a_picture_that_can_be_drawn_after_all(
        self, office: PostOffice, ana: SandboxUser
    ) -> None:
        """A passing failure to draw costs nothing but a moment."""
        office.press.broken = True
        await office.say(Notice(to=ana.id, text=say("fault.game_over"), pictures=(SHEET,)))
        async with office.delivering() as courier:
            await courier.settle()
            office.press.broken = False
            await office.later(60)
            message = await ana.receive()

        assert message.photo is not None

    async def test_a_text_that_cannot_be_worded(self, office: PostOffice, ana: SandboxUser) -> None:
        """A text without an entry is set aside, the operator is told, and the chat goes on."""
        await office.say(Notice(to=ana.id, text=say("no.such" + ".key")), note(ana, 2))
        async with office.delivering() as courier:
            for _ in range(4):
                await courier.settle()
                await office.later(60)
            await ana.receive("2")
            await office.operator.receive("no.such.key")

        assert numbers(ana) == [2]

    async def test_a_row_that_cannot_be_read(self, office: PostOffice, ana: SandboxUser) -> None:
        """A row of another version of the program does not stop the chat."""
        async with office.office.unit() as unit:
            row = outbox.Outgoing(chat=ana.id, payload='{"something": "else"}')
            await outbox.queue(unit.tx, [row], unit.now)
            unit.say(note(ana, 2))
        async with office.delivering():
            await ana.receive("2")
            await office.operator.receive("pus deoparte")


async def test_a_reply_finds_what_a_message_was_about(office: PostOffice, ana: SandboxUser) -> None:
    """The message a sheet was sent as leads back to its game."""
    await office.say(Notice(to=ana.id, text=say("fault.game_over"), about="G1", reply_to=1))
    async with office.delivering() as courier:
        message = await ana.receive()
        await courier.settle()
    async with office.office.database.reading() as tx:
        about = await outbox.about_of(tx, ana.id, message.id)

    assert about == "G1"


async def test_ending_the_courier_leaves_nothing_behind(
    office: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A courier stopped in the middle of a call stops at once; the message is sent next time."""
    sandbox.faults.add(TimeOut(), method="sendMessage")
    await office.say(note(ana, 1))
    async with office.delivering():
        await sandbox.wait_for(lambda: sandbox.calls_of("sendMessage"))
    assert len(asyncio.all_tasks()) < 10
    async with office.delivering() as courier:
        await courier.settle()
        await office.later(60)
        await ana.receive("1")
