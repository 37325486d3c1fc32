"""`/retragere`: a player withdraws from a running competition or a future return game (art. 9.1).

One question lists every game that ends, with its coefficients; one tap confirms all.
"""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.competitions import retirement
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, WITHDRAW, CardStep, WithdrawalScope
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.play import GAMES
from bot.texts.messages import Button, Buttons, rows_of, say
from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation
from engine.competitions.status import Role
from engine.ids import CompetitionCode, MatchCode
from engine.matches.match import MatchStage

_MOST_OFFERED: Final = 30
"""The most competitions and return games to offer."""


async def ask(service: Service, user_input: UserInput) -> None:
    """Handle `/retragere`: ask for a confirmation, or first which of several withdrawals."""
    competitions = await _leavable_competitions(service, user_input)
    return_games = await service.matches.in_stage(user_input.person.id, MatchStage.BETWEEN)
    if len(competitions) == 1 and not return_games:
        await _ask_competition(service, user_input, competitions[0])
    elif len(return_games) == 1 and not competitions:
        await _ask_return(service, user_input, return_games[0])
    elif competitions or return_games:
        await _ask_which(service, user_input, competitions, return_games)
    else:
        await _offer_alternatives(service, user_input)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Withdraw if the games have not changed since the question; otherwise ask again.

    The mark in the button is a hash of the coefficients that the question showed.
    """
    scope, code, mark = WITHDRAW.read(user_input.args)
    if scope is WithdrawalScope.COMPETITION:
        await _leave_competition(service, user_input, CompetitionCode(code), mark)
    else:
        await _give_up_return(service, user_input, MatchCode(code), mark)


async def _leave_competition(
    service: Service, user_input: UserInput, code: CompetitionCode, mark: str
) -> None:
    """Withdraw from a competition if its games are still those of the mark; else ask again."""
    snapshot = await service.competitions.load(code)
    ending_matches = await retirement.of_competition(service, user_input, snapshot)
    if mark != retirement.figures_hash(ending_matches):
        await _ask_competition(service, user_input, snapshot, again=bool(mark))
        return
    await retirement.leave_competition(service, user_input, snapshot)
    games = GAMES.button(say("button.my_games"), 0)
    service.edit(user_input, say("retire.done", title=snapshot.competition.title), ((games,),))


async def _give_up_return(
    service: Service, user_input: UserInput, code: MatchCode, mark: str
) -> None:
    """Withdraw from a return game if it is still as shown; else ask again."""
    snapshot = await service.matches.of_player(user_input, code)
    ending_match = await retirement.of_return(service, user_input, snapshot)
    if mark != retirement.figures_hash([ending_match]):
        await _ask_return(service, user_input, snapshot, again=bool(mark))
        return
    await retirement.give_up_return(service, user_input, snapshot)
    service.edit(user_input, say("retire.return_done", match=code))


async def _leavable_competitions(
    service: Service, user_input: UserInput
) -> list[CompetitionSnapshot]:
    """Return the running competitions from which the person can withdraw."""
    return [
        snapshot
        for snapshot in await service.competitions.all_played(user_input.person.id)
        if snapshot.competition.stage is CompetitionStage.RUNNING
        and participation(snapshot.competition, user_input.person.id).role is Role.PLAYS
    ]


async def _ask_competition(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, *, again: bool = False
) -> None:
    """Ask for a confirmation that lists every game that ends, with its coefficients."""
    ending_matches = await retirement.of_competition(service, user_input, snapshot)
    text = say(
        "retire.ask",
        changed=say("retire.changed") if again else None,
        title=snapshot.competition.title,
        rows=await retirement.rows(service, ending_matches, user_input.person.id)
        or [say("retire.no_games")],
    )
    mark = retirement.figures_hash(ending_matches)
    yes = WITHDRAW.button(
        say("button.retire"), WithdrawalScope.COMPETITION, snapshot.competition.code, mark
    )
    service.answer(user_input, text, _confirmation(yes))


async def _ask_return(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, *, again: bool = False
) -> None:
    """Ask for a confirmation that shows the coefficients of the return game."""
    ending_match = await retirement.of_return(service, user_input, snapshot)
    text = say(
        "retire.ask_return",
        changed=say("retire.changed") if again else None,
        rows=await retirement.rows(service, [ending_match], user_input.person.id),
    )
    mark = retirement.figures_hash([ending_match])
    yes = WITHDRAW.button(
        say("button.retire_return"), WithdrawalScope.RETURN_GAME, snapshot.match.code, mark
    )
    service.answer(user_input, text, _confirmation(yes))


def _confirmation(yes: Button) -> Buttons:
    return ((yes, KEEP.button(say("button.keep"))),)


async def _ask_which(
    service: Service,
    user_input: UserInput,
    competitions: list[CompetitionSnapshot],
    return_games: list[MatchSnapshot],
) -> None:
    """Ask which of several withdrawals is meant."""
    buttons = [
        WITHDRAW.button(
            say("button.retire_from", title=snapshot.competition.title),
            WithdrawalScope.COMPETITION,
            snapshot.competition.code,
        )
        for snapshot in competitions
    ]
    for snapshot in return_games:
        partner = await service.persons.get(snapshot.match.partner(user_input.person.id))
        label = say("button.retire_from_return", match=snapshot.match.code, partner=partner.name)
        buttons.append(WITHDRAW.button(label, WithdrawalScope.RETURN_GAME, snapshot.match.code))
    keep = KEEP.button(say("button.keep"))
    service.reply(user_input, say("retire.which"), (*rows_of(buttons[:_MOST_OFFERED], 1), (keep,)))


async def _offer_alternatives(service: Service, user_input: UserInput) -> None:
    """Offer the alternatives: leave a competition before its start, or resign a running game."""
    preparing = [
        snapshot.competition
        for snapshot in await service.competitions.all_played(user_input.person.id)
        if participation(snapshot.competition, user_input.person.id).role is Role.ENTERED
    ]
    buttons = [
        CARD.button(
            say("button.retire_from", title=competition.title),
            competition.code,
            CardStep.WITHDRAW_ME,
        )
        for competition in preparing
    ]
    key = "retire.before_start" if preparing else "retire.nothing"
    service.reply(user_input, say(key), rows_of(buttons, 1))
