"""Language, menus and hours: a person's own settings and their effects."""

from dataclasses import replace
from pathlib import Path

from sandbox import SandboxUser
from sandbox.faults import ServerError
from storage.people import forgetting
from tests.bot.texts.formal_shared import FAMILIAR
from tests.e2e import harness
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.texts import mentions, says, told, worded

MOST = 12
"""Commands in a menu."""


def menu(table: Table, user: SandboxUser) -> dict[str, str]:
    """Return the commands in a person's menu, with their descriptions."""
    menus = table.sandbox.world.menus
    shown = menus.shown_to(user.chat, user.id, user.account.language_code)
    return {each["command"]: each["description"] for each in shown}


async def named(table: Table, user: SandboxUser) -> None:
    """Have the operator make the person an arbiter."""
    (told_operator,) = await table.say(table.operator, "/arbitru")
    await table.join(user, told_operator.text.split()[-1])


async def test_each_notice_is_written_in_its_recipients_language(table: Table) -> None:
    """Red's app is Romanian, Blue's English, and each reads the same move in their language."""
    blue = table.sandbox.add_user("Johnny", language_code="en-GB")
    pair = await table.match(blue=blue)

    await pair.place(pair.red, "H8 CASA")

    (sheet,) = told(pair.blue.messages, "turn.board", "en", game=pair.id)
    assert "Ana Pop" in sheet.text
    assert told(table.arbiter.messages, "sheets.caption", "ro", game=pair.id)


async def test_limba_changes_the_language_of_everything_that_follows(pair: Pair) -> None:
    """After `/limba` and one tap the answer and later notices use the other language.

    What a Romanian app keeps sending does not undo the choice. `/games` and `/jocuri` are the same
    command in either language.
    """
    (question,) = await pair.table.say(pair.blue, "/limba")
    assert says(question, "language.ask")
    pair.blue.press(question, "English")
    await pair.table.settle()
    assert says(question, "language.set", "en")

    await pair.place(pair.red, "H8 CASA")

    assert told(pair.blue.messages, "turn.board", "en", game=pair.id)
    (answer,) = await pair.table.say(pair.blue, "/word casa")
    assert says(answer, "words.list", "en")
    (romanian,) = await pair.table.say(pair.red, "/jocuri")
    (english,) = await pair.table.say(pair.red, "/games")
    assert romanian.text == english.text
    assert says(romanian, "games.list", n=1)
    (answer,) = await pair.table.say(pair.blue, "/limba ro")
    assert says(answer, "language.set", "ro")


async def test_the_menus_are_set_in_both_languages(table: Table) -> None:
    """A Romanian app shows `/jocuri`, an English one `/games`, and neither arbiters' commands.

    `/limba` changes one's own menu. An arbiter's menu has their commands, and fits on a screen.
    """
    ana = table.sandbox.add_user("Ana", language_code="ro")
    john = table.sandbox.add_user("John", language_code="en")

    romanian, english = menu(table, ana), menu(table, john)

    assert "jocuri" in romanian
    assert "games" in english
    assert len(romanian) == len(english) <= MOST
    assert not {"meci", "match", "omologheaza"} & (romanian.keys() | english.keys())
    await table.say(ana, "/limba en")
    assert menu(table, ana) == english

    assert len(menu(table, table.arbiter)) <= MOST
    assert {"meci", "meciuri", "omologheaza", "jocuri"} <= menu(table, table.arbiter).keys()
    await table.say(table.arbiter, "/limba en")
    assert {"match", "matches", "approve", "games"} <= menu(table, table.arbiter).keys()
    await table.say(table.arbiter, "/limba ro")
    assert {"meci", "meciuri", "omologheaza", "jocuri"} <= menu(table, table.arbiter).keys()


async def test_who_is_no_arbiter_any_more_is_shown_the_players_commands_again(
    table: Table,
) -> None:
    """A forgotten arbiter has a stranger's menu, and an arbiter's again if named again.

    If Telegram does not change the menu at once, the bot tries again.
    """
    arbiter = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    await named(table, arbiter)
    await table.say(arbiter, "/limba en")
    await table.app.menus()
    assert {"match", "approve"} <= menu(table, arbiter).keys()
    gone = (await table.stored.person(arbiter.id)).id
    async with table.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, table.sandbox.clock.now(), f"Jucător retras {gone}")
    table.sandbox.faults.add(ServerError(), method="deleteMyCommands")
    for _ in range(2):
        await table.app.menus()

    stranger = table.sandbox.add_user("Ana", language_code="ro")
    assert menu(table, arbiter) == menu(table, stranger)
    await named(table, arbiter)
    await table.app.menus()
    assert {"meci", "omologheaza"} <= menu(table, arbiter).keys()


