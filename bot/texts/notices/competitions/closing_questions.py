"""What players are asked about an unfinished game as a phase closes (art. 9.4)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.texts.buttons.competitions import STATE
from bot.texts.messages import Button, Card, Text, say
from bot.texts.notices.competitions.closings import UnfinishedGame
from bot.texts.notices.participants import ending
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.turns import exceeded
from engine.ids import GameId, PersonId
from engine.matches.closing import absentees, never_begun
from engine.matches.events import Statement


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """An unfinished game in a question to one of its players."""

    unfinished: UnfinishedGame
    person: PersonId
    partner: str
    said: Statement | None
    """The player's latest statement about the game."""

    @property
    def id(self) -> GameId:
        """Return the game's id."""
        return self.unfinished.id

    @property
    def game(self) -> Game | None:
        """Return the current state of the game; None if it never began."""
        return self.unfinished.game


def forecast_card(competition: Competition, questions: Sequence[GameQuestion]) -> Card:
    """Ask a player whether their unfinished games will be over in time (art. 6.2)."""
    rows = [
        say(
            "closing.forecast_row",
            game=question.id,
            partner=question.partner,
            state=_state(question),
            said=_own_statement(question),
        )
        for question in questions
    ]
    buttons = tuple(
        (
            _button(say("closing.yes", game=question.id), question, Statement.FINISHING),
            _button(say("closing.no", game=question.id), question, Statement.NOT_FINISHING),
        )
        for question in questions
    )
    plan = competition.phase.plan
    text = say(
        "closing.forecast",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        closing=ending(plan.closing, competition.rules.time_zone),
        rows=rows,
    )
    return Card(text, buttons)


def _button(label: Text, question: GameQuestion, statement: Statement) -> Button:
    """Return a button for a statement; it names the player, whose writer may press it (9.6)."""
    return STATE.button(label, question.id, statement, question.person)


def _own_statement(question: GameQuestion) -> Text | None:
    """Return the player's own answer, with the wording of the pressed button; None without one."""
    said = question.said
    if said is None:
        return None
    if said.is_final:
        return say("closing.you_said", what=say(f"closing.{said.value}"))
    return say("closing.you_said", what=say(f"closing.said_{said.value}"))


def _state(question: GameQuestion) -> Text:
    """Return the score and the turn from the player's view."""
    game = question.game
    seat = None if game is None else game.seat_of(question.person)
    if game is None or seat is None:
        return say("closing.not_begun")
    key = "closing.state_mine" if game.turn is seat else "closing.state_theirs"
    return Text(
        key,
        {
            "mine": game.side(seat).score,
            "theirs": game.side(seat.partner).score,
            "since": game.received.isoformat(),
        },
    )


def question_card(competition: Competition, question: GameQuestion) -> Card:
    """Ask a player about the state of an unfinished game after the phase closed (art. 9.4)."""
    phase = competition.phase.plan.phase
    closing, rules = question.unfinished.closing, question.unfinished.match.rules
    game = question.game
    seat = None if game is None else game.seat_of(question.person)
    partner_is_late = (
        seat is not None and game is not None and exceeded(game, seat.partner, closing)
    )
    offered = [Statement.CONTENT] if game is None else [Statement.DECLARED, Statement.CONTENT]
    if partner_is_late:
        offered.insert(1, Statement.CONTESTED)
    until = ending(rules.results_due(closing), rules.time_zone)
    fixed_value = _fixed_value(question, until, competition.excluded)
    means = {
        Statement.DECLARED: say(f"closing.means_{rules.unfinished.value}"),
        Statement.CONTESTED: say("closing.may_contest", partner=question.partner),
        Statement.CONTENT: say("closing.means_level"),
    }
    text = say(
        "closing.question",
        title=competition.title,
        phase=phase_name(competition, phase),
        closing=closing.isoformat(),
        game=question.id,
        partner=question.partner,
        state=_state(question),
        ask=fixed_value or say("closing.ask_statement", until=until),
        means=[] if fixed_value else [means[statement] for statement in offered],
        said=_own_statement(question) or (None if fixed_value else say("closing.silence_level")),
    )
    return Card(
        text,
        tuple(
            (_button(say(f"closing.{statement.value}"), question, statement),)
            for statement in offered
        ),
    )


def _fixed_value(question: GameQuestion, until: str, excluded: Collection[PersonId]) -> Text | None:
    """Return the game's value if no statement can change it; None where statements count (9.1)."""
    if question.game is not None and question.game.waits_for_acceptance:
        return say("closing.played_out")
    if question.unfinished.claim is not None:
        return say("closing.claimed", case=question.unfinished.claim)
    if question.game is None:
        return _fixed_value_unbegun(question, excluded)
    absent = absentees(question.unfinished.match, question.game, question.unfinished.closing)
    if question.person in absent:
        return say("closing.absent", until=until)
    return say("closing.partner_absent", partner=question.partner) if absent else None


def _fixed_value_unbegun(question: GameQuestion, excluded: Collection[PersonId]) -> Text:
    """Return the value of a return game that never began, and why nobody played it."""
    how, absent = never_begun(question.unfinished.match, excluded)
    if how is Ending.CLOSED:
        return say("closing.never_began_level")
    if absent is None:
        return say("closing.never_began")
    why = "excluded" if absent in excluded else "home_lost"
    if absent == question.person:
        return say(f"closing.{why}")
    return say(f"closing.partner_{why}", partner=question.partner)
