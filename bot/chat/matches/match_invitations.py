"""Links for the players of a match, in words that the arbiter forwards unchanged."""

from collections.abc import Sequence

from bot.runtime.shared import UserInput
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.people import JOIN, LinkAnswer
from bot.texts.messages import Text, say
from bot.texts.notices.people.links import forward_buttons, kind_of_match
from engine.ids import PersonId


async def invite_players(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, players: Sequence[PersonId]
) -> None:
    """Answer with a link for each player, in words that can be forwarded unchanged."""
    match = snapshot.match
    names = await service.persons.names(players)
    for player in players:
        code = await service.person_acts.match_invitation(match.code, player)
        links = service.shared.seat_links(code)
        who, partner = names[player], names[match.partner(player)]
        text = say(
            "arrange.invitation",
            who=who,
            partner=partner,
            match=match.code,
            title=kind_of_match(match.title),
            arbiter=user_input.person.name,
            link=links.shown,
        )
        where = say("link.in_match", match=match.code)
        await _invite_known(service, player, text, code)
        service.reply(user_input, text, (forward_buttons(links, who, where, partner),))


async def _invite_known(service: Service, player: PersonId, text: Text, code: str) -> None:
    """Send a known player their own invitation, too."""
    if (await service.persons.get(player)).can_be_reached:
        await service.notify_person(
            player, text, ((JOIN.button(say("button.join.open"), code, LinkAnswer.AGAIN),),)
        )
