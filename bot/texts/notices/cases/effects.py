"""Texts about a ruling's effects, in short or in full (art. 7–10).

Pure: from the situation before and the consequences to lines. The modules beside it word the board,
the days, the standings and the exclusions.
"""

from collections.abc import Iterator
from datetime import datetime

from bot.texts.messages import Param, Text, say
from bot.texts.notices.cases import exclusions as excluded
from bot.texts.notices.cases.board_effects import board_lines
from bot.texts.notices.cases.day_effects import continued_lines, days_again_lines, days_lines
from bot.texts.notices.cases.ruling_texts import Names
from bot.texts.notices.cases.standing_effects import standing_line, standing_lines
from bot.texts.notices.matches.arithmetic import sums_text
from engine.cases.situation import Consequences, Situation
from engine.coefficients import ZERO, Coefficients
from engine.games.events import Ending
from engine.games.game import Stage
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.match import Match
from engine.matches.results import match_coefficients


def effect_lines(
    before: Situation, consequences: Consequences, names: Names, at: datetime
) -> list[Text]:
    """Return the ruling's effects in short: coefficients, the continued game, days, ranks."""
    after = consequences.after
    lines = board_lines(before.game, after.game)
    lines += [
        _coefficients_line(game, got, was, after.match, names)
        for game, got, was in _games_to_name(before, after)
    ]
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
    lines += days_again_lines(before.game, after.game, names, at)
    lines += days_lines(before.game, after, names, at)
    lines += standing_lines(before, after, names)
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
        for figures in (match_coefficients(now.match)[game] for now in (before, after))
    ]
    if own[0] != own[1] or was == ended:
        return []
    return [say("effect.lost_anyway", who=names[after.game.side(loser).person])]


def _games_to_name(
    before: Situation, after: Situation
) -> Iterator[tuple[GameId, Coefficients, Coefficients | None]]:
    """Yield each finished game whose coefficients change; that of the case also if they do not.

    Each comes with its coefficients after the ruling, and those before it, or None without any.
    """
    known = match_coefficients(before.match)
    for game, got in match_coefficients(after.match).items():
        if got != known.get(game) or game == before.game.id:
            yield game, got, known.get(game)


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


def full_effects(
    before: Situation, consequences: Consequences, names: Names, at: datetime
) -> list[Text]:
    """Return all effects of the ruling: with articles, arithmetic, clock and other games."""
    after = consequences.after
    lines = board_lines(before.game, after.game)
    for game, got, was in _games_to_name(before, after):
        lines.append(_coefficients_line(game, got, was, after.match, names))
        if got != was:
            lines.append(arithmetic(got))
    lines += _lost_anyway(before, after, names)
    lines += _penalties(before.match, after.match, names)
    lines += standing_lines(before, after, names)
    if consequences.here.game_events and after.game.stage is Stage.RUNNING:
        lines += continued_lines(before.game, after, names, at)
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
    return say("effect.arithmetic", article=got.article, terms=sums_text(got))
