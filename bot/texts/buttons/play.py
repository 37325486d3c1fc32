"""Buttons of playing a game."""

from datetime import date, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import ListPage, NoArguments, OfGame, Token, Verb, YesNo
from engine.ids import GameId


class UnsentMove(NamedTuple):
    """A preview by its token; `apart`: the button is under another message than the preview."""

    token: str = ""
    apart: bool = False


class OwnSheet(NamedTuple):
    """A photograph by its message, and the game to send it in; without a game it is kept."""

    message: int
    game: GameId = GameId("")


class OfHeld(NamedTuple):
    """A sent move that may still be taken back, by its token and game."""

    token: str
    game: GameId


class ConditionOf(NamedTuple):
    """A refused conditional move in a game, as it was typed."""

    game: GameId
    line: str


class WordReading(NamedTuple):
    """One of the two meanings of a two-letter word."""

    game: GameId
    number: int
    token: str = ""


class GameOfMove(NamedTuple):
    """A game that a typed move may be for."""

    game: GameId
    token: str = ""


class View(StrEnum):
    """A view of a game, or an act that begins from it."""

    SHEET = "sheet"
    TIME = "time"
    DOSSIER = "dossier"
    LEDGER = "ledger"
    """The days of both players, row by row."""
    SEQUENCE = "sequence"
    LETTERS = "letters"
    BOARD = "board"
    HISTORY = "history"
    RECORD = "export"
    """The moves as a GCG file."""
    PROOF = "verify"
    NUDGE = "nudge"
    """Remind the opponent."""
    NOTES = "notes"
    CONDITIONS = "conditions"
    NOTEBOOK = "notebook"
    MESSAGES = "lines"
    """The messages of both players."""
    WRITE = "write"
    """Ask for a message to the opponent."""
    CLAIM = "claim"
    CASE = "case"
    """Open a case on the arbiter's initiative."""


class GameView(NamedTuple):
    """A view of a game (`bot.chat.game_buttons.SHOWS`)."""

    game: GameId
    view: View


class TextKind(StrEnum):
    """A kind of text that a person writes about a game."""

    NOTE = "note"
    LINE = "line"
    """A message to the opponent."""
    LETTER = "letter"
    """A letter to the arbiter."""
    CONDITION = "condition"
    NOTEBOOK = "notebook"


class TextTarget(NamedTuple):
    """The game for a typed text of that kind (`bot.chat.game_buttons.WRITES`)."""

    kind: TextKind
    game: GameId
    message: str = ""
    """The number of the message with the text."""


class StoredItem(NamedTuple):
    """Something stored, identified by its number and its instant together."""

    number: int
    at: datetime


class NotebookAction(StrEnum):
    """What a button of a notebook does."""

    LIST = "l"
    CLEAR = "g"
    """Forget the positions that the game has left behind."""
    SHOW = "s"
    BOARD = "b"
    CONDITION = "c"
    """Set the line as conditional moves."""
    DROP = "d"


class OfNotebook(NamedTuple):
    """A line of a notebook, valid only for this revision and this number of moves."""

    game: GameId
    revision: int
    moves: int
    what: NotebookAction
    number: str = ""


class EntryAction(StrEnum):
    """What a button of an entered move does."""

    ENTER = "ok"
    DROP = "no"
    ASK = "ask"
    """Ask the arbiter about a word in it."""
    RECEIVED = "rec"
    """Ask for, or set, the day on which the sheet arrived."""
    SENT = "sent"
    """Ask for, or set, the day on which the move was sent."""


class OfEntry(NamedTuple):
    """A step of entering a move for a player."""

    token: str
    what: EntryAction
    day: date | None = None


class AnswerToEntry(NamedTuple):
    """An arbiter's answer to a move that the opponent entered."""

    token: str
    answer: YesNo


SEND: Final = Verb("send", UnsentMove)
TAKE_BACK: Final = Verb("undo", OfHeld)
DROP: Final = Verb("drop", Token)
OTHER: Final = Verb("other", Token)
SHEET: Final = Verb("sheet", OwnSheet)
ASK_CONDITION: Final = Verb("askc", ConditionOf)
PASS: Final = Verb("pass", OfGame)
PICK: Final = Verb("pick", GameOfMove)
READ_AS: Final = Verb("as", WordReading)
SHOW: Final = Verb("show", GameView)
GAMES: Final = Verb("games", ListPage)
WRITE_FOR: Final = Verb("for", TextTarget)
NOTE: Final = Verb("note", StoredItem)
CONDITION: Final = Verb("cond", StoredItem)
NOTEBOOK: Final = Verb("nb", OfNotebook)
NEXT: Final = Verb("next", NoArguments)
ENTER: Final = Verb("enter", OfGame)
ENTRY: Final = Verb("ent", OfEntry)
ENTRY_OK: Final = Verb("entok", AnswerToEntry)
