"""`/ajutor`: one screen with the useful commands, and every command within two presses."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from textwrap import wrap

import pytest
import pytest_asyncio

from bot.chat.commands import COMMANDS, SUBJECTS
from bot.chat.handling import CommandRole
from bot.site.build import make_site
from bot.site.options import SiteOptions
from bot.site.source import BuildCaches
from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, Table, button, match_begun, table
from tests.e2e.rating_talk import keeper
from tests.e2e.texts import mentions, worded

ON_A_LINE = 44
"""Letters in a line of a message on a phone 390 px wide."""
LINES = 18
"""Lines of a message that such a phone shows above the buttons and the keyboard."""


reading = pytest.mark.asyncio(loop_scope="module")
"""Marks a test that only reads, at the table of all such tests."""


@pytest_asyncio.fixture(name="pair", scope="module", loop_scope="module")
async def _pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    """Give a match that has begun to the tests that only read."""
    async with table(tmp_path_factory.mktemp("help"), after=match_begun) as laid:
        yield Pair(laid, *laid.done)


def named(message: Message) -> list[str]:
    """Return the commands at the start of lines in the message."""
    return re.findall(r"^/(\w+) –", message.text, re.MULTILINE)


def lines(message: Message) -> int:
    """Return the number of lines of a text on a phone."""
    return sum(len(wrap(line, ON_A_LINE)) or 1 for line in message.text.splitlines())


async def open_help(table: Table, user: SandboxUser, *presses: str) -> Message:
    """Have a person ask for help and press these buttons below it; return the message."""
    (shown,) = await table.say(user, "/ajutor")
    for data in presses:
        await table.forge(user, shown, data)
    return shown


@reading
async def test_help_fits_a_screen_and_names_six_things(pair: Pair) -> None:
    """A player reads how to move and six commands, each office its own six; nothing is cut."""
    players = await open_help(pair.table, pair.red)
    arbiters = await open_help(pair.table, pair.table.arbiter)
    stranger = pair.table.sandbox.add_user("Chibițul", language_code="ro")
    newcomers = await open_help(pair.table, stranger)

    assert "H8 SLO" in players.text  # the first letters of the player's own rack
    assert len(named(players)) == len(named(arbiters)) == len(named(newcomers)) == 6
    assert {"mesa", "meci"} <= set(named(arbiters))
    assert not {"mesa", "meci"} & set(named(players))
    assert mentions(newcomers, "help.new")
    operators = await open_help(pair.table, pair.table.operator)
    assert len(named(operators)) == 6
    assert {"arbitru", "compensare"} <= set(named(operators))
    assert not {"meciuri", "campionat"} & set(named(operators))
    assert max(map(lines, (players, arbiters, newcomers, operators))) <= LINES


async def test_help_leads_to_the_guide_that_the_site_serves(tmp_path: Path) -> None:
    """With a public site it has a button to the guide in the reader's language."""
    site = tmp_path / "site"
    settings = {
        "server_public_url": "https://scrabble.example.org",
        "public_enabled": "true",
        "public_directory": str(site),
    }
    async with table(tmp_path, changed=settings) as laid:
        shown = {}
        for language in ("ro", "en"):
            reader = laid.sandbox.add_user("Dan", language_code=language)
            shown[language] = await open_help(laid, reader)
        operators = await open_help(laid, laid.operator)
        officers = await open_help(laid, (await keeper(laid)).user)
        await make_site(laid.app.runtime.database, BuildCaches(), SiteOptions(), site)

    for language, page in (("ro", "ghid-jucator.html"), ("en", "en/ghid-jucator.html")):
        url = button(shown[language], "button.guide", language).url
        assert url == f"https://scrabble.example.org/{page}"
        assert "H8 CASA" in (site / page).read_text("utf-8")
    assert (button(operators, "button.guide").url or "").endswith("/ghid-organizator.html")
    assert (button(officers, "button.guide").url or "").endswith("/ghid-rating.html")


