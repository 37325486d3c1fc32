"""`/retragere`: a player withdraws from a running competition or a future return game (art. 9.1).

One question lists every game that ends, with its coefficients; one tap confirms all.
"""

from bot.runtime.shared import Said
from bot.service.competitions import retirement
from bot.service.competitions.competitions import SeenCompetition
from bot.service.matches.matches import SeenMatch
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, WITHDRAW
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.play import GAMES
from bot.texts.messages import Button, Buttons, rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import Role, participation
from engine.ids import CompetitionCode, MatchCode
from engine.matches.match import MatchStage

_COMPETITION, _RETURN = "c", "r"
"""The scope of a withdrawal in a button: a competition, or a return game."""
MOST_OFFERED = 30
"""The most competitions and return games to offer."""


async def retire(service: Service, said: Said) -> None:
    """Handle `/retragere`: ask for a confirmation, or first which of several withdrawals."""
    competitions = await _competitions(service, said)
    returns = await service.matches.in_stage(said.person.id, MatchStage.BETWEEN)
    if len(competitions) == 1 and not returns:
        await _ask_competition(service, said, competitions[0])
    elif len(returns) == 1 and not competitions:
        await _ask_return(service, said, returns[0])
    elif competitions or returns:
        await _choose(service, said, competitions, returns)
    else:
        await _nothing(service, said)


async def pressed(service: Service, said: Said) -> None:
    """Withdraw if the games have not changed since the question; otherwise ask again."""
    kind, code, shown = WITHDRAW.read(said.args)
    if kind == _COMPETITION:
        seen = await service.competitions.load(CompetitionCode(code))
        left_matches = await retirement.of_competition(service, said, seen)
        if shown != retirement.mark(left_matches):
            await _ask_competition(service, said, seen, again=bool(shown))
            return
        await retirement.leave_competition(service, said, seen)
        games = GAMES.button(say("button.my_games"), 0)
        service.edit(said, say("retire.done", title=seen.competition.title), ((games,),))
        return
    match = await service.matches.of_player(said, MatchCode(code))
    left_match = await retirement.of_return(service, said, match)
    if shown != retirement.mark([left_match]):
        await _ask_return(service, said, match, again=bool(shown))
        return
    await retirement.give_up_return(service, said, match)
    service.edit(said, say("retire.return_done", match=match.match.code))


async def _competitions(service: Service, said: Said) -> list[SeenCompetition]:
    """Return the running competitions from which the person can withdraw."""
    return [
        seen
        for seen in await service.competitions.all_played(said.person.id)
        if seen.competition.stage is CompetitionStage.RUNNING
        and participation(seen.competition, said.person.id).role is Role.PLAYS
    ]


async def _ask_competition(
    service: Service, said: Said, seen: SeenCompetition, *, again: bool = False
) -> None:
    """Ask for a confirmation that lists every game that ends, with its coefficients."""
    left_matches = await retirement.of_competition(service, said, seen)
    text = say(
        "retire.ask",
        changed=say("retire.changed") if again else None,
        title=seen.competition.title,
        rows=await retirement.rows(service, left_matches, said.person.id)
        or [say("retire.no_games")],
    )
    mark = retirement.mark(left_matches)
    yes = WITHDRAW.button(say("button.retire"), _COMPETITION, seen.competition.code, mark)
    service.answer(said, text, _confirmation(yes))


async def _ask_return(
    service: Service, said: Said, seen: SeenMatch, *, again: bool = False
) -> None:
    left_match = await retirement.of_return(service, said, seen)
    text = say(
        "retire.ask_return",
        changed=say("retire.changed") if again else None,
        rows=await retirement.rows(service, [left_match], said.person.id),
    )
    mark = retirement.mark([left_match])
    yes = WITHDRAW.button(say("button.retire_return"), _RETURN, seen.match.code, mark)
    service.answer(said, text, _confirmation(yes))


def _confirmation(yes: Button) -> Buttons:
    return ((yes, KEEP.button(say("button.keep"))),)


async def _choose(
    service: Service, said: Said, competitions: list[SeenCompetition], returns: list[SeenMatch]
) -> None:
    """Ask which of several withdrawals is meant."""
    buttons = [
        WITHDRAW.button(
            say("button.retire_from", title=seen.competition.title),
            *(_COMPETITION, seen.competition.code),
        )
        for seen in competitions
    ]
    for seen in returns:
        partner = await service.persons.get(seen.match.partner(said.person.id))
        label = say("button.retire_from_return", match=seen.match.code, partner=partner.name)
        buttons.append(WITHDRAW.button(label, _RETURN, seen.match.code))
    keep = KEEP.button(say("button.keep"))
    service.reply(said, say("retire.which"), (*rows_of(buttons[:MOST_OFFERED], 1), (keep,)))


async def _nothing(service: Service, said: Said) -> None:
    """Offer the alternatives: leave a competition before its start, or resign a running game."""
    preparing = [
        seen.competition
        for seen in await service.competitions.all_played(said.person.id)
        if participation(seen.competition, said.person.id).role is Role.ENTERED
    ]
    buttons = [
        CARD.button(say("button.retire_from", title=one.title), one.code, "out")
        for one in preparing
    ]
    key = "retire.before_start" if preparing else "retire.nothing"
    service.reply(said, say(key), rows_of(buttons, 1))
