"""A player's remark to the arbiter: an objection's reason, or facts about a silence (art. 7.2)."""

from bot.chat import topics
from bot.chat.matches import own_proposals
from bot.runtime.shared import Said
from bot.service.conversation import letters
from bot.service.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.cases import REMARK
from bot.texts.buttons.matches import RESULTS_CARD
from bot.texts.messages import Button, say
from bot.texts.notices.matches.match_relay import other_answer
from engine.ids import GameId, MatchCode, match_of


def remark_button(about: str) -> Button:
    """Return the button by which a player writes to the arbiter about a game or match."""
    return REMARK.button(say("button.remark"), about)


async def ask(service: Service, said: Said) -> None:
    """Handle the button that begins a remark: `remark:GAME`."""
    about = REMARK.read(said.args).about
    await service.matches.of_player(said, match_of(GameId(about)))
    await service.questions.ask(said, topics.REMARK, about)
    service.toast(said)
    service.reply(said, say("remark.ask", about=about), (way_out(topics.REMARK),))


async def given(service: Service, said: Said, about: str) -> None:
    """Forward a player's remark about a game or match to its arbiters."""
    seen = await service.matches.of_player(said, MatchCode(about.partition("/")[0]))
    objects = said.person.id in seen.match.objected and about == seen.match.code
    if objects and await own_proposals.typed(service, said):
        return  # the question for the reason stays open
    key = "remark.objection" if objects else "remark.told"
    results = RESULTS_CARD.button(say("button.results_of", match=seen.match.code), seen.match.code)
    beside = ((results,),) if objects else ()
    await letters.write(service, said, about, said.args, key=key, beside=beside)
    await service.questions.close(said)
    own = own_proposals.offer(seen.match) if objects else ()
    other = other_answer(seen.match.code, agreed=False) if objects else ()
    service.reply(said, say("remark.sent"), (*own, *other), about=seen.match.code)
