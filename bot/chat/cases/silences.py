"""Several silent games at once: an arbiter chooses some; then waits, writes, or opens files."""

from typing import Final

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.cases.silences import (
    KIND,
    WAIT,
    WRITE,
    SilentGame,
    choose,
    chosen,
    show,
    waiting_now,
)
from bot.service.decision_kinds import propose
from bot.service.operations.cases.decisions import Intention
from bot.service.operations.conversation import letters
from bot.service.recording.days.deadline_facts import idle
from bot.service.service import Service
from bot.texts.buttons.cases import BULK, SilencesAction
from bot.texts.buttons.verb import number_in
from bot.texts.messages import Button, Buttons, rows_of, say, turning
from bot.texts.notices.cases.task_list import short_label
from bot.texts.notices.days.silence import file_of
from bot.texts.paging import Page, page_at

_ON_PAGE: Final = 8
"""The games on a page, each with a button."""
_FILES_AT_ONCE: Final = 10
"""The most case files that one press opens."""


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `bulk:WHAT:PAGE:WHICH`: the choice, and what is done with the chosen games."""
    action, number, which = BULK.read(user_input.args)
    silent_games = await waiting_now(service, user_input)
    service.toast(user_input)
    as_message = user_input.as_message()
    match action:
        case SilencesAction.OPEN:
            await choose(service, user_input, [silent_game.game for silent_game in silent_games])
            await _show_page(service, as_message, silent_games, 0)
        case SilencesAction.WAIT:
            await propose(service, as_message, Intention(KIND, WAIT, ""))
        case SilencesAction.WRITE:
            await show(service, as_message, WRITE, "")  # refuses if no chosen game waits any longer
            asked = await service.questions.ask(as_message, Topic.SILENCES)
            service.reply(as_message, say("silences.ask"), (asked.way_out,))
        case SilencesAction.FILES:
            games = await chosen(service, user_input, silent_games)
            unsent = number_in(which)
            # An older button has the place of the first unsent file instead of a page.
            unsent_games = games[number:] if unsent is None else games[-unsent:]
            await _send_files(service, as_message, unsent_games)
        case _:
            await _change_choice(service, user_input, silent_games, action, which)
            await _show_page(service, user_input, silent_games, number)


async def _change_choice(
    service: Service,
    user_input: UserInput,
    silent_games: list[SilentGame],
    action: SilencesAction,
    which: str,
) -> None:
    """Change the chosen games: all, none, one group alone, or one more or less."""
    chosen_codes = {
        silent_game.game for silent_game in await chosen(service, user_input, silent_games)
    }
    match action:
        case SilencesAction.ALL:
            chosen_codes = {silent_game.game for silent_game in silent_games}
        case SilencesAction.NONE:
            chosen_codes = set()
        case SilencesAction.GROUP:
            chosen_codes = {game.game for game in silent_games if game.group == which}
        case SilencesAction.ONE:
            chosen_codes ^= {game.game for game in silent_games if game.game == which}
    await choose(service, user_input, chosen_codes)


async def _show_page(
    service: Service, user_input: UserInput, silent_games: list[SilentGame], page_number: int
) -> None:
    """Show a page of the silent games; the chosen ones are marked."""
    if not silent_games:
        service.answer(user_input, say("docket.empty"))
        return
    chosen_codes = {
        silent_game.game for silent_game in await chosen(service, user_input, silent_games)
    }
    page = page_at(silent_games, page_number, _ON_PAGE)
    rows: list[tuple[Button, ...]] = [
        (
            BULK.button(
                say(
                    "silences.chosen" if silent_game.game in chosen_codes else "silences.free",
                    label=short_label(silent_game.item),
                ),
                SilencesAction.ONE,
                page.number,
                silent_game.game,
            ),
        )
        for silent_game in page.items
    ]
    text = say("silences.list", n=len(silent_games), chosen=len(chosen_codes))
    service.answer(
        user_input, text, (*rows, *_choice_rows(silent_games, page), *_act_rows(len(chosen_codes)))
    )


def _choice_rows(silent_games: list[SilentGame], page: Page[SilentGame]) -> Buttons:
    """Return the buttons that turn pages, and choose all, none or a group."""
    rows: list[tuple[Button, ...]] = [
        *turning(page.number, page.count, BULK.turns(SilencesAction.PAGE))
    ]
    all_button = BULK.button(say("button.silences.all"), SilencesAction.ALL, page.number)
    rows.append(
        (all_button, BULK.button(say("button.silences.none"), SilencesAction.NONE, page.number))
    )
    groups = sorted({silent_game.group for silent_game in silent_games if silent_game.group})
    if len(groups) > 1:
        # `COMPETITION GROUP`; several competitions may have a group A.
        competitions = {group.partition(" ")[0] for group in groups}
        buttons = [
            BULK.button(
                say(
                    "button.silences.group",
                    group=group if len(competitions) > 1 else group.partition(" ")[2],
                ),
                SilencesAction.GROUP,
                page.number,
                group,
            )
            for group in groups
        ]
        rows += rows_of(buttons, 4)
    return tuple(rows)


def _act_rows(number: int) -> Buttons:
    """Return the buttons that act on the chosen games, if there are any."""
    if not number:
        return ()
    return tuple(
        (BULK.button(say(f"button.silences.{action}", n=number), action, 0),)
        for action in (SilencesAction.WAIT, SilencesAction.WRITE, SilencesAction.FILES)
    )


async def _send_files(
    service: Service, user_input: UserInput, unsent_games: list[SilentGame]
) -> None:
    """Send the case files of some of these games; a button sends those that are left.

    It has their number, which is counted from the end, because decided games leave the list.
    """
    for silent_game in unsent_games[:_FILES_AT_ONCE]:
        snapshot = await service.games.ruled_by(user_input, silent_game.game)
        text, buttons = file_of(await idle(service, snapshot))
        service.reply(user_input, text, buttons, about=silent_game.game)
    remaining = len(unsent_games) - _FILES_AT_ONCE
    if remaining > 0:
        label = say("button.silences.more_files", n=remaining)
        more_button = BULK.button(label, SilencesAction.FILES, 0, f"{remaining}")
        service.reply(user_input, say("silences.more", n=remaining), ((more_button,),))


async def letter_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Show the letter to the silent players, to be confirmed."""
    letters.check(user_input.args)
    await service.questions.close(user_input)
    await propose(service, user_input, Intention(KIND, WRITE, user_input.args))
