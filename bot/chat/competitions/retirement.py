"""`/retragere`: a player withdraws from a running competition or a future return game (art. 9.1).

One question lists every game that ends, with its coefficients; one tap confirms all.
"""

from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.competitions import retirement
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, WITHDRAW, CardStep, WithdrawalScope
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.play import GAMES
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Buttons, Card, Text, page_of_buttons, say
from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation
from engine.competitions.status import Role
from engine.ids import CompetitionCode, MatchCode, PersonId
from engine.matches.match import MatchStage

_ON_PAGE: Final = 30
"""The most withdrawals offered at once."""


class _Leavable(NamedTuple):
    """What a person can withdraw from."""

    running: list[CompetitionSnapshot]
    coming: list[CompetitionSnapshot]
    """Competitions in which the person plays in a phase that has not begun."""
    return_games: list[MatchSnapshot]
    """Matches whose return game has not begun."""


async def ask(service: Service, user_input: UserInput) -> None:
    """Handle `/retragere`: ask for a confirmation, or first which of several withdrawals."""
    leavable = await _leavable(service, user_input)
    running, coming, return_games = leavable
    if len(running) == 1 and not coming and not return_games:
        await _ask_competition(service, user_input, running[0])
    elif len(return_games) == 1 and not running and not coming:
        await _ask_return(service, user_input, return_games[0])
    else:
        service.reply(user_input, *await _which(service, leavable, user_input.person.id))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Withdraw if the games have not changed since the question; otherwise ask, perhaps again.

    The mark in the button is a hash of the coefficients that the question showed. A button of the
    list has no mark, so its question is the first one.
    """
    scope, code, mark = WITHDRAW.read(user_input.args)
    match scope:
        case WithdrawalScope.COMPETITION:
            await _leave_competition(service, user_input, CompetitionCode(code), mark)
        case WithdrawalScope.RETURN_GAME:
            await _give_up_return(service, user_input, MatchCode(code), mark)
        case WithdrawalScope.LIST:
            leavable = await _leavable(service, user_input)
            card = await _which(service, leavable, user_input.person.id, page_in(code))
            service.edit(user_input, *card)


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


async def _leavable(service: Service, user_input: UserInput) -> _Leavable:
    """Return everything that the person can withdraw from."""
    person = user_input.person.id
    running, coming = list[CompetitionSnapshot](), list[CompetitionSnapshot]()
    for snapshot in await service.competitions.all_played(person):
        role = participation(snapshot.competition, person).role
        if role is Role.ENTERED:
            coming.append(snapshot)
        elif role is Role.PLAYS and snapshot.competition.stage is CompetitionStage.RUNNING:
            running.append(snapshot)
    return _Leavable(running, coming, await service.matches.in_stage(person, MatchStage.BETWEEN))


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


async def _which(service: Service, leavable: _Leavable, person: PersonId, page: int = 0) -> Card:
    """Return a page of the question which withdrawal is meant, or that there is none."""
    if not any(leavable):
        return Card(say("retire.nothing"))
    buttons = [
        WITHDRAW.button(_titled(snapshot), WithdrawalScope.COMPETITION, snapshot.competition.code)
        for snapshot in leavable.running
    ]
    buttons += [
        CARD.button(_titled(snapshot), snapshot.competition.code, CardStep.WITHDRAW_ME)
        for snapshot in leavable.coming
    ]
    matches = [snapshot.match for snapshot in leavable.return_games]
    names = await service.persons.names({match.partner(person) for match in matches})
    for match in matches:
        partner = names[match.partner(person)]
        label = say("button.retire_from_return", match=match.code, partner=partner)
        buttons.append(WITHDRAW.button(label, WithdrawalScope.RETURN_GAME, match.code))
    has_begun = leavable.running or leavable.return_games
    text = say("retire.which" if has_begun else "retire.before_start")
    rows = page_of_buttons(buttons, page, _ON_PAGE, WITHDRAW.turns(WithdrawalScope.LIST))
    return Card(text, (*rows, (KEEP.button(say("button.keep")),)))


def _titled(snapshot: CompetitionSnapshot) -> Text:
    return say("button.retire_from", title=snapshot.competition.title)
