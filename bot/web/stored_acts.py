"""Acts that a page asks for: stored as JSON rows, each carried out once by the worker.

`page_requests` reads them from the page, `asking` stores them, and `play.acts` carries them out.
"""

from enum import StrEnum
from typing import NamedTuple

from bot.web.refusals import Json


class ActKind(StrEnum):
    """The kinds of act, by the field `act` of a stored request."""

    MOVE = "move"
    TAKE_BACK = "take_back"
    """Take back a held move."""
    SET_CONDITIONS = "conditions"
    LINE_AS_CONDITION = "line_as_condition"
    """Set a line of the notebook as a conditional move."""
    DROP_CONDITION = "drop_condition"
    WRITE_NOTEBOOK = "notebook"
    CLEAR_NOTEBOOK = "clear_notebook"
    WRITE_LINE = "line"
    """Send the opponent a message."""
    READ_LINES = "read"
    """Note up to which message the person has read."""
    MUTE = "mute"
    REPORT = "report"
    SEND_ANALYSIS = "analysis"
    PRESS = "press"
    """Press a button of a case that is not a ruling."""
    PROPOSE = "propose"
    """Store a ruling until it is confirmed."""
    DECIDE = "decide"
    """Confirm a ruling."""
    MAKE_REQUEST = "make_request"
    ACCEPT_REQUEST = "accept_request"
    WITHDRAW_REQUEST = "withdraw_request"
    REMATCH = "rematch"
    CHAT = "chat"
    """Type or press something in the feed."""
    END_DEVICE = "end_device"
    NOTE_BOUNCE = "mail_bounced"
    """Note that a mail came back; the command line asks for it, no page does."""
    TAKE_SEAT = "take_seat"
    SIGN_UP = "sign_up"
    ACCEPT_FRIENDLY = "accept_friendly"
    RECOVER = "recover"
    """Mail a link to the people with an address."""


class Answer(NamedTuple):
    """The answer to an act."""

    status: int
    body: Json
