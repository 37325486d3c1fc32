"""Buttons of matches: endings, results, seats, handover."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import (
    ListPage,
    NoArguments,
    OfGame,
    OfMatch,
    PageNumber,
    Verb,
    YesNo,
)
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId
from engine.matches.correspondence_events import GameState


class Resignation(NamedTuple):
    """A game to resign, and marks of the figures that were shown, joined by `-`."""

    game: GameId
    marks: str = ""


ACCEPTED: Final = "ok"
"""The answer to a move that accepts it."""


class Judgement(NamedTuple):
    """The opponent's answer to a move."""

    game: GameId
    step: int
    """The step of the game (`bot.texts.notices.play.turn.step`) to which the button belongs."""
    which: str
    """The number of the word for which the move is returned, or `ACCEPTED`."""
    sure: bool = False
    """Whether the answer is confirmed."""


class InterruptionAnswer(StrEnum):
    """An answer to a proposal to end a game early."""

    ASK = "yes"
    """Show what acceptance means."""
    ACCEPT = "sure"
    RECONSIDER = "back"
    """Show the proposal again."""
    DECLINE = "no"


class AnswerAbout(NamedTuple):
    """A game, and an answer to the proposal to end it early."""

    game: GameId
    answer: InterruptionAnswer


class AnswerToResults(NamedTuple):
    """A player's answer to the proposed coefficients."""

    match: MatchCode
    answer: YesNo


ALL_THE_SAME: Final = "all_the_same"
"""Approves results in spite of an objection."""


class Approval(NamedTuple):
    """The approval of results; `insisted` is `ALL_THE_SAME` in spite of an objection."""

    match: MatchCode
    insisted: str = ""


class PageOfResults(NamedTuple):
    """A page of the results to approve in a competition."""

    competition: CompetitionCode
    page: PageNumber = 0


class MatchesAction(StrEnum):
    """What a button of an arbiter's matches shows."""

    PAGE = "p"
    MATCH = "m"


class OfMatches(NamedTuple):
    """A page of an arbiter's matches, or one of them (`PageOfMatches`, `OfMatch`)."""

    what: MatchesAction
    rest: str = ""


class PageOfMatches(NamedTuple):
    """A page of an arbiter's matches, of all or of those with a name."""

    page: PageNumber = 0
    only: str = ""


class OfferWay(StrEnum):
    """How a friendly match is offered."""

    NOT_YET = ""
    PUBLIC = "public"
    LINK = "link"


class MatchOffer(NamedTuple):
    """The terms of a friendly match, and how it is offered."""

    days: int
    games: int
    how: OfferWay = OfferWay.NOT_YET
    rated: bool = False
    words: str = ""
    """The beginning of the chosen word list's hash; empty for the list in force."""


class RequestAnswer(StrEnum):
    """An answer to a request for a match."""

    ACCEPT = "yes"
    WITHDRAW = "off"


class AnswerToRequest(NamedTuple):
    """A person's answer to a request, or its author's withdrawal."""

    token: str
    answer: RequestAnswer


class BlockAction(StrEnum):
    """What a button of a person's blocks does."""

    LIST = ""
    BY_REQUEST = "request"
    """Block the author of a request."""
    BY_MATCH = "match"
    """Block the opponent in a match."""
    UNBLOCK = "off"


class Block(NamedTuple):
    """A person to block, by a request or a match with them, or to unblock; empty for the list."""

    what: BlockAction = BlockAction.LIST
    about: str = ""


class PracticeStep(NamedTuple):
    """A step to a practice game, and the running game that it ends."""

    what: str = ""
    """`new`, or the strength of the program; "" for the card."""
    game: GameId = GameId("")


class StatesAction(StrEnum):
    """What a button about the states of games does."""

    SHOW = "show"
    ASK = "ask"
    """Ask the players."""
    ANSWER = "me"
    """Offer a player the answers for one game."""
    SAY = "say"
    """Store a player's answer."""


class OfStates(NamedTuple):
    """An action on the states of games, and its scope."""

    what: StatesAction
    rest: str


class StateOf(NamedTuple):
    """A player's answer about the state of a game."""

    game: GameId
    state: GameState


class OfLeg(NamedTuple):
    """A game of a match, by the number of its leg."""

    match: MatchCode
    number: int


class OwnFiguresAction(StrEnum):
    """A step with coefficients that a player proposes."""

    ASK = "ask"
    """Ask the player for them."""
    PUT = "put"
    """Store them for the arbiters."""
    TAKE = "take"
    """Let an arbiter take them over."""


class OwnFigures(NamedTuple):
    """A step with coefficients that a player proposes, and its arguments."""

    what: OwnFiguresAction
    rest: str = ""


class ProposedFigures(NamedTuple):
    """The coefficients that a player proposes for a game, their own first."""

    match: MatchCode
    number: int
    figures: str


class ProposedBy(NamedTuple):
    """The player whose proposed coefficients an arbiter takes over."""

    match: MatchCode
    player: PersonId


class Verified(StrEnum):
    """What a proof is about."""

    MATCH = "match"
    DRAWS = "draws"
    """The draws of a competition."""


class VerifyTarget(NamedTuple):
    """A match or draws to verify, by their code."""

    what: Verified
    code: str


