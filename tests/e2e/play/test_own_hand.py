"""Only its two players write a game, and their own photographed sheets are sent on, too."""

from io import BytesIO

import pytest
from PIL import Image

from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says, told, worded
from tests.sandbox.pictures import picture


async def stranger_at(pair: Pair) -> tuple[SandboxUser, Message]:
    """Return a person without a match, and the bot's answer to their Start."""
    stranger = pair.table.sandbox.add_user("Dan Curios", language_code="ro")
    (greeting,) = await pair.table.say(stranger, "/start")
    return stranger, greeting


@pytest.mark.article("9.6")
async def test_nobody_but_the_players_can_place(pair: Pair) -> None:
    """A stranger and the arbiter who type a move have no game for it."""
    stranger, _ = await stranger_at(pair)

    for user in (stranger, pair.table.arbiter):
        (answer,) = await pair.table.say(user, "H8 CASA")
        assert says(answer, "play.no_games")
    assert len(await pair.events()) == 1


@pytest.mark.article("9.6")
async def test_a_button_made_by_a_stranger_does_nothing(pair: Pair) -> None:
    """A forged button that names another's game changes nothing in it."""
    stranger, greeting = await stranger_at(pair)
    before = len(pair.red.messages), len(pair.blue.messages)

    for verb in ("quit", "offer", "int", "time", "show:competition_sheet"):
        await pair.table.forge(stranger, greeting, f"{verb}:{pair.id}:yes")
        await pair.table.forge(stranger, greeting, f"{verb}:{pair.id}")

        assert len(await pair.events()) == 1, verb
        assert (len(pair.red.messages), len(pair.blue.messages)) == before, verb


@pytest.mark.article("9.6")
async def test_another_ones_preview_cannot_be_sent(pair: Pair) -> None:
    """The button below a preview works for its player only, even if somebody copies it."""
    preview = await pair.type(pair.red, "H8 CASA")
    data = preview.buttons[0].data
    _, greeting = await stranger_at(pair)
    stranger = next(user for user in pair.table.sandbox.users.values() if greeting in user.messages)

    await pair.table.forge(stranger, greeting, data)

    assert len(await pair.events()) == 1
    assert not told(pair.blue.messages, "turn.board", game=pair.id)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("2.2", "4.2", "6.1")
async def test_a_photographed_sheet_goes_to_opponent_and_arbiter(pair: Pair) -> None:
    """Opponent and arbiter get a re-encoded copy, and only once its sender agrees."""
    await pair.place(pair.red, "H8 CASA")
    heard = len(pair.blue.messages), len(pair.table.arbiter.messages)
    marked = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "unde locuiesc"
    Image.open(BytesIO(picture(400, 600))).save(marked, "JPEG", exif=exif)

    pair.red.send_photo(marked.getvalue(), caption="fișa mea")
    await pair.table.settle()

    asked = pair.red.last
    assert says(asked, "relayed.ask", partner="Ion Rus", game=pair.id)
    assert (len(pair.blue.messages), len(pair.table.arbiter.messages)) == heard
    await pair.table.press(pair.red, asked, "button.sheet_send")
    assert says(asked, "relayed.done", partner="Ion Rus", game=pair.id)
    for user, before in zip((pair.blue, pair.table.arbiter), heard, strict=True):
        (sheet,) = user.messages[before:]
        assert mentions(sheet, "relayed.sheet", game=pair.id, note="fișa mea")
        assert sheet.photo is not None
        arrived = Image.open(BytesIO(sheet.photo.content))
        assert arrived.size == (400, 600)
        assert not arrived.getexif()


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_who_is_to_move_reads_that_a_photograph_alone_is_no_placement(pair: Pair) -> None:
    """The bot says so before and after sending; a player who has moved does not read it."""
    for user, told_so in ((pair.red, True), (pair.blue, False)):
        user.send_photo(picture(400, 600))
        await pair.table.settle()
        asked = user.last
        assert mentions(asked, "relayed.no_move") is told_so
        await pair.table.press(user, asked, "button.sheet_send")
        assert mentions(asked, "relayed.no_move") is told_so
    assert (await pair.game()).moves == ()


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photograph_that_is_kept_goes_to_nobody(pair: Pair) -> None:
    """A button drops a photo taken by mistake; each photo of an album has its own."""
    await pair.place(pair.red, "H8 CASA")
    heard = len(pair.blue.messages)
    for colour in ("red", "green"):
        pair.red.send_photo(picture(400, 600, colour=colour))
        await pair.table.settle()
    first, second = told(pair.red.messages, "relayed.ask")
    press = first.buttons[0].data

    await pair.table.press(pair.red, first, "button.sheet_keep")
    assert says(first, "relayed.kept")
    assert await pair.table.forge(pair.red, first, press) == worded("relayed.stale")
    assert says(first, "relayed.kept")
    assert len(pair.blue.messages) == heard

    await pair.table.press(pair.red, second, "button.sheet_send")
    (sheet,) = pair.blue.messages[heard:]
    assert sheet.photo is not None
    pixel = Image.open(BytesIO(sheet.photo.content)).getpixel((9, 9))
    assert isinstance(pixel, tuple)
    assert pixel[1] > 90


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photograph_among_several_games_asks_for_which_it_is(
    two_pairs: tuple[Pair, Pair],
) -> None:
    """Each game has a button, and the photo goes to the opponent of the chosen game."""
    pair, other = two_pairs
    pair.red.send_photo(picture(400, 600), caption="fișa mea")
    await pair.table.settle()
    asked = pair.red.last
    assert says(asked, "relayed.which")
    heard = len(pair.blue.messages)

    data = [each.data for each in asked.buttons]
    pair.red.press_button(asked, next(one for one in asked.buttons if other.id in one.data))
    await pair.table.settle()

    assert len(data) == 3
    assert len(pair.blue.messages) == heard
    assert mentions(other.blue.last, "relayed.sheet", game=other.id, note="fișa mea")
