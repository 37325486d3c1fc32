"""Buttons of competitions: cards, tables, groups, sign-ups, withdrawals and closing dates."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import OfCompetition, OfMatch, Verb
from engine.ids import CompetitionCode, GameId, PersonId
from engine.matches.events import Statement


class CardStep(StrEnum):
    """A step of a competition's card (`bot.chat.competitions.championship`)."""

    CARD = "card"
    PLAYERS = "players"
    PLAYER = "p"
    NEW_LINK = "link"
    FREE = "free"
    """Free a seat of the person who has taken it."""
    ADD_DEVICE = "dev"
    END_DEVICES = "devs"
    GIVE_BACK = "back"
    """Give a freed seat back to the person who had it."""
    NAME = "name"
    INVITATIONS = "inv"
    WITHDRAW = "wd"
    STAY = "stay"
    """Take a withdrawal back."""
    UNDO = "undo"
    """Take an act of an arbiter back."""
    MINOR = "minor"
    """Record that a player is a minor, or no longer one."""
    REPLACE = "rep"
    """Ask who replaces a player."""
    REPLACE_BY_RESERVE = "res"
    FILL = "fill"
    """Give a free seat to a reserve."""
    REPLACE_BY_KNOWN = "same"
    """Replace a player by the person whom a typed name means."""
    WITHDRAW_ME = "out"
    """The player withdraws; the others are steps of an arbiter."""
    MERGE = "mrg"
    MERGE_PREVIEW = "mrgp"
    MERGE_CONFIRMED = "mrgy"
    NAMES = "pub"
    """In which form public pages show names."""
    BROWSERS = "web"
    """Whether players may play in a browser."""
    SIGN_UP = "su"
    SIGN_UP_TERMS = "sut"
    SIGN_UP_TERM = "sus"
    """Change one of the terms."""
    SIGN_UP_OPEN = "suo"
    SIGN_UP_PEOPLE = "sul"
    SIGN_UP_PEOPLE_BELOW = "sub"
    """Show the people in a message of its own."""
    SIGN_UP_PERSON = "sup"
    SIGN_UP_ACCEPT = "suy"
    SIGN_UP_REFUSE = "sun"
    SIGN_UP_CLOSE = "sux"
    SERIES = "series"
    NAMESAKES_APART = "apart"
    """Record that two players of similar names are two people."""
    COMMIT = "commit"
    """Close the entries, and publish the commitments of the draws."""
    DRAW = "draw"
    ASK_DRAWN_NUMBER = "drawn"
    """Ask for another number of groups than planned."""
    LIST_MATCHES = "list"
    PUBLISH = "publish"
    SHOW_LISTS = "lists"
    """Show the groups and matches to the arbiter."""
    START = "start"
    ANNUL = "annul"
    ADVANCE = "advance"
    ADVANCE_AGAIN = "again"
    CLOSE = "close"
    PLAN = "plan"
    DATES = "dates"
    CLOSE_TODAY = "today"
    """Set today as the closing date."""
    ADVANCING = "adv"
    """Ask how many advance."""
    ARBITERS = "arb"
    ADD_ARBITER = "on"
    REMOVE_ARBITER = "off"
    HAND_OVER = "main"
    ADD_PLAYERS = "add"
    ENTER = "enter"
    STATED_RESULTS = "stated"
    CORRECT_RESULT = "fix"
    LIST_COLUMN = "lcol"
    """Say which column of a sent list has a role."""
    LIST_COLUMNS_AGAIN = "lcols"
    LIST_HEADINGS = "lhead"
    """Take the first row for headings."""
    LIST_PAGE = "lall"
    """Show a page of a sent list."""
    LIST_DROP = "lno"
    LIST_PERSON = "lwho"
    """Say which person a listed name means."""
    LIST_ANOTHER = "lnot"
    """Say that a listed player is not the known person of that name."""


class OfCard(NamedTuple):
    """A step of a competition's card."""

    competition: CompetitionCode
    step: CardStep
    what: str = ""
    """The subject of the step, such as a player's number; "" for the competition itself."""
    choice: str = ""
    """What is chosen about that subject; "" before a choice."""


class NewCompetitionAction(StrEnum):
    """A step in the set-up of a competition."""

    BEGIN = "new"
    SET = "set"
    """Answer a question."""
    ASK = "ask"
    """Repeat a question."""
    EDIT = "edit"
    """Show every answer, to change one."""
    BACK = "back"
    CANCEL = "cancel"
    CREATE = "create"