@reading
async def test_the_subjects_are_turned_in_one_message(pair: Pair) -> None:
    """*Mai mult*, a subject and *back* edit the same message and return to its first page."""
    table = pair.table
    (shown,) = await table.say(pair.red, "/ajutor")
    first, seen = shown.text, len(pair.red.messages)

    await table.press(pair.red, shown, "button.help_more")
    await table.press(pair.red, shown, "help.subject.days")
    assert {"concediu", "contestatie", "arbitru"} <= set(named(shown))
    assert lines(shown) <= LINES
    await table.press(pair.red, shown, "button.help_back")
    await table.press(pair.red, shown, "button.help_back")

    assert shown.text == first
    assert len(pair.red.messages) == seen


@reading
async def test_nobody_is_offered_what_is_of_no_use_to_them(pair: Pair) -> None:
    """If words are checked, nobody can send back; only ratings officers see ratings commands."""
    table = pair.table
    placing = await open_help(table, pair.red, "help:play")
    subjects = await open_help(table, pair.red, "help:more")
    stranger = table.sandbox.add_user("Chibițul", language_code="ro")
    strangers = await open_help(table, stranger, "help:more")

    assert "conditie" in named(placing)
    assert not {"returneaza", "introdu"} & set(named(placing))
    labels = {button.label for button in subjects.buttons}
    assert worded("help.subject.partner") in labels
    for subject in ("keeper", "operator", "arbiter"):
        assert worded(f"help.subject.{subject}") not in labels
    assert worded("help.subject.partner") not in {button.label for button in strangers.buttons}


async def test_who_may_return_a_placement_reads_how(tmp_path: Path) -> None:
    """Under rules that leave words to the opponent, `/returneaza` is among the moves' commands."""
    rules = {"federation_ruleset": "cn-2025.2-partner"}
    async with table(tmp_path, settings=rules, after=match_begun) as laid:
        placing = await open_help(laid, laid.done[1], "help:play")

        assert "returneaza" in named(placing)


@reading
async def test_help_names_every_command_to_whom_it_is_for(pair: Pair) -> None:
    """The page of all commands misses only the one that an app sends by itself."""
    table = pair.table
    roles = {
        pair.red: {CommandRole.ANYONE},
        table.arbiter: {CommandRole.ANYONE, CommandRole.ARBITER},
        table.operator: set(CommandRole),
    }
    for user, own_roles in roles.items():
        for language, name in (("en", "english"), ("ro", "romanian")):
            await table.say(user, f"/limba {language}")
            shown = await open_help(table, user, "help:all")
            wanted = {getattr(command, name) for command in COMMANDS if command.role in own_roles}

            assert set(named(shown)) == wanted - {"start"}


@reading
async def test_every_command_stands_under_a_subject(pair: Pair) -> None:
    """A person with every role finds each command under its subject."""
    table = pair.table
    found: set[str] = set()
    for user in (pair.red, table.arbiter, table.operator):
        shown = await open_help(table, user)
        for subject in SUBJECTS:
            await table.forge(user, shown, f"help:{subject}")
            found |= set(named(shown))

    of_no_use_here = {"returneaza"}
    wanted = {command.romanian for command in COMMANDS} - {"start", "ajutor"}
    assert wanted - found <= of_no_use_here


@reading
async def test_a_forged_subject_is_no_page(pair: Pair) -> None:
    """An unknown subject gets an answer, and the message stays."""
    shown = await open_help(pair.table, pair.red)
    before = shown.text

    assert await pair.table.forge(pair.red, shown, "help:nimic")
    assert shown.text == before


async def test_a_stranger_reads_what_the_bot_is_before_start(table: Table) -> None:
    """Telegram has the description and the short description in both languages."""
    await table.app.menus()
    shown = table.sandbox.world.descriptions

    assert shown["description"] == worded("profile.description")
    assert shown["description en"] == worded("profile.description", "en")
    assert shown["short_description"] == worded("profile.short")
    assert shown["short_description en"] == worded("profile.short", "en")
