"""What the arbiter sees as a phase closes: the unfinished games, and how each will end.

Pure: from the matches, their games and the answers so far to texts and buttons.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.texts.buttons.competitions import END_ALL, END_ONE
from bot.texts.messages import Card, Text, rows_of, say
from bot.texts.notices.matches.endings import ending_text
from bot.texts.notices.participants import ending
from bot.texts.phase_names import phase_name
from engine.cases.events import CaseId
from engine.coefficients import Coefficients
from engine.competitions.competition import Competition
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat, game_id
from engine.matches.closing import ended_at_closing, is_settled, statement_of, unbegun_end
from engine.matches.events import Statement
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.matches.results import coefficients_after
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
        return self.claim is None and is_settled(self.match, self.leg, closing, today, self.game)


def settled_of(open_games: Iterable[OpenGame], closing: date, today: date) -> list[OpenGame]:
    """Return the games that may be ended; both games of a match, or neither."""
    games = list(open_games)
    waiting = {game.match.code for game in games if not game.is_settled(closing, today)}
    return [game for game in games if game.match.code not in waiting]


def arbiter_card(
    competition: Competition,
    open_games: Sequence[OpenGame],
    names: Mapping[PersonId, str],
    at: datetime,
    today: date,
) -> Card:
    """Return the unfinished games, the players' statements, and the buttons that end games."""
    plan = competition.phase.plan
    is_closed = today > plan.closing
    may_end = settled_of(open_games, plan.closing, today) if is_closed else []
    lines = [
        arbiter_row(competition, open_game, open_games, names, at)
        for open_game in open_games[:MOST_SHOWN]
    ]
    more = len(open_games) - len(lines)
    text = say(
        "closing.closed" if is_closed else "closing.coming",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        closing=plan.closing.isoformat(),
        until=ending(plan.results_due(competition.rules), competition.rules.time_zone),
        n=len(open_games),
        rows=lines,
        more=say("grant.more", n=more) if more > 0 else None,
    )
    if not is_closed:
        return Card(text)
    everything = END_ALL.button(say("closing.end_all", n=len(may_end)), competition.code)
    of_match: dict[MatchCode, OpenGame] = {}
    for open_game in may_end:  # one press ends both games of a match
        of_match.setdefault(open_game.match.code, open_game)
    of_one_match = [
        END_ONE.button(say("closing.end", game=open_game.id), code)
        for code, open_game in of_match.items()
    ]
    return Card(
        text, (((everything,),) if may_end else ()) + rows_of(of_one_match[:MOST_OFFERED], 3)
    )


def arbiter_row(
    competition: Competition,
    open_game: OpenGame,
    open_games: Sequence[OpenGame],
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return a line about an unfinished game: its score, the answers, and its likely end.

    One press ends both games of a match, so the other game among `open_games` ends with it, and
    neither is marked as one that may be ended before both are.
    """
    closing = competition.phase.plan.closing
    today = day_of(at, competition.rules.time_zone)
    red, blue = open_game.match.colours(open_game.leg)
    may_end = today > closing and open_game in settled_of(open_games, closing, today)
    statements = {
        who: statement_of(open_game.match, who, open_game.leg, closing) for who in (red, blue)
    }
    other_game = [
        other
        for other in open_games
        if other.match.code == open_game.match.code and other.leg is not open_game.leg
    ]
    ends = _ends(open_game, other_game, competition, names, at) if today > closing else None
    if open_game.claim is not None and open_game.game is not None:
        ends = say("closing.row_claimed", case=open_game.claim)
    return say(
        "closing.row",
        mark="✔️" if may_end else "⏳",
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
    other_game: Iterable[OpenGame],
    competition: Competition,
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return the game's end and value; or the ruling that must come first."""
    if open_game.game is not None and open_game.game.query:
        return say("closing.row_asked", case=open_game.game.query)
    ended = _ended(open_game, competition, at)
    other_end = [_ended(each, competition, at) for each in other_game if _may_end(each)]
    worth = coefficients_after(open_game.match, ended, *other_end)
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
    loser = {Seat.RED: red, Seat.BLUE: blue, None: None}[ended.by]
    if open_game.game is None:
        if ended.ending is Ending.CLOSED:
            return say("ending.never_begun")
        return say("ending.nobody") if loser is None else say("ending.no_show", who=loser)
    game, begun = open_game.game, open_game.game.start <= competition.phase.plan.closing
    if ended.ending is Ending.NO_SHOW and loser is None and begun:
        return say("ending.nobody_came", who=red if game.turn is Seat.RED else blue)
    return ending_text(ended, red, blue)


def _worth_row(how: Text, red: str, blue: str, worth: Coefficients) -> Text:
    """Return how a game ends, with the coefficients of both players and their article."""
    return say(
        "closing.row_ends",
        how=how,
        red=red,
        blue=blue,
        red_c=str(worth.first),
        blue_c=str(worth.second),
        article=worth.article,
    )
