"""An arbiter's finding that ends a running game, with a reason (art. 7.2, 9.1).

It concerns a silent player, who did not show up or has resigned. Its code is `GAME:ENDING:SEAT`,
and it becomes a ruling in a case like every decision about a game. Exceeded time has a separate
button.
"""

from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, VERDICT, CaseAction
from bot.texts.messages import Card, Text, say
from bot.texts.notices.matches.cards import worth_text
from engine.cases.events import Ruling, RulingKind
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_silent
from engine.games.endings import lost_as
from engine.games.events import Ending
from engine.ids import Seat
from engine.matches.silence import check_finding, worth_of

KIND = "verdict"
"""The kind of the decision."""
POSSIBLE_FINDINGS = (Ending.NO_SHOW, Ending.ABANDONED)
"""The possible findings about a silent player."""


class Finding(NamedTuple):
    """A finding about a silent player: the running game, how it would end, and their seat."""

    snapshot: GameSnapshot
    ending: Ending
    seat: Seat


class ReasonQuestion(NamedTuple):
    """A question for the reason of a decision, with the usual reason."""

    question: Text
    usual: Text


async def finding_of(readers: Readers, user_input: UserInput, about: str) -> Finding:
    """Return the finding of a button's code.

    Raises:
        GameStateError: others rule the game, or as `check_finding`.
    """
    code, ending, seat = VERDICT.read(about)
    if ending not in POSSIBLE_FINDINGS:
        raise GameStateError(Fault("button_unknown"))
    snapshot = await readers.games.ruled_by(user_input, code)
    game = await readers.arrivals.for_time_decisions(snapshot.game)
    check_finding(game, ending, seat, user_input.at)
    return Finding(snapshot, lost_as(snapshot.game, seat, ending), seat)


async def question(readers: Readers, user_input: UserInput, about: str) -> ReasonQuestion:
    """Return the question for the reason of such a finding.

    Raises:
        GameStateError: as `finding_of`.
    """
    snapshot, ending, seat = await finding_of(readers, user_input, about)
    participants = await readers.participants.of(snapshot.game)
    days = days_silent(snapshot.game, readers.games.today(snapshot.game))
    has_begun = ending is not Ending.NO_SHOW or snapshot.game.moves
    usual = say("verdict.usual" if has_begun else "verdict.usual_not_opened", n=days)
    how = say(f"ending.{ending.value}", who=participants.at(seat).name)
    return ReasonQuestion(say("verdict.ask", game=snapshot.game.id, how=how), usual)


async def show(readers: Readers, user_input: UserInput, about: str, _reason: str) -> Text:
    """Return how the game would end, and its value."""
    snapshot, ending, seat = await finding_of(readers, user_input, about)
    participants = await readers.participants.of(snapshot.game)
    match = await readers.matches.get(snapshot.game.match)
    worth = worth_of(match, snapshot.game, ending, seat, user_input.at)
    return say(
        "verdict.show",
        game=snapshot.game.id,
        how=say(f"ending.{ending.value}", who=participants.at(seat).name),
        worth=worth_text(participants.red.name, participants.blue.name, worth),
    )


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Rule in a case opened by the arbiter; both players receive the ruling."""
    snapshot, ending, seat = await finding_of(service, user_input, about)
    participants = await service.participants.of(snapshot.game)
    ruling = Ruling(kind=RulingKind(ending.value), seat=seat)
    ruled = await service.rulings.make_own(user_input, snapshot, ruling, reason)
    case = ruled.snapshot.case.id
    how = say(f"ending.{ending.value}", who=participants.at(seat).name)
    done = say("verdict.done", game=snapshot.game.id, case=case, how=how, reason=reason)
    # In its case a mistaken ruling can be taken back at once (art. 10.1).
    return Card(done, ((CASE.button(say("button.case.open"), case, CaseAction.OPEN),),))
