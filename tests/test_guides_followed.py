"""Everything that a guide tells people to type or press is there: commands are run on a copy."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.chat.commands import COMMANDS
from bot.texts.po_reader import entries_of
from storage.backup import copy_file
from tests.bot.cli.rating.pfs_check_shared import FORM
from tests.bot.cli.rating.tables import season, write
from tests.databases import empty_database
from tests.rating_files import EVENTS, GAMES
from tools.guides import ROOT, SOURCES

GUIDES = sorted(SOURCES.values())
PAGES = [*GUIDES, "docs/operations.md", "README.md"]
BLOCK = re.compile(r"^ *```(?:\w+)?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
PRESSED = re.compile(r"\*\*(.+?)\*\*")
ELSEWHERE = {"setup", "run", "copy", "mail"}
"""Commands that need Telegram or a server; `make guide` and their own tests run them."""
WORDS = {
    "FILE": "copies/tur-retur-20250503T004000.sqlite",
    "NUMBER": "1",
    "NUMĂR": "1",
    "DIR": "site",
    "NUME": "Ana",
    "CODE": "",
    "sqlite:///COPY": "sqlite:///COPY",
    "before-REVISION": "before-0029",
    "before-REVIZIE": "before-0029",
    "backups/": "copies/",
}
"""Words in capitals, and the examples' names, as somebody who follows the page fills them in."""
WITHOUT_COMMANDS = {each for each in GUIDES if re.search("player|arbiter|jucator|arbitr", each)}
CHAT = re.compile(r"/([a-z_]+)(?: [^/]*)?$")
STATUS = {"health", "metrics", "newbot"}
"""Paths of the web server, and a command of @BotFather."""
FILLED_IN = re.compile(r"\{[^}]*\}")
WITHOUT_SIGN = re.compile(r"^[^\w„]+| \(…\)$")
SAID = {
    *("Start", "Nimic nu pleacă până nu apeși Trimite.", "30 de zile", "10 zile de concediu"),
    *("Penalizare", "Pierderea partidei", "Excludere", "veche"),
}
"""Bold words that are no buttons of the bot: Telegram's own, and emphasis."""


def typed(page: str) -> Iterator[list[str]]:
    """Yield the arguments of each `turretur` command on the page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    for line in (*lines, *INLINE.findall(BLOCK.sub("", text))):
        command = line.partition("#")[0].strip().removeprefix(".venv/bin/")
        if not command.startswith("turretur ") or command.endswith("…"):
            continue
        for word, meant in WORDS.items():
            command = command.replace(word, meant)
        yield shlex.split(command)[1:]


def prepared(folder: Path) -> None:
    """Put into the folder what somebody who follows the guides has there."""
    (folder / "config.toml").write_text(
        '[telegram]\nbase_url = "http://127.0.0.1:9"\n[storage]\nurl = "sqlite:///tur-retur.sqlite"\n'
        '[backup]\ndirectory = "backups"\n[server]\npublic_url = "https://scrabble.example.org"\n'
        '[lexicon]\ndirectory = "lists"\n',
        encoding="utf-8",
    )
    database = empty_database(folder / "tur-retur.sqlite")
    (folder / "copies").mkdir()
    for name in ("copies/tur-retur-20250503T004000.sqlite", "tur-retur.sqlite.before-0029", "COPY"):
        (folder / name).touch()
        copy_file(database, folder / name)
    (folder / "noted.txt").write_text(f"2025-05-03 {0:064}\n", encoding="utf-8")
    (folder / "LOC.txt").write_text("CASA\nCASE\nARE\n", encoding="utf-8")
    write(
        folder / "events.csv",
        EVENTS,
        [f"2025-03-01,completive,1,{who}" for who in ("Ana,1", "Bob,2")],
    )
    season(folder)
    results = (folder / "r.csv").read_text(encoding="utf-8").replace("Player 01", "Ion Pop")
    for name in ("turneu.csv", "tournament.csv"):
        (folder / name).write_text(results, encoding="utf-8")
    for name in ("iunie.csv", "june.csv"):
        write(folder / name, GAMES, ["2035-06-01,June,1,Player 01,Player 02,400,300"])
    (folder / "partide.csv").write_text((folder / "events.csv").read_text("utf-8"), "utf-8")
    players = (folder / "p.csv").read_text(encoding="utf-8").replace("Player 01", "Ion Pop")
    for name in ("jucatori.csv", "players.csv"):
        (folder / name).write_text(players, encoding="utf-8")
    for name in ("cerere.toml", "form.toml"):
        (folder / name).write_text(FORM, encoding="utf-8")
    saved = ["rating", "absp", "--players", "p.csv", "--results", "r.csv", "--save", "absp.json"]
    assert CliRunner().invoke(main, saved).exit_code == 0


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_can_be_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each `turretur …` of a page is understood and ends with an answer, not with an error."""
    monkeypatch.chdir(tmp_path)
    prepared(tmp_path)
    seen = []
    for arguments in typed(page):
        name = arguments[0]
        command = main.get_command(click.Context(main), name)
        assert command is not None, f"{page}: turretur {name}"
        seen.append(name)
        if name in ELSEWHERE or _is_named_alone(command, arguments):
            continue
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code in {0, 1}, f"{page}: {arguments}: {done.output}"
        assert isinstance(done.exception, SystemExit | None), done.exception
    assert seen or page in WITHOUT_COMMANDS


