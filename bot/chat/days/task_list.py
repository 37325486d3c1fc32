"""`/mesa`: an arbiter's task list, by the regulation's deadlines; a button opens each task.

`bot.service.operations.days.task_list` finds the tasks. Each opens its own view: a case its card,
results theirs, a silent game its case file, a letter its text with the buttons to answer.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.chat.cases.ruling_steps import open_named_case
from bot.chat.competitions.card import show_card
from bot.chat.competitions.invitation_links import send_invitations
from bot.chat.competitions.sign_up_settings import show_people
from bot.chat.matches import approval, match_seats
from bot.chat.play import entered_moves, move_entries
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.closing_cards import closing_card
from bot.service.notices.cases import cards as case_cards
from bot.service.operations.conversation import letters
from bot.service.operations.days.waiting import wait
from bot.service.recording.days.deadline_facts import idle
from bot.service.service import Service
from bot.texts.buttons.cases import OPEN_TASK, TASKS, TaskKind, TasksAction
from bot.texts.buttons.conversation import LETTER
from bot.texts.buttons.verb import page_in
from bot.texts.messages import say
from bot.texts.notices.cases.task_list import page
from bot.texts.notices.days.silence import file_of
from bot.texts.notices.play.sheets import sheets
from engine.cases.events import CaseId
from engine.correspondence import about_of, player_of
from engine.errors import Fault, GameStateError
from engine.games.endings import check_running
from engine.ids import CompetitionCode, GameId

Opening = Callable[[Service, UserInput, str], Awaitable[None]]
"""Opens a task: a case, game, match or competition by its code, letters by their thread."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/mesa`: the person's tasks as an arbiter, the earliest deadline first."""
    service.reply(user_input, *page(await service.task_lists.of(user_input.person.id), 0))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `mesa:KIND:PAGE`, `mesa:open:KIND:ABOUT`, `mesa:wait:GAME`, `mesa:read:THREAD`."""
    action, rest = TASKS.read(user_input.args)
    if action == TasksAction.OPEN:
        kind, about = OPEN_TASK.read(rest)
        service.toast(user_input)
        # A separate message, so that the list stays.
        as_message = user_input.as_message()
        # Some tasks open as if their code had been typed after a command.
        await _OPENINGS[kind](service, replace(as_message, args=about), about)
    elif action == TasksAction.WAIT:
        text = await wait(service, user_input, GameId(rest))
        service.edit(user_input, text, await service.task_lists.next_button(user_input.person.id))
    elif action == TasksAction.READ:
        await _mark_read(service, user_input, rest)
    else:
        list_page = page(await service.task_lists.of(user_input.person.id), page_in(rest), action)
        # Under a digest the list is a separate message; from then on it turns pages in place.
        service.edit(user_input, *list_page)


async def _open_case(service: Service, user_input: UserInput, about: str) -> None:
    snapshot = await service.cases.ruled_by(user_input, CaseId(about))
    await case_cards.send_to(service, snapshot.case, user_input.person.id)


async def _open_results(service: Service, user_input: UserInput, about: str) -> None:
    await approval.show_card(service, replace(user_input, args=about))


async def _open_file(service: Service, user_input: UserInput, about: str) -> None:
    """Send the case file of a silence or of exceeded time: sheets, proofs, the proposed end."""
    if "/" not in about:  # a match whose results do not consider exceeded time
        await _open_results(service, user_input, about)
        return
    snapshot = await service.games.ruled_by(user_input, GameId(about))
    check_running(snapshot.game)
    text, buttons = file_of(await idle(service, snapshot))
    pictures = sheets(snapshot.game.id, snapshot.seq)
    letter = await letters.last_about(service, user_input.incoming.chat, snapshot.game)
    service.reply(
        user_input, text, buttons, pictures=pictures, about=snapshot.game.id, under=letter
    )


async def _open_reopened(service: Service, user_input: UserInput, about: str) -> None:
    """Open a case about the reopened game, or show the open one; its rulings can end the game."""
    await open_named_case(service, replace(user_input, args=about))


async def _open_closing(service: Service, user_input: UserInput, about: str) -> None:
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(about))
    service.reply(user_input, *await closing_card(service, snapshot.competition))


async def _open_joining(service: Service, user_input: UserInput, about: str) -> None:
    """Send the links of players who have not taken their places, to be forwarded."""
    if not await service.competitions.is_free(CompetitionCode(about)):
        snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(about))
        await send_invitations(service, user_input, snapshot.competition)
    else:
        await match_seats.show(service, replace(user_input, args=about))


async def _open_sign_up(service: Service, user_input: UserInput, about: str) -> None:
    """Show the people of a sign-up, those who wait first."""
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(about))
    await show_people(service, user_input, snapshot)


async def _open_step(service: Service, user_input: UserInput, about: str) -> None:
    snapshot = await service.competitions.ruled_by(user_input, CompetitionCode(about))
    await show_card(service, user_input, snapshot)


async def _open_letter(service: Service, user_input: UserInput, thread: str) -> None:
    """Show a player's unanswered letter, with the answer button."""
    rows = await letters.unanswered(service, user_input, thread)
    player = player_of(thread)
    if not rows or player is None:
        raise GameStateError(Fault("letter_answered"))
    who = (await service.persons.get(player)).name
    text = say("letter.unanswered", who=who, about=about_of(thread), rows=rows)
    answer = LETTER.button(say("button.answer"), thread)
    read = TASKS.button(say("button.letter_read"), TasksAction.READ, thread)
    service.reply(user_input, text, ((answer,), (read,)), about=thread)


async def _open_entry(service: Service, user_input: UserInput, about: str) -> None:
    await entered_moves.submit_again(service, user_input, about)


async def _open_write(service: Service, user_input: UserInput, about: str) -> None:
    await move_entries.enter(service, replace(user_input, args=about))


_OPENINGS: Final[Mapping[TaskKind, Opening]] = {
    TaskKind.CASE: _open_case,
    TaskKind.QUERY: _open_case,
    TaskKind.UNTOLD: _open_case,
    TaskKind.TIME: _open_file,
    TaskKind.SILENCE: _open_file,
    TaskKind.RESULTS: _open_results,
    TaskKind.DISPUTED: _open_results,
    TaskKind.CLOSING: _open_closing,
    TaskKind.REOPENED: _open_reopened,
    TaskKind.LETTER: _open_letter,
    TaskKind.ENTRY: _open_entry,
    TaskKind.WRITE: _open_write,
    TaskKind.SIGN_UP: _open_sign_up,
    TaskKind.JOINING: _open_joining,
    TaskKind.STEP: _open_step,
}
"""How each kind of task opens; each function checks that the person rules it."""


async def _mark_read(service: Service, user_input: UserInput, thread: str) -> None:
    """Record that a letter needs no answer, and notify its author that it was read."""
    player = await letters.read(service, user_input, thread)
    who = (await service.persons.get(player)).name
    text = say("letter.read", who=who)
    service.edit(user_input, text, await service.task_lists.next_button(user_input.person.id))
