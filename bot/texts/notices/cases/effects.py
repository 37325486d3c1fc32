"""Texts about a ruling's effects: the board, coefficients, ranks and days left.

Pure: from the situation before and the consequences to lines, in short or in full (art. 7–10).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.texts.messages import Param, Text, say
from bot.texts.notices.cases import exclusions as excluded
from bot.texts.notices.cases.ruling_texts import Names
from bot.texts.notices.matches.arithmetic import sums
from bot.texts.notices.participants import answer_by, ending
from engine.cases.rulings import standing_rows
from engine.cases.situation import Consequences, Situation
from engine.coefficients import ZERO, Coefficients
from engine.competitions.standings import StandingsRow
from engine.games.deadlines import days_left
from engine.games.events import Ending, PlacementMade
from engine.games.game import Game, Move, Stage, move_notation
from engine.games.orders import placements_made
from engine.games.turns import charged_stops, exceeded
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.match import Match
from engine.matches.results import worth

MOST_NAMED: Final = 4
"""The most moves to name among those that leave the board or return; others are counted."""


def board_lines(before: Game, after: Game) -> list[Text]:
    """Return lines about the moves that leave the board and those that return to it.

    A move whose points alone are corrected stays (art. 5.3).
    """
    was, stands = [*map(_placed, before.moves)], [*map(_placed, after.moves)]
    known = {*was, *map(_placed, placements_made(before))}
    off = [move for move in before.moves if _placed(move) not in stands]
    new = [move for move in after.moves if _placed(move) not in known]
    back = [move for move in after.moves if _placed(move) in known and _placed(move) not in was]
    return [
        say(key, n=len(moves), placements=_move_names(moves))
        for key, moves in (("effect.off", off), ("effect.on", back), ("effect.new", new))
        if moves
    ]


def _placed(move: Move) -> object:
    """Return the identity of a move regardless of its points: author, tiles and squares."""
    return (move.by, move_notation(move)) if isinstance(move, PlacementMade) else move


def _move_names(moves: Sequence[Move]) -> list[Text]:
    """Return the names of the first of these moves, and the number of the others."""
    named = [say("effect.move", move=move_notation(move)) for move in moves[:MOST_NAMED]]
    left = len(moves) - len(named)
    return [*named, say("effect.more_moves", n=left)] if left else named


def effect_lines(
    before: Situation, consequences: Consequences, names: Names, at: datetime
) -> list[Text]:
    """Return the ruling's effects in short: coefficients, the continued game, days, ranks."""
    after = consequences.after
    lines = [
        _coefficients_line(game, got, worth(before.match).get(game), after.match, names)
        for game, got in worth(after.match).items()
        if got != worth(before.match).get(game) or game == before.game.id
    ]
    lines = [*board_lines(before.game, after.game), *lines]
    lines += _lost_anyway(before, after, names)
    lines += _penalties(before.match, after.match, names)
    if after.game.stage is Stage.RUNNING and consequences.here.game_events:
        lines.append(
            say(
                "effect.goes_on",
                red_score=after.game.red.score,
                blue_score=after.game.blue.score,
                who=names[after.game.side(after.game.turn).person],
            )
        )
    lines += _days_again(before.game, after.game, names, at)
    lines += _days_lines(before.game, after, names, at)
    lines += _standing_lines(before, after, names)
    lines += excluded.elsewhere_lines(before, consequences, names)
    lines += _finish_lines(before, after)
    lines += excluded.place_lines(before, after, names, standing_line, every=False)
    return lines


def _finish_lines(before: Situation, after: Situation) -> list[Text]:
    """Return the new last day of each match that continues after its phase's closing (9.4)."""
    was = {match.code: match.play_until for match in _matches(before)}
    now = {match.code: match for match in _matches(after)}
    return [
        say("effect.finish_by", match=code, until=match.play_until.isoformat())
        for code, match in sorted(now.items())
        if match.play_until is not None and match.play_until != was[code]
    ]


def _matches(of: Situation) -> list[Match]:
    """Return the matches that the ruling may affect, the match of the case last."""
    return [*(match for match, _ in of.elsewhere), of.match]


def _lost_anyway(before: Situation, after: Situation, names: Names) -> list[Text]:
    """Return a note that a loss as a sanction changes nothing for a player who had lost (10.3)."""
    was, ended = before.game.ended, after.game.ended
    if was is None or ended is None or ended.ending is not Ending.FORFEITED or ended.by is None:
        return []
    game, loser = before.game.id, ended.by
    own = [
        figures.first if loser is Seat.RED else figures.second
        for figures in (worth(before.match)[game], worth(after.match)[game])
    ]
    if own[0] != own[1] or was == ended:
        return []
    return [say("effect.lost_anyway", who=names[after.game.side(loser).person])]


