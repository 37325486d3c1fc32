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
class UnfinishedGame:
    """A game of a competition that is not over by the last day of its match (art. 9.4)."""

    match: Match
    leg: Leg
    closing: date
    """The last day of play: the closing of the phase, or a later day ruled for the match."""
    game: Game | None
    """None if it never began."""
    claim: CaseId | None = None
    """The open case of a complete time claim, which needs a ruling first (art. 9.4)."""

    @property
    def id(self) -> GameId:
        """Return the game's id."""
        return game_id(self.match.code, self.leg)

    def is_settled(self, today: date) -> bool:
        """Return whether it is closed and awaits no answer any longer, so that it may be ended."""
        return self.claim is None and is_settled(
            self.match, self.leg, self.closing, today, self.game
        )


def settled_of(unfinished: Iterable[UnfinishedGame], today: date) -> list[UnfinishedGame]:
    """Return the games that may be ended; both games of a match, or neither."""
    games = list(unfinished)
    waiting = {game.match.code for game in games if not game.is_settled(today)}
    return [game for game in games if game.match.code not in waiting]


def arbiter_card(
    competition: Competition,
    unfinished: Sequence[UnfinishedGame],
    names: Mapping[PersonId, str],
    at: datetime,
) -> Card:
    """Return the unfinished games, the players' statements, and the buttons that end games."""
    plan, today = competition.phase.plan, day_of(at, competition.rules.time_zone)
    is_closed = today > plan.closing
    lines = [
        arbiter_row(competition, game, unfinished, names, at) for game in unfinished[:MOST_SHOWN]
    ]
    more = len(unfinished) - len(lines)
    text = say(
        "closing.closed" if is_closed else "closing.coming",
        title=competition.title,
        phase=phase_name(competition, plan.phase),
        closing=plan.closing.isoformat(),
        until=ending(plan.results_due(competition.rules), competition.rules.time_zone),
        n=len(unfinished),
        rows=lines,
        more=say("grant.more", n=more) if more > 0 else None,
    )
    may_end = settled_of(unfinished, today)
    if not may_end:
        return Card(text)
    everything = END_ALL.button(say("closing.end_all", n=len(may_end)), competition.code)
    of_match: dict[MatchCode, UnfinishedGame] = {}
    for game in may_end:  # one press ends both games of a match
        of_match.setdefault(game.match.code, game)
    of_one_match = [
        END_ONE.button(say("closing.end", game=game.id), code) for code, game in of_match.items()
    ]
    return Card(text, ((everything,), *rows_of(of_one_match[:MOST_OFFERED], 3)))


def arbiter_row(
    competition: Competition,
    unfinished: UnfinishedGame,
    all_unfinished: Sequence[UnfinishedGame],
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return a line about an unfinished game: its score, the answers, and its likely end.

    One press ends both games of a match, so the other game among `all_unfinished` ends with it, and
    neither is marked as one that may be ended before both are.
    """
    match, today = unfinished.match, day_of(at, competition.rules.time_zone)
    red, blue = match.colours(unfinished.leg)
    statements = {
        who: statement_of(match, who, unfinished.leg, unfinished.closing) for who in (red, blue)
    }
    of_match = [each for each in all_unfinished if each.match.code == match.code]
    other_game = [each for each in of_match if each.leg is not unfinished.leg]
    ends = None
    if today > unfinished.closing:
        ends = _ends(unfinished, other_game, competition, names, at)
    if unfinished.claim is not None and unfinished.game is not None:
        ends = say("closing.row_claimed", case=unfinished.claim)
    return say(
        "closing.row",
        mark="✔️" if settled_of(of_match, today) else "⏳",
        game=unfinished.id,
        score=_score(unfinished, names),
        answers=_answers(statements, names),
        ends=ends,
    )


def _score(unfinished: UnfinishedGame, names: Mapping[PersonId, str]) -> Text:
    """Return the score and the player to move; or that the game had not begun by the closing."""
    red, blue = (names[who] for who in unfinished.match.colours(unfinished.leg))
    game = unfinished.game
    if game is None or game.start > unfinished.closing:
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
    unfinished: UnfinishedGame,
    other_game: Iterable[UnfinishedGame],
    competition: Competition,
    names: Mapping[PersonId, str],
    at: datetime,
) -> Text:
    """Return the game's end and value; or the ruling that must come first."""
    if unfinished.game is not None and unfinished.game.query:
        return say("closing.row_asked", case=unfinished.game.query)
    ended = _ended(unfinished, competition, at)
    other_end = [_ended(each, competition, at) for each in other_game if _may_end(each)]
    worth = coefficients_after(unfinished.match, ended, *other_end)
    red, blue = (names[who] for who in unfinished.match.colours(unfinished.leg))
    return _worth_row(_how(unfinished, ended, red, blue), red, blue, worth)


def _may_end(unfinished: UnfinishedGame) -> bool:
    """Return whether no ruling must come before the end of the game."""
    return unfinished.claim is None and not (unfinished.game is not None and unfinished.game.query)


def _ended(unfinished: UnfinishedGame, competition: Competition, at: datetime) -> LegEnded:
    """Return the end of the game at the closing, also of one that never began."""
    out = competition.excluded
    if unfinished.game is None:
        return unbegun_end(unfinished.match, unfinished.leg, at, out)
    return ended_at_closing(unfinished.match, unfinished.game, unfinished.closing, at, out)


def _how(unfinished: UnfinishedGame, ended: LegEnded, red: str, blue: str) -> Text:
    """Return the end of the game in words."""
    loser = {Seat.RED: red, Seat.BLUE: blue, None: None}[ended.by]
    if unfinished.game is None:
        if ended.ending is Ending.CLOSED:
            return say("ending.never_begun")
        return say("ending.nobody") if loser is None else say("ending.no_show", who=loser)
    game, begun = unfinished.game, unfinished.game.start <= unfinished.closing
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
