"""A match in an arbiter's list: what it waits for, or how its games stand."""

from bot.chat.play.coming_games import coming_text
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.notices.participants import ending
from bot.texts.notices.play.turn import free_seat_lines, leave_lines
from engine.games.game import Game
from engine.ids import NO_ARBITER, Leg, Seat, game_id
from engine.matches.match import Match, MatchStage


async def match_row(service: Service, snapshot: MatchSnapshot) -> Text:
    """Return a match with the state of its games."""
    match = snapshot.match
    names = await service.persons.names(match.people)
    return say(
        "matches.row",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        state=await _state_text(service, snapshot),
    )


async def _state_text(service: Service, snapshot: MatchSnapshot) -> Text | list[Text]:
    """Return the state of a match for its row in the list."""
    match = snapshot.match
    match match.stage:
        case MatchStage.ARRANGED | MatchStage.BETWEEN:
            return await coming_text(service, match)
        case MatchStage.PLAYED | MatchStage.PROPOSED:
            counts = await service.competitions.counts(match)
            answers = {
                "confirmed": len(match.answers.confirmed),
                "objected": len(match.answers.objected),
            }
            return Text("matches.proposed", answers) if counts else say("matches.void")
        case MatchStage.HOMOLOGATED:
            return say("matches.homologated")
        case MatchStage.CANCELLED:
            return say("matches.cancelled")
        case _:
            return [
                line
                for leg in match.all_running
                for line in await _running_lines(service, match, leg)
            ]


async def _running_lines(service: Service, match: Match, leg: Leg) -> list[Text]:
    """Return a running game, the first player's score first, with its free seats and leaves."""
    game = await game_of(service, match, leg)
    first_score, second_score = (game.side(seat).score for seat in _seats_in_order(game, match))
    who = (await service.persons.get(game.side(game.turn).person)).name
    participants = await service.participants.of(game)
    today, time = service.games.today(game), await service.arrivals.clocks(game)
    if game.query:
        turn = say("matches.asked", case=game.query)
    elif game.waits_for_acceptance:
        turn = say("matches.acceptance", who=who, until=participants.until(game))
    elif participants.closing is not None and today > participants.closing:
        turn = say("matches.closed", closing=participants.closing.isoformat())
    else:
        turn = say(
            "matches.turn",
            who=who,
            since=game.received.isoformat(),
            left=time.left[game.turn],
            until=ending(time.last_day, game.rules.time_zone),
        )
    leg_name = say(f"leg_name.{leg.value}")
    free = free_seat_lines(match, await service.persons.names(match.people))
    away = leave_lines(game, participants.names, NO_ARBITER, today)
    return [
        say("matches.running", leg=leg_name, own=first_score, other=second_score, turn=turn),
        *free,
        *away,
    ]


def _seats_in_order(game: Game, match: Match) -> tuple[Seat, Seat]:
    """Return the seats of the match's first and second player."""
    first = game.seat_of(match.first) or Seat.RED  # a game's players are those of its match
    return first, first.partner


async def game_of(service: Service, match: Match, leg: Leg) -> Game:
    """Return the game as everyone sees it; pending sheets arrive today at the earliest."""
    game = (await service.games.load(game_id(match.code, leg))).game
    return await service.arrivals.for_time_decisions(game)