def _days_again(before: Game, after: Game, names: Names, at: datetime) -> list[Text]:
    """Return the players whose days before a reversed ruling count again (art. 7.1)."""
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


def _days_lines(before: Game, after: Situation, names: Names, at: datetime) -> list[Text]:
    """Return the days left that day to each player who gains or loses some (art. 7.2)."""
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
    last = answer_by(game, after.match.last_day(phase.plan.closing if phase else None))
    return say("grant.until", until=ending(last, game.rules.time_zone))


def _coefficients_line(
    game: GameId, got: Coefficients, was: Coefficients | None, match: Match, names: Names
) -> Text:
    """Return the coefficients of a game after the ruling, and those before if they differ."""
    red, blue = _seated(match, game)
    changed = was is not None and (was.first, was.second) != (got.first, got.second)
    before = None
    if was is not None and changed:
        before = say("effect.was", red_c=str(was.first), blue_c=str(was.second))
    unchanged = was is not None and not changed
    return say(
        "effect.coefficients_same" if unchanged else "effect.coefficients",
        game=game,
        red=names[red],
        blue=names[blue],
        red_c=str(got.first),
        blue_c=str(got.second),
        was=before,
    )


def _seated(match: Match, game: GameId) -> tuple[PersonId, PersonId]:
    """Return the Red and the Blue player of that game of the match."""
    leg = next(leg for leg in Leg if game_id(match.code, leg) == game)
    return match.colours(leg)


def _standing_lines(before: Situation, after: Situation, names: Names) -> list[Text]:
    was, now = standing_rows(before), standing_rows(after)
    changed = [person for person in now if now[person] != was.get(person)]
    return [standing_line(was.get(person), now[person], names) for person in changed]


def standing_line(was: StandingsRow | None, now: StandingsRow, names: Names) -> Text:
    """Return a player's rank and sum before and after."""
    who = names[now.player]
    if now.place is None:
        return say("effect.out", who=who)
    alike = was is not None and (was.place, was.coefficients) == (now.place, now.coefficients)
    if was is None or was.place is None or alike:
        return say("effect.in", who=who, place=now.place, sum=str(now.coefficients))
    if was.coefficients == now.coefficients:
        total = str(now.coefficients)
        return say("effect.place_alone", who=who, was=was.place, place=now.place, sum=total)
    return say(
        "effect.place" if was.place != now.place else "effect.same_place",
        who=who,
        was=was.place,
        place=now.place,
        before=str(was.coefficients),
        sum=str(now.coefficients),
    )


def full_effects(
    before: Situation, consequences: Consequences, names: Names, at: datetime
) -> list[Text]:
    """Return all effects of the ruling: with articles, arithmetic, clock and other games."""
    after = consequences.after
    lines = board_lines(before.game, after.game)
    for game, got in worth(after.match).items():
        was = worth(before.match).get(game)
        if got == was and game != before.game.id:
            continue
        lines.append(_coefficients_line(game, got, was, after.match, names))
        if got != was:
            lines.append(arithmetic(got))
    lines += _lost_anyway(before, after, names)
    lines += _penalties(before.match, after.match, names)
    lines += _standing_lines(before, after, names)
    if consequences.here.game_events and after.game.stage is Stage.RUNNING:
        lines += _goes_on(before.game, after, names, at)
    lines += excluded.elsewhere_lines(before, consequences, names)
    lines += _finish_lines(before, after)
    lines += excluded.place_lines(before, after, names, standing_line, every=True)
    lines += excluded.treatment_lines(before, after)
    return lines or [say("effect.nothing")]


def _penalties(before: Match, after: Match, names: Names) -> list[Text]:
    """Return the totals of a player's penalties in one game, where they change (10.3).

    In a finished game the coefficients show them, except the total of several penalties.
    """
    lines, over = [], {ended.leg for ended in after.ended}
    for person, leg in sorted({*before.penalties, *after.penalties}):
        was, now = (match.penalties.get((person, leg), ZERO) for match in (before, after))
        facts: dict[str, Param] = {"who": names[person], "points": str(now)}
        if was == now:
            continue
        if now and was:
            lines.append(Text("effect.penalties", facts))
        if leg not in over:
            key = "effect.penalty_ahead" if now else "effect.penalty_none"
            lines.append(Text(key, facts | {"game": game_id(after.code, leg)}))
    return lines


def arithmetic(got: Coefficients) -> Text:
    """Return the article of a game's coefficients, and their arithmetic."""
    return say("effect.arithmetic", article=got.article, terms=sums(got))


def _goes_on(before: Game, after: Situation, names: Names, at: datetime) -> list[Text]:
    """Return how the game continues: score, turn, and the days left to both players today."""
    game = after.game
    red, blue = (names[game.side(seat).person] for seat in Seat)
    today = game.day_of(at)
    changed = _days_lines(before, after, names, at)
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
    return [score, *_days_again(before, game, names, at), *changed, turn, both]
