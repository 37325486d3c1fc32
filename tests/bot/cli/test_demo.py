"""`turretur demo` and its folder; `turretur sandbox` and its port."""

import asyncio
from pathlib import Path

from click.testing import CliRunner

from bot.__main__ import main
from bot.cli.demo import MARK, SHEETS, empty
from bot.cli.demonstration.post_office import HERE, post_office


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    """The folder is emptied first, so a folder that no demo made is refused in one line."""
    (tmp_path / "sheets").mkdir()  # a name that anybody may give to a folder
    letter = tmp_path / "scrisoare.txt"
    letter.write_text("dragă Ana", encoding="utf-8")

    run = CliRunner().invoke(main, ["demo", "--out", str(tmp_path)])

    assert run.exit_code == 2
    assert run.stderr.startswith("turretur: ")
    assert run.stderr.count("\n") == 1
    assert letter.read_text(encoding="utf-8") == "dragă Ana"


def test_a_link_to_the_folder_of_an_earlier_demo_is_emptied(tmp_path: Path) -> None:
    """Nothing of the earlier one stays, and the link stays one."""
    folder, link = tmp_path / "folder", tmp_path / "link"
    link.symlink_to(folder)
    folder.mkdir()
    for _ in range(2):
        empty(link)
        assert sorted(path.name for path in folder.rglob("*")) == [MARK, SHEETS]
        (folder / SHEETS / "001.png").touch()
        (folder / "old.gcg").touch()
    assert link.is_symlink()


def test_a_folder_that_cannot_be_made_is_reported_in_one_line(tmp_path: Path) -> None:
    """If a file has that name, the line says so, without a traceback."""
    (tmp_path / "file").touch()

    run = CliRunner().invoke(main, ["demo", "--out", str(tmp_path / "file" / "demo")])

    assert run.exit_code == 2
    assert run.stderr.startswith("turretur: ")
    assert run.stderr.count("\n") == 1
    assert str(tmp_path / "file") in run.stderr


def test_an_impossible_port_is_reported_in_one_line() -> None:
    """`turretur sandbox` names the valid ports before it starts."""
    run = CliRunner().invoke(main, ["sandbox", "--port", "99999"])

    assert run.exit_code == 2
    assert run.stderr.startswith("turretur: ")
    assert "65535" in run.stderr


async def test_a_mail_that_breaks_off_does_not_hold_up_the_demonstration(tmp_path: Path) -> None:
    """A lost connection ends its conversation, and half a mail is none."""
    async with post_office(tmp_path / "mails") as office:
        reader, writer = await asyncio.open_connection(HERE, office.port)
        writer.write(b"DATA\r\nhalf a mail")
        writer.write_eof()
        answers = await reader.read()
        writer.close()

    assert answers.startswith(b"220 demo")
    assert office.mails == []