def _is_named_alone(command: click.Command, arguments: list[str]) -> bool:
    """Return whether the page only names the command, without what it needs."""
    rest = arguments[1:]
    if isinstance(command, click.Group) and rest:
        inner = command.get_command(click.Context(command), rest.pop(0))
        assert inner is not None, arguments
        command = inner
    needed = any(isinstance(each, click.Argument) and each.required for each in command.params)
    return not rest and (needed or isinstance(command, click.Group))


@pytest.mark.parametrize("page", GUIDES)
def test_every_command_of_the_chat_is_there(page: str) -> None:
    """A guide names commands of the chat in its own language."""
    named = {each.romanian if "/ro/" in page else each.english for each in COMMANDS}
    text = BLOCK.sub("", (ROOT / page).read_text(encoding="utf-8"))
    found = {word[1] for each in INLINE.findall(text) if (word := CHAT.match(each))}

    assert found - named - STATUS == set()


@pytest.mark.parametrize("page", GUIDES)
def test_every_button_of_a_guide_is_there(page: str) -> None:
    """A bold word of a guide is the whole text of a button, with … for what the bot fills in."""
    language = "ro" if "/ro/" in page else "en"
    buttons = {
        WITHOUT_SIGN.sub("", FILLED_IN.sub("…", text))
        for key, entry in entries_of(language).items()
        if key.startswith("button.")
        for text in entry
    }
    text = (ROOT / page).read_text(encoding="utf-8")
    pressed = {each for each in PRESSED.findall(text) if each not in SAID}

    assert {each for each in pressed if each not in buttons and f"{each}…" not in buttons} == set()


PROMISES = {
    "play/test_undo.py::test_a_move_taken_back_was_never_sent": (
        "Câteva secunde poți apăsa **Ia înapoi**; până atunci nu vede nimeni depunerea.",
        "For a few seconds you can press **Take the move back**; until then nobody sees it.",
    ),
    "play/test_undo.py::test_a_move_that_has_gone_is_not_taken_back": (
        "Apoi rămâne cum e. Dacă are o greșeală, scrie-i arbitrului: `/arbitru`.",
    ),
    "matches/test_endings.py::test_a_game_is_given_up_only_after_a_second_thought": (
        "Toate întreabă încă o dată înainte.",
    ),
    "matches/test_endings.py::test_an_interruption_needs_the_opponents_consent": (
        "`/intrerupere` propune partenerului să terminați mai devreme.",
    ),
    "matches/test_endings.py::test_the_return_game_is_offered_to_both_and_needs_both": (
        "începe când apăsați amândoi **Începem returul**",
        "The return game starts when both of you press the button",
    ),
    "cases/test_taken_back.py::test_days_taken_back_are_found_missing_at_once": (
        "Odată cu decizia se refac zilele, depunerea și partidele pe care le-a schimbat.",
        "the days, the move and the games are restored, and both players are notified",
    ),
    "cases/test_players.py::test_who_never_came_is_a_no_show_in_all_games_by_one_decision": (
        "Orice decizie se poate lua înapoi acolo unde o vezi",
        "Every decision can be taken back where you see it",
    ),
    "competitions/test_put_back.py::test_an_old_copy_put_back_is_reported_to_whom_it_concerns": (
        "După pornire botul le spune oamenilor ce s-a pierdut de la copie încoace.",
    ),
}
"""The test in `tests/e2e` that holds a promise, and its sentences in the guides."""


@pytest.mark.parametrize("proof", PROMISES)
def test_a_promise_of_the_guides_is_held_in_the_chat(proof: str) -> None:
    """What a guide promises of a button has a test that plays it; both have to exist."""
    file, _, name = proof.partition("::")
    guides = [(ROOT / page).read_text(encoding="utf-8") for page in GUIDES]

    assert f"def {name}(" in (ROOT / "tests" / "e2e" / file).read_text(encoding="utf-8")
    assert PROMISES[proof]
    for sentence in PROMISES[proof]:
        assert any(sentence in guide for guide in guides), sentence
