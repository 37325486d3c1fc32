"""The closing date: players' statements about unfinished games, and `/inchidere` for arbiters.

Art. 6.2, 9.1, 9.4, 9.7. `bot.service.readers.matches.closings` decides the times.
"""

from bot.chat.cases.remarks import remark_button
from bot.runtime.shared import UserInput
from bot.service.competitions.closing_orders import KIND, order_for
from bot.service.lookups.competitions.closing_cards import closing_card, game_question
from bot.service.lookups.competitions.unfinished_games import unfinished_game, unfinished_in
from bot.service.operations.matches.states import leg_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot, speaks_for
from bot.service.service import Service
from bot.texts.buttons.competitions import END_ALL, END_ONE, STATE
from bot.texts.messages import Card, say
from bot.texts.notices.competitions.closing_questions import forecast_card, question_card
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import GameId, PersonId, match_of
from engine.matches.closing import declare
from engine.matches.events import Statement
from engine.thinking_time import day_of


async def record_statement(service: Service, user_input: UserInput) -> None:
    """Handle a statement about a player's unfinished game.

    Older buttons name no player and mean the person who presses.
    """
    game, statement, named_player = STATE.read(user_input.args)
    player = named_player or user_input.person.id
    leg = leg_of(game)
    snapshot = await service.matches.spoken_for(user_input, match_of(game), player)
    competition_snapshot = await service.competitions.of_match(snapshot.match)
    if competition_snapshot is None:
        raise GameStateError(Fault("button_unknown"))
    competition = competition_snapshot.competition
    asked = await unfinished_game(service, competition, snapshot.match, leg)
    events = declare(
        asked.match, player, leg, statement, user_input.at, closing=asked.closing, game=asked.game
    )
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    if statement.is_final:
        asked = await unfinished_game(service, competition, snapshot.match, leg)
        question = await game_question(service, player, asked, final=True)
        text, buttons = question_card(competition, question)
    else:
        text, buttons = await _forecasts(service, user_input, player, competition)
    service.edit(user_input, await service.persons.passed_on(user_input, player, text), buttons)
    if events and statement.is_final:  # no events after a second press of the same button
        if statement is Statement.CONTESTED:
            await _notify_of_contest(service, player, snapshot, game)
        await _notify_of_answers(service, competition)


async def _forecasts(
    service: Service, user_input: UserInput, player: PersonId, competition: Competition
) -> Card:
    """Return the forecasts of a player, about all games for which the person speaks."""
    questions = [
        await game_question(service, player, unfinished, final=False)
        for unfinished in await unfinished_in(service, competition)
        if player in unfinished.match.people
        and speaks_for(user_input.person.id, player, unfinished.match)
    ]
    return forecast_card(competition, questions)


async def _notify_of_contest(
    service: Service, player: PersonId, snapshot: MatchSnapshot, game: GameId
) -> None:
    """Notify the opponent whose thinking time is contested."""
    who = (await service.persons.get(player)).name
    text = say("closing.partner_contests", who=who, game=game)
    partner = snapshot.match.partner(player)
    await service.notify_person(partner, text, ((remark_button(game),),), about=game)


async def _notify_of_answers(service: Service, competition: Competition) -> None:
    """Notify the arbiters once no answer is awaited."""
    today = day_of(service.unit.now, competition.rules.time_zone)
    unsettled = [
        unfinished
        for unfinished in await unfinished_in(service, competition)
        if not unfinished.is_settled(today)
    ]
    if not unsettled:
        text = say("closing.all_answered", title=competition.title, code=competition.code)
        await service.notify_arbiters(competition, text)


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/inchidere [COMPETITION]`: the unfinished games, the statements, their ends."""
    snapshots = [
        snapshot
        for snapshot in await service.competitions.all_ruled(user_input.person.id)
        if snapshot.competition.stage is CompetitionStage.RUNNING
        and user_input.args.upper() in {"", snapshot.competition.code}
    ]
    if not snapshots:
        service.reply(user_input, say("closing.no_such" if user_input.args else "closing.none"))
    for snapshot in snapshots:
        service.reply(user_input, *await closing_card(service, snapshot.competition))


async def ask_to_end_all(service: Service, user_input: UserInput) -> None:
    """Handle the button that ends all settled games of a competition."""
    await _ask_reason(service, user_input, f"{END_ALL.read(user_input.args).competition}:")


async def ask_to_end_match(service: Service, user_input: UserInput) -> None:
    """Handle the button that ends one match."""
    snapshot = await service.matches.ruled_by(user_input, END_ONE.read(user_input.args).match)
    await _ask_reason(service, user_input, f"{snapshot.match.competition}:{snapshot.match.code}")


async def _ask_reason(service: Service, user_input: UserInput, about: str) -> None:
    """Ask for the reason, and offer one as a button; `about` is the code of a closing order."""
    order = await order_for(service, user_input, about)
    competition = order.snapshot.competition
    usual = say("closing.usual", closing=competition.phase.plan.closing.isoformat())
    if order.match:  # a ruling may give one match a last day of its own
        usual = say("closing.usual_match", closing=order.unfinished[0].closing.isoformat())
    question = say("closing.ask", title=competition.title, n=len(order.unfinished))
    await service.decisions.ask(user_input, KIND, about, question, usual=usual, beside=True)
