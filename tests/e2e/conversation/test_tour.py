"""The first minute: *How to play*, its three lessons, and the three doors of a newcomer."""

import pytest

from engine.lessons import LESSONS
from sandbox import Message, SandboxUser
from tests.e2e.harness import Table, button
from tests.e2e.texts import facts_of, mentions, says, told


@pytest.fixture
def newcomer(table: Table) -> SandboxUser:
    """Give a person who has never written to the bot."""
    return table.sandbox.add_user("Ana Pop", language_code="ro")


async def screen_of(table: Table, newcomer: SandboxUser) -> Message:
    """Have the person press Start and open *How to play*."""
    (hello,) = await table.say(newcomer, "/start")
    (screen,) = await table.press(newcomer, hello, "button.how")
    return screen


async def test_a_first_correct_move_is_within_six_taps_of_start(
    table: Table, newcomer: SandboxUser
) -> None:
    """Start, How to play, First lesson, the sent text, Send: five taps and one typed move."""
    taps = 1
    (hello,) = await table.say(newcomer, "/start")
    assert [each.label for each in hello.buttons] == [
        "🎯 Exersează",
        "🤝 Joacă cu cineva",
        "❓ Cum se joacă",
    ]
    taps += 1
    (screen,) = await table.press(newcomer, hello, "button.how")
    assert screen.photo
    taps += 1
    (lesson,) = await table.press(newcomer, screen, "button.how.lesson")
    assert lesson.photo
    taps += 1
    (preview,) = await table.say(newcomer, LESSONS[0].example)
    assert mentions(preview, "preview.word_right", word="CASA")
    taps += 1
    await table.press(newcomer, preview, "button.send")
    assert mentions(preview, "lesson.sent", move="H8 CASA")
    assert taps <= 6


async def test_each_lesson_ends_by_the_learners_own_move(
    table: Table, newcomer: SandboxUser
) -> None:
    """A word, a crossing and a blank; then the doors to a whole game.

    A wrong move is explained by a game's refusal, and the example can be sent as it stands. A good
    word without the blank does not end that lesson.
    """
    screen = await screen_of(table, newcomer)
    (shown,) = await table.press(newcomer, screen, "button.how.lesson")
    for typed in ("H8 CASTEL", "A1 CASA", "casa", "H8 CRTSA", "8H CA"):
        (answer,) = await table.say(newcomer, typed)
        if mentions(answer, "lesson.preview"):
            assert typed == "8H CA"
            continue
        assert mentions(answer, "lesson.refused", example="H8 CASA"), typed
    for lesson in LESSONS:
        assert mentions(shown, "lesson.card", number=lesson.number)
        assert not [one for one in shown.buttons if one.data.startswith("lesson")]
        if lesson.number == LESSONS[-1].number:
            (answer,) = await table.say(newcomer, "J9 EL")
            assert mentions(answer, "fault.lesson_needs_blank")
        (preview,) = await table.say(newcomer, lesson.example)
        (shown,) = await table.press(newcomer, preview, "button.send")
        assert says(preview, f"lesson.praise.{lesson.number}")
    assert says(shown, "lesson.done")
    assert [one.data for one in shown.buttons] == ["train", "another"]
    (answer,) = await table.say(newcomer, "H8 CASA")
    assert not mentions(answer, "lesson.preview")


async def test_who_asks_in_their_own_words_reads_how_to_play(table: Table) -> None:
    """The question typed freely, as a person's first words, leads to the screen."""
    for text in ("cum joc", "Cum se joacă?", "ajutor", "how", "How to play?"):
        newcomer = table.sandbox.add_user("Ana Pop", language_code="ro")
        (answer,) = await table.say(newcomer, text)
        assert says(answer, "how.screen"), text
        assert button(answer, "button.how.lesson").data == "lesson:1", text