class NewCompetitionStep(NamedTuple):
    """A step in the set-up of a competition, and its arguments (`WizardAnswer` …)."""

    what: NewCompetitionAction
    rest: str = ""


class WizardAnswer(NamedTuple):
    """An answer to a question about a new competition."""

    field: str
    value: str


class NewCompetitionQuestion(NamedTuple):
    """A question about a new competition."""

    field: str


class TableView(StrEnum):
    """What a button of a competition's table shows or sends."""

    FIRST = ""
    """The table of the reader's group, or of the first."""
    TABLE = "t"
    PROSPECTS = "r"
    TIES = "b"
    PICTURE = "i"
    WHOLE = "w"
    """The picture of the whole table, not only of the part around the reader."""
    SHARED = "d"
    SPREADSHEET = "x"
    PLAYERS_SPREADSHEET = "xl"
    CROSSTABLE_SPREADSHEET = "xc"
    PAIRINGS_SPREADSHEET = "xm"
    PRINTED = "p"
    PLAYERS_PRINTED = "pl"
    CROSSTABLE_PRINTED = "pc"
    PAIRINGS_PRINTED = "pm"


class StandingsView(NamedTuple):
    """A view of a competition's table (`bot.documents.standings.album.format_which`)."""

    competition: CompetitionCode
    way: TableView = TableView.FIRST
    which: str = ""


class GroupAction(StrEnum):
    """What a button of a competition's group does."""

    CARD = ""
    NEW = "new"
    UNLINK = "off"
    SHOW_REQUESTS = "requests"
    HIDE_REQUESTS = "no_requests"


class OfGroup(NamedTuple):
    """An action on a competition's group."""

    competition: CompetitionCode
    what: GroupAction = GroupAction.CARD


class SignUpAction(StrEnum):
    """A person's step in a sign-up."""

    SHOW = ""
    SIGN_UP = "yes"
    NAME = "name"
    EMAIL = "email"
    ASK_OUT = "out"
    WITHDRAW = "sure"


class OfSignUp(NamedTuple):
    """A competition's sign-up and a person's step."""

    competition: CompetitionCode
    what: SignUpAction = SignUpAction.SHOW


class OfSeries(NamedTuple):
    """The series of a competition, and a page of its hall of fame; "" for the first."""

    competition: CompetitionCode
    page: str = ""


class SearchPage(NamedTuple):
    """A page of search results, and the words searched for."""

    page: str
    words: str


class PlayerCard(NamedTuple):
    """A player by number in a competition, and a page of their card; "" for the first.

    Buttons contain no person ids, because those would connect a person's hidden names.
    """

    competition: CompetitionCode
    number: int
    page: str = ""


class CopyDelivery(NamedTuple):
    """The way in which an arbiter gets copies of sheets."""

    way: str


class WithdrawalScope(StrEnum):
    """What a player withdraws from."""

    COMPETITION = "c"
    RETURN_GAME = "r"
    LIST = "l"
    """Nothing yet: a page of the list, whose number takes the place of the code."""


class Withdrawal(NamedTuple):
    """A withdrawal from a competition or a return game, and the mark of the games that were shown.

    Without a mark the button asks.
    """

    scope: WithdrawalScope
    code: str = ""
    mark: str = ""


class Stated(NamedTuple):
    """A statement about an unfinished game; older buttons name no player."""

    game: GameId
    statement: Statement
    player: PersonId | None = None


CARD: Final = Verb("c", OfCard)
NEW: Final = Verb("cn", NewCompetitionStep)
ANSWER_NEW: Final = Verb("cn:set", WizardAnswer)
ASK_NEW: Final = Verb("cn:ask", NewCompetitionQuestion)
TABLE: Final = Verb("std", StandingsView)
GROUP: Final = Verb("grp", OfGroup)
COPIES: Final = Verb("copies", CopyDelivery)
WITHDRAW: Final = Verb("retire", Withdrawal)
STATE: Final = Verb("state", Stated)
END_ALL: Final = Verb("close", OfCompetition)
END_ONE: Final = Verb("close1", OfMatch)
SIGN_UP: Final = Verb("su", OfSignUp)
GALLERY: Final = Verb("gal", OfSeries)
FOUND: Final = Verb("find", SearchPage)
PLAYER: Final = Verb("who", PlayerCard)
