"""What a decision about a player in several matches changes, as the arbiter's preview."""

from collections.abc import Mapping
from datetime import date

from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import Names
from bot.texts.notices.cases.standing_effects import standing_line
from engine.cases.of_person import Decision, Effects, PersonStates
from engine.cases.situation import OnGame
from engine.games.deadlines import clocks
from engine.games.endings import has_moved
from engine.games.game import Game
from engine.games.turns import exceeded
from engine.ids import GameId, PersonId

MOST_MOVED = 6
"""The most changed ranks on a card."""
_SHORT = frozenset({"has_played", "not_on_turn", "not_silent"})
"""The reasons with a short text for a game that a decision leaves as it is."""


def decision_text(
    decision: Decision, states: PersonStates, effects: Effects, names: Names, today: date
) -> Text:
    """Return the preview of a decision: games that change, games that do not, and ranks."""
    games = {game.id: game for holding in states.holdings for game in holding.running.values()}
    rows = [
        line
        for game_effect in effects.changed
        for line in (
            match_row(game_effect, names, states.player),
            *coefficient_notes(game_effect, games, names, states.player, today),
        )
    ]
    left_out = [left_out_row(game, names) for game in effects.games if game.fault is not None]
    return say(
        f"player.show.{decision.value}",
        who=names[states.player],
        n=len(effects.changed),
        rows=rows or None,
        left_out=[say("player.left_out"), *left_out] if left_out else None,
        standings=standing_rows(effects, names),
    )


def match_row(game_effect: OnGame, names: Names, player: PersonId) -> Text:
    """Return the effect on one game for the arbiter."""
    if game_effect.own is None:
        until = game_effect.until.isoformat() if game_effect.until else ""
        return say(
            "player.row_wait",
            game=game_effect.game,
            partner=names[game_effect.partner],
            until=until,
        )
    return say(
        "player.row",
        game=game_effect.game,
        who=names[player],
        partner=names[game_effect.partner],
        own=str(game_effect.own),
        other=str(game_effect.other),
    )


def coefficient_notes(
    game_effect: OnGame, games: Mapping[GameId, Game], names: Names, player: PersonId, today: date
) -> list[Text]:
    """Return the days that both have used, and what speaks against the opponent's coefficient.

    An opponent who never moved, or is over time, gets it like any other (art. 9.1).
    """
    game = games.get(game_effect.game)
    seat = None if game is None else game.seat_of(player)
    if game is None or seat is None or game_effect.other is None:
        return []
    time, partner = clocks(game, today), names[game_effect.partner]
    lines = [
        say(
            "player.row_days",
            who=names[player],
            used=time.used[seat],
            allowance=game.allowance(seat),
            partner=partner,
            partner_used=time.used[seat.partner],
            partner_allowance=game.allowance(seat.partner),
        )
    ]
    if game_effect.other > 0 and exceeded(game, seat.partner, today):
        lines.append(say("player.partner_late", partner=partner, other=str(game_effect.other)))
    if game_effect.other > 0 and not has_moved(game, seat.partner):
        lines.append(say("player.partner_never", partner=partner, other=str(game_effect.other)))
    return lines


def left_out_row(game_effect: OnGame, names: Names) -> Text:
    """Return a game that stays as it is, and why: the fault that it has."""
    fault = game_effect.fault
    if fault is None:
        raise ValueError(f"the decision changes {game_effect.game}")
    why = say(f"player.out.{fault.code}") if fault.code in _SHORT else fault_text(fault)
    return say("player.row_out", game=game_effect.game, partner=names[game_effect.partner], why=why)


def standing_rows(effects: Effects, names: Names) -> list[Text] | None:
    """Return the group's changed ranks, at most `MOST_MOVED`."""
    moved = effects.moved
    lines = [
        standing_line(effects.before.get(who), effects.after[who], names)
        for who in moved[:MOST_MOVED]
    ]
    more = len(moved) - MOST_MOVED
    if more > 0:
        lines.append(say("player.more_moved", n=more))
    return [say("player.standings"), *lines] if lines else None
