"""Ends of games other than by the last tile, and the start of the return game."""

from datetime import datetime

from bot.chat.choosing import MOST
from bot.chat.play.game_list import coming_text, nothing_running, without_game
from bot.runtime.shared import Said
from bot.service.matches import late_returns
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.matches import (
    ANSWER_OFFER,
    JUDGE,
    KEEP,
    LATE_RETURN,
    OFFER,
    RESIGN,
    RETURN_GAME,
)
from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.matches.endings import accept_card, interruption_worth, proposal_card
from bot.texts.notices.play.sheets import turn_buttons
from bot.texts.notices.play.whose_turn import your_turn_text
from engine.errors import Fault, GameStateError
from engine.games.commands import (
    AcceptPlacement,
    AnswerInterruption,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.endings import absent, check_interruption, check_running, lost_as
from engine.games.events import Ending, PlacementMade
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.matches.decide import request_return, start_leg
from engine.matches.match import Match, MatchStage
from engine.matches.results import leg_ended, match_coefficients
from engine.matches.seating import end_of
from engine.notation import format_position


async def abandon(service: Service, said: Said) -> None:
    """Handle `/abandon`: ask for confirmation."""
    seen = await _one(service, said)
    if seen is not None:
        check_running(seen.game)
        seat = service.games.seat(said, seen.game)
        match = (await service.matches.load(seen.game.match)).match
        worth = _abandoned_worth(match, seen.game, seat, said.at)
        question = "abandon.ask_no_show" if absent(seen.game) is seat else "abandon.ask"
        await _ask(
            service, said, seen, question, RESIGN.button(say("button.abandon"), seen.game.id), worth
        )


def _abandoned_worth(match: Match, game: Game, by: Seat, at: datetime) -> dict[str, str]:
    """Return the game's value to the player who resigns (`own`) and to the other (art. 9.1).

    A player who never came counts as not showing up. After the home game, it includes the case that
    they lead over both games.
    """
    ending = lost_as(game, by, Ending.ABANDONED)
    ended = end_of(match, game, ending, by, at)
    after = match.with_end(leg_ended(game, ended, at))
    found = match_coefficients(after)[-1]
    found = found if by is Seat.RED else found.swapped
    return {"own": str(found.first), "other": str(found.second)}


async def abandon_confirmed(service: Service, said: Said) -> None:
    """Handle the button that resigns a game: `quit:GAME`."""
    seen = await service.games.of_player(said, RESIGN.read(said.args).game)
    await service.game_acts.act(seen, Resign(by=service.games.seat(said, seen.game)), said.at)
    service.edit(said, say("abandon.done", game=seen.game.id))


async def interruption(service: Service, said: Said) -> None:
    """Handle `/intrerupere`: ask for confirmation, or show the open proposal.

    Raises:
        GameStateError: the game is over, or the person has already proposed it.
        RuleViolation: the game cannot be ended early in its state.
    """
    seen = await _one(service, said)
    if seen is None:
        return
    check_running(seen.game)
    game, seat = seen.game, service.games.seat(said, seen.game)
    if game.interruption_by is seat:
        raise GameStateError(Fault("interruption_already_proposed", "9.2"))
    check_interruption(game)
    if game.interruption_by is seat.partner:
        text, buttons = proposal_card(game, await service.games.participants(game), seat)
        service.reply(said, text, buttons, about=game.id)
        return
    yes = OFFER.button(say("button.interruption"), seen.game.id)
    await _ask(service, said, seen, "interruption.ask", yes, interruption_worth(game, seat))


async def interruption_confirmed(service: Service, said: Said) -> None:
    """Handle the button that proposes an early end: `offer:GAME`."""
    seen = await service.games.of_player(said, OFFER.read(said.args).game)
    done = await service.game_acts.act(
        seen, ProposeInterruption(by=service.games.seat(said, seen.game)), said.at
    )
    key = "interruption.sent" if done.game.ended is None else "practice.agreed"
    service.edit(said, say(key, game=seen.game.id))


async def interruption_answered(service: Service, said: Said) -> None:
    """Handle the answers to a proposal: `int:GAME:yes`, then `sure` or `back`; or `no`."""
    game, answer = ANSWER_OFFER.read(said.args)
    seen = await service.games.of_player(said, game)
    seat, accept = service.games.seat(said, seen.game), answer != "no"
    if answer in {"yes", "back"} and seen.game.interruption_by is seat.partner:
        if answer == "yes":
            check_interruption(seen.game)
        card = accept_card if answer == "yes" else proposal_card
        service.edit(said, *card(seen.game, await service.games.participants(seen.game), seat))
        return
    command = AnswerInterruption(by=seat, accept=accept)
    await service.game_acts.act(seen, command, said.at)
    service.edit(
        said, say("interruption.you_accepted" if accept else "interruption.you_declined", game=game)
    )


async def give_back(service: Service, said: Said) -> None:
    """Handle `/returneaza`: return the opponent's last move (art. 5.2)."""
    seen = await _one(service, said)
    if seen is None:
        return
    await service.game_acts.act(
        seen, ReturnPlacement(by=service.games.seat(said, seen.game)), said.at
    )
    service.reply(said, say("return.done", game=seen.game.id), about=seen.game.id)


async def judged(service: Service, said: Said) -> None:
    """Handle the opponent's buttons: `back:GAME:SEQ:WORD`, then `…:yes`; or `…:ok` to accept.

    Returning a move takes two taps, because its author must move again.
    """
    game, seq, which, sure = JUDGE.read(said.args)
    seen = await service.games.of_player(said, game)
    placement = seen.game.last_move
    if seen.step != seq or not isinstance(placement, PlacementMade):
        service.edit(said, say("return.stale"))
        return
    seat = service.games.seat(said, seen.game)
    if which == "ok":
        after = await service.game_acts.act(seen, AcceptPlacement(by=seat), said.at)
        service.edit(said, *await _accepted(service, after))
        return
    if not which.isdecimal() or int(which[:3]) >= len(placement.words):
        raise GameStateError(Fault("button_unknown"))
    words = (placement.words[int(which[:3])],)
    if not sure:
        await _ask_to_return(service, said, seen, placement, words[0])
        return
    await service.game_acts.act(seen, ReturnPlacement(by=seat, words=words), said.at)
    service.edit(said, say("return.done", game=game))


async def _ask_to_return(
    service: Service, said: Said, seen: SeenGame, placement: PlacementMade, word: str
) -> None:
    """Ask for confirmation to return the opponent's move for that word."""
    position = format_position(placement.square, placement.axis)
    text = say(
        "return.ask",
        game=seen.game.id,
        who=(await service.games.participants(seen.game)).at(placement.by).name,
        placement=f"{position} {placement.word}",
        word=word.upper(),
    )
    game, seq, which, _ = JUDGE.read(said.args)
    yes = JUDGE.button(say("button.return_sure"), game, seq, which, sure=True)
    no = KEEP.button(say("button.undecide"))
    service.toast(said)
    service.reply(said, text, ((yes, no),), about=seen.game.id)


async def _accepted(service: Service, seen: SeenGame) -> tuple[Text, Buttons]:
    """Return the text under the board after the move is accepted: the turn continues."""
    game, accepted = seen.game, say("return.accepted", game=seen.game.id)
    if game.stage is not Stage.RUNNING:
        return accepted, ()
    participants = await service.games.participants(game)
    body = [accepted, your_turn_text(game, participants, service.games.today(game))]
    return say("turn.board", body=body, game=game.id), turn_buttons(
        game, has_arbiter=participants.has_arbiter
    )


async def keep(service: Service, said: Said) -> None:
    """Handle the cancel button: `keep`, or `keep:TOPIC` for an open question."""
    await service.questions.drop(said, KEEP.read(said.args).topic)
    service.edit(said, say("confirm.kept"))


async def return_leg(service: Service, said: Said) -> None:
    """Handle the button that starts the return game at once: `ret:MATCH`."""
    seen = await service.matches.of_player(said, RETURN_GAME.read(said.args).match)
    is_out = await service.competitions.excluded_from(seen.match) is not None
    if is_out and seen.match.stage is MatchStage.BETWEEN:
        state = await coming_text(service, seen.match)
        service.edit(said, say("return_leg.off", match=seen.match.code, state=state))
        return
    await service.closings.check_match_open(seen.match, said.at)
    ready = request_return(seen.match, said.person.id, said.at)
    seen = await service.match_acts.advance(seen, ready, said.at)
    if start_leg(seen.match, said.at):
        service.edit(said, say("return_leg.starting", match=seen.match.code))
        await service.starts.start(seen, said.at)
    else:
        partner = await service.persons.get(seen.match.partner(said.person.id))
        state = await coming_text(service, seen.match)
        waiting = say(
            "return_leg.waiting", match=seen.match.code, partner=partner.name, state=state
        )
        service.edit(said, waiting)


async def late_return(service: Service, said: Said) -> None:
    """Handle the arbiter's button that confirms a late return game: `lateret:MATCH`."""
    seen = await service.matches.ruled_by(said, LATE_RETURN.read(said.args).match)
    seen = await late_returns.confirm(service, said, seen)
    day = f"{seen.match.return_day}"
    service.edit(said, say("return_leg.late_done", match=seen.match.code, day=day))


async def _ask(  # noqa: PLR0913, PLR0917  (the question, its game, and its consequences)
    service: Service, said: Said, seen: SeenGame, question: str, yes: Button, worth: dict[str, str]
) -> None:
    """Ask for confirmation, with the game and the consequences."""
    participants = await service.games.participants(seen.game)
    seat = service.games.seat(said, seen.game)
    service.reply(
        said,
        say(
            question,
            game=seen.game.id,
            partner=participants.at(seat.partner).name,
            mine=seen.game.side(seat).score,
            theirs=seen.game.side(seat.partner).score,
            **worth,
        ),
        (
            (
                yes,
                KEEP.button(say("button.keep")),
            ),
        ),
        about=seen.game.id,
    )


async def _one(service: Service, said: Said) -> SeenGame | None:
    """Return the only running game meant, or None after asking for its code."""
    replied = await service.games.replied_to(said)
    if replied is not None:
        return replied
    if said.args:
        return await service.games.named(said, said.args)
    found = await service.games.listed(said.person.id)
    if len(found) == 1:
        return await service.games.of_row(found[0])
    if not found:
        service.reply(
            said, await nothing_running(service, said.person.id, without_game(said.person))
        )
        return None
    command = said.incoming.text.split()[0]
    labels = [await service.games.label(row, said.person.id) for row in found[:MOST]]
    rows = [say("games.name_row", command=command, **label.params) for label in labels]
    service.reply(said, say("games.name_one", rows=rows))
    return None