SUBJECTS = ("hour", "digest", "quiet", "sound", "zone", "lang", "name")


async def test_settings_are_one_screen_of_subjects_and_a_choice_leads_back_to_it(
    table: Table,
) -> None:
    """Seven buttons open the choices, one marked; each tap edits the same message.

    Old settings messages that had all choices on one screen still work. A choice that is chosen
    already is answered with a toast. One tap on *English* changes the message to English.
    """
    user = table.sandbox.add_user("Chibițul", language_code="ro")
    (settings,) = await table.say(user, "/setari")
    assert says(settings, "settings.state", zone="Europe/Bucharest", hour="09:00")
    assert [each.data for each in settings.buttons] == [f"set:open:{what}" for what in SUBJECTS]

    for choice in ("hour:18", "quiet:22-7", "zone:Europe/Chisinau", "digest:daily"):
        user.press(settings, f"set:open:{choice.partition(':')[0]}")
        await table.settle()
        user.press(settings, f"set:{choice}")
        await table.settle()

    assert says(
        settings, "settings.state", zone="Europe/Chisinau", hour="18:00", quiet="22:00–07:00"
    )
    for what, chosen in (("hour", "18:00"), ("zone", "Chișinău"), ("lang", "Română")):
        await table.press(user, settings, f"button.set.{what}")
        marked = [each.label for each in settings.buttons if each.label.startswith("✓")]
        assert marked == [f"✓ {chosen}"]
        await table.press(user, settings, "button.help_back")
        assert says(settings, "settings.state")

    assert await table.forge(user, settings, "set:hour:7") == ""
    assert says(settings, "settings.state", hour="07:00")
    assert await table.forge(user, settings, "set:hour:7") == worded("button.shown")
    settings = await table.choose(user, "lang:en")
    assert says(settings, "settings.state", "en", language="English")


async def test_what_stands_beside_each_other_is_not_cut_on_a_phone(pair: Pair) -> None:
    """Buttons in a row share the message's width equally: about forty letters in all."""
    table = pair.table
    for language in ("ro", "en"):
        await table.say(pair.red, f"/limba {language}")
        (settings,) = await table.say(pair.red, "/setari")
        rows = [*settings.keyboard]
        for what in SUBJECTS:
            await table.forge(pair.red, settings, f"set:open:{what}")
            rows += settings.keyboard
        shown = [
            *await table.say(pair.red, "/concediu 20.05 28.05"),
            *await table.say(pair.red, "/concediu"),
            *await table.say(pair.red, "/intrerupere"),
            *await table.say(pair.red, "/abandon"),
            *await table.say(pair.red, "/confidentialitate"),
        ]
        await table.say(pair.blue, "- Salut!")
        rows += [row for message in [*shown, pair.red.last] for row in message.keyboard]
        assert rows
        for row in rows:
            assert len(row) * max(len(each.label) for each in row) <= 40, row


async def test_a_typed_city_sets_the_clock(pair: Pair) -> None:
    """A city, a country with one zone or a typing error works; several zones are offered.

    Settings name cities in the reader's language, and no zone, including a city not offered.
    """
    table = pair.table
    (settings,) = await table.say(pair.red, "/setari")
    await table.press(pair.red, settings, "button.set.zone")
    for typed, zone in (
        ("Londra", "Europe/London"),
        ("Germania", "Europe/Berlin"),
        ("chisnau", "Europe/Chisinau"),
    ):
        await table.press(pair.red, settings, "button.other_city")
        (answer,) = await table.say(pair.red, typed)
        assert says(answer, "settings.state", zone=zone)
    (asked,) = await table.say(pair.red, "/setari Canada")
    assert says(asked, "settings.which_city", place="Canada")
    offered = {button.label for button in asked.buttons}
    await table.forge(pair.red, asked, "set:zone:America/Toronto")
    assert "Toronto" in offered
    assert says(asked, "settings.state", zone="America/Toronto")
    (unknown,) = await table.say(pair.red, "/setari Petrila din Deal")
    assert says(unknown, "settings.no_city")

    for language, city in (("ro", "Viena"), ("en", "Vienna")):
        await table.say(pair.red, f"/limba {language}")
        (answer,) = await table.say(pair.red, "/setari Vienna")
        state = answer.text
        await table.press(pair.red, answer, "button.set.zone", language)

        shown = [state, answer.text, *(button.label for button in answer.buttons)]
        assert not any("/" in line for line in shown)
        assert city in state
        assert f"✓ {city}" in shown


