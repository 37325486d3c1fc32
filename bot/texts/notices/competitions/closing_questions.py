"""What players are asked about an unfinished game as a phase closes (art. 9.4)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from bot.texts.buttons.competitions import STATE
from bot.texts.messages import Button, Card, Text, say
from bot.texts.notices.competitions.closings import OpenGame
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

    open: OpenGame
    person: PersonId
    partner: str
    said: Statement | None
    """The player's latest statement about the game."""

    @property
    def id(self) -> GameId:
        """Return the game's id."""
        return self.open.id

    @property
    def game(self) -> Game | None:
        """Return the current state of the game; None if it never began."""
        return self.open.game


def forecast_card(competition: Competition, asked: Sequence[GameQuestion]) -> Card:
    """Ask a player whether their unfinished games will be over in time (art. 6.2)."""
    rows = [
        say(
            "closing.forecast_row",
            game=game_question.id,
            partner=game_question.partner,
            state=_state(game_question),
            said=_own(game_question),
        )
        for game_question in asked
    ]
    buttons = tuple(
        (
            _button(say("closing.yes", game=game_question.id), game_question, Statement.FINISHING),
            _button(
                say("closing.no", game=game_question.id), game_question, Statement.NOT_FINISHING
            ),
        )
        for game_question in asked
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


def _button(label: Text, asked: GameQuestion, word: Statement) -> Button:
    """Return a button for a statement; it names the player, whose writer may press it (9.6)."""
    return STATE.button(label, asked.id, word, asked.person)


def _own(asked: GameQuestion) -> Text | None:
    """Return the player's own answer, with the wording of the pressed button."""
    said = asked.said
    if said is None:
        return None
    if said.is_final:
        return say("closing.you_said", what=say(f"closing.{said.value}"))
    return say("closing.you_said", what=say(f"closing.said_{said.value}"))


def _state(asked: GameQuestion) -> Text:
    """Return the score and the turn from the player's view."""
    game = asked.game
    seat = None if game is None else game.seat_of(asked.person)
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


def question_card(competition: Competition, asked: GameQuestion) -> Card:
    """Ask a player about the state of an unfinished game after the phase closed (art. 9.4)."""
    plan, rules = competition.phase.plan, asked.open.match.rules
    game = asked.game
    seat = None if game is None else game.seat_of(asked.person)
    late = seat is not None and game is not None and exceeded(game, seat.partner, plan.closing)
    offered = [Statement.CONTENT] if game is None else [Statement.DECLARED, Statement.CONTENT]
    if late:
        offered.insert(1, Statement.CONTESTED)
    until = ending(plan.results_due(rules), rules.time_zone)
    fixed = _fixed(asked, plan.closing, until, competition.excluded)
    means = {
        Statement.DECLARED: say(f"closing.means_{rules.unfinished.value}"),
        Statement.CONTESTED: say("closing.may_contest", partner=asked.partner),
        Statement.CONTENT: say("closing.means_level"),
    }
    text = say(
        "closing.question",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        closing=plan.closing.isoformat(),
        game=asked.id,
        partner=asked.partner,
        state=_state(asked),
        ask=fixed or say("closing.ask_statement", until=until),
        means=[] if fixed else [means[word] for word in offered],
        said=_own(asked) or (None if fixed else say("closing.silence_level")),
    )
    return Card(
        text, tuple((_button(say(f"closing.{word.value}"), asked, word),) for word in offered)
    )


def _fixed(
    asked: GameQuestion, closing: date, until: str, excluded: Collection[PersonId]
) -> Text | None:
    """Return the game's value if no statement can change it; None where they count (9.1)."""
    if asked.game is not None and asked.game.waits_for_acceptance:
        return say("closing.played_out")
    if asked.open.claim is not None:
        return say("closing.claimed", case=asked.open.claim)
    if asked.game is None:
        return _fixed_unbegun(asked, excluded)
    gone = absentees(asked.open.match, asked.game, closing)
    if asked.person in gone:
        return say("closing.absent", until=until)
    return say("closing.partner_absent", partner=asked.partner) if gone else None


def _fixed_unbegun(asked: GameQuestion, excluded: Collection[PersonId]) -> Text:
    """Return the value of a return game that never began, and why nobody played it."""
    how, gone = never_begun(asked.open.match, excluded)
    if how is Ending.CLOSED:
        return say("closing.never_began_level")
    if gone is None:
        return say("closing.never_began")
    why = "excluded" if gone in excluded else "home_lost"
    if gone == asked.person:
        return say(f"closing.{why}")
    return say(f"closing.partner_{why}", partner=asked.partner)