async def test_the_glossary_and_the_page_to_print_are_beside_the_screen(
    table: Table, newcomer: SandboxUser
) -> None:
    """Both work without a public site; the page is a PDF.

    `/start` runs `c-` and a command's name, and has the code of How to play; else the code is an
    invitation's. An operator reads their Telegram number, a newcomer does not.
    """
    (hello,) = await table.say(newcomer, "/start")
    assert f"{newcomer.id}" not in hello.text
    (known,) = await table.say(table.operator, "/start")
    assert f"{table.operator.id}" in known.text
    screen = await screen_of(table, newcomer)
    (terms,) = await table.press(newcomer, screen, "button.how.terms")
    assert mentions(terms, "how.term.coefficient")
    (page,) = await table.press(newcomer, screen, "button.how.print")
    assert page.document is not None
    assert page.document.name == "cum-se-joaca.pdf"
    (helped,) = await table.say(newcomer, "/ajutor")
    assert button(helped, "button.how").data == "how:"

    (card,) = await table.say(newcomer, "/start c-exerseaza")
    assert mentions(card, "practice.offer")
    (screen,) = await table.say(newcomer, "/start how")
    assert says(screen, "how.screen")
    (unknown,) = await table.say(newcomer, "/start c-nothing")
    assert mentions(unknown, "start.bad_code")
    assert not told(newcomer.messages, "start.number")


async def test_a_lesson_leaves_the_moves_of_a_game_alone(
    table: Table,
) -> None:
    """Later, or with a game's code, a typed move belongs to the game that waits."""
    pair = await table.match()
    screen = (await table.say(pair.red, "cum joc"))[0]
    await table.press(pair.red, screen, "button.how.lesson")
    (coded,) = await table.say(pair.red, f"{pair.code} H8 COPAL")
    assert mentions(coded, "preview.placement")
    await table.press(pair.red, screen, "button.how.lesson")
    (fresh,) = await table.say(pair.red, "H8 CASA")
    assert mentions(fresh, "lesson.preview")
    await table.travel(1 / 24)
    (later,) = await table.say(pair.red, "H8 COPAL")
    assert mentions(later, "preview.placement")


@pytest.mark.only_telegram("sends a file")
async def test_a_file_is_no_move_in_a_lesson(table: Table, newcomer: SandboxUser) -> None:
    """It is answered as without a lesson, and the lesson still waits for a move."""
    screen = await screen_of(table, newcomer)
    await table.press(newcomer, screen, "button.how.lesson")
    seen = len(newcomer.messages)

    newcomer.send_document("sah.txt", b"e4 e5")
    await table.settle()

    answer = newcomer.messages[-1]
    assert len(newcomer.messages) == seen + 2
    assert mentions(answer, "relayed.no_picture")
    assert mentions(answer, "relayed.asked")
    (solved,) = await table.say(newcomer, "H8 CASA")
    assert mentions(solved, "lesson.preview")


async def test_a_phone_in_another_language_is_asked_once_in_two(table: Table) -> None:
    """The question is in Romanian and English; the greeting follows in the chosen language.

    Romanian and English phones are not asked.
    """
    english = table.sandbox.add_user("Ann Lee", language_code="en")
    (hello,) = await table.say(english, "/start")
    assert says(hello, "start.hello", "en")
    for code in ("hu", "ru", "uk-UA", "de"):
        user = table.sandbox.add_user("Nagy Eva", language_code=code)
        (asked,) = await table.say(user, "/start")
        assert says(asked, "language.first", "en"), code
        assert "În ce limbă" in asked.text, code
        assert [each.label for each in asked.buttons] == ["Română", "English"], code

        seen = len(user.messages)
        user.press(asked, "lang:ro:yes")
        await table.settle()

        (hello,) = user.messages[seen:]
        assert says(hello, "start.hello"), code
        (again,) = await table.say(user, "/start")
        assert says(again, "start.hello"), code


async def test_a_sheet_number_that_skips_is_explained(table: Table) -> None:
    """An announced leave counts in the number of the next sheets, and the glossary says why."""

    async def number() -> int:
        sheet = (await table.say(pair.red, "/fisa"))[0]
        return int(facts_of(sheet, "sheets.caption")["version"])

    pair = await table.match()
    before = await number()
    (asked,) = await table.say(pair.red, "/concediu 20.05 22.05")
    assert await number() > before, asked.text
    screen = (await table.say(pair.red, "cum joc"))[0]
    (terms,) = await table.press(pair.red, screen, "button.how.terms")
    assert "numărul ei crește și la un concediu" in terms.text
