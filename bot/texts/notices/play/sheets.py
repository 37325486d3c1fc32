"""A game's sheets (art. 2.2), and the board for the player to move. Pure.

The player to move gets the board first, large, with the last move, their rack and the buttons. Both
sheets follow as one silent album. All others get only the sheets.
"""

from bot.texts.buttons.conversation import WRITE
from bot.texts.buttons.play import PASS, SHOW, View
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.notices.conversation.how import how_button
from bot.texts.notices.matches.practice import would_button
from bot.texts.notices.matches.request_texts import claim_button
from bot.texts.notices.participants import Member
from bot.texts.pictures import BoardShown, CompetitionSheet, TimeSheet
from engine.games.game import Game
from engine.matches.friendly import is_claimable
from engine.matches.kinds import GameKind


def sheets(game: str, seq: int) -> tuple[CompetitionSheet, TimeSheet]:
    """Return both sheets of the game after event `seq` (art. 2.1)."""
    return (
        CompetitionSheet(game, seq),
        TimeSheet(game, seq),
    )


def captioned(body: list[Text], game: Game, seq: int) -> Text:
    """Return the caption of both sheets, with a mark that identifies this version."""
    return say("sheets.caption", body=body, game=game.id, version=seq)


def quiet_sheets(member: Member, game: Game, seq: int) -> list[Notice]:
    """Return both sheets as a silent message, if the recipient has a chat."""
    if member.address is None:
        return []
    text = say("sheets.follow", game=game.id, version=seq)
    pictures = sheets(game.id, seq)
    return [Notice(to=member.address, text=text, pictures=pictures, silent=True, about=game.id)]


def turn_brought(
    member: Member, game: Game, seq: int, text: Text, buttons: Buttons
) -> list[Notice]:
    """Return the board, then both sheets, for the player to move, if they have a chat."""
    return [*board_shown(member, game, seq, text, buttons), *quiet_sheets(member, game, seq)]


def board_shown(member: Member, game: Game, seq: int, text: Text, buttons: Buttons) -> list[Notice]:
    """Return the board with the buttons of a turn for the player to move, if they have a chat."""
    if member.address is None:
        return []
    return [
        Notice(
            to=member.address,
            text=member.addressed(text),
            pictures=(BoardShown(game.id, seq),),
            buttons=member.pressing(buttons),
            about=game.id,
        )
    ]


def turn_buttons(game: Game, kind: GameKind) -> Buttons:
    """Return the actions of the player to move besides typing a move.

    Without an arbiter, they can claim only a game whose opponent exceeded their time.
    """
    first_row = [
        SHOW.button(say("button.turn.sheets"), game.id, View.SHEET),
        SHOW.button(say("button.turn.time"), game.id, View.TIME),
    ]
    if not game.waits_for_acceptance:
        first_row.append(PASS.button(say("button.turn.pass"), game.id))
    claim: tuple[Button, ...] = ()
    if kind.has_arbiter:
        claim = (SHOW.button(say("button.turn.claim"), game.id, View.CLAIM),)
    elif is_claimable(game, game.turn, game.received):
        claim = (claim_button(game.id),)
    notebook = SHOW.button(say("button.turn.notebook"), game.id, View.NOTEBOOK)
    second_row = (WRITE.button(say("button.turn.line"), game.id), *claim, notebook)
    if not kind.has_reader:
        second_row = (notebook, *((would_button(game.id),) if game.moves else ()))
    rows = (tuple(first_row), second_row)
    is_first_move = not game.side(game.turn).moves
    return (*rows, (how_button(),)) if is_first_move else rows
