"""`/arbitru`: letters between a player and their arbiter, without a claim (art. 9.7).

Operators name arbiters by the same command without a text.
"""

from dataclasses import replace

from bot.chat.people.offices import name_arbiter
from bot.chat.play.writing import about_a_game, named_first
from bot.chat.topics import LETTER
from bot.runtime.shared import Said
from bot.service.conversation import letters
from bot.service.conversation.questions import way_out
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.messages import Text, say
from engine.correspondence import player_of
from engine.ids import GameId, match_of


async def arbiter(service: Service, said: Said) -> None:
    """Handle `/arbitru [GAME] [TEXT]`; an operator without a text names an arbiter.

    A player without a text is asked for it.
    """
    code, text = await named_first(service, said, said.args)
    if not said.args and service.persons.is_operator(said):
        await name_arbiter(service, said)
    elif text:
        await about_a_game(service, said, LETTER, said.args, send, by_partner=True)
    elif await service.matches.any_of(said.person.id):
        about = (await service.games.named(said, code)).game.id if code else ""
        await ask(service, replace(said, args=about))
    else:
        service.reply(said, await _how(service, said))


async def _how(service: Service, said: Said) -> Text:
    """Return how to write to an arbiter; a person without a role reads how to become operator."""
    how = say("letter.how")
    if said.person.arbiter or await service.games.played(said.person.id):
        return how
    number = str(said.incoming.sender.id)
    return say("letter.how_operator", how=how, number=number)


async def send(service: Service, said: Said, seen: SeenGame, text: str) -> None:
    """Forward a player's letter about a game to its arbiters."""
    await letters.write(service, said, seen.game.id, text, key="letter.told")
    service.reply(said, say("letter.sent", game=seen.game.id), about=seen.game.id)


async def ask(service: Service, said: Said) -> None:
    """Handle the button that begins a letter: `letter:GAME`, `letter:` or an arbiter's answer."""
    about, _, _ = said.args.partition("#")
    if player_of(said.args) is not None:
        await service.matches.ruled_by(said, match_of(GameId(about)))
        who = (await service.persons.get(player_of(said.args) or said.person.id)).name
        text = say("letter.ask_answer", who=who, about=about)
    else:
        if about:
            await service.matches.of_player(said, match_of(GameId(about)))
        text = say("letter.ask")
    await service.questions.ask(said, LETTER, said.args)
    service.toast(said)
    service.reply(said, text, (way_out(LETTER),))


async def given(service: Service, said: Said, about: str) -> None:
    """Forward the requested letter."""
    letters.check(said.args)
    await service.questions.close(said)
    if player_of(about) is not None:
        await _answer(service, said, about)
    elif about:
        await letters.write(service, said, about, said.args, key="letter.told")
        service.reply(said, say("letter.sent", game=about), about=about)
    else:
        await about_a_game(service, said, LETTER, said.args, send, by_partner=True)


async def replied(service: Service, said: Said, thread: str) -> None:
    """Forward a reply to a letter: the arbiter's answer, or the player's next letter."""
    if player_of(thread) == said.person.id:
        about = thread.partition("#")[0]
        await letters.write(service, said, about, said.args, key="letter.told")
        service.reply(said, say("letter.sent", game=about), about=about)
    else:
        await _answer(service, said, thread)


async def _answer(service: Service, said: Said, thread: str) -> None:
    player = await letters.answer(service, said, thread, said.args)
    who = await service.persons.get(player)
    key = "letter.answered" if who.reachable else "letter.answered_unread"
    service.reply(said, say(key, who=who.name), about=thread)
