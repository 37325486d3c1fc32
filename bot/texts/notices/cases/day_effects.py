"""What a ruling changes in the thinking time, and how the game continues (art. 7)."""

from datetime import datetime

from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names
from bot.texts.notices.participants import ending, last_day_in_phase
from engine.cases.situation import Situation
from engine.games.deadlines import days_left
from engine.games.game import Game, Stage
from engine.games.turns import charged_stops, exceeded
from engine.ids import Seat


def days_again_lines(before: Game, after: Game, names: Names, at: datetime) -> list[Text]:
    """Return a line for each player with more charged stops than before the ruling (art. 7.1)."""
    today = after.day_of(at)
    return [
        say(
            "effect.days_again_over" if exceeded(after, seat, today) else "effect.days_again",
            who=names[after.side(seat).person],
            n=after.side(seat).days,
        )
        for seat in Seat
        if len(charged_stops(after, seat)) > len(charged_stops(before, seat))
    ]


def days_lines(before: Game, after: Situation, names: Names, at: datetime) -> list[Text]:
    """Return a line for each player whose allowance changed: the days left (art. 7.2)."""
    game = after.game
    return [
        say(
            "effect.days",
            who=names[game.side(seat).person],
            left=days_left(game, seat, game.day_of(at)),
            until=_until(after, seat),
        )
        for seat in Seat
        if game.allowance(seat) != before.allowance(seat)
    ]


def _until(after: Situation, seat: Seat) -> Text | None:
    """Return the seat's last day to answer (its own or the phase's), or None if not to move."""
    game = after.game
    if game.stage is not Stage.RUNNING or game.turn is not seat:
        return None
    phase = after.competition.phase_of(game.id) if after.competition else None
    last = last_day_in_phase(game, after.match.last_day(phase.plan.closing) if phase else None)
    return say("grant.until", until=ending(last, game.rules.time_zone))


def continued_lines(before: Game, after: Situation, names: Names, at: datetime) -> list[Text]:
    """Return how the game continues.

    The score, the days that count again, those gained or lost, the turn, the days left to both.
    """
    game = after.game
    red, blue = (names[game.side(seat).person] for seat in Seat)
    today = game.day_of(at)
    changed = days_lines(before, after, names, at)
    turn = say(
        "effect.turn",
        who=names[game.side(game.turn).person],
        on=game.received.isoformat(),
        until=_until(after, game.turn),
    )
    both = say(
        "effect.both_left",
        red=red,
        blue=blue,
        red_days=days_left(game, Seat.RED, today),
        blue_days=days_left(game, Seat.BLUE, today),
    )
    score = say(
        "game.score", red=red, blue=blue, red_score=game.red.score, blue_score=game.blue.score
    )
    return [score, *days_again_lines(before, game, names, at), *changed, turn, both]
