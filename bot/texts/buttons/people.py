"""Buttons of invitations, roles, settings and one's own data."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import NoArguments, PageNumber, Verb, YesNo
from bot.texts.messages import Button, Buttons, say
from engine.errors import EngineError
from engine.ids import MatchCode, PersonId


class Dismissal(NamedTuple):
    """An arbiter who loses the role; without one, a page of the list of arbiters."""

    arbiter: PersonId | None = None
    sure: bool = False
    page: PageNumber = 0


class Volunteering(NamedTuple):
    """An arbiter who becomes a volunteer, or stops being one."""

    arbiter: PersonId
    is_on: bool = False


class LinkAnswer(StrEnum):
    """An answer to an invitation."""

    YES = "yes"
    NO = "no"
    AGAIN = "again"
    """Show the invitation again."""


class AnswerToLink(NamedTuple):
    """The answer to an invitation by its code."""

    code: str
    answer: LinkAnswer


class WriterFor(NamedTuple):
    """A match, a player in it, and who writes for them.

    `everywhere` is `all` if that is for every match of the player, else "".
    """

    match: MatchCode
    player: PersonId | None = None
    writer: PersonId | None = None
    everywhere: str = ""


class TwoNumbers(NamedTuple):
    """Two numbers of one person."""

    one: PersonId
    """The number that stays."""
    other: PersonId | None = None
    sure: bool = False
    """Whether the operator has chosen the name that stays."""


class Language(NamedTuple):
    """A language by its code; `first`: it was asked in place of the greeting."""

    code: str
    first: bool = False


class CalendarAction(StrEnum):
    """What a button of the calendar's address does."""

    SHOW = ""
    CREATE = "new"
    REMOVE = "off"


class OfCalendar(NamedTuple):
    """What to do with a calendar's address."""

    what: CalendarAction = CalendarAction.SHOW


class MailAction(StrEnum):
    """What a button of an e-mail address does."""

    SHOW = ""
    NEW = "new"
    """Ask for an address."""
    AGAIN = "again"
    """Send the code again."""
    STOP = "off"
    """End the mails; the address stays."""
    DELETE = "delete"


class OfMail(NamedTuple):
    """What to do with an e-mail address."""

    what: MailAction = MailAction.SHOW


class SettingsAction(StrEnum):
    """A setting, or a step on the pages of settings."""

    SHOW = ""
    OPEN = "open"
    """Open the page of a setting."""
    ASK_CITY = "city"
    HOUR = "hour"
    """The hour of reminders."""
    DIGEST = "digest"
    QUIET = "quiet"
    SOUND = "sound"
    ZONE = "zone"
    LANGUAGE = "lang"
    NAME = "name"
    """The name on public pages."""


class Setting(NamedTuple):
    """A setting and its value, or a page of the settings."""

    what: SettingsAction
    value: str = ""


class Forgetting(NamedTuple):
    """The request to be forgotten, and whether it is confirmed."""

    sure: bool = False


class Moving(NamedTuple):
    """A code that moves its person to this account, and their answer."""

    code: str
    answer: YesNo


OFFICE: Final = Verb("office", Dismissal)
VOLUNTEER: Final = Verb("offvol", Volunteering)
JOIN: Final = Verb("join", AnswerToLink)
MOVE: Final = Verb("move", Moving)
WRITER: Final = Verb("writer", WriterFor)
SAME_PERSON: Final = Verb("same", TwoNumbers)
LANGUAGE: Final = Verb("lang", Language)
CALENDAR: Final = Verb("cal", OfCalendar)
EMAIL: Final = Verb("mail", OfMail)
SET: Final = Verb("set", Setting)
MY_DATA: Final = Verb("mydata", NoArguments)
FORGET: Final = Verb("forget", Forgetting)


def mail_button() -> Button:
    """Return the button that asks a person in a browser for their e-mail address."""
    return EMAIL.button(say("button.mail_new"), MailAction.NEW)


def way_on(error: EngineError) -> Buttons:
    """Return the button for what a refusal asks first, if one does it."""
    lacks_mail = any(fault.code == "mail_first" for fault in error.faults)
    return ((mail_button(),),) if lacks_mail else ()
