"""`/arbitru`: a player writes to his arbiter without a claim, and the arbiter answers (art. 9.7).

Operators name arbiters by the same command, without a text.
"""

from bot.desk import letters
from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.desk.questions import way_out
from bot.handlers.arbiter import name_arbiter
from bot.handlers.writing import about_a_game, split_game
from bot.messages import say
from bot.office.shared import Said
from engine.ids import GameId, match_of
from engine.matches.letters import player_of

TOPIC = "letter"


async def arbiter(desk: Desk, said: Said) -> None:
    """Handle `/arbitru [GAME] TEXT`; of an operator without a text, that he names an arbiter."""
    if not said.args and desk.persons.is_operator(said):
        await name_arbiter(desk, said)
    elif split_game(said.args)[1]:
        await about_a_game(desk, said, TOPIC, said.args, send, by_partner=True)
    else:
        desk.reply(said, say("letter.how"))


async def send(desk: Desk, said: Said, seen: SeenGame, text: str) -> None:
    """Pass a player's letter about a game on to his arbiters."""
    await letters.write(desk, said, seen.game.id, text, key="letter.told")
    desk.reply(said, say("letter.sent", game=seen.game.id), about=seen.game.id)


async def ask(desk: Desk, said: Said) -> None:
    """Handle the press that wants to write: `letter:GAME`, `letter:` or an arbiter's answer."""
    about, _, _ = said.args.partition("#")
    if player_of(said.args) is not None:
        await desk.matches.ruled_by(said, match_of(GameId(about)))
        who = (await desk.persons.get(player_of(said.args) or said.person.id)).name
        text = say("letter.ask_answer", who=who, about=about)
    else:
        if about:
            await desk.matches.of_player(said, match_of(GameId(about)))
        text = say("letter.ask")
    await desk.questions.ask(said, TOPIC, said.args)
    desk.toast(said)
    desk.reply(said, text, (way_out(TOPIC),))


async def given(desk: Desk, said: Said, about: str) -> None:
    """Take the letter that was asked for."""
    letters.check(said.args)
    await desk.questions.close(said)
    if player_of(about) is not None:
        await _answer(desk, said, about)
    elif about:
        await letters.write(desk, said, about, said.args, key="letter.told")
        desk.reply(said, say("letter.sent", game=about), about=about)
    else:
        await about_a_game(desk, said, TOPIC, said.args, send, by_partner=True)


async def replied(desk: Desk, said: Said, thread: str) -> None:
    """Take a reply to a letter: the arbiter's answer, or the player's next letter."""
    if player_of(thread) == said.person.id:
        about = thread.partition("#")[0]
        await letters.write(desk, said, about, said.args, key="letter.told")
        desk.reply(said, say("letter.sent", game=about), about=about)
    else:
        await _answer(desk, said, thread)


async def _answer(desk: Desk, said: Said, thread: str) -> None:
    player = await letters.answer(desk, said, thread, said.args)
    who = (await desk.persons.get(player)).name
    desk.reply(said, say("letter.answered", who=who), about=thread)
