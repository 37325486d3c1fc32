"""`/arbitru`: letters between a player and their arbiter, without a claim (art. 9.7).

An operator's command without a text names an arbiter (`bot.chat.people.offices`).
"""

from dataclasses import replace

from bot.chat import attaching
from bot.chat.play.games_meant import a_reader, an_arbiter, games_meant
from bot.chat.play.offered_lines import STORED_AS, TO_ARBITER
from bot.chat.play.writing import about_a_game, named_first
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.parties import cases_to_answer
from bot.service.operations.conversation import letters
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import LINE
from bot.texts.buttons.play import TextKind
from bot.texts.messages import Buttons, Text, say
from engine.correspondence import about_of, player_of
from engine.ids import match_about
from engine.matches.friendly import must_have_arbiter
from storage.people.addresses import is_browser


async def write_to_arbiter(service: Service, user_input: UserInput) -> None:
    """Handle a player's `/arbitru [GAME] [TEXT]`.

    A player without a text is asked for it.
    """
    code, text = await named_first(service, user_input, user_input.args)
    if text:
        await _send_about_a_game(service, user_input)
    elif code or await service.matches.has_arbiter(user_input.person.id):
        about = (await service.named_games.of_code(user_input, code)).game.id if code else ""
        await ask(service, replace(user_input, args=about))
    else:
        service.reply(user_input, await _how_text(service, user_input))


async def _how_text(service: Service, user_input: UserInput) -> Text:
    """Return how to write to an arbiter; a person without a role reads how to become operator.

    Raises:
        GameStateError: none of the person's games has an arbiter.
    """
    how = say("letter.how")
    played = await games_meant(service, user_input.person.id, a_reader)
    if user_input.person.arbiter:
        return how
    if played:  # in none of them an arbiter reads letters
        must_have_arbiter((await service.matches.load(match_about(played[0].game_id))).match)
        return how
    if is_browser(user_input.person.address):
        return how
    if service.shared.operators:  # the first operator needs their Telegram number; later ones not
        return how
    number = str(user_input.incoming.sender.id)
    return say("letter.how_operator", how=how, number=number)


async def send_letter(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> None:
    """Forward a player's letter about a game to its arbiters; an open case comes first."""
    await offer_case(service, user_input, snapshot.game.id, text)


async def offer_case(service: Service, user_input: UserInput, about: str, text: str) -> None:
    """Offer to add the text to the player's open case; without one, send it as a letter.

    A letter does not answer a claim; the arbiter reads only that the opponent has not defended.
    """
    cases, buttons = await attaching.offer_to_cases(service, user_input, text, about=about)
    if not cases:
        await send_beside(service, user_input, about, text)
        return
    letters.check(text[: letters.LONGEST_LETTER])
    rows = buttons
    if len(text) <= letters.LONGEST_LETTER:
        rows = (*buttons, *await _letter_row(service, user_input, about, text))
    question = say("case.attach_first", cases=attaching.case_names(cases), n=len(cases))
    service.answer(user_input, question, rows)


async def _letter_row(service: Service, user_input: UserInput, about: str, text: str) -> Buttons:
    """Store the text; return the button that sends it to the arbiter without a case."""
    message = user_input.incoming.message
    await service.dialogues.keep_typed(user_input, STORED_AS, text)
    return ((LINE.button(say("button.letter_beside"), f"{TO_ARBITER}{about}", f"{message}"),),)


async def send_beside(service: Service, user_input: UserInput, about: str, text: str) -> None:
    """Forward a letter to the arbiters, and offer afterwards to add it to an open case."""
    await letters.write(service, user_input, about, text, key="letter.told")
    _, buttons = await attaching.offer_to_cases(service, user_input, text, about=about)
    service.reply(user_input, say("letter.sent", game=about), buttons, about=about)


async def ask(service: Service, user_input: UserInput) -> None:
    """Handle the button that begins a letter: `letter:GAME`, `letter:` or an arbiter's answer.

    An answer names the thread, `GAME#PLAYER`.

    Raises:
        GameStateError: the match has no arbiter, or the person is not one of its people.
    """
    about = about_of(user_input.args)
    player = player_of(user_input.args)
    if player is not None:
        await service.matches.ruled_by(user_input, match_about(about))
        who = (await service.persons.get(player)).name
        text = say("letter.ask_answer", who=who, about=about)
    else:
        if about:
            snapshot = await service.matches.of_player(user_input, match_about(about))
            must_have_arbiter(snapshot.match)
        text = say("letter.ask")
    asked = await service.questions.ask(user_input, Topic.LETTER, user_input.args)
    service.toast(user_input)
    service.reply(user_input, text, (asked.way_out,))


async def letter_given(service: Service, user_input: UserInput, about: str) -> None:
    """Forward the requested letter."""
    if not await cases_to_answer(service, user_input.person.id):
        letters.check(user_input.args)
    await service.questions.close(user_input)
    if player_of(about) is not None:
        await _answer(service, user_input, about)
    elif about:
        await offer_case(service, user_input, about, user_input.args)
    else:
        await _send_about_a_game(service, user_input)


async def _send_about_a_game(service: Service, user_input: UserInput) -> None:
    """Send the text to the arbiter of the game meant, or ask which game."""
    await about_a_game(
        service,
        user_input,
        TextKind.LETTER,
        user_input.args,
        send_letter,
        needs=an_arbiter,
        by_partner=True,
    )


async def send_reply(service: Service, user_input: UserInput, thread: str) -> None:
    """Forward a reply to a letter: the arbiter's answer, or the player's next letter."""
    if player_of(thread) == user_input.person.id:
        await send_beside(service, user_input, about_of(thread), user_input.args)
    else:
        await _answer(service, user_input, thread)


async def _answer(service: Service, user_input: UserInput, thread: str) -> None:
    """Forward the arbiter's text to the player of the thread."""
    player = await letters.answer(service, user_input, thread, user_input.args)
    who = await service.persons.get(player)
    key = "letter.answered" if who.can_be_reached else "letter.answered_unread"
    next_task = await service.task_lists.next_button(user_input.person.id)
    service.reply(user_input, say(key, who=who.name), next_task, about=thread)
