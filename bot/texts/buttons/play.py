"""Buttons of playing a game."""

from datetime import date, datetime
from typing import Final, NamedTuple

from bot.texts.buttons.verb import ListPage, NoArguments, OfGame, Token, Verb
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


class GameView(NamedTuple):
    """A view of a game; a key of `bot.chat.games_named.SHOWS`."""

    game: GameId
    what: str


class TextTarget(NamedTuple):
    """The game for a typed text; the kind of text is a key of `bot.chat.games_named.WRITES`."""

    what: str
    game: GameId


class StoredItem(NamedTuple):
    """Something stored, identified by its number and its instant together."""

    number: int
    at: datetime


class OfNotebook(NamedTuple):
    """A line of a notebook, valid only for this revision and this number of moves."""

    game: GameId
    revision: int
    moves: int
    what: str
    number: str = ""


class OfEntry(NamedTuple):
    """A step of entering a move for a player."""

    token: str
    what: str
    day: date | None = None


class AnswerToEntry(NamedTuple):
    """An arbiter's answer to a move that the opponent entered: `yes` or `no`."""

    token: str
    answer: str


SEND: Final = Verb("send", UnsentMove)
TAKE_BACK: Final = Verb("undo", OfHeld)
DROP: Final = Verb("drop", Token)
OTHER: Final = Verb("other", Token)
SHEET: Final = Verb("sheet", OwnSheet)
ASK_CONDITION: Final = Verb("askc", ConditionOf)
PASS: Final = Verb("pass", OfGame)
PICK: Final = Verb("pick", OfGame)
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
