"""Buttons of messages between opponents: answer, mute, block and report."""

from collections.abc import Collection

from bot.texts.buttons.conversation import BLOCK, MUTE, REPORT, WRITE, Switch
from bot.texts.messages import Button, Buttons, say
from engine.ids import GameId, match_of


def answer_button(game: GameId) -> Button:
    """Return the button by which a player writes to their opponent in a game."""
    return WRITE.button(say("button.answer"), game)


def line_buttons(game: GameId, *, has_arbiter: bool) -> Buttons:
    """Return the buttons under an opponent's message: answer, mute, report."""
    report = report_button(game, has_arbiter=has_arbiter)
    return (answer_button(game),), (mute_button(game, muted=False), report)


def mute_button(game: GameId, *, muted: bool) -> Button:
    """Return the button by which a player mutes or unmutes the opponent."""
    if muted:
        return MUTE.button(say("button.unhush"), game, Switch.OFF)
    return MUTE.button(say("button.hush"), game, Switch.ON)


def report_button(game: GameId, *, has_arbiter: bool) -> Button:
    """Return the button that reports the messages to the arbiter, or else to the operators."""
    label = say("button.report" if has_arbiter else "button.report_friendly")
    return REPORT.button(label, game)


def block_buttons(game: GameId, blocked: Collection[str]) -> Buttons:
    """Return the arbiter's buttons that block or unblock the messages of a game and its match.

    `blocked` has the codes of games and matches whose messages are blocked now.
    """
    return tuple(
        (block_button(scope, blocks=scope not in blocked),) for scope in (game, match_of(game))
    )


def block_button(scope: str, *, blocks: bool) -> Button:
    """Return the arbiter's button that blocks the messages of a game or match, or unblocks them."""
    if blocks:
        return BLOCK.button(say("button.gag", scope=scope), scope, Switch.ON)
    return BLOCK.button(say("button.ungag", scope=scope), scope, Switch.OFF)