class DraftAction(StrEnum):
    """What a button of a draft of a match does."""

    ARRANGE = "yes"
    DROP = "no"
    OTHER_PHASE = "phase"
    ASK_START = "start"
    ASK_TITLE = "title"


class OfDraft(NamedTuple):
    """A step of arranging a match."""

    token: str
    what: str
    """A `DraftAction`, or the answer about a name (`bot.chat.matches.arranging`)."""


class ImportAction(StrEnum):
    """What a button of an import does."""

    RECORD = "yes"
    DROP = "no"
    SHOW = "show"
    """Show a game, by its number."""
    WHO = "who"
    """Answer which person a name means."""
    SETTLE = "settle"
    """Answer a question about the whole file."""
    LAYOUT = "layout"
    """Say how a table without headings is laid out."""
    SWAP = "swap"
    """Take the figures of the two halves the other way round."""


class ImportStep(NamedTuple):
    """A step of an import, and the answer or the number of a game."""

    token: str
    what: ImportAction
    which: str = ""


class PlacesAction(StrEnum):
    """What a button of a match's seats does."""

    SHOW = ""
    CALL_OFF = "off"
    NEW_LINK = "new"
    GIVE_BACK = "back"
    FREE = "free"
    NAME = "name"
    ADD_DEVICE = "dev"
    END_DEVICES = "devs"


class OfPlaces(NamedTuple):
    """A match's seats, or what to do with one of them."""

    match: MatchCode
    what: PlacesAction = PlacesAction.SHOW
    player: PersonId | None = None


class Handover(NamedTuple):
    """A match, its new arbiter, and whether the handover is confirmed; else a page of arbiters."""

    match: MatchCode
    arbiter: PersonId | None = None
    sure: bool = False
    page: PageNumber = 0


class RequestForArbiter(NamedTuple):
    """A friendly match whose player asks for a volunteer arbiter; whether that is confirmed."""

    match: MatchCode
    sure: bool = False


class OpenQuestion(NamedTuple):
    """The question to close, by its topic and token; empty where none is open."""

    topic: str = ""
    token: str = ""


class NameCorrection(NamedTuple):
    """The answer whether a corrected name is right."""

    answer: YesNo
    message: str = ""
    """The number of the message with the name."""


class ApprovalOfAll(NamedTuple):
    """The undisputed results of a competition; its code is empty for matches outside any."""

    competition: CompetitionCode
    shown: str = ""
    """A digest of the results that the button was shown for; older buttons have their number."""


ARCHIVE: Final = Verb("arch", ListPage)
ARCHIVED: Final = Verb("archg", OfGame)
JUDGE: Final = Verb("back", Judgement)
RESIGN: Final = Verb("quit", Resignation)
OFFER: Final = Verb("offer", OfGame)
ANSWER_OFFER: Final = Verb("int", AnswerAbout)
KEEP: Final = Verb("keep", OpenQuestion)
MATCHES: Final = Verb("matches", OfMatches)
PAGE_OF_MATCHES: Final = Verb("matches:p", PageOfMatches)
ONE_MATCH: Final = Verb("matches:m", OfMatch)
RETURN_GAME: Final = Verb("ret", OfMatch)
LATE_RETURN: Final = Verb("lateret", OfMatch)
RESULTS: Final = Verb("res", AnswerToResults)
SHOW_RESULTS: Final = Verb("resc", OfMatch)
NO_REASON: Final = Verb("noreason", OfMatch)
APPROVE: Final = Verb("hom", Approval)
RESULTS_CARD: Final = Verb("homc", OfMatch)
PAGE_OF_RESULTS: Final = Verb("hompage", PageOfResults)
APPROVE_ALL: Final = Verb("homall", ApprovalOfAll)
STATES: Final = Verb("stare", OfStates)
TELL_STATE: Final = Verb("stare:say", StateOf)
OWN: Final = Verb("own", OwnFigures)
ASK_OWN: Final = Verb("own:ask", OfLeg)
PUT_OWN: Final = Verb("own:put", ProposedFigures)
TAKE_OWN: Final = Verb("own:take", ProposedBy)
VERIFY: Final = Verb("verify", VerifyTarget)
DRAFT: Final = Verb("meci", OfDraft)
IMPORT: Final = Verb("import", ImportStep)
PLACES: Final = Verb("places", OfPlaces)
CORRECT_NAME: Final = Verb("name", NameCorrection)
HAND_OVER: Final = Verb("hand", Handover)
HAND_BACK: Final = Verb("handback", OfMatch)
ASK_ARBITER: Final = Verb("wantarb", RequestForArbiter)
TAKE_MATCH: Final = Verb("takearb", OfMatch)
PLAY: Final = Verb("play", MatchOffer)
"""Without arguments: the card of an offer with the usual terms."""
REQUESTS: Final = Verb("reqs", ListPage)
REQUEST: Final = Verb("req", AnswerToRequest)
CLAIM_ON_TIME: Final = Verb("onclock", OfGame)
REMATCH: Final = Verb("again", OfMatch)
ANOTHER: Final = Verb("another", NoArguments)
BLOCKS: Final = Verb("apart", Block)
PRACTICE: Final = Verb("train", PracticeStep)
"""Without arguments: the card with the three strengths, or the running game."""
WOULD_PLAY: Final = Verb("would", OfGame)
