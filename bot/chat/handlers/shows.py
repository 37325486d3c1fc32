"""The press that says which game something is about, once the person has been asked."""

from bot.chat.handlers import (
    cases,
    chat,
    claims,
    conditions,
    dossier,
    ledger,
    look,
    notes,
    together,
    verifying,
)
from bot.chat.handlers.look import Show
from bot.runtime.shared import Said
from bot.service.service import Service
from engine.errors import Fault, GameStateError
from engine.ids import GameId

SHOWS: dict[str, Show] = {
    "sheet": look.show_sheet,
    "time": look.show_time,
    "dossier": dossier.send_dossier,
    "ledger": ledger.show_ledger,
    "sequence": look.show_sequence,
    "letters": look.show_letters,
    "board": look.show_board,
    "history": look.show_history,
    "export": look.show_record,
    "verify": verifying.show_verification,
    "nudge": together.send_nudge,
    "notes": notes.show_notes,
    "conditions": conditions.show_conditions,
    "lines": chat.show_conversation,
    "claim": claims.ask_kind,
    "case": cases.open_case,
}
"""What a button of `look.about_one` may ask for."""


async def show(service: Service, said: Said) -> None:
    """Handle the press that names a game and what to show of it: `show:GAME:WHAT`."""
    game, _, what = said.args.rpartition(":")
    seen = await service.games.visible(said, GameId(game))
    if what not in SHOWS:
        raise GameStateError(Fault("button_unknown"))
    service.toast(said)
    await service.previews.note_opened(said, seen.game.id)
    await SHOWS[what](service, said, seen)
