"""Each act of an arbiter or organiser, and how it is taken back (art. 10.1).

`tools.inverses` writes docs/inverses.md from these tables. Tests compare them with the decisions,
the buttons and the steps that exist, so a new act needs an entry here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from bot.texts.buttons.competitions import CardStep
from engine.cases.of_person import Decision
from engine.competitions import drawing, entering, planning
from engine.competitions import results as of_competition
from engine.games import orders
from engine.matches import arbiters, decide, lifting, rulings, writers

UNDO: Final = "button.undo"


class Who(StrEnum):
    """The people who may take an act back."""

    ARBITER = "an arbiter of the match or competition"
    CHIEF = "an arbiter; if it is final, the chief arbiter of that moment (art. 10.1)"
    HANDED = "the arbiter of the match, or an operator"
    ORGANISER = "an arbiter of the competition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inverse:
    """How an act is taken back; `why` is set instead if there is nothing to take back."""

    act: str
    """The act, in words."""
    button: str = ""
    """The key of the button's label."""
    command: str = ""
    """The English name of the command that is used instead of a button."""
    by: Callable[..., Any] | None = None
    """The function that decides it; its docstring says when it is refused."""
    who: Who = Who.ARBITER
    idle: str = "nothing"
    """What happened meanwhile and does not count afterwards, or stays as it is."""
    why: str = ""
    """The reason for an act without an inverse."""


_ON_BOARD: Final = "moves and answers on a board that the act had made; they stay in the log"
_PLAYED: Final = "nothing; all moves of the seat stay"
# Acts with the same inverse; `replace` gives each its own words.
_LIFTED: Final = Inverse(act="an act in a match", button=UNDO, by=lifting.lift_act)
_PLAN: Final = Inverse(
    act="change the plan of a phase",
    button="button.comp.plan",
    by=planning.plan_phase,
    who=Who.ORGANISER,
    idle="leave outside the dates; it counts again if they return",
)
_ARBITERS: Final = Inverse(
    act="change the arbiters, or their order",
    button="button.comp.arbiters",
    by=planning.set_arbiters,
    who=Who.ORGANISER,
    idle="what they ruled meanwhile stays ruled",
)
_BROWSERS: Final = Inverse(
    act="open or close seats for browsers",
    button="button.comp.browsers",
    by=planning.set_browser_seats,
    who=Who.ORGANISER,
    idle="nothing; a player in a browser keeps their seat",
)
_DRAWN: Final = Inverse(
    act="draw",
    button="button.comp.annul",
    by=drawing.annul_draw,
    who=Who.ORGANISER,
    idle="the draws stay in the log, and count no longer",
)
_ENTERED: Final = Inverse(
    act="let a player play",
    button="button.comp.withdraw",
    by=entering.withdraw,
    who=Who.ORGANISER,
)
_PREPARED: Final = Inverse(
    act="prepare a phase",
    by=entering.lift_act,
    who=Who.ORGANISER,
    idle="later acts of the preparation that no longer fit; the question lists them",
)

_REPEATED: Final = Inverse(
    act="take back an act of a phase's preparation", why="the act is repeated with its button"
)

