"""`turretur mail test`: the mail is real, and a refusal says why without the address."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.diagnosis.mail import mail
from bot.cli.mail import command
from bot.runtime.config.settings import Config, load_config
from tests.smtp import DATA_REFUSED, RCPT_REFUSED, PostBox, post_box

ADDRESS = "ana@example.org"


def settings(box: PostBox) -> dict[str, str]:
    """Return the environment of a bot with that server."""
    return {
        "TURRETUR_TELEGRAM_TOKEN": "700100200:abc-DEF_ghi_jkl_mno_pqr_stu_vwx_yz0",
        "TURRETUR_SERVER_PUBLIC_URL": "https://scrabble.example.org",
        "TURRETUR_MAIL_HOST": "127.0.0.1",
        "TURRETUR_MAIL_PORT": str(box.port),
        "TURRETUR_MAIL_TLS": "none",
        "TURRETUR_MAIL_SENDER": "Scrabble <scrabble@example.org>",
    }


async def run(box: PostBox, *args: str) -> tuple[int, str]:
    """Run the command; return its exit code and output."""
    runner = CliRunner(env=settings(box))
    result = await asyncio.to_thread(runner.invoke, command, ["test", *args])
    return result.exit_code, result.output


async def test_a_test_mail_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has it, and the output says that the inbox is still to be checked."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        code, output = await run(box, ADDRESS)
        assert code == 0, output
        assert len(box.to(ADDRESS)) == 1
        assert "dkim=pass" in output


@pytest.mark.parametrize("fault", [RCPT_REFUSED, DATA_REFUSED])
async def test_a_refusal_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The server's code is shown; the address that its answer repeats is not."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        box.fault = fault
        code, output = await run(box, ADDRESS)
        assert code != 0
        assert fault[:3] in output
        assert ADDRESS not in output
        assert (await run(box, "ana"))[0] != 0


def config_of(box: PostBox) -> Config:
    """Return the configuration with that server."""
    return load_config(None, settings(box))


async def test_the_doctor_tries_the_server() -> None:
    """A server that answers is fine, one that does not is wrong; neither gets a mail."""
    async with post_box() as box:
        config = config_of(box)
        assert (await mail(config)).state == "ok"
        assert box.mails == []
    assert (await mail(config)).state == "wrong"
