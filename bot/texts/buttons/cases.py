"""Buttons of cases, rulings and the task list."""

from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import PageNumber, Step, Token, Verb
from bot.texts.messages import Button, Text
from engine.cases.events import CaseId, ClaimKind
from engine.cases.of_person import Decision
from engine.games.events import Ending
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId, Seat
from engine.matches.events import LiftableAct


class CaseAction(StrEnum):
    """What a button of a case does."""

    OPEN = "open"
    ALL = "all"
    """Show every ruling, not only those that answer the claim."""
    MORE = "more"
    """Show the figures of a kind of ruling."""
    POINTS = "points"
    """Ask for points that no button offers."""
    SHEETS = "sheets"
    SAID = "said"
    """Show all statements in full."""
    SAY = "say"
    """Ask a player for their statement."""
    ATTACH = "attach"
    """Add a sent text to the case."""
    WITHDRAW = "back"
    WITHDRAW_QUESTION = "unask"
    THINK = "think"
    """Ask for the arbiter's own opinion."""
    ASK = "ask"
    """Ask the other arbiters for theirs."""
    NOTIFIED = "told"
    """Record that the arbiter has notified the opponent."""
    HEAR = "hear"
    """Ask both players for their statements."""
    CLOSE = "drop"


class OfCase(NamedTuple):
    """A button of a case's card."""

    case: CaseId
    what: CaseAction
    which: str = ""
    """By the action: a kind of ruling, a move's place, a message's number, or `YES`."""
    page: str = ""
    """A page of a long list; "" for the first."""


class RulingOf(NamedTuple):
    """The choice of a ruling, by its code (`bot.texts.notices.cases.codes`)."""

    case: CaseId
    ruling: str


class AnswerTo(NamedTuple):
    """The answer to a question about a word, with its usual reason."""

    case: CaseId
    ruling: str
    why: str = ""


BOTH: Final = "both"
"""Stands for both seats in a finding about exceeded time."""


class OnTime(NamedTuple):
    """A finding about exceeded time, for one seat or `BOTH`."""

    game: GameId
    seat: str


class VerdictOn(NamedTuple):
    """The end of a game after a silence."""

    game: GameId
    ending: Ending
    seat: Seat


APART_FROM_SHEET: Final = "apart"
"""Under a sheet, the next question about a claim is a new message, so that the sheet stays."""


class ClaimAbout(NamedTuple):
    """The parts of a claim that are chosen so far."""

    game: GameId
    kind: ClaimKind
    placement: str = ""
    """A move's code, or `+` and the page of moves."""
    word: str = ""
    where: str = ""
    """`APART_FROM_SHEET`, or empty where the question replaces the last one."""


class PlayerAction(StrEnum):
    """What a button of a player's card does; three are decisions (`engine.cases.of_person`)."""

    CARD = "card"
    NO_SHOW = Decision.NO_SHOW.value
    WITHDRAWAL = Decision.WITHDRAWAL.value
    WAIT = Decision.WAIT.value
    EXCLUSION = "exclusion"
    """Begin a disqualification."""
    STAY = "stay"
    """Take a withdrawal back."""


class PlayerDecision(NamedTuple):
    """A decision about a player in all their games of a competition."""

    what: PlayerAction
    player: PersonId
    competition: CompetitionCode = CompetitionCode("")


class SilencesAction(StrEnum):
    """What a button of the list of silent games does."""

    OPEN = "new"
    PAGE = "page"
    ALL = "all"
    NONE = "none"
    GROUP = "group"
    """Choose the games of one group alone."""
    ONE = "one"
    """Choose one game more or less."""
    WAIT = "wait"
    """Wait in the chosen games."""
    WRITE = "write"
    """Ask for a text to their players."""
    FILES = "files"
    """Open their case files."""


class OfSilences(NamedTuple):
    """A choice among several silences, or what to do with the chosen ones."""

    what: SilencesAction
    page: PageNumber = 0
    which: str = ""
    """A group or a game; for `FILES` the number of files still to be sent, "" for all."""


