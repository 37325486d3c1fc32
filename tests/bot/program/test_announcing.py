"""Announcements at the start of the program: the library, and the key of the installation."""

import sys

import pytest

from bot.cli.diagnosis.push import push
from bot.program.announcing import LIBRARY, expect_library, public_key_of
from bot.program.app import opened
from bot.runtime.config.settings import Config, ConfigError, load_config

TOKEN = "7001002003:abc-DEF_ghi_jkl_mno_pqr_stu_vwx_yz0"
CONTACT = {"TURRETUR_PUSH_CONTACT": "mailto:bot@scrabble.ro"}


def config_of(token: str = TOKEN, **more: str) -> Config:
    """Return the configuration of a bot with a page."""
    settings = {
        "TURRETUR_TELEGRAM_TOKEN": token,
        "TURRETUR_SERVER_PUBLIC_URL": "https://scrabble.example.org",
    }
    return load_config(None, {**settings, **more})


async def test_a_missing_library_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program says what to install before it touches anything, and so does the doctor."""
    monkeypatch.setitem(sys.modules, LIBRARY, None)

    with pytest.raises(ConfigError, match=r"push\.contact.*tur-retur\[push\]"):
        async with opened(config_of(**CONTACT)):
            pass
    line = push(config_of(**CONTACT))
    assert line.state == "wrong"
    assert LIBRARY in line.found
    expect_library(config_of())


def test_the_key_is_the_installations() -> None:
    """Two starts have the same key; another bot has another."""
    key = public_key_of(config_of(**CONTACT))

    assert key == public_key_of(config_of(**CONTACT))
    assert key != public_key_of(
        config_of("7001002003:another_bot_with_a_token_of_its_own", **CONTACT)
    )


def test_the_doctor_looks_whether_devices_announce() -> None:
    """It is a note that nobody wants it, or that browsers cannot subscribe at this address."""
    assert push(config_of()).state == "note"
    here = {"TURRETUR_SERVER_PUBLIC_URL": "http://127.0.0.1:8080"}
    assert push(config_of(**CONTACT, **here)).state == "note"
    line = push(config_of(**CONTACT))
    assert line.state == "ok"
    assert "bot@scrabble.ro" in line.found
