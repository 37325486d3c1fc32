import gc
import os
import tracemalloc

import pytest
from telegram import Bot, InputMediaDocument, InputMediaPhoto
from telegram.error import BadRequest

from sandbox import Sandbox, SandboxError, SandboxUser, limits
from tests.sandbox.pictures import picture


async def test_a_picture_arrives_unchanged(bot: Bot, ana: SandboxUser) -> None:
    """The person sees the bytes the bot sent, under their caption."""
    sheet = picture(800, 600)
    sent = await bot.send_photo(ana.id, sheet, caption="<i>Fișa</i>", parse_mode="HTML")

    assert ana.last.photo is not None
    assert ana.last.photo.content == sheet
    assert ana.last.html == "<i>Fișa</i>"
    assert [(size.width, size.height) for size in sent.photo] == [(320, 240), (800, 600)]


async def test_an_album_is_one_group_with_one_caption(bot: Bot, ana: SandboxUser) -> None:
    """Two uploads become two messages of one album, in order; the first has the caption."""
    red, blue = picture(colour="red"), picture(colour="blue")
    sent = await bot.send_media_group(
        ana.id, [InputMediaPhoto(red), InputMediaPhoto(blue)], caption="Ambele fișe"
    )
    first, second = ana.messages[-2:]

    assert [m.photo and m.photo.content for m in (first, second)] == [red, blue]
    assert first.album == second.album == sent[0].media_group_id
    assert [first.text, second.text] == ["Ambele fișe", ""]


@pytest.mark.parametrize("count", [1, 11])
async def test_an_album_has_two_to_ten_items(bot: Bot, ana: SandboxUser, count: int) -> None:
    """One picture or eleven are no album."""
    with pytest.raises(BadRequest):
        await bot.send_media_group(ana.id, [InputMediaPhoto(picture())] * count)


async def test_an_album_does_not_mix_kinds(bot: Bot, ana: SandboxUser) -> None:
    """Pictures and documents need separate albums; a refused album sends nothing."""
    before = len(ana.messages)
    with pytest.raises(BadRequest, match="mixed"):
        await bot.send_media_group(
            ana.id, [InputMediaPhoto(picture()), InputMediaDocument(b"text", filename="a.txt")]
        )

    assert len(ana.messages) == before


async def test_a_persons_photo_can_be_fetched_and_sent_on(bot: Bot, ana: SandboxUser) -> None:
    """GetFile gives the bytes at both sizes, and the id can be sent again."""
    original = picture(640, 480)
    ana.send_photo(original, caption="/depune")
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.caption == "/depune"
    small, full = update.message.photo

    assert bytes(await (await bot.get_file(full)).download_as_bytearray()) == original
    assert bytes(await (await bot.get_file(small)).download_as_bytearray()) != original
    await bot.send_photo(ana.id, full.file_id)
    assert ana.last.photo is not None
    assert ana.last.photo.content == original


async def test_a_document_keeps_name_and_content(bot: Bot, ana: SandboxUser) -> None:
    """A document arrives unchanged, both ways, without its folder."""
    await bot.send_document(ana.id, b"#character-encoding UTF-8\n", filename="joc.gcg")
    assert ana.last.document is not None
    assert (ana.last.document.name, ana.last.document.content) == (
        "joc.gcg",
        b"#character-encoding UTF-8\n",
    )

    ana.send_document("../../dovadă.pdf", b"%PDF")
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.document is not None
    assert update.message.document.file_name == "dovadă.pdf"
    with pytest.raises(BadRequest, match="as photo"):
        await bot.send_photo(ana.id, update.message.document.file_id)
    with pytest.raises(BadRequest, match="Invalid file_id"):
        await bot.get_file(update.message.document.file_id + "s")


