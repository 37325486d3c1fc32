"""The closing date: players' statements about unfinished games, and `/inchidere` for arbiters.

Art. 6.2, 9.1, 9.4, 9.7. `bot.service.competitions.closings` decides the times.
"""

from bot.chat.cases.remarks import remark_button
from bot.runtime.shared import Said
from bot.service.competitions.closing_orders import KIND, wanted
from bot.service.competitions.competitions import SeenCompetition
from bot.service.matches.matches import SeenMatch, speaks_for
from bot.service.service import Service
from bot.texts.buttons.competitions import END_ALL, END_ONE, STATE
from bot.texts.messages import say
from bot.texts.notices.competitions.closings import forecast_card, question_card
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import GameId, Leg, PersonId, game_id, match_of
from engine.matches.closing import declare
from engine.matches.statements import Statement


async def stated(service: Service, said: Said) -> None:
    """Handle a statement about a player's unfinished game.

    Older buttons name no player and mean the person who presses.
    """
    game, word, who = STATE.read(said.args)
    player = who or said.person.id
    leg = next((leg for leg in Leg if game_id(match_of(game), leg) == game), None)
    if leg is None:
        raise GameStateError(Fault("button_unknown"))
    seen = await service.matches.spoken_for(said, match_of(game), player)
    competition = await service.competitions.of_match(seen.match)
    closing = await service.closings.last_day(seen.match)
    if competition is None or closing is None:
        raise GameStateError(Fault("button_unknown"))
    played = None
    if leg in {one.leg for one in seen.match.started}:
        played = (await service.games.load(game)).game
    events = declare(seen.match, player, leg, word, said.at, closing=closing, game=played)
    seen = await service.match_acts.advance(seen, events, said.at)
    await _answer(service, said, player, competition, seen, word)
    if events and word.is_final:
        if word is Statement.CONTESTED:
            await _tell_contested(service, player, seen, game)
        await _tell_answered(service, competition.competition)


async def _answer(  # noqa: PLR0913, PLR0917  (the statement, its author, player and match)
    service: Service,
    said: Said,
    player: PersonId,
    seen: SeenCompetition,
    match: SeenMatch,
    word: Statement,
) -> None:
    """Show the statement on the card of the pressed button."""
    competition = seen.competition
    if word.is_final:
        (asked,) = await service.closing_acts.asked(
            player, [await service.closing_acts.of(match)], final=True
        )
        text, buttons = question_card(competition, asked)
    else:
        found = [
            one
            for one in await service.closing_acts.unfinished(competition)
            if speaks_for(said.person.id, player, one.seen.match)
        ]
        own = await service.closing_acts.asked(player, found, final=False)
        text, buttons = forecast_card(competition, own)
    service.edit(said, await service.persons.passed_on(said, player, text), buttons)


async def _tell_contested(
    service: Service, player: PersonId, seen: SeenMatch, game: GameId
) -> None:
    """Notify the opponent whose thinking time is contested."""
    who = (await service.persons.get(player)).name
    text = say("closing.partner_contests", who=who, game=game)
    partner = seen.match.partner(player)
    await service.tell_person(partner, text, ((remark_button(game),),), about=game)


async def _tell_answered(service: Service, competition: Competition) -> None:
    """Notify the arbiters once no answer is awaited."""
    left = [
        one
        for one in await service.closing_acts.unfinished(competition)
        if not one.is_settled(competition.phase.plan.closing, service.today())
    ]
    if not left:
        text = say("closing.all_answered", title=competition.title, code=competition.code)
        await service.tell_arbiters(competition, text)


async def closing(service: Service, said: Said) -> None:
    """Handle `/inchidere [COMPETITION]`: the unfinished games, the statements, their ends."""
    found = [
        seen
        for seen in await service.competitions.all_ruled(said.person.id)
        if seen.competition.stage is CompetitionStage.RUNNING
        and said.args.upper() in {"", seen.competition.code}
    ]
    if not found:
        service.reply(said, say("closing.no_such" if said.args else "closing.none"))
    for seen in found:
        service.reply(said, *await service.closing_acts.arbiter_card(seen.competition))


async def end_all(service: Service, said: Said) -> None:
    """Handle the button that ends all settled games of a competition."""
    await _ask_reason(service, said, f"{END_ALL.read(said.args).competition}:")


async def end_one(service: Service, said: Said) -> None:
    """Handle the button that ends one match."""
    seen = await service.matches.ruled_by(said, END_ONE.read(said.args).match)
    await _ask_reason(service, said, f"{seen.match.competition}:{seen.match.code}")


async def _ask_reason(service: Service, said: Said, about: str) -> None:
    """Ask for the reason, and offer one as a button."""
    seen, found = await wanted(service, said, about)
    plan = seen.competition.phase.plan
    usual = say("closing.usual", closing=plan.closing.isoformat())
    question = say("closing.ask", title=seen.competition.title, n=len(found))
    await service.decisions.ask(said, KIND, about, question, usual=usual)
