"""A player's remark to the arbiter: an objection's reason, or facts about a silence (art. 7.2)."""

from bot.chat.matches import own_proposals
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.operations.conversation import letters
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.cases import REMARK
from bot.texts.buttons.matches import RESULTS_CARD
from bot.texts.messages import Button, say
from bot.texts.notices.matches.match_relay import other_answer
from engine.ids import GameId, match_of


def remark_button(about: str) -> Button:
    """Return the button by which a player writes to the arbiter about a game or match."""
    return REMARK.button(say("button.remark"), about)


async def ask(service: Service, user_input: UserInput) -> None:
    """Handle the button that begins a remark: `remark:GAME`."""
    about = REMARK.read(user_input.args).about
    await service.matches.of_player(user_input, match_of(GameId(about)))
    await service.questions.ask(user_input, Topic.REMARK, about)
    service.toast(user_input)
    service.reply(user_input, say("remark.ask", about=about), (way_out(Topic.REMARK),))


async def remark_given(service: Service, user_input: UserInput, about: str) -> None:
    """Forward a player's remark about a game or match to its arbiters.

    About a match it is the reason of an objection; two figures are the player's own proposal.
    """
    snapshot = await service.matches.of_player(user_input, match_of(GameId(about)))
    is_objection = user_input.person.id in snapshot.match.objected and about == snapshot.match.code
    if is_objection and await own_proposals.read_unrequested(service, user_input):
        return  # the question for the reason stays open
    key = "remark.objection" if is_objection else "remark.told"
    results = RESULTS_CARD.button(
        say("button.results_of", match=snapshot.match.code), snapshot.match.code
    )
    beside = ((results,),) if is_objection else ()
    await letters.write(service, user_input, about, user_input.args, key=key, beside=beside)
    await service.questions.close(user_input)
    proposal_rows = own_proposals.propose_buttons(snapshot.match) if is_objection else ()
    change_rows = other_answer(snapshot.match.code, agreed=False) if is_objection else ()
    service.reply(
        user_input, say("remark.sent"), (*proposal_rows, *change_rows), about=snapshot.match.code
    )
