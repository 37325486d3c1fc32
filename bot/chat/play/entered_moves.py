"""An entered move: previewed, submitted to the arbiter, made (art. 9.6)."""

from dataclasses import replace

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.readers.play.entries import photo_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import ENTRY_OK
from bot.texts.buttons.verb import YesNo
from bot.texts.messages import Notice, Text, say
from engine.errors import Fault, GameStateError
from engine.games.events import Passed, PlacementMade
from storage.play.entries import MoveEntry


async def submit(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> None:
    """Make the move if an arbiter enters it; submit it to them if the opponent does."""
    if not (entry.photo and entry.placement):
        raise GameStateError(Fault("button_unknown"))
    match = (await service.matches.load(snapshot.game.match)).match
    await service.questions.drop(user_input, Topic.ENTRY, entry.token)
    if user_input.person.id in await service.competitions.arbiters(match):
        await service.entry_acts.make(entry, snapshot, user_input.at)
        service.edit(user_input, await _done_text(service, entry, snapshot))
        return
    text = await entry_text(service, user_input, entry, snapshot)
    await service.entry_acts.change(replace(entry, asked=True, at=user_input.at))
    await _ask_arbiter(service, entry, snapshot, text)
    service.edit(user_input, say("entry.waits", move=entry.placement, game=snapshot.game.id))


async def _done_text(service: Service, entry: MoveEntry, snapshot: GameSnapshot) -> Text:
    who = (await service.persons.get(entry.person)).name
    return say("entry.done", who=who, move=entry.placement, game=snapshot.game.id)


async def submit_again(service: Service, user_input: UserInput, token: str) -> None:
    """Send an arbiter again an entry that waits: the photograph, its reading, the buttons.

    Raises:
        GameStateError: the move was made or dropped, or the person does not rule the game.
    """
    submitted = await service.entries.asked(user_input, token)
    if submitted is None:
        raise GameStateError(Fault("no_such_entry", "9.6"))
    entry, snapshot = submitted.entry, submitted.snapshot
    await _send_to_arbiter(
        service,
        entry,
        user_input.incoming.chat,
        snapshot,
        await entry_text(service, user_input, entry, snapshot),
    )


async def _ask_arbiter(
    service: Service, entry: MoveEntry, snapshot: GameSnapshot, entry_lines: Text
) -> None:
    """Send the chief arbiter the photograph and its reading, with two buttons."""
    arbiter = (await service.participants.of(snapshot.game)).arbiter
    if arbiter.address is not None:
        await _send_to_arbiter(service, entry, arbiter.address, snapshot, entry_lines)


async def _send_to_arbiter(
    service: Service, entry: MoveEntry, chat: int, snapshot: GameSnapshot, entry_lines: Text
) -> None:
    """Ask the arbiter to confirm an entered move.

    `entry_lines`: the text of `entry_text`.
    """
    writer = (await service.persons.get(entry.writer)).name
    text = say("entry.confirm", by=writer, shown=entry_lines)
    buttons = (
        (
            ENTRY_OK.button(say("button.confirm_entry"), entry.token, YesNo.YES),
            ENTRY_OK.button(say("button.reject_entry"), entry.token, YesNo.NO),
        ),
    )
    notice = Notice(
        to=chat, text=text, buttons=buttons, relayed=photo_of(entry), about=snapshot.game.id
    )
    await service.notify(notice)


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's answer to the opponent's entry: `entok:TOKEN:yes|no`."""
    token, answer = ENTRY_OK.read(user_input.args)
    submitted = await service.entries.asked(user_input, token)
    if submitted is None:
        service.answer_late(user_input, say("entry.stale"))
        return
    entry, snapshot = submitted.entry, submitted.snapshot
    facts = {"move": entry.placement, "game": snapshot.game.id}
    if answer is YesNo.YES:
        await service.entry_acts.make(entry, snapshot, user_input.at)
        service.edit(user_input, await _done_text(service, entry, snapshot))
        notice = Text("entry.was_confirmed", facts)
    else:
        await service.entry_acts.drop(entry)
        service.edit(user_input, Text("entry.rejected", facts))
        notice = Text("entry.was_rejected", facts)
    await service.notify_person(entry.writer, notice, about=snapshot.game.id)


async def entry_text(
    service: Service, user_input: UserInput, entry: MoveEntry, snapshot: GameSnapshot
) -> Text:
    """Return the lines that the entry would add to the sheet.

    Raises:
        EngineError: the move or the days are not possible.
    """
    events = await service.entry_acts.decided(entry, snapshot, user_input.at)
    move = next(event for event in events if isinstance(event, PlacementMade | Passed))
    counted = say("entry.points", n=move.counted) if isinstance(move, PlacementMade) else None
    participants = await service.participants.of(snapshot.game)
    return say(
        "entry.preview",
        who=participants.at(move.by).name,
        move=entry.placement,
        points=counted,
        received=entry.received.isoformat(),
        sent=entry.sent.isoformat(),
        days=move.days,
        left=snapshot.game.allowance(move.by) - snapshot.game.side(move.by).days - move.days,
        game=snapshot.game.id,
        round=move.round,
    )
