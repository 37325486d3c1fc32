"""Text, pictures and buttons are where a reader looks for them."""

from bot.texts.messages import Button, Notice, Relayed, say
from bot.texts.pictures import Document, DocumentKind
from bot.texts.splitting import CAPTION
from sandbox import Sandbox, SandboxUser
from sandbox.faults import BadGateway, ServerError
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import CLOCK, SHEET
from tests.e2e.texts import says


async def test_an_album_has_its_caption(post: PostOffice, ana: SandboxUser) -> None:
    """Two sheets come as an album, the text under the first."""
    text = say("fault.place_taken")
    await post.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK)))
    async with post.delivering() as courier:
        await courier.settle()

    first, second = (m for m in ana.messages if m.from_bot)
    assert first.album == second.album != ""
    assert (first.text, second.text) == ("Locul este deja ocupat.", "")


async def test_buttons_go_with_one_picture(post: PostOffice, ana: SandboxUser) -> None:
    """A preview is one picture with text and buttons."""
    row = (Button(say("fault.place_taken"), data="send:1"), Button(say("fault.match_over"), "x"))
    await post.say(
        Notice(to=ana.id, text=say("fault.not_connected"), pictures=(SHEET,), buttons=(row,))
    )
    async with post.delivering() as courier:
        await courier.settle()

    (message,) = (m for m in ana.messages if m.from_bot)
    assert message.photo is not None
    assert message.labels == ("Locul este deja ocupat.", "Meciul s-a încheiat.")
    assert message.text.startswith("Depunerea nu are")


async def test_buttons_under_an_album_need_a_message_of_their_own(
    post: PostOffice, ana: SandboxUser
) -> None:
    """Telegram has no buttons below albums, so text and buttons follow, with their subject.

    One sound covers both.
    """
    row = (Button(say("fault.place_taken"), data="x"),)
    text = say("fault.match_over")
    await post.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK), buttons=(row,)))
    async with post.delivering() as courier:
        await courier.settle()

    *album, words = (m for m in ana.messages if m.from_bot)
    assert says(album[0], "sheets.follow", game=SHEET.game, version=SHEET.seq)
    assert album[1].text == ""
    assert [each.silent for each in (*album, words)] == [True, True, False]
    assert (words.text, len(words.buttons)) == ("Meciul s-a încheiat.", 1)


async def test_what_has_arrived_is_not_sent_again_by_the_next_program(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """If the text after delivered pictures fails, the next program sends only the text."""
    row = (Button(say("fault.place_taken"), data="x"),)
    text = say("fault.match_over")
    sandbox.faults.add(BadGateway(), method="sendMessage")
    await post.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK), buttons=(row,)))
    async with post.delivering() as courier:
        await courier.settle()
    assert len([m for m in ana.messages if m.from_bot]) == 2

    await post.later(2)
    async with post.delivering() as courier:
        await courier.settle()

    *album, words = (m for m in ana.messages if m.from_bot)
    assert says(album[0], "sheets.follow", game=SHEET.game)
    assert (len(album), words.text) == (2, "Meciul s-a încheiat.")


async def test_a_text_too_long_for_a_caption_follows_its_picture(
    post: PostOffice, ana: SandboxUser
) -> None:
    """A long text below a picture follows it, complete."""
    lines = [say("fault.not_connected")] * 40
    await post.say(
        Notice(
            to=ana.id,
            text=say("refused", faults=lines),
            pictures=(SHEET,),
        )
    )
    async with post.delivering() as courier:
        await courier.settle()

    picture, words = (m for m in ana.messages if m.from_bot)
    assert picture.text == ""
    assert len(words.text) > CAPTION
    assert words.text.count("Depunerea") == 40


async def test_a_very_long_text_comes_in_pieces(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A text beyond Telegram's limit is sent in pieces, and no failure repeats one."""
    sandbox.faults.add(ServerError(), method="sendMessage", after=1)
    lines = [say("fault.not_connected")] * 150
    row = (Button(say("fault.place_taken"), data="x"),)
    text = say("refused", faults=lines)
    await post.say(Notice(to=ana.id, text=text, buttons=(row,)))
    async with post.delivering() as courier:
        await courier.settle()
        await post.later(2)
        await courier.settle()

    messages = [m for m in ana.messages if m.from_bot]
    assert sum(m.text.count("Depunerea") for m in messages) == 150
    assert len(messages) == 2
    assert [len(m.buttons) for m in messages] == [0, 1]


async def test_a_document(post: PostOffice, ana: SandboxUser) -> None:
    """A file has its name and its caption."""
    await post.say(
        Notice(
            to=ana.id,
            text=say("fault.place_taken"),
            document=Document(DocumentKind.GCG, "G1"),
        )
    )
    async with post.delivering() as courier:
        await courier.settle()

    (message,) = (m for m in ana.messages if m.from_bot)
    assert message.document is not None
    assert message.document.name == "G1.txt"
    assert message.text == "Locul este deja ocupat."


async def test_what_a_person_sent_is_passed_on(post: PostOffice, ana: SandboxUser) -> None:
    """A photo is forwarded; for any other file the opponent reads that it came."""
    text = say("fault.place_taken")
    photo = Relayed("f1", "", is_photo=True)
    paper = Relayed("f2", "virus.exe", is_photo=False)
    await post.say(
        Notice(to=ana.id, text=text, relayed=photo), Notice(to=ana.id, text=text, relayed=paper)
    )
    async with post.delivering() as courier:
        await courier.settle()

    first, second = (m for m in ana.messages if m.from_bot)
    assert first.photo is not None
    assert second.photo is None
    assert second.text.startswith("Locul este deja ocupat.\n\n")
