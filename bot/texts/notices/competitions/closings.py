"""Texts for players and arbiters as a phase closes: forecasts, questions, and how games will end.

Pure: from the matches, their games and the answers so far to texts and buttons.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.texts.buttons.competitions import END_ALL, END_ONE, STATE
from bot.texts.messages import Button, Card, Text, rows_of, say
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.participants import ending
from bot.texts.phase_names import phase_name
from engine.cases.events import CaseId
from engine.coefficients import Coefficients
from engine.competitions.competition import Competition
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.turns import exceeded
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.closing import (
    absentees,
    ended_at_closing,
    is_settled,
    never_begun,
    statement_of,
    unbegun_end,
)
from engine.matches.events import Statement
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.matches.results import worth_after
from engine.thinking_time import day_of

MOST_SHOWN: Final = 40
"""The most games shown to an arbiter."""
MOST_OFFERED: Final = 24
"""The most games with an end button of their own."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """An unfinished game, None if it never began; cases about time are ruled first (9.4)."""

    match: Match
    leg: Leg
    game: Game | None
    claim: CaseId | None = None

    @property
    def id(self) -> GameId:
        """Return the game's id."""
        return game_id(self.match.code, self.leg)

    def is_settled(self, closing: date, today: date) -> bool:
        """Return whether no answer is awaited any longer, so that the game may be ended."""
        waits = self.claim is not None
        return not waits and is_settled(self.match, self.leg, closing, today, self.game)


def settled_of(open_games: Iterable[OpenGame], closing: date, today: date) -> list[OpenGame]:
    """Return the games that may be ended; both games of a match, or neither."""
    games = list(open_games)
    waiting = {game.match.code for game in games if not game.is_settled(closing, today)}
    return [game for game in games if game.match.code not in waiting]


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


def arbiter_card(
    competition: Competition,
    open_games: Sequence[OpenGame],
    names: Mapping[PersonId, str],
    at: datetime,
    today: date,
) -> Card:
    """Return the unfinished games, the players' statements, and the buttons that end games."""
    plan = competition.phase.plan
    closed = today > plan.closing
    settled = settled_of(open_games, plan.closing, today) if closed else []
    lines = [
        arbiter_row(competition, open_game, open_games, names, at)
        for open_game in open_games[:MOST_SHOWN]
    ]
    more = len(open_games) - len(lines)
    text = say(
        "closing.closed" if closed else "closing.coming",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        closing=plan.closing.isoformat(),
        until=ending(plan.results_due(competition.rules), competition.rules.time_zone),
        n=len(open_games),
        rows=lines,
        more=say("grant.more", n=more) if more > 0 else None,
    )
    if not closed:
        return Card(text)
    everything = END_ALL.button(say("closing.end_all", n=len(settled)), competition.code)
    alone = {
        open_game.match.code: open_game for open_game in reversed(settled)
    }  # both games of a match at once
    single = [
        END_ONE.button(say("closing.end", game=open_game.id), code)
        for code, open_game in reversed(alone.items())
    ]
    return Card(text, (((everything,),) if settled else ()) + rows_of(single[:MOST_OFFERED], 3))


def arbiter_row(
    competition: Competition,
    open_game: OpenGame,
    open_games: Iterable[OpenGame],
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return a line about an unfinished game: its score, the answers, and its likely end.

    One press ends both games of a match, so the other game among those found ends with it.
    """
    closing = competition.phase.plan.closing
    today = day_of(at, competition.rules.time_zone)
    red, blue = open_game.match.colours(open_game.leg)
    settled = today > closing and open_game.is_settled(closing, today)
    statements = {
        who: statement_of(open_game.match, who, open_game.leg, closing) for who in (red, blue)
    }
    together = [
        other
        for other in open_games
        if other.match.code == open_game.match.code and other.leg is not open_game.leg
    ]
    ends = _ends(open_game, together, competition, names, at) if today > closing else None
    if open_game.claim is not None and open_game.game is not None:
        ends = say("closing.row_claimed", case=open_game.claim)
    return say(
        "closing.row",
        mark="✔️" if settled else "⏳",
        game=open_game.id,
        score=_score(open_game, closing, names),
        answers=_answers(statements, names),
        ends=ends,
    )


def _score(open_game: OpenGame, closing: date, names: Mapping[PersonId, str]) -> Text:
    """Return the score and the player to move; or that the game had not begun by the closing."""
    red, blue = (names[who] for who in open_game.match.colours(open_game.leg))
    game = open_game.game
    if game is None or game.start > closing:
        return say("closing.row_not_begun", red=red, blue=blue)
    return say(
        "closing.row_score",
        red=red,
        blue=blue,
        red_score=game.red.score,
        blue_score=game.blue.score,
        who=names[game.side(game.turn).person],
    )


def _answers(by: Mapping[PersonId, Statement | None], names: Mapping[PersonId, str]) -> list[Text]:
    """Return each player's statement about the game; one line if neither has made one."""
    if not any(by.values()):
        return [say("closing.neither_answered")]
    return [
        say(
            "closing.answer",
            who=names[person],
            said=say(f"closing.said_{'nothing' if word is None else word.value}"),
        )
        for person, word in by.items()
    ]


def _ends(
    open_game: OpenGame,
    together: Iterable[OpenGame],
    competition: Competition,
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return the game's end and value; or the ruling that must come first."""
    if open_game.game is not None and open_game.game.query:
        return say("closing.row_asked", case=open_game.game.query)
    ended = _ended(open_game, competition, at)
    beside = [_ended(each, competition, at) for each in together if _may_end(each)]
    worth = worth_after(open_game.match, ended, *beside)
    red, blue = (names[who] for who in open_game.match.colours(open_game.leg))
    return _worth_row(_how(open_game, ended, competition, red, blue), red, blue, worth)


def _may_end(open_game: OpenGame) -> bool:
    """Return whether no ruling must come before the end of the game."""
    return open_game.claim is None and not (open_game.game is not None and open_game.game.query)


def _ended(open_game: OpenGame, competition: Competition, at: datetime) -> LegEnded:
    """Return the end of the game at the closing, also of one that never began."""
    closing, out = competition.phase.plan.closing, competition.excluded
    if open_game.game is None:
        return unbegun_end(open_game.match, open_game.leg, at, out)
    return ended_at_closing(open_game.match, open_game.game, closing, at, out)


def _how(
    open_game: OpenGame, ended: LegEnded, competition: Competition, red: str, blue: str
) -> Text:
    """Return the end of the game in words."""
    gone = {Seat.RED: red, Seat.BLUE: blue, None: None}[ended.by]
    if open_game.game is None:
        if ended.ending is Ending.CLOSED:
            return say("ending.never_begun")
        return say("ending.nobody") if gone is None else say("ending.no_show", who=gone)
    game, begun = open_game.game, open_game.game.start <= competition.phase.plan.closing
    if ended.ending is Ending.NO_SHOW and gone is None and begun:
        return say("ending.nobody_came", who=red if game.turn is Seat.RED else blue)
    return ending_text(ended, red, blue)


def _worth_row(how: Text, red: str, blue: str, worth: Coefficients) -> Text:
    return say(
        "closing.row_ends",
        how=how,
        red=red,
        blue=blue,
        red_c=str(worth.first),
        blue_c=str(worth.second),
        article=worth.article,
    )
