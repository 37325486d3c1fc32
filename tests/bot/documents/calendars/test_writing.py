"""Calendar files: every text in them is escaped as the format demands."""

from bot.documents.calendars.writing import calendar_file
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.reader import HOME_ZONE


def test_the_name_of_a_calendar_is_escaped_as_its_events_are() -> None:
    """A comma or a semicolon in the name does not end it or begin another value."""
    catalogue = load_catalogue("ro")
    name = say("loss.row", who="Cupa, a; b", games="c")
    content = calendar_file((), name, catalogue, readers_zone=HOME_ZONE, public_url="")

    lines = content.decode().split("\r\n")
    assert "NAME:• Cupa\\, a\\; b: c" in lines
    assert "X-WR-CALNAME:• Cupa\\, a\\; b: c" in lines