RULINGS: Final = Inverse(
    act="a ruling",
    button="button.case.reverse",
    by=rulings.follow_ruling,
    who=Who.CHIEF,
    idle=_ON_BOARD,
)
"""How the rulings of a case are taken back that have an inverse (`engine.cases.choices`)."""
DECISIONS: Final[Mapping[str, Inverse]] = {
    "act": Inverse(
        act="take back figures, a late return day or a channel",
        why="the act is repeated with its own button",
    ),
    "call_off": Inverse(
        act="cancel a match",
        why="it has no move yet, so it is arranged again",
    ),
    "closing": Inverse(
        act="end games after the closing date",
        button=UNDO,
        by=rulings.follow_ruling,
        idle="the proposal of their results; the games get a last day of their own",
    ),
    "extension": Inverse(
        act="give or take days of thinking time", button=UNDO, by=orders.grant_time
    ),
    "free": Inverse(
        act="free a seat in a match",
        button="button.place.back",
        by=decide.return_seat,
        idle=_PLAYED,
    ),
    "handback": Inverse(
        act="take a handover back", command="handover", by=arbiters.hand_over, who=Who.HANDED
    ),
    "import_back": Inverse(
        act="take the import of a competition back",
        button="button.import.restore",
        by=planning.take_import_back,
        who=Who.ORGANISER,
        idle="nothing; the clocks of running games went on",
    ),
    "import_restored": Inverse(
        act="restore the import of a competition",
        button="button.import.take_back",
        by=planning.take_import_back,
        who=Who.ORGANISER,
    ),
    "means": replace(_LIFTED, act="set the players' channel"),
    "outage": Inverse(act="give back the days of an outage", button=UNDO, by=orders.grant_time),
    "outage_undo": Inverse(act="take these days back", command="give_days", by=orders.grant_time),
    "own": replace(
        _LIFTED, act="take over a player's figures", idle="official results are corrected"
    ),
    "resume": Inverse(
        act="resume the games that one act ended", why="the act is repeated with its own button"
    ),
    "ruling": RULINGS,
    "silences": Inverse(
        act="wait some days in silent games, or write to their players",
        why="any ruling is possible meanwhile",
    ),
    "stated_result": Inverse(
        act="correct a stated result of an imported competition",
        why="the former result is written again with the same button",
    ),
    "stay": Inverse(
        act="lift a withdrawal",
        button="button.player.withdrawal",
        by=of_competition.retire,
        who=Who.ORGANISER,
    ),
    "taken_back": _REPEATED,
    "unfree": Inverse(
        act="give a seat back", button="button.place.free", by=decide.free_place, idle=_PLAYED
    ),
    "verdict": Inverse(
        act="end the game of a silent player",
        button=RULINGS.button,
        by=RULINGS.by,
        who=Who.CHIEF,
        idle=_ON_BOARD,
    ),
    "writer": Inverse(
        act="let another person enter a player's moves",
        button="writer.choose_himself",
        by=writers.withdraw_writer,
        idle="moves that the writer entered stay; so does the seat",
    ),
}
"""By the kind of a decision (`bot.service.decision_kinds`)."""
OF_PERSON: Final[Mapping[Decision, Inverse]] = {
    Decision.NO_SHOW: Inverse(
        act="a no-show in all games of a player",
        button=UNDO,
        by=rulings.follow_ruling,
        who=Who.CHIEF,
        idle="games with another end since stay as they are",
    ),
    Decision.WITHDRAWAL: Inverse(
        act="record a player's withdrawal",
        button=UNDO,
        by=entering.lift_act,
        who=Who.ORGANISER,
        idle="games with another end since keep that end alone",
    ),
    Decision.WAIT: Inverse(
        act="wait in all games of a player", why="any ruling is possible meanwhile"
    ),
}
"""The decisions about all games of a person, whose kind is `person`."""
BUTTONS: Final[Mapping[str, Inverse]] = {
    "asplayed": RULINGS,
    "hand": Inverse(
        act="hand a match over",
        button="button.handover.back",
        by=arbiters.lift_handover,
        who=Who.HANDED,
        idle="what the other arbiter ruled meanwhile stays ruled",
    ),
    "homall": Inverse(
        act="approve results",
        why="official results are changed by a ruling only (art. 5.3, 10.2)",
    ),
    "lateret": replace(_LIFTED, act="confirm a late return day"),
    "meci": Inverse(act="arrange a match", button="button.call_off", by=decide.call_off),
    "time": RULINGS,
    "word": Inverse(
        act="answer a question about a word",
        button=RULINGS.button,
        by=RULINGS.by,
        who=Who.CHIEF,
        idle=_ON_BOARD,
    ),
}
"""By the verb of an arbiter's button that decides at once, without a reason."""
STEPS: Final[Mapping[CardStep, Inverse]] = {
    CardStep.ADVANCING: replace(_PLAN, act="set how many advance"),
    CardStep.ADVANCE: replace(
        _PREPARED, act="end a phase and open the next", button="button.comp.undo_advance"
    ),
    CardStep.ADVANCE_AGAIN: Inverse(
        act="update who has advanced",
        button="button.comp.again",
        by=of_competition.advance_again,
        who=Who.ORGANISER,
    ),
    CardStep.ANNUL: Inverse(act="annul the draws", why="they are drawn again from new seeds"),
    CardStep.ARBITERS: _ARBITERS,
    CardStep.GIVE_BACK: Inverse(
        act="give a seat back",
        button="button.comp.free",
        by=entering.vacate,
        who=Who.ORGANISER,
        idle=_PLAYED,
    ),
    CardStep.CLOSE: Inverse(
        act="close a competition", why="every result is official; a ruling still corrects it"
    ),
    CardStep.COMMIT: replace(_DRAWN, act="seal the sequences of letters"),
    CardStep.DATES: replace(_PLAN, act="set the dates of a phase"),
    CardStep.DRAW: replace(_DRAWN, act="draw the groups"),
    CardStep.ENTER: replace(_PREPARED, act="enter a player", button="button.comp.undo_entry"),
    CardStep.FILL: replace(
        _PREPARED, act="give a free seat to a reserve", button="button.comp.undo_filling"
    ),
    CardStep.FREE: Inverse(
        act="free a seat in a competition",
        button="button.place.back",
        by=entering.return_place,
        who=Who.ORGANISER,
        idle=_PLAYED,
    ),
    CardStep.LIST_MATCHES: replace(_DRAWN, act="publish the lists"),
    CardStep.HAND_OVER: _ARBITERS,
    CardStep.REMOVE_ARBITER: _ARBITERS,
    CardStep.ADD_ARBITER: _ARBITERS,
    CardStep.MERGE_CONFIRMED: Inverse(
        act="record that two people are one",
        why="what the person does next is one person's; the question says so before it is answered",
    ),
    CardStep.WITHDRAW_ME: Inverse(
        act="a player's own withdrawal",
        button="button.comp.stay",
        by=entering.lift_act,
        who=Who.ORGANISER,
        idle="games with another end since keep that end alone",
    ),
    CardStep.REPLACE: replace(
        _PREPARED, act="replace a player", button="button.comp.undo_replacement"
    ),
    CardStep.START: Inverse(
        act="start a phase before its day", why="the games run; each can be ruled on"
    ),
    CardStep.STAY: replace(_ENTERED, act="lift a withdrawal"),
    CardStep.SIGN_UP_CLOSE: replace(_ENTERED, act="accept a sign-up"),
    CardStep.CLOSE_TODAY: replace(_PLAN, act="let a phase start today"),
    CardStep.UNDO: _REPEATED,
    CardStep.WITHDRAW: Inverse(
        act="withdraw a player before the start",
        button="button.comp.stay",
        by=entering.lift_act,
        who=Who.ORGANISER,
    ),
    CardStep.BROWSERS: _BROWSERS,
}
"""By the step of a button on the card of a competition (`bot.chat.competitions.championship`)."""