class TaskKind(StrEnum):
    """The kind of a task; tasks with equal deadlines are listed in this order."""

    CASE = "case"
    """A complete claim, or a case that the arbiter opened (art. 7.2)."""
    QUERY = "query"
    """A player's question about a word (art. 5.3)."""
    ENTRY = "entry"
    """A move entered from a player's sheet, to be confirmed (art. 9.6)."""
    TIME = "time"
    """Thinking time exceeded (art. 7.2, 9.4)."""
    SILENCE = "silence"
    """Ten days without an answer (art. 7.2)."""
    RESULTS = "results"
    """Results to be approved (art. 8.5)."""
    DISPUTED = "disputed"
    """Results to which a player objects."""
    CLOSING = "closing"
    """Games that were unfinished on the closing date (art. 9.4)."""
    REOPENED = "reopened"
    """A game that a ruling reopened after the closing of its phase (art. 9.4)."""
    LETTER = "letter"
    """A player's unanswered letter (art. 9.7)."""
    WRITE = "write"
    """A move that the arbiter enters for a player (art. 9.6)."""
    UNTOLD = "untold"
    """A claim that waits because its opponent has not been reached (art. 7.2)."""
    SIGN_UP = "sign_up"
    """People whose sign-up awaits the arbiter's decision."""
    JOINING = "joining"
    """Players who have not taken their seats."""
    STEP = "step"
    """A competition that waits for its next step."""


class TasksAction(StrEnum):
    """What a button of the task list does, other than to turn its pages."""

    OPEN = "open"
    WAIT = "wait"
    """Wait in a silent game."""
    READ = "read"
    """Take a letter off the list."""


class OpenTask(NamedTuple):
    """A task to open."""

    kind: TaskKind
    about: str


class MatchAct(NamedTuple):
    """An act of an arbiter in a match that can be taken back."""

    match: MatchCode
    act: LiftableAct
    done: datetime
    person: PersonId = PersonId(0)
    """The player whose figures were taken over; 0 for other acts."""


class EndedGames(NamedTuple):
    """The games that one act of an arbiter ended, all of them or those of one player."""

    competition: CompetitionCode
    ended_at: datetime
    player: PersonId = PersonId(0)
    """The player whose games they are; 0 for all games of the competition."""


class UsualReason(NamedTuple):
    """One of the usual reasons of a decision, and the token of the question for it."""

    number: int
    token: str = ""


class About(NamedTuple):
    """The game or match that a remark concerns."""

    about: str


CASE: Final = Verb("k", OfCase)
RULE: Final = Verb("rule", RulingOf)
WORD: Final = Verb("word", AnswerTo)
TIME: Final = Verb("time", OnTime)
AS_PLAYED: Final = Verb("asplayed", OnTime)
VERDICT: Final = Verb("verdict", VerdictOn)
CLAIM: Final = Verb("cl", ClaimAbout)
FILE: Final = Verb("claim", Token)
"""Files the claim that was stored under that token."""
ASK: Final = Verb("ask", Token)
"""Puts a word of the stored move to the arbiter."""
REMARK: Final = Verb("remark", About)
PLAYER: Final = Verb("person", PlayerDecision)
BULK: Final = Verb("bulk", OfSilences)
TASKS: Final = Verb("mesa", Step)
"""A page of the tasks of a kind, or an action with what it concerns."""
OPEN_TASK: Final = Verb("mesa:open", OpenTask)
LIFT: Final = Verb("lift", Step)
"""The decision that takes an act back, by its kind, and what it is about."""
LIFT_ACT: Final = Verb("lift:act", MatchAct)
RESUME: Final = Verb("lift:resume", EndedGames)
BECAUSE: Final = Verb("because", UsualReason)
DECIDE: Final = Verb("decide", Token)
"""Confirms the decision that was stored under that token."""
OTHER_REASON: Final = Verb("rereason", Token)
"""Asks for another reason of it."""
UNDECIDE: Final = Verb("undecide", Token)
"""Drops it, or ends the question for its reason that has that token."""


def all_tasks_button(label: Text) -> Button:
    """Return the button that shows an arbiter's task list, of all kinds, from its first page."""
    return TASKS.button(label, "", "0")