async def test_files_have_their_limits(bot: Bot, ana: SandboxUser) -> None:
    """Downloads are limited to 20 MB; a photo must be a picture of acceptable shape and size."""
    ana.send_document("mare.bin", bytes(limits.DOWNLOAD_BYTES + 1))
    assert ana.last.document is not None
    with pytest.raises(BadRequest, match="File is too big"):
        await bot.get_file(ana.last.document.id)
    with pytest.raises(BadRequest, match="File is too big"):
        await bot.send_photo(ana.id, picture() + bytes(limits.PHOTO_BYTES))
    with pytest.raises(BadRequest, match="Image_process_failed"):
        await bot.send_photo(ana.id, b"no picture")
    with pytest.raises(BadRequest, match="Photo_invalid_dimensions"):
        await bot.send_photo(ana.id, picture(2100, 100))


async def test_a_picture_can_be_replaced(bot: Bot, ana: SandboxUser) -> None:
    """EditMessageMedia replaces picture and caption; text messages have none."""
    sent = await bot.send_photo(ana.id, picture(colour="red"), caption="vechi")
    new = picture(colour="blue")
    await bot.edit_message_media(InputMediaPhoto(new, caption="nou"), ana.id, sent.message_id)
    assert ana.last.photo is not None
    assert (ana.last.photo.content, ana.last.text) == (new, "nou")

    await bot.edit_message_caption(ana.id, sent.message_id, caption="și mai nou")
    assert ana.last.text == "și mai nou"
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("text", ana.id, sent.message_id)


async def test_copying_hides_and_forwarding_names_the_author(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """A copy is the bot's own message, and a forward names its author."""
    ion = sandbox.add_user("Ion")
    ion.start()
    photo = ana.send_photo(picture(), caption="Fișa mea")
    copy = await bot.copy_message(ion.id, ana.id, photo.id)
    forward = await bot.forward_message(ion.id, ana.id, photo.id)

    assert copy.message_id == ion.messages[-2].id
    assert [m.text for m in ion.messages[-2:]] == ["Fișa mea"] * 2
    assert forward.forward_origin is not None
    assert forward.forward_origin.to_dict()["sender_user"]["first_name"] == "Ana"


async def test_a_new_caption_is_for_what_has_one(bot: Bot, ana: SandboxUser) -> None:
    """A copy may replace a caption, but never a text."""
    photo, text = ana.send_photo(picture(), caption="vechi"), ana.send("un text")
    await bot.copy_message(ana.id, ana.id, photo.id, caption="nou")
    await bot.copy_message(ana.id, ana.id, text.id, caption="nou")

    assert [message.text for message in ana.messages[-2:]] == ["nou", "un text"]


async def test_a_persons_album_comes_as_its_pictures(bot: Bot, ana: SandboxUser) -> None:
    """Each has an update in one group, the first with the caption; one picture is no album."""
    ana.send_album([picture(colour="red"), picture(colour="blue")], caption="Fișele mele")
    messages = [update.message for update in await bot.get_updates() if update.message]

    assert [message.caption for message in messages] == ["Fișele mele", None]
    assert len({message.media_group_id for message in messages}) == 1
    assert messages[0].photo[-1].file_id != messages[1].photo[-1].file_id
    with pytest.raises(SandboxError):
        ana.send_album([picture()])


async def test_what_was_sent_lies_on_the_disk_and_once(bot: Bot, ana: SandboxUser) -> None:
    """Thousands of moves leave no picture in memory, and each still arrives unchanged."""
    sheets = [picture(800, 600, colour=colour) for colour in ("red", "blue")]
    blob = os.urandom(1_000_000)
    tracemalloc.start()
    for _ in range(10):
        await bot.send_photo(ana.id, sheets[0])
        await bot.send_document(ana.id, blob, filename="a.bin")
    await bot.send_photo(ana.id, sheets[1])
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert held < 4_000_000
    photos = [each.photo.content for each in ana.messages if each.photo]
    assert photos == [sheets[0]] * 10 + [sheets[1]]
    assert {each.document.content for each in ana.messages if each.document} == {blob}
