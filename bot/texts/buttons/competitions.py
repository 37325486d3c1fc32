"""Buttons of competitions: cards, tables, groups, sign-ups, withdrawals and closing dates."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import OfCompetition, OfMatch, Verb
from engine.ids import CompetitionCode, GameId, PersonId
from engine.matches.events import Statement


class OfCard(NamedTuple):
    """A step of a competition's card, the subject of the step, and the choice about it."""

    competition: CompetitionCode
    step: str
    what: str = ""
    choice: str = ""


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
    """A step in the set-up of a competition, and its arguments."""

    what: NewCompetitionAction
    rest: str = ""


class WizardAnswer(NamedTuple):
    """An answer to a question about a new competition."""

    field: str
    value: str


class NewCompetitionQuestion(NamedTuple):
    """A question about a new competition."""

    field: str


class StandingsView(NamedTuple):
    """A view of a competition's table (`bot.documents.standings.album.format_which`)."""

    competition: CompetitionCode
    way: str = ""
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
    """The series of a competition, and a page of its hall of fame."""

    competition: CompetitionCode
    page: str = ""


class SearchPage(NamedTuple):
    """A page of search results, and the words searched for."""

    page: str
    words: str


class PlayerCard(NamedTuple):
    """A player by number in a competition, and a page of their card.

    Buttons contain no person ids, because those would connect a person's hidden names.
    """

    competition: CompetitionCode
    number: int
    page: str = ""


class CopyDelivery(NamedTuple):
    """The way in which an arbiter gets copies of sheets."""

    way: str


class Withdrawal(NamedTuple):
    """A withdrawal from a competition or a return game, and the mark of the games that were shown.

    Without a mark the button asks.
    """

    kind: str
    code: str
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
