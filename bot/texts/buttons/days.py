"""Buttons of leave, extensions and outages."""

from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import Verb
from engine.ids import PersonId


class LeaveOf(NamedTuple):
    """The player who goes on leave."""

    player: PersonId
    place: str = ""
    """The competition or match that is meant; empty for leave everywhere."""


class AnnouncedLeave(NamedTuple):
    """An announced leave; older buttons name no player and mean the person who presses."""

    first: date
    last: date
    player: PersonId | None = None
    place: str = ""
    """The competition or match that is meant; empty for leave everywhere."""


class ReplacedLeave(NamedTuple):
    """An announced leave, and the one that replaces it; older buttons name no player."""

    old_first: date
    old_last: date
    first: date
    last: date
    player: PersonId | None = None
    place: str = ""
    """The competition or match that is meant; empty for leave everywhere."""


class ExtensionOf(NamedTuple):
    """The choices of an extension so far (`bot.service.operations.days.extensions`)."""

    scope: str
    whom: str = ""
    days: str = ""


class OutageAction(StrEnum):
    """How a button takes back the days that an outage gave."""

    NONE = ""
    IN_PLACE = "undo"
    """Under the decision, which the question replaces."""
    BESIDE = "back"
    """Under a report, which stays because it lists possible losses."""


class OutageOf(NamedTuple):
    """An outage by its first and last day, and what to do about it."""

    first: date
    last: date
    what: OutageAction = OutageAction.NONE


LEAVE: Final = Verb("leave", LeaveOf)
WITHDRAW_LEAVE: Final = Verb("unleave", AnnouncedLeave)
CHANGE_LEAVE: Final = Verb("chleave", AnnouncedLeave)
REPLACE_LEAVE: Final = Verb("swleave", ReplacedLeave)
EXTENSION: Final = Verb("ext", ExtensionOf)
GIVE_DAYS: Final = Verb("give", ExtensionOf)
OUTAGE: Final = Verb("outage", OutageOf)
