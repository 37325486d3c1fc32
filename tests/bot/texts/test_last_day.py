"""The last day of a case, for readers in other time zones."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.participants import ending

DAY = date(2025, 5, 14)


def shown(zone: str, language: str = "ro", until: str = ending(DAY, "Europe/Bucharest")) -> str:
    """Return the text of a case's last day for a reader in that time zone."""
    return load_catalogue(language).plain(say("cases.due", until=until), ZoneInfo(zone))


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("zone", "until"),
    [
        ("Europe/Bucharest", "14 mai 2025"),
        ("Europe/Chisinau", "14 mai 2025"),
        ("America/Toronto", "14 mai 2025, la tine până la 17:00"),
        ("Europe/Berlin", "14 mai 2025, la tine până la 23:00"),
        ("Australia/Sydney", "14 mai 2025, la tine până pe 15 mai 2025, 07:00"),
    ],
)
def test_a_last_day_says_until_when_on_the_readers_clock(zone: str, until: str) -> None:
    """Outside the federation's time zone the last day has the reader's own hour."""
    assert shown(zone) == f"de decis până pe {until}"


def test_a_last_day_in_english_and_one_stored_before_it_had_an_hour() -> None:
    """The English text has the hour, and one stored by an earlier version only the day."""
    assert shown("America/Toronto", "en").endswith("14 May 2025, for you until 17:00")
    assert shown("America/Toronto", until=DAY.isoformat()).endswith("până pe 14 mai 2025")


def test_the_last_day_to_return_a_move_has_the_readers_hour_too() -> None:
    """A player in Toronto reads that the game ends by itself at 17:00 there."""
    text = say("game.your_acceptance", until=ending(DAY, "Europe/Bucharest"))
    for formal in (False, True):
        catalogue = load_catalogue("ro", formal=formal)
        assert "până la 17:00" in catalogue.plain(text, ZoneInfo("America/Toronto"))


def test_the_end_of_all_days_has_none() -> None:
    """A missing last day gives an empty fact, and the last possible day does not overflow."""
    assert (ending(None, "Europe/Bucharest"), ending(date.max, "Europe/Bucharest")) == (
        "",
        "9999-12-31",
    )
