"""`/aminteste`: a friendly reminder to the opponent, once a day and game."""

from bot.chat.play.games_meant import a_reader
from bot.chat.play.one_game import about_one
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import View
from bot.texts.messages import Text, say
from bot.texts.notices.participants import Member
from bot.texts.notices.play.sheets import board_shown, turn_buttons
from bot.texts.notices.play.turn import your_turn_text
from engine.games.game import Game, Stage


async def nudge(service: Service, user_input: UserInput) -> None:
    """Handle `/aminteste`: remind the opponent of their turn, once a day and game."""
    person = user_input.person.id
    running = await service.closings.still_open(await service.game_lists.listed(person))
    waiting = [row for row in running if a_reader(row) and row.turn_person != person]
    await about_one(service, user_input, View.NUDGE, send_nudge, needs=a_reader, rather=waiting)


async def send_nudge(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Send the opponent the board again with a reminder, unless they had one today."""
    game, participants = snapshot.game, await service.participants.of(snapshot.game)
    seat = service.games.seat(user_input, game)
    partner = participants.at(seat.partner)
    obstacle = await _obstacle(service, user_input, game, partner)
    if obstacle is not None or partner.address is None:
        service.reply(user_input, obstacle or say("nudge.out_of_reach", partner=partner.name))
        return
    text = say(
        "nudge.partner",
        who=participants.at(seat).name,
        game=game.id,
        turn=your_turn_text(game, participants, service.games.today(game)),
    )
    buttons = turn_buttons(game, participants.kind)
    for notice in board_shown(partner, game, snapshot.seq, text, buttons):
        await service.notify(notice)
    service.reply(user_input, say("nudge.done", partner=partner.name), about=game.id)


async def _obstacle(
    service: Service, user_input: UserInput, game: Game, partner: Member
) -> Text | None:
    """Return why the opponent must not be reminded now; None stores that they are, for today."""
    is_own_turn = game.turn is service.games.seat(user_input, game)
    is_open = game.stage is Stage.RUNNING and not await service.closings.is_game_closed(game)
    if is_own_turn or not is_open:
        return say("nudge.not_waiting", game=game.id)
    leave = game.side(game.turn).leave_on(service.games.today(game))
    if leave is not None:
        return say("nudge.on_leave", partner=partner.name, until=leave.last.isoformat())
    in_reach = (await service.persons.get(partner.id)).can_be_reached
    if not in_reach or partner.address == user_input.incoming.chat:
        return say("nudge.out_of_reach", partner=partner.name)
    if not await service.dialogues.first_today(user_input, f"nudge:{game.id}"):
        return say("nudge.once_a_day", partner=partner.name)
    return None
