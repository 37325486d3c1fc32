"""A player's remark to the arbiter: an objection's reason, or facts about a silence (art. 7.2)."""

from bot.chat.matches import own_proposals
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.operations.conversation import letters
from bot.service.service import Service
from bot.texts.buttons.cases import REMARK
from bot.texts.buttons.matches import RESULTS_CARD
from bot.texts.messages import Button, Buttons, say
from bot.texts.notices.matches.match_relay import other_answer
from engine.ids import match_about
from engine.matches.friendly import must_have_arbiter


def remark_button(about: str) -> Button:
    """Return the button by which a player writes to the arbiter about a game or match."""
    return REMARK.button(say("button.remark"), about)


async def ask_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that begins a remark: `remark:GAME` or `remark:MATCH`."""
    about = REMARK.read(user_input.args).about
    snapshot = await service.matches.of_player(user_input, match_about(about))
    must_have_arbiter(snapshot.match)
    asked = await service.questions.ask(user_input, Topic.REMARK, about)
    service.toast(user_input)
    service.reply(user_input, say("remark.ask", about=about), (asked.way_out,))


async def remark_given(service: Service, user_input: UserInput, about: str) -> None:
    """Forward a player's remark about a game or match to its arbiters.

    About a match it is the reason of an objection; two figures are the player's own proposal.
    """
    snapshot = await service.matches.of_player(user_input, match_about(about))
    is_objection = (
        user_input.person.id in snapshot.match.answers.objected and about == snapshot.match.code
    )
    if is_objection and await own_proposals.read_unrequested(service, user_input):
        return  # the question for the reason stays open
    code = snapshot.match.code
    if is_objection:
        key = "remark.objection"
        results_button = RESULTS_CARD.button(say("button.results_of", match=code), code)
        arbiter_rows: Buttons = ((results_button,),)
        player_rows: Buttons = (
            *own_proposals.propose_buttons(snapshot.match),
            *other_answer(code, agreed=False),
        )
    else:
        key, arbiter_rows, player_rows = "remark.told", (), ()
    await letters.write(service, user_input, about, user_input.args, key=key, beside=arbiter_rows)
    await service.questions.close(user_input)
    service.reply(user_input, say("remark.sent"), player_rows, about=code)
