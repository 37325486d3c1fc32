"""`/mesa`: an arbiter's task list, by the regulation's deadlines; a button opens each task.

`bot.service.cases.task_list` finds the tasks. Each opens its own view: a case its card, results
theirs, a silent game its case file, a letter its text with the buttons to answer.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.chat.cases.cases import decision
from bot.chat.competitions.card import show_card
from bot.chat.competitions.lists import send_invitations
from bot.chat.competitions.sign_up_settings import show_people
from bot.chat.matches import homologation, places
from bot.chat.play import enter, entered
from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.conversation import letters
from bot.service.days.planning import idle
from bot.service.days.silence import file_of
from bot.service.days.waiting import wait
from bot.service.service import Service
from bot.texts.buttons.cases import OPEN_TASK, TASKS, TaskKind
from bot.texts.buttons.conversation import LETTER
from bot.texts.buttons.verb import page_in
from bot.texts.messages import say
from bot.texts.notices.cases.task_list import next_button, page
from bot.texts.notices.play.sheets import sheets
from engine.cases.events import CaseId
from engine.correspondence import about_of, player_of
from engine.errors import Fault, GameStateError
from engine.games.endings import check_running
from engine.ids import CompetitionCode, GameId

Opening = Callable[[Service, Said, str], Awaitable[None]]
"""Opens a task: a case, game, match or competition by its code, letters by their thread."""


async def show(service: Service, said: Said) -> None:
    """Handle `/mesa`: the person's tasks as an arbiter, the earliest deadline first."""
    service.reply(said, *page(await service.task_lists.of(said.person.id), 0))


async def pressed(service: Service, said: Said) -> None:
    """Handle `mesa:KIND:PAGE`, `mesa:open:KIND:ABOUT`, `mesa:wait:GAME`, `mesa:read:THREAD`."""
    what, rest = TASKS.read(said.args)
    if what == "open":
        kind, about = OPEN_TASK.read(rest)
        service.toast(said)
        # A separate message, so that the list stays.
        apart = replace(said, incoming=replace(said.incoming, callback=""))
        await OPENINGS[kind](service, replace(apart, args=about), about)
    elif what == "wait":
        done = await wait(service, said, GameId(rest))
        service.edit(said, done, next_button(await service.task_lists.of(said.person.id)))
    elif what == "read":
        await _read(service, said, rest)
    else:
        shown = page(await service.task_lists.of(said.person.id), page_in(rest), what)
        # Under a digest the list is a separate message; from then on it turns pages in place.
        service.edit(said, *shown)


async def _case(service: Service, said: Said, about: str) -> None:
    seen = await service.cases.ruled_by(said, CaseId(about))
    await case_cards.send_to(service, seen.case, said.person.id)


async def _results(service: Service, said: Said, about: str) -> None:
    await homologation.card(service, replace(said, args=about))


async def _file(service: Service, said: Said, about: str) -> None:
    """Send the case file of a silence or of exceeded time: sheets, proofs, the proposed end."""
    if "/" not in about:  # a match whose results do not consider exceeded time
        await _results(service, said, about)
        return
    seen = await service.games.ruled_by(said, GameId(about))
    check_running(seen.game)
    text, buttons = file_of(await idle(service, seen))
    pictures = sheets(seen.game.id, seen.seq)
    letter = await letters.last_about(service, said.incoming.chat, seen.game)
    service.reply(said, text, buttons, pictures=pictures, about=seen.game.id, under=letter)


async def _reopened(service: Service, said: Said, about: str) -> None:
    """Open a case about the reopened game, or show the open one; its rulings can end the game."""
    await decision(service, replace(said, args=about))


async def _closing(service: Service, said: Said, about: str) -> None:
    seen = await service.competitions.ruled_by(said, CompetitionCode(about))
    service.reply(said, *await service.closing_acts.arbiter_card(seen.competition))


async def _joining(service: Service, said: Said, about: str) -> None:
    """Send the links of players who have not taken their places, to be forwarded."""
    if not await service.competitions.is_free(CompetitionCode(about)):
        seen = await service.competitions.ruled_by(said, CompetitionCode(about))
        await send_invitations(service, said, seen.competition)
    else:
        await places.invitation(service, replace(said, args=about))


async def _sign_up(service: Service, said: Said, about: str) -> None:
    """Show the people of a sign-up, those who wait first."""
    seen = await service.competitions.ruled_by(said, CompetitionCode(about))
    await show_people(service, said, seen)


async def _step(service: Service, said: Said, about: str) -> None:
    seen = await service.competitions.ruled_by(said, CompetitionCode(about))
    await show_card(service, said, seen)


async def _letter(service: Service, said: Said, about: str) -> None:
    """Show a player's unanswered letter, with the answer button."""
    rows = await letters.unanswered(service, said, about)
    if not rows:
        raise GameStateError(Fault("letter_answered"))
    who = (await service.persons.get(player_of(about) or said.person.id)).name
    text = say("letter.unanswered", who=who, about=about_of(about), rows=rows)
    answer = LETTER.button(say("button.answer"), about)
    read = TASKS.button(say("button.letter_read"), "read", about)
    service.reply(said, text, ((answer,), (read,)), about=about)


async def _entry(service: Service, said: Said, about: str) -> None:
    await entered.lay_again(service, said, about)


async def _write(service: Service, said: Said, about: str) -> None:
    await enter.enter(service, replace(said, args=about))


OPENINGS: Mapping[TaskKind, Opening] = {
    TaskKind.CASE: _case,
    TaskKind.QUERY: _case,
    TaskKind.UNTOLD: _case,
    TaskKind.TIME: _file,
    TaskKind.SILENCE: _file,
    TaskKind.RESULTS: _results,
    TaskKind.DISPUTED: _results,
    TaskKind.CLOSING: _closing,
    TaskKind.REOPENED: _reopened,
    TaskKind.LETTER: _letter,
    TaskKind.ENTRY: _entry,
    TaskKind.WRITE: _write,
    TaskKind.SIGN_UP: _sign_up,
    TaskKind.JOINING: _joining,
    TaskKind.STEP: _step,
}
"""How each kind of task opens; each function checks that the person rules it."""


async def _read(service: Service, said: Said, thread: str) -> None:
    """Record that a letter needs no answer, and notify its author that it was read."""
    player = await letters.read(service, said, thread)
    who = (await service.persons.get(player)).name
    done = say("letter.read", who=who)
    service.edit(said, done, next_button(await service.task_lists.of(said.person.id)))