async def test_who_wants_no_sound_gets_none_not_even_on_the_last_day(pair: Pair) -> None:
    """Boards, answers, reminders and the last day's warning all arrive silently.

    Turned on again, the next message makes a sound.
    """
    table = pair.table
    settings = await table.choose(pair.blue, "sound:off")
    assert mentions(settings, "settings.mute")
    seen = len(pair.blue.messages)

    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-29"))
    await table.travel(3)

    came = [message for message in pair.blue.messages[seen:] if message.from_bot]
    assert told(came, "turn.board")
    assert told(came, "remind.last_day")
    assert all(message.silent for message in came)
    await table.choose(pair.blue, "sound:on")
    await table.say(pair.blue, "/jocuri")
    assert not pair.blue.last.silent


async def test_a_federation_chooses_how_players_are_addressed(tmp_path: Path) -> None:
    """With `federation.address = "dumneavoastra"` every text uses the formal form."""
    async with harness.table(tmp_path, after=harness.match_begun) as laid:
        await laid.stop_bot()
        formally = replace(laid.config.federation, address="dumneavoastra")
        laid.config = replace(laid.config, federation=formally)
        await laid.start_bot()
        code, red, blue = laid.done
        pair = Pair(laid, code, red, blue)
        preview = await pair.place(red, "H8 CASA")

        board = next(each for each in reversed(blue.messages) if "H8 CASA" in each.text)
        assert "Literele dumneavoastră" in board.text
        assert "rândul tău" not in board.text + preview.text
        await _no_message_says_tu(pair, laid.arbiter)


ASKED = (
    *("/ajutor", "/setari", "/jocuri", "/tabla", "/timp", "/mesaj", "/note", "/conditie"),
    *("/concediu", "/contestatie", "/cazuri", "/abandon", "/intrerupere", "/arhiva_mea"),
    *("/cuvant", "/legatura", "/retragere", "/regulament", "/verifica", "/confidentialitate"),
    *("/uita_ma", "/rating", "/ratingul_meu", "/clasament", "/nimic", "H8 ZZZ", "vorbe"),
)
ARBITER_ASKS = (
    *("/mesa", "/meciuri", "/invitatie", "/prelungire", "/compensare", "/inchidere", "/stare"),
    *("/omologheaza", "/decizie", "/imputernicire", "/arhiva", "/grup", "/club", "/preda"),
    *("/campionat", "/cuvinte_judecate", "/dosar", "/jurnal", "/meci", "/copii"),
)


async def _no_message_says_tu(pair: Pair, arbiter: SandboxUser) -> None:
    """Check all answers to a player and an arbiter, and every notice in a month of silence."""
    seen = {user: len(user.messages) for user in (pair.red, pair.blue, arbiter)}
    for user, wanted in ((pair.blue, ASKED), (arbiter, ARBITER_ASKS)):
        for text in wanted:
            assert await pair.table.say(user, text), text
    await pair.table.travel(32)
    for user, before in seen.items():
        for message in user.messages[before:]:
            assert not message.from_bot or not FAMILIAR.search(message.text), message


async def test_the_menu_button_is_in_the_readers_language(tmp_path: Path) -> None:
    """An English phone reads English from the start, and `/limba` changes the button, too."""
    address = {"server_public_url": "https://turretur.example"}
    async with harness.table(tmp_path, changed=address) as laid:
        menus = laid.sandbox.world.menus
        ann = laid.sandbox.add_user("Ann Lee", language_code="en")
        await laid.say(ann, "/start")
        shown = menus.button_of(ann.chat)
        assert shown is not None
        assert shown["text"] == worded("menu.board", "en")

        await laid.say(ann, "/limba ro")

        shown = menus.button_of(ann.chat)
        assert shown is not None
        assert shown["text"] == worded("menu.board")
