"""`/retragere`: a player withdraws from a running competition or a future return game (9.1).

One question names every game that ends, with its value; one tap confirms all.
"""

from bot.runtime.shared import Said
from bot.service.competitions import retirement
from bot.service.competitions.competitions import SeenCompetition
from bot.service.matches.matches import SeenMatch
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.play import GAMES
from bot.texts.messages import Button, Text, rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import Role, participation
from engine.ids import CompetitionCode, MatchCode
from engine.matches.match import MatchStage

_COMPETITION, _RETURN = "c", "r"
MOST_OFFERED = 30
"""The most return games to offer; nobody has more."""


async def retire(service: Service, said: Said) -> None:
    """Handle `/retragere`: ask about the only possible withdrawal, or ask which is meant."""
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
    """Handle a button: `retire:c:CODE` and `retire:r:MATCH` ask; with `:MARK` they withdraw."""
    kind, code, shown = (*said.args.split(":"), "", "")[:3]
    if kind == _COMPETITION:
        seen = await service.competitions.load(CompetitionCode(code))
        left = await retirement.of_competition(service, said, seen)
        if shown != retirement.mark(left):
            await _ask_competition(service, said, seen, again=bool(shown))
            return
        await retirement.leave_competition(service, said, seen)
        games = GAMES.button(say("button.my_games"), 0)
        service.edit(said, say("retire.done", title=seen.competition.title), ((games,),))
        return
    match = await service.matches.of_player(said, MatchCode(code))
    found = await retirement.of_return(service, said, match)
    if shown != retirement.mark([found]):
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
    """Name every game that ends, with its value, and ask once."""
    left = await retirement.of_competition(service, said, seen)
    text = say(
        "retire.ask",
        changed=say("retire.changed") if again else None,
        title=seen.competition.title,
        rows=await retirement.rows(service, left, said.person.id) or [say("retire.no_games")],
    )
    code = f"retire:{_COMPETITION}:{seen.competition.code}:{retirement.mark(left)}"
    _answer(service, said, text, Button(say("button.retire"), code))


async def _ask_return(
    service: Service, said: Said, seen: SeenMatch, *, again: bool = False
) -> None:
    left = await retirement.of_return(service, said, seen)
    text = say(
        "retire.ask_return",
        changed=say("retire.changed") if again else None,
        rows=await retirement.rows(service, [left], said.person.id),
    )
    code = f"retire:{_RETURN}:{seen.match.code}:{retirement.mark([left])}"
    _answer(service, said, text, Button(say("button.retire_return"), code))


def _answer(service: Service, said: Said, text: Text, yes: Button) -> None:
    buttons = ((yes, KEEP.button(say("button.keep"))),)
    if said.incoming.callback:
        service.edit(said, text, buttons)
    else:
        service.reply(said, text, buttons)


async def _choose(
    service: Service, said: Said, competitions: list[SeenCompetition], returns: list[SeenMatch]
) -> None:
    """Ask which of several is meant."""
    buttons = [
        Button(
            say("button.retire_from", title=seen.competition.title),
            f"retire:{_COMPETITION}:{seen.competition.code}",
        )
        for seen in competitions
    ]
    for seen in returns:
        partner = await service.persons.get(seen.match.partner(said.person.id))
        label = say("button.retire_from_return", match=seen.match.code, partner=partner.name)
        buttons.append(Button(label, f"retire:{_RETURN}:{seen.match.code}"))
    keep = KEEP.button(say("button.keep"))
    service.reply(said, say("retire.which"), (*rows_of(buttons[:MOST_OFFERED], 1), (keep,)))


async def _nothing(service: Service, said: Said) -> None:
    """Name the alternatives: leaving before the start, resigning a running game."""
    preparing = [
        seen.competition
        for seen in await service.competitions.all_played(said.person.id)
        if participation(seen.competition, said.person.id).role is Role.ENTERED
    ]
    buttons = [
        Button(say("button.retire_from", title=one.title), f"c:{one.code}:out") for one in preparing
    ]
    key = "retire.before_start" if preparing else "retire.nothing"
    service.reply(said, say(key), rows_of(buttons, 1))
