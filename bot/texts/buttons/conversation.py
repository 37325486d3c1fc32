"""Buttons of messages, letters, the channel and the help."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import OfGame, Token, Verb
from bot.texts.messages import Button, say
from engine.cases.events import CaseId
from engine.ids import GameId, MatchCode


class ReplyTo(NamedTuple):
    """The recipient of an arbiter's reply to a case's card, and the reply's message."""

    case: CaseId
    whom: str
    """The player's number, or `bot.chat.conversation.replies.OPINION` for the other arbiters."""
    message: str


class Thread(NamedTuple):
    """The correspondence that a letter continues, or its subject: a game, "" for none."""

    thread: str


class ChannelAction(StrEnum):
    """What a button of a match's channel does."""

    SHOW = "show"
    CHOOSE = "via"
    OTHER = "other"
    """Ask for the name of a channel without a button."""
    SHEETS_ONLY = "sheets"
    END_SHEETS_ONLY = "typed"
    END = "end"
    ACCEPT = "yes"
    REFUSE = "no"
    """Refuse the opponent's proposal, or withdraw one's own."""


class OfChannel(NamedTuple):
    """An action on a match's channel of correspondence; `which` is the channel it concerns."""

    match: MatchCode
    what: ChannelAction
    which: str = ""


class Switch(StrEnum):
    """Whether a stop of messages is to apply."""

    ON = "on"
    OFF = "off"


class MessageSwitch(NamedTuple):
    """A stop of messages in a game or match, to be turned on or off."""

    scope: str
    """The code of the game or match."""
    wanted: Switch


class LineOffered(NamedTuple):
    """The game of an offered text, with `!` before it for the arbiter, and the text's message."""

    game: str
    message: str


class Report(NamedTuple):
    """A report of a game's messages; `sure` once the player has confirmed it."""

    game: GameId
    sure: bool = False


class HelpPage(NamedTuple):
    """A page of the help; empty for the first."""

    page: str


class OfRegulation(NamedTuple):
    """A chapter or article; empty for the contents."""

    place: str


class HowPart(StrEnum):
    """A part of *How to play*."""

    SCREEN = ""
    GLOSSARY = "terms"
    PRINT = "print"
    """The page to print."""


class HowStep(NamedTuple):
    """A part of *How to play*, to be shown."""

    part: HowPart = HowPart.SCREEN


class LessonAction(StrEnum):
    """What a button of a lesson does."""

    BEGIN = ""
    SEND = "send"
    OTHER = "other"
    """Begin again, to try another move."""


class LessonStep(NamedTuple):
    """A step of a lesson by its number, with the learner's move to send as it was typed."""

    number: int
    what: LessonAction = LessonAction.BEGIN
    move: str = ""


REPLY_TO_CARD: Final = Verb("card", ReplyTo)
LETTER: Final = Verb("letter", Thread)
CHANNEL: Final = Verb("means", OfChannel)
MUTE: Final = Verb("hush", MessageSwitch)
WRITE: Final = Verb("write", OfGame)
LINE: Final = Verb("line", LineOffered)
AS_OWN: Final = Verb("mine", Token)
"""Does what a forwarded text says; `bot.chat.private_input` handles it as if typed."""
REPORT: Final = Verb("report", Report)
BLOCK: Final = Verb("gag", MessageSwitch)
HELP: Final = Verb("help", HelpPage)
HOW: Final = Verb("how", HowStep)
LESSON: Final = Verb("lesson", LessonStep)
REGULATION: Final = Verb("reg", OfRegulation)
ARTICLE: Final = Verb("article", OfRegulation)
"""Shows an article below the message, which stays."""


def write_button(about: str) -> Button:
    """Return the button by which a player writes to their arbiter, about a game or in general."""
    return LETTER.button(say("button.letter"), about)
